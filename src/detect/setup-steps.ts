import { printable } from '../core/printable.js';
import { actionKind, setupLines, type Language } from './setup-lines.js';
import { ownSteps, VIRTUAL_ENVIRONMENT } from './setup-by-files.js';
import type { PartKind, SetupPart, SetupRequest, SetupStep } from './setup-part.js';
import type { WorkflowJob } from './workflow-jobs.js';
import { MAX_SETUP_STEPS } from '../limits.js';

/** The steps, and where they are from. */
export interface SetupPlan {
  readonly steps: readonly SetupStep[];
  /** The jobs that they are taken from, printable; none where they are by the language alone. */
  readonly sources: readonly string[];
  readonly remarks: readonly string[];
}

/**
 * Returns the steps that prepare a checkout for a server: those of the job that sets up the same language, where
 * there is one, and what it lacks by the files of the repository. Scripts are taken over line by line, and only
 * lines that install or build and hold nothing that a shell expands.
 */
export function setupSteps(request: SetupRequest, jobs: readonly WorkflowJob[]): SetupPlan {
  const language = languageOf(request);
  if (language === undefined) return { steps: [], sources: [], remarks: [] };
  const best = bestJob(jobs, language, request);
  const isWanted = ({ kinds }: SetupPart): boolean =>
    !request.isToolsOnly || kinds.includes('tool');
  const taken = best === undefined ? [] : takenParts(best, language, request).filter(isWanted);
  const own = ownSteps(language, request);
  const lacking = (kind: PartKind): SetupPart[] =>
    taken.some(({ kinds }) => kinds.includes(kind))
      ? []
      : own.parts.filter((part) => part.kinds.includes(kind) && isWanted(part));
  // Steps of the job keep their order; what it lacks stands where it belongs.
  const firstBuild = taken.findIndex(
    ({ kinds }) => kinds.includes('build') && !kinds.includes('install'),
  );
  const at = firstBuild < 0 ? taken.length : firstBuild;
  const parts = [
    ...lacking('tool'),
    ...taken.slice(0, at),
    ...lacking('install'),
    ...taken.slice(at),
    ...lacking('build'),
  ];
  return {
    steps: parts.slice(0, MAX_SETUP_STEPS).map(({ step }) => step),
    sources: best === undefined || taken.length === 0 ? [] : [best.source],
    remarks: [
      ...(best === undefined ? [] : leftOut(best, language)),
      ...(request.isToolsOnly || taken.some(({ kinds }) => kinds.includes('install'))
        ? []
        : own.remarks),
    ],
  };
}

/** What a server is written in, by what starts it, else by the files beside it; undefined where nothing is to be set up. */
function languageOf({ words, here, root }: SetupRequest): Language | undefined {
  const [command = ''] = words;
  const name = command.split('/').at(-1) ?? '';
  const has = (path: string): boolean => here.isFile(path) || root.isFile(path);
  if (command === '' || ['docker', 'podman'].includes(name)) return undefined;
  if (/^(?:node|nodejs|tsx|ts-node|bun|deno|npx|npm)$/.test(name)) return 'node';
  if (/(?:^|\/)node_modules\//.test(command)) return 'node';
  if (/^(?:python3?(?:\.\d+)?|uv|poetry)$/.test(name) || VIRTUAL_ENVIRONMENT.test(command))
    return 'python';
  if (name === 'dotnet') return 'dotnet';
  if (name === 'java') return 'java';
  if (/^(?:ruby|bundle)$/.test(name)) return 'ruby';
  if (command.startsWith('target/') || name === 'cargo') return 'rust';
  if (has('go.mod')) return 'go';
  if (has('Cargo.toml')) return 'rust';
  if (has('package.json')) return 'node';
  if (has('pyproject.toml') || has('requirements.txt')) return 'python';
  return 'other';
}

/** The job from which most can be taken; the first of equals. */
function bestJob(
  jobs: readonly WorkflowJob[],
  language: Language,
  request: SetupRequest,
): WorkflowJob | undefined {
  let best: { readonly job: WorkflowJob; readonly score: number } | undefined;
  for (const job of jobs) {
    const kinds = new Set(takenParts(job, language, request).flatMap((part) => part.kinds));
    const isAsked = job.steps.some(({ uses }) => actionKind(uses, language) !== undefined);
    if (kinds.size === 0 && !isAsked) continue;
    const score =
      (kinds.has('tool') ? 4 : 0) +
      (kinds.has('install') ? 4 : 0) +
      (kinds.has('build') ? 2 : 0) +
      (job.isForPullRequests ? 1 : 0);
    if (best === undefined || score > best.score) best = { job, score };
  }
  return best?.job;
}

/** What of a job can be taken over as it is. */
function takenParts(
  { steps }: WorkflowJob,
  language: Language,
  { directory }: SetupRequest,
): SetupPart[] {
  return steps.flatMap((step): SetupPart[] => {
    const { uses, comment, inputs, run, workingDirectory, isSpecial } = step;
    if (isSpecial) return [];
    const action = actionKind(uses, language);
    if (action !== undefined && inputs === undefined) return [];
    if (action !== undefined && inputs !== undefined)
      return [
        {
          kinds: action === 'all' ? ['tool', 'install'] : ['tool'],
          step: { kind: 'uses', uses, comment, inputs },
        },
      ];
    if (run === '' || !['.', directory].includes(workingDirectory)) return [];
    const found = setupLines(run, language);
    const lines = found.map(({ line }) => line);
    return found.length === 0
      ? []
      : [
          {
            kinds: found.flatMap(({ kinds }) => kinds),
            step: { kind: 'run', lines, directory: workingDirectory },
          },
        ];
  });
}

/** Steps that set up the language and are not taken over, each with the reason. */
function leftOut({ source, steps }: WorkflowJob, language: Language): string[] {
  return steps.flatMap(({ uses, run, inputs, isSpecial }) => {
    const isTool = actionKind(uses, language) !== undefined;
    const [first] = isTool || run === '' ? [] : setupLines(run, language);
    if (!isTool && first === undefined) return [];
    const why = isSpecial
      ? 'it has a condition, variables or a shell of its own'
      : isTool && inputs === undefined
        ? 'an input of it is an expression'
        : undefined;
    if (why === undefined) return [];
    const name = isTool ? uses : (first?.line ?? '');
    return [`${source}: ${printable(name, 80)} is not taken over, since ${why}`];
  });
}
