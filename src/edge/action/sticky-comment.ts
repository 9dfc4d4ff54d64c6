import type { RunComment } from '../../report/several.js';
import { MAX_COMMENT_PAGES } from '../../limits.js';
import type { ApiClient } from './api-client.js';
import { memberOf, statusOf, textOf } from './api-answer.js';

/** Which comment is meant. */
export interface CommentPlace {
  readonly owner: string;
  readonly repo: string;
  readonly pullRequest: number;
  /** First line of the comment, which tells it from all others of its author. */
  readonly marker: string;
}

/** What was done; `none` where nothing needs to be said and nothing was. */
export type CommentOutcome = 'created' | 'updated' | 'unchanged' | 'none';

/** A comment of ours. */
interface OwnComment {
  readonly id: number;
  readonly body: string;
}

/** Comments that a page holds; GitHub gives no more. */
const PAGE = 100;
const SERVER_FAULT = 500;
/** By which the client tells that there was no answer in time. */
const TIMED_OUT = 408;

/**
 * Makes the one comment at `place` say what this run found. It is found by its marker and its author, over all pages: somebody
 * else's comment with our marker is none of ours. Of several own ones, which two runs at once can make, the first stays. What is
 * unchanged is not written again, and where nothing needs to be said no comment is made. A comment is never read for
 * anything else. Where the answer to its making gets lost, all pages are searched again before it is made anew.
 *
 * @throws what the client throws, and an Error where an answer cannot be understood or there are too many comments.
 * Source: PRODUCT "GitHub", field cases C07 and C08.
 */
export async function writeStickyComment(
  client: ApiClient,
  place: CommentPlace,
  { text, isNeeded }: RunComment,
): Promise<CommentOutcome> {
  const { owner, repo, pullRequest, marker } = place;
  const body = `${marker}\n${text}`;
  const isViewer = await viewerOf(client);
  const create = async (): Promise<void> => {
    const { data } = await client.request(
      'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
      { owner, repo, issue_number: pullRequest, body },
    );
    if (typeof memberOf(data, 'id') !== 'number') throw new Error('an answer that is no comment');
  };
  const existing = await ownComments(client, place, isViewer);
  if (existing.length > 0) return replace(client, place, existing, body);
  if (!isNeeded) return 'none';
  try {
    await create();
  } catch (error) {
    if (!mayBeDone(error)) throw error;
    const found = await ownComments(client, place, isViewer);
    if (found.length > 0) await replace(client, place, found, body);
    else await create();
  }
  return 'created';
}

/** Writes the first of the comments and removes the others. */
async function replace(
  client: ApiClient,
  { owner, repo }: CommentPlace,
  [first, ...others]: readonly OwnComment[],
  body: string,
): Promise<CommentOutcome> {
  const path = '/repos/{owner}/{repo}/issues/comments/{comment_id}';
  for (const { id } of others)
    await client.request(`DELETE ${path}`, { owner, repo, comment_id: id });
  if (first === undefined || isSame(first.body, body)) return 'unchanged';
  await client.request(`PATCH ${path}`, { owner, repo, comment_id: first.id, body });
  return 'updated';
}

/** Comments at the place that begin with the marker and have the right author, in their order. */
async function ownComments(
  client: ApiClient,
  { owner, repo, pullRequest, marker }: CommentPlace,
  isViewer: (author: unknown) => boolean,
): Promise<OwnComment[]> {
  const own: OwnComment[] = [];
  for (let page = 1; page <= MAX_COMMENT_PAGES; page += 1) {
    const { data } = await client.request(
      'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
      { owner, repo, issue_number: pullRequest, per_page: PAGE, page },
    );
    if (!Array.isArray(data)) throw new Error('an answer that is no list of comments');
    for (const each of data as readonly unknown[]) {
      const [id, body] = [memberOf(each, 'id'), textOf(each, 'body')];
      if (typeof id !== 'number' || body === undefined) continue;
      if (firstLine(body) === marker && isViewer(memberOf(each, 'user'))) own.push({ id, body });
    }
    if (data.length < PAGE) return own;
  }
  throw new Error('too many comments');
}

/**
 * Who asks, as a test of a comment's author. An installation token may not ask REST. GraphQL may leave out what REST
 * writes behind the name of a bot.
 */
async function viewerOf(client: ApiClient): Promise<(author: unknown) => boolean> {
  const answer = await client.graphql('query { viewer { login } }', {});
  const login = textOf(memberOf(answer, 'viewer'), 'login');
  if (login === undefined || login === '') throw new Error('an answer without a login');
  return (author) => {
    const name = textOf(author, 'login');
    return name === login || (name === `${login}[bot]` && textOf(author, 'type') === 'Bot');
  };
}

/** True where what was asked for may have been done although no answer says so. */
function mayBeDone(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= SERVER_FAULT || status === TIMED_OUT;
}

/** GitHub may give line ends, and an end, of its own. */
function isSame(found: string, body: string): boolean {
  return found.replaceAll('\r\n', '\n').trimEnd() === body.trimEnd();
}

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}
