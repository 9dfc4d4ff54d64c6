import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ErrorCode as RpcCode,
  McpError,
  ResultSchema,
  type Notification,
  type Request,
  type Result,
} from '@modelcontextprotocol/sdk/types.js';
import {
  hasVariant,
  memberValue,
  membersNamed,
  objectNode,
  stringMember,
} from '../core/json-node.js';
import { parseJsonText, type JsonNode } from '../core/json-text.js';
import type { ClientProfile } from './client-profile.js';
import { eraOf, INITIALIZE_VERSIONS, knownVersions } from './protocol-versions.js';
import type { Wire } from './wire.js';
import { WitnessmarkError } from '../errors.js';
import { ENVELOPE_DEPTH, MAX_DEPTH } from '../limits.js';

/** How an answer failed: refused by the server, or not given in time. Other failures are thrown. */
export type Answer =
  | { readonly kind: 'result'; readonly node: JsonNode; readonly text: string }
  | { readonly kind: 'refused'; readonly code: number };

/** What the handshake gave. */
export interface Handshake {
  readonly protocolVersion: string;
  /** What the server said of itself: `instructions`, `serverInfo` and `capabilities` as served. */
  readonly result: JsonNode;
}

/** What the engine rejects with when its own clock runs out; a server's errors never get this far. */
const TIMEOUT_CODE: number = RpcCode.RequestTimeout;
/** A list result is built this deep: itself and its list; definitions are only checked. */
const RESULT_BUILD_DEPTH = 2;

/**
 * A conversation with one server. The SDK's protocol engine pairs answers with requests, times them and
 * answers the server's own requests; its typed client is not used, since that drops members it does not
 * know, refuses a whole list for one odd item, and compiles schemas. Source: PRODUCT "Reading".
 */
export class Session extends Protocol<Request, Notification, Result> {
  readonly #transport: Wire;
  readonly #profile: ClientProfile;
  readonly #requestTimeoutMs: number;
  /** What every request carries where there is no handshake. */
  #requestMeta: Record<string, unknown> | undefined;
  #lastAsked: { readonly method: string; readonly at: number } | undefined;

  constructor(transport: Wire, profile: ClientProfile, requestTimeoutMs: number) {
    super();
    this.#transport = transport;
    this.#profile = profile;
    this.#requestTimeoutMs = requestTimeoutMs;
    this.fallbackRequestHandler = (request) => this.#answer(request.method);
  }

  /** `0.3 s after tools/list was sent`: how long ago the last request was; undefined before the first. */
  sinceLastAsked(): string | undefined {
    if (this.#lastAsked === undefined) return undefined;
    const { method, at } = this.#lastAsked;
    return `${((performance.now() - at) / 1000).toFixed(1)} s after ${method} was sent`;
  }

  /**
   * Connects and opens the conversation for the requested version: by `initialize`, or by `server/discover`
   * where the version has no handshake.
   * @throws WitnessmarkError `handshake-refused`, `handshake-malformed`, `protocol-unsupported`, and
   * whatever ended the wire.
   */
  async open(requested: string, startTimeoutMs: number): Promise<Handshake> {
    await this.connect(this.#transport);
    const { capabilities, clientInfo } = this.#profile;
    const isStateless = eraOf(requested) === 'stateless';
    if (isStateless) {
      this.#requestMeta = requestMeta(requested, this.#profile);
      // Without a handshake every request carries the version, the first one too.
      this.#transport.setProtocolVersion?.(requested);
    }
    const answer = isStateless
      ? await this.ask('server/discover', undefined, 'handshake', startTimeoutMs, Infinity)
      : await this.ask(
          'initialize',
          { protocolVersion: requested, capabilities, clientInfo },
          'handshake',
          startTimeoutMs,
          Infinity,
        );
    if (answer.kind === 'refused') throw refused(requested, answer.code);
    refuseVariants(answer.node);
    if (isStateless) {
      return {
        protocolVersion: discoveredVersion(answer.node, requested),
        result: discovered(answer.node),
      };
    }
    const protocolVersion = negotiatedVersion(answer.node);
    this.#transport.setProtocolVersion?.(protocolVersion);
    await this.notification({ method: 'notifications/initialized' });
    // Where no list is asked for, nothing else would tell that it was refused.
    const { failure } = this.#transport;
    if (failure !== undefined) throw placed(failure, 'handshake');
    return { protocolVersion, result: answer.node };
  }

  /**
   * Sends one request and returns its answer with the raw text of the result.
   * @throws WitnessmarkError `server-not-answering`, and whatever ended the wire; `place` says where.
   */
  async ask(
    method: string,
    params: Record<string, unknown> | undefined,
    place: string,
    timeoutMs = this.#requestTimeoutMs,
    buildDepth = RESULT_BUILD_DEPTH,
  ): Promise<Answer> {
    this.#lastAsked = { method, at: performance.now() };
    try {
      const own = this.#requestMeta === undefined ? {} : { _meta: this.#requestMeta };
      const isBare = params === undefined && this.#requestMeta === undefined;
      const request = isBare ? { method } : { method, params: { ...params, ...own } };
      const result = await this.request(request, ResultSchema, { timeout: timeoutMs });
      const text = String(result['text']);
      const maxDepth = MAX_DEPTH + ENVELOPE_DEPTH - 1;
      return { kind: 'result', text, node: parseJsonText(text, { maxDepth, buildDepth }) };
    } catch (error) {
      const { failure } = this.#transport;
      if (failure !== undefined) throw placed(failure, place);
      const code = this.#transport.takeErrorCode();
      if (code !== undefined) return { kind: 'refused', code };
      if (error instanceof McpError && error.code === TIMEOUT_CODE) {
        const { silence } = this.#transport;
        if (silence !== undefined) throw placed(silence, place);
        throw new WitnessmarkError(
          'server-not-answering',
          `${place}: no answer to ${method} within ${timeoutMs / 1000} s`,
          'Does the server wait for the network, a variable or a terminal? The option timeout (seconds) gives it longer.',
          { cause: error },
        );
      }
      throw error;
    }
  }

  /** Inert and at once: no roots, nothing sampled, nothing asked of a person. Source: PRODUCT "Reading". */
  #answer(method: string): Promise<Result> {
    const declares = (name: string): boolean => this.#profile.capabilityNames.includes(name);
    if (method === 'roots/list' && declares('roots')) return Promise.resolve({ roots: [] });
    if (method === 'elicitation/create' && declares('elicitation')) {
      return Promise.resolve({ action: 'decline' });
    }
    if (method === 'sampling/createMessage' && declares('sampling')) {
      return Promise.reject(new McpError(-1, 'User rejected sampling request'));
    }
    return Promise.reject(new McpError(RpcCode.MethodNotFound, 'Method not found'));
  }

  // What a server declared is judged by the reader, which asks for nothing else.
  protected override assertCapabilityForMethod(): void {
    // Nothing to hold against it.
  }
  protected override assertNotificationCapability(): void {
    // Nothing to hold against it.
  }
  protected override assertRequestHandlerCapability(): void {
    // Nothing to hold against it.
  }
  protected override assertTaskCapability(): void {
    // Nothing to hold against it.
  }
  protected override assertTaskHandlerCapability(): void {
    // Nothing to hold against it.
  }
}

/** What ended the wire, with the place where it did. */
function placed(failure: WitnessmarkError, place: string): WitnessmarkError {
  const message = `${place}: ${failure.message}`;
  return new WitnessmarkError(failure.code, message, failure.hint, { cause: failure });
}

/** Names of the members of `_meta`. Source: MCP specification 2026-07-28, basic protocol. */
const META = 'io.modelcontextprotocol/';

function requestMeta(
  protocolVersion: string,
  { clientInfo, capabilities }: ClientProfile,
): Record<string, unknown> {
  return {
    [`${META}protocolVersion`]: protocolVersion,
    [`${META}clientInfo`]: clientInfo,
    [`${META}clientCapabilities`]: capabilities,
  };
}

/** The result of a discovery in the shape of a handshake's: what names the server stands in its `_meta`. */
function discovered(result: JsonNode): JsonNode {
  const meta = memberValue(result, '_meta');
  const named = meta === undefined ? [] : membersNamed(meta, `${META}serverInfo`);
  const own =
    result.kind === 'object' ? result.members.filter(({ name }) => name !== 'serverInfo') : [];
  return objectNode([
    ...own.map(({ name, value }) => [name, value] as const),
    ...named.map(({ value }) => ['serverInfo', value] as const),
  ]);
}

/** Members of an answer to the handshake that a client reads. */
const SELF_MEMBERS: readonly string[] = ['instructions', 'serverInfo', 'capabilities', 'protocolVersion', 'supportedVersions', '_meta']; // prettier-ignore

/** @throws WitnessmarkError `ambiguous-message` where a parser without regard to case would read another member. */
function refuseVariants(result: JsonNode): void {
  const member = SELF_MEMBERS.find((name) => hasVariant(result, name));
  if (member === undefined) return;
  throw new WitnessmarkError(
    'ambiguous-message',
    `handshake: the result holds "${member}" in another case`,
    'Clients whose parser does not tell the case of names apart (in Go and .NET) would read another server; spell each member as MCP does.',
  );
}

function refused(requested: string, code: number): WitnessmarkError {
  const method = eraOf(requested) === 'stateless' ? 'server/discover' : 'initialize';
  return new WitnessmarkError(
    'handshake-refused',
    `handshake: the server refused ${method} with JSON-RPC code ${code}`,
    'Does it need a variable (--env NAME), or another protocol version (--protocol VERSION)?',
  );
}

/** @throws WitnessmarkError `handshake-malformed`, `protocol-unsupported`. */
function discoveredVersion(result: JsonNode, requested: string): string {
  const versions = memberValue(result, 'supportedVersions');
  const isAmbiguous = ['supportedVersions', 'capabilities', '_meta'].some(
    (name) => membersNamed(result, name).length > 1,
  );
  if (
    isAmbiguous ||
    versions?.kind !== 'array' ||
    memberValue(result, 'capabilities')?.kind !== 'object'
  ) {
    throw new WitnessmarkError(
      'handshake-malformed',
      'handshake: the result of server/discover needs an array supportedVersions and an object capabilities',
      'Let an MCP SDK build the answer, or see the MCP specification, "Discovery".',
    );
  }
  if (versions.items.some((item) => item.kind === 'string' && item.value === requested))
    return requested;
  throw new WitnessmarkError(
    'protocol-unsupported',
    `handshake: the server does not list version ${requested} among those it supports`,
    `Known versions: ${knownVersions()}.`,
  );
}

/** @throws WitnessmarkError `handshake-malformed`, `protocol-unsupported`. */
function negotiatedVersion(result: JsonNode): string {
  const repeated = ['protocolVersion', 'capabilities'].some(
    (name) => membersNamed(result, name).length > 1,
  );
  const version = stringMember(result, 'protocolVersion');
  const capabilities = memberValue(result, 'capabilities');
  if (repeated || version === undefined || capabilities?.kind !== 'object') {
    throw new WitnessmarkError(
      'handshake-malformed',
      'handshake: the result of initialize needs one string protocolVersion and one object capabilities',
      'Let an MCP SDK build the answer, or see the MCP specification, "Lifecycle".',
    );
  }
  if (!INITIALIZE_VERSIONS.includes(version)) {
    throw new WitnessmarkError(
      'protocol-unsupported',
      'handshake: the server answered with a protocol version that this reader does not know',
      `Known versions: ${knownVersions()}.`,
    );
  }
  return version;
}
