import { resolve } from 'node:path';
import { findServers, serverDirectories, SOURCES, type Candidate } from '../detect/find.js';
import { viewCheckout } from '../detect/view.js';
import { CONFIGURATION } from './configuration.js';
import type { Door } from './options.js';
import type { Dependencies } from './run.js';
import { parseSettings, type NamedServer, type RawOptions, type Settings } from './settings.js';
import { quoteCommand } from './shell-words.js';
import { yamlText } from './yaml-text.js';
import { printable } from '../core/printable.js';
import { MAX_LISTED_NAMES } from '../limits.js';
import { WitnessmarkError } from '../errors.js';

/**
 * Returns validated settings, with the server found in the repository where neither `command` nor `url` was
 * given: exactly as if its command and variables had been. What a pull request makes of it is held against
 * the baseline like any command.
 * @throws WitnessmarkError of verdict `usage`: `missing-command`, `ambiguous-command`, `unusable-command`,
 *   `bad-working-directory`, and those of `parseSettings`.
 * Source: PRODUCT "Configuration".
 */
export async function settingsOf(
  raw: RawOptions,
  currentDirectory: string,
  door: Door,
  { locate }: Pick<Dependencies, 'locate'>,
  named?: NamedServer,
): Promise<Settings> {
  if (raw.has('command') || raw.has('url'))
    return parseSettings(raw, currentDirectory, undefined, named);
  // What is wrong with the other options is said before anything is looked at.
  const { baselinePath } = parseSettings(new Map([...raw, ['command', '-']]), currentDirectory);
  const directory = resolve(currentDirectory, raw.get('working-directory') ?? '.');
  const { workingDirectory, checkout } = await locate(directory, baselinePath);
  const { found, passedOver } = foundServer(workingDirectory, checkout, door, named !== undefined);
  const { words, variables, sources } = found;
  const given = raw.get('env');
  const namedVariables = new Set(
    (given ?? '').split(/\r?\n/).map((line) => line.split('=')[0]?.trim()),
  );
  const env = [
    ...(given === undefined ? [] : [given]),
    ...variables.filter((name) => !namedVariables.has(name)),
  ].join('\n');
  const completed = new Map([...raw, ['command', quoteCommand(words)]]);
  if (env !== '') completed.set('env', env);
  const settings = parseSettings(completed, currentDirectory, sources, named);
  return passedOver.length === 0 ? settings : { ...settings, passedOver };
}

/** The one server that the files of a directory declare, and what they declare besides; both are real paths. */
function foundServer(
  workingDirectory: string,
  checkout: string,
  door: Door,
  isNamed: boolean,
): { readonly found: Candidate; readonly passedOver: readonly string[] } {
  const view = viewCheckout(workingDirectory, checkout);
  if (!isNamed && view.isFile(CONFIGURATION))
    throw notFound([`${CONFIGURATION} is there`], [], door);
  const { candidates, refusals, remarks } = findServers(view);
  const [first, second] = candidates;
  if (first === undefined) {
    const seen = [
      ...refusals.map(({ source, why }) => `${source}: ${why}`),
      ...remarks,
      ...view.unread(),
    ];
    const instead = refusals.flatMap((refusal) => refusal.instead ?? []);
    if (refusals.length > 0)
      throw new WitnessmarkError(
        'unusable-command',
        `no command was given, and what the repository declares cannot be started as it stands: ${listed(seen)}`,
        instead.length === 0
          ? "Say how to start what is there: --command 'node dist/server.js', or in a workflow: command: node dist/server.js"
          : 'Install it in an earlier step, and write the command that starts what is there:',
        {
          lines: instead.flatMap(({ line, words }) => [
            line,
            ...chosenLines({ words, variables: [] }, door),
          ]),
        },
      );
    const lines = serverDirectories(view)
      .slice(0, MAX_LISTED_NAMES)
      .map((directory) => directoryLine(directory, door));
    throw notFound(seen, lines, door);
  }
  if (second !== undefined)
    throw new WitnessmarkError(
      'ambiguous-command',
      `the repository declares ${candidates.length} servers: ${listed(
        candidates.map(({ sources }) => sources.join(', ')),
        '; ',
      )}`,
      'Choose one of them:',
      { lines: candidates.slice(0, MAX_LISTED_NAMES).flatMap((each) => chosenLines(each, door)) },
    );
  if (first.build !== undefined)
    throw new WitnessmarkError(
      'unusable-command',
      `${printable(first.words.join(' '), 200)} is what ${first.sources.join(', ')} declares, and it is not there yet`,
      door === 'cli' ? 'Make it first:' : 'Make it in an earlier step:',
      { lines: [door === 'cli' ? first.build : `- run: ${first.build}`] },
    );
  return { found: first, passedOver: refusals.map(({ source, why }) => `${source}: ${why}`) };
}

function notFound(seen: readonly string[], lines: readonly string[], door: Door): WitnessmarkError {
  const example =
    door === 'cli' ? "--command 'node dist/server.js'" : 'command: node dist/server.js';
  return new WitnessmarkError(
    'missing-command',
    seen.length === 0
      ? `no command was given to start the server, and none is declared in ${SOURCES.join(', ')}`
      : `no command was given to start the server, and none was found: ${listed(seen)}`,
    lines.length === 0 ? `For example: ${example}` : 'Directories below declare one; say which:',
    { lines },
  );
}

function listed(seen: readonly string[], between = '; '): string {
  const shown = seen.slice(0, MAX_LISTED_NAMES).map((words) => printable(words, 200));
  const rest = seen.length - shown.length;
  return `${shown.join(between)}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** A candidate as a door takes it: options of the command line, or lines of a workflow. */
export function chosenLines(
  { words, variables }: Pick<Candidate, 'words' | 'variables'>,
  door: Door,
): string[] {
  const command = quoteCommand(words);
  if (door === 'cli') {
    const env = variables.map((name) => ` --env ${name}`).join('');
    return [`--command ${quoteCommand([command])}${env}`];
  }
  const env = variables.length === 0 ? [] : [`env: ${yamlText(variables.join('\n'))}`];
  return [`command: ${yamlText(command)}`, ...env];
}

function directoryLine(directory: string, door: Door): string {
  return door === 'cli'
    ? printable(`--working-directory ${quoteCommand([directory])}`, 1000)
    : `working-directory: ${yamlText(directory)}`;
}
