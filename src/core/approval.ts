import { UNSTABLE } from './baseline-item.js';
import type { Baseline } from './baseline.js';
import { differingConditions } from './capture.js';
import { compareSurfaces, pairItems, type ItemChange } from './compare.js';
import { itemKey } from './item.js';
import { compareCodeUnits, compareNullable } from './order.js';
import type { ItemKind } from './surface.js';

/** Names an item. */
export interface ItemRef {
  readonly kind: ItemKind;
  readonly id: string | null;
}

/** A field that may from now on differ from reading to reading; `*` is the whole item. */
export interface NewAllowance extends ItemRef {
  readonly field: string;
}

/** A `firstSeen` that is not the one the base records. Dates are `YYYY-MM-DD`. */
export interface MovedDate extends ItemRef {
  readonly before: string;
  readonly after: string;
}

/** What committing one baseline in the place of another approves: names, conditions and dates, no digests. */
export interface Approval {
  /** True where the base has no baseline at this path. */
  readonly isFirst: boolean;
  readonly allowances: readonly NewAllowance[];
  readonly dates: readonly MovedDate[];
  /** Members of the capture block that differ. */
  readonly conditions: readonly string[];
  /** True where the file names another server. */
  readonly isRenamed: boolean;
  readonly changes: readonly ItemChange[];
  /** Items whose fields are the same and whose findings or aspects are not. */
  readonly restated: readonly ItemRef[];
}

/**
 * Returns what the baseline of a commit approves, held against the one at its base; `base` is undefined where there
 * was none. Of a first baseline only what weakens the gate is listed: every item of it is new.
 * Source: PRODUCT "GitHub", FORMAT 3.6, 4.6.
 */
export function approvalOf(base: Baseline | undefined, head: Baseline): Approval {
  const before = base?.items ?? [];
  const { pairs, added } = pairItems(before, head.items);
  const allowances = [
    ...pairs.flatMap((pair) => newAllowances(pair.after, pair.before.fields)),
    ...added.flatMap((item) => newAllowances(item, new Map())),
  ];
  const changes = compareSurfaces(before, head.items);
  const changed = new Set(changes.map(itemKey));
  return {
    isFirst: base === undefined,
    allowances: sorted(allowances),
    dates: sorted(
      pairs
        .filter((pair) => pair.before.firstSeen !== pair.after.firstSeen)
        .map(({ before: { firstSeen }, after }) => ({
          kind: after.kind,
          id: after.id,
          before: firstSeen,
          after: after.firstSeen,
        })),
    ),
    // An incomplete list on both sides differs in nothing; it is never a match, which is what counts.
    conditions:
      base === undefined
        ? []
        : differingConditions(base.conditions, head.conditions).filter(
            (name) => base.conditions.get(name) !== head.conditions.get(name),
          ),
    isRenamed: base !== undefined && base.server !== head.server,
    changes: base === undefined ? [] : changes,
    restated: sorted(
      pairs
        .filter(
          (pair) =>
            linesOf(pair.before) !== linesOf(pair.after) && !changed.has(itemKey(pair.after)),
        )
        .map(({ after: { kind, id } }) => ({ kind, id })),
    ),
  };
}

/** True where a commit approves nothing: its baseline says what the one at the base says. */
export function isNothing(approval: Approval): boolean {
  const { isFirst, isRenamed, allowances, dates, conditions, changes, restated } = approval;
  const lists = [allowances, dates, conditions, changes, restated];
  return !isFirst && !isRenamed && lists.every((list) => list.length === 0);
}

function newAllowances(
  { kind, id, fields }: ItemRef & { readonly fields: ReadonlyMap<string, string> },
  known: ReadonlyMap<string, string>,
): NewAllowance[] {
  return [...fields]
    .filter(([field, digest]) => digest === UNSTABLE && known.get(field) !== UNSTABLE)
    .map(([field]) => ({ kind, id, field }));
}

/** Everything of an item besides fields and date. */
function linesOf({
  aspects,
  findings,
}: {
  readonly aspects: ReadonlyMap<string, string>;
  readonly findings: readonly string[];
}): string {
  return JSON.stringify([[...aspects], findings]);
}

function sorted<Each extends ItemRef>(refs: readonly Each[]): Each[] {
  return [...refs].sort((a, b) => compareCodeUnits(a.kind, b.kind) || compareNullable(a.id, b.id));
}
