import { resolve } from 'node:path';
import { check } from '../../app/check.js';
import { compareFiles } from '../../app/compare-files.js';
import { digests, withDigests, type ToolSource } from '../../app/digests.js';
import { init } from '../../app/init.js';
import { mark } from '../../app/mark.js';
import { optionWords, reportContext } from '../../app/next.js';
import { failureReport, type Dependencies } from '../../app/run.js';
import { withKeptDefinitions } from '../../app/kept-definitions.js';
import { inParallel, onlyServer, orphanReports, planOf, type Plan } from '../../app/servers.js';
import { givenOptions, type RawOptions } from '../../app/settings.js';
import {
  renderComparison,
  renderComparisonJson,
  renderSeveralComparison,
  renderSeveralComparisonJson,
} from '../../report/comparison.js';
import { renderDigests, renderDigestsJson } from '../../report/digest-report.js';
import { renderInit, type InitReport } from '../../report/init-screen.js';
import { writeRecord } from '../../report/record.js';
import { verdictOf, type Reported } from '../../report/several.js';
import { readComparedFile, readTextFile } from '../../store/text-file.js';
import { quoteCommand } from '../../app/shell-words.js';
import { parseArguments, type Arguments } from './arguments.js';
import { runDiff, runShow } from './definition-commands.js';
import { runDemo } from './demo.js';
import { finish, finishAll, NO_CONTEXT } from './finish.js';
import { renderHelp } from './help.js';
import { coloured, type CliHost } from './host.js';
import { VERSION } from '../../version.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { VERDICT_OF_CODE, WitnessmarkError } from '../../errors.js';

/**
 * Runs one command line and returns the exit code. With `--json`, stdout is one JSON document and nothing
 * else. Source: FORMAT 5, PRODUCT "The two front doors".
 */
export async function runCli(given: CliHost, dependencies: Dependencies): Promise<number> {
  const wantsJson = given.argv.includes('--json');
  let host = given;
  let parsed: Arguments;
  if (given.argv.length === 0) {
    given.stderr.write(renderHelp());
    return EXIT_CODES.usage;
  }
  try {
    parsed = parseArguments(given.argv);
    host = coloured(given, parsed.options.get('color'));
  } catch (error) {
    return finish(
      host,
      failureReport({ server: 'default' }, error, dependencies),
      NO_CONTEXT,
      wantsJson,
    );
  }
  const keeping = withKeptDefinitions(dependencies);
  const code = await runParsed(parsed, host, keeping.dependencies);
  await keeping.keep();
  return code;
}

async function runParsed(
  parsed: Arguments,
  host: CliHost,
  dependencies: Dependencies,
): Promise<number> {
  const { command, options } = parsed;
  if (options.get('help') === 'true') host.stdout.write(renderHelp(command));
  else if (options.get('version') === 'true') host.stdout.write(`witnessmark ${VERSION}\n`);
  else if (command === 'demo') return runDemo(host, dependencies);
  else if (command === 'compare') return runCompare(parsed, host, dependencies);
  else if (command === 'digests') return runDigests(options, host, dependencies);
  else if (command === 'show') return runShow(parsed, host, dependencies);
  else if (command === 'diff') return runDiff(parsed, host, dependencies);
  else if (command === 'init') return runInit(options, host, dependencies);
  else if (command !== undefined) return runCommand(command, options, host, dependencies);
  return EXIT_CODES.match;
}

async function runCommand(
  command: 'check' | 'mark',
  options: RawOptions,
  host: CliHost,
  dependencies: Dependencies,
): Promise<number> {
  const json = options.get('json') === 'true';
  let plan: Plan;
  try {
    if (command === 'mark') refuseOnPullRequest(host.eventName);
    plan = await planOf(options, host.currentDirectory, 'cli', dependencies);
  } catch (error) {
    return finish(
      host,
      failureReport({ server: 'default' }, error, dependencies),
      NO_CONTEXT,
      json,
    );
  }
  const { servers } = plan;
  const run = options.get('profiles') === 'true' ? withDigests(dependencies) : undefined;
  const reports = await inParallel(servers, async (settings) => {
    const report = await (command === 'check' ? check : mark)(
      settings,
      run?.dependencies ?? dependencies,
    );
    return run?.completed(report) ?? report;
  });
  const entries = servers.flatMap((settings, index): Reported[] => {
    const report = reports[index];
    const context = reportContext(settings, host.program, host.currentDirectory);
    return report === undefined ? [] : [{ report, context }];
  });
  const orphans = command === 'check' ? orphanReports(plan, dependencies) : [];
  const screen = json ? host.stderr : host.stdout;
  const showStderr = servers[0]?.showStderr === true || screen.isTTY;
  const all = [...entries, ...orphans.map((report) => ({ report, context: NO_CONTEXT }))];
  return finishAll(host, all, json, command, showStderr);
}

/** Finds, reads and writes what a repository needs; a failed reading ends as it does in `mark`. */
async function runInit(
  options: RawOptions,
  host: CliHost,
  dependencies: Dependencies,
): Promise<number> {
  const json = options.get('json') === 'true';
  const { currentDirectory, program } = host;
  const again = initWords(options, program);
  try {
    refuseOnPullRequest(host.eventName);
    const plan = await planOf(options, currentDirectory, 'cli', dependencies);
    const { reports, init: done } = await init(plan, options, currentDirectory, dependencies);
    const entries = plan.servers.flatMap((settings, index): Reported[] => {
      const report = reports[index];
      const context = reportContext(settings, program, currentDirectory);
      const next = { ...context.next, mark: again };
      return report === undefined ? [] : [{ report, context: { ...context, next } }];
    });
    const showStderr = plan.servers[0]?.showStderr === true;
    if (done === undefined) {
      const code = finishAll(host, entries, json, 'mark', showStderr || host.stdout.isTTY);
      (json || code === EXIT_CODES.usage ? host.stderr : host.stdout).write(
        '\nNothing was written.\n',
      );
      return code;
    }
    const [first] = plan.servers;
    const next =
      first === undefined ? NO_CONTEXT.next : reportContext(first, program, currentDirectory).next;
    const isSeveral = plan.servers.length > 1;
    const start = quoteCommand(program);
    const commands = {
      check: isSeveral ? `${start} check` : next.check,
      mark: isSeveral ? `${start} mark` : next.mark,
      commit: commitLine(done.files),
    };
    (json ? host.stderr : host.stdout).write(renderInit(done, entries, commands));
    if (json) writeRecord(reports, (chunk) => host.stdout.write(chunk));
    const failed = done.files.find(({ problem }) => problem !== undefined)?.problem;
    return EXIT_CODES[failed === undefined ? verdictOf(entries) : VERDICT_OF_CODE[failed.code]];
  } catch (error) {
    const failure = failureReport({ server: 'default' }, error, dependencies);
    const { problem } = failure;
    const lines = problem?.lines?.map((line) =>
      line.startsWith('--') ? `${again} ${line}` : line,
    );
    const report =
      problem === undefined || lines === undefined
        ? failure
        : { ...failure, problem: { ...problem, lines } };
    return finish(host, report, NO_CONTEXT, json);
  }
}

/** The command line of an `init`, with what was given and without values of variables. */
function initWords(options: RawOptions, program: readonly string[]): string {
  const given = givenOptions(options).map(([name, value]) => optionWords(name, value));
  const dryRun = options.get('dry-run') === 'true' ? ['--dry-run'] : [];
  return [quoteCommand(program), 'init', ...dryRun, ...given].join(' ');
}

/** Stages what was written, or would be. */
function commitLine(files: InitReport['files']): string {
  const paths = files.flatMap(({ argument, state }) =>
    state === 'written' || state === 'new' || state === 'same' ? [argument] : [],
  );
  const dashes = paths.some((path) => path.startsWith('-')) ? '-- ' : '';
  return `git add ${dashes}${quoteCommand(paths)} && git commit`;
}

/** Compares two files; the words of a comparison have the exit codes of a check. Source: FORMAT 5, 6. */
async function runCompare(
  { operands: [a = '', b = ''], options }: Arguments,
  host: CliHost,
  dependencies: Dependencies,
): Promise<number> {
  const json = options.get('json') === 'true';
  try {
    const read = (path: string, side: 'A' | 'B'): Promise<string> =>
      readComparedFile(resolve(host.currentDirectory, path), side);
    const found = compareFiles(await read(a, 'A'), await read(b, 'B'));
    if (found.kind === 'several')
      host.stdout.write(
        json
          ? renderSeveralComparisonJson(found.comparison)
          : renderSeveralComparison(found.comparison, host.stdout.colour),
      );
    else
      host.stdout.write(
        json
          ? renderComparisonJson(found.comparison)
          : renderComparison(found.comparison, host.stdout.colour),
      );
    const { verdict } = found.comparison;
    return EXIT_CODES[verdict === 'same' ? 'match' : verdict];
  } catch (error) {
    const failure = failureReport({ server: 'default' }, error, dependencies);
    return finish(host, failure, NO_CONTEXT, json);
  }
}

/** Prints other systems' digests; a failed reading ends as it does in a check. */
async function runDigests(
  options: RawOptions,
  host: CliHost,
  dependencies: Dependencies,
): Promise<number> {
  const json = options.get('json') === 'true';
  let context = NO_CONTEXT;
  try {
    const source = await toolSource(options, host, dependencies);
    if (source.kind === 'server')
      context = reportContext(source.settings, host.program, host.currentDirectory);
    const report = await digests(source, options.get('profile'), dependencies);
    host.stdout.write(json ? renderDigestsJson(report) : renderDigests(report));
    return EXIT_CODES.match;
  } catch (error) {
    const failure = failureReport({ server: 'default' }, error, dependencies);
    return finish(host, failure, context, json);
  }
}

async function toolSource(
  options: RawOptions,
  { currentDirectory }: CliHost,
  dependencies: Dependencies,
): Promise<ToolSource> {
  const file = options.get('tools');
  if (file !== undefined && (options.has('command') || options.has('url')))
    throw new WitnessmarkError(
      'bad-option-value',
      'tools takes the place of a server, and one is named too',
      'Give --tools alone, or leave it out.',
    );
  if (file !== undefined)
    return { kind: 'text', text: await readTextFile(resolve(currentDirectory, file)) };
  return {
    kind: 'server',
    settings: onlyServer(await planOf(options, currentDirectory, 'cli', dependencies)),
  };
}

/**
 * What a pull request runs must not approve what it changed.
 * @throws WitnessmarkError `mark-refused`.
 */
export function refuseOnPullRequest(eventName: string): void {
  if (!/^(?:pull_request|merge_group)/.test(eventName)) return;
  throw new WitnessmarkError(
    'mark-refused',
    'mark does not run on pull requests and merge groups: the check would approve what it is to judge',
    'Run witnessmark mark on your own machine and commit the file, or commit the proposed baseline of the check.',
  );
}
