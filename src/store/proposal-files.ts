import { lstat, readdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { readBaselineFile } from './baseline-file.js';
import { MAX_PROPOSAL_ENTRIES } from '../limits.js';
import { WitnessmarkError } from '../errors.js';

/** What a path holds that is to be taken for proposed baselines. */
export type ProposalFiles =
  | { readonly kind: 'file'; readonly text: string }
  /** Texts by their place below the directory, with slashes. */
  | { readonly kind: 'directory'; readonly texts: ReadonlyMap<string, string> };

/**
 * Reads a file, or every file of a directory as an artifact gives it. No link is followed, not even the path itself, and only
 * regular files of the size of a baseline are taken.
 * @throws WitnessmarkError `bad-proposal`.
 * Source: PRODUCT "GitHub" (`from`), FORMAT 3.5.
 */
export async function readProposalFiles(path: string): Promise<ProposalFiles> {
  const facts = await lstat(path).catch(() => undefined);
  if (facts === undefined) throw refused('there is nothing at this path');
  if (!facts.isDirectory()) return { kind: 'file', text: await textOf(path, dirname(path)) };
  const texts = new Map<string, string>();
  let count = 0;
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(path, below), { withFileTypes: true })) {
      count += 1;
      if (count > MAX_PROPOSAL_ENTRIES)
        throw refused(`the directory has more than ${MAX_PROPOSAL_ENTRIES} entries`);
      const place = join(below, entry.name);
      if (entry.isDirectory()) await walk(place);
      else texts.set(place.split(sep).join('/'), await textOf(join(path, place), path));
    }
  };
  await walk('');
  return { kind: 'directory', texts };
}

async function textOf(path: string, root: string): Promise<string> {
  try {
    const found = await readBaselineFile(path, root);
    if (found.kind === 'text') return found.text;
    throw refused('a file vanished while it was read');
  } catch (error) {
    if (!(error instanceof WitnessmarkError) || error.code === 'bad-proposal') throw error;
    throw refused(error.message.replace('the baseline', 'a file of it'));
  }
}

function refused(why: string): WitnessmarkError {
  return new WitnessmarkError(
    'bad-proposal',
    `from: ${why}`,
    'Give the path of the output proposed-baseline, or of the directory that download-artifact filled.',
  );
}
