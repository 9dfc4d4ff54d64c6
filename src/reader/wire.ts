import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { parseEnvelope } from './envelope.js';
import { TailBuffer } from './tail-buffer.js';
import type { ProcessExit } from '../sandbox/sandbox.js';
import { WitnessmarkError, type ErrorCode } from '../errors.js';
import {
  MAX_MESSAGES,
  MAX_MESSAGE_BYTES,
  MAX_MESSAGE_VALUES,
  MAX_STDERR_BYTES,
  MAX_TOTAL_BYTES,
} from '../limits.js';

/** What was seen on the wire besides answers. */
export interface WireCounts {
  /** Lines and messages that are no JSON-RPC message, or answer nothing we asked. */
  noise: number;
  /** Requests that the server sent us. */
  requests: number;
  /** Notifications that a list has changed. */
  listChanges: number;
  /** Lines among the noise that look like one line of a message printed over several. */
  spread: number;
  /** Answers among the noise, to what was not asked. */
  unasked: number;
  /** Answers in a form that not every client reads: another answer to the same request may follow. */
  odd: number;
}

/** Bounds that tests make small; units as in limits.ts. */
export interface WireBounds {
  readonly maxMessageBytes: number;
  readonly maxMessageValues: number;
  readonly maxTotalBytes: number;
  readonly maxMessages: number;
}

export const WIRE_BOUNDS: WireBounds = {
  maxMessageBytes: MAX_MESSAGE_BYTES,
  maxMessageValues: MAX_MESSAGE_VALUES,
  maxTotalBytes: MAX_TOTAL_BYTES,
  maxMessages: MAX_MESSAGES,
};

/** A line that a pretty-printed message has; clients that read lines never see such a message. */
const SPREAD_LINE = /^\s*"jsonrpc"\s*:\s*"2\.0"\s*,?\s*$/;

/** From a server's exit to giving up on what it still has under way, milliseconds. */
const DRAIN_MS = 200;

/**
 * What a session needs of a transport. Every result arrives as `{ text }`: its raw text, untouched by any
 * parser that drops or changes members. The first thing that makes the wire unreadable is kept in
 * `failure`, and nothing is read after it.
 */
export interface Wire extends Transport {
  readonly transport: 'stdio' | 'streamable-http';
  readonly counts: WireCounts;
  /** When the last message came, as `performance.now()`. */
  readonly lastMessageAt: number;
  readonly failure: WitnessmarkError | undefined;
  /** Why nothing has answered so far, where the wire knows it better than "no answer". */
  readonly silence: WitnessmarkError | undefined;
  /** Whether every request after the handshake carried the negotiated version; undefined without headers. */
  readonly versionHeader: boolean | undefined;
  /** What the user should know of how the server was reached. */
  readonly notices: readonly string[];
  /** The end of what the server's process wrote beside its messages. */
  readonly stderr: Pick<TailBuffer, 'text'>;
  /** How the server ended, when it has ended by itself. */
  readonly exit: ProcessExit | undefined;
  /** Ends the wire for a reason, the first of which is kept. */
  fail(code: ErrorCode, message: string, hint: string): void;
  /** The JSON-RPC code with which a request was refused; undefined when it was not. Asked once. */
  takeErrorCode(): number | undefined;
}

/** The part of a wire that does not depend on how bytes travel: from the bytes of a message to the session. */
export abstract class MessageWire implements Wire {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  abstract readonly transport: Wire['transport'];
  readonly counts: WireCounts = {
    noise: 0,
    requests: 0,
    listChanges: 0,
    spread: 0,
    unasked: 0,
    odd: 0,
  };
  readonly stderr = new TailBuffer(MAX_STDERR_BYTES);
  readonly notices: string[] = [];
  lastMessageAt = performance.now();
  failure: WitnessmarkError | undefined;
  exit: ProcessExit | undefined;
  silence: WitnessmarkError | undefined;

  protected readonly bounds: WireBounds;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** What is asked and not answered; true where another client may have an answer already. */
  readonly #pending = new Map<number, boolean>();
  /** What was answered by a message that other clients may refuse. */
  readonly #oddlyAnswered = new Set<number>();
  readonly #errorCodes = new Map<number, number>();
  #totalBytes = 0;
  #messages = 0;
  #closed = false;

  constructor(bounds: WireBounds) {
    this.bounds = bounds;
  }

  abstract start(): Promise<void>;
  abstract send(message: JSONRPCMessage): Promise<void>;
  /** Called once, when the wire has ended; what it returns is what `close` waits for. */
  protected abstract end(): Promise<void>;
  #ended: Promise<void> | undefined;

  get versionHeader(): boolean | undefined {
    return undefined;
  }

  /** Ends the wire, not the process: whoever started it ends it. */
  close(): Promise<void> {
    if (this.#ended === undefined) {
      this.#closed = true;
      this.#ended = this.end();
      this.onclose?.();
    }
    return this.#ended;
  }

  fail(code: ErrorCode, message: string, hint: string): void {
    if (this.#closed) return;
    this.failure ??= new WitnessmarkError(code, message, hint);
    void this.close();
  }

  takeErrorCode(): number | undefined {
    const [entry] = this.#errorCodes;
    this.#errorCodes.clear();
    return entry?.[1];
  }

  protected get closed(): boolean {
    return this.#closed;
  }

  /** Remembers what is asked, so that only its answer is taken for one. */
  protected expect(message: JSONRPCMessage): number | undefined {
    const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
    if (method === undefined || typeof id !== 'number') return undefined;
    this.#pending.set(id, false);
    return id;
  }

  /** True while a request has no answer. */
  protected isPending(id: number): boolean {
    return this.#pending.has(id);
  }

  /** False, and the wire has ended, when all that came is more than a read may take. */
  protected countBytes(bytes: number): boolean {
    this.#totalBytes += bytes;
    if (this.#totalBytes <= this.bounds.maxTotalBytes) return true;
    this.#tooLarge('too-many-bytes', this.bounds.maxTotalBytes, 'bytes as all messages together');
    return false;
  }

  /** Ends the wire for a message above its bound; nothing is cut off and called whole. */
  protected messageTooLong(): void {
    this.#tooLarge('message-too-large', this.bounds.maxMessageBytes, 'bytes as one message');
  }

  /** Takes the bytes of one whole message. What cannot be one is noise, where `mayBeNoise` allows it. */
  protected receive(bytes: Uint8Array, mayBeNoise: (bytes: Uint8Array) => boolean): void {
    if (this.#closed) return;
    const { maxMessageValues } = this.bounds;
    // Before anything is parsed: it is the parsed form that takes the memory.
    if (bytes.length > maxMessageValues && countValues(bytes) > maxMessageValues) {
      this.#tooLarge('message-too-large', maxMessageValues, 'values as one message');
      return;
    }
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      if (mayBeNoise(bytes)) this.counts.noise += 1;
      else {
        this.fail(
          'invalid-utf8',
          'a message of the server is not UTF-8',
          'MCP messages are UTF-8. Check the encoding of what the server writes, and of the files it reads texts from.',
        );
      }
      return;
    }
    // A text of JSON begins with no byte order mark: some clients skip it, others refuse the message.
    const hasMark = text.startsWith('\uFEFF');
    this.#message(hasMark ? text.slice(1) : text, { mayBeBatch: true, isOdd: hasMark });
  }

  /** Ends the wire because the server's process has ended, or its stdout. */
  protected serverGone(exit: ProcessExit | undefined): void {
    this.exit ??= exit;
    const how =
      exit === undefined
        ? 'closed its stdout'
        : exit.signal === null
          ? `exited with code ${exit.code ?? 'unknown'}`
          : `was ended by ${exit.signal}`;
    this.fail(
      'server-exited',
      `the server ${how}`,
      'Start the command by hand in the working directory and read what it prints; --show-stderr (show-stderr: true) shows it here.',
    );
  }

  /** Takes note of what another client may take for an answer. Where it has two, it is not told which one counts. */
  #seemsAnswered(id: number): void {
    if (this.#pending.has(id)) this.#pending.set(id, true);
    else if (this.#oddlyAnswered.has(id)) this.#answeredTwice();
  }

  #answeredTwice(): void {
    this.fail(
      'ambiguous-message',
      'the server answered one request twice, once in a form that not every client reads',
      'Two clients would read two different answers; let the server answer each request once, with the id of the request.',
    );
  }

  #tooLarge(code: ErrorCode, bound: number, what: string): void {
    this.fail(
      code,
      `the server sent more than ${bound} ${what}`,
      'This bound protects the reader and cannot be raised; a surface of this size is more than any model reads.',
    );
  }

  #message(text: string, { mayBeBatch, isOdd }: Wrapping): void {
    if (this.#closed) return;
    this.#messages += 1;
    if (this.#messages > this.bounds.maxMessages) {
      this.fail(
        'too-many-messages',
        `the server sent more than ${this.bounds.maxMessages} ${this.transport === 'stdio' ? 'lines' : 'messages'}`,
        this.transport === 'stdio'
          ? 'This bound protects the reader and cannot be raised. Write logs to stderr: stdout carries MCP messages only.'
          : 'This bound protects the reader and cannot be raised. Does the server send notifications without end?',
      );
      return;
    }
    // Blank lines are no noise, but each takes its time.
    if (text.trim() === '') return;
    const envelope = parseEnvelope(text);
    if (envelope.kind !== 'noise' && this.transport === 'stdio' && INNER_RETURN.test(text)) {
      this.fail(
        'ambiguous-message',
        'a message of the server holds a carriage return that ends no line',
        'Clients that end a line there (in Java and .NET) read other messages; let the server send each message without line breaks.',
      );
      return;
    }
    switch (envelope.kind) {
      case 'noise':
        this.counts.noise += 1;
        if (envelope.isAnswer === true) this.counts.unasked += 1;
        if (SPREAD_LINE.test(text)) this.counts.spread += 1;
        for (const id of envelope.seemsToAnswer ?? []) this.#seemsAnswered(id);
        return;
      case 'batch':
        if (mayBeBatch) {
          for (const each of envelope.texts)
            this.#message(each, { mayBeBatch: false, isOdd: true });
        } else this.counts.noise += 1;
        return;
      case 'too-deep':
        this.fail(
          'too-deep',
          'a message of the server nests deeper than 512 levels below its list',
          'This bound protects the reader and cannot be raised.',
        );
        return;
      case 'ambiguous':
        this.fail(
          'ambiguous-message',
          'a message of the server holds one member twice, or both a result and an error',
          'Two clients would read two different answers; let the server send each member once.',
        );
        return;
      case 'request':
      case 'notification':
        this.lastMessageAt = performance.now();
        if (envelope.kind === 'request') this.counts.requests += 1;
        else if (envelope.method.endsWith('/list_changed')) this.counts.listChanges += 1;
        this.onmessage?.(JSON.parse(envelope.text) as JSONRPCMessage);
        return;
      case 'result':
      case 'error':
        this.lastMessageAt = performance.now();
        if (this.#pending.get(envelope.id) === true) {
          this.#answeredTwice();
          return;
        }
        if (!this.#pending.delete(envelope.id)) {
          this.counts.noise += 1;
          this.counts.unasked += 1;
          this.#seemsAnswered(envelope.id);
          return;
        }
        if (isOdd || !envelope.isPlain) {
          this.counts.odd += 1;
          this.#oddlyAnswered.add(envelope.id);
        }
        if (envelope.kind === 'result') {
          const result = { text: envelope.resultText };
          this.onmessage?.({ jsonrpc: '2.0', id: envelope.id, result });
        } else {
          // The server's own words go no further: they may hold definitions or keys.
          this.#errorCodes.set(envelope.id, envelope.code);
          const error = { code: envelope.code, message: 'refused' };
          this.onmessage?.({ jsonrpc: '2.0', id: envelope.id, error });
        }
    }
  }
}

/** How a message came: in a batch or behind a byte order mark, which not every client reads. */
interface Wrapping {
  readonly mayBeBatch: boolean;
  readonly isOdd: boolean;
}

/** A carriage return with something behind it: some clients end a line there, JSON takes it for white space. */
const INNER_RETURN = /\r(?!\r*$)/;

/** What a promise gives within the time that a server's last words get; undefined when it gives nothing. */
export async function withinDrainTime<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), DRAIN_MS);
  });
  const value = await Promise.race([promise, timeout]);
  clearTimeout(timer);
  return value;
}

/** An upper bound of the values in a JSON text: its commas and opening brackets, those in strings too. */
function countValues(bytes: Uint8Array): number {
  let count = 1;
  for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1;
  return count;
}
