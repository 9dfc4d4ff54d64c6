import { createHash } from 'node:crypto';
import { printable } from '../../core/printable.js';
import type { Environment } from './inputs.js';
import { WitnessmarkError } from '../../errors.js';

/** Where a renewed baseline goes. */
export type RenewalTarget =
  /** Straight to the branch that somebody started the run on. */
  | { readonly kind: 'branch'; readonly branch: string }
  /** To a branch of its own, with a pull request to `base`. */
  | { readonly kind: 'pull-request'; readonly base: string; readonly branch: string }
  /** Nowhere: the run is about that very branch. */
  | { readonly kind: 'own-branch'; readonly branch: string };

/** Branches of ours begin so. */
const PREFIX = 'witnessmark/renew-';

/**
 * Returns where this run may commit. `chosen` are the inputs that say which baselines it is about, empty for all: a subset has a
 * branch of its own.
 * @throws WitnessmarkError `commit-refused` on a tag, and where the runner names no branch.
 * Source: PRODUCT "GitHub": nothing is approved without a person.
 */
export function renewalTarget(env: Environment, chosen: readonly string[]): RenewalTarget {
  const event = env['GITHUB_EVENT_NAME'] ?? '';
  const ref = env['GITHUB_REF'] ?? '';
  const branch = /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
  if (branch === undefined || !isBranchName(branch))
    throw new WitnessmarkError(
      'commit-refused',
      `commit needs a branch, and this run is about ${ref === '' ? 'none' : printable(ref, 200)}`,
      'Start the workflow on a branch, or leave commit out.',
    );
  if (event === 'workflow_dispatch') return { kind: 'branch', branch };
  if (branch.startsWith(PREFIX)) return { kind: 'own-branch', branch };
  const digest = createHash('sha256').update(JSON.stringify(chosen)).digest('hex').slice(0, 8);
  const suffix = chosen.every((value) => value === '') ? '' : `-${digest}`;
  return { kind: 'pull-request', base: branch, branch: `${PREFIX}${branch}${suffix}` };
}

/** A name that git takes and that is one path below refs/heads. Source: git-check-ref-format. */
function isBranchName(name: string): boolean {
  return (
    !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|\.lock(?:\/|$)|(?:^|\/)[.]/.test(name) &&
    !name.startsWith('-') &&
    name.length <= 200
  );
}
