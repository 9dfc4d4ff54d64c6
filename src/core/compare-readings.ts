import { CONDITIONS, type Conditions } from './capture.js';
import { compareSurfaces, type ItemChange } from './compare.js';
import type { Item } from './item.js';

/** A reading as somebody published it. What its reader does not know of the conditions is absent. */
export interface ComparedReading {
  /** Name of the server that was read. */
  readonly server: string;
  readonly conditions: Conditions;
  readonly items: readonly Item[];
}

/** How two readings relate. Source: FORMAT 6. */
export interface Comparison {
  readonly verdict: 'same' | 'drift' | 'incomparable';
  /** Members of FORMAT 4.3 that both know and that differ, in the order of the file. */
  readonly differing: readonly string[];
  /** Members that apply and that one of them does not know, or neither does. */
  readonly unknown: readonly string[];
  /** What differs from A to B, also where it is no drift. */
  readonly changes: readonly ItemChange[];
}

/** How the readings of two records of several servers relate. Source: FORMAT 6. */
export interface SeveralComparison {
  readonly verdict: Comparison['verdict'];
  /** Sorted by name. */
  readonly servers: readonly ServerComparison[];
}

/** One of several servers: compared, in one of the files only, or not read in one of them. */
export type ServerComparison = { readonly server: string } & (
  | { readonly kind: 'compared'; readonly comparison: Comparison }
  | { readonly kind: 'only'; readonly side: Side }
  | { readonly kind: 'unread'; readonly sides: readonly Side[] }
);

/** Which of the two files. */
export type Side = 'A' | 'B';

/** What a server of several counts as: one that is not in both files has come or gone. */
export function verdictOfServer(each: ServerComparison): Comparison['verdict'] {
  switch (each.kind) {
    case 'compared':
      return each.comparison.verdict;
    case 'only':
      return 'drift';
    case 'unread':
      return 'incomparable';
  }
}

/** Returns the comparison of several servers; the worst of them decides. */
export function compareServers(servers: readonly ServerComparison[]): SeveralComparison {
  const verdicts = servers.map(verdictOfServer);
  const verdict = (['incomparable', 'drift'] as const).find((word) => verdicts.includes(word));
  return { verdict: verdict ?? 'same', servers };
}

/**
 * Compares two published readings. Other conditions are never drift; where one is unknown, equal digests are the
 * same and others are incomparable. Source: FORMAT 4.3, 4.4, 6.
 */
export function compareReadings(a: ComparedReading, b: ComparedReading): Comparison {
  const { differing, unknown } = compareConditions(a.conditions, b.conditions);
  const changes = compareSurfaces(a.items, b.items);
  return { verdict: verdictOf(differing, unknown, changes), differing, unknown, changes };
}

/** Which members of FORMAT 4.3 differ between two blocks, and which of them one does not tell. */
export function compareConditions(
  a: Conditions,
  b: Conditions,
): Pick<Comparison, 'differing' | 'unknown'> {
  const areDeployed = isDeployed(a) && isDeployed(b);
  const differing: string[] = [];
  const unknown: string[] = [];
  for (const { name, optional, launched } of CONDITIONS) {
    const [left, right] = [a.get(name), b.get(name)];
    const mayLack = optional === true || (areDeployed && launched === true);
    if (left === undefined && right === undefined) {
      if (!mayLack) unknown.push(name);
    } else if (name === 'pages.complete' && (left === false || right === false)) {
      differing.push(name);
    } else if (left === undefined || right === undefined) unknown.push(name);
    else if (JSON.stringify(left) !== JSON.stringify(right)) differing.push(name);
  }
  return { differing, unknown };
}

/** The word for what was found. Source: FORMAT 6. */
export function verdictOf(
  differing: readonly string[],
  unknown: readonly string[],
  changes: readonly ItemChange[],
): Comparison['verdict'] {
  if (differing.length > 0) return 'incomparable';
  if (changes.length === 0) return 'same';
  return unknown.length > 0 ? 'incomparable' : 'drift';
}

/** True for a block that tells of a server that was running already. Source: FORMAT 4.3. */
function isDeployed(conditions: Conditions): boolean {
  return conditions.has('endpoint') && !conditions.has('launch.command');
}
