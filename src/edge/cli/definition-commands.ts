import { accept } from '../../app/accept.js';
import { diff, show, type Definitions, type Differences } from '../../app/differences.js';
import { openDefinitionStore } from '../../store/definitions.js';
import { reportContext } from '../../app/next.js';
import { failureReport, type Dependencies } from '../../app/run.js';
import { onlyServer, planOf } from '../../app/servers.js';
import type { RawOptions, Settings } from '../../app/settings.js';
import { quoteCommand } from '../../app/shell-words.js';
import { printable } from '../../core/printable.js';
import { renderAcceptance, renderAcceptanceJson } from '../../report/acceptance.js';
import type { ViewStyle } from '../../report/definition-view.js';
import { renderDefinitionsJson, renderDiff, renderShow } from '../../report/definitions-screen.js';
import type { ReportContext } from '../../report/server-report.js';
import type { Arguments } from './arguments.js';
import { finish, NO_CONTEXT, refuseInCi } from './finish.js';
import type { CliHost } from './host.js';
import { WitnessmarkError } from '../../errors.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { MAX_REPEATED_WORD } from '../../limits.js';

const PRINTS = 'it prints descriptions and schemas, and a log can be read by others';

/** Columns where there is no terminal. */
const USUAL_COLUMNS = 80;

/** Shows what the server says. */
export function runShow(
  { operands, options }: Arguments,
  host: CliHost,
  dependencies: Dependencies,
): Promise<number> {
  return runReading('show', options, host, dependencies, {
    read: (settings, needs, onStderr) => show(operands, settings, needs, onStderr),
    render: (found, _context, style) => renderShow(found, style),
    codeOf: () => EXIT_CODES.match,
  });
}

/** Shows what was and what is, or with `--accept` takes items into the baseline. */
export function runDiff(
  parsed: Arguments,
  host: CliHost,
  dependencies: Dependencies,
): Promise<number> {
  const { operands, options } = parsed;
  if (options.get('accept') === 'true') return runAccept(parsed, host, dependencies);
  return runReading('diff', options, host, dependencies, {
    read: (settings, needs, onStderr) =>
      diff(operands, options.get('base'), settings, needs, onStderr),
    render: renderDiff,
    codeOf: ({ items, conditions }) =>
      EXIT_CODES[conditions.length > 0 ? 'incomparable' : items.length > 0 ? 'drift' : 'match'],
  });
}

/** A command that reads, and prints what it read. */
interface ReadingCommand<Found> {
  readonly read: (
    settings: Settings,
    needs: Parameters<typeof show>[2],
    onStderr: (text: string) => void,
  ) => Promise<Found>;
  readonly render: (found: Found, context: ReportContext, style: ViewStyle) => string;
  readonly codeOf: (found: Found) => number;
}

async function runReading<Found extends Definitions | Differences>(
  name: 'show' | 'diff',
  options: RawOptions,
  host: CliHost,
  dependencies: Dependencies,
  { read, render, codeOf }: ReadingCommand<Found>,
): Promise<number> {
  const json = options.get('json') === 'true';
  let context = NO_CONTEXT;
  let showStderr = false;
  let stderr: string | undefined;
  let server = 'default';
  try {
    refuseInCi(name, PRINTS, dependencies);
    const style = viewStyle(host);
    const settings = onlyServer(await planOf(options, host.currentDirectory, 'cli', dependencies));
    const usual = reportContext(settings, host.program, host.currentDirectory);
    const again = usual.next.check.replace(/ check(?= |$)/, ` ${name}`);
    context = { ...usual, next: { ...usual.next, check: again } };
    ({ showStderr, server } = settings);
    const needs = { ...dependencies, openStore: openDefinitionStore };
    const found = await read(settings, needs, (text) => (stderr = text));
    host.stdout.write(json ? renderDefinitionsJson(found) : render(found, usual, style));
    return codeOf(found);
  } catch (error) {
    const failure = failureReport({ server }, error, dependencies, stderr);
    return finish(host, failure, context, json, showStderr || host.stdout.isTTY);
  }
}

function viewStyle({ stdout }: CliHost): ViewStyle {
  return { colour: stdout.colour === true, width: stdout.columns ?? USUAL_COLUMNS };
}

/**
 * Takes the items that are named into the baseline; what else differs is no failure of this command, which did what it
 * was told.
 */
async function runAccept(
  { operands, options }: Arguments,
  host: CliHost,
  dependencies: Dependencies,
): Promise<number> {
  const json = options.get('json') === 'true';
  let context = NO_CONTEXT;
  try {
    refuseInCi('diff', 'a check must not approve what it is to judge', dependencies);
    refuseBeside(options);
    if (operands.length === 0)
      throw new WitnessmarkError(
        'bad-option-value',
        '--accept takes items, and none is named',
        'Name them behind it: witnessmark diff --accept tool:read_file. All of them at once: witnessmark mark.',
      );
    const plan = await planOf(options, host.currentDirectory, 'cli', dependencies);
    const settings = onlyServer(plan);
    const usual = reportContext(settings, host.program, host.currentDirectory);
    const again = `${usual.next.accept ?? ''} ${quoteCommand(operands.map((word) => printable(word, MAX_REPEATED_WORD)))}`;
    context = { ...usual, next: { ...usual.next, check: again } };
    const outcome = await accept(operands, settings, dependencies);
    if (outcome.kind === 'failed')
      return finish(host, outcome.report, context, json, settings.showStderr);
    const { acceptance, written, report } = outcome;
    host.stdout.write(
      json
        ? renderAcceptanceJson(acceptance, written)
        : renderAcceptance(acceptance, written, report, context, host.stdout.colour),
    );
    return EXIT_CODES.match;
  } catch (error) {
    const failure = failureReport({ server: 'default' }, error, dependencies);
    return finish(host, failure, context, json);
  }
}

/** @throws WitnessmarkError `bad-option-value`. */
function refuseBeside(options: RawOptions): void {
  if (!options.has('base')) return;
  throw new WitnessmarkError(
    'bad-option-value',
    '--base shows what differs from another commit, and --accept takes what the server says now',
    'Leave one of them out.',
  );
}
