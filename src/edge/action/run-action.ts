import { mkdtemp, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { openBase, type OpenedBase } from '../../app/base.js';
import { check } from '../../app/check.js';
import { settingsOf } from '../../app/detected.js';
import { mark } from '../../app/mark.js';
import { reportContext } from '../../app/next.js';
import { failureReport, type Dependencies } from '../../app/run.js';
import { parseFlag, parseMode, type Settings } from '../../app/settings.js';
import { quoteCommand } from '../../app/shell-words.js';
import type { ChangeWord } from '../../core/compare.js';
import { printableJson } from '../../core/printable.js';
import { annotationsOf } from '../../report/annotations.js';
import { renderSummary } from '../../report/markdown.js';
import { renderRecord } from '../../report/record.js';
import type { ReportContext, ServerReport } from '../../report/server-report.js';
import { renderCheck, renderMark } from '../../report/terminal.js';
import { readBaseEvent } from './base-event.js';
import { remoteRepository, type ApiClient } from './remote-repository.js';
import { readInputs, refuseOtherEvents, type Environment } from './inputs.js';
import { WitnessmarkError } from '../../errors.js';
import { EXIT_CODES, type Verdict } from '../../exit-codes.js';
import { MAX_OUTPUT_LENGTH } from '../../limits.js';

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
  readonly openApi: (token: string, baseUrl: string) => Promise<ApiClient>;
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
  const { settings, mode, isReportOnly, token, error } = await readSettings(host, dependencies);
  const opening =
    settings === undefined || mode === 'mark' ? undefined : baseOf(settings, token, host);
  // A server without isolation could touch the history; one in a box cannot, and starts at once.
  if (settings?.isolation === 'none') await opening;
  const found =
    settings === undefined
      ? failureReport({ server: 'default' }, error, dependencies)
      : await (mode === 'mark' ? mark : check)(settings, started);
  const base = await opening;
  const report = base === undefined ? found : { ...found, base: await base.reportOn(found) };
  const sources = report.changes.length === 0 ? undefined : await base?.sourcesOf(report);
  const context: ReportContext = {
    ...contextOf(settings, host),
    isWorkflow: true,
    ...(isReportOnly ? { isReportOnly } : {}),
    ...(sources === undefined ? {} : { sources }),
  };
  try {
    const loaded = await (toolkit ?? host.loadToolkit());
    await publish(report, context, { mode, settings, isReportOnly, host, toolkit: loaded });
  } catch (failure) {
    // An exit code of its own: a runner that cannot take outputs must not look like drift.
    dependencies.onFault(failure);
    return EXIT_CODES.internal;
  }
  return isReportOnly && !FAILS_ANYWAY.includes(report.verdict) ? 0 : EXIT_CODES[report.verdict];
}

/** Opens the base of the event; undefined where there is none. */
async function baseOf(
  settings: Settings,
  token: string,
  { env, openApi }: ActionHost,
): Promise<OpenedBase | undefined> {
  const event = await readBaseEvent(env);
  if (event === undefined) return undefined;
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(env['GITHUB_REPOSITORY'] ?? '') ?? [];
  const baseUrl = env['GITHUB_API_URL'] ?? 'https://api.github.com';
  const remote =
    token === '' || owner === undefined || repo === undefined
      ? {}
      : { remote: remoteRepository(() => openApi(token, baseUrl), owner, repo) };
  return openBase({ ...event, ...remote }, settings.baselinePath);
}

/** What is no statement about a server fails also where verdicts are only reported. */
const FAILS_ANYWAY: readonly Verdict[] = ['usage', 'internal'];

interface Inputs {
  readonly mode: 'check' | 'mark';
  readonly isReportOnly: boolean;
  /** Empty for none. */
  readonly token: string;
  readonly settings?: Settings | undefined;
  readonly error?: unknown;
}

async function readSettings(
  { env, currentDirectory }: ActionHost,
  dependencies: Dependencies,
): Promise<Inputs> {
  try {
    const inputs = readInputs(env);
    const mode = parseMode(inputs.get('mode') ?? 'check');
    const event = env['GITHUB_EVENT_NAME'] ?? '';
    refuseOtherEvents(event);
    if (mode === 'mark' && ['pull_request', 'merge_group'].includes(event)) throw markRefused();
    const isReportOnly = parseFlag('report-only', inputs.get('report-only') ?? 'false');
    if (isReportOnly && mode === 'mark') throw nothingToReport();
    const token = inputs.get('token') ?? '';
    const settings = await settingsOf(inputs, currentDirectory, 'action', dependencies);
    return { mode, isReportOnly, token, settings };
  } catch (error) {
    return { mode: 'check', isReportOnly: false, token: '', error };
  }
}

function markRefused(): WitnessmarkError {
  return new WitnessmarkError(
    'mark-refused',
    'mode mark does not run on pull requests and merge groups: it would approve what it is to judge',
    'Use mode: check here, and commit the proposed baseline to approve a change.',
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
): ReportContext {
  const repository = env['GITHUB_ACTION_REPOSITORY'] ?? '';
  const ref = env['GITHUB_ACTION_REF'] ?? '';
  const isNamed = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref);
  // A name that nobody has registered must never be fetched: without a repository only the program is named.
  const program = isNamed ? ['npx', '--yes', `github:${repository}#${ref}`] : ['witnessmark'];
  if (settings !== undefined) {
    const context = reportContext(settings, program, currentDirectory);
    const download = downloadCommand(context.baseline, env);
    return download === undefined ? context : { ...context, next: { ...context.next, download } };
  }
  return {
    baseline: 'witnessmark.json',
    commandLine: '',
    next: { check: 'witnessmark check', mark: 'witnessmark mark', commit: 'git commit' },
  };
}

/**
 * The command that puts the artifact `witnessmark` of this run in the baseline's place. `gh` refuses to write over a
 * file, so the old one goes first. Undefined where the runner does not say which run this is.
 */
function downloadCommand(baseline: string, env: Environment): string | undefined {
  const run = env['GITHUB_RUN_ID'] ?? '';
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (!/^\d+$/.test(run) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return undefined;
  const host = /^https:\/\/([\w.-]+)$/.exec(env['GITHUB_SERVER_URL'] ?? '')?.[1] ?? 'github.com';
  const place = host === 'github.com' ? repository : `${host}/${repository}`;
  const directory = dirname(baseline);
  const words = ['gh', 'run', 'download', run, '-R', place, '-n', 'witnessmark'];
  return [
    quoteCommand(['rm', '-f', ...(baseline.startsWith('-') ? ['--'] : []), baseline]),
    quoteCommand([...words, ...(directory === '.' ? [] : ['-D', directory])]),
  ].join(' && ');
}

interface Publication extends Omit<Inputs, 'token'> {
  readonly host: ActionHost;
  readonly toolkit: Toolkit;
}

async function publish(
  report: ServerReport,
  context: ReportContext,
  { mode, settings, host, toolkit }: Publication,
): Promise<void> {
  const showStderr = settings?.showStderr ?? false;
  const screen = (mode === 'mark' ? renderMark : renderCheck)(report, context, showStderr);
  for (const line of screen.trimEnd().split(/[\r\n]/)) toolkit.info(inert(line));
  const file = annotationFile(settings, host);
  for (const { level, title, message, ...place } of annotationsOf(report, context)) {
    const own = place.file ?? file;
    const properties = own === undefined ? {} : { file: own, startLine: place.line ?? 1 };
    toolkit[level](inert(message), { title: inert(title), ...properties });
  }
  toolkit.setOutput('verdict', report.verdict);
  toolkit.setOutput('exit-code', String(EXIT_CODES[report.verdict]));
  for (const word of ['added', 'removed', 'changed'] as const)
    toolkit.setOutput(word, names(report, word));
  await writeFiles(report, context, host, toolkit);
  try {
    await toolkit.summary.addRaw(renderSummary(report, context)).write();
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

/** Writes record and proposed baseline outside the checkout and sets their outputs. */
async function writeFiles(
  report: ServerReport,
  context: ReportContext,
  { env, temporaryDirectory }: ActionHost,
  toolkit: Toolkit,
): Promise<void> {
  const directory = await mkdtemp(join(env['RUNNER_TEMP'] ?? temporaryDirectory, 'witnessmark-'));
  const record = join(directory, 'witnessmark-record.json');
  await writeFile(record, renderRecord([report]));
  toolkit.setOutput('record', record);
  if (report.reading === undefined) {
    toolkit.setOutput('proposed-baseline', '');
    return;
  }
  const proposed = join(directory, basename(context.baseline));
  await writeFile(proposed, report.reading.proposed);
  toolkit.setOutput('proposed-baseline', proposed);
}

/** A JSON list of names. Past its bound the last entry, which begins with no kind, says how many are left out. */
function names({ changes }: ServerReport, word: ChangeWord): string {
  const found = changes.filter(({ change }) => change === word);
  const listed: string[] = [];
  let length = 0;
  for (const { kind, id } of found) {
    const name = printableJson(JSON.stringify(id === null ? kind : `${kind} ${id}`));
    length += name.length + 1;
    if (length > MAX_OUTPUT_LENGTH) break;
    listed.push(name);
  }
  const left = found.length - listed.length;
  if (left > 0) listed.push(`"and ${left} more, which the record names"`);
  return `[${listed.join(',')}]`;
}
