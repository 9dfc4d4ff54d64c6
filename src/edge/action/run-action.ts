import { openBase, type BaseAccess } from '../../app/base.js';
import { check } from '../../app/check.js';
import { withDigests } from '../../app/digests.js';
import { mark } from '../../app/mark.js';
import { adopt, type Proposal } from '../../app/proposal.js';
import { failureReport, type Dependencies } from '../../app/run.js';
import { inParallel, orphanReports } from '../../app/servers.js';
import type { Settings } from '../../app/settings.js';
import type { BaseReport, ReportContext } from '../../report/server-report.js';
import { verdictOf, type Reported } from '../../report/several.js';
import type { ApiPatience } from './api-client.js';
import { readBaseEvent } from './base-event.js';
import { adoptedContext, contextOf, withDownload } from './context.js';
import type { ActionHost, Toolkit } from './host.js';
import { publish } from './publication.js';
import { keepComment } from './pull-request-comment.js';
import { remoteRepository } from './remote-repository.js';
import { renew } from './renewal-run.js';
import { readRequest, type ActionRequest } from './request.js';
import { EXIT_CODES, type Verdict } from '../../exit-codes.js';
import { API_ATTEMPT_MS, BASE_TIMEOUT_MS } from '../../limits.js';

/** Runs the Action once and returns the exit code. Source: PRODUCT "GitHub". */
export async function runAction(host: ActionHost, dependencies: Dependencies): Promise<number> {
  let toolkit: Promise<Toolkit> | undefined;
  const started: Dependencies = {
    ...dependencies,
    openServer: (request) =>
      dependencies.openServer({
        ...request,
        onStarted: () => void (toolkit ??= host.loadToolkit()),
      }),
  };
  const request = await readRequest(host, dependencies);
  const { mode, isReportOnly, token, commented, renewal } = request;
  const read =
    request.proposals === undefined
      ? await readAll(request, host, started)
      : await adoptAll(request.proposals, dependencies);
  const outcome =
    renewal === undefined
      ? undefined
      : await renew(read.entries, renewal.places, renewal.renewal, host, dependencies.onFault);
  const entries = outcome?.entries ?? read.entries;
  const verdict = verdictOf(entries);
  let loaded: Toolkit;
  try {
    loaded = await (toolkit ?? host.loadToolkit());
    await publish(entries, { mode, servers: read.servers, host, toolkit: loaded });
    if (outcome !== undefined) {
      loaded.setOutput('commit', outcome.commit);
      loaded.setOutput('pull-request', outcome.pullRequest);
    }
  } catch (failure) {
    // An exit code of its own: a runner that cannot take outputs must not look like drift.
    dependencies.onFault(failure);
    return EXIT_CODES.internal;
  }
  if (commented !== undefined) {
    // Last, when verdict, outputs and summary are out: what fails here fails nothing.
    const { level, message } = await keepComment(entries, token, commented, host);
    loaded[level](message);
  }
  return isReportOnly && !FAILS_ANYWAY.includes(verdict) ? 0 : EXIT_CODES[verdict];
}

/** The reports of a run, and the server of each where there is one. */
interface ReadEntries {
  /** Those of the servers first, in their order. */
  readonly entries: readonly Reported[];
  readonly servers: readonly (Settings | undefined)[];
}

/** Checks or marks every server, and tells what is approved; of a request that cannot be done there is one report. */
async function readAll(
  { plan, mode, isReportOnly, hasProfiles, token, error }: ActionRequest,
  host: ActionHost,
  started: Dependencies,
): Promise<ReadEntries> {
  const digesting = hasProfiles ? withDigests(started) : undefined;
  const servers: readonly (Settings | undefined)[] = plan?.servers ?? [undefined];
  const remote = remoteOf(token, host);
  const event = mode === 'mark' ? undefined : await readBaseEvent(host.env);
  const openings = await inParallel(servers, async (settings) => {
    if (settings === undefined || event === undefined) return {};
    const opening = openBase({ ...event, ...remote }, settings.baselinePath);
    // A server without isolation could touch the history; one in a box cannot, and starts at once.
    if (settings.isolation === 'none') await opening;
    return { opening };
  });
  const isSeveral = servers.length + (plan?.orphans.length ?? 0) > 1;
  const found = await inParallel([...servers.entries()], async ([index, settings]) => {
    const own =
      settings === undefined
        ? failureReport({ server: 'default' }, error, started)
        : await (mode === 'mark' ? mark : check)(settings, digesting?.dependencies ?? started);
    const base = await openings[index]?.opening;
    const report =
      base === undefined ? own : { ...own, base: onlyFirst(await base.reportOn(own), index) };
    const recorded = digesting?.completed(report) ?? report;
    const sources = report.changes.length === 0 ? undefined : await base?.sourcesOf(report);
    const context: ReportContext = {
      ...contextOf(settings, host, isSeveral),
      ...(isReportOnly ? { isReportOnly } : {}),
      ...(sources === undefined ? {} : { sources }),
    };
    return { report: recorded, context };
  });
  const orphans = plan === undefined || mode === 'mark' ? [] : orphanReports(plan, started);
  const entries = [
    ...(isSeveral ? withDownload(found, servers, host) : found),
    ...orphans.map((report) => ({
      report,
      context: {
        ...contextOf(undefined, host, isSeveral),
        serverName: report.server,
        isReportOnly,
      },
    })),
  ];
  return { entries, servers };
}

/** Takes over the baselines of another job. */
async function adoptAll(
  proposals: readonly Proposal[],
  dependencies: Dependencies,
): Promise<ReadEntries> {
  const entries = await inParallel(proposals, async (proposal) => ({
    report: await adopt(proposal, dependencies),
    context: adoptedContext(proposal, proposals.length > 1),
  }));
  return { entries, servers: proposals.map(() => undefined) };
}

/** A report never waits for long for what it can do without. */
const BASE_PATIENCE: ApiPatience = {
  attemptMs: API_ATTEMPT_MS,
  questionMs: BASE_TIMEOUT_MS,
  totalMs: Infinity,
};

/** Who can tell what a clone does not have; one for all servers of a run. */
function remoteOf(token: string, { env, openApi }: ActionHost): Pick<BaseAccess, 'remote'> {
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(env['GITHUB_REPOSITORY'] ?? '') ?? [];
  const baseUrl = env['GITHUB_API_URL'] ?? 'https://api.github.com';
  return token === '' || owner === undefined || repo === undefined
    ? {}
    : { remote: remoteRepository(() => openApi(token, baseUrl, BASE_PATIENCE), owner, repo) };
}

function withoutConfiguration(told: ToldBase): ToldBase {
  const { kind, isRemoved, isSame, approval, origin, changedFiles } = told;
  return {
    kind,
    isRemoved,
    isSame,
    ...(approval === undefined ? {} : { approval }),
    ...(origin === undefined ? {} : { origin }),
    ...(changedFiles === undefined ? {} : { changedFiles }),
  };
}

/** A change of the configuration is one for all servers, and is told with the first. */
function onlyFirst(base: BaseReport, index: number): BaseReport {
  if (index === 0 || base.told.kind === 'untold') return base;
  return { ...base, told: withoutConfiguration(base.told) };
}

type ToldBase = Extract<BaseReport['told'], { readonly kind: 'told' }>;

/** What is no statement about a server fails also where verdicts are only reported. */
const FAILS_ANYWAY: readonly Verdict[] = ['usage', 'internal'];
