import {
  claimsFormat,
  hasConflictMarkers,
  parseBaseline,
  renderBaseline,
  type Baseline,
} from '../core/baseline.js';
import type { BaselineItem } from '../core/baseline-item.js';
import { differingConditions } from '../core/capture.js';
import { compareSurfaces } from '../core/compare.js';
import { itemKey } from '../core/item.js';
import { openNotices, readForBaseline } from './baseline-reading.js';
import { failureReport, rejection, withNotices, type Dependencies } from './run.js';
import type { ServerReport } from '../report/server-report.js';
import type { Settings } from './settings.js';
import type { Place } from '../store/checkout.js';
import { WitnessmarkError } from '../errors.js';

/**
 * Reads a server and writes its baseline; committing that file is the approval. A file with the same
 * content is not touched. A failed or incomplete reading writes nothing. Never throws.
 * Source: FORMAT 3.3, 3.4, 5.
 */
export async function mark(settings: Settings, dependencies: Dependencies): Promise<ServerReport> {
  let stderr: string | undefined;
  try {
    const place = await dependencies.locate(settings.workingDirectory, settings.baselinePath);
    // Before the server is started: a file that may not be replaced makes the reading useless.
    const known = await knownBaseline(place, dependencies);
    const prepared = await readForBaseline(settings, dependencies, place, known, (text) => {
      stderr = text;
    });
    const proposed = renderBaseline(prepared.baseline);
    const written = await dependencies.baselines.write(
      place.baselinePath,
      place.checkout,
      proposed,
    );
    const report: ServerReport = {
      server: settings.server,
      verdict: 'match',
      changes: compareSurfaces(known.items, prepared.items),
      conditions:
        known.conditions === undefined
          ? []
          : differingConditions(known.conditions, prepared.baseline.conditions),
      findings: prepared.findings,
      reading: prepared.reading,
      written,
      isFirst: known.items.length === 0,
      isResolved: known.isResolved === true,
    };
    return withNotices(report, openNotices(settings));
  } catch (error) {
    return { ...failureReport(settings, error, dependencies, stderr), isMark: true };
  }
}

/** What is known of a baseline: without conditions where only its items could be saved. */
type KnownBaseline = Pick<Baseline, 'items'> &
  Partial<Pick<Baseline, 'conditions'>> & { readonly isResolved?: boolean };

/** The baseline whose dates are kept; without items where there is no usable one. */
async function knownBaseline(place: Place, { baselines }: Dependencies): Promise<KnownBaseline> {
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
