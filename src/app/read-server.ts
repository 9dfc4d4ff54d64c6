import { isAbsolute, relative } from 'node:path';
import { launchedPackage, type Capture, type Launch } from '../core/capture.js';
import { JsonTextError } from '../core/json-text.js';
import { itemsOf, type ReadItem } from '../core/item.js';
import { compareCodeUnits } from '../core/order.js';
import { SecretFinder } from '../core/secrets.js';
import { KIND_FACTS, type Definition } from '../core/surface.js';
import { readRunningServer, type Reading } from '../reader/read.js';
import { serverEnvironment } from '../sandbox/environment.js';
import { PLACEHOLDER_SET, STANDARD_READER } from '../sandbox/identity.js';
import { plainSandbox } from '../sandbox/plain.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Place } from '../store/checkout.js';
import type { Settings } from './settings.js';
import { READER_NAME, VERSION } from '../version.js';
import { WitnessmarkError } from '../errors.js';

/** What the reader needs to know of the machine it runs on. */
export interface Host {
  readonly path: string;
  readonly home: string;
  readonly platform: string;
  readonly arch: string;
}

/** A reading as items, with the conditions under which it was made. */
export interface ServerReading {
  readonly items: readonly ReadItem[];
  readonly capture: Capture;
  readonly reading: Reading;
}

/**
 * Starts the server of the settings, reads it and digests what it sent.
 * @throws WitnessmarkError of verdict `unreadable` or `unstable`; nothing is started when an argument holds
 * a given value. Source: FORMAT 4.7.
 */
export async function readServer(
  settings: Settings,
  place: Place,
  host: Host,
  now: () => Date,
  onStderr: (text: string) => void,
): Promise<ServerReading> {
  const secrets = new SecretFinder(settings.env.flatMap(({ value }) => value ?? []));
  if ([settings.command, ...settings.args].some((word) => secrets.isIn(word)))
    throw secretInName('an argument');
  const sandbox = plainSandbox(STANDARD_READER);
  const process = await sandbox.start({
    command: settings.command,
    args: settings.args,
    workingDirectory: place.workingDirectory,
    env: serverEnvironment({
      identity: STANDARD_READER,
      declared: settings.env,
      command: settings.command,
      hostPath: host.path,
      hostHome: host.home,
    }),
  });
  const reading = await readRunningServer({ ...settings, process, onStderr });
  return {
    items: digested(reading, secrets),
    capture: captureOf(settings, place, sandbox, reading, host, now()),
    reading,
  };
}

/** @throws WitnessmarkError `too-deep`, `secret-in-name`. */
function digested({ definitions }: Reading, secrets: SecretFinder): ReadItem[] {
  try {
    return itemsOf(definitions, (definition) => secretFindings(definition, secrets));
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new WitnessmarkError(
      'too-deep',
      'a definition of the server nests deeper than 512 levels',
      'This bound protects the reader and cannot be raised.',
      { cause: error },
    );
  }
}

function secretFindings(definition: Definition, secrets: SecretFinder): string[] {
  if (secrets.isEmpty) return [];
  const { inName, fields } = secrets.placesIn(definition);
  if (inName) throw secretInName('an identifier or a member name');
  return fields.map((field) => `quotes-secret:${field}`);
}

function secretInName(where: string): WitnessmarkError {
  return new WitnessmarkError(
    'secret-in-name',
    `a value that was given for a variable stands in ${where}`,
    'Give the bare name, which gets a placeholder: --env NAME',
  );
}

/** The whole block of FORMAT 4.1 and 4.2. */
function captureOf(
  settings: Settings,
  place: Place,
  sandbox: Sandbox,
  reading: Reading,
  host: Host,
  observed: Date,
): Capture {
  return {
    observedAt: `${observed.toISOString().slice(0, 19)}Z`,
    transport: 'stdio',
    protocol: { requested: settings.protocol, negotiated: reading.negotiated },
    pages: { read: reading.pages, complete: true },
    clientCapabilities: settings.profile.capabilityNames,
    client: settings.profile.name,
    surface: settings.surface.map((kind) => KIND_FACTS[kind].word),
    launch: launchOf(settings, place, sandbox),
    isolation: { layout: sandbox.layout, mechanism: sandbox.mechanism },
    runtime: { platform: host.platform, arch: host.arch },
    placeholderSet: PLACEHOLDER_SET,
    reads: 1,
    reader: { name: READER_NAME, version: VERSION },
  };
}

function launchOf({ command, args, env }: Settings, place: Place, sandbox: Sandbox): Launch {
  const hasValue = env.some(({ value }) => value !== undefined);
  return {
    ...launchedPackage(command, args),
    command: portable(command, place),
    args: args.map((arg) => portable(arg, place)),
    envNames: env.map(({ name }) => name).sort(compareCodeUnits),
    envValues: hasValue ? 'real' : env.length > 0 ? 'placeholder' : 'none',
    network: sandbox.network,
    home: sandbox.home,
  };
}

/** A path inside the checkout, relative to the working directory: two clones give one baseline. */
function portable(word: string, { checkout, workingDirectory }: Place): string {
  if (!isAbsolute(word)) return word;
  const inside = relative(checkout, word);
  if (inside.startsWith('..') || isAbsolute(inside)) return word;
  const shown = relative(workingDirectory, word);
  return shown === '' ? '.' : shown.startsWith('..') ? shown : `./${shown}`;
}
