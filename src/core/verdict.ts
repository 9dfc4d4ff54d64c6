import type { Baseline } from './baseline.js';
import { differingConditions, type Conditions } from './capture.js';
import { compareSurfaces, inconsistentItems, type ItemChange } from './compare.js';
import type { Item } from './item.js';
import { printable } from './printable.js';
import { WitnessmarkError, type Problem } from '../errors.js';

/** What a reading is, held against a baseline that could be read. Source: FORMAT 5. */
export type Judgement =
  | { readonly kind: 'match' }
  | { readonly kind: 'drift'; readonly changes: readonly ItemChange[] }
  | {
      readonly kind: 'incomparable';
      /** Members of the capture block that differ; at least one. */
      readonly conditions: readonly string[];
      /** What differs between the surfaces, listed and never called drift. */
      readonly changes: readonly ItemChange[];
    }
  | { readonly kind: 'inconsistent'; readonly problem: Problem };

/** Findings that take two readers; one reading neither confirms nor refutes them. Source: FORMAT 4.5. */
export function isDifferentialFinding(finding: string): boolean {
  return /^(?:quotes-(?!secret:)[a-z-]+|varies):/.test(finding);
}

/**
 * Judges a reading. `match` needs every line of the baseline that a reading determines to equal it.
 * Findings that take two readers count only where two have read. Source: FORMAT 3.6, 4.3, 5.
 */
export function judge(
  baseline: Baseline,
  reading: {
    readonly server: string;
    readonly conditions: Conditions;
    readonly items: readonly Item[];
  },
  byTwoReaders = false,
): Judgement {
  const changes = compareSurfaces(baseline.items, reading.items);
  const conditions = differingConditions(baseline.conditions, reading.conditions);
  if (conditions.length > 0) return { kind: 'incomparable', conditions, changes };
  if (changes.length > 0) return { kind: 'drift', changes };
  const stale = inconsistentItems(
    baseline.items,
    reading.items,
    (finding) => !byTwoReaders && isDifferentialFinding(finding),
  );
  if (baseline.server !== reading.server)
    return inconsistent('its "server" is not the name of this server');
  const [first] = stale;
  if (first === undefined) return { kind: 'match' };
  const place = first.id === null ? first.kind : `${first.kind} ${printable(first.id)}`;
  const rest = stale.length > 1 ? ` and ${stale.length - 1} more` : '';
  return inconsistent(`aspects or findings of ${place}${rest} do not belong to their fields`);
}

function inconsistent(what: string): Judgement {
  const error = new WitnessmarkError(
    'baseline-inconsistent',
    `every field agrees with the server, but the baseline contradicts itself: ${what}`,
    'Nothing but a reading may write this file; renew it: witnessmark mark',
  );
  return { kind: 'inconsistent', problem: error.toProblem() };
}
