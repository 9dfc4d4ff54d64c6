import { createHash, randomBytes } from 'node:crypto';
import { printable } from '../../core/printable.js';
import { RENEWAL_TRAILER } from '../../report/renewal.js';
import { WitnessmarkError } from '../../errors.js';
import { memberOf, statusOf, textOf } from './api-answer.js';
import type { ApiClient } from './api-client.js';
import {
  commitProblem,
  numberOf,
  objectIdOf,
  restProblem,
  type Right,
} from './renewal-problems.js';

/** A file that is to be committed. */
export interface RenewedFile {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** What a commit is made of. */
export interface RenewalCommit {
  readonly owner: string;
  readonly repo: string;
  /** The commit that was checked out and read. */
  readonly head: string;
  readonly files: readonly RenewedFile[];
  readonly message: { readonly headline: string; readonly body: string };
}

const COMMIT =
  'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }';

/**
 * Commits the files on a branch whose tip must be `head`, by GraphQL, so that GitHub signs the commit and no update of somebody
 * else gets lost. Returns the id of the commit.
 * @throws WitnessmarkError `branch-moved`, `commit-refused`, `commit-failed`.
 * Source: GitHub GraphQL reference, createCommitOnBranch.
 */
export async function commitOnBranch(
  client: ApiClient,
  { owner, repo, head, files, message }: RenewalCommit,
  branch: string,
): Promise<string> {
  let answer: unknown;
  try {
    answer = await client.graphql(COMMIT, {
      input: {
        branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: branch },
        expectedHeadOid: head,
        message,
        fileChanges: {
          additions: files.map(({ path, text }) => ({
            path,
            contents: Buffer.from(text, 'utf8').toString('base64'),
          })),
        },
      },
    });
  } catch (error) {
    throw commitProblem(error, branch);
  }
  const commit = memberOf(memberOf(answer, 'createCommitOnBranch'), 'commit');
  return objectIdOf(textOf(commit, 'oid'));
}

/** What became of a pull request that renews baselines. */
export interface RenewalPullRequest {
  readonly number: number;
  readonly commit: string;
  readonly outcome: 'opened' | 'renewed' | 'unchanged';
}

/** The branch of the pull request, where it goes, and what it says. */
export interface RenewalRequest {
  readonly base: string;
  readonly branch: string;
  readonly title: string;
  readonly body: string;
}

/**
 * Opens the pull request from `branch` to `base`, or renews it: the commit is made on a branch for the moment, and the branch of the pull
 * request is moved to it, since one that is moved to its base first closes the pull request. A tip that is not ours is never moved.
 * @throws WitnessmarkError `branch-moved`, `branch-of-others`, `commit-refused`, `commit-failed`.
 * Source: PRODUCT "GitHub" (`mode: mark`).
 */
export async function renewByPullRequest(
  client: ApiClient,
  commit: RenewalCommit,
  { base, branch, title, body }: RenewalRequest,
): Promise<RenewalPullRequest> {
  const { owner, repo } = commit;
  const ask = asker(client, owner, repo);
  const tip = await tipOf(ask, branch);
  const isCurrent = tip !== undefined && (await holdsAlready(ask, tip, commit));
  const oid = isCurrent ? tip.oid : await moveBranch(client, ask, commit, branch, tip);
  const open = await ask('pulls', 'GET /repos/{owner}/{repo}/pulls', {
    head: `${owner}:${branch}`,
    base,
    state: 'open',
    per_page: 1,
  });
  const found: unknown = Array.isArray(open) ? open[0] : undefined;
  if (found === undefined) {
    const made = await ask('pulls', 'POST /repos/{owner}/{repo}/pulls', {
      head: branch,
      base,
      title,
      body,
    });
    return { number: numberOf(made), commit: oid, outcome: 'opened' };
  }
  const number = numberOf(found);
  if (!isCurrent)
    await ask('pulls', 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
      pull_number: number,
      title,
      body,
    });
  return { number, commit: oid, outcome: isCurrent ? 'unchanged' : 'renewed' };
}

/** Makes the commit on a branch for the moment, and lets the branch of the pull request point to it. */
async function moveBranch(
  client: ApiClient,
  ask: Ask,
  commit: RenewalCommit,
  branch: string,
  tip: Tip | undefined,
): Promise<string> {
  const apart = `witnessmark/renewing-${randomBytes(6).toString('hex')}`;
  const create = (name: string, sha: string): Promise<unknown> =>
    ask('contents', 'POST /repos/{owner}/{repo}/git/refs', { ref: `refs/heads/${name}`, sha });
  await create(apart, commit.head);
  try {
    const oid = await commitOnBranch(client, commit, apart);
    if (tip === undefined) await create(branch, oid);
    else
      await ask('contents', 'PATCH /repos/{owner}/{repo}/git/refs/{ref}', {
        ref: `heads/${branch}`,
        sha: oid,
        force: true,
      });
    return oid;
  } finally {
    // What became of the commit does not depend on it; a branch that stays is seen and harmless.
    await ask('contents', 'DELETE /repos/{owner}/{repo}/git/refs/{ref}', {
      ref: `heads/${apart}`,
    }).catch(() => undefined);
  }
}

/** The tip of a branch of ours. */
interface Tip {
  readonly oid: string;
  readonly parents: readonly string[];
}

/** The tip of the branch; undefined where there is none. A tip that somebody else made is refused. */
async function tipOf(ask: Ask, branch: string): Promise<Tip | undefined> {
  let ref: unknown;
  try {
    ref = await ask('contents', 'GET /repos/{owner}/{repo}/git/ref/{ref}', {
      ref: `heads/${branch}`,
    });
  } catch (error) {
    if (error instanceof WitnessmarkError && statusOf(error.cause) === 404) return undefined;
    throw error;
  }
  const oid = objectIdOf(textOf(memberOf(ref, 'object'), 'sha'));
  const commit = await ask('contents', 'GET /repos/{owner}/{repo}/git/commits/{commit_sha}', {
    commit_sha: oid,
  });
  const listed = memberOf(commit, 'parents');
  const parents = (Array.isArray(listed) ? listed : []).flatMap(
    (parent: unknown) => textOf(parent, 'sha') ?? [],
  );
  const isOurs = (textOf(commit, 'message') ?? '').trimEnd().endsWith(`\n${RENEWAL_TRAILER}`);
  if (isOurs && parents.length === 1) return { oid, parents };
  throw new WitnessmarkError(
    'branch-of-others',
    `the branch ${printable(branch, 200)} has a commit that witnessmark did not make`,
    'Merge or close its pull request and delete the branch; the next run makes it anew.',
  );
}

/** True where the tip stands on the commit that was read, and holds the same files. */
async function holdsAlready(ask: Ask, tip: Tip, { head, files }: RenewalCommit): Promise<boolean> {
  if (tip.parents[0] !== head) return false;
  for (const { path, text } of files) {
    const found = await ask('contents', 'GET /repos/{owner}/{repo}/contents/{path}', {
      path,
      ref: tip.oid,
      headers: { accept: 'application/vnd.github.object+json' },
    }).catch(() => undefined);
    if (textOf(found, 'sha') !== blobId(text, tip.oid.length)) return false;
  }
  return true;
}

/** The id that git gives to a file. */
function blobId(text: string, length: number): string {
  const bytes = Buffer.from(text, 'utf8');
  const hash = createHash(length === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

type Ask = (
  right: Right,
  route: string,
  parameters: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

function asker(client: ApiClient, owner: string, repo: string): Ask {
  return async (right, route, parameters) => {
    try {
      return (await client.request(route, { owner, repo, ...parameters })).data;
    } catch (error) {
      throw restProblem(error, right, route.startsWith('POST') && right === 'pulls');
    }
  };
}
