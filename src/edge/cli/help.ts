import {
  COMMAND_SPECS,
  OPTION_SPECS,
  type CommandSpec,
  type OptionSpec,
} from '../../app/options.js';
import { wrapPieces } from '../../report/wrap.js';

const INDENT = 28;
const EXIT_CODES =
  'Exit codes: 0 match, 1 drift, 2 unmarked, 3 unreadable, 4 incomparable, 5 unstable, 64 usage, 70 internal.';

/** Returns the text of `--help`, or that of one command, made from the tables of commands and options. */
export function renderHelp(command?: string): string {
  const spec = COMMAND_SPECS.find(({ name }) => name === command);
  return spec === undefined ? overview() : helpOfCommand(spec);
}

function overview(): string {
  return `witnessmark: fails when what an MCP server tells agents has changed without a
new baseline

Usage: witnessmark COMMAND [OPTIONS]

Commands:
${COMMAND_SPECS.map(({ name, help }) => entry(`  ${name}`, help)).join('\n')}

witnessmark COMMAND --help shows the options that a command takes, and examples.

Options:
${optionLines(() => true)}

${paragraph(EXIT_CODES)}
`;
}

function helpOfCommand(spec: CommandSpec): string {
  const { name, help, operands = [], moreOperands, options, examples } = spec;
  const words = [...operands, ...(moreOperands === undefined ? [] : [`[${moreOperands}...]`])];
  const own = optionLines((option) => options.includes(option) || option === 'help');
  return `${paragraph(`witnessmark ${name}: ${help}`)}

Usage: ${['witnessmark', name, ...words].join(' ')}${options.length === 0 ? '' : ' [OPTIONS]'}

Options:
${own}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}
`;
}

function optionLines(isShown: (name: string) => boolean): string {
  return OPTION_SPECS.filter(({ doors, name }) => doors.includes('cli') && isShown(name))
    .map((spec) => entry(`  ${termOf(spec)}`, helpOf(spec)))
    .join('\n');
}

function termOf({ name, short, value }: OptionSpec): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function helpOf({ help, type, default: byDefault }: OptionSpec): string {
  const repeatable = type === 'list' ? ' Repeatable.' : '';
  const shown = byDefault === undefined || type === 'flag' ? '' : ` [${byDefault}]`;
  return `${help}${repeatable}${shown}`;
}

/** A term and its explanation, wrapped; a long term has a line of its own. */
function entry(term: string, text: string): string {
  const pad = ' '.repeat(INDENT);
  const isLong = term.length >= INDENT;
  const lines = wrapPieces(text.split(' '), isLong ? pad : term.padEnd(INDENT), pad);
  return [...(isLong ? [term] : []), ...lines].join('\n');
}

function paragraph(text: string): string {
  return wrapPieces(text.split(' '), '', '').join('\n');
}
