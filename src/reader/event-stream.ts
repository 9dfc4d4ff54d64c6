import { GrowingBuffer } from './growing-buffer.js';

/** What a stream of events does with its input. */
export interface EventSink {
  /** The data of one event of type `message`: its lines joined by line feeds, not decoded. */
  message(data: Uint8Array): void;
  /** An event of another type, by name; it carries no MCP message. */
  other(type: string): void;
  /** An event or a line passed the limit before its end came; nothing more is delivered. */
  tooLong(): void;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;

/**
 * Takes a stream of server-sent events apart, on bytes: a character may be cut by a chunk, and is decoded
 * only once its event is whole. Lines end with CR, LF or both; an event that the stream ends in is dropped.
 * Linear in the input; holds at most one event. Source: HTML standard, "Server-sent events"; field case B06.
 */
export class EventStream {
  /** Of the last event that had one; empty before. */
  lastEventId = '';
  /** The pause before coming back that the server asked for. */
  retryMs = 0;

  readonly #sink: EventSink;
  readonly #maxBytes: number;
  readonly #line = new GrowingBuffer();
  readonly #data = new GrowingBuffer();
  #hasData = false;
  #type = '';
  #id: string | undefined;
  #isFirstLine = true;
  #skipLineFeed = false;
  #stopped = false;

  constructor(sink: EventSink, maxBytes: number) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    let from = 0;
    if (this.#skipLineFeed && chunk.length > 0) {
      this.#skipLineFeed = false;
      if (chunk[0] === LINE_FEED) from = 1;
    }
    let lineFeed = chunk.indexOf(LINE_FEED, from);
    let carriageReturn = chunk.indexOf(CARRIAGE_RETURN, from);
    while (!this.#stopped) {
      const at = earlier(lineFeed, carriageReturn);
      const part = chunk.subarray(from, at < 0 ? chunk.length : at);
      if (this.#data.length + this.#line.length + part.length > this.#maxBytes) {
        this.stop();
        this.#sink.tooLong();
        return;
      }
      if (at < 0) {
        if (part.length > 0) this.#line.push(part);
        return;
      }
      if (this.#line.length === 0) this.#takeLine(part);
      else {
        this.#line.push(part);
        this.#takeLine(this.#line.take());
      }
      from = at + 1;
      if (at === carriageReturn) {
        if (from === chunk.length) this.#skipLineFeed = true;
        else if (chunk[from] === LINE_FEED) from += 1;
        carriageReturn = chunk.indexOf(CARRIAGE_RETURN, from);
      }
      if (lineFeed >= 0 && lineFeed < from) lineFeed = chunk.indexOf(LINE_FEED, from);
    }
  }

  /** Drops what is pending and all that comes. */
  stop(): void {
    this.#stopped = true;
    this.#line.take();
    this.#data.take();
  }

  /** One line without its end; its bytes are valid only during the call. */
  #takeLine(whole: Uint8Array): void {
    let line = whole;
    if (this.#isFirstLine && line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf) {
      line = line.subarray(3);
    }
    this.#isFirstLine = false;
    if (line.length === 0) {
      this.#dispatch();
      return;
    }
    // Comments and fields that nobody knows. A server may send them without end: they cost little but their bytes.
    if (!FIRST_OF_A_FIELD.includes(line[0] ?? 0)) return;
    const colon = line.indexOf(COLON);
    const name = latin1(colon < 0 ? line : line.subarray(0, Math.min(colon, MAX_FIELD_NAME)));
    const start = colon < 0 ? line.length : colon + (line[colon + 1] === SPACE ? 2 : 1);
    const value = line.subarray(start);
    if (name === 'data') {
      if (this.#hasData) this.#data.push(Uint8Array.of(LINE_FEED));
      this.#data.push(value);
      this.#hasData = true;
    } else if (name === 'event') this.#type = latin1(value.subarray(0, MAX_FIELD_NAME));
    else if (name === 'id' && value.length <= MAX_EVENT_ID) this.#id = printableId(value);
    else if (name === 'retry' && /^\d{1,9}$/.test(latin1(value.subarray(0, MAX_FIELD_NAME)))) {
      this.retryMs = Number(latin1(value));
    }
  }

  #dispatch(): void {
    const data = this.#hasData ? this.#data.take() : NOTHING;
    const type = this.#type;
    if (this.#id !== undefined) this.lastEventId = this.#id;
    this.#hasData = false;
    this.#type = '';
    this.#id = undefined;
    if (data.length === 0) return;
    if (type !== '' && type !== 'message') this.#sink.other(type);
    else this.#sink.message(data);
  }
}

const NOTHING = new Uint8Array(0);
/** How `data`, `event`, `id` and `retry` begin. */
const FIRST_OF_A_FIELD: readonly number[] = [0x64, 0x65, 0x69, 0x72];
/** Bytes of a field's name, and of an event's type, that are looked at. */
const MAX_FIELD_NAME = 32;
/** Bytes of an event's id: it is sent back in a header. */
const MAX_EVENT_ID = 1_024;

function earlier(a: number, b: number): number {
  return a < 0 ? b : b < 0 ? a : Math.min(a, b);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** An id that can stand in a header; undefined for any other. */
function printableId(bytes: Uint8Array): string | undefined {
  const text = latin1(bytes);
  return /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}
