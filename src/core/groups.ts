import { GRADES } from './grades.js';
import type { FieldChange, ItemChange } from './compare.js';
import { compareCodeUnits } from './order.js';

/** Changes that read the same: one line for all of them. */
export interface ChangeGroup {
  readonly change: ItemChange['change'];
  /** The fields of the first member; properties are those of every member only where there is one. */
  readonly fields: readonly FieldChange[];
  /** At least one, in the order of the file. */
  readonly members: readonly ItemChange[];
}

/**
 * Folds changes whose set of (field, came or went or changed, grades) is equal. A change that holds a
 * `hidden` grade is never folded and stands first, then removed items, added ones and the largest group.
 * Source: FORMAT 2.7.
 */
export function groupChanges(changes: readonly ItemChange[]): ChangeGroup[] {
  const groups = new Map<string, ItemChange[]>();
  for (const [index, change] of changes.entries()) {
    const key = isHidden(change) ? `hidden ${index}` : patternOf(change);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [change]);
    else members.push(change);
  }
  return [...groups.values()]
    .flatMap((members) => {
      const [first] = members;
      return first === undefined ? [] : [{ change: first.change, fields: first.fields, members }];
    })
    .sort((a, b) => rank(a) - rank(b) || b.members.length - a.members.length);
}

/** True when what changed includes characters that a person does not see. */
export function isHidden(change: Pick<ItemChange, 'fields'>): boolean {
  return change.fields.some(({ grades }) => grades.includes('hidden'));
}

function patternOf({ kind, change, fields }: ItemChange): string {
  const pattern = fields.map(({ field, change: how, grades, allowance }) => [
    field,
    how,
    grades.join('+'),
    allowance ?? '',
  ]);
  return JSON.stringify([change, change === 'changed' ? pattern : kind]);
}

/** Hidden changes, then items that went or came, then fields by the weight of their gravest grade. */
function rank(group: Omit<ChangeGroup, 'members'>): number {
  if (isHidden(group)) return 0;
  if (group.change === 'removed') return 1;
  if (group.change === 'added') return 2;
  // Not by spreading into Math.min: an item may have more fields than a call may have arguments.
  const gravest = GRADES.findIndex((grade) =>
    group.fields.some(({ grades }) => grades.includes(grade)),
  );
  return 3 + gravest;
}

/** A field's grades as one word, `shape+text`. */
export function gradeWord({ grades }: Pick<FieldChange, 'grades'>): string {
  return grades.join('+');
}

/** All kinds in a list of changes, sorted. */
export function kindsOf(changes: readonly ItemChange[]): string[] {
  return [...new Set(changes.map(({ kind }) => kind))].sort(compareCodeUnits);
}
