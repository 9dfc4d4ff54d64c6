import { quoteCommand } from './shell-words.js';
import { shownPath, type Settings } from './settings.js';
import type { ReportContext } from '../report/server-report.js';

/**
 * Returns the texts by which a report says how to go on: commands that can be copied, with the options
 * that were given. Values of variables stand as references (`--env NAME=$NAME`).
 */
export function reportContext(
  settings: Settings,
  program: readonly string[],
  currentDirectory: string,
): ReportContext {
  const baseline = shownPath(settings.baselinePath, currentDirectory);
  const options = settings.given.map(([name, value]) => optionWords(name, value)).join(' ');
  const start = quoteCommand(program);
  const withOptions = (command: string): string =>
    `${start} ${command}${options === '' ? '' : ` ${options}`}`;
  return {
    baseline,
    commandLine:
      settings.command === ''
        ? (settings.endpoint?.recorded ?? '')
        : quoteCommand([settings.command, ...settings.args]),
    next: {
      check: withOptions('check'),
      mark: withOptions('mark'),
      commit: `git add ${baseline.startsWith('-') ? '-- ' : ''}${quoteCommand([baseline])} && git commit`,
    },
  };
}

/** A reference to a variable stands in double quotes, so that the shell expands it. */
function optionWords(name: string, value: string): string {
  if (value === '') return `--${name}`;
  const isReference =
    name === 'header' ||
    (name === 'url' && value === '$URL') ||
    (name === 'env' && /^(\w+)=\$\1$/.test(value));
  // A value that begins with a dash would be taken for an option.
  const between = value.startsWith('-') ? '=' : ' ';
  return `--${name}${between}${isReference ? `"${value}"` : quoteCommand([value])}`;
}
