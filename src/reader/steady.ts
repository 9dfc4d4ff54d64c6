import { itemOf, type ReadItem } from '../core/item.js';
import type { Factor } from '../core/map-back.js';
import { readerDependences, type Dependences } from '../core/reader-dependence.js';
import { unsteadyPlaces, WHOLE_ITEM, type UnstablePlace } from '../core/steadiness.js';
import type { Definition } from '../core/surface.js';
import type { Reading } from './read.js';

/** What two or three readings by two readers gave. Source: FORMAT 4.5, 4.6. */
export interface SteadyReading {
  /** The first reading by the standard reader: the one that is recorded. */
  readonly reading: Reading;
  readonly reads: number;
  /** `quotes-FACTOR:FIELD` and the like, by definition of that reading. */
  readonly findings: ReadonlyMap<Definition, readonly string[]>;
  /** Items that only the other reader was shown. */
  readonly onlyB: readonly ReadItem[];
  /** What differed between two readings by the standard reader. */
  readonly unsteady: readonly UnstablePlace[];
}

/**
 * Reads a server as reader A and as reader B, at the same time and never more than two processes at once;
 * where they differ, as A once more, so that what is unsteady is not taken for what depends on the reader.
 * `first` is a reading by A that was made already; the factors are asked for once B has read. Source: SANDBOX, "The differential read".
 */
export async function readSteadily(
  readAs: (reader: 'a' | 'b') => Promise<Reading>,
  factors: () => readonly Factor[],
  first?: Reading,
): Promise<SteadyReading> {
  if (first !== undefined) {
    const [b, second] = await both(readAs('b'), readAs('a'));
    return settled(first, readerDependences(first.definitions, b.definitions, factors()), second);
  }
  const [a, b] = await both(readAs('a'), readAs('b'));
  const dependences = readerDependences(a.definitions, b.definitions, factors());
  if (dependences.findings.size === 0 && dependences.onlyB.length === 0) {
    return { reading: a, reads: 2, ...dependences, unsteady: [] };
  }
  return settled(a, dependences, await readAs('a'));
}

/** Waits for both, so that no server is left running when one of them fails. */
async function both<Value>(a: Promise<Value>, b: Promise<Value>): Promise<[Value, Value]> {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
}

function settled(
  reading: Reading,
  { findings, onlyB }: Dependences,
  second: Reading,
): SteadyReading {
  const unsteady = unsteadyPlaces(reading.definitions, second.definitions);
  const places = new Set(unsteady.map(placeKey));
  // What one reader does not read the same twice says nothing about the other reader.
  const isSteady = ({ kind, id }: Pick<ReadItem, 'kind' | 'id'>, field: string): boolean =>
    !places.has(placeKey({ kind, id, field })) &&
    !places.has(placeKey({ kind, id, field: WHOLE_ITEM }));
  const kept = [...findings].map(([definition, found]) => {
    const item = itemOf(definition);
    return [definition, found.filter((finding) => isSteady(item, subjectOf(finding)))] as const;
  });
  return {
    reading,
    reads: 3,
    findings: new Map(kept.filter(([, found]) => found.length > 0)),
    onlyB: onlyB.filter((item) => isSteady(item, WHOLE_ITEM)),
    unsteady,
  };
}

/** What a finding is about: the text behind its code. */
function subjectOf(finding: string): string {
  return finding.slice(finding.indexOf(':') + 1);
}

function placeKey({ kind, id, field }: Pick<UnstablePlace, 'kind' | 'id' | 'field'>): string {
  return JSON.stringify([kind, id, field]);
}
