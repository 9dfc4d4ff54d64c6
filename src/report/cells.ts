/**
 * Columns that a text takes on a terminal. Terminals differ over emoji and rare symbols: such a character counts for
 * as many as any of them gives it. Source: Unicode Standard Annex 11 (Wide and Fullwidth).
 */
const WIDE =
  /[\u{1100}-\u{115F}\u{2E80}-\u{303E}\u{3041}-\u{4DBF}\u{4DC0}-\u{A4CF}\u{A960}-\u{A97C}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE10}-\u{FE19}\u{FE30}-\u{FE6F}\u{FF00}-\u{FF60}\u{FFE0}-\u{FFE6}\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1D300}-\u{1D376}\u{1F000}-\u{1FAFF}\u{20000}-\u{3FFFD}\p{Extended_Pictographic}]/u;
const NARROW = /[©®™]/;
const ZERO = /[\p{Mn}\p{Me}\u200C\u200D]/u;
/** One character as a person sees it: a letter with its marks, or pictures joined to one. */
const CLUSTER = /[^](?:[\p{M}\u200C]|\p{Emoji_Modifier}|\u200D[^])*/gu;

/** Returns the columns of a text without control characters. */
export function cellsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let cells = 0;
  let last = 0;
  for (const character of text) {
    // The selector makes a narrow sign a picture.
    if (character === '\uFE0F') cells += 2 - Math.max(last, 1);
    last = character === '\uFE0F' ? 2 : cellsOfCharacter(character);
    if (character !== '\uFE0F') cells += last;
  }
  return cells;
}

function cellsOfCharacter(character: string): number {
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) && !NARROW.test(character) ? 2 : 1;
}

/** Returns a text cut into characters as a person sees them. */
export function clustersOf(text: string): string[] {
  return text.match(CLUSTER) ?? [];
}
