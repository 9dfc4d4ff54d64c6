import { parseArgs } from 'node:util';
import { COMMAND_SPECS, COMMANDS, OPTION_SPECS, type CommandSpec } from '../../app/options.js';
import type { RawOptions } from '../../app/settings.js';
import { trimAscii } from '../../core/ascii-space.js';
import { nearest } from '../../core/nearest.js';
import { printable } from '../../core/printable.js';
import { WitnessmarkError } from '../../errors.js';

/** A command line, taken apart. `command` is undefined when only `--help` or `--version` was asked for. */
export interface Arguments {
  readonly command: (typeof COMMANDS)[number]['name'] | undefined;
  /** The words behind the command, as many as it needs. */
  readonly operands: readonly string[];
  readonly options: RawOptions;
}

/**
 * Takes a command line apart by the table of options.
 * @throws WitnessmarkError `unknown-option`, `bad-option-value`, `missing-command`.
 */
export function parseArguments(argv: readonly string[]): Arguments {
  const specs = OPTION_SPECS.filter(({ doors }) => doors.includes('cli'));
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: [...argv],
      allowPositionals: true,
      strict: true,
      options: Object.fromEntries(
        specs.map(({ name, type, short }) => [
          name,
          type === 'flag'
            ? { type: 'boolean' as const, ...(short === undefined ? {} : { short }) }
            : { type: 'string' as const, multiple: true },
        ]),
      ),
    });
  } catch (error) {
    throw argumentError(error, argv);
  }
  const options = new Map<string, string>();
  for (const { name, type } of specs) {
    const value = parsed.values[name];
    if (value === undefined) continue;
    if (!Array.isArray(value)) options.set(name, String(value));
    else if (type === 'list') options.set(name, listText(name, value.map(String)));
    else if (value.length === 1) options.set(name, String(value[0]));
    else
      throw new WitnessmarkError('bad-option-value', `--${name} is given twice`, 'Give it once.');
  }
  const isHelp = parsed.positionals[0] === 'help';
  const words = isHelp ? parsed.positionals.slice(1) : parsed.positionals;
  if (isHelp) options.set('help', 'true');
  const command = commandOf(words, options);
  refuseOthers(command, options);
  return { command, operands: words.slice(1), options };
}

/** An option that a command does not take would be left out without a word. */
function refuseOthers(command: Arguments['command'], options: RawOptions): void {
  const spec = COMMAND_SPECS.find(({ name }) => name === command);
  if (spec === undefined || options.get('help') === 'true') return;
  const other = [...options.keys()].find(
    (name) => !spec.options.includes(name) && name !== 'help' && name !== 'version',
  );
  if (other === undefined) return;
  throw new WitnessmarkError(
    'unknown-option',
    `--${other} is no option of ${spec.name}`,
    `${didYouMean(`--${other}`, dashed(spec.options))}${optionsOf(spec)}`,
  );
}

function dashed(names: readonly string[]): string[] {
  return names.map((name) => `--${name}`);
}

function optionsOf({ name, options }: CommandSpec): string {
  return options.length === 0
    ? `witnessmark ${name} takes no options.`
    : `Options of ${name}: ${dashed(options).join(', ')}.`;
}

/**
 * One entry a line. An entry of several lines would become several: the second line of a secret would be
 * taken for a name, and names are recorded.
 */
function listText(name: string, entries: readonly string[]): string {
  if (entries.every((entry) => trimAscii(entry) !== '' && !/[\r\n]/.test(entry)))
    return entries.join('\n');
  throw new WitnessmarkError(
    'bad-option-value',
    `--${name} has an entry that is empty or holds a line break`,
    'Give each entry as one line; a bare name of a variable gets a placeholder: --env NAME',
  );
}

function commandOf(positionals: readonly string[], options: RawOptions): Arguments['command'] {
  const [word, ...rest] = positionals;
  if (word === undefined && (options.has('help') || options.has('version'))) return undefined;
  const command = COMMANDS.find(({ name }) => name === word)?.name;
  const spec = COMMAND_SPECS.find(({ name }) => name === word);
  const operands = spec?.operands ?? [];
  const fits = spec?.moreOperands === undefined ? rest.length === operands.length : true;
  if (command !== undefined && (fits || options.has('help'))) return command;
  if (command !== undefined && operands.length > 0)
    throw new WitnessmarkError(
      'missing-command',
      `${command} takes ${operands.length} words behind it, and not ${rest.length}`,
      `Usage: ${['witnessmark', command, ...operands].join(' ')}`,
    );
  if (command !== undefined)
    throw new WitnessmarkError(
      'missing-command',
      `${printable(rest[0] ?? '')} is one word too many: ${command} takes none behind it`,
      `Usage: witnessmark ${command}${(spec?.options.length ?? 0) > 0 ? " [OPTIONS]. A command line of several words stands in quotes: --command 'node server.js'" : ''}`,
    );
  const names = COMMANDS.map(({ name }) => name).join(', ');
  throw new WitnessmarkError(
    'missing-command',
    word === undefined ? 'no command was given' : `${printable(word)} is no command`,
    `${didYouMean(
      word ?? '',
      COMMANDS.map(({ name }) => name),
    )}Commands: ${names}. witnessmark --help says what each does. A command line of several words stands in quotes: --command 'node server.js'`,
  );
}

function didYouMean(word: string, known: readonly string[]): string {
  const found = nearest(word, known);
  return found === undefined || found === word ? '' : `Did you mean ${found}? `;
}

function argumentError(error: unknown, argv: readonly string[]): WitnessmarkError {
  const { code, message = '' } = error as { readonly code?: string; readonly message?: string };
  const name = /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1];
  const shown = name === undefined ? 'an option' : printable(name);
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const spec = COMMAND_SPECS.find((each) => argv.includes(each.name));
    const known = OPTION_SPECS.filter(({ doors }) => doors.includes('cli')).map(
      (each) => each.name,
    );
    return new WitnessmarkError(
      'unknown-option',
      `${shown} is no option`,
      `${didYouMean(name ?? '', dashed(spec?.options ?? known))}${
        spec === undefined ? `Options: ${dashed(known).join(', ')}.` : optionsOf(spec)
      }`,
    );
  }
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const [what, hint] = message.includes('does not take an argument')
      ? ['takes no value', `Write ${shown} alone.`]
      : ['needs a value', `Write ${shown} VALUE, or ${shown}=VALUE where it begins with a dash.`];
    return new WitnessmarkError('bad-option-value', `${shown} ${what}`, hint);
  }
  throw error;
}
