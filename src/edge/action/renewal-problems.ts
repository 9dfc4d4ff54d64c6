import { printable } from '../../core/printable.js';
import { WitnessmarkError } from '../../errors.js';
import { memberOf, statusOf, textOf } from './api-answer.js';

/** Which right a request needs. */
export type Right = 'contents' | 'pulls';

const PERMISSIONS = {
  contents: 'permissions: contents: write',
  pulls: 'permissions: contents: write and pull-requests: write',
} as const;

/** Returns why GitHub did not do it, without a word of its answer. `isOpening` for a pull request that was to be made. */
export function restProblem(error: unknown, right: Right, isOpening: boolean): WitnessmarkError {
  const status = statusOf(error);
  const cause = { cause: error };
  if (status === 401)
    return new WitnessmarkError(
      'commit-refused',
      'GitHub does not accept the token (401)',
      TOKEN_HINT,
      cause,
    );
  if (status === 403 || (status === 404 && right === 'pulls'))
    return new WitnessmarkError(
      'commit-refused',
      isOpening
        ? `GitHub does not let this token open a pull request (${status})`
        : `GitHub does not let this token write (${status})`,
      isOpening
        ? `Give the job ${PERMISSIONS.pulls}, and allow it in the repository’s settings: Actions, General, “Allow GitHub Actions to create and approve pull requests”.`
        : `Give the job ${PERMISSIONS[right]}; a rule for branches can refuse it too.`,
      cause,
    );
  return new WitnessmarkError(
    'commit-failed',
    status === undefined
      ? 'GitHub’s API gave no answer that can be used'
      : `GitHub’s API answered ${status}`,
    'Run it again: what was committed already is not committed twice.',
    cause,
  );
}

const TOKEN_HINT =
  'Leave the input token out, or give it a token that may write to this repository.';

/** Returns why GraphQL did not commit on a branch, by the type that it gives; its words stay unread. */
export function commitProblem(error: unknown, branch: string): WitnessmarkError {
  const errors = memberOf(error, 'errors');
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const type = textOf(first, 'type');
  if (type === 'STALE_DATA')
    return new WitnessmarkError(
      'branch-moved',
      `${printable(branch, 200)} is not at the commit that was read`,
      'Somebody pushed meanwhile, or another commit was checked out: run it again on the tip of the branch.',
      { cause: error },
    );
  if (type === 'FORBIDDEN' || type === 'INSUFFICIENT_SCOPES')
    return restProblem({ status: 403 }, 'contents', false);
  if (type === undefined) return restProblem(error, 'contents', false);
  return new WitnessmarkError(
    'commit-failed',
    `GitHub did not take the commit (${/^[A-Z_]{1,40}$/.test(type) ? type : 'unknown reason'})`,
    'A rule for the branch may ask for a pull request: run it on a schedule or on push instead, where it opens one.',
    { cause: error },
  );
}

/**
 * Returns an id of git from an answer.
 * @throws WitnessmarkError `commit-failed` for anything else.
 */
export function objectIdOf(text: string | undefined): string {
  if (text !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)) return text;
  throw restProblem(undefined, 'contents', false);
}

/**
 * Returns the number of a pull request from an answer.
 * @throws WitnessmarkError `commit-failed` where it has none.
 */
export function numberOf(pull: unknown): number {
  const number = memberOf(pull, 'number');
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw restProblem(undefined, 'pulls', false);
}
