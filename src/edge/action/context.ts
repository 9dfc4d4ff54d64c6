import { dirname, isAbsolute, relative, sep } from 'node:path';
import { reportContext } from '../../app/next.js';
import { placeOf, type ProposalTarget } from '../../app/proposal.js';
import type { Settings } from '../../app/settings.js';
import { quoteCommand } from '../../app/shell-words.js';
import type { ReportContext, ServerReport } from '../../report/server-report.js';
import type { Reported } from '../../report/several.js';
import type { ActionHost } from './host.js';
import type { Environment } from './inputs.js';

const NO_CONTEXT: ReportContext = {
  baseline: 'witnessmark.json',
  commandLine: '',
  isWorkflow: true,
  next: { check: 'witnessmark check', mark: 'witnessmark mark', commit: 'git commit' },
};

/** Returns where things are and how to go on, for the texts about one server; without settings in general. */
export function contextOf(
  settings: Settings | undefined,
  { env, currentDirectory }: ActionHost,
  isSeveral: boolean,
): ReportContext {
  const repository = env['GITHUB_ACTION_REPOSITORY'] ?? '';
  const ref = env['GITHUB_ACTION_REF'] ?? '';
  const isNamed = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref);
  // A name that nobody has registered must never be fetched: without a repository only the program is named.
  const program = isNamed ? ['npx', '--yes', `github:${repository}#${ref}`] : ['witnessmark'];
  if (settings !== undefined) {
    const context = reportContext(settings, program, currentDirectory);
    // In a matrix each job has an artifact of its own; of several baselines `withDownload` knows which they are.
    const artifact =
      settings.server === 'default' ? 'witnessmark' : `witnessmark-${settings.server}`;
    const download = isSeveral
      ? undefined
      : downloadCommand([context.baseline], dirname(context.baseline), artifact, env);
    return {
      ...context,
      isWorkflow: true,
      ...(isSeveral ? { serverName: settings.server } : {}),
      ...(download === undefined ? {} : { next: { ...context.next, download, artifact } }),
    };
  }
  return NO_CONTEXT;
}

/**
 * The command that puts an artifact of this run in the baselines' place. `gh` refuses to write over a file, so the old
 * ones go first. Undefined where the runner does not say which run this is.
 */
function downloadCommand(
  baselines: readonly string[],
  directory: string,
  artifact: string,
  env: Environment,
): string | undefined {
  const run = env['GITHUB_RUN_ID'] ?? '';
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (!/^\d+$/.test(run) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return undefined;
  const host = /^https:\/\/([\w.-]+)$/.exec(env['GITHUB_SERVER_URL'] ?? '')?.[1] ?? 'github.com';
  const place = host === 'github.com' ? repository : `${host}/${repository}`;
  const words = ['gh', 'run', 'download', run, '-R', place, '-n', artifact];
  const isDashed = baselines.some((baseline) => baseline.startsWith('-'));
  return [
    quoteCommand(['rm', '-f', ...(isDashed ? ['--'] : []), ...baselines]),
    quoteCommand([...words, ...(directory === '.' ? [] : ['-D', directory])]),
  ].join(' && ');
}

/** Returns the same for a baseline that was taken over, of which no command is known. */
export function adoptedContext(target: ProposalTarget, isSeveral: boolean): ReportContext {
  const baseline = placeOf(target);
  return {
    ...NO_CONTEXT,
    baseline,
    ...(isSeveral ? { serverName: target.server } : {}),
    next: {
      ...NO_CONTEXT.next,
      commit: `${quoteCommand(['git', 'add', ...(baseline.startsWith('-') ? ['--'] : []), baseline])} && git commit`,
    },
  };
}

/** Returns the baseline as the runner names files: relative to the workspace, with slashes. */
export function annotationFile(
  settings: Settings | undefined,
  { env, currentDirectory }: ActionHost,
): string | undefined {
  if (settings === undefined) return undefined;
  const inside = relative(env['GITHUB_WORKSPACE'] ?? currentDirectory, settings.baselinePath);
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : inside.split(sep).join('/');
}

/** Returns true where a server of several has a baseline to propose: one that differs, or of mark every one. */
export function isProposed({ reading, verdict, written }: ServerReport): boolean {
  return reading !== undefined && (verdict !== 'match' || written !== undefined);
}

/** Returns each server's way to take all proposed baselines at once: they are one artifact. */
export function withDownload(
  entries: readonly Reported[],
  servers: readonly (Settings | undefined)[],
  host: ActionHost,
): Reported[] {
  const places = entries.flatMap(({ report }, index) =>
    isProposed(report) ? (annotationFile(servers[index], host) ?? []) : [],
  );
  const download =
    places.length === 0 ? undefined : downloadCommand(places, '.', 'witnessmark', host.env);
  return entries.map(({ report, context }) => ({
    report,
    context: download === undefined ? context : { ...context, next: { ...context.next, download } },
  }));
}
