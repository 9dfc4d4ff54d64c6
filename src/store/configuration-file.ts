import { readBaselineFile, readCommittedBaseline } from './baseline-file.js';
import { git } from './git.js';
import { MAX_CONFIGURATION_BYTES } from '../limits.js';
import { WitnessmarkError, type ErrorCode } from '../errors.js';

/**
 * Returns the text of the configuration by the rules of a baseline: a regular file that no link leads to, and in CI the
 * committed one; undefined where there is none.
 * @throws WitnessmarkError `config-not-regular`, `config-not-readable`, `config-not-committed`, `no-checkout`.
 * Source: FORMAT 3.5, 3.6.
 */
export async function readConfigurationFile(
  path: string,
  checkout: string,
  ci: boolean,
): Promise<string | undefined> {
  try {
    const working = ci ? undefined : await readBaselineFile(path, checkout);
    const found = working ?? (await readCommittedBaseline(path, checkout));
    if (found.kind === 'missing') return undefined;
    if (found.text.length > MAX_CONFIGURATION_BYTES) throw asConfiguration('baseline-too-large');
    return found.text;
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    // Without git a file that is not there needs no commit.
    if (
      error.code === 'no-checkout' &&
      (await readConfigurationFile(path, checkout, false)) === undefined
    )
      return undefined;
    throw error.code.startsWith('baseline-') ? asConfiguration(error.code) : error;
  }
}

function asConfiguration(code: ErrorCode): WitnessmarkError {
  if (code === 'baseline-not-committed')
    return new WitnessmarkError(
      'config-not-committed',
      'witnessmark.config.json is not the one of the commit that is checked out',
      'In CI only the committed file counts: commit it, and let no earlier step write it.',
    );
  if (code === 'baseline-not-regular')
    return new WitnessmarkError(
      'config-not-regular',
      'witnessmark.config.json is no regular file',
      'Commit the file itself in the root of the repository, no link.',
    );
  return new WitnessmarkError(
    'config-not-readable',
    `witnessmark.config.json cannot be read, is not UTF-8 or is larger than ${MAX_CONFIGURATION_BYTES} bytes`,
    'May this user read it? It is a small JSON file in UTF-8.',
  );
}

/** Returns the baselines that git tracks, by their usual names, from the root of the checkout; sorted. */
export async function trackedBaselines(checkout: string): Promise<string[]> {
  const listed = await git(checkout, 'ls-files', '-z');
  return [...new Set((listed?.toString('utf8') ?? '').split('\0'))]
    .filter((path) => /(?:^|\/)witnessmark(?:\.(?!config\.)[a-z0-9-]+)?\.json$/.test(path))
    .sort();
}
