import { MAX_SHARED_NAMES } from '../limits.js';

/**
 * Short texts that a long list repeats for each of its items, each kept once. A runtime cuts a string by
 * pointing into the whole one: cut names and digests would keep megabytes of text in memory.
 */
const NAMES = new Map<string, string>();

/** Returns the same text, the same string for each of its copies as far as there is room for it. */
export function sharedName(name: string): string {
  const known = NAMES.get(name);
  if (known !== undefined || NAMES.size >= MAX_SHARED_NAMES) return known ?? name;
  const own = detachedUnits(name);
  NAMES.set(own, own);
  return own;
}

/** Returns a copy of a text of ASCII characters, such as a digest, that points into no other string. */
export function detached(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function detachedUnits(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
