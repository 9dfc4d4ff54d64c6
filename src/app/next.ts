import { quoteCommand } from './shell-words.js';
import { SecretFinder } from '../core/secrets.js';
import { endpointSecrets } from './endpoint.js';
import { isPortTemplate, shownPath, type Settings } from './settings.js';
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
  const mask = maskOf(settings);
  const baseline = mask(shownPath(settings.baselinePath, currentDirectory));
  const options = settings.given.map(([name, value]) => optionWords(name, mask(value))).join(' ');
  const start = quoteCommand(program);
  const variables = variableWords(settings);
  const withOptions = (command: string): string =>
    `${start} ${command}${options === '' ? '' : ` ${options}`}`;
  return {
    baseline,
    commandLine:
      settings.command === ''
        ? (settings.endpoint?.recorded ?? '')
        : quoteCommand([settings.command, ...settings.args].map(mask)),
    ...(settings.foundIn === undefined ? {} : { foundIn: settings.foundIn.join(', ') }),
    ...(settings.passedOver === undefined ? {} : { passedOver: settings.passedOver }),
    ...(variables === undefined ? {} : { variables }),
    next: {
      check: withOptions('check'),
      mark: withOptions('mark'),
      diff: withOptions('diff'),
      accept: withOptions('diff --accept'),
      commit: `git add ${baseline.startsWith('-') ? '-- ' : ''}${quoteCommand([baseline])} && git commit`,
    },
  };
}

/** `API_KEY (placeholder), LOG_LEVEL (value given)`; undefined where the server gets none. */
function variableWords({ env, foundIn }: Settings): string | undefined {
  if (env.length === 0) return undefined;
  const words = env.map(({ name, value }) =>
    value === undefined
      ? `${name} (placeholder)`
      : isPortTemplate(value)
        ? `${name}=${value}`
        : `${name} (value given)`,
  );
  const isFound = foundIn !== undefined && env.some(({ value }) => value === undefined);
  return `${words.join(', ')}${isFound ? '; names are taken from the file, values are not' : ''}`;
}

/**
 * Returns what replaces given values by references to them: `$NAME` in a command line is expanded by the reader, so
 * that the printed command is the mended one. Source: FORMAT 4.7.
 */
export function maskOf({ env, endpoint }: Settings): (text: string) => string {
  const named = env.flatMap(({ name, value = '' }) =>
    value === '' || (endpoint !== undefined && isPortTemplate(value)) ? [] : [{ name, value }],
  );
  const headers = endpoint === undefined ? [] : endpointSecrets(endpoint);
  const masks = [...named, ...headers.map((value) => ({ name: 'HEADER', value }))]
    .sort((a, b) => b.value.length - a.value.length)
    .map(({ name, value }) => ({ finder: new SecretFinder([value]), standIn: `$${name}` }));
  return (text) => masks.reduce((rest, { finder, standIn }) => finder.masked(rest, standIn), text);
}

/** An option as a shell takes it; a reference to a variable stands in double quotes, so that the shell expands it. */
export function optionWords(name: string, value: string): string {
  if (value === '') return `--${name}`;
  const isReference =
    name === 'header' ||
    (name === 'url' && value === '$URL') ||
    (name === 'env' && /^(\w+)=\$\1$/.test(value));
  // A value that begins with a dash would be taken for an option.
  const between = value.startsWith('-') ? '=' : ' ';
  return `--${name}${between}${isReference ? `"${value}"` : quoteCommand([value])}`;
}
