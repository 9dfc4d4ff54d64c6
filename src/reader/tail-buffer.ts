/** Keeps the last bytes of a stream, whatever its length. */
export class TailBuffer {
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #dropped = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length > this.#maxBytes) this.#dropped = true;
    // Copied: a small view would keep the whole block it was cut from.
    this.#chunks.push(Uint8Array.from(chunk.subarray(-this.#maxBytes)));
    this.#bytes += Math.min(chunk.length, this.#maxBytes);
    while (this.#bytes > this.#maxBytes) {
      const [first] = this.#chunks;
      if (first === undefined) return;
      const excess = this.#bytes - this.#maxBytes;
      // Never more than has to go: a chunk may hold all that tells why a server failed.
      if (first.length > excess) this.#chunks[0] = first.subarray(excess);
      else this.#chunks.shift();
      this.#bytes -= Math.min(first.length, excess);
      this.#dropped = true;
    }
  }

  /** The kept text, decoded leniently; cut at the front to a whole line where something was dropped. */
  text(): string {
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks));
    return this.#dropped ? text.slice(text.indexOf('\n') + 1) : text;
  }
}
