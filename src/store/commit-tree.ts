import { mkdir, open, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { blobs, git, objectId } from './git.js';
import { printable } from '../core/printable.js';
import { WitnessmarkError } from '../errors.js';
import { MAX_LINK_BYTES, MAX_TREE_BYTES, MAX_TREE_FILE_BYTES, MAX_TREE_FILES } from '../limits.js';

/** What was laid out. */
export interface LaidOutTree {
  /** Files and links, from the root, with slashes. */
  readonly names: readonly string[];
  /** Submodules, of which a commit holds no files. */
  readonly submodules: readonly string[];
}

/**
 * Returns the full id of the commit that a user names.
 * @throws WitnessmarkError `bad-base`.
 */
export async function commitOf(root: string, name: string): Promise<string> {
  const id = name === '' ? undefined : await objectId(root, `${name}^{commit}`);
  if (id !== undefined) return id;
  throw new WitnessmarkError(
    'bad-base',
    `${printable(name)} names no commit that is here`,
    'Give a branch, a tag or a commit, as git has it: --base main. What is not in the clone has to be fetched first.',
  );
}

/** Branches that changes are usually aimed at, the one that the remote says first. */
const DEFAULT_BRANCHES: readonly string[] = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/**
 * Returns a name for the commit whose server most likely says what a baseline approves: on a branch the one at which it
 * left the default branch, else the last that changed the baseline. `HEAD` where neither is known.
 */
export async function likelyBase(root: string, baseline: string): Promise<string> {
  const head = await objectId(root, 'HEAD^{commit}');
  if (head === undefined) return 'HEAD';
  for (const branch of DEFAULT_BRANCHES) {
    const tip = await objectId(root, `${branch}^{commit}`);
    const base: string | undefined =
      tip === undefined ? undefined : await mergeBase(root, head, tip);
    if (base !== undefined && base !== head) return base.slice(0, SHORT_ID);
    if (base === head) break;
  }
  const changed = await git(root, 'rev-list', '-1', head, '--', `:(top,literal)${baseline}`);
  const last = changed?.toString('ascii').trim() ?? '';
  return last === '' || last === head ? 'HEAD' : last.slice(0, SHORT_ID);
}

async function mergeBase(root: string, a: string, b: string): Promise<string | undefined> {
  return (await git(root, 'merge-base', a, b))?.toString('ascii').trim();
}

/** Digits of a commit's id that tell it from every other one here. */
const SHORT_ID = 12;

/**
 * Writes the files of a commit into an empty directory of ours, as they stand in it: no attribute, filter, hook or
 * submodule takes part, since nothing but objects is read. Links are made last, so that nothing is written through one.
 * @throws WitnessmarkError `base-unusable` where objects are missing, a bound is passed, or a name or a mode is none
 * that a checkout may have.
 */
export async function layOutCommit(
  root: string,
  commit: string,
  directory: string,
): Promise<LaidOutTree> {
  const listed = await git(root, 'ls-tree', '-r', '-z', '-l', '--full-tree', commit);
  if (listed === undefined)
    throw unusable('its files cannot be listed: objects are missing, or there are too many', FETCH);
  const entries = entriesOf(listed);
  const modules = entries.filter(({ mode }) => mode === SUBMODULE);
  const files = entries.filter(({ mode }) => mode !== SUBMODULE && mode !== LINK);
  const links = entries.filter(({ mode }) => mode === LINK);
  refuseTooMuch([...files, ...links]);
  const made = new Set(['.']);
  const all = [...files, ...links];
  let next = 0;
  try {
    for await (const bytes of blobs(
      root,
      all.map(({ id }) => id),
      MAX_TREE_FILE_BYTES,
    )) {
      const entry = all[next];
      if (entry === undefined) break;
      next += 1;
      await makeParents(directory, entry.name, made);
      if (entry.mode === LINK) await symlink(bytes, join(directory, entry.name));
      else await writeNew(join(directory, entry.name), bytes, entry.mode === EXECUTABLE);
    }
  } catch (error) {
    throw notWritten(error, all[next - 1]?.name ?? '');
  }
  if (next < all.length)
    throw unusable(
      `${printable(all[next]?.name ?? '', 200)} is not among the objects that are here`,
      FETCH,
    );
  for (const { name } of modules)
    await makeParents(directory, `${name}/.`, made).catch((error: unknown) => {
      throw notWritten(error, name);
    });
  return { names: all.map(({ name }) => name), submodules: modules.map(({ name }) => name) };
}

const FETCH =
  'Fetch the commit whole: git fetch --unshallow, or --refetch --no-filter in a partial clone.';
const SUBMODULE = '160000';
const LINK = '120000';
const EXECUTABLE = '100755';
/** Modes of files, the last one of old versions of git. */
const FILES: readonly string[] = ['100644', EXECUTABLE, '100664'];

interface Entry {
  readonly mode: string;
  readonly id: string;
  /** Bytes; 0 for a submodule. */
  readonly size: number;
  readonly name: string;
}

function entriesOf(listed: Buffer): Entry[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(listed);
  } catch (error) {
    throw unusable('one of its file names is not UTF-8', RENAME, error);
  }
  return text
    .split('\0')
    .slice(0, -1)
    .map((row) => {
      const [, mode = '', id = '', size = '', name = ''] =
        /^(\d+) (?:blob|commit) ([0-9a-f]+) +(\d+|-)\t([^]*)$/.exec(row) ?? [];
      if (![...FILES, LINK, SUBMODULE].includes(mode))
        throw unusable('it has an entry that is no file, link or submodule that is here', FETCH);
      if (!isPlainPath(name))
        throw unusable(`${printable(name, 200)} is no name for a file`, RENAME);
      return { mode, id, size: size === '-' ? 0 : Number(size), name };
    });
}

const RENAME = 'No checkout of git makes such a file; choose another commit.';
/** Code points that HFS+ ignores in names. Source: git, utf8.c (`next_hfs_char`). */
const IGNORED = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

/** A path that stays below the root, through nothing that git or a file system takes for its `.git`. */
function isPlainPath(name: string): boolean {
  return name
    .split('/')
    .every(
      (part) =>
        !['', '.', '..'].includes(part) &&
        !/^(?:\.git|git~\d+)$/i.test(part.replace(IGNORED, '').replace(/[ .]+$/, '')),
    );
}

function refuseTooMuch(entries: readonly Entry[]): void {
  const large = entries.find(
    ({ mode, size }) => size > (mode === LINK ? MAX_LINK_BYTES : MAX_TREE_FILE_BYTES),
  );
  if (large !== undefined)
    throw unusable(`${printable(large.name, 200)} is larger than a file may be`, SMALLER);
  if (entries.length > MAX_TREE_FILES)
    throw unusable(`it has more than ${MAX_TREE_FILES} files`, SMALLER);
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_TREE_BYTES)
    throw unusable(`its files are above ${MAX_TREE_BYTES} bytes`, SMALLER);
}

const SMALLER = 'This bound protects the reader and cannot be raised; choose another commit.';

/** Made one by one and never twice: a name that is there already is a file, or differs in a way that is none here. */
async function makeParents(directory: string, name: string, made: Set<string>): Promise<void> {
  const parent = dirname(name);
  if (made.has(parent)) return;
  await makeParents(directory, parent, made);
  await mkdir(join(directory, parent));
  made.add(parent);
}

/** `wx` opens what is not there, and follows no link. */
async function writeNew(path: string, bytes: Buffer, isExecutable: boolean): Promise<void> {
  const file = await open(path, 'wx', isExecutable ? 0o755 : 0o644);
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

function notWritten(error: unknown, name: string): WitnessmarkError {
  if (error instanceof WitnessmarkError) return error;
  const code = (error as { readonly code?: string }).code ?? 'unknown';
  const why =
    code === 'EEXIST' || code === 'ENOTDIR'
      ? 'two of its names are one here'
      : 'it cannot be written';
  return unusable(
    `${printable(name, 200)}: ${why} (${code})`,
    'Is there room in the temporary directory?',
    error,
  );
}

function unusable(what: string, hint: string, cause?: unknown): WitnessmarkError {
  return new WitnessmarkError('base-unusable', `the commit cannot be laid out: ${what}`, hint, {
    cause,
  });
}
