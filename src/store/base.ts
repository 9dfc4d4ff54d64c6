import { git, blob, hasObject, isObjectId, objectId } from './git.js';
import { MAX_CHANGED_FILES, MAX_SOURCE_BYTES } from '../limits.js';

/** What an event says of the commits that it is about; ids as GitHub sent them. */
export interface ChangeEvent {
  readonly kind: 'pull_request' | 'merge_group' | 'push';
  /** Tip of the base branch, parent of the merge group, or the branch before the push. */
  readonly base: string;
  /** The base branch, for a payload that does not tell its tip. */
  readonly baseRef?: string;
  /** Head of a pull request. */
  readonly head?: string;
  /** The commit that the run is about: of a pull request the merge that GitHub made. */
  readonly commit: string;
}

/**
 * The repository on its server, for what a shallow clone does not have. Each call needs leave to read contents and no
 * more, and may throw anything: the caller says that it could not be told.
 */
export interface RemoteRepository {
  /** Id of the merge base of two commits. */
  readonly mergeBase: (base: string, head: string) => Promise<string>;
  /** Names of the files that differ, and whether these are all of them. */
  readonly changedFiles: (base: string, head: string) => Promise<ChangedFiles>;
  /** Bytes of a file in a commit; undefined where it has none. */
  readonly file: (commit: string, path: string) => Promise<Uint8Array | undefined>;
}

/** Files that differ between a commit and its base, from the root of the checkout. */
export interface ChangedFiles {
  readonly names: readonly string[];
  readonly isComplete: boolean;
}

/** A file of a commit. `remote` is not told by git here: `RemoteRepository.file` can tell it. */
export type FileAtCommit =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' }
  | { readonly kind: 'remote' };

/**
 * Returns the commit with which the checked-out one is to be compared, as far as git knows it here: of the merge that
 * GitHub made of a pull request its first parent, of any other commit the merge base with the branch it is aimed at, of
 * a push the branch before it. `undetermined` where the clone is too shallow to tell: a merge base in a cut history
 * may be a wrong one. Source: PRODUCT "GitHub", field cases C16, D07.
 */
export async function baseCommit(
  root: string,
  event: ChangeEvent,
): Promise<
  | { readonly kind: 'commit'; readonly id: string; readonly head: string }
  | { readonly kind: 'undetermined'; readonly head: string }
  | undefined
> {
  const head = await objectId(root, 'HEAD^{commit}');
  const base = await baseTip(root, event);
  if (head === undefined || base === undefined) return undefined;
  if (event.kind === 'push') return { kind: 'commit', id: base, head };
  const parents = await parentsOf(root, head);
  const [first, second] = parents;
  // Nobody but GitHub makes the commit that a run is about: a branch whose own head is a merge has another id.
  const isMerge = head === event.commit && first !== undefined;
  if (event.kind === 'pull_request' && isMerge && parents.length === 2 && second === event.head)
    return { kind: 'commit', id: first, head };
  if (event.kind === 'merge_group' && isMerge && first === base)
    return { kind: 'commit', id: first, head };
  const shallow = await git(root, 'rev-parse', '--is-shallow-repository');
  if (shallow?.toString('ascii').trim() === 'false') {
    const found = (await git(root, 'merge-base', base, head))?.toString('ascii').trim();
    if (found !== undefined && isObjectId(found)) return { kind: 'commit', id: found, head };
  }
  return { kind: 'undetermined', head };
}

/** The tip of the base as the event tells it, else as the clone knows the branch. */
async function baseTip(root: string, { base, baseRef }: ChangeEvent): Promise<string | undefined> {
  if (isObjectId(base)) return base;
  if (baseRef === undefined || baseRef === '') return undefined;
  return objectId(root, `refs/remotes/origin/${baseRef}^{commit}`);
}

/** The parents that a commit names, also those that a shallow clone does not have. */
async function parentsOf(root: string, commit: string): Promise<string[]> {
  const text = (await git(root, 'cat-file', 'commit', commit))?.toString('latin1') ?? '';
  const [header = ''] = text.split('\n\n', 1);
  return header
    .split('\n')
    .flatMap((line) => (line.startsWith('parent ') ? [line.slice('parent '.length)] : []))
    .filter(isObjectId);
}

/**
 * Returns a file of a commit from the objects that are here. A path is missing only where every tree above it is
 * here: a partial clone may lack some. Source: field case C16.
 */
export async function fileAt(root: string, commit: string, path: string): Promise<FileAtCommit> {
  const id = await objectId(root, `${commit}:${path}`);
  if (id === undefined)
    return (await hasTrees(root, commit, path)) ? { kind: 'missing' } : { kind: 'remote' };
  const bytes = await blob(root, id);
  return bytes === undefined ? { kind: 'remote' } : { kind: 'bytes', bytes };
}

/** True when every tree that leads to a path is here, down to the first that does not exist. */
async function hasTrees(root: string, commit: string, path: string): Promise<boolean> {
  const parts = path.split('/');
  for (let depth = 0; depth < parts.length; depth += 1) {
    const tree = await objectId(root, `${commit}:${parts.slice(0, depth).join('/')}`);
    // The trees above are here, so that a name which stands for nothing is not there.
    if (tree === undefined) return depth > 0;
    if (!(await hasObject(root, tree))) return false;
  }
  return true;
}

/** Returns the files in which two commits differ; undefined where a commit or a tree is not here. */
export async function changedFiles(
  root: string,
  base: string,
  head: string,
): Promise<ChangedFiles | undefined> {
  const options = ['-r', '-z', '--name-only', '--no-renames', '--no-ext-diff', '--no-textconv'];
  // Else a .gitmodules with `ignore = all` hides that a submodule moved.
  options.push('--ignore-submodules=none');
  const listed = await git(root, 'diff-tree', ...options, base, head);
  if (listed === undefined) return undefined;
  const names = listed.toString('utf8').split('\0').slice(0, -1);
  return { names, isComplete: true };
}

/**
 * Returns where each of some texts stands in quotation marks exactly once over all the given files of a commit: the
 * file and the line (from 1). Large files are generated ones and are passed over; where not all files are known, or
 * there are too many, nothing is found, since no place would be known to be the only one.
 */
export async function quotedOnce(
  root: string,
  commit: string,
  { names, isComplete }: ChangedFiles,
  texts: readonly string[],
): Promise<Map<string, { readonly file: string; readonly line: number }>> {
  const found = new Map<string, { readonly file: string; readonly line: number }[]>();
  if (!isComplete || names.length > MAX_CHANGED_FILES) return new Map();
  for (const file of names) {
    const id = await objectId(root, `${commit}:${file}`);
    // A file that the change removes is in no commit any more.
    const bytes = id === undefined ? undefined : await smallBlob(root, id);
    if (bytes === undefined) continue;
    for (const text of texts) {
      const places = found.get(text) ?? [];
      // Two are enough to know that it is not once.
      for (const at of quotedAt(bytes, text).slice(0, 2))
        places.push({ file, line: lineAt(bytes, at) });
      found.set(text, places);
    }
  }
  return new Map(
    [...found].flatMap(([text, places]) => {
      const [only] = places;
      return only !== undefined && places.length === 1 ? [[text, only] as const] : [];
    }),
  );
}

async function smallBlob(root: string, id: string): Promise<Buffer | undefined> {
  const size = Number((await git(root, 'cat-file', '-s', id))?.toString('ascii') ?? 'none');
  return size <= MAX_SOURCE_BYTES ? await blob(root, id) : undefined;
}

/** Offsets at which a text stands between two equal quotation marks of any usual kind; at most two of each. */
function quotedAt(bytes: Buffer, text: string): number[] {
  return ['"', "'", '`'].flatMap((mark) => {
    const wanted = Buffer.from(`${mark}${text}${mark}`, 'utf8');
    const first = bytes.indexOf(wanted);
    const second = first < 0 ? -1 : bytes.indexOf(wanted, first + 1);
    return [first, second].filter((at) => at >= 0);
  });
}

function lineAt(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < offset; at = bytes.indexOf(0x0a, at + 1))
    line += 1;
  return line;
}
