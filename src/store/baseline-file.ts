import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { blob, checkoutRoot, git } from './git.js';
import { WitnessmarkError } from '../errors.js';
import { MAX_BASELINE_BYTES, UNFINISHED_BASELINE_MS } from '../limits.js';

/** The baseline as it is on disk, or that there is none. */
export type BaselineText =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'missing' };

const MARK_HINT = 'Remove the file, then write it anew: witnessmark mark';

/**
 * Returns the text of a baseline file. Only a regular file inside the checkout is read, no link on its
 * path is followed, and what is wrong is named without quoting anything.
 * @throws WitnessmarkError `baseline-not-regular`, `baseline-outside-checkout`, `baseline-too-large`,
 * `baseline-not-readable`, `baseline-not-json` (not UTF-8).
 * Source: FORMAT 3.5, field case C04.
 */
export async function readBaselineFile(path: string, checkout: string): Promise<BaselineText> {
  await refuseUnsafePath(path, checkout);
  let file: FileHandle;
  try {
    // Non-blocking: opening a FIFO must not wait for a writer.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'missing' };
    throw notReadable(error);
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw notRegular();
    if (facts.size > MAX_BASELINE_BYTES) throw tooLarge();
    const bytes = await file.readFile();
    return { kind: 'text', text: decode(bytes) };
  } finally {
    await file.close();
  }
}

/**
 * Returns the baseline as it stands in the commit that is checked out, after making sure that the working
 * file is the same. Source: FORMAT 3.6.
 * @throws WitnessmarkError `baseline-not-committed`, `no-checkout`, and those of `readBaselineFile`.
 */
export async function readCommittedBaseline(path: string, checkout: string): Promise<BaselineText> {
  const working = await readBaselineFile(path, checkout);
  const root = await checkoutRoot(dirname(path));
  if (root === undefined) {
    throw new WitnessmarkError(
      'no-checkout',
      'the baseline does not count: this is not a git checkout, so that nothing shows what was committed',
      'In CI only a committed baseline counts: check the repository out with git, as actions/checkout does.',
    );
  }
  const committed = await blob(root, `HEAD:${await placeInCheckout(path, root)}`);
  if (committed === undefined) {
    if (working.kind === 'missing') return working;
    throw notCommitted('it is in the working tree and not in the commit that is checked out');
  }
  const text = decodeBaseline(committed);
  if (working.kind === 'missing' || normalised(working.text) !== normalised(text)) {
    throw notCommitted('the working file differs from the one in the commit that is checked out');
  }
  return { kind: 'text', text };
}

/** The versions that a merge conflict left in git's index (stages 2 and 3); none outside a conflict. */
export async function conflictSides(path: string): Promise<string[]> {
  const listed = await git(dirname(path), 'ls-files', '--unmerged', '-z', '--', basename(path));
  const ids = (listed?.toString('utf8') ?? '')
    .split('\0')
    .flatMap((row) => /^\d+ ([0-9a-f]+) [23]\t/.exec(row)?.[1] ?? []);
  const sides = await Promise.all(ids.map((id) => blob(dirname(path), id)));
  return sides.flatMap((side) => (side === undefined ? [] : [side.toString('utf8')]));
}

/**
 * Writes a baseline by temporary file and rename; a file with the same text is not touched. Returns whether
 * it was written. Killed at any moment it leaves the old text or the new one, whole.
 * @throws WitnessmarkError `baseline-not-regular`, `baseline-outside-checkout`, `baseline-not-writable`.
 * Source: FORMAT 3.1, 3.5.
 */
export async function writeBaselineFile(
  path: string,
  checkout: string,
  text: string,
): Promise<boolean> {
  const found = await readBaselineFile(path, checkout);
  // A checkout on Windows has the same content with other line ends.
  if (found.kind === 'text' && unixText(found.text) === text) return false;
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o644);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new WitnessmarkError(
      'baseline-not-writable',
      `the baseline cannot be written (${codeOf(error)})`,
      'Does its directory exist, and may this user write there?',
      { cause: error },
    );
  }
  await removeUnfinished(path);
  return true;
}

/**
 * What a run that was killed while it wrote left beside the baseline would be committed by `git add --all`. Another run
 * may be writing its own just now: only old ones go. Whatever fails here changes nothing that counts.
 */
async function removeUnfinished(path: string): Promise<void> {
  const [directory, start] = [dirname(path), `.${basename(path)}.`];
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(start) || !/^[0-9a-f]{12}\.tmp$/.test(name.slice(start.length))) continue;
    const unfinished = join(directory, name);
    const age =
      Date.now() - ((await lstat(unfinished).catch(() => undefined))?.mtimeMs ?? Infinity);
    if (age > UNFINISHED_BASELINE_MS) await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

/** Nothing on the way from the checkout to the file may be a link, and the file must be inside. */
async function refuseUnsafePath(path: string, checkout: string): Promise<void> {
  const inside = relative(checkout, path);
  if (inside === '' || inside.startsWith(`..${sep}`) || inside === '..' || isAbsolute(inside)) {
    throw new WitnessmarkError(
      'baseline-outside-checkout',
      'the baseline is not inside the checkout',
      'The baseline is committed with the server: give a path below the working directory.',
    );
  }
  let place = checkout;
  for (const part of inside.split(sep)) {
    place = join(place, part);
    try {
      if ((await lstat(place)).isSymbolicLink()) throw notRegular();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      if (error instanceof WitnessmarkError) throw error;
      throw notReadable(error);
    }
  }
}

/** A file as git names it: from the root of its checkout, with slashes. It need not exist; its directory must. */
export async function placeInCheckout(path: string, root: string): Promise<string> {
  const real = join(await realpath(dirname(path)), basename(path));
  return relative(await realpath(root), real)
    .split(sep)
    .join('/');
}

/**
 * Returns the text of a baseline's bytes.
 * @throws WitnessmarkError `baseline-too-large`, `baseline-not-json` (not UTF-8).
 */
export function decodeBaseline(bytes: Uint8Array): string {
  if (bytes.length > MAX_BASELINE_BYTES) throw tooLarge();
  return decode(bytes);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new WitnessmarkError('baseline-not-json', 'the baseline is not UTF-8', MARK_HINT, {
      cause: error,
    });
  }
}

/** The text as this program writes it: a checkout may add a BOM and carriage returns. Source: FORMAT 3.1. */
export function unixText(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

/** The same without white space at the end, for comparing two files. */
export function normalised(text: string): string {
  return unixText(text).trimEnd();
}

function codeOf(error: unknown): string {
  return (error as { readonly code?: string }).code ?? 'unknown';
}

function notRegular(): WitnessmarkError {
  return new WitnessmarkError(
    'baseline-not-regular',
    'the baseline is not a regular file, or a link stands on its path',
    'Put a plain file there: links are refused, since a pull request could point them at anything.',
  );
}

function notReadable(cause: unknown): WitnessmarkError {
  const message = `the baseline cannot be read (${codeOf(cause)})`;
  return new WitnessmarkError('baseline-not-readable', message, 'Check its permissions.', {
    cause,
  });
}

function tooLarge(): WitnessmarkError {
  const message = `the baseline is larger than ${MAX_BASELINE_BYTES} bytes`;
  return new WitnessmarkError('baseline-too-large', message, MARK_HINT);
}

function notCommitted(why: string): WitnessmarkError {
  return new WitnessmarkError(
    'baseline-not-committed',
    `the baseline does not count: ${why}`,
    'Commit it: git add witnessmark.json && git commit. A build step must not write it.',
  );
}
