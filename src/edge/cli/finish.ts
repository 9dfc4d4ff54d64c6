import type { Dependencies } from '../../app/run.js';
import { writeRecord } from '../../report/record.js';
import type { ReportContext, ServerReport } from '../../report/server-report.js';
import { renderScreen, verdictOf, type Reported } from '../../report/several.js';
import type { CliHost } from './host.js';
import { WitnessmarkError } from '../../errors.js';
import { EXIT_CODES } from '../../exit-codes.js';

/** What a report says where nothing is known of the server. */
export const NO_CONTEXT: ReportContext = {
  baseline: 'witnessmark.json',
  commandLine: '',
  next: { check: 'witnessmark check', mark: 'witnessmark mark', commit: 'git commit' },
};

/** Writes the report of a run of one server and returns the exit code. */
export function finish(
  host: CliHost,
  report: ServerReport,
  context: ReportContext,
  json: boolean,
  showStderr = false,
): number {
  return finishAll(host, [{ report, context }], json, 'check', showStderr);
}

/** Writes the reports of a run: with `--json` the record on stdout and the screen on stderr. Returns the exit code. */
export function finishAll(
  host: CliHost,
  entries: readonly Reported[],
  json: boolean,
  command: 'check' | 'mark',
  showStderr: boolean,
): number {
  const verdict = verdictOf(entries);
  // A usage error is for people, wherever the output of a run would have gone.
  const screen = json || verdict === 'usage' ? host.stderr : host.stdout;
  screen.write(renderScreen(entries, command, showStderr, screen.colour));
  const reports = entries.map(({ report }) => report);
  if (json) writeRecord(reports, (chunk) => host.stdout.write(chunk));
  return EXIT_CODES[verdict];
}

/**
 * What a check runs must not approve what it is to judge, whatever the event, nor print what a server says.
 * @throws WitnessmarkError `not-in-ci`.
 */
export function refuseInCi(command: string, why: string, { ci }: Pick<Dependencies, 'ci'>): void {
  if (!ci) return;
  throw new WitnessmarkError(
    'not-in-ci',
    `${command} does not run in CI: ${why}`,
    'Run it on your own machine; in CI, witnessmark check names what differs.',
  );
}
