import { GrowingBuffer } from './growing-buffer.js';

/** What a splitter does with its input. */
export interface LineSink {
  /** One line without its line feed. The bytes are valid only during the call. */
  line(bytes: Uint8Array): void;
  /** A line passed the limit before its line feed came; nothing more is delivered. */
  tooLong(): void;
}

const LINE_FEED = 0x0a;

/**
 * Splits a stream of bytes at line feeds, before anything is decoded: a character may be cut by a chunk,
 * a line feed never. Linear in the input; holds at most one line. Source: field cases B06, B07.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #maxBytes: number;
  /** One block, not a list of chunks: a line that comes in single bytes would take a hundred times its size. */
  readonly #pending = new GrowingBuffer();
  #stopped = false;

  constructor(sink: LineSink, maxBytes: number) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    let from = 0;
    while (!this.#stopped) {
      const at = chunk.indexOf(LINE_FEED, from);
      const end = at < 0 ? chunk.length : at;
      if (this.#pending.length + end - from > this.#maxBytes) {
        this.stop();
        this.#sink.tooLong();
        return;
      }
      const part = chunk.subarray(from, end);
      if (at < 0) {
        if (part.length > 0) this.#pending.push(part);
        return;
      }
      this.#deliver(part);
      from = at + 1;
    }
  }

  /** The stream has ended: delivers what stands behind the last line feed, if anything does. */
  end(): void {
    if (!this.#stopped && this.#pending.length > 0) this.#deliver(new Uint8Array());
  }

  /** Drops what is pending and all that comes. */
  stop(): void {
    this.#stopped = true;
    this.#pending.take();
  }

  #deliver(last: Uint8Array): void {
    if (this.#pending.length === 0) {
      this.#sink.line(last);
      return;
    }
    if (last.length > 0) this.#pending.push(last);
    this.#sink.line(this.#pending.take());
  }
}
