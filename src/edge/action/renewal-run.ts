import type { Plan } from '../../app/servers.js';
import { placeOf } from '../../app/proposal.js';
import { renderBaseline } from '../../core/baseline.js';
import { printable } from '../../core/printable.js';
import { problemOf, VERDICT_OF_CODE, WitnessmarkError } from '../../errors.js';
import { API_ATTEMPT_MS, RENEWAL_TIMEOUT_MS } from '../../limits.js';
import { renewalMessage, renewalPullRequest } from '../../report/renewal.js';
import type { Reported } from '../../report/several.js';
import { normalised } from '../../store/baseline-file.js';
import type { Place } from '../../store/checkout.js';
import { blob, objectId } from '../../store/git.js';
import type { ApiClient, ApiPatience } from './api-client.js';
import type { Environment } from './inputs.js';
import { commitOnBranch, renewByPullRequest, type RenewedFile } from './renewal.js';
import { runUrl } from './run-url.js';
import { renewalTarget, type RenewalTarget } from './renewal-event.js';

/** A renewal that was found possible before any server was started. */
export interface Renewal {
  readonly target: RenewalTarget;
  readonly owner: string;
  readonly repo: string;
  readonly token: string;
  /** The commit that is checked out. */
  readonly head: string;
  /** The committed text of each baseline by its path in the repository; undefined where there is none. */
  readonly committed: ReadonlyMap<string, string | undefined>;
}

/** What a run that commits leaves. */
export interface RenewalOutcome {
  readonly entries: readonly Reported[];
  /** Values of the outputs; empty for nothing. */
  readonly commit: string;
  readonly pullRequest: string;
}

const PATIENCE: ApiPatience = {
  attemptMs: API_ATTEMPT_MS,
  questionMs: RENEWAL_TIMEOUT_MS,
  totalMs: RENEWAL_TIMEOUT_MS,
};

/** Said wherever something was committed: GitHub does not let a job's own token start what could start it again. */
const NO_WORKFLOW =
  'What the job’s own token commits starts no workflow, so that no check runs on it: give token the token of a GitHub App, or push to the branch, or close and reopen the pull request.';

/**
 * Finds out before the first server starts whether and where this run may commit, and what is committed now: a server without isolation could
 * change git's own files.
 * @throws WitnessmarkError `commit-refused`, `no-checkout`, `bad-option-value`.
 */
export async function openRenewal(
  env: Environment,
  token: string,
  places: readonly Place[],
  chosen: readonly string[],
): Promise<Renewal> {
  const target = renewalTarget(env, chosen);
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(env['GITHUB_REPOSITORY'] ?? '') ?? [];
  if (token === '' || owner === undefined || repo === undefined)
    throw new WitnessmarkError(
      'commit-refused',
      token === ''
        ? 'commit needs a token, and the input token is empty'
        : 'the runner does not say which repository this is',
      'Leave the input token out, so that it is the job’s own.',
    );
  const checkout = places[0]?.checkout ?? '';
  const head = await objectId(checkout, 'HEAD');
  if (head === undefined)
    throw new WitnessmarkError(
      'no-checkout',
      'commit needs a git checkout, whose commit is the one that it builds on',
      'Check the repository out with actions/checkout.',
    );
  const committed = new Map<string, string | undefined>();
  for (const place of places) {
    const path = placeOf({ place });
    committed.set(path, (await blob(checkout, `HEAD:${path}`))?.toString('utf8'));
  }
  return { target, owner, repo, token, head, committed };
}

/** A token that may write is in this process, which a server without isolation can look into. */
export function refuseOpenServers({ servers }: Plan): void {
  if (!servers.some(({ isolation, command }) => isolation === 'none' && command !== '')) return;
  throw new WitnessmarkError(
    'commit-refused',
    'commit gives this job a token that may write, and a server without isolation could take it',
    'Leave isolation out, or read in one job and commit in another: from (docs/RECIPES.md, “Renewing by a workflow”).',
  );
}

/**
 * Commits what differs from the committed baselines, all of it or nothing: where one server could not be read nothing is committed. Never
 * throws: a failure is that of the reports.
 * Source: PRODUCT "GitHub" (`mode: mark`).
 */
export async function renew(
  entries: readonly Reported[],
  places: readonly Place[],
  renewal: Renewal,
  {
    env,
    openApi,
  }: {
    readonly env: Environment;
    readonly openApi: (token: string, baseUrl: string, patience: ApiPatience) => Promise<ApiClient>;
  },
  onFault: (error: unknown) => void,
): Promise<RenewalOutcome> {
  const { target, owner, repo, head } = renewal;
  const say = (commitment: string): readonly Reported[] =>
    entries.map(({ report, context }) => ({ report, context: { ...context, commitment } }));
  const nothing = (why: string): RenewalOutcome => ({
    entries: say(why),
    commit: '',
    pullRequest: '',
  });
  if (entries.some(({ report }) => report.problem !== undefined))
    return nothing('Nothing is committed, since not every server could be read.');
  const changed = entries.flatMap((entry, index) => {
    const file = fileOf(entry, places[index]);
    const before = file === undefined ? undefined : renewal.committed.get(file.path);
    return file === undefined ||
      (before !== undefined && normalised(before) === normalised(file.text))
      ? []
      : [{ entry, file }];
  });
  if (changed.length === 0)
    return nothing('Nothing is committed: the committed baseline says the same already.');
  if (target.kind === 'own-branch')
    return nothing('Nothing is committed: this run is about a branch of a renewal itself.');
  try {
    const client = await openApi(
      renewal.token,
      env['GITHUB_API_URL'] ?? 'https://api.github.com',
      PATIENCE,
    );
    const own = changed.map(({ entry }) => entry);
    const commit = {
      owner,
      repo,
      head,
      files: changed.map(({ file }) => file),
      message: renewalMessage(own),
    };
    if (target.kind === 'branch') {
      const oid = await commitOnBranch(client, commit, target.branch);
      const words = `Committed to ${printable(target.branch, 200)} as ${oid.slice(0, 7)}. ${NO_WORKFLOW}`;
      return { entries: say(words), commit: oid, pullRequest: '' };
    }
    const { base, branch } = target;
    const made = await renewByPullRequest(client, commit, {
      base,
      branch,
      ...renewalPullRequest(own, runUrl(env)),
    });
    const words = `Nothing is approved yet: pull request ${made.number} ${OUTCOMES[made.outcome]}. ${NO_WORKFLOW}`;
    return { entries: say(words), commit: made.commit, pullRequest: String(made.number) };
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) onFault(error);
    const problem = problemOf(error);
    const verdict = VERDICT_OF_CODE[problem.code];
    return {
      entries: entries.map(({ report, context }) => ({
        report: { ...report, verdict, problem },
        context,
      })),
      commit: '',
      pullRequest: '',
    };
  }
}

const OUTCOMES = {
  opened: 'is opened for the new baseline',
  renewed: 'is brought up to date',
  unchanged: 'has this baseline already',
} as const;

function fileOf({ report }: Reported, place: Place | undefined): RenewedFile | undefined {
  const baseline = report.reading?.baseline ?? report.adopted;
  if (baseline === undefined || place === undefined) return undefined;
  return { path: placeOf({ place }), text: renderBaseline(baseline) };
}
