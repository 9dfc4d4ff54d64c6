/** Small blocks live where they cost little; a body of many chunks outgrows them at once. */
const FIRST_CAPACITY = 64;

/** Collects bytes in one block that doubles: a body cut into single bytes costs no more than a whole one. */
export class GrowingBuffer {
  #block = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#block.length) {
      const larger = new Uint8Array(Math.max(needed, this.#block.length * 2, FIRST_CAPACITY));
      larger.set(this.#block.subarray(0, this.#length));
      this.#block = larger;
    }
    this.#block.set(bytes, this.#length);
    this.#length = needed;
  }

  /** Returns what was collected, and starts anew. */
  take(): Uint8Array {
    const bytes = this.#block.subarray(0, this.#length);
    this.#block = new Uint8Array(0);
    this.#length = 0;
    return bytes;
  }
}
