import { printable } from '../core/printable.js';
import type { View } from './declaration.js';
import { MAX_WORKFLOW_FILES, MAX_WORKFLOW_STEPS, MAX_WORKFLOW_TEXT } from '../limits.js';

/** A step of a workflow, as far as it can be taken over. Nothing in it has been evaluated. */
export interface WorkflowStep {
  /** The action with its version; empty for a step that runs a script. */
  readonly uses: string;
  /** What stands behind it as a comment, such as `v5.0.0`; empty for none. */
  readonly comment: string;
  readonly run: string;
  /** Inputs of the action, in their order; undefined when one is no plain text. */
  readonly inputs: readonly (readonly [string, string])[] | undefined;
  /** From the root of the checkout; `.` for the root. */
  readonly workingDirectory: string;
  /** True when the step has a condition, variables, a shell of its own or another member that changes what it does. */
  readonly isSpecial: boolean;
}

/** A job with the steps of it. */
export interface WorkflowJob {
  /** File and name of the job, printable: `.github/workflows/ci.yml (test)`. */
  readonly source: string;
  readonly isForPullRequests: boolean;
  readonly steps: readonly WorkflowStep[];
}

/** What the workflows of a repository are. */
export interface Workflows {
  /** Linux jobs with steps, in the order of the files. */
  readonly jobs: readonly WorkflowJob[];
  /** Files that use the action already. */
  readonly users: readonly string[];
  /** What could not be read, in words. */
  readonly remarks: readonly string[];
}

export const WORKFLOW_DIRECTORY = '.github/workflows';
const USE =
  /^[ \t]*(?:-[ \t]+)?["']?uses["']?[ \t]*:[ \t]*["']?[\w.-]+\/witnessmark(?:\/[\w./-]+)?@/m;

/**
 * Returns the workflows of a checkout. They are data: expressions stay texts but for a value of the job's own
 * matrix, of which the last one is taken. The parser is loaded where there is a file to parse.
 */
export async function readWorkflows(root: View): Promise<Workflows> {
  const [jobs, users, remarks]: [WorkflowJob[], string[], string[]] = [[], [], []];
  const names = root.names(WORKFLOW_DIRECTORY).filter((name) => /\.ya?ml$/.test(name));
  for (const name of names.slice(0, MAX_WORKFLOW_FILES)) {
    const path = `${WORKFLOW_DIRECTORY}/${name}`;
    const text = root.text(path);
    if (text === undefined) continue;
    if (USE.test(text)) users.push(path);
    const found = await jobsOf(path, text);
    if (found === undefined) remarks.push(`${printable(path)} is no YAML that can be read`);
    else jobs.push(...found);
  }
  return { jobs, users, remarks };
}

type Tree = ReadonlyMap<unknown, unknown>;

async function jobsOf(path: string, text: string): Promise<WorkflowJob[] | undefined> {
  const { parseYamlDocument } = await import('./yaml-document.js');
  const document = parseYamlDocument(text);
  if (document === undefined) return undefined;
  const workflow = document.value;
  const isForPullRequests = /\bpull_request\b/.test(text);
  const directory = directoryOf(workflow, '.');
  return entries(member(workflow, 'jobs')).flatMap(([name, job]) => {
    const steps = member(job, 'steps');
    if (!Array.isArray(steps) || !isForLinux(job)) return [];
    const context = { matrix: matrixOf(job), directory: directoryOf(job, directory) };
    return [
      {
        source: `${printable(path)} (${printable(name)})`,
        isForPullRequests,
        steps: steps
          .slice(0, MAX_WORKFLOW_STEPS)
          .map((step: unknown, index) =>
            stepOf(step, context, () => document.commentAt(['jobs', name, 'steps', index, 'uses'])),
          ),
      },
    ];
  });
}

/** False for a job that runs on other systems alone, also by its matrix. */
function isForLinux(job: unknown): boolean {
  const runner = plain(member(job, 'runs-on')) ?? '';
  const axis = /^\$\{\{ *matrix\.([\w-]+) *\}\}$/.exec(runner)?.[1];
  const values = member(member(member(job, 'strategy'), 'matrix'), axis ?? '');
  const runners = Array.isArray(values) ? values.map((each) => plain(each) ?? '') : [runner];
  return runners.some((each) => !/windows|macos|self-hosted/i.test(each));
}

/** Members that do not change what a step does. */
const HARMLESS: readonly unknown[] = ['name', 'id', 'uses', 'run', 'with', 'working-directory'];

function stepOf(
  step: unknown,
  {
    matrix,
    directory,
  }: { readonly matrix: ReadonlyMap<string, string>; readonly directory: string },
  comment: () => string,
): WorkflowStep {
  const text = (name: string): string => resolved(member(step, name), matrix) ?? '';
  const inputs = entries(member(step, 'with')).map(
    ([name, value]) => [name, resolved(value, matrix)] as const,
  );
  const known = inputs.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const own = member(step, 'working-directory');
  return {
    uses: text('uses'),
    comment: /^ ?(v?\d[\w.-]{0,30})\s*$/.exec(comment())?.[1] ?? '',
    run: text('run'),
    inputs: known.length === inputs.length ? known : undefined,
    workingDirectory: own === undefined ? directory : normal(text('working-directory')),
    isSpecial: keysOf(step).some((key) => !HARMLESS.includes(key)),
  };
}

/** A plain text, or the last value of the job's matrix that it stands for; undefined for anything else. */
function resolved(value: unknown, matrix: ReadonlyMap<string, string>): string | undefined {
  const text = plain(value);
  if (text === undefined || text.length > MAX_WORKFLOW_TEXT) return undefined;
  const name = /^\$\{\{ *matrix\.([\w-]+) *\}\}$/.exec(text)?.[1];
  const known = name === undefined ? text : matrix.get(name);
  return known?.includes('${{') === true ? undefined : known;
}

function matrixOf(job: unknown): Map<string, string> {
  const matrix = member(member(job, 'strategy'), 'matrix');
  return new Map(
    entries(matrix).flatMap(([name, values]) => {
      const last = Array.isArray(values) ? plain(values.at(-1)) : undefined;
      return last === undefined ? [] : [[name, last] as const];
    }),
  );
}

function directoryOf(holder: unknown, otherwise: string): string {
  const own = plain(member(member(member(holder, 'defaults'), 'run'), 'working-directory'));
  return own === undefined ? otherwise : normal(own);
}

/** `./packages/a/` as `packages/a`. */
function normal(path: string): string {
  const bare = path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  return bare === '' ? '.' : bare;
}

function isTree(value: unknown): value is Tree {
  return value instanceof Map;
}

function member(holder: unknown, name: string): unknown {
  return isTree(holder) ? holder.get(name) : undefined;
}

function keysOf(holder: unknown): unknown[] {
  return isTree(holder) ? [...holder.keys()] : [];
}

function entries(holder: unknown): (readonly [string, unknown])[] {
  return isTree(holder)
    ? [...holder].flatMap(([name, value]) =>
        typeof name === 'string' ? [[name, value] as const] : [],
      )
    : [];
}

function plain(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
