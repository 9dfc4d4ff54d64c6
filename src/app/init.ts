import { join, relative, sep } from 'node:path';
import { setupSteps, type SetupPlan } from '../detect/setup-steps.js';
import { viewCheckout } from '../detect/view.js';
import { readWorkflows } from '../detect/workflow-jobs.js';
import { printable } from '../core/printable.js';
import type { ServerReport } from '../report/server-report.js';
import { surfaceCounts } from '../report/words.js';
import type { View } from '../detect/declaration.js';
import type { WorkflowJob } from '../detect/workflow-jobs.js';
import type { InitFile, InitReport } from '../report/init-screen.js';
import { unixText } from '../store/baseline-file.js';
import type { Place } from '../store/checkout.js';
import { WORKFLOW_PATH } from '../store/workflow-file.js';
import { portable } from './capture-block.js';
import { hasOwner, OWNERS_PATHS } from './code-owners.js';
import { mark } from './mark.js';
import { maskOf } from './next.js';
import { OPTION_SPECS } from './options.js';
import { failureReport, type Dependencies } from './run.js';
import { inParallel, type Plan } from './servers.js';
import { isPortTemplate, lines, type RawOptions, type Settings } from './settings.js';
import { quoteCommand, splitCommand } from './shell-words.js';
import { literal, placeholderLine, renderWorkflow, type WorkflowInput } from './workflow.js';
import { COMPILING_JOB_MINUTES, JOB_MINUTES } from '../limits.js';

/** A baseline that a reading makes, and what stands in its place. */
interface Proposed {
  readonly state: 'new' | 'same' | 'different';
  readonly path: string;
  readonly text: string;
}

/** What came of it. */
export interface Initiated {
  /** In the order of the plan; each says whether its baseline was written. */
  readonly reports: readonly ServerReport[];
  /** Absent where a server could not be read: nothing was written then. */
  readonly init?: InitReport;
}

/**
 * Reads the servers of a plan as `mark` does, then writes their baselines and the workflow that checks them.
 * Nothing is written where one of them cannot be read, or in a dry run; what is there is never overwritten, and a
 * baseline that says something else makes the verdict `drift` or `incomparable`. A file that cannot be written is told
 * in the report, beside those that were.
 * @throws WitnessmarkError `workflow-not-regular` before anything is read, and those of `locate`.
 * Source: PRODUCT "The two front doors".
 */
export async function init(
  { servers }: Plan,
  inputs: RawOptions,
  currentDirectory: string,
  dependencies: Dependencies,
): Promise<Initiated> {
  const { locate, workflows, baselines } = dependencies;
  const isDryRun = inputs.get('dry-run') === 'true';
  const placed = await Promise.all(
    servers.map(async (settings) => ({
      settings,
      place: await locate(settings.workingDirectory, settings.baselinePath),
    })),
  );
  const [first] = placed;
  if (first === undefined) return { reports: [] };
  const { checkout } = first.place;
  const existing = await workflows.find(checkout);
  const proposed = new Map<string, Proposed>();
  const write: Dependencies['baselines']['write'] = async (path, root, text) => {
    const found = await baselines.read(path, root);
    const isSame = found.kind === 'text' && unixText(found.text) === text;
    const state = found.kind === 'missing' ? 'new' : isSame ? 'same' : 'different';
    proposed.set(path, { state, path, text });
    return false;
  };
  const reading = { ...dependencies, baselines: { ...baselines, write } };
  const reports = await inParallel(servers, (settings) => mark(settings, reading));
  if (reports.some(({ verdict }) => verdict !== 'match')) return { reports };

  const root = viewCheckout(checkout, checkout);
  const found = await readWorkflows(root);
  const setup = merged(
    await Promise.all(placed.map((each) => setupOf(each, root, found.jobs, workflows))),
  );
  const branch = await workflows.defaultBranch(checkout);
  const text = renderWorkflow({
    branch,
    steps: setup.steps,
    inputs: workflowInputs(first, inputs),
    timeoutMinutes: servers.some(({ command }) => command.startsWith('target/'))
      ? COMPILING_JOB_MINUTES
      : JOB_MINUTES,
  });
  const files: InitFile[] = [];
  const shown = (path: string): string => printable(relative(currentDirectory, path), 300);
  const attempt = async (file: InitFile, work: () => Promise<void>): Promise<boolean> => {
    const hasFailed = files.some(({ problem }) => problem !== undefined);
    if (file.state !== 'new' || isDryRun || hasFailed) {
      files.push(hasFailed && file.state === 'new' ? { ...file, state: 'not-written' } : file);
      return false;
    }
    try {
      await work();
      files.push({ ...file, state: 'written' });
      return true;
    } catch (error) {
      const { problem } = failureReport(first.settings, error, dependencies);
      files.push({ ...file, state: 'not-written', ...(problem === undefined ? {} : { problem }) });
      return false;
    }
  };
  const written: ServerReport[] = [];
  for (const [index, report] of reports.entries()) {
    const own = proposed.get(placed[index]?.place.baselinePath ?? '');
    if (own === undefined) continue;
    const { path, state } = own;
    const counts = surfaceCounts(report.reading?.items ?? []);
    const file = { path: shown(path), argument: relative(currentDirectory, path), counts, state };
    const isWritten = await attempt(file, () => workflows.createBaseline(path, own.text));
    written.push({ ...report, verdict: verdictOf(report, state), written: isWritten });
  }
  const user = existing ?? found.users[0];
  const path = join(checkout, user ?? WORKFLOW_PATH);
  await attempt(
    {
      path: shown(path),
      argument: relative(currentDirectory, path),
      state: user === undefined ? 'new' : existing === undefined ? 'runs-check' : 'left-alone',
    },
    () => workflows.create(checkout, text),
  );
  const ignored: string[] = [];
  for (const { argument, path: name } of files)
    if ((await workflows.fileState(currentDirectory, argument)) === 'ignored')
      ignored.push(
        `git ignores ${name}: take it out of .gitignore, since only what is committed counts`,
      );
  return {
    reports: written,
    init: {
      isDryRun,
      isCheckout: await workflows.isCheckout(checkout),
      files,
      ...(user === undefined ? { workflow: { text, line: placeholderLine(text) } } : {}),
      sources: setup.sources,
      remarks: [...ignored, ...setup.remarks, ...found.remarks, ...secretRemarks(text)],
      owners: ownerLines(root, [
        ...placed.map(({ place }) => slashed(relative(checkout, place.baselinePath))),
        slashed(relative(checkout, path)),
      ]),
    },
  };
}

/** A baseline that is left alone and says something else gates nothing until somebody looks. */
function verdictOf(report: ServerReport, state: Proposed['state']): ServerReport['verdict'] {
  if (state !== 'different') return report.verdict;
  return report.conditions.length > 0 ? 'incomparable' : 'drift';
}

/** A server with its real places. */
interface Placed {
  readonly settings: Settings;
  readonly place: Place;
}

async function setupOf(
  { settings, place }: Placed,
  root: View,
  jobs: readonly WorkflowJob[],
  { fileState }: Dependencies['workflows'],
): Promise<SetupPlan> {
  const { checkout, workingDirectory } = place;
  const here = viewCheckout(workingDirectory, checkout);
  const words = commandWords({ settings, place });
  const [command = '', ...args] = words;
  const entry = args.find((word) => !word.startsWith('-') && here.isFile(word)) ?? command;
  const isInstalled = entry === '' || /(?:^|\/)node_modules\//.test(entry);
  return setupSteps(
    {
      root,
      here,
      directory: slashed(relative(checkout, workingDirectory)) || '.',
      words,
      entry: isInstalled ? 'tracked' : await fileState(workingDirectory, entry),
      isToolsOnly: settings.setup !== '',
    },
    jobs,
  );
}

/** The steps of several servers, each once. */
function merged(plans: readonly SetupPlan[]): SetupPlan {
  const steps = new Map(
    plans.flatMap((plan) => plan.steps.map((step) => [JSON.stringify(step), step] as const)),
  );
  return {
    steps: [...steps.values()],
    sources: [...new Set(plans.flatMap(({ sources }) => sources))],
    remarks: [...new Set(plans.flatMap(({ remarks }) => remarks))],
  };
}

/** Program and arguments as another clone has them. */
function commandWords({ settings: { command, args }, place }: Placed): string[] {
  return command === '' ? [] : [command, ...args].map((word) => portable(word, place));
}

/**
 * The inputs of the action: what was given, and what was found. Values of variables and headers become secrets of
 * the repository, and are not written.
 */
function workflowInputs(first: Placed, inputs: RawOptions): WorkflowInput[] {
  const { settings, place } = first;
  const { given, env, endpoint } = settings;
  const mask = maskOf(settings);
  const written = (name: string): string[] =>
    given.filter(([own]) => own === name).map(([, value]) => asInput(name, mask(value)));
  const variables = env.map(({ name, value }) =>
    value === undefined || (endpoint !== undefined && isPortTemplate(value))
      ? literal(value === undefined ? name : `${name}=${value}`)
      : `${name}=${secret(name)}`,
  );
  const command = commandWords(first).map(mask);
  const isConfigured = given.some(([name]) => name === 'servers');
  const own = (name: string, entry: string, byDefault = ''): readonly [string, string[]] => [
    name,
    entry === byDefault ? [] : [literal(entry)],
  ];
  const found = new Map<string, string[]>(
    isConfigured
      ? [['servers', lines(inputs.get('servers') ?? '').map(literal)]]
      : [
          own('command', command.length === 0 ? '' : givenText(inputs, command)),
          ['args', []],
          ['env', variables],
          own('working-directory', slashed(relative(place.checkout, place.workingDirectory))),
          own(
            'baseline',
            slashed(relative(place.workingDirectory, place.baselinePath)),
            'witnessmark.json',
          ),
        ],
  );
  return OPTION_SPECS.filter(({ doors }) => doors.includes('action')).flatMap(
    ({ name, type }): WorkflowInput[] => {
      const entries = found.get(name) ?? written(name);
      if (type === 'flag' && given.some(([own]) => own === name)) return [[name, ['true']]];
      return entries.length === 0 ? [] : [[name, entries]];
    },
  );
}

/** The command as it was given where that means the same, else quoted anew. */
function givenText(inputs: RawOptions, words: readonly string[]): string {
  const given = inputs.get('command');
  return given !== undefined && JSON.stringify(splitCommand(given)) === JSON.stringify(words)
    ? given
    : quoteCommand(words);
}

/** An option as an input: references to a value become expressions. */
function asInput(name: string, value: string): string {
  const reference = /^([^=]*=)?\$(\w+)$/.exec(value);
  const isReference = reference !== null && ['env', 'header', 'url'].includes(name);
  return isReference
    ? `${literal(reference[1] ?? '')}${secret(reference[2] ?? '')}`
    : literal(value);
}

/** GitHub keeps names that begin with its own for itself. */
function secret(name: string): string {
  return `\${{ secrets.${/^GITHUB_/i.test(name) ? `MCP_${name}` : name} }}`;
}

function secretRemarks(text: string): string[] {
  const names = [...text.matchAll(/\$\{\{ secrets\.(\w+) \}\}/g)].map(([, name = '']) => name);
  return names.length === 0
    ? []
    : [
        `Values are not written: the workflow asks for the ${names.length === 1 ? 'secret' : 'secrets'} ${names.join(', ')}, which forks do not have. A bare name gets a placeholder everywhere`,
      ];
}

/** Lines for CODEOWNERS that the file does not have yet. */
function ownerLines(root: View, paths: readonly string[]): string[] {
  const text = OWNERS_PATHS.map((path) => root.text(path)).find((each) => each !== undefined);
  return paths
    .filter((path) => text === undefined || !hasOwner(text, path))
    .map((path) => `/${printable(path, 300).replaceAll(' ', '\\ ')} @OWNER`);
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
