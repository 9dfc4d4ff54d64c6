/** Something in the log that the runner takes for a command. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/**
 * Returns what a GitHub runner would obey in a log: `::name k=v,k=v::data` after leading white space, and
 * `##[name k=v;k=v]data` anywhere in a line. Stricter than the runner, which knows a fixed set of names:
 * any name counts. Source: actions/runner, src/Runner.Common/ActionCommand.cs (TryParseV2, TryParse).
 */
export function parseCommands(log: string): RunnerCommand[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const found = parseNew(line) ?? parseOld(line);
    return found === undefined ? [] : [found];
  });
}

function parseNew(line: string): RunnerCommand | undefined {
  // .NET trims U+0085 too, and JavaScript's \s knows the rest.
  const text = line.replace(/^[\s\u0085]+/, '');
  if (!text.startsWith('::')) return undefined;
  const end = text.indexOf('::', 2);
  if (end < 0) return undefined;
  const { name, properties } = parseHead(text.slice(2, end), ',', [
    ['%0D', '\r'],
    ['%0A', '\n'],
    ['%3A', ':'],
    ['%2C', ','],
    ['%25', '%'],
  ]);
  const data = unescapeAll(text.slice(end + 2), [
    ['%0D', '\r'],
    ['%0A', '\n'],
    ['%25', '%'],
  ]);
  return { name, properties, data };
}

function parseOld(line: string): RunnerCommand | undefined {
  const start = line.indexOf('##[');
  const end = start < 0 ? -1 : line.indexOf(']', start);
  if (end < 0) return undefined;
  return { ...parseHead(line.slice(start + 3, end), ';', []), data: line.slice(end + 1) };
}

type Escapes = readonly (readonly [string, string])[];

function parseHead(
  head: string,
  separator: string,
  escapes: Escapes,
): Pick<RunnerCommand, 'name' | 'properties'> {
  const space = head.indexOf(' ');
  if (space < 0) return { name: head, properties: {} };
  const pairs = head
    .slice(space + 1)
    .trim()
    .split(separator)
    .flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [] : [[pair.slice(0, at), unescapeAll(pair.slice(at + 1), escapes)]];
    });
  return {
    name: head.slice(0, space),
    properties: Object.fromEntries(pairs) as Record<string, string>,
  };
}

function unescapeAll(text: string, escapes: Escapes): string {
  return escapes.reduce((result, [escaped, plain]) => result.replaceAll(escaped, plain), text);
}

/**
 * Returns the outputs in a GITHUB_OUTPUT file, `name=value` or `name<<END` up to a line `END`.
 * @throws Error on what the runner would refuse.
 * Source: actions/runner, src/Runner.Worker/FileCommandManager.cs (EnvFileKeyValuePairs).
 */
export function parseOutputs(text: string): Map<string, string> {
  const outputs = new Map<string, string>();
  const lines = text.split(/\r\n|\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const equals = line.indexOf('=');
    const heredoc = line.indexOf('<<');
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      outputs.set(line.slice(0, equals), line.slice(equals + 1));
      continue;
    }
    if (heredoc < 1) throw new Error(`Invalid format '${line}'`);
    const end = lines.indexOf(line.slice(heredoc + 2), at + 1);
    if (end < 0) throw new Error('Matching delimiter not found');
    outputs.set(line.slice(0, heredoc), lines.slice(at + 1, end).join('\n'));
    at = end;
  }
  return outputs;
}
