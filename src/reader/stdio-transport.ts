import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { parseEnvelope } from './envelope.js';
import { LineSplitter } from './lines.js';
import { TailBuffer } from './tail-buffer.js';
import type { ProcessExit, ServerProcess } from '../sandbox/sandbox.js';
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

/** From a server's exit to giving up on what its stdout still holds, milliseconds. */
const DRAIN_MS = 200;

/**
 * MCP over a child process's stdin and stdout. Every result reaches the SDK as `{ text }`: the raw text of
 * the result, untouched by any parser that drops or changes members. The first thing that makes the wire
 * unreadable is kept in `failure`, and nothing is read after it.
 * Source: MCP specification, transports (stdio); PRODUCT "Reading".
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly counts: WireCounts = { noise: 0, requests: 0, listChanges: 0, spread: 0, unasked: 0 };
  readonly stderr = new TailBuffer(MAX_STDERR_BYTES);
  /** When the last message came, as `performance.now()`. */
  lastMessageAt = performance.now();
  failure: WitnessmarkError | undefined;
  /** How the server ended, when it has ended by itself. */
  exit: ProcessExit | undefined;

  readonly #process: ServerProcess;
  readonly #bounds: WireBounds;
  readonly #splitter: LineSplitter;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #pending = new Set<number>();
  readonly #errorCodes = new Map<number, number>();
  #totalBytes = 0;
  #messages = 0;
  #closed = false;

  constructor(process: ServerProcess, bounds: WireBounds = WIRE_BOUNDS) {
    this.#process = process;
    this.#bounds = bounds;
    this.#splitter = new LineSplitter(
      {
        line: (bytes) => this.#line(bytes),
        tooLong: () =>
          this.#tooLarge('message-too-large', bounds.maxMessageBytes, 'bytes as one message'),
      },
      bounds.maxMessageBytes,
    );
    // Drained from the first byte on: a full pipe would stop the server. Source: field case B08.
    process.stderr.on('data', (chunk: Uint8Array) => this.stderr.push(chunk));
    process.stderr.on('error', () => undefined);
  }

  /** Starts reading. The process is running already. */
  start(): Promise<void> {
    const { stdout } = this.#process;
    stdout.on('data', (chunk: Uint8Array) => this.#chunk(chunk));
    const ended = new Promise<void>((resolve) => {
      stdout.once('end', resolve).once('close', resolve).once('error', resolve);
    });
    void ended.then(() => this.#splitter.end());
    // What a server wrote before it exited counts; a grandchild that holds the pipe does not delay us.
    void this.#process.exited.then(async (exit) => {
      await withinDrainTime(ended);
      this.#serverGone(exit);
    });
    // A server that exits closes its stdout first: how it exited says more.
    void ended.then(async () => this.#serverGone(await withinDrainTime(this.#process.exited)));
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
    if (method !== undefined && typeof id === 'number') this.#pending.add(id);
    if (!this.#closed && this.#process.stdin.writable) {
      this.#process.stdin.write(`${JSON.stringify(message)}\n`);
    }
    return Promise.resolve();
  }

  /** Ends the wire, not the process: whoever started it ends it. */
  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#splitter.stop();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  /** Ends the wire for a reason, the first of which is kept. */
  fail(code: ErrorCode, message: string, hint: string): void {
    if (this.#closed) return;
    this.failure ??= new WitnessmarkError(code, message, hint);
    void this.close();
  }

  /** The JSON-RPC code with which a request was refused; undefined when it was not. Asked once. */
  takeErrorCode(): number | undefined {
    const [entry] = this.#errorCodes;
    this.#errorCodes.clear();
    return entry?.[1];
  }

  #chunk(chunk: Uint8Array): void {
    this.#totalBytes += chunk.length;
    if (this.#totalBytes > this.#bounds.maxTotalBytes) {
      this.#tooLarge(
        'too-many-bytes',
        this.#bounds.maxTotalBytes,
        'bytes as all messages together',
      );
    } else this.#splitter.push(chunk);
  }

  #tooLarge(code: ErrorCode, bound: number, what: string): void {
    this.fail(
      code,
      `the server sent more than ${bound} ${what}`,
      'This bound protects the reader and cannot be raised; a surface of this size is more than any model reads.',
    );
  }

  #line(bytes: Uint8Array): void {
    const { maxMessageValues } = this.#bounds;
    // Before anything is parsed: it is the parsed form that takes the memory.
    if (bytes.length > maxMessageValues && countValues(bytes) > maxMessageValues) {
      this.#tooLarge('message-too-large', maxMessageValues, 'values as one message');
      return;
    }
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      if (!looksLikeMessage(bytes)) this.counts.noise += 1;
      else {
        this.fail(
          'invalid-utf8',
          'a message of the server is not UTF-8',
          'MCP messages are UTF-8. Check the encoding of the server’s stdout, and of the files it reads texts from.',
        );
      }
      return;
    }
    this.#message(text, true);
  }

  #message(text: string, mayBeBatch: boolean): void {
    if (this.#closed || text.trim() === '') return;
    this.#messages += 1;
    if (this.#messages > this.#bounds.maxMessages) {
      this.fail(
        'too-many-messages',
        `the server sent more than ${this.#bounds.maxMessages} lines`,
        'Write logs to stderr: stdout carries MCP messages only.',
      );
      return;
    }
    const envelope = parseEnvelope(text);
    switch (envelope.kind) {
      case 'noise':
        this.counts.noise += 1;
        if (envelope.isAnswer === true) this.counts.unasked += 1;
        if (SPREAD_LINE.test(text)) this.counts.spread += 1;
        return;
      case 'batch':
        if (mayBeBatch) for (const each of envelope.texts) this.#message(each, false);
        else this.counts.noise += 1;
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
        if (!this.#pending.delete(envelope.id)) {
          this.counts.noise += 1;
          this.counts.unasked += 1;
          return;
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

  #serverGone(exit: ProcessExit | undefined): void {
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
      'Start the command by hand in the working directory and read what it prints; --show-stderr shows it here.',
    );
  }
}

/** What a promise gives within the time; undefined when it gives nothing. */
async function withinDrainTime<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), DRAIN_MS);
  });
  const value = await Promise.race([promise, timeout]);
  clearTimeout(timer);
  return value;
}

/** True when a line begins like a JSON-RPC message or a batch of them. */
function looksLikeMessage(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b;
}

/** An upper bound of the values in a JSON text: its commas and opening brackets, those in strings too. */
function countValues(bytes: Uint8Array): number {
  let count = 1;
  for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1;
  return count;
}
