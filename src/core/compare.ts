import { fieldRole } from './aspects.js';
import { UNSTABLE, type BaselineItem } from './baseline-item.js';
import { gradesOf, type FieldSide, type Grade } from './grades.js';
import { compareItems, fieldsForm, itemKey, sameFields, sameMap, type Item } from './item.js';
import { unescapePointerToken } from './names.js';
import { compareCodeUnits } from './order.js';
import type { ItemKind } from './surface.js';

/** How an item, a field or a property differs. */
export type ChangeWord = 'added' | 'removed' | 'changed';

/** A top-level property of a schema that differs, by recorded name. */
export interface PropertyChange {
  readonly name: string;
  readonly change: ChangeWord;
}

/** A field of a changed item. Source: FORMAT 2.7. */
export interface FieldChange {
  readonly field: string;
  readonly change: ChangeWord;
  readonly grades: readonly Grade[];
  readonly properties: readonly PropertyChange[];
  /** Set where the field came to be allowed to differ from reading to reading, or is no longer. Source: FORMAT 4.6. */
  readonly allowance?: 'given' | 'withdrawn';
}

/** An item that differs. `fields` is empty for one that was added or removed. */
export interface ItemChange {
  readonly kind: ItemKind;
  readonly id: string | null;
  readonly change: ChangeWord;
  readonly fields: readonly FieldChange[];
}

/** An item of the baseline and the item of the reading it was compared with. */
export interface ItemPair<Before extends Item, After extends Item> {
  readonly before: Before;
  readonly after: After;
}

/** Items of two surfaces, paired by kind and id. */
export interface Pairing<Before extends Item, After extends Item> {
  readonly pairs: readonly ItemPair<Before, After>[];
  readonly removed: readonly Before[];
  readonly added: readonly After[];
}

/**
 * Pairs items of one kind and id; several of them as multisets: equal ones first, the rest in the order
 * of the file. Source: FORMAT 1.4.
 */
export function pairItems<Before extends Item, After extends Item>(
  before: readonly Before[],
  after: readonly After[],
): Pairing<Before, After> {
  const [left, right] = [groupByKey(before), groupByKey(after)];
  const pairs: ItemPair<Before, After>[] = [];
  const removed: Before[] = [];
  const added: After[] = [];
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const rest = splitEqual(left.get(key) ?? [], right.get(key) ?? []);
    for (const pair of rest.pairs) pairs.push(pair);
    for (const [index, old] of rest.removed.entries()) {
      const fresh = rest.added[index];
      if (fresh === undefined) removed.push(old);
      else pairs.push({ before: old, after: fresh });
    }
    for (const fresh of rest.added.slice(rest.removed.length)) added.push(fresh);
  }
  return { pairs, removed, added };
}

/** Returns what differs between two surfaces, in the order of the file. Source: FORMAT 2.7, 5. */
export function compareSurfaces(before: readonly Item[], after: readonly Item[]): ItemChange[] {
  const { pairs, removed, added } = pairItems(before, after);
  const found: { item: Item; change: ItemChange }[] = [
    ...removed.map((item) => ({ item, change: wholeItem(item, 'removed') })),
    ...added.map((item) => ({ item, change: wholeItem(item, 'added') })),
  ];
  for (const pair of pairs) {
    const fields = sameFields(pair.before, pair.after) ? [] : compareFields(pair);
    if (fields.length > 0) {
      const { kind, id } = pair.after;
      found.push({ item: pair.after, change: { kind, id, change: 'changed', fields } });
    }
  }
  return found.sort((a, b) => compareItems(a.item, b.item)).map(({ change }) => change);
}

/**
 * Returns the items whose fields all equal the reading while another line that the reading determines
 * does not: stale or forged aspects or findings. `ignoreFinding` names findings that take two readers.
 * Source: FORMAT 3.6.
 */
export function inconsistentItems(
  before: readonly BaselineItem[],
  after: readonly Item[],
  ignoreFinding: (finding: string) => boolean,
): Pick<Item, 'kind' | 'id'>[] {
  return pairItems(before, after)
    .pairs.filter(
      (pair) =>
        sameFields(pair.before, pair.after) &&
        (!sameMap(pair.before.aspects, pair.after.aspects) ||
          JSON.stringify(pair.before.findings.filter((each) => !ignoreFinding(each))) !==
            JSON.stringify(pair.after.findings.filter((each) => !ignoreFinding(each)))),
    )
    .map(({ after: { kind, id } }) => ({ kind, id }));
}

function groupByKey<Each extends Item>(items: readonly Each[]): Map<string, Each[]> {
  const groups = new Map<string, Each[]>();
  for (const item of inOrder(items)) {
    const key = itemKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Most lists are in order already, and long ones are not copied for nothing. */
function inOrder<Each extends Item>(items: readonly Each[]): readonly Each[] {
  const isSorted = items.every((item, index) => {
    const last = items[index - 1];
    return last === undefined || compareItems(last, item) <= 0;
  });
  return isSorted ? items : [...items].sort(compareItems);
}

/** Splits off the pairs with equal fields; linear, since a server may list one id 50,000 times. */
function splitEqual<Before extends Item, After extends Item>(
  olds: readonly Before[],
  news: readonly After[],
): Pairing<Before, After> {
  const [old, fresh] = [olds[0], news[0]];
  if (old !== undefined && fresh !== undefined && olds.length === 1 && news.length === 1)
    return { pairs: [{ before: old, after: fresh }], removed: [], added: [] };
  const byForm = new Map<string, After[]>();
  for (const item of [...news].reverse()) {
    const form = fieldsForm(item);
    const same = byForm.get(form);
    if (same === undefined) byForm.set(form, [item]);
    else same.push(item);
  }
  const pairs: ItemPair<Before, After>[] = [];
  const removed: Before[] = [];
  const used = new Set<After>();
  for (const before of olds) {
    const after = byForm.get(fieldsForm(before))?.pop();
    if (after === undefined) removed.push(before);
    else {
      used.add(after);
      pairs.push({ before, after });
    }
  }
  return { pairs, removed, added: news.filter((item) => !used.has(item)) };
}

function wholeItem({ kind, id }: Item, change: ChangeWord): ItemChange {
  return { kind, id, change, fields: [] };
}

function compareFields({ before, after }: ItemPair<Item, Item>): FieldChange[] {
  const names = [...new Set([...before.fields.keys(), ...after.fields.keys()])].sort(
    compareCodeUnits,
  );
  const [lefts, rights] = [sidesOf(before), sidesOf(after)];
  return names
    .filter((field) => before.fields.get(field) !== after.fields.get(field))
    .map((field) => {
      const [left, right] = [lefts.get(field), rights.get(field)];
      return {
        field,
        change: changeWord(left, right),
        grades:
          isUnstable(before, field) || isUnstable(after, field)
            ? ['other']
            : gradesOf(fieldRole(after.kind, field), left, right),
        properties: compareProperties(left, right),
        ...allowanceOf(before, after, field),
      };
    });
}

/** Of two unstable sides nothing differs; a field that came or went so is allowed, or was. */
function allowanceOf(before: Item, after: Item, field: string): Pick<FieldChange, 'allowance'> {
  if (isUnstable(after, field)) return { allowance: 'given' };
  return isUnstable(before, field) ? { allowance: 'withdrawn' } : {};
}

function isUnstable(item: Item, field: string): boolean {
  return item.fields.get(field) === UNSTABLE;
}

function changeWord(before: unknown, after: unknown): ChangeWord {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** The aspects of every field by name; in one pass, since a server may send a million members. */
function sidesOf(item: Item): Map<string, Map<string, string>> {
  const sides = new Map([...item.fields.keys()].map((field) => [field, new Map<string, string>()]));
  for (const [key, digest] of item.aspects) {
    const slash = key.indexOf('/');
    sides.get(unescapePointerToken(key.slice(0, slash)))?.set(key.slice(slash + 1), digest);
  }
  return sides;
}

function compareProperties(before: FieldSide, after: FieldSide): PropertyChange[] {
  const properties = (side: FieldSide): Map<string, string> =>
    new Map([...(side ?? [])].filter(([aspect]) => aspect.startsWith('properties/')));
  const [left, right] = [properties(before), properties(after)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .sort(compareCodeUnits)
    .filter((key) => left.get(key) !== right.get(key))
    .map((key) => ({
      name: unescapePointerToken(key.slice('properties/'.length)),
      change: changeWord(left.get(key), right.get(key)),
    }));
}
