import { MAX_OWNER_WILDCARDS } from '../limits.js';

/** Places of the file, in the order in which GitHub takes the first that is there. */
export const OWNERS_PATHS: readonly string[] = [
  '.github/CODEOWNERS',
  'CODEOWNERS',
  'docs/CODEOWNERS',
];

/**
 * Returns whether a file of CODEOWNERS gives a path (from the root, with slashes) to somebody. The last pattern that
 * matches counts, also where it names nobody. Source: GitHub, "About code owners".
 */
export function hasOwner(owners: string, path: string): boolean {
  let isOwned = false;
  for (const line of owners.split(/\r?\n/)) {
    const words = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    const [pattern = '', ...names] = words;
    if (pattern !== '' && matches(pattern, path)) isOwned = names.length > 0;
  }
  return isOwned;
}

function matches(pattern: string, path: string): boolean {
  const bare = pattern.replace(/\*{3,}/g, '**');
  if ((bare.match(/\*+/g) ?? []).length > MAX_OWNER_WILDCARDS) return false;
  const isRooted = bare.replace(/\/$/, '').includes('/');
  const body = bare
    .replace(/^\/|\/$/g, '')
    .split(/(\*\*\/?|\*|\?)/)
    .map((piece) => {
      if (piece === '**/') return '(?:.*/)?';
      if (piece === '**') return '.*';
      if (piece === '*') return '[^/]*';
      return piece === '?' ? '[^/]' : piece.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
    })
    .join('');
  // A pattern that ends in a star names entries of one directory, any other a directory with all below it.
  const end = bare.endsWith('/') ? '/.*' : bare.endsWith('/*') ? '' : '(?:/.*)?';
  return new RegExp(`^${isRooted ? '' : '(?:.*/)?'}${body}${end}$`).test(path);
}
