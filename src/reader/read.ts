import { exactForm } from '../core/canonical.js';
import { memberValue } from '../core/json-node.js';
import { parseJsonText, type JsonNode } from '../core/json-text.js';
import { serverDefinition, serverSelfOf } from '../core/server-definition.js';
import { KIND_FACTS, LIST_KINDS, type Definition, type ListKind } from '../core/surface.js';
import type { ServerProcess } from '../sandbox/sandbox.js';
import {
  type Evidence,
  helpfulOption,
  type NoTools,
  recognisedCause,
  whyNoTools,
} from './causes.js';
import type { ClientProfile } from './client-profile.js';
import { conductNotices } from './conduct.js';
import type { HttpTarget } from './http-transport.js';
import { readList } from './list.js';
import type { Session } from './session.js';
import { StdioTransport } from './stdio-transport.js';
import type { Wire } from './wire.js';
import { VERDICT_OF_CODE, WitnessmarkError } from '../errors.js';
import { MAX_DEPTH, MAX_WALKS, SETTLE_QUIET_MS } from '../limits.js';

/** How to read a server that is running. */
export interface ReadRequest {
  /** Absent for a deployed server, which is not ours to end. */
  readonly process?: ServerProcess;
  /** Where the server answers over HTTP; absent for stdio. */
  readonly http?: Omit<HttpTarget, 'process' | 'userAgent'>;
  /** How it was started and what it was given: they tell why it fails. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string }[];
  /** True for a text that holds a value which was given for a variable or header. */
  readonly isSecret?: (text: string) => boolean;
  readonly profile: ClientProfile;
  /** The version to ask for, one of `requestedVersions`. */
  readonly protocol: string;
  /** Kinds to ask for; the server's own item always comes along. */
  readonly surface: readonly ListKind[];
  readonly startTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly readTimeoutMs: number;
  /** Receives the end of the server's stderr when the read fails: its own words, never to be logged as such. */
  readonly onStderr: (text: string) => void;
  /** Called when the conversation has been opened: what fails later is no question of the version. */
  readonly onOpened?: () => void;
}

/** Everything that one reading of a server gave. */
export interface Reading {
  readonly definitions: readonly Definition[];
  readonly transport: Wire['transport'];
  readonly requested: string;
  readonly negotiated: string;
  /** Over HTTP: whether every request after the handshake carried the negotiated version. */
  readonly versionHeader?: boolean;
  /** Pages of the last walk. */
  readonly pages: number;
  readonly walks: number;
  /** Kinds that were asked for and are not there, and why. */
  readonly absent: readonly {
    readonly kind: ListKind;
    readonly why: 'not-declared' | 'not-offered';
  }[];
  /** Lines on the server's stdout, or messages over HTTP, that answered nothing. */
  readonly noiseLines: number;
  /** Set when no tool was listed although tools were asked for and declared, or nothing else was there. */
  readonly noTools?: NoTools;
  /** What the user should know of how the server was reached, and of how it behaves. Enters no digest. */
  readonly notices: readonly string[];
}

/**
 * Reads a running server's whole surface and ends it, whatever happens. Succeeds only when every list was
 * read to its end.
 * @throws WitnessmarkError with a code of verdict `unreadable` or `unstable`; its message names phase,
 * place and time, its hint the recognised cause.
 * Source: PRODUCT "Reading".
 */
export async function readRunningServer(request: ReadRequest): Promise<Reading> {
  const { process, readTimeoutMs } = request;
  let isOpen = false;
  let session: Session | undefined;
  const transport = await wireOf(request);
  const deadline = setTimeout(() => {
    const { silence } = transport;
    if (silence !== undefined) transport.fail(silence.code, silence.message, silence.hint);
    transport.fail(
      'read-timeout',
      `the whole read took longer than ${readTimeoutMs / 1000} s`,
      'The option timeout (seconds) gives it longer.',
    );
  }, readTimeoutMs);
  try {
    // Loaded while the server boots: the SDK takes a while.
    const loaded = await import('./session.js');
    session = new loaded.Session(transport, request.profile, request.requestTimeoutMs);
    const { protocolVersion, result } = await session.open(
      request.protocol,
      request.startTimeoutMs,
    );
    isOpen = true;
    request.onOpened?.();
    const walked = await walkUntilSettled(session, transport, request.surface, result);
    // Ended before it is judged: the last request carries the version too, or does not.
    await transport.close();
    const { versionHeader } = transport;
    const end = await process?.end();
    const noTools = lacksTools(walked, request.surface)
      ? whyNoTools({ ...request, stderr: transport.stderr.text() })
      : undefined;
    return {
      ...walked,
      ...(noTools === undefined ? {} : { noTools }),
      definitions: [serverDefinition(serverSelfOf(result)), ...walked.definitions],
      transport: transport.transport,
      requested: request.protocol,
      negotiated: protocolVersion,
      ...(versionHeader === undefined ? {} : { versionHeader }),
      noiseLines: transport.counts.noise,
      notices: [
        ...transport.notices,
        ...(end === undefined ? [] : conductNotices(end, transport.transport, request.command)),
      ],
    };
  } catch (error) {
    request.onStderr(transport.stderr.text());
    throw withTime(withCause(error, request, transport, isOpen), session);
  } finally {
    clearTimeout(deadline);
    await transport.close();
    await process?.end();
  }
}

/**
 * What speaks HTTP is loaded only where it is spoken: Node's own modules for it take longer than this program.
 * @throws Error when the request names neither a process nor a place.
 */
async function wireOf({ process, http, profile }: ReadRequest): Promise<Wire> {
  if (http !== undefined) {
    const { HttpTransport } = await import('./http-transport.js');
    const { name, version } = profile.clientInfo;
    return new HttpTransport({ ...http, process, userAgent: `${name}/${version}` });
  }
  if (process === undefined) throw new Error('nothing to read');
  return new StdioTransport(process);
}

type Walk = Pick<Reading, 'definitions' | 'pages' | 'absent'>;

/**
 * Servers register tools late: after `initialized`, after our answer to `roots/list`. One that may do so is
 * walked until two walks are equal. Source: PRODUCT "Reading" (settling), field cases B01, B23.
 */
async function walkUntilSettled(
  session: Session,
  transport: Wire,
  surface: readonly ListKind[],
  handshake: JsonNode,
): Promise<Walk & Pick<Reading, 'walks'>> {
  const capabilities = memberValue(handshake, 'capabilities');
  let last = await walk(session, surface, capabilities);
  const mayMove = (): boolean =>
    declaresListChanged(capabilities) ||
    transport.counts.requests + transport.counts.listChanges + transport.counts.odd > 0;
  if (!mayMove()) return { ...last, walks: 1 };
  for (let walks = 2; walks <= MAX_WALKS; walks += 1) {
    await quiet(transport);
    const next = await walk(session, surface, capabilities);
    if (sameWalk(last, next)) return { ...next, walks };
    last = next;
  }
  throw new WitnessmarkError(
    'never-settles',
    `list: ${MAX_WALKS} walks of the lists gave ${MAX_WALKS} different surfaces`,
    'Let the server register everything before it answers initialize, and list the same thing each time.',
  );
}

async function walk(
  session: Session,
  surface: readonly ListKind[],
  capabilities: JsonNode | undefined,
): Promise<Walk> {
  const definitions: Definition[] = [];
  const absent: Reading['absent'][number][] = [];
  let pages = 0;
  for (const kind of LIST_KINDS.filter((each) => surface.includes(each))) {
    if (!declares(capabilities, KIND_FACTS[kind].capability))
      absent.push({ kind, why: 'not-declared' });
    else {
      const list = await readList(session, kind);
      if (list.kind === 'not-offered') absent.push({ kind, why: 'not-offered' });
      else {
        for (const definition of list.definitions) definitions.push(definition);
        pages += list.pages;
      }
    }
  }
  return { definitions, pages, absent };
}

function declares(capabilities: JsonNode | undefined, name: string): boolean {
  const value = capabilities === undefined ? undefined : memberValue(capabilities, name);
  return value !== undefined && !(value.kind === 'literal' && value.value !== true);
}

function declaresListChanged(capabilities: JsonNode | undefined): boolean {
  if (capabilities?.kind !== 'object') return false;
  return capabilities.members.some(({ value }) => {
    const flag = memberValue(value, 'listChanged');
    return flag?.kind === 'literal' && flag.value === true;
  });
}

/** Waits until no message has come for a while; the deadline of the read bounds it. */
async function quiet(transport: Wire): Promise<void> {
  const started = performance.now();
  for (;;) {
    const idle = performance.now() - Math.max(transport.lastMessageAt, started);
    if (idle >= SETTLE_QUIET_MS || transport.failure !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_QUIET_MS - idle));
  }
}

/**
 * The order of a list and of an object's members carries no meaning, and some servers change both on each
 * call: where the texts differ, their canonical forms decide. Source: FORMAT 1.4, field case B15.
 */
function sameWalk(a: Walk, b: Walk): boolean {
  const form = ({ definitions, absent }: Walk, formOf: (text: string) => string): string =>
    JSON.stringify([definitions.map(({ kind, text }) => `${kind} ${formOf(text)}`).sort(), absent]);
  const same = (formOf: (text: string) => string): boolean => form(a, formOf) === form(b, formOf);
  return a.definitions.length === b.definitions.length && (same((text) => text) || same(canonical));
}

function canonical(definition: string): string {
  return exactForm(parseJsonText(definition, { maxDepth: MAX_DEPTH }));
}

/**
 * True when a model is shown nothing that it could call, and not by design: a server that lists prompts or resources and
 * does not declare tools has none. SDKs declare tools when the first is registered, so an empty surface counts too.
 */
function lacksTools({ definitions, absent }: Walk, surface: readonly ListKind[]): boolean {
  if (!surface.includes('tool') || definitions.some(({ kind }) => kind === 'tool')) return false;
  return definitions.length === 0 || !absent.some(({ kind }) => kind === 'tool');
}

/** Adds when it failed, where the message does not say so already. */
function withTime(error: unknown, session: Session | undefined): unknown {
  const when = session?.sinceLastAsked();
  if (!(error instanceof WitnessmarkError) || when === undefined) return error;
  if (VERDICT_OF_CODE[error.code] !== 'unreadable' || error.code === 'server-not-answering')
    return error;
  return new WitnessmarkError(error.code, `${error.message} (${when})`, error.hint, {
    cause: error,
    tryWith: error.tryWith,
  });
}

/** Adds the recognised cause to the way out; the server's own words stay where they are. */
function withCause(
  error: unknown,
  { command, args, env, isSecret }: ReadRequest,
  { stderr, counts, exit, transport }: Wire,
  isOpen: boolean,
): unknown {
  if (!(error instanceof WitnessmarkError)) return error;
  const evidence: Evidence = {
    code: error.code,
    isOpen,
    stderr: stderr.text(),
    command: [command, ...args],
    declared: env.map(({ name }) => name),
    isSecret,
    exit,
    ...counts,
    noise: transport === 'stdio' ? counts.noise : 0,
  };
  const cause = recognisedCause(evidence);
  if (cause === undefined) return error;
  return new WitnessmarkError(error.code, error.message, `${cause} ${error.hint}`, {
    cause: error,
    tryWith: helpfulOption(evidence),
  });
}
