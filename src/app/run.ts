import { applyAllowances, isAllowed, type Allowance } from '../core/allowances.js';
import type { Baseline } from '../core/baseline.js';
import { claimsFormat, parseBaselineFile } from '../core/baseline.js';
import type { BaselineItem } from '../core/baseline-item.js';
import { claimedConditions, conditionsOf, type Conditions } from '../core/capture.js';
import { pairItems } from '../core/compare.js';
import { compareCodeUnits } from '../core/order.js';
import { WHOLE_ITEM, type UnstablePlace } from '../core/steadiness.js';
import { SECRET_FINDING } from '../core/secrets.js';
import { isDifferentialFinding } from '../core/verdict.js';
import { quoteCommand } from './shell-words.js';
import { MAX_LISTED_NAMES } from '../limits.js';
import { sameFields, surfaceDigest, type Item, type ReadItem } from '../core/item.js';
import { printable } from '../core/printable.js';
import { KIND_FACTS } from '../core/surface.js';
import type { Host, ServerReader, ServerReading, ServerRequest } from './server-reader.js';
import type { RecordedItem, ReportedFinding, ServerReport } from '../report/server-report.js';
import type { Settings } from './settings.js';
import type { EntryState } from '../detect/setup-part.js';
import type { BaselineText } from '../store/baseline-file.js';
import type { Place } from '../store/checkout.js';
import { problemOf, VERDICT_OF_CODE, WitnessmarkError } from '../errors.js';

/** What a use case needs from outside; tests pass fakes. */
export interface Dependencies {
  readonly locate: (workingDirectory: string, baselinePath: string) => Promise<Place>;
  readonly openServer: (request: ServerRequest) => ServerReader;
  readonly baselines: BaselineStore;
  /** The file that names several servers. */
  readonly configuration: {
    readonly read: (path: string, checkout: string, ci: boolean) => Promise<string | undefined>;
    readonly trackedBaselines: (checkout: string) => Promise<readonly string[]>;
  };
  readonly workflows: WorkflowStore;
  readonly host: Host;
  readonly now: () => Date;
  /** True where only what is committed counts. Source: FORMAT 3.6. */
  readonly ci: boolean;
  /** Receives faults of this program, with their stack. */
  readonly onFault: (error: unknown) => void;
  /** True where a check reads as a stranger too although the standard reading agrees: on a schedule. */
  readonly meetStranger: boolean;
}

/** The baseline file on disk. */
export interface BaselineStore {
  readonly read: (path: string, checkout: string) => Promise<BaselineText>;
  readonly readCommitted: (path: string, checkout: string) => Promise<BaselineText>;
  readonly conflictSides: (path: string) => Promise<readonly string[]>;
  readonly write: (path: string, checkout: string, text: string) => Promise<boolean>;
}

/** The workflow that runs the check, and what git knows that it depends on. */
export interface WorkflowStore {
  /** Path of the one that is there, from the root of the checkout. */
  readonly find: (checkout: string) => Promise<string | undefined>;
  readonly create: (checkout: string, text: string) => Promise<void>;
  /** Writes a baseline where there is none. */
  readonly createBaseline: (path: string, text: string) => Promise<void>;
  readonly isCheckout: (directory: string) => Promise<boolean>;
  readonly defaultBranch: (checkout: string) => Promise<string | undefined>;
  readonly fileState: (directory: string, path: string) => Promise<EntryState>;
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
  { items, capture, reading, onlyB, unsteady, notices, isClaim }: ServerReading,
  recordedBaseline: Pick<Baseline, 'items'> & { readonly conditions?: Conditions },
  now: Date,
): PreparedReading {
  const { items: known, conditions: recordedConditions } = recordedBaseline;
  const own = conditionsOf(capture);
  const conditions = isClaim ? claimedConditions(own, recordedConditions) : own;
  const allowed = applyAllowances(items, settings.allowances);
  const today = now.toISOString().slice(0, 10);
  const earlier = new Map(
    pairItems(known, allowed.items).pairs.map(({ before, after }) => [after, before]),
  );
  const recorded: (RecordedItem & BaselineItem)[] = allowed.items.map((item) => {
    const { hasUnstable, itemDigest, ...read } = item;
    const rest = capture.reads > 1 ? read : withKnownFindings(read, earlier.get(item));
    return {
      ...rest,
      itemDigest: hasUnstable ? null : itemDigest,
      firstSeen: earlier.get(item)?.firstSeen ?? today,
    };
  });
  const baseline = { server: settings.server, conditions, items: recorded };
  const stable = recorded.filter(
    (item): item is typeof item & ReadItem => item.itemDigest !== null,
  );
  const unstable = unstablePlaces(recorded, unsteady, settings.allowances);
  return {
    ...(unstable === undefined ? {} : { unstable }),
    items: recorded,
    baseline,
    reading: {
      capture,
      surfaceDigest: surfaceDigest(stable),
      items: recorded,
      baseline,
      notices,
    },
    findings: [
      ...readingFindings(reading),
      ...onlyB
        .filter(({ kind, id }) => !isAllowed({ kind, id, field: WHOLE_ITEM }, settings.allowances))
        .map(({ kind, id }) => ({ kind, id, finding: 'varies:item' })),
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

/**
 * What only two readers can find out is kept from the baseline where one reading agrees with it.
 * Source: FORMAT 3.6, 4.5.
 */
function withKnownFindings<Each extends Item>(item: Each, known: BaselineItem | undefined): Each {
  if (known === undefined || !sameFields(known, item)) return item;
  const kept = known.findings.filter(isDifferentialFinding);
  return { ...item, findings: [...new Set([...item.findings, ...kept])].sort(compareCodeUnits) };
}

const WHY: Readonly<Record<UnstablePlace['why'], string>> = {
  differs: 'differs between two readings',
  date: "holds today's date, which stands in no tracked file",
  secret: 'quotes the value that was given for a variable',
  reader: 'is shown to another reader and not to the standard one',
};

/** What may not be recorded or compared until it is mended or allowed. Source: FORMAT 4.6, 4.7. */
function unstablePlaces(
  items: readonly Item[],
  unsteady: readonly UnstablePlace[],
  allowances: readonly Allowance[],
): WitnessmarkError | undefined {
  const secrets = items.flatMap(({ kind, id, findings }) =>
    findings
      .filter((finding) => finding.startsWith(SECRET_FINDING))
      .map((finding): UnstablePlace => ({
        kind,
        id,
        field: finding.slice(SECRET_FINDING.length),
        why: 'secret',
      })),
  );
  const found = [...unsteady, ...secrets].filter((place) => !isAllowed(place, allowances));
  const names = [
    ...new Set(found.map(({ kind, id, field }) => printable(`${kind}:${id ?? ''}:${field}`))),
  ];
  const [first] = found;
  if (first === undefined) return undefined;
  const listed = names.slice(0, MAX_LISTED_NAMES);
  const rest = names.length > listed.length ? ` and ${names.length - listed.length} more` : '';
  const allowed = listed.map((name) => `--allow-unstable ${quoteCommand([name])}`).join(' ');
  return new WitnessmarkError(
    'field-unstable',
    `${listed.join(', ')}${rest}: ${[...new Set(found.map(({ why }) => WHY[why]))].join('; ')}`,
    `${found.every(({ why }) => why === 'secret') ? 'Give the bare name, which gets a placeholder (--env NAME)' : 'Let the server give the same text each time'}, or leave it out of the comparison: ${allowed}`,
    { tryWith: allowed },
  );
}

function readingFindings({
  absent,
  noTools,
  noiseLines,
  transport,
}: ServerReading['reading']): ReportedFinding[] {
  const found: ReportedFinding[] = absent
    .filter(({ why }) => why === 'not-offered')
    .map(({ kind, why }) => ({ kind: null, id: null, finding: `${why}:${KIND_FACTS[kind].word}` }));
  if (noTools !== undefined) {
    found.push({ kind: null, id: null, finding: 'no-tools' });
    if (noTools.variable !== undefined)
      found.push({ kind: null, id: null, finding: `missing-variable:${noTools.variable}` });
  }
  if (noiseLines > 0)
    found.push({
      kind: null,
      id: null,
      finding: transport === 'stdio' ? 'stdout-noise' : 'stray-messages',
      count: noiseLines,
    });
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

/** A report that says something more. */
export function withNotices(report: ServerReport, notices: readonly string[]): ServerReport {
  const { reading } = report;
  if (reading === undefined || notices.length === 0) return report;
  return { ...report, reading: { ...reading, notices: [...reading.notices, ...notices] } };
}

/** The protocol version under which a baseline was read; its era is tried first. */
export function recordedProtocol(conditions: Conditions | undefined): string | undefined {
  const version = conditions?.get('protocol.negotiated');
  return typeof version === 'string' ? version : undefined;
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
    return { kind: 'baseline', ...parseBaselineFile(text) };
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    if (text !== undefined) return { kind: 'rejected', ...rejection(error, text) };
    return { kind: 'rejected', error, isReplaceable: NOT_COMMITTED.includes(error.code) };
  }
}

/** The file may be right: it only does not count. */
const NOT_COMMITTED: readonly string[] = ['baseline-not-committed', 'no-checkout'];

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
