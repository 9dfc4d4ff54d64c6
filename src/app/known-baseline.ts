import {
  claimsFormat,
  hasConflictMarkers,
  parseBaseline,
  type Baseline,
} from '../core/baseline.js';
import type { BaselineItem } from '../core/baseline-item.js';
import { itemKey } from '../core/item.js';
import { rejection, type Dependencies } from './run.js';
import type { Place } from '../store/checkout.js';
import { WitnessmarkError } from '../errors.js';

/** What is known of a baseline: without conditions where only its items could be saved. */
export type KnownBaseline = Pick<Baseline, 'items'> &
  Partial<Pick<Baseline, 'conditions'>> & { readonly isResolved?: boolean };

/**
 * Returns the baseline that is about to be replaced, whose dates are kept; without items where there is no usable one.
 * @throws WitnessmarkError where what stands there may not be replaced, and those of reading it. Source: FORMAT 3.4.
 */
export async function openBaselineOf(
  place: Place,
  { baselines }: Pick<Dependencies, 'baselines'>,
): Promise<KnownBaseline> {
  const found = await baselines.read(place.baselinePath, place.checkout);
  if (found.kind === 'missing') return { items: [] };
  // A heading underlined with seven equal signs is no conflict: what is no baseline stays.
  if (hasConflictMarkers(found.text) && claimsFormat(found.text)) {
    return { items: await conflictItems(found.text, place, baselines), isResolved: true };
  }
  try {
    return parseBaseline(found.text);
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    // A damaged baseline is mended by a new reading, and its dates start anew. Any other file stays.
    const rejected = rejection(error, found.text);
    if (rejected.isReplaceable) return { items: [] };
    throw rejected.error;
  }
}

/**
 * The items of both sides of a conflict with the earlier date of each, from git's index, or from the file
 * itself where its markers were committed. Source: FORMAT 3.4.
 */
async function conflictItems(
  text: string,
  place: Place,
  baselines: Dependencies['baselines'],
): Promise<BaselineItem[]> {
  const staged = await baselines.conflictSides(place.baselinePath);
  const sides = staged.length > 0 ? staged : [takeSide(text, 'ours'), takeSide(text, 'theirs')];
  const earliest = new Map<string, BaselineItem[]>();
  for (const side of sides) {
    for (const [key, items] of byKey(itemsOfSide(side))) {
      const known = earliest.get(key) ?? [];
      const merged = items.map((item, index) => ({
        ...item,
        firstSeen:
          [item.firstSeen, known[index]?.firstSeen ?? item.firstSeen].sort()[0] ?? item.firstSeen,
      }));
      earliest.set(key, [...merged, ...known.slice(merged.length)]);
    }
  }
  return [...earliest.values()].flat();
}

function byKey(items: readonly BaselineItem[]): Map<string, BaselineItem[]> {
  const groups = new Map<string, BaselineItem[]>();
  for (const item of items) groups.set(itemKey(item), [...(groups.get(itemKey(item)) ?? []), item]);
  return groups;
}

function itemsOfSide(text: string): readonly BaselineItem[] {
  try {
    return parseBaseline(text).items;
  } catch (error) {
    if (error instanceof WitnessmarkError) return [];
    throw error;
  }
}

/** One side of a file with conflict markers; the common ancestor of a three-way style is dropped. */
function takeSide(text: string, side: 'ours' | 'theirs'): string {
  let where: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    if (/^<{7}(?: |\r?$)/.test(line)) where = 'ours';
    else if (/^\|{7}(?: |\r?$)/.test(line)) where = 'base';
    else if (/^={7}(?: |\r?$)/.test(line)) where = 'theirs';
    else if (/^>{7}(?: |\r?$)/.test(line)) where = 'both';
    else if (where === 'both' || where === side) kept.push(line);
  }
  return kept.join('\n');
}
