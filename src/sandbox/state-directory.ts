import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Private directories on disk that are made when asked for and removed with the sandbox. */
export class StateDirectory {
  readonly #parent: string;
  readonly #made: string[] = [];
  #path: string | undefined;
  readonly #removeOnExit = (): void => this.remove();

  constructor(parent: string | undefined) {
    this.#parent = parent ?? tmpdir();
  }

  /** Absolute path of the one that all launches share. */
  get path(): string {
    return (this.#path ??= this.another());
  }

  /** Makes one more and returns its absolute path; mode 0700. */
  another(): string {
    if (this.#made.length === 0) process.once('exit', this.#removeOnExit);
    const path = realpathSync(mkdtempSync(join(this.#parent, 'witnessmark-')));
    this.#made.push(path);
    return path;
  }

  remove(): void {
    process.off('exit', this.#removeOnExit);
    for (const path of this.#made.splice(0)) {
      if (!existsSync(path)) continue;
      makeRemovable(path, 4);
      rmSync(path, { recursive: true, force: true });
    }
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
