import { createHash } from 'node:crypto';
import { COMMENT_TIMEOUT_MS, API_ATTEMPT_MS } from '../../limits.js';
import { renderRunComment, type Reported } from '../../report/several.js';
import { memberOf, statusOf, textOf } from './api-answer.js';
import type { ApiClient, ApiPatience } from './api-client.js';
import { readPayload } from './base-event.js';
import type { Environment } from './inputs.js';
import { runUrl } from './run-url.js';
import { writeStickyComment } from './sticky-comment.js';

/** What the comment needs of the process. */
export interface CommentHost {
  readonly env: Environment;
  readonly openApi: (token: string, baseUrl: string, patience: ApiPatience) => Promise<ApiClient>;
}

/** What the log says of the comment: `warning` where it could not be written. */
export interface CommentNote {
  readonly level: 'info' | 'warning';
  readonly message: string;
}

const PATIENCE: ApiPatience = {
  attemptMs: API_ATTEMPT_MS,
  questionMs: COMMENT_TIMEOUT_MS,
  totalMs: COMMENT_TIMEOUT_MS,
};

/**
 * Keeps one comment on the pull request of this run, and returns what is to be said of it. Never throws: a comment is a service, and no
 * failure of it is the check's. `inputs` has the values of
 * the inputs by which two steps of one job, or two jobs of a matrix, are told from each other.
 * Source: PRODUCT "GitHub", field cases C07 and C08.
 */
export async function keepComment(
  entries: readonly Reported[],
  token: string,
  inputs: readonly string[],
  { env, openApi }: CommentHost,
): Promise<CommentNote> {
  if (env['GITHUB_EVENT_NAME'] !== 'pull_request')
    return {
      level: 'info',
      message: 'comment: on this event there is no pull request to comment on.',
    };
  const payload = await readPayload(env['GITHUB_EVENT_PATH'] ?? '');
  const pull = memberOf(payload, 'pull_request');
  const number = memberOf(pull, 'number');
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(env['GITHUB_REPOSITORY'] ?? '') ?? [];
  if (token === '') return warning('the input token is empty');
  if (owner === undefined || repo === undefined || typeof number !== 'number')
    return warning('the runner does not say which pull request this is');
  try {
    const client = await openApi(
      token,
      env['GITHUB_API_URL'] ?? 'https://api.github.com',
      PATIENCE,
    );
    const comment = renderRunComment(entries, {
      runUrl: runUrl(env),
      commit: commitOf(textOf(memberOf(pull, 'head'), 'sha') ?? ''),
    });
    const place = { owner, repo, pullRequest: number, marker: markerOf(env, inputs) };
    const outcome = await writeStickyComment(client, place, comment);
    return { level: 'info', message: WORDS[outcome] };
  } catch (error) {
    return warning(reason(statusOf(error), isOfFork(pull)));
  }
}

const WORDS = {
  created: 'comment: made on the pull request.',
  updated: 'comment: brought up to date on the pull request.',
  unchanged: 'comment: the one on the pull request says the same already.',
  none: 'comment: none is needed.',
} as const;

function warning(why: string): CommentNote {
  return {
    level: 'warning',
    message: `The comment on the pull request could not be written: ${why}. The verdict does not depend on it.`,
  };
}

/** Why GitHub did not do it, without a word of its answer. */
function reason(status: number | undefined, isFork: boolean): string {
  if (status === 403 || status === 404)
    return isFork
      ? `GitHub refused it (${status}), since on a pull request from a fork the job’s token may only read; the job summary says the same`
      : `GitHub refused it (${status}); the job needs permissions: pull-requests: write, beside contents: read`;
  if (status === 401) return 'GitHub does not accept the token (401)';
  if (status === 429) return 'GitHub’s limit on requests does not end in time (429)';
  return status === undefined
    ? 'GitHub’s API gave no answer that can be used'
    : `GitHub’s API answered ${status}`;
}

function isOfFork(pull: unknown): boolean {
  const [head, base] = ['head', 'base'].map((side) =>
    textOf(memberOf(memberOf(pull, side), 'repo'), 'full_name'),
  );
  return head !== base;
}

/**
 * The first line of a comment. Jobs that report on different things have comments of their own; the branch and the commit are
 * no part of it. Nothing of it is a text that a pull request chooses and that could end it.
 */
function markerOf(env: Environment, inputs: readonly string[]): string {
  const workflow = (env['GITHUB_WORKFLOW_REF'] ?? env['GITHUB_WORKFLOW'] ?? '').replace(/@.*/s, '');
  const identity = JSON.stringify([workflow, env['GITHUB_JOB'] ?? '', ...inputs]);
  const digest = createHash('sha256').update(identity).digest('hex');
  return `<!-- witnessmark ${digest.slice(0, 16)} -->`;
}

function commitOf(text: string): string {
  return /^[0-9a-f]{40,64}$/.test(text) ? text : '';
}
