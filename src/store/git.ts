import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { GIT_TIMEOUT_MS, MAX_GIT_OUTPUT_BYTES, TREE_TIMEOUT_MS } from '../limits.js';

const run = promisify(execFile);

/**
 * Nothing that a checkout can configure takes part: no replace refs, no lazy fetches, no hooks, no
 * monitors, no global or system configuration. Source: SANDBOX, "Found the hard way".
 */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  LC_ALL: 'C',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};
/** A checkout in a container may belong to another user; reading objects from it is safe as set up here. */
const CONFIGURATION = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'safe.directory=*',
];

/** The git calls this program makes; each is read-only. */
type GitCommand =
  | 'cat-file'
  | 'rev-parse'
  | 'merge-base'
  | 'ls-files'
  | 'diff-tree'
  | 'ls-tree'
  | 'rev-list'
  | 'symbolic-ref'
  | 'check-ignore';

/** Returns what a git command prints, as bytes; undefined when it fails or there is no git. */
export async function git(
  directory: string,
  command: GitCommand,
  ...args: readonly string[]
): Promise<Buffer | undefined> {
  try {
    const { stdout } = await run('git', [...CONFIGURATION, command, ...args], {
      cwd: directory,
      env: ENVIRONMENT,
      encoding: 'buffer',
      maxBuffer: MAX_GIT_OUTPUT_BYTES,
      timeout: GIT_TIMEOUT_MS,
    });
    return stdout;
  } catch {
    // "No such object" and "not a repository" are answers here; callers decide what they mean.
    return undefined;
  }
}

/** Root of the checkout that holds a directory; undefined when git knows of none. */
export async function checkoutRoot(directory: string): Promise<string | undefined> {
  const found = await git(directory, 'rev-parse', '--show-toplevel');
  return found === undefined ? undefined : found.toString('utf8').replace(/\r?\n$/, '');
}

/**
 * Returns the bytes of a blob whose hash is what its name says, recomputed here; undefined otherwise.
 * `name` is an object id or `REVISION:PATH`, resolved before it is read.
 */
export async function blob(directory: string, name: string): Promise<Buffer | undefined> {
  const id = await objectId(directory, name);
  if (id === undefined) return undefined;
  const bytes = await git(directory, 'cat-file', 'blob', id);
  return bytes !== undefined && isNamedSo(bytes, id) ? bytes : undefined;
}

/** True when the bytes of a blob have the hash that its name says. */
function isNamedSo(bytes: Buffer, id: string): boolean {
  const hash = createHash(id.length === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === id;
}

/**
 * Yields the bytes of blobs, by their full ids and in their order, from one process; each is checked against its name
 * as in `blob`. It ends early where one is absent, larger than `maxBytes`, or not what its name says.
 */
export async function* blobs(
  directory: string,
  ids: readonly string[],
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const child = spawn('git', [...CONFIGURATION, 'cat-file', '--batch'], {
    cwd: directory,
    env: ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TREE_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  // Neither a missing git nor one that ends early is a fault: what was not yielded is not there.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  try {
    child.stdin.end(ids.map((id) => `${id}\n`).join(''));
    const answers = new AnswerReader(child.stdout);
    for (const id of ids) {
      const size = /^([0-9a-f]+) blob (\d+)$/.exec((await answers.line()) ?? '');
      if (size?.[1] !== id || Number(size[2]) > maxBytes) return;
      const bytes = await answers.bytes(Number(size[2]));
      if (bytes === undefined || !isNamedSo(bytes, id)) return;
      yield bytes;
      await answers.bytes(1);
    }
  } finally {
    child.kill('SIGKILL');
  }
}

/** What `cat-file --batch` prints, taken piece by piece; undefined past its end. */
class AnswerReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Up to the next line feed, without it. */
  async line(): Promise<string | undefined> {
    let at = this.#held.indexOf(0x0a);
    while (at < 0) {
      if (!(await this.#holds(this.#held.length + 1))) return undefined;
      at = this.#held.indexOf(0x0a);
    }
    return (await this.bytes(at + 1))?.subarray(0, at).toString('latin1');
  }

  async bytes(count: number): Promise<Buffer | undefined> {
    if (!(await this.#holds(count))) return undefined;
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  /** Joined once for all that a large blob comes in. */
  async #holds(count: number): Promise<boolean> {
    const chunks = [this.#held];
    for (let length = this.#held.length; length < count;) {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      chunks.push(next.value);
      length += next.value.length;
    }
    if (chunks.length > 1) this.#held = Buffer.concat(chunks);
    return true;
  }
}

/** Returns the id that a name stands for; the object itself may be absent where the clone is shallow or partial. */
export async function objectId(directory: string, name: string): Promise<string | undefined> {
  if (isObjectId(name)) return name;
  const id = (await git(directory, 'rev-parse', '--verify', '--quiet', '--end-of-options', name))
    ?.toString('ascii')
    .trim();
  return id !== undefined && isObjectId(id) ? id : undefined;
}

/** True for a full id of git, SHA-1 or SHA-256. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** True when the object itself is here. */
export async function hasObject(directory: string, id: string): Promise<boolean> {
  return (await git(directory, 'cat-file', '-e', id)) !== undefined;
}
