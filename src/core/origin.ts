import type { ItemRef } from './approval.js';
import type { Baseline } from './baseline.js';
import { fieldsForm, itemKey, type Item } from './item.js';

/** Where mismatches can have come from, as far as digests tell; the server of the base is never started. */
export interface Origin {
  /**
   * Items for which the server says what the base records, while the commit records something else: the baseline
   * was changed and the server was not.
   */
  readonly onlyBaseline: readonly ItemRef[];
  /** Items that the base records as the commit does: the server changed, here or before. */
  readonly asAtBase: readonly ItemRef[];
}

/**
 * Tells mismatched items apart by what the base records of them. Items that the commit and the base record
 * differently, and the server differently again, are in neither list. Source: PRODUCT "GitHub".
 */
export function originOf(
  mismatched: readonly ItemRef[],
  base: Pick<Baseline, 'items'>,
  head: Pick<Baseline, 'items'>,
  reading: readonly Item[],
): Origin {
  const [atBase, atHead, read] = [base.items, head.items, reading].map(formsByKey);
  const formOf = (forms: ReadonlyMap<string, string> | undefined, ref: ItemRef): string =>
    forms?.get(itemKey(ref)) ?? '';
  const refs = mismatched.map(({ kind, id }) => ({ kind, id }));
  return {
    onlyBaseline: refs.filter(
      (ref) =>
        formOf(read, ref) === formOf(atBase, ref) && formOf(atHead, ref) !== formOf(read, ref),
    ),
    asAtBase: refs.filter((ref) => formOf(atHead, ref) === formOf(atBase, ref)),
  };
}

/** The fields of all items with one kind and id, as one text; absent items have none. */
function formsByKey(items: readonly Item[]): Map<string, string> {
  const forms = new Map<string, string[]>();
  for (const item of items) {
    const key = itemKey(item);
    const known = forms.get(key);
    if (known === undefined) forms.set(key, [fieldsForm(item)]);
    else known.push(fieldsForm(item));
  }
  return new Map([...forms].map(([key, texts]) => [key, texts.sort().join('\n')]));
}
