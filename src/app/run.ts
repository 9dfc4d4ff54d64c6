import { applyAllowances } from '../core/allowances.js';
import type { Baseline } from '../core/baseline.js';
import { claimsFormat, itemLines, parseBaseline, renderBaseline } from '../core/baseline.js';
import type { BaselineItem } from '../core/baseline-item.js';
import { conditionsOf } from '../core/capture.js';
import { pairItems } from '../core/compare.js';
import { surfaceDigest, type Item, type ReadItem } from '../core/item.js';
import { printable } from '../core/printable.js';
import { KIND_FACTS } from '../core/surface.js';
import type { Host, ServerReading } from './read-server.js';
import type { RecordedItem, ReportedFinding, ServerReport } from '../report/server-report.js';
import type { Settings } from './settings.js';
import { quoteCommand } from './shell-words.js';
import type { BaselineText } from '../store/baseline-file.js';
import type { Place } from '../store/checkout.js';
import { problemOf, VERDICT_OF_CODE, WitnessmarkError } from '../errors.js';

/** What a use case needs from outside; tests pass fakes. */
export interface Dependencies {
  readonly locate: (workingDirectory: string, baselinePath: string) => Promise<Place>;
  readonly readServer: (
    settings: Settings,
    place: Place,
    host: Host,
    now: () => Date,
    onStderr: (text: string) => void,
  ) => Promise<ServerReading>;
  readonly baselines: BaselineStore;
  readonly host: Host;
  readonly now: () => Date;
  /** True where only what is committed counts. Source: FORMAT 3.6. */
  readonly ci: boolean;
  /** Receives faults of this program, with their stack. */
  readonly onFault: (error: unknown) => void;
}

/** The baseline file on disk. */
export interface BaselineStore {
  readonly read: (path: string, checkout: string) => Promise<BaselineText>;
  readonly readCommitted: (path: string, checkout: string) => Promise<BaselineText>;
  readonly conflictSides: (path: string) => Promise<readonly string[]>;
  readonly write: (path: string, checkout: string, text: string) => Promise<boolean>;
}

/** A reading under the allowances of the settings, ready to be compared, recorded and written. */
export interface PreparedReading {
  readonly items: readonly Item[];
  readonly baseline: Baseline;
  readonly reading: NonNullable<ServerReport['reading']>;
  readonly findings: readonly ReportedFinding[];
  /** Set when a field is unstable and not allowed to be: nothing may be written or compared. */
  readonly unstable?: WitnessmarkError;
}

/** Applies allowances and dates; `known` are the items whose `firstSeen` is kept. Source: FORMAT 3.3, 4.6. */
export function prepare(
  settings: Settings,
  { items, capture, reading }: ServerReading,
  known: readonly BaselineItem[],
  now: Date,
): PreparedReading {
  const allowed = applyAllowances(items, settings.allowances);
  const today = now.toISOString().slice(0, 10);
  const dates = new Map(
    pairItems(known, allowed.items).pairs.map(({ before, after }) => [after, before.firstSeen]),
  );
  const recorded: (RecordedItem & BaselineItem)[] = allowed.items.map((item) => {
    const { hasUnstable, itemDigest, ...rest } = item;
    return {
      ...rest,
      itemDigest: hasUnstable ? null : itemDigest,
      firstSeen: dates.get(item) ?? today,
    };
  });
  const baseline = { server: settings.server, conditions: conditionsOf(capture), items: recorded };
  const stable = recorded.filter(
    (item): item is typeof item & ReadItem => item.itemDigest !== null,
  );
  const unstable = unstableFields(recorded);
  return {
    ...(unstable === undefined ? {} : { unstable }),
    items: recorded,
    baseline,
    reading: {
      capture,
      surfaceDigest: surfaceDigest(stable),
      items: recorded,
      proposed: renderBaseline(baseline),
    },
    findings: [
      ...readingFindings(reading),
      ...allowed.unused.map(({ kind, id, field }) => ({
        kind,
        id,
        finding: `allowance-unused:${field}`,
      })),
      ...recorded.flatMap(({ kind, id, findings }) =>
        findings.map((finding) => ({ kind, id, finding })),
      ),
    ],
  };
}

/** Fields that hold the value of a variable differ wherever that value does. Source: FORMAT 4.6, 4.7. */
function unstableFields(items: readonly Item[]): WitnessmarkError | undefined {
  const found = items.flatMap(({ kind, id, findings }) =>
    findings
      .filter((finding) => finding.startsWith('quotes-secret:'))
      .map((finding) => `${kind}:${id ?? ''}:${finding.slice('quotes-secret:'.length)}`),
  );
  const [first] = found;
  if (first === undefined) return undefined;
  const rest = found.length > 1 ? ` and ${found.length - 1} more` : '';
  return new WitnessmarkError(
    'field-unstable',
    `${printable(first)}${rest} quotes the value that was given for a variable`,
    `Give the bare name, which gets a placeholder; or leave the field out of the comparison: --allow-unstable ${quoteCommand([printable(first)])}`,
  );
}

function readingFindings({ absent, noiseLines }: ServerReading['reading']): ReportedFinding[] {
  const found: ReportedFinding[] = absent
    .filter(({ why }) => why === 'not-offered')
    .map(({ kind, why }) => ({ kind: null, id: null, finding: `${why}:${KIND_FACTS[kind].word}` }));
  if (noiseLines > 0)
    found.push({ kind: null, id: null, finding: 'stdout-noise', count: noiseLines });
  return found;
}

/** The report of a run that ended with an error. Faults of ours are passed on with their stack. */
export function failureReport(
  settings: Pick<Settings, 'server'>,
  error: unknown,
  dependencies: Pick<Dependencies, 'onFault'>,
  stderr?: string,
): ServerReport {
  if (!(error instanceof WitnessmarkError)) dependencies.onFault(error);
  const problem = problemOf(error);
  return {
    server: settings.server,
    verdict: VERDICT_OF_CODE[problem.code],
    changes: [],
    conditions: [],
    findings: [],
    problem,
    ...(stderr === undefined || stderr === '' ? {} : { stderr }),
  };
}

/** A baseline as text or as the error that stands in its way. */
export type FoundBaseline =
  | {
      readonly kind: 'baseline';
      readonly baseline: Baseline;
      readonly lines: ReadonlyMap<string, number>;
    }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'rejected';
      readonly error: WitnessmarkError;
      /** True where `mark` may write over it. */
      readonly isReplaceable: boolean;
    };

/** Reads and parses a baseline; rejection is a result here, since the server is read all the same. */
export async function findBaseline(read: () => Promise<BaselineText>): Promise<FoundBaseline> {
  let text: string | undefined;
  try {
    const found = await read();
    if (found.kind === 'missing') return found;
    ({ text } = found);
    return { kind: 'baseline', baseline: parseBaseline(text), lines: itemLines(text) };
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    if (text !== undefined) return { kind: 'rejected', ...rejection(error, text) };
    return { kind: 'rejected', error, isReplaceable: error.code === 'baseline-not-committed' };
  }
}

/**
 * Whether `mark` may replace a file whose content was rejected, and the error with the way out that there
 * is. Only what claims to be a baseline of this format is replaced: any other file is somebody's.
 */
export function rejection(
  error: WitnessmarkError,
  text: string,
): { readonly error: WitnessmarkError; readonly isReplaceable: boolean } {
  if (error.code === 'baseline-newer-format') return { error, isReplaceable: false };
  if (claimsFormat(text)) return { error, isReplaceable: true };
  const hint =
    'Is it the right file? One that is no baseline is never overwritten: remove it first, then witnessmark mark.';
  const cause = { cause: error };
  return {
    error: new WitnessmarkError(error.code, error.message, hint, cause),
    isReplaceable: false,
  };
}
