import { itemOf, itemsOf, type ReadItem } from '../core/item.js';
import type { Capture } from '../core/capture.js';
import { dateSpellings } from '../core/date-spellings.js';
import type { Factor } from '../core/map-back.js';
import { JsonTextError } from '../core/json-text.js';
import { SECRET_FINDING, SecretFinder } from '../core/secrets.js';
import { fieldsHolding, type UnstablePlace } from '../core/steadiness.js';
import type { Definition } from '../core/surface.js';
import { CLIENT_INFO } from '../reader/client-profile.js';
import { OLDER_HTTP_VERSION, requestedVersions } from '../reader/protocol-versions.js';
import { readRunningServer, type Reading, type ReadRequest } from '../reader/read.js';
import { readSteadily } from '../reader/steady.js';
import { TailBuffer } from '../reader/tail-buffer.js';
import { serverEnvironment } from '../sandbox/environment.js';
import { STANDARD_READER, type ReaderIdentity } from '../sandbox/identity.js';
import { NET_LAYOUT } from '../sandbox/mechanism.js';
import { openSandbox } from '../sandbox/open.js';
import type { OpenSandbox, SandboxRequest } from '../sandbox/request.js';
import { factorsBetween, strangerClient, strangerReader } from '../sandbox/stranger.js';
import type { Place } from '../store/checkout.js';
import { isTracked } from '../store/tracked-text.js';
import { captureOf, portable } from './capture-block.js';
import { endpointSecrets, fixedPort, PORT_WORD, urlOf, type Endpoint } from './endpoint.js';
import { PortBook } from './port-book.js';
import { isPortTemplate, type Settings } from './settings.js';
import { WitnessmarkError } from '../errors.js';
import { MAX_STDERR_BYTES } from '../limits.js';

/** What the reader needs to know of the machine it runs on. */
export interface Host {
  readonly path: string;
  readonly home: string;
  readonly platform: string;
  readonly arch: string;
  /** Directories of the job that no server may see. */
  readonly hidden: readonly string[];
}

/** What a reading is made of, and for whom it speaks. */
export interface ServerRequest {
  readonly settings: Settings;
  readonly place: Place;
  /** Set where the place is a commit that was laid out, and no checkout of git: its files. */
  readonly trackedNames?: readonly string[];
  readonly host: Host;
  readonly now: () => Date;
  /** The version that the baseline was read with; its era is tried first. */
  readonly recordedProtocol?: string | undefined;
  /** Receives the end of the server's stderr when a read fails: its own words. */
  readonly onStderr: (text: string) => void;
  /** Called when a server has been started: time to load what is needed later. */
  readonly onStarted?: () => void;
}

/** A reading as items, with the conditions under which it was made. */
export interface ServerReading {
  readonly items: readonly ReadItem[];
  readonly capture: Capture;
  readonly reading: Reading;
  /** Items that only the other reader was shown. */
  readonly onlyB: readonly ReadItem[];
  /** What differs from reading to reading; known only after more than one. */
  readonly unsteady: readonly UnstablePlace[];
  /** What the user should know of the sandbox. */
  readonly notices: readonly string[];
  /** True where this machine cannot isolate: what it reads is a claim that CI has to confirm. */
  readonly isClaim: boolean;
}

/** Reads one server, as often as its user needs to. */
export interface ServerReader {
  /** Once, by the standard reader. */
  readOnce(): Promise<ServerReading>;
  /** By both readers, and by the standard one again where they differ; `first` is not read anew. */
  readSteadily(first?: Pick<ServerReading, 'reading'>): Promise<ServerReading>;
  /** Removes what the sandboxes left. */
  close(): Promise<void>;
}

/**
 * Returns a reader for the server of the settings. Nothing is started yet.
 * @throws WitnessmarkError `secret-in-name` when an argument holds a value that was given for a variable.
 * Every reading throws errors of verdict `unreadable` or `unstable`. Source: FORMAT 4, SANDBOX.
 */
export function openServerReader(request: ServerRequest): ServerReader {
  const { settings, place, now } = request;
  const { endpoint } = settings;
  const secrets = new SecretFinder([
    ...settings.env.flatMap(({ value }) =>
      value === undefined || (endpoint !== undefined && isPortTemplate(value)) ? [] : [value],
    ),
    ...(endpoint === undefined ? [] : endpointSecrets(endpoint)),
  ]);
  if ([settings.command, ...settings.args].some((word) => secrets.isIn(word))) {
    throw secretInName('an argument', SECRET_IN_ARGUMENT);
  }
  if (secrets.isIn(endpoint?.recorded ?? '')) throw secretInName('the path of the url');
  const isDeployed = endpoint?.kind === 'deployed';
  const isClaim =
    !isDeployed && settings.isolation === 'required' && request.host.platform !== 'linux';
  const started = now();
  const stranger = strangerReader();
  const client = { a: CLIENT_INFO.name, b: strangerClient() };
  const boxes = new Map<'a' | 'b', Promise<OpenSandbox>>();
  const boxOf = (reader: 'a' | 'b'): Promise<OpenSandbox> => {
    const box = boxes.get(reader) ?? openBox(request, reader === 'a' ? STANDARD_READER : stranger);
    boxes.set(reader, box);
    return box;
  };
  const ports = new PortBook(endpoint);
  const digest = digestOnce();
  // The first version that is answered is asked for from then on, by both readers alike.
  let versions = requestedVersions(settings.protocolOption, request.recordedProtocol);
  const readAs = async (reader: 'a' | 'b'): Promise<Reading> => {
    const identity = reader === 'a' ? STANDARD_READER : stranger;
    const profile = { ...settings.profile, clientInfo: { ...CLIENT_INFO, name: client[reader] } };
    const reading = await firstAnswered(versions, async (protocol, onOpened) => {
      const isSecret = (text: string): boolean => secrets.isIn(text);
      const conversation = { profile, protocol, onOpened, isSecret };
      if (endpoint?.kind === 'deployed') return readDeployed(endpoint, conversation, request);
      const box = await boxOf(reader);
      return ports.with(reader, identity, box, (port) =>
        readIn(box, { identity, port }, conversation, request),
      );
    });
    versions = [reading.requested];
    return reading;
  };
  const resultOf = async (
    reading: Reading,
    reads: number,
    findings: ReadonlyMap<Definition, readonly string[]>,
    rest: Pick<ServerReading, 'onlyB' | 'unsteady'>,
  ): Promise<ServerReading> => {
    const box = isDeployed ? undefined : await boxOf('a');
    return {
      items: digested(reading, secrets, findings, digest),
      capture: captureOf({ ...request, sandbox: box, reading, reads }),
      reading,
      notices: [
        ...weakerBecause(box),
        ...(box?.notices ?? []),
        ...reading.notices,
        ...(reading.noTools?.cause === undefined
          ? []
          : [`The server lists no tools. ${reading.noTools.cause}`]),
        ...(isClaim ? [CLAIM_NOTICE] : []),
      ],
      isClaim,
      ...rest,
    };
  };
  return {
    readOnce: async () => resultOf(await readAs('a'), 1, new Map(), { onlyB: [], unsteady: [] }),
    readSteadily: async (first) => {
      const factors = (): readonly Factor[] =>
        isDeployed
          ? [{ name: 'client', ...client }]
          : factorsBetween(STANDARD_READER, stranger, settings.env, client, ports.both());
      const steady = await readSteadily(readAs, factors, first?.reading);
      const dated = await datedPlaces(steady.reading.definitions, [started, now()], place);
      return resultOf(steady.reading, steady.reads, steady.findings, {
        onlyB: steady.onlyB,
        unsteady: [...steady.unsteady, ...dated],
      });
    },
    close: async () => {
      for (const box of await Promise.allSettled(boxes.values())) {
        if (box.status === 'fulfilled') await box.value.close();
      }
    },
  };
}

/** A layout that promises less is never taken without a word on why. */
function weakerBecause(box: OpenSandbox | undefined): string[] {
  if (box?.layout !== NET_LAYOUT) return [];
  return box.refused.map((reason) => `A stronger sandbox was not to be had: ${reason}`);
}

const CLAIM_NOTICE =
  'Only Linux can isolate a server: what was read here is a claim about what CI will read, and CI has to confirm it.';

async function openBox(
  { settings, place, trackedNames, host, onStderr }: ServerRequest,
  identity: ReaderIdentity,
): Promise<OpenSandbox> {
  const printed = new TailBuffer(MAX_STDERR_BYTES);
  const onOutput = (chunk: Buffer): void => printed.push(chunk);
  const setupEnv = environmentOf(settings, host, identity);
  const request: SandboxRequest = {
    // Elsewhere than on Linux a developer reads without isolation, and the gate in CI verifies it.
    isolation: host.platform === 'linux' ? settings.isolation : 'none',
    checkout: place.checkout,
    workingDirectory: place.workingDirectory,
    ...(trackedNames === undefined ? {} : { trackedNames }),
    identity,
    command: settings.command,
    args: settings.args,
    hostPath: host.path,
    hostHome: host.home,
    hidden: host.hidden,
    ...(settings.endpoint === undefined
      ? {}
      : { relayPort: fixedPort(settings.endpoint) ?? identity.port }),
    ...(settings.setup === ''
      ? {}
      : { setup: { commandLine: settings.setup, env: setupEnv, onOutput } }),
  };
  try {
    return await openSandbox(request);
  } catch (error) {
    // What a failing setup command printed is as private as a server's stderr.
    if (error instanceof WitnessmarkError && error.code === 'setup-failed')
      onStderr(printed.text());
    throw error;
  }
}

/** Failures of a handshake that may only mean that the server knows no such version. */
const ANOTHER_ERA: readonly string[] = [
  'handshake-refused',
  'handshake-malformed',
  'protocol-unsupported',
];

/**
 * Reads with one version after another, each in a fresh process, since a measured process is never probed. When
 * none is answered the first failure is what counts. Source: PRODUCT "Reading", field case B25.
 */
async function firstAnswered(
  versions: readonly string[],
  read: (version: string, onOpened: () => void) => Promise<Reading>,
): Promise<Reading> {
  let first: { readonly error: unknown } | undefined;
  for (const version of versions) {
    const conversation = { isOpen: false };
    try {
      return await read(version, () => (conversation.isOpen = true));
    } catch (error) {
      // A conversation that was opened and failed later says more than the refusal of another era.
      if (conversation.isOpen) throw error;
      first ??= { error };
      if (!(error instanceof WitnessmarkError) || !ANOTHER_ERA.includes(error.code)) break;
    }
  }
  throw first?.error;
}

/** How a server is spoken to. */
type Conversation = Pick<ReadRequest, 'profile' | 'protocol' | 'onOpened' | 'isSecret'>;

/** Reads a server that is running already: nothing is started, and nothing isolated. */
function readDeployed(
  endpoint: Endpoint,
  conversation: Conversation,
  { settings, onStderr, onStarted }: ServerRequest,
): Promise<Reading> {
  onStarted?.();
  const http = { url: urlOf(endpoint, undefined), headers: endpoint.headers, ...older(settings) };
  return readRunningServer({ ...settings, ...conversation, http, onStderr });
}

/** Where one version is asked for explicitly, no other is tried. */
function older({ protocolOption }: Settings): { readonly olderVersion?: string } {
  return protocolOption === 'auto' ? { olderVersion: OLDER_HTTP_VERSION } : {};
}

async function readIn(
  box: OpenSandbox,
  { identity, port }: { readonly identity: ReaderIdentity; readonly port: number | undefined },
  conversation: Conversation,
  { settings, place, host, onStderr, onStarted }: ServerRequest,
): Promise<Reading> {
  const withPort = (word: string): string =>
    port === undefined ? word : word.replaceAll(PORT_WORD, String(port));
  const env = environmentOf(settings, host, identity, withPort);
  const process = await box.start({
    command: withPort(portable(settings.command, place)),
    args: settings.args.map((arg) => withPort(expanded(portable(arg, place), settings, env))),
    workingDirectory: place.workingDirectory,
    env,
  });
  onStarted?.();
  const { endpoint } = settings;
  const http =
    endpoint === undefined
      ? {}
      : {
          http: {
            url: urlOf(endpoint, port),
            headers: [],
            socketPath: process.relaySocket,
            ...older(settings),
          },
        };
  return readRunningServer({ ...settings, ...http, ...conversation, process, onStderr });
}

function environmentOf(
  { env, command }: Settings,
  host: Host,
  identity: ReaderIdentity,
  withPort = (word: string): string => word,
): Map<string, string> {
  return serverEnvironment({
    identity,
    declared: env.map((each) =>
      each.value === undefined ? each : { ...each, value: withPort(each.value) },
    ),
    command,
    hostPath: host.path,
    hostHome: host.home,
  });
}

/** `$NAME` of a declared variable, its placeholder too; it is recorded as it is written. Source: FORMAT 4.7. */
function expanded(
  arg: string,
  { env: declared }: Settings,
  env: ReadonlyMap<string, string>,
): string {
  return arg.replace(/\$([A-Za-z_][A-Za-z0-9_]*)/g, (reference, name: string) =>
    declared.some((variable) => variable.name === name) ? (env.get(name) ?? reference) : reference,
  );
}

/** A reading that is judged a second time, with what another reader was shown, is not digested a second time. */
function digestOnce(): (definition: Definition) => ReadItem {
  const known = new Map<Definition, ReadItem>();
  return (definition) => {
    const item = known.get(definition) ?? itemOf(definition);
    known.set(definition, item);
    return item;
  };
}

/** @throws WitnessmarkError `too-deep`, `secret-in-name`. */
function digested(
  { definitions }: Reading,
  secrets: SecretFinder,
  findings: ReadonlyMap<Definition, readonly string[]>,
  digest: (definition: Definition) => ReadItem,
): ReadItem[] {
  try {
    const findingsOf = (definition: Definition): string[] => [
      ...secretFindings(definition, secrets),
      ...(findings.get(definition) ?? []),
    ];
    return itemsOf(definitions, findingsOf, digest);
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
  return fields.map((field) => `${SECRET_FINDING}${field}`);
}

const SECRET_IN_ARGUMENT =
  'Write the name there, as $NAME: it is expanded for the server and recorded as it is written.';

function secretInName(
  where: string,
  hint = 'Give the bare name, which gets a placeholder: --env NAME',
): WitnessmarkError {
  return new WitnessmarkError(
    'secret-in-name',
    `a value that was given for a variable or header stands in ${where}`,
    hint,
  );
}

/** Fields in which today's date stands, unless that very text stands in a tracked file. Source: FORMAT 4.6. */
async function datedPlaces(
  definitions: readonly Definition[],
  instants: readonly Date[],
  place: Place,
): Promise<UnstablePlace[]> {
  const zones = [STANDARD_READER.timeZone, strangerReader().timeZone];
  const spellings = [...new Set(instants.flatMap((instant) => dateSpellings(instant, zones)))];
  const tracked = new Map<string, boolean>();
  const places: UnstablePlace[] = [];
  for (const definition of definitions) {
    for (const { field, text } of fieldsHolding(definition, spellings)) {
      const known = tracked.get(text) ?? (await isTracked(place, text));
      tracked.set(text, known);
      if (!known) places.push({ ...identified(definition), field, why: 'date' });
    }
  }
  return places;
}

function identified(definition: Definition): Pick<ReadItem, 'kind' | 'id'> {
  const [item] = itemsOf([definition]);
  return { kind: definition.kind, id: item?.id ?? null };
}
