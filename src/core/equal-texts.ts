import type { Definition, ItemKind } from './surface.js';

/**
 * Returns what is left of two readings without the definitions that are the same text in both, as multisets: most
 * are, and need no further look.
 */
export function withoutEqualTexts(
  a: readonly Definition[],
  b: readonly Definition[],
): { readonly onlyA: readonly Definition[]; readonly onlyB: readonly Definition[] } {
  const counts = new Map<ItemKind, Map<string, number>>();
  const countsOf = (kind: ItemKind): Map<string, number> => {
    const known = counts.get(kind) ?? new Map<string, number>();
    counts.set(kind, known);
    return known;
  };
  for (const { kind, text } of b) countsOf(kind).set(text, (countsOf(kind).get(text) ?? 0) + 1);
  const take = ({ kind, text }: Definition): boolean => {
    const count = countsOf(kind).get(text) ?? 0;
    countsOf(kind).set(text, count - 1);
    return count > 0;
  };
  return { onlyA: a.filter((definition) => !take(definition)), onlyB: b.filter(take) };
}
