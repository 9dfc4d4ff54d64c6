import { createHash } from 'node:crypto';
import type { ChangedFiles, RemoteRepository } from '../../store/base.js';
import { memberOf, statusOf, textOf } from './api-answer.js';
import type { ApiClient } from './api-client.js';
import { MAX_BASELINE_BYTES, MAX_COMPARED_FILES } from '../../limits.js';

/**
 * Returns a repository of GitHub as `app/base.ts` asks it: two commits compared, one file of a commit. Leave to read contents
 * is enough. Contents are taken only when they hash to the id that GitHub names. Source: PRODUCT "GitHub".
 */
export function remoteRepository(
  openClient: () => Promise<Pick<ApiClient, 'request'>>,
  owner: string,
  repo: string,
): RemoteRepository {
  let client: ReturnType<typeof openClient> | undefined;
  const compared = new Map<string, Promise<unknown>>();
  const get = async (
    path: string,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<unknown> => {
    client ??= openClient();
    const { data } = await (
      await client
    ).request(`GET /repos/{owner}/{repo}/${path}`, { owner, repo, ...parameters });
    return data;
  };
  /** Asked once for all servers of a run. The first page has the files. */
  const compare = (base: string, head: string): Promise<unknown> => {
    const basehead = `${base}...${head}`;
    const known =
      compared.get(basehead) ?? get('compare/{basehead}', { basehead, page: 1, per_page: 1 });
    compared.set(basehead, known);
    return known;
  };
  return {
    mergeBase: async (base, head) => {
      const id = textOf(memberOf(await compare(base, head), 'merge_base_commit'), 'sha');
      if (id === undefined) throw new Error('an answer without a merge base');
      return id;
    },
    changedFiles: async (base, head) => filesOf(await compare(base, head)),
    file: async (commit, path) => {
      let found: unknown;
      try {
        found = await get('contents/{path}', { path, ref: commit, headers: OBJECT });
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
        // Not there, or not to be seen: only a commit that can be seen lacks a file.
        await get('git/commits/{commit_sha}', { commit_sha: commit });
        return undefined;
      }
      return contentsOf(found, (id) => get('git/blobs/{file_sha}', { file_sha: id }));
    },
  };
}

/** Asks for a file of any size as an object; from 1 MB on its content stands in a blob. Source: GitHub REST, contents. */
const OBJECT = { accept: 'application/vnd.github.object+json' };

/** A renamed file counts by both names, as git lists it. */
function filesOf(data: unknown): ChangedFiles {
  const files = memberOf(data, 'files');
  if (!Array.isArray(files)) throw new Error('an answer without files');
  const names = files.flatMap((file: unknown) => [
    textOf(file, 'filename') ?? [],
    textOf(file, 'previous_filename') ?? [],
  ]);
  return { names: names.flat(), isComplete: files.length < MAX_COMPARED_FILES };
}

/** The bytes of an answer, or of its blob where the answer is too large to hold them. */
async function contentsOf(
  data: unknown,
  blobOf: (id: string) => Promise<unknown>,
): Promise<Uint8Array> {
  const id = textOf(data, 'sha');
  if (Array.isArray(data) || textOf(data, 'type') !== 'file' || id === undefined)
    throw new Error('an answer that is no file');
  const isWhole = textOf(data, 'encoding') === 'base64' && textOf(data, 'content') !== '';
  const size = memberOf(data, 'size');
  if (typeof size === 'number' && size > MAX_BASELINE_BYTES) throw new Error('a file too large');
  const source = isWhole || size === 0 ? data : await blobOf(id);
  const bytes = Buffer.from(textOf(source, 'content') ?? '', 'base64');
  const hash = createHash(id.length === 40 ? 'sha1' : 'sha256');
  const actual = hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  if (actual !== id) throw new Error('contents of another id');
  return bytes;
}
