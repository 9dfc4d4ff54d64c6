import type { ClientRequest, IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { EventStream } from './event-stream.js';
import { GrowingBuffer } from './growing-buffer.js';
import { ConnectionError, HttpClient, type HttpMessage, type OpenRequest } from './http-client.js';
import {
  connectionProblem,
  contentProblem,
  legacyServer,
  mayComeUp,
  noAnswer,
  notListening,
  statusProblem,
} from './http-problems.js';
import { eraOf } from './protocol-versions.js';
import { MessageWire, WIRE_BOUNDS, withinDrainTime, type WireBounds } from './wire.js';
import type { ServerProcess } from '../sandbox/sandbox.js';
import { problemOf, WitnessmarkError } from '../errors.js';
import {
  MAX_RESUMES,
  MAX_RESUME_PAUSE_MS,
  NOT_FOUND_PATIENCE_MS,
  OPTIONAL_REQUEST_MS,
  POLL_FIRST_MS,
  POLL_MOST_MS,
} from '../limits.js';

/** Where a server answers, and how. */
export interface HttpTarget {
  readonly url: URL;
  /** Headers of the user's own; their values are never shown. */
  readonly headers: readonly (readonly [string, string])[];
  /** Unix socket that leads to the port of the url inside a box. */
  readonly socketPath?: string | undefined;
  /** Set for a server that was just started: it may need a while to listen. */
  readonly process?: ServerProcess | undefined;
  readonly userAgent: string;
  /** Asked for once when a server answers 400 to the first version; absent where the user wants exactly one. */
  readonly olderVersion?: string | undefined;
  /** For tests: makes requests that are wrong on purpose. */
  readonly open?: OpenRequest;
}

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';
const VERSION_HEADER = 'MCP-Protocol-Version';
const METHOD_HEADER = 'Mcp-Method';
const SESSION_HEADER = 'Mcp-Session-Id';

/**
 * MCP over Streamable HTTP: a POST for each message, answered by JSON or by a stream of events; a GET, where
 * the server offers it, for messages of its own. A server that was just started is polled with the
 * handshake until it answers. Source: MCP specification, transports (Streamable HTTP); field cases B24, B26.
 */
export class HttpTransport extends MessageWire {
  readonly transport = 'streamable-http';
  readonly #target: HttpTarget;
  readonly #client: HttpClient;
  #sessionId: string | undefined;
  #version: string | undefined;
  #versionHeader: boolean | undefined;
  #exited = false;

  constructor(target: HttpTarget, bounds: WireBounds = WIRE_BOUNDS) {
    super(bounds);
    this.#target = target;
    const { url, socketPath, open } = target;
    this.#client = new HttpClient({ url, socketPath, open, onSent: (sent) => this.#observe(sent) });
    // Over HTTP both are free for logs; drained from the first byte on, so that the server never waits.
    for (const stream of [target.process?.stdout, target.process?.stderr]) {
      stream?.on('data', (chunk: Uint8Array) => this.stderr.push(chunk));
      stream?.on('error', () => undefined);
    }
  }

  override get versionHeader(): boolean | undefined {
    return this.#versionHeader;
  }

  start(): Promise<void> {
    void this.#target.process?.exited.then(async (exit) => {
      this.#exited = true;
      await withinDrainTime(new Promise<never>(() => undefined));
      this.serverGone(exit);
    });
    return Promise.resolve();
  }

  /** From now on every request carries the version. */
  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  /** Resolves for a notification or an answer once the server has taken it; for a request at once. */
  async send(message: JSONRPCMessage): Promise<void> {
    const id = this.expect(message);
    if (this.closed) return;
    const { method } = message as { readonly method?: unknown };
    const opens = method === 'initialize' || method === 'server/discover';
    if (opens) void this.#guarded(() => this.#handshake(message, id));
    else if (id !== undefined) void this.#guarded(() => this.#post(message, id));
    else {
      // Open before a server learns that it may speak, so that what it says is always heard.
      if (method === 'notifications/initialized') await this.#openOwnStream();
      await this.#guarded(() => this.#post(message, undefined));
    }
  }

  protected async end(): Promise<void> {
    this.#client.abort();
    if (this.#sessionId === undefined || this.#exited) return;
    // A server may refuse to end a session (405): then there is nothing more to do.
    await this.#optional({ method: 'DELETE', headers: this.#headers({}) });
    this.#client.abort();
  }

  /** Whatever goes wrong ends the wire; nothing is thrown. */
  async #guarded(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (this.closed) return;
      const problem = error instanceof ConnectionError ? await this.#brokenBy(error) : error;
      const { code, message, hint } = problemOf(problem);
      this.fail(code, message, hint);
    }
  }

  /** A server that has exited says more by its exit than by the connection that it left. */
  async #brokenBy(error: ConnectionError): Promise<WitnessmarkError> {
    const { process } = this.#target;
    const exit = process === undefined ? undefined : await withinDrainTime(process.exited);
    if (exit !== undefined) this.serverGone(exit);
    return connectionProblem(error, process !== undefined);
  }

  async #handshake(first: JSONRPCMessage, id: number | undefined): Promise<void> {
    const { olderVersion, process } = this.#target;
    const isStarting = process !== undefined;
    let message = first;
    let notFoundSince: number | undefined;
    for (let pause = POLL_FIRST_MS; !this.closed; pause = Math.min(pause * 2, POLL_MOST_MS)) {
      let response: IncomingMessage;
      // Whoever holds a connection listens, though nothing did when it was tried before. A relay lets go at once.
      const held = setTimeout(() => (this.silence = undefined), OPTIONAL_REQUEST_MS);
      try {
        response = await this.#client.send(this.#postOf(message));
      } catch (error) {
        if (!(isStarting && error instanceof ConnectionError && mayComeUp(error))) throw error;
        this.silence = notListening(portOf(this.#target.url), error.code);
        notFoundSince = undefined;
        await sleep(pause);
        continue;
      } finally {
        clearTimeout(held);
      }
      const status = response.statusCode ?? 0;
      if ((status === 404 || status === 405) && (await this.#isLegacy())) throw legacyServer();
      if (isStarting && [404, 502, 503, 504].includes(status)) {
        response.destroy();
        // Routes may come after the port, but not for ever after.
        notFoundSince = status === 404 ? (notFoundSince ?? performance.now()) : undefined;
        if (
          notFoundSince !== undefined &&
          performance.now() - notFoundSince > NOT_FOUND_PATIENCE_MS
        )
          throw statusProblem(404, false);
        this.silence = statusProblem(status, false);
        await sleep(pause);
        continue;
      }
      this.silence = undefined;
      const mayBeOlder = this.#version === undefined && olderVersion !== undefined;
      if (status === 400 && message === first && mayBeOlder) {
        response.destroy();
        message = withVersion(first, olderVersion);
        this.notices.push(
          `the server answered HTTP 400 to the newest protocol version, and was asked again for ${olderVersion}`,
        );
        continue;
      }
      if (status < 300) this.#takeSession(response);
      await this.#take(response, id);
      return;
    }
  }

  async #post(message: JSONRPCMessage, id: number | undefined): Promise<void> {
    await this.#take(await this.#client.send(this.#postOf(message)), id);
  }

  /** Reads the answer to a POST; `id` is the request that it has to answer. */
  async #take(response: IncomingMessage, id: number | undefined): Promise<void> {
    const status = response.statusCode ?? 0;
    const type = mediaType(response);
    const isError = status < 200 || status > 299;
    // An error status may still carry the JSON-RPC error that answers us; never for want of credentials.
    if (isError && (id === undefined || type !== JSON_TYPE || status === 401 || status === 403)) {
      response.destroy();
      throw statusProblem(status, this.#sessionId !== undefined);
    }
    const isEncoded = (response.headers['content-encoding'] ?? 'identity') !== 'identity';
    if (isEncoded) {
      response.destroy();
      if (id !== undefined) throw contentProblem(true);
      return;
    }
    if (type === STREAM_TYPE) await this.#events(response, id);
    else if (type === JSON_TYPE) await this.#json(response);
    else {
      response.destroy();
      if (id !== undefined && status !== 202 && status !== 204) throw contentProblem(false);
    }
    if (id === undefined || this.closed || !this.isPending(id)) return;
    throw isError ? statusProblem(status, this.#sessionId !== undefined) : noAnswer();
  }

  async #json(response: IncomingMessage): Promise<void> {
    const body = new GrowingBuffer();
    const isWhole = await this.#body(response, (chunk) => {
      if (body.length + chunk.length > this.bounds.maxMessageBytes) this.messageTooLong();
      else body.push(chunk);
    });
    if (this.closed) return;
    if (!isWhole) throw new ConnectionError({ code: 'ECONNRESET' });
    this.receive(body.take(), () => false);
  }

  /** Reads a stream of events to its end, and takes it up again where it ended before its answer. */
  async #events(first: IncomingMessage, id: number | undefined): Promise<void> {
    let response = first;
    for (let resumes = 0; ; resumes += 1) {
      const events = this.#eventStream();
      const isWhole = await this.#body(response, (chunk) => events.push(chunk));
      const { lastEventId, retryMs } = events;
      if (id === undefined || this.closed || !this.isPending(id)) return;
      if (lastEventId === '' || resumes === MAX_RESUMES) {
        if (isWhole) return;
        throw new ConnectionError({ code: 'ECONNRESET' });
      }
      await sleep(Math.min(retryMs, MAX_RESUME_PAUSE_MS));
      const headers = this.#headers({ Accept: STREAM_TYPE, 'Last-Event-ID': lastEventId });
      if (!this.#isOpen()) return;
      response = await this.#client.send({ method: 'GET', headers });
      if (!isEventStream(response)) {
        response.destroy();
        return;
      }
    }
  }

  #eventStream(): EventStream {
    return new EventStream(
      {
        message: (data) => this.receive(data, () => false),
        other: () => undefined,
        tooLong: () => this.messageTooLong(),
      },
      this.bounds.maxMessageBytes,
    );
  }

  /** Asked anew after a pause, in which the wire may have ended. */
  #isOpen(): boolean {
    return !this.closed;
  }

  /** Hands on a body as it comes; false when the connection ended inside it. */
  #body(response: IncomingMessage, onChunk: (chunk: Uint8Array) => void): Promise<boolean> {
    return new Promise((resolve) => {
      response.on('data', (chunk: Uint8Array) => {
        if (!this.closed && this.countBytes(chunk.length)) onChunk(chunk);
        if (this.closed) response.destroy();
      });
      response.on('error', () => undefined);
      response.once('close', () => resolve(response.complete));
    });
  }

  /** The stream for messages that answer nothing. Optional on both sides. */
  async #openOwnStream(): Promise<void> {
    const headers = this.#headers({ Accept: STREAM_TYPE });
    const opened = this.#client.send({ method: 'GET', headers }).then(
      (response) => {
        const events = this.#eventStream();
        if (isEventStream(response)) void this.#body(response, (chunk) => events.push(chunk));
        else response.destroy();
      },
      () => undefined,
    );
    // A server may keep the head of its answer back until it has something to say.
    await Promise.race([opened, sleep(OPTIONAL_REQUEST_MS, undefined, { ref: false })]);
  }

  /** True when a GET is answered by a stream that begins as the transport of 2024 does. */
  async #isLegacy(): Promise<boolean> {
    const headers = this.#headers({ Accept: STREAM_TYPE });
    const response = await this.#optional({ method: 'GET', headers });
    if (response === undefined) return false;
    if (!isEventStream(response)) {
      response.destroy();
      return false;
    }
    const seen = new Promise<boolean>((resolve) => {
      const events = new EventStream(
        {
          message: () => resolve(false),
          other: (type) => resolve(type === 'endpoint'),
          tooLong: () => resolve(false),
        },
        this.bounds.maxMessageBytes,
      );
      void this.#body(response, (chunk) => events.push(chunk)).then(() => resolve(false));
    });
    const late = sleep(OPTIONAL_REQUEST_MS, false, { ref: false });
    const isLegacy = await Promise.race([seen, late]);
    response.destroy();
    return isLegacy;
  }

  /** The answer to a request that a server need not answer; undefined when it fails or takes too long. */
  async #optional(message: HttpMessage): Promise<IncomingMessage | undefined> {
    const answer = this.#client.send(message).then(
      (response) => response,
      () => undefined,
    );
    const late = sleep(OPTIONAL_REQUEST_MS, undefined, { ref: false });
    return Promise.race([answer, late]);
  }

  #postOf(message: JSONRPCMessage): HttpMessage {
    const body = Buffer.from(JSON.stringify(message), 'utf8');
    const { method } = message as { readonly method?: unknown };
    // Without a handshake each request says in its headers too what it is. Source: MCP 2026-07-28, transports.
    const isStateless = this.#version !== undefined && eraOf(this.#version) === 'stateless';
    const named = isStateless && typeof method === 'string' ? { [METHOD_HEADER]: method } : {};
    const headers = this.#headers({
      ...named,
      Accept: `${JSON_TYPE}, ${STREAM_TYPE}`,
      'Content-Type': JSON_TYPE,
      'Content-Length': String(body.length),
    });
    return { method: 'POST', headers, body };
  }

  #headers(own: Readonly<Record<string, string>>): Record<string, string> {
    return {
      'User-Agent': this.#target.userAgent,
      ...Object.fromEntries(this.#target.headers),
      ...own,
      ...(this.#sessionId === undefined ? {} : { [SESSION_HEADER]: this.#sessionId }),
      ...(this.#version === undefined ? {} : { [VERSION_HEADER]: this.#version }),
    };
  }

  /** What is recorded is what was sent, not what was meant to be. Source: FORMAT 4.1. */
  #observe(sent: ClientRequest): void {
    if (this.#version === undefined) return;
    const carried = sent.getHeader(VERSION_HEADER) === this.#version;
    this.#versionHeader = (this.#versionHeader ?? true) && carried;
  }

  #takeSession({ headers }: IncomingMessage): void {
    const id = headers[SESSION_HEADER.toLowerCase()];
    if (id === undefined) return;
    if (typeof id !== 'string' || !/^[\x21-\x7e]{1,1024}$/.test(id)) {
      throw new WitnessmarkError(
        'handshake-malformed',
        'the server gave a session id that cannot be sent back',
        'A session id holds visible ASCII characters only.',
      );
    }
    this.#sessionId = id;
  }
}

function isEventStream(response: IncomingMessage): boolean {
  const status = response.statusCode ?? 0;
  return status >= 200 && status <= 299 && mediaType(response) === STREAM_TYPE;
}

function mediaType({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function portOf({ port, protocol }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}

function withVersion(message: JSONRPCMessage, protocolVersion: string): JSONRPCMessage {
  const { params } = message as { readonly params?: object };
  return { ...message, params: { ...params, protocolVersion } };
}
