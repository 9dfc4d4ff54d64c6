import { isAbsolute, join, relative, resolve } from 'node:path';
import { parseAllowance, type Allowance } from '../core/allowances.js';
import { trimAscii } from '../core/ascii-space.js';
import { KIND_FACTS, LIST_KINDS, type ListKind } from '../core/surface.js';
import { clientProfile, type ClientProfile } from '../reader/client-profile.js';
import { requestedVersions } from '../reader/protocol-versions.js';
import type { DeclaredVariable } from '../sandbox/environment.js';
import { parseEndpoint, PORT_WORD, type Endpoint } from './endpoint.js';
import { OPTION_SPECS } from './options.js';
import { splitCommand } from './shell-words.js';
import { WitnessmarkError } from '../errors.js';
import {
  MAX_TIMEOUT_SECONDS,
  READ_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
  START_TIMEOUT_MS,
} from '../limits.js';

/** Options as a door found them: text by name; `list` options hold one entry a line; absent ones are absent. */
export type RawOptions = ReadonlyMap<string, string>;

/** A server of the configuration, and what was given beside the file. */
export interface NamedServer {
  readonly server: string;
  readonly inputs: RawOptions;
}

/** Everything a run needs to know, validated. */
export interface Settings {
  /** Name of the server in records and in the baseline. */
  readonly server: string;
  /** Set for a server that is read over HTTP. */
  readonly endpoint?: Endpoint;
  /** Empty for a deployed server. */
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly workingDirectory: string;
  readonly env: readonly DeclaredVariable[];
  /** Absolute. */
  readonly baselinePath: string;
  readonly surface: readonly ListKind[];
  readonly startTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly readTimeoutMs: number;
  readonly profile: ClientProfile;
  /** As given: `auto` or a version. */
  readonly protocolOption: string;
  /** Versions to ask for, each in a process of its own, until one is answered. */
  readonly protocols: readonly string[];
  readonly allowances: readonly Allowance[];
  readonly isolation: 'required' | 'none';
  /** A shell line; empty for none. */
  readonly setup: string;
  readonly showStderr: boolean;
  /** The options that differ from their defaults, for the commands that reports print; values of variables left out. */
  readonly given: readonly (readonly [string, string])[];
  /** The files in which the command was found; absent where it was given. */
  readonly foundIn?: readonly string[];
  /** What the same files declare and cannot be started, printable, with the reason; absent for nothing. */
  readonly passedOver?: readonly string[];
}

/**
 * Returns validated settings; `foundIn` says where a command was found that nobody gave.
 * @throws WitnessmarkError of verdict `usage` that lists every problem and carries the code of the first.
 */
export function parseSettings(
  raw: RawOptions,
  currentDirectory: string,
  foundIn?: readonly string[],
  named?: NamedServer,
): Settings {
  const problems: WitnessmarkError[] = [];
  const option = (name: string): string =>
    raw.get(name) ?? OPTION_SPECS.find((spec) => spec.name === name)?.default ?? '';
  const attempt = <Value>(parse: () => Value, otherwise: Value): Value => {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof WitnessmarkError)) throw error;
      problems.push(error);
      return otherwise;
    }
  };
  const endpoint = attempt(
    () => parseEndpoint(new Set(raw.keys()), raw.get('url'), lines(option('header'))),
    undefined,
  );
  const isDeployed = raw.has('url') && !raw.has('command');
  const [command = '', ...words] = isDeployed
    ? []
    : attempt(() => parseCommand(option('command')), []);
  const args = isDeployed ? [] : [...words, ...lines(option('args'))];
  const workingDirectory = resolve(currentDirectory, option('working-directory'));
  const env = attempt(() => parseEnv(lines(option('env'))), []);
  const seconds = attempt(() => parseTimeout(option('timeout')), 0);
  const explicit = raw.has('timeout');
  const ownBaseline = named === undefined ? undefined : `witnessmark.${named.server}.json`;
  const baseline = raw.get('baseline') ?? ownBaseline ?? option('baseline');
  const settings: Settings = {
    server: named?.server ?? 'default',
    ...(endpoint === undefined ? {} : { endpoint }),
    command,
    args,
    workingDirectory,
    env,
    baselinePath: attempt(() => parseBaselinePath(baseline, workingDirectory), ''),
    surface: attempt(() => parseSurface(option('surface')), []),
    startTimeoutMs: explicit ? seconds * 1000 : START_TIMEOUT_MS,
    requestTimeoutMs: explicit ? seconds * 1000 : REQUEST_TIMEOUT_MS,
    readTimeoutMs: explicit ? seconds * 1000 : READ_TIMEOUT_MS,
    profile: attempt(() => clientProfile(option('client-capabilities')), clientProfile('none')),
    protocolOption: option('protocol'),
    protocols: attempt(() => requestedVersions(option('protocol')), []),
    allowances: attempt(() => lines(option('allow-unstable')).map(parseAllowance), []),
    isolation: attempt(() => parseIsolation(option('isolation')), 'required'),
    setup: option('setup'),
    showStderr: attempt(() => parseFlag('show-stderr', option('show-stderr')), false),
    given: givenOptions(named?.inputs ?? raw),
    ...(foundIn === undefined ? {} : { foundIn }),
  };
  throwAll(problems);
  return settings;
}

/** Entries of a list option, one a line, blank lines left out. */
export function lines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map(trimAscii)
    .filter((line) => line !== '');
}

/**
 * Returns true or false for the words `true` and `false`.
 * @throws WitnessmarkError `bad-option-value`.
 */
export function parseFlag(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new WitnessmarkError(
    'bad-option-value',
    `${name} takes true or false`,
    `Write ${name}: true`,
  );
}

/**
 * Returns the mode of the Action.
 * @throws WitnessmarkError `bad-option-value`.
 */
export function parseMode(text: string): 'check' | 'mark' {
  if (text === 'check' || text === 'mark') return text;
  throw new WitnessmarkError('bad-option-value', 'mode takes check or mark', 'Write mode: check');
}

function parseIsolation(text: string): 'required' | 'none' {
  if (text === 'required' || text === 'none') return text;
  throw new WitnessmarkError(
    'bad-option-value',
    'isolation takes required or none',
    'Leave it out: required is the default, and none gives up what makes readings the same everywhere.',
  );
}

function parseCommand(line: string): string[] {
  const words = splitCommand(line);
  const assigned = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(words[0] ?? '')?.[1];
  if (assigned !== undefined) {
    throw new WitnessmarkError(
      'bad-command',
      `the command begins with a variable, ${assigned}=…, as for a shell, and no shell is involved`,
      `Give variables apart: --env ${assigned} for a placeholder, --env ${assigned}=VALUE for a value.`,
    );
  }
  if (words.length > 0 && words[0] !== '') return words;
  throw new WitnessmarkError(
    'missing-command',
    'no command was given to start the server',
    "For example: --command 'node dist/server.js', or in a workflow: command: node dist/server.js",
  );
}

function parseEnv(entries: readonly string[]): DeclaredVariable[] {
  const declared = entries.map((entry) => {
    const at = entry.indexOf('=');
    const name = at < 0 ? entry : entry.slice(0, at);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      throw new WitnessmarkError(
        'bad-env',
        'env takes NAME or NAME=VALUE, a name of letters, digits and _',
        'For example: --env API_KEY',
      );
    }
    if (at === entry.length - 1) {
      throw new WitnessmarkError(
        'bad-env',
        `env ${name} has an empty value, as a secret has on a fork`,
        `Give the bare name, which gets a placeholder everywhere: --env ${name}`,
      );
    }
    return at < 0 ? { name } : { name, value: entry.slice(at + 1) };
  });
  if (new Set(declared.map(({ name }) => name)).size !== declared.length) {
    throw new WitnessmarkError('bad-env', 'env names a variable twice', 'Give each variable once.');
  }
  return declared;
}

function parseTimeout(text: string): number {
  const seconds = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && seconds > 0 && seconds <= MAX_TIMEOUT_SECONDS) return seconds;
  throw new WitnessmarkError(
    'bad-option-value',
    `timeout takes a number of seconds above 0 and up to ${MAX_TIMEOUT_SECONDS}`,
    'For example: --timeout 120',
  );
}

/**
 * Returns the absolute path of a baseline.
 * @throws WitnessmarkError `bad-option-value`.
 */
export function parseBaselinePath(text: string, workingDirectory: string): string {
  if (trimAscii(text) === '' || text.endsWith('/')) {
    throw new WitnessmarkError(
      'bad-option-value',
      'baseline takes the path of a file',
      'For example: --baseline witnessmark.json',
    );
  }
  return isAbsolute(text) ? resolve(text) : join(workingDirectory, text);
}

function parseSurface(text: string): ListKind[] {
  const words = text.split(',').map(trimAscii);
  const kinds = LIST_KINDS.filter((kind) => words.includes(KIND_FACTS[kind].word));
  if (kinds.length === words.length && kinds.length > 0) return kinds;
  throw new WitnessmarkError(
    'bad-option-value',
    'surface takes a list of kinds without repetition',
    `Kinds, separated by commas: ${LIST_KINDS.map((kind) => KIND_FACTS[kind].word).join(',')}`,
  );
}

/** Options that say what is printed and not how a server is read. */
const NOT_REPEATED: readonly string[] = ['json', 'help', 'version', 'tools', 'profile', 'profiles', 'accept', 'base', 'color', 'dry-run']; // prettier-ignore

/** What was given, to be given again: a value of a variable stands as a reference to it. */
export function givenOptions(raw: RawOptions): (readonly [string, string])[] {
  return OPTION_SPECS.filter(
    ({ name, doors }) => doors.includes('cli') && !NOT_REPEATED.includes(name),
  ).flatMap((spec) => {
    const text = raw.get(spec.name);
    // An explicit timeout also bounds the start and each request, the default's number too.
    if (text === undefined || (text === spec.default && spec.name !== 'timeout')) return [];
    if (spec.type === 'flag') return text === 'true' ? [[spec.name, ''] as const] : [];
    if (spec.type === 'string') return [[spec.name, shownText(spec.name, text, raw)] as const];
    return lines(text).map((entry) => [spec.name, shownEntry(spec.name, entry, raw)] as const);
  });
}

/** A query may hold a key: such a url stands as a reference, unless the server is started here. */
function shownText(name: string, text: string, raw: RawOptions): string {
  return name === 'url' && !raw.has('command') && text.includes('?') ? '$URL' : text;
}

function shownEntry(option: string, entry: string, raw: RawOptions): string {
  const at = entry.indexOf('=');
  if (at < 0 || (option !== 'env' && option !== 'header')) return entry;
  const [name, value] = [entry.slice(0, at), entry.slice(at + 1)];
  if (option === 'env' && raw.has('url') && isPortTemplate(value)) return entry;
  return `${name}=$${option === 'env' ? name : name.toUpperCase().replace(/\W/g, '_')}`;
}

/** A value with `{port}` in it is ours, not a secret: it says where the server is to listen. */
export function isPortTemplate(value: string): boolean {
  return value.includes(PORT_WORD);
}

function throwAll(problems: readonly WitnessmarkError[]): void {
  const [first] = problems;
  if (first === undefined) return;
  if (problems.length === 1) throw first;
  throw new WitnessmarkError(
    first.code,
    problems.map(({ message }) => message).join('; '),
    [...new Set(problems.map(({ hint }) => hint))].join(' '),
  );
}

/** A path as people write it from a directory: relative where it is inside, else absolute. */
export function shownPath(path: string, from: string): string {
  const inside = relative(from, path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}
