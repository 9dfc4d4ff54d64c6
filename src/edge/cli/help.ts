import { COMMANDS, OPTION_SPECS, type OptionSpec } from '../../app/options.js';

/** Columns of a help screen. */
const WIDTH = 100;
const INDENT = 34;

/** Returns the text of `--help`, made from the one table of options. */
export function renderHelp(): string {
  const commands = COMMANDS.map(({ name, help }) => entry(`  ${name}`, help)).join('\n');
  const options = OPTION_SPECS.filter(({ doors }) => doors.includes('cli'))
    .map((spec) =>
      entry(`  --${spec.name}${spec.value === undefined ? '' : ` ${spec.value}`}`, helpOf(spec)),
    )
    .join('\n');
  return `witnessmark: fails when what an MCP server tells agents has changed without a new baseline

Usage: witnessmark COMMAND [OPTIONS]

Commands:
${commands}

Options:
${options}

Exit codes: 0 match, 1 drift, 2 unmarked, 3 unreadable, 4 incomparable, 5 unstable, 64 usage, 70 internal.
`;
}

function helpOf({ help, type, default: byDefault }: OptionSpec): string {
  const repeatable = type === 'list' ? ' Repeatable.' : '';
  const shown = byDefault === undefined || type === 'flag' ? '' : ` Default: ${byDefault}.`;
  return `${help}${repeatable}${shown}`;
}

/** A term and its explanation, wrapped; a long term has a line of its own. */
function entry(term: string, text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH - INDENT) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  const pad = ' '.repeat(INDENT);
  const first = term.length < INDENT ? term.padEnd(INDENT) : `${term}\n${pad}`;
  return `${first}${lines.join(`\n${pad}`)}`;
}
