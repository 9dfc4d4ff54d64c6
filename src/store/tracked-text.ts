import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './git.js';
import { MAX_TRACKED_FILE_BYTES } from '../limits.js';

/**
 * True when a text stands in a file that git tracks: a date that somebody wrote, not one that was made up
 * just now. Without git nothing is tracked. Large files and links are passed over. Source: FORMAT 4.6.
 */
export async function isTracked(checkout: string, text: string): Promise<boolean> {
  const listed = await git(checkout, 'ls-files', '-z');
  const wanted = Buffer.from(text, 'utf8');
  for (const name of (listed?.toString('utf8') ?? '').split('\0')) {
    if (name === '') continue;
    const path = join(checkout, name);
    const facts = await lstat(path).catch(() => undefined);
    if (facts?.isFile() !== true || facts.size > MAX_TRACKED_FILE_BYTES) continue;
    if ((await readFile(path)).includes(wanted)) return true;
  }
  return false;
}
