import { check } from '../../app/check.js';
import { settingsOf } from '../../app/detected.js';
import { mark } from '../../app/mark.js';
import { reportContext } from '../../app/next.js';
import { failureReport, type Dependencies } from '../../app/run.js';
import type { RawOptions, Settings } from '../../app/settings.js';
import { writeRecord } from '../../report/record.js';
import type { ReportContext, ServerReport } from '../../report/server-report.js';
import { renderCheck, renderMark } from '../../report/terminal.js';
import { parseArguments, type Arguments } from './arguments.js';
import { runDemo } from './demo.js';
import { renderHelp } from './help.js';
import type { CliHost } from './host.js';
import { VERSION } from '../../version.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { WitnessmarkError } from '../../errors.js';

/**
 * Runs one command line and returns the exit code. With `--json`, stdout is one JSON document and nothing
 * else. Source: FORMAT 5, PRODUCT "The two front doors".
 */
export async function runCli(host: CliHost, dependencies: Dependencies): Promise<number> {
  const wantsJson = host.argv.includes('--json');
  let parsed: Arguments;
  try {
    parsed = parseArguments(host.argv);
  } catch (error) {
    return finish(
      host,
      failureReport({ server: 'default' }, error, dependencies),
      NO_CONTEXT,
      wantsJson,
    );
  }
  const { command, options } = parsed;
  if (options.get('help') === 'true') host.stdout.write(renderHelp());
  else if (options.get('version') === 'true') host.stdout.write(`witnessmark ${VERSION}\n`);
  else if (command === 'demo') {
    if (options.size === 0) return runDemo(host, dependencies);
    const error = new WitnessmarkError(
      'unknown-option',
      'demo takes no options',
      'witnessmark demo',
    );
    return finish(
      host,
      failureReport({ server: 'default' }, error, dependencies),
      NO_CONTEXT,
      wantsJson,
    );
  } else if (command !== undefined) return runCommand(command, options, host, dependencies);
  return EXIT_CODES.match;
}

async function runCommand(
  command: 'check' | 'mark',
  options: RawOptions,
  host: CliHost,
  dependencies: Dependencies,
): Promise<number> {
  const json = options.get('json') === 'true';
  let settings: Settings;
  try {
    if (command === 'mark') refuseOnPullRequest(host.eventName);
    settings = await settingsOf(options, host.currentDirectory, 'cli', dependencies);
  } catch (error) {
    return finish(
      host,
      failureReport({ server: 'default' }, error, dependencies),
      NO_CONTEXT,
      json,
    );
  }
  const report = await (command === 'check' ? check : mark)(settings, dependencies);
  const context = reportContext(settings, host.program, host.currentDirectory);
  const screen = json ? host.stderr : host.stdout;
  return finish(host, report, context, json, command, settings.showStderr || screen.isTTY);
}

const NO_CONTEXT: ReportContext = {
  baseline: 'witnessmark.json',
  commandLine: '',
  next: { check: 'witnessmark check', mark: 'witnessmark mark', commit: 'git commit' },
};

function finish(
  host: CliHost,
  report: ServerReport,
  context: ReportContext,
  json: boolean,
  command: 'check' | 'mark' = 'check',
  showStderr = false,
): number {
  const render = command === 'mark' ? renderMark : renderCheck;
  // A usage error is for people, wherever the output of a run would have gone.
  const screen = json || report.verdict === 'usage' ? host.stderr : host.stdout;
  screen.write(render(report, context, showStderr));
  if (json) writeRecord([report], (chunk) => host.stdout.write(chunk));
  return EXIT_CODES[report.verdict];
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
