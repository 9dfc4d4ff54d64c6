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
    // Copied: a small view would keep the whole block it was cut from.
    this.#chunks.push(Uint8Array.from(chunk.subarray(-this.#maxBytes)));
    this.#bytes += Math.min(chunk.length, this.#maxBytes);
    while (this.#bytes > this.#maxBytes && this.#chunks.length > 1) {
      this.#bytes -= this.#chunks.shift()?.length ?? 0;
      this.#dropped = true;
    }
  }

  /** The kept text, decoded leniently; cut at the front to a whole line where something was dropped. */
  text(): string {
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks));
    return this.#dropped ? text.slice(text.indexOf('\n') + 1) : text;
  }
}
