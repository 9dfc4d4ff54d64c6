/** Edits that make one word of another, at most, for it to be meant. */
const MAX_EDITS = 2;
/** Longer words were no slip of the keys. */
const MAX_LENGTH = 40;

/** Returns the known word that is at most two edits away from a word; undefined where there is none. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const [best] = known
    .map((each) => ({ each, edits: editsBetween(word, each) }))
    .filter(({ edits, each }) => edits <= MAX_EDITS && edits < each.length / 2)
    .sort((a, b) => a.edits - b.edits);
  return best?.each;
}

/** Insertions, removals and replacements of one letter. Source: Levenshtein's distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
