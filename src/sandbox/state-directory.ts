import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private directory on disk that is made when first asked for and removed with the sandbox. */
export class StateDirectory {
  readonly #parent: string | undefined;
  #path: string | undefined;
  readonly #removeOnExit = (): void => this.remove();

  constructor(parent: string | undefined) {
    this.#parent = parent;
  }

  /** Its absolute path; mode 0700. */
  get path(): string {
    if (this.#path === undefined) {
      this.#path = mkdtempSync(join(this.#parent ?? tmpdir(), 'witnessmark-'));
      process.once('exit', this.#removeOnExit);
    }
    return this.#path;
  }

  remove(): void {
    if (this.#path === undefined) return;
    process.off('exit', this.#removeOnExit);
    makeRemovable(this.#path, 4);
    rmSync(this.#path, { recursive: true, force: true });
    this.#path = undefined;
  }
}

/** Overlayfs leaves directories of mode 0 in its work directory; their owner cannot list them. */
function makeRemovable(directory: string, depth: number): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (!lstatSync(path).isDirectory()) continue;
    if (name === 'work') chmodSync(path, 0o700);
    if (depth > 0) makeRemovable(path, depth - 1);
  }
}
