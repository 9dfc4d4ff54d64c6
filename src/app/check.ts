import { judge } from '../core/verdict.js';
import {
  failureReport,
  findBaseline,
  prepare,
  recordedProtocol,
  withNotices,
  type Dependencies,
  type PreparedReading,
} from './run.js';
import type { ServerReport } from '../report/server-report.js';
import type { Settings } from './settings.js';
import type { Place } from '../store/checkout.js';
import type { ServerReader, ServerReading } from './server-reader.js';
import { printable } from '../core/printable.js';
import { WHOLE_ITEM, type UnstablePlace } from '../core/steadiness.js';
import { MAX_LISTED_NAMES } from '../limits.js';
import { VERDICT_OF_CODE, WitnessmarkError } from '../errors.js';

/**
 * Holds a server against its committed baseline. Writes nothing, and reads the server also where there is
 * no baseline, so that one can be proposed. Never throws: what went wrong is the report's problem.
 * Source: FORMAT 3.6, 5; PRODUCT "GitHub".
 */
export async function check(settings: Settings, dependencies: Dependencies): Promise<ServerReport> {
  let stderr: string | undefined;
  let server: ServerReader | undefined;
  let committed: Pick<ServerReport, 'committed'> = {};
  try {
    const place = await dependencies.locate(settings.workingDirectory, settings.baselinePath);
    const { baselines, host, now, ci, meetStranger } = dependencies;
    const found = await findBaseline(() =>
      ci
        ? baselines.readCommitted(place.baselinePath, place.checkout)
        : baselines.read(place.baselinePath, place.checkout),
    );
    if (found.kind === 'baseline') committed = { committed: found.baseline };
    const recorded = found.kind === 'baseline' ? found.baseline.conditions : undefined;
    server = dependencies.openServer({
      settings,
      place,
      host,
      now,
      recordedProtocol: recordedProtocol(recorded),
      onStderr: (text) => (stderr = text),
    });
    const reading = await server.readOnce();
    const { settled, standard } = atFirst(held(settings, reading, found, now()), meetStranger);
    if (settled !== undefined) {
      const notices = ci ? [] : await uncommittedNotice(place, baselines);
      return { ...withNotices(settled, notices), ...committed };
    }
    // Nothing is reported before drift, what depends on the reader and what is unsteady are told apart.
    const steady = await server.readSteadily({ reading: reading.reading });
    const report =
      standard === undefined
        ? held(settings, steady, found, now())
        : metByStranger(settings, steady, found, now(), standard);
    return { ...report, ...committed };
  } catch (error) {
    return { ...failureReport(settings, error, dependencies, stderr), ...committed };
  } finally {
    await server?.close();
  }
}

/** What matches here and would not count in CI. */
async function uncommittedNotice(
  { baselinePath, checkout }: Place,
  { readCommitted }: Dependencies['baselines'],
): Promise<string[]> {
  try {
    await readCommitted(baselinePath, checkout);
    return [];
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    return error.code === 'baseline-not-committed'
      ? ['The baseline is not committed as it is here: in CI only the committed one counts.']
      : [];
  }
}

/**
 * What a single reading settles: a match, unless a stranger is to read too. What else it gave is dropped, so that a
 * long list is not kept beside the reading that is reported.
 */
function atFirst(
  report: ServerReport,
  meetStranger: boolean,
): { readonly settled?: ServerReport; readonly standard?: ServerReport } {
  if (report.verdict !== 'match') return {};
  return meetStranger ? { standard: report } : { settled: report };
}

/**
 * Judges what a stranger was shown by a server that shows the standard reader what is recorded: an item of
 * its own is unstable until it is allowed, and a field that the baseline does not record as one that varies
 * has to be recorded so. Source: SANDBOX, "The differential read".
 */
function metByStranger(
  settings: Settings,
  steady: ServerReading,
  found: Awaited<ReturnType<typeof findBaseline>>,
  now: Date,
  standard: ServerReport,
): ServerReport {
  const shownToB = steady.onlyB.map(({ kind, id }): UnstablePlace => ({
    kind,
    id,
    field: WHOLE_ITEM,
    why: 'reader',
  }));
  const unsteady = [...steady.unsteady, ...shownToB];
  const report = held(settings, { ...steady, unsteady }, found, now);
  if (report.problem?.code !== 'baseline-inconsistent') return report;
  const wordsOf = ({ findings }: ServerReport): string[] =>
    findings.map(({ kind, id, finding }) => printable(`${kind ?? ''}:${id ?? ''} ${finding}`));
  const known = wordsOf(standard);
  const fresh = [...new Set(wordsOf(report))].filter((words) => !known.includes(words));
  const listed = fresh.slice(0, MAX_LISTED_NAMES);
  const rest = fresh.length > listed.length ? ` and ${fresh.length - listed.length} more` : '';
  const error = new WitnessmarkError(
    'baseline-inconsistent',
    listed.length === 0
      ? 'the baseline records fields that depend on the reader, and they no longer do'
      : `the standard reader is shown what the baseline records, and another reader something else: ${listed.join(', ')}${rest}`,
    'Find out by what the server tells its readers apart. If that is meant, record it: witnessmark mark',
  );
  return { ...report, problem: error.toProblem() };
}

function held(
  settings: Settings,
  serverReading: ServerReading,
  found: Awaited<ReturnType<typeof findBaseline>>,
  now: Date,
): ServerReport {
  const known = found.kind === 'baseline' ? found.baseline : { items: [] };
  const prepared = prepare(settings, serverReading, known, now);
  if (prepared.unstable !== undefined) return failed(settings, prepared, prepared.unstable);
  switch (found.kind) {
    case 'missing':
      return failed(settings, prepared, missing());
    case 'rejected':
      return {
        ...failed(settings, prepared, found.error),
        ...(found.isReplaceable ? {} : { markRefuses: true }),
      };
    case 'baseline': {
      const judgement = judge(found.baseline, prepared.baseline, serverReading.capture.reads > 1);
      const common = {
        ...reportOf(settings, prepared),
        baselineLines: found.lines,
        changes: [],
        conditions: [],
      };
      switch (judgement.kind) {
        case 'match':
          return { ...common, verdict: 'match' };
        case 'drift':
          return { ...common, verdict: 'drift', changes: judgement.changes };
        case 'incomparable':
          return {
            ...common,
            verdict: 'incomparable',
            conditions: judgement.conditions,
            changes: judgement.changes,
          };
        case 'inconsistent':
          return { ...common, verdict: 'unmarked', problem: judgement.problem };
      }
    }
  }
}

function failed(
  settings: Settings,
  prepared: PreparedReading,
  error: WitnessmarkError,
): ServerReport {
  return {
    ...reportOf(settings, prepared),
    verdict: VERDICT_OF_CODE[error.code],
    changes: [],
    conditions: [],
    problem: error.toProblem(),
  };
}

function reportOf(
  { server }: Settings,
  { reading, findings }: PreparedReading,
): Pick<ServerReport, 'server' | 'reading' | 'findings'> {
  return { server, reading, findings };
}

function missing(): WitnessmarkError {
  return new WitnessmarkError(
    'baseline-missing',
    'there is no baseline',
    'Read the server and write one, then commit it: witnessmark mark',
  );
}
