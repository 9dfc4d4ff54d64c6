import { SCREEN_COLUMNS } from '../limits.js';

/**
 * Returns pieces set one after another in lines of at most 78 columns; a piece is never split, so that a
 * name, a path or a command can be copied. The first line begins with `first`, each further one with `rest`.
 */
export function wrapPieces(pieces: readonly string[], first: string, rest: string): string[] {
  const lines: string[] = [];
  let line = first;
  let isFresh = true;
  for (const piece of pieces) {
    if (!isFresh && line.length + 1 + piece.length > SCREEN_COLUMNS) {
      lines.push(line);
      line = rest;
      isFresh = true;
    }
    line += isFresh ? piece : ` ${piece}`;
    isFresh = false;
  }
  return [...lines, line];
}

/**
 * Returns a sentence as `wrapPieces` sets it, broken behind its last colon or before the brackets at its
 * end where that is enough.
 */
export function wrapText(text: string, first: string, rest: string): string[] {
  const at = / \([^()]*\)$/.exec(text)?.index ?? text.lastIndexOf(': ') + 1;
  const parts = at <= 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
  const fits =
    first.length + text.length > SCREEN_COLUMNS &&
    parts.every((part) => rest.length + part.length <= SCREEN_COLUMNS);
  return wrapPieces(fits ? parts : text.split(' '), first, rest);
}
