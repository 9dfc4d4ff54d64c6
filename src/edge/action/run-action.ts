import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { openBase, type BaseAccess } from '../../app/base.js';
import { check } from '../../app/check.js';
import { withDigests } from '../../app/digests.js';
import { mark } from '../../app/mark.js';
import { reportContext } from '../../app/next.js';
import { failureReport, type Dependencies } from '../../app/run.js';
import { inParallel, orphanReports, planOf, type Plan } from '../../app/servers.js';
import { parseFlag, parseMode, type Settings } from '../../app/settings.js';
import { quoteCommand } from '../../app/shell-words.js';
import { renderBaseline } from '../../core/baseline.js';
import type { ChangeWord } from '../../core/compare.js';
import { printableJson } from '../../core/printable.js';
import { renderRecord } from '../../report/record.js';
import type { BaseReport, ReportContext, ServerReport } from '../../report/server-report.js';
import {
  renderRunSummary,
  renderScreen,
  runAnnotations,
  verdictOf,
  type Reported,
} from '../../report/several.js';
import { readBaseEvent } from './base-event.js';
import { remoteRepository } from './remote-repository.js';
import type { ApiClient, ApiPatience } from './api-client.js';
import { readInputs, refuseOtherEvents, type Environment } from './inputs.js';
import { COMMENT_INPUTS, keepComment } from './pull-request-comment.js';
import { WitnessmarkError } from '../../errors.js';
import { EXIT_CODES, type Verdict } from '../../exit-codes.js';
import { API_ATTEMPT_MS, BASE_TIMEOUT_MS, MAX_OUTPUT_LENGTH } from '../../limits.js';

/** Where an annotation stands, as the runner names it. */
interface AnnotationPlace {
  readonly title?: string;
  readonly file?: string;
  readonly startLine?: number;
}

/** What the Action uses of the runner's toolkit; `@actions/core` is one. */
export interface Toolkit {
  info(line: string): void;
  warning(message: string, properties?: AnnotationPlace): void;
  error(message: string, properties: AnnotationPlace): void;
  notice(message: string, properties: AnnotationPlace): void;
  setOutput(name: string, value: string): void;
  readonly summary: { addRaw(text: string): { write(): Promise<unknown> } };
}

/** The process, as far as the Action needs it. */
export interface ActionHost {
  readonly env: Environment;
  readonly currentDirectory: string;
  /** Where files for later steps go when the runner names no place. */
  readonly temporaryDirectory: string;
  readonly loadToolkit: () => Promise<Toolkit>;
  /** Opens a client of GitHub's API; called only where something has to be asked. */
  readonly openApi: (token: string, baseUrl: string, patience: ApiPatience) => Promise<ApiClient>;
}

/** Loads `@actions/core`; it takes a while, so that it is loaded while the server boots. */
export async function loadActionsCore(): Promise<Toolkit> {
  return await import('@actions/core');
}

/** Runs the Action once and returns the exit code. Source: PRODUCT "GitHub". */
export async function runAction(host: ActionHost, dependencies: Dependencies): Promise<number> {
  let toolkit: Promise<Toolkit> | undefined;
  const started: Dependencies = {
    ...dependencies,
    openServer: (request) =>
      dependencies.openServer({
        ...request,
        onStarted: () => void (toolkit ??= host.loadToolkit()),
      }),
  };
  const { plan, mode, isReportOnly, hasProfiles, token, commented, error } = await readPlan(
    host,
    dependencies,
  );
  const digesting = hasProfiles ? withDigests(started) : undefined;
  const servers: readonly (Settings | undefined)[] = plan?.servers ?? [undefined];
  const remote = remoteOf(token, host);
  const event = mode === 'mark' ? undefined : await readBaseEvent(host.env);
  const openings = await inParallel(servers, async (settings) => {
    if (settings === undefined || event === undefined) return {};
    const opening = openBase({ ...event, ...remote }, settings.baselinePath);
    // A server without isolation could touch the history; one in a box cannot, and starts at once.
    if (settings.isolation === 'none') await opening;
    return { opening };
  });
  const isSeveral = servers.length + (plan?.orphans.length ?? 0) > 1;
  const found = await inParallel([...servers.entries()], async ([index, settings]) => {
    const own =
      settings === undefined
        ? failureReport({ server: 'default' }, error, dependencies)
        : await (mode === 'mark' ? mark : check)(settings, digesting?.dependencies ?? started);
    const base = await openings[index]?.opening;
    const report =
      base === undefined ? own : { ...own, base: onlyFirst(await base.reportOn(own), index) };
    const recorded = digesting?.completed(report) ?? report;
    const sources = report.changes.length === 0 ? undefined : await base?.sourcesOf(report);
    const context: ReportContext = {
      ...contextOf(settings, host, isSeveral),
      ...(isReportOnly ? { isReportOnly } : {}),
      ...(sources === undefined ? {} : { sources }),
    };
    return { report: recorded, context };
  });
  const orphans = plan === undefined || mode === 'mark' ? [] : orphanReports(plan, dependencies);
  const entries: readonly Reported[] = [
    ...(isSeveral ? withDownload(found, servers, host) : found),
    ...orphans.map((report) => ({
      report,
      context: {
        ...contextOf(undefined, host, isSeveral),
        serverName: report.server,
        isReportOnly,
      },
    })),
  ];
  const verdict = verdictOf(entries);
  let loaded: Toolkit;
  try {
    loaded = await (toolkit ?? host.loadToolkit());
    await publish(entries, { mode, servers, host, toolkit: loaded });
  } catch (failure) {
    // An exit code of its own: a runner that cannot take outputs must not look like drift.
    dependencies.onFault(failure);
    return EXIT_CODES.internal;
  }
  if (commented !== undefined) {
    // Last, when verdict, outputs and summary are out: what fails here fails nothing.
    const { level, message } = await keepComment(entries, token, commented, host);
    loaded[level](message);
  }
  return isReportOnly && !FAILS_ANYWAY.includes(verdict) ? 0 : EXIT_CODES[verdict];
}

/** A report never waits for long for what it can do without. */
const BASE_PATIENCE: ApiPatience = {
  attemptMs: API_ATTEMPT_MS,
  questionMs: BASE_TIMEOUT_MS,
  totalMs: Infinity,
};

/** Who can tell what a clone does not have; one for all servers of a run. */
function remoteOf(token: string, { env, openApi }: ActionHost): Pick<BaseAccess, 'remote'> {
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(env['GITHUB_REPOSITORY'] ?? '') ?? [];
  const baseUrl = env['GITHUB_API_URL'] ?? 'https://api.github.com';
  return token === '' || owner === undefined || repo === undefined
    ? {}
    : { remote: remoteRepository(() => openApi(token, baseUrl, BASE_PATIENCE), owner, repo) };
}

function withoutConfiguration(told: ToldBase): ToldBase {
  const { kind, isRemoved, isSame, approval, origin, changedFiles } = told;
  return {
    kind,
    isRemoved,
    isSame,
    ...(approval === undefined ? {} : { approval }),
    ...(origin === undefined ? {} : { origin }),
    ...(changedFiles === undefined ? {} : { changedFiles }),
  };
}

/** A change of the configuration is one for all servers, and is told with the first. */
function onlyFirst(base: BaseReport, index: number): BaseReport {
  if (index === 0 || base.told.kind === 'untold') return base;
  return { ...base, told: withoutConfiguration(base.told) };
}

type ToldBase = Extract<BaseReport['told'], { readonly kind: 'told' }>;

/** What is no statement about a server fails also where verdicts are only reported. */
const FAILS_ANYWAY: readonly Verdict[] = ['usage', 'internal'];

interface Inputs {
  readonly mode: 'check' | 'mark';
  readonly isReportOnly: boolean;
  readonly hasProfiles: boolean;
  /** Empty for none. */
  readonly token: string;
  /** The inputs that tell this run's comment from others; absent where there is to be none. */
  readonly commented?: readonly string[];
  readonly plan?: Plan;
  readonly error?: unknown;
}

async function readPlan(
  { env, currentDirectory }: ActionHost,
  dependencies: Dependencies,
): Promise<Inputs> {
  let known: Pick<Inputs, 'token' | 'commented'> = { token: '' };
  try {
    const inputs = readInputs(env);
    const mode = parseMode(inputs.get('mode') ?? 'check');
    const token = inputs.get('token') ?? '';
    if (parseFlag('comment', inputs.get('comment') ?? 'false')) {
      if (mode === 'mark') throw noComment();
      known = { token, commented: COMMENT_INPUTS.map((name) => inputs.get(name) ?? '') };
    }
    const event = env['GITHUB_EVENT_NAME'] ?? '';
    refuseOtherEvents(event);
    if (mode === 'mark' && ['pull_request', 'merge_group'].includes(event)) throw markRefused();
    const isReportOnly = parseFlag('report-only', inputs.get('report-only') ?? 'false');
    if (isReportOnly && mode === 'mark') throw nothingToReport();
    const hasProfiles = parseFlag('profiles', inputs.get('profiles') ?? 'false');
    const plan = await planOf(inputs, currentDirectory, 'action', dependencies);
    return { ...known, mode, isReportOnly, hasProfiles, token, plan };
  } catch (error) {
    return { ...known, mode: 'check', isReportOnly: false, hasProfiles: false, error };
  }
}

function markRefused(): WitnessmarkError {
  return new WitnessmarkError(
    'mark-refused',
    'mode mark does not run on pull requests and merge groups: it would approve what it is to judge',
    'Use mode: check here, and commit the proposed baseline to approve a change.',
  );
}

function noComment(): WitnessmarkError {
  return new WitnessmarkError(
    'bad-option-value',
    'comment belongs to mode check: mark does not run on pull requests',
    'Leave comment out, or write mode: check',
  );
}

function nothingToReport(): WitnessmarkError {
  return new WitnessmarkError(
    'bad-option-value',
    'report-only belongs to mode check: mark gates nothing',
    'Leave report-only out, or write mode: check',
  );
}

function contextOf(
  settings: Settings | undefined,
  { env, currentDirectory }: ActionHost,
  isSeveral: boolean,
): ReportContext {
  const repository = env['GITHUB_ACTION_REPOSITORY'] ?? '';
  const ref = env['GITHUB_ACTION_REF'] ?? '';
  const isNamed = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref);
  // A name that nobody has registered must never be fetched: without a repository only the program is named.
  const program = isNamed ? ['npx', '--yes', `github:${repository}#${ref}`] : ['witnessmark'];
  if (settings !== undefined) {
    const context = reportContext(settings, program, currentDirectory);
    // In a matrix each job has an artifact of its own; of several baselines `withDownload` knows which they are.
    const artifact =
      settings.server === 'default' ? 'witnessmark' : `witnessmark-${settings.server}`;
    const download = isSeveral
      ? undefined
      : downloadCommand([context.baseline], dirname(context.baseline), artifact, env);
    return {
      ...context,
      isWorkflow: true,
      ...(isSeveral ? { serverName: settings.server } : {}),
      ...(download === undefined ? {} : { next: { ...context.next, download, artifact } }),
    };
  }
  return {
    baseline: 'witnessmark.json',
    commandLine: '',
    isWorkflow: true,
    next: { check: 'witnessmark check', mark: 'witnessmark mark', commit: 'git commit' },
  };
}

/**
 * The command that puts an artifact of this run in the baselines' place. `gh` refuses to write over a file, so the old
 * ones go first. Undefined where the runner does not say which run this is.
 */
function downloadCommand(
  baselines: readonly string[],
  directory: string,
  artifact: string,
  env: Environment,
): string | undefined {
  const run = env['GITHUB_RUN_ID'] ?? '';
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (!/^\d+$/.test(run) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return undefined;
  const host = /^https:\/\/([\w.-]+)$/.exec(env['GITHUB_SERVER_URL'] ?? '')?.[1] ?? 'github.com';
  const place = host === 'github.com' ? repository : `${host}/${repository}`;
  const words = ['gh', 'run', 'download', run, '-R', place, '-n', artifact];
  const isDashed = baselines.some((baseline) => baseline.startsWith('-'));
  return [
    quoteCommand(['rm', '-f', ...(isDashed ? ['--'] : []), ...baselines]),
    quoteCommand([...words, ...(directory === '.' ? [] : ['-D', directory])]),
  ].join(' && ');
}

interface Publication {
  readonly mode: 'check' | 'mark';
  /** In the order of the entries, which may have more behind them. */
  readonly servers: readonly (Settings | undefined)[];
  readonly host: ActionHost;
  readonly toolkit: Toolkit;
}

async function publish(
  entries: readonly Reported[],
  { mode, servers, host, toolkit }: Publication,
): Promise<void> {
  const screen = renderScreen(entries, mode, servers[0]?.showStderr ?? false);
  for (const line of screen.trimEnd().split(/[\r\n]/)) toolkit.info(inert(line));
  for (const { level, title, message, server, ...place } of runAnnotations(entries)) {
    const own = place.file ?? annotationFile(servers[server], host);
    const properties = own === undefined ? {} : { file: own, startLine: place.line ?? 1 };
    toolkit[level](inert(message), { title: inert(title), ...properties });
  }
  const verdict = verdictOf(entries);
  toolkit.setOutput('verdict', verdict);
  toolkit.setOutput('exit-code', String(EXIT_CODES[verdict]));
  for (const word of ['added', 'removed', 'changed'] as const)
    toolkit.setOutput(word, names(entries, word));
  await writeFiles(entries, servers, host, toolkit);
  try {
    await toolkit.summary.addRaw(renderRunSummary(entries)).write();
  } catch {
    // The verdict never depends on a summary. Source: field case C06.
    toolkit.warning('The job summary could not be written.');
  }
}

/**
 * A line that the runner obeys in no spelling. Names of a server come here harmless already; commands and
 * paths come from the workflow and stand as they are.
 */
function inert(line: string): string {
  return line.replace(/^([\s\u{85}]*):(?=:)/u, '$1\\u{3A}').replaceAll('##[', '#\\u{23}[');
}

/** The baseline as the runner names files: relative to the workspace, with slashes. */
function annotationFile(
  settings: Settings | undefined,
  { env, currentDirectory }: ActionHost,
): string | undefined {
  if (settings === undefined) return undefined;
  const inside = relative(env['GITHUB_WORKSPACE'] ?? currentDirectory, settings.baselinePath);
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : inside.split(sep).join('/');
}

/** Writes record and proposed baselines outside the checkout and sets their outputs. */
async function writeFiles(
  entries: readonly Reported[],
  servers: readonly (Settings | undefined)[],
  host: ActionHost,
  toolkit: Toolkit,
): Promise<void> {
  const { env, temporaryDirectory } = host;
  const directory = await mkdtemp(join(env['RUNNER_TEMP'] ?? temporaryDirectory, 'witnessmark-'));
  const record = join(directory, 'witnessmark-record.json');
  await writeFile(record, renderRecord(entries.map(({ report }) => report)));
  toolkit.setOutput('record', record);
  toolkit.setOutput('proposed-baseline', await writeProposed(entries, servers, host, directory));
}

/** True where a server of several has a baseline to propose. */
function isProposed({ reading, verdict }: ServerReport): boolean {
  return reading !== undefined && verdict !== 'match';
}

/** Each server's way to take all proposed baselines at once: they are one artifact. */
function withDownload(
  entries: readonly Reported[],
  servers: readonly (Settings | undefined)[],
  host: ActionHost,
): Reported[] {
  const places = entries.flatMap(({ report }, index) =>
    isProposed(report) ? (annotationFile(servers[index], host) ?? []) : [],
  );
  const download =
    places.length === 0 ? undefined : downloadCommand(places, '.', 'witnessmark', host.env);
  return entries.map(({ report, context }) => ({
    report,
    context: download === undefined ? context : { ...context, next: { ...context.next, download } },
  }));
}

/**
 * The proposed baseline of one server as a file. Of several those that differ, each at its path in the checkout below
 * one directory, so that the whole can be laid over the checkout. Returns the path; empty for none.
 */
async function writeProposed(
  entries: readonly Reported[],
  servers: readonly (Settings | undefined)[],
  host: ActionHost,
  directory: string,
): Promise<string> {
  const [only] = entries;
  if (only !== undefined && entries.length === 1) {
    if (only.report.reading === undefined) return '';
    const proposed = join(directory, basename(only.context.baseline));
    await writeFile(proposed, renderBaseline(only.report.reading.baseline));
    return proposed;
  }
  const root = join(directory, 'proposed');
  let path = '';
  for (const [index, { report }] of entries.entries()) {
    const place = annotationFile(servers[index], host);
    if (report.reading === undefined || !isProposed(report) || place === undefined) continue;
    const file = join(root, place);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, renderBaseline(report.reading.baseline));
    path = root;
  }
  return path;
}

/**
 * A JSON list of names, of several servers with the server's before. Past its bound the last entry, which begins with
 * no kind, says how many are left out.
 */
function names(entries: readonly Reported[], word: ChangeWord): string {
  const found = entries.flatMap(({ report, context }) =>
    report.changes
      .filter(({ change }) => change === word)
      .map(({ kind, id }) => ({ kind, id, of: context.serverName })),
  );
  const listed: string[] = [];
  let length = 0;
  for (const { kind, id, of } of found) {
    const item = id === null ? kind : `${kind} ${id}`;
    const name = printableJson(JSON.stringify(of === undefined ? item : `${of}: ${item}`));
    length += name.length + 1;
    if (length > MAX_OUTPUT_LENGTH) break;
    listed.push(name);
  }
  const left = found.length - listed.length;
  if (left > 0) listed.push(`"and ${left} more, which the record names"`);
  return `[${listed.join(',')}]`;
}
