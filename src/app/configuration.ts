import { lineAt } from '../core/baseline-problems.js';
import { SERVER_NAME } from '../core/baseline.js';
import { trimAscii } from '../core/ascii-space.js';
import { JsonTextError, parseJsonText, type JsonNode, type JsonObject } from '../core/json-text.js';
import { compareCodeUnits } from '../core/order.js';
import { printable } from '../core/printable.js';
import { OPTION_SPECS, type OptionSpec } from './options.js';
import type { RawOptions } from './settings.js';
import {
  MAX_CONFIGURATION_DEPTH,
  MAX_CONFIGURATION_PROBLEMS,
  MAX_LISTED_NAMES,
  MAX_SERVERS,
} from '../limits.js';
import { WitnessmarkError } from '../errors.js';

/** The file that names the servers of a repository; it stands in the root of the checkout. */
export const CONFIGURATION = 'witnessmark.config.json';

/** One server as the file has it. */
export interface ConfiguredServer {
  /** Line (from 1) of its name. */
  readonly line: number;
  /** Members as the inputs of the same names would hold them. */
  readonly options: RawOptions;
}

/** What a member of a server may hold, by the table of options. */
const MEMBERS: readonly OptionSpec[] = OPTION_SPECS.filter(({ inFile }) => inFile === true);

/**
 * Returns the servers of a configuration, sorted by name: `{"servers": {NAME: {MEMBER: VALUE}}}`. A list is an array of
 * texts, anything else one text.
 * @throws WitnessmarkError `config-malformed` that lists every problem by line and member and never quotes a value.
 * Source: PRODUCT "Configuration", FORMAT 3.1.
 */
export function parseConfiguration(text: string): ReadonlyMap<string, ConfiguredServer> {
  const problems: string[] = [];
  const report = (offset: number, words: string): void =>
    void problems.push(`line ${lineAt(text, offset)}: ${words}`);
  const servers = new Map<string, ConfiguredServer>();
  const root = treeOf(text);
  if (root.kind !== 'object') report(root.start, 'the file must be an object');
  else {
    refuseMembers(root, '', ['$schema', 'servers'], report);
    const map = root.members.findLast(({ name }) => name === 'servers')?.value;
    if (map?.kind !== 'object' || map.members.length === 0)
      report(map?.start ?? root.start, 'servers must be an object with one member for each server');
    else {
      if (map.members.length > MAX_SERVERS)
        report(map.start, `servers has more than ${MAX_SERVERS} members`);
      for (const { name, nameStart, value } of map.members.slice(0, MAX_SERVERS)) {
        const path = `servers.${printable(name)}`;
        // `witnessmark.config.json` is this file and no baseline.
        if (!SERVER_NAME.test(name) || name === 'config')
          report(nameStart, `${path}: a name is made of a-z, 0-9 and -, and is not config`);
        if (servers.has(name)) report(nameStart, `${path} stands there twice`);
        const options = serverOptions(value, path, report);
        servers.set(name, { line: lineAt(text, nameStart), options });
      }
    }
  }
  if (problems.length > 0) throw malformed(problems);
  return new Map([...servers].sort(([a], [b]) => compareCodeUnits(a, b)));
}

/** One error for everything that is wrong with the file. */
export function malformed(problems: readonly string[]): WitnessmarkError {
  const listed = problems.slice(0, MAX_CONFIGURATION_PROBLEMS);
  const rest = problems.length - listed.length;
  return new WitnessmarkError(
    'config-malformed',
    `${CONFIGURATION} is not right: ${[...listed, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')}`,
    `Members of a server: ${MEMBERS.map(({ name }) => name).join(', ')}. For example: {"servers": {"files": {"command": "node files/server.js"}}}`,
  );
}

function treeOf(text: string): JsonNode {
  try {
    // A byte order mark comes with some editors.
    return parseJsonText(text.replace(/^\u{FEFF}/u, ' '), { maxDepth: MAX_CONFIGURATION_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const what = error.reason === 'syntax' ? 'this is not JSON' : 'this nests too deep';
    throw malformed([`line ${lineAt(text, error.offset)}: ${what}`]);
  }
}

type Report = (offset: number, words: string) => void;

/** Unknown members, and known ones that stand there twice: parsers differ in which one they take. */
function refuseMembers(
  { members }: JsonObject,
  path: string,
  known: readonly string[],
  report: Report,
): void {
  const seen = new Set<string>();
  for (const { name, nameStart } of members) {
    const place = `${path}${path === '' ? '' : '.'}${printable(name)}`;
    if (!known.includes(name)) report(nameStart, `${place} is no member`);
    else if (seen.has(name)) report(nameStart, `${place} stands there twice`);
    seen.add(name);
  }
}

function serverOptions(node: JsonNode, path: string, report: Report): RawOptions {
  const options = new Map<string, string>();
  if (node.kind !== 'object') {
    report(node.start, `${path} must be an object`);
    return options;
  }
  refuseMembers(
    node,
    path,
    MEMBERS.map(({ name }) => name),
    report,
  );
  for (const { name, value } of node.members) {
    const spec = MEMBERS.find((member) => member.name === name);
    if (spec === undefined) continue;
    const entries = spec.type === 'list' && value.kind === 'array' ? value.items : [value];
    const texts = entries.flatMap((entry) => (entry.kind === 'string' ? [entry.value] : []));
    const isRightKind = spec.type === 'list' ? value.kind === 'array' : value.kind === 'string';
    if (!isRightKind || texts.length !== entries.length)
      report(
        value.start,
        `${path}.${name} must be ${spec.type === 'list' ? 'an array of texts' : 'a text'}`,
      );
    else if (texts.some((text) => trimAscii(text) !== text || text === '' || /[\r\n]/.test(text)))
      report(
        value.start,
        `${path}.${name} holds a text that is empty, of several lines, or has white space around it`,
      );
    else if (texts.length > 0) options.set(name, texts.join('\n'));
  }
  return options;
}

/**
 * Returns what moved between two configurations, one line each, by names of servers and members and never by values;
 * undefined where one of them cannot be read. Source: PRODUCT "Configuration".
 */
export function configurationChanges(before: string, after: string): readonly string[] | undefined {
  let left: ReadonlyMap<string, ConfiguredServer>;
  let right: ReadonlyMap<string, ConfiguredServer>;
  try {
    [left, right] = [parseConfiguration(before), parseConfiguration(after)];
  } catch (error) {
    if (error instanceof WitnessmarkError) return undefined;
    throw error;
  }
  const names = [...new Set([...left.keys(), ...right.keys()])].sort(compareCodeUnits);
  const lines = names.flatMap((name) => {
    const [old, now] = [left.get(name)?.options, right.get(name)?.options];
    if (old === undefined) return [`${name} added`];
    if (now === undefined) return [`${name} removed`];
    const moved = MEMBERS.filter((member) => old.get(member.name) !== now.get(member.name));
    return moved.length === 0 ? [] : [`${name}: ${moved.map((member) => member.name).join(', ')}`];
  });
  const rest = lines.length - MAX_LISTED_NAMES;
  return rest > 0 ? [...lines.slice(0, MAX_LISTED_NAMES), `and ${rest} more`] : lines;
}
