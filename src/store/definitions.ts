import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isTextOf } from '../core/field-texts.js';
import { git } from './git.js';
import {
  MAX_STORED_BYTES,
  MAX_STORED_SURFACES,
  MAX_SURFACE_BYTES,
  UNFINISHED_BASELINE_MS,
} from '../limits.js';

/** What a server said at one time: the text of each field by its digest. */
export type Texts = ReadonlyMap<string, string>;

/**
 * What servers said to this machine, by digest, in git's own directory: it is never committed, and all worktrees share it. Each surface is one
 * file, named by what it holds. What is read is held against its digest, so that a file that somebody changed gives nothing.
 */
export interface DefinitionStore {
  /** Keeps a surface; `texts` is asked for only where it is not there yet. One that is too large is not kept. */
  readonly keep: (key: string, texts: () => Texts) => Promise<void>;
  /** Returns those of the digests that it has texts of. */
  readonly find: (digests: ReadonlySet<string>) => Promise<Texts>;
}

/** Files of ours. */
const NAME = /^[0-9a-f]{64}\.jsonl$/;
const UNFINISHED = /^\.[0-9a-f]{64}\.[0-9a-f]{12}\.tmp$/;

/** Returns a name for a surface, of which nothing can be told from it. */
export function surfaceKey(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}

/**
 * Opens the store of a checkout; undefined where there is none, as outside of git. Whatever goes wrong with it afterwards is a
 * store without anything in it: nothing depends on it.
 */
export async function openDefinitionStore(checkout: string): Promise<DefinitionStore | undefined> {
  const found = await git(checkout, 'rev-parse', '--git-common-dir');
  const text = found?.toString('utf8').replace(/\r?\n$/, '');
  if (text === undefined || text === '') return undefined;
  const root = join(resolve(checkout, text), 'witnessmark');
  const directory = join(root, 'definitions');
  return {
    keep: async (key, texts) => {
      try {
        await keep(root, directory, key, texts);
      } catch {
        // A full disk or another user's repository: the run has said what it has to say.
      }
    },
    find: async (digests) => {
      try {
        return await find(root, directory, digests);
      } catch {
        return new Map();
      }
    },
  };
}

async function keep(
  root: string,
  directory: string,
  key: string,
  texts: () => Texts,
): Promise<void> {
  const path = join(directory, `${key}.jsonl`);
  if (!(await isOwn(root)) || !(await isOwn(directory))) return;
  const now = new Date();
  const isThere = await utimes(path, now, now).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const text = [...texts()].map((entry) => `${JSON.stringify(entry)}\n`).join('');
  if (Buffer.byteLength(text) > MAX_SURFACE_BYTES) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = join(directory, `.${key}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await prune(directory);
}

/** A directory of ours or nothing: a link could lead elsewhere. */
async function isOwn(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => undefined);
  return facts === undefined || facts.isDirectory();
}

async function find(
  root: string,
  directory: string,
  digests: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (!(await isOwn(root)) || !(await isOwn(directory))) return found;
  for (const { path } of await newestFirst(directory)) {
    if (found.size === digests.size) break;
    for (const [digest, text] of entriesOf(await readBounded(path))) {
      if (digests.has(digest) && !found.has(digest) && isTextOf(digest, text))
        found.set(digest, text);
    }
  }
  return found;
}

async function readBounded(path: string): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (file === undefined) return '';
  try {
    const facts = await file.stat();
    return facts.isFile() && facts.size <= MAX_SURFACE_BYTES ? await file.readFile('utf8') : '';
  } finally {
    await file.close();
  }
}

/** What a file holds; a line that is no entry is passed over. */
function* entriesOf(text: string): Generator<readonly [string, string]> {
  for (const line of text.split('\n')) {
    let entry: unknown;
    try {
      entry = JSON.parse(line);
    } catch {
      continue;
    }
    if (!Array.isArray(entry) || entry.length !== 2) continue;
    const [digest, own] = entry as readonly unknown[];
    if (typeof digest === 'string' && typeof own === 'string') yield [digest, own];
  }
}

interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly usedMs: number;
}

async function newestFirst(directory: string): Promise<StoredFile[]> {
  const names = await readdir(directory).catch(() => []);
  const files: StoredFile[] = [];
  for (const name of names) {
    const path = join(directory, name);
    const facts = NAME.test(name) ? await lstat(path).catch(() => undefined) : undefined;
    if (facts?.isFile() === true) files.push({ path, size: facts.size, usedMs: facts.mtimeMs });
  }
  return files.sort((a, b) => b.usedMs - a.usedMs);
}

/** What was not used for longest goes first, and what a run that was killed left unfinished. */
async function prune(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!UNFINISHED.test(name)) continue;
    const path = join(directory, name);
    const facts = await lstat(path).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > UNFINISHED_BASELINE_MS)
      await rm(path, { force: true });
  }
  let [count, bytes] = [0, 0];
  for (const { path, size } of await newestFirst(directory)) {
    count += 1;
    bytes += size;
    if (count > MAX_STORED_SURFACES || bytes > MAX_STORED_BYTES) await rm(path, { force: true });
  }
}
