import type { ItemRef } from './approval.js';
import { UNSTABLE, type BaselineItem } from './baseline-item.js';
import { compareSurfaces, pairItems, type ItemChange } from './compare.js';
import { itemKey, sameFields, sameMap, withListFindings } from './item.js';
import { WHOLE_ITEM } from './steadiness.js';

/** A baseline into which some items of a reading were taken. */
export interface Acceptance {
  readonly items: readonly BaselineItem[];
  /** What the chosen items brought; empty where none of them differs. */
  readonly accepted: readonly ItemChange[];
  /** What goes on differing. */
  readonly held: readonly ItemChange[];
  /** Chosen items that do not differ. */
  readonly unchanged: readonly ItemRef[];
  /** Other items whose fields are the same and whose aspects or findings are not, which the file takes from the reading. */
  readonly restated: readonly ItemRef[];
}

/**
 * Takes the chosen items of a reading into a baseline, and no others: changed ones in the place of the old, added ones
 * added, removed ones removed. `reading` has the dates that a whole mark would give. A held item keeps its lines.
 * An item whose fields agree takes the reading's other lines, and findings that a list makes are those of the list that
 * comes of it, so that the file is what a reading of such a server would give.
 * Source: FORMAT 3.3, 3.6.
 */
export function acceptItems(
  baseline: readonly BaselineItem[],
  reading: readonly BaselineItem[],
  chosen: readonly ItemRef[],
): Acceptance {
  const keys = new Set(chosen.map(itemKey));
  const isChosen = (item: ItemRef): boolean => keys.has(itemKey(item));
  const changes = compareSurfaces(baseline, reading);
  const accepted = changes.filter(isChosen);
  const changed = new Set(accepted.map(itemKey));
  const { pairs, removed } = pairItems(
    baseline.filter((item) => !isChosen(item)),
    reading.filter((item) => !isChosen(item)),
  );
  const others = [
    ...pairs.map(({ before, after }) => ({
      before,
      item: sameFields(before, after) ? { ...after, firstSeen: before.firstSeen } : before,
    })),
    ...removed.map((item) => ({ before: item, item })),
  ];
  const items = withFindingsOfList([
    ...others.map(({ item }) => item),
    ...reading.filter(isChosen),
  ]);
  return {
    items,
    accepted,
    held: changes.filter((change) => !isChosen(change)),
    unchanged: [...new Map(chosen.map((item) => [itemKey(item), item])).values()].filter(
      (item) => !changed.has(itemKey(item)),
    ),
    restated: others.flatMap(({ before }, index) => {
      const after = items[index];
      return after === undefined || sameLines(before, after)
        ? []
        : [{ kind: before.kind, id: before.id }];
    }),
  };
}

/** An item that is allowed to come and go is recorded without findings. */
function withFindingsOfList(items: readonly BaselineItem[]): BaselineItem[] {
  return withListFindings(items).map((item) =>
    item.fields.get(WHOLE_ITEM) === UNSTABLE ? { ...item, findings: [] } : item,
  );
}

function sameLines(a: BaselineItem, b: BaselineItem): boolean {
  return sameMap(a.aspects, b.aspects) && JSON.stringify(a.findings) === JSON.stringify(b.findings);
}
