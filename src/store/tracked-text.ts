import { lstat, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Place } from './checkout.js';
import { git } from './git.js';
import { MAX_TRACKED_FILE_BYTES } from '../limits.js';

/** Baselines hold the day on which they were written, which says nothing of the server. Source: FORMAT 3.1, 3.3. */
const BASELINE_NAME = /^witnessmark(?:\.[a-z0-9-]+)?\.json$/;

/**
 * True when a text stands in a file that git tracks: a date that somebody wrote, not one that was made up
 * just now. Without git nothing is tracked. Baselines, large files and links are passed over.
 * Source: FORMAT 4.6.
 */
export async function isTracked(
  { checkout, baselinePath }: Pick<Place, 'checkout' | 'baselinePath'>,
  text: string,
): Promise<boolean> {
  const listed = await git(checkout, 'ls-files', '-z');
  const wanted = Buffer.from(text, 'utf8');
  for (const name of (listed?.toString('utf8') ?? '').split('\0')) {
    if (name === '') continue;
    const path = join(checkout, name);
    if (path === baselinePath || BASELINE_NAME.test(basename(path))) continue;
    const facts = await lstat(path).catch(() => undefined);
    if (facts?.isFile() !== true || facts.size > MAX_TRACKED_FILE_BYTES) continue;
    if ((await readFile(path)).includes(wanted)) return true;
  }
  return false;
}
