import { join } from 'node:path';
import { compareCodeUnits } from '../core/order.js';
import { printable } from '../core/printable.js';
import type { ServerReport } from '../report/server-report.js';
import { CONFIGURATION, malformed, parseConfiguration } from './configuration.js';
import { settingsOf } from './detected.js';
import type { Door } from './options.js';
import { failureReport, type Dependencies } from './run.js';
import { lines, type RawOptions, type Settings } from './settings.js';
import { quoteCommand } from './shell-words.js';
import { MAX_LISTED_NAMES, MAX_PARALLEL_SERVERS } from '../limits.js';
import { WitnessmarkError } from '../errors.js';

/** Which servers a run is about. */
export interface Plan {
  /** At least one, sorted by name. */
  readonly servers: readonly Settings[];
  /** Baselines that no server has, from the root of the checkout. */
  readonly orphans: readonly string[];
}

/** Inputs that say what one server is: with several they would be taken for all. */
const OF_ONE: readonly string[] = ['command', 'args', 'url', 'header', 'working-directory', 'env', 'setup', 'baseline', 'allow-unstable']; // prettier-ignore

/**
 * Returns the servers of a run: those of the configuration in the root of the checkout, or the subset that `servers`
 * names, else the one of the inputs. In CI only a committed configuration counts. An input wins over the file.
 * @throws WitnessmarkError `config-malformed`, `config-not-regular`, `config-not-readable`, `config-not-committed`,
 * `bad-option-value`, and those of `settingsOf`.
 * Source: PRODUCT "Configuration", FORMAT 3.1, 3.6.
 */
export async function planOf(
  inputs: RawOptions,
  currentDirectory: string,
  door: Door,
  dependencies: Dependencies,
): Promise<Plan> {
  const found = await configuredServers(inputs, currentDirectory, dependencies);
  if (found === undefined)
    return {
      servers: [await settingsOf(inputs, currentDirectory, door, dependencies)],
      orphans: [],
    };
  const { checkout, configured, names } = found;
  const foreign = OF_ONE.filter((name) => inputs.has(name));
  if (names.length > 1 && foreign.length > 0)
    throw new WitnessmarkError(
      'bad-option-value',
      `${foreign.join(', ')}: this belongs to one server, and the run is about ${names.length}`,
      `Choose one with servers, or write it into ${CONFIGURATION}.`,
    );
  const servers: Settings[] = [];
  const problems: string[] = [];
  for (const name of [...names].sort(compareCodeUnits)) {
    const server = configured.get(name);
    if (server === undefined) continue;
    try {
      const given = new Map([...inputs, ['servers', name]]);
      const raw = new Map([...server.options, ...inputs]);
      servers.push(
        await settingsOf(raw, checkout, door, dependencies, { server: name, inputs: given }),
      );
    } catch (error) {
      if (!(error instanceof WitnessmarkError)) throw error;
      problems.push(`line ${server.line}: servers.${name}: ${error.message} [${error.code}]`);
    }
  }
  if (problems.length > 0) throw malformed(problems);
  return { servers, orphans: await orphansOf(configured, servers, checkout, dependencies) };
}

/** The servers of the configuration, and which of them a run is about. */
export interface ConfiguredServers {
  /** Real path of the root of the checkout. */
  readonly checkout: string;
  readonly configured: ReturnType<typeof parseConfiguration>;
  readonly names: readonly string[];
}

/**
 * Returns the servers of the configuration in the root of the checkout; undefined where there is none.
 * @throws WitnessmarkError as `planOf` for the file and for `servers`.
 */
export async function configuredServers(
  inputs: RawOptions,
  currentDirectory: string,
  { locate, configuration, ci }: Pick<Dependencies, 'locate' | 'configuration' | 'ci'>,
): Promise<ConfiguredServers | undefined> {
  const { checkout } = await locate(currentDirectory, join(currentDirectory, CONFIGURATION));
  const text = await configuration.read(join(checkout, CONFIGURATION), checkout, ci);
  const chosen = inputs.has('servers') ? lines(inputs.get('servers') ?? '') : undefined;
  if (text === undefined) {
    if (chosen === undefined) return undefined;
    throw new WitnessmarkError(
      'bad-option-value',
      `servers chooses from ${CONFIGURATION}, and the root of the checkout has none`,
      'Leave servers out, or commit the file.',
    );
  }
  const configured = parseConfiguration(text);
  const names = chosen ?? [...configured.keys()];
  refuseChoice(names, [...configured.keys()]);
  return { checkout, configured, names };
}

/**
 * Returns the one server of a plan, for what is about one only.
 * @throws WitnessmarkError `bad-option-value` where there are several.
 */
export function onlyServer({ servers }: Plan): Settings {
  const [only] = servers;
  if (only !== undefined && servers.length === 1) return only;
  throw new WitnessmarkError(
    'bad-option-value',
    `this is about one server, and ${CONFIGURATION} has ${servers.length}`,
    `Choose one: --servers ${only?.server ?? 'NAME'}`,
  );
}

function refuseChoice(names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0 && names.length > 0 && new Set(names).size === names.length) return;
  const what =
    unknown.length > 0
      ? `servers names what ${CONFIGURATION} does not have: ${unknown
          .slice(0, MAX_LISTED_NAMES)
          .map((name) => printable(name))
          .join(', ')}`
      : 'servers names no server, or one twice';
  throw new WitnessmarkError(
    'bad-option-value',
    what,
    `Servers: ${known.slice(0, MAX_LISTED_NAMES).join(', ')}${known.length > MAX_LISTED_NAMES ? ', …' : ''}`,
  );
}

/** Baselines that git tracks and no server of the file has, chosen or not. */
async function orphansOf(
  configured: ReturnType<typeof parseConfiguration>,
  servers: readonly Settings[],
  checkout: string,
  { locate, configuration }: Dependencies,
): Promise<string[]> {
  const expected = new Set(servers.map(({ baselinePath }) => baselinePath));
  for (const [name, { options }] of configured) {
    const directory = join(checkout, options.get('working-directory') ?? '.');
    const path = join(directory, `witnessmark.${name}.json`);
    expected.add(path);
    // Of a server that is not chosen the directory may be missing.
    const place = await locate(directory, path).catch(() => undefined);
    if (place !== undefined) expected.add(place.baselinePath);
  }
  const tracked = await configuration.trackedBaselines(checkout);
  return tracked.filter((path) => !expected.has(join(checkout, path)));
}

/** The reports of baselines that no server has: whoever takes a server out of the file takes its baseline too. */
export function orphanReports({ orphans }: Plan, dependencies: Dependencies): ServerReport[] {
  return orphans.slice(0, MAX_LISTED_NAMES).map((path) => {
    const error = new WitnessmarkError(
      'baseline-without-server',
      `${printable(path, 200)} is the baseline of no server in ${CONFIGURATION}`,
      'Remove it, or give its server back to the file:',
      { lines: [`${quoteCommand(['git', 'rm', '--', printable(path, 1000)])} && git commit`] },
    );
    return failureReport({ server: path }, error, dependencies);
  });
}

/**
 * Returns one result for each entry, in their order; a few are worked on at a time, and none waits for a failure of
 * another.
 */
export async function inParallel<Entry, Result>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const queue = entries.entries();
  const worker = async (): Promise<void> => {
    for (const [index, entry] of queue) results.set(index, await work(entry));
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_SERVERS, entries.length) }, worker));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
