import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: unknown;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: unknown;
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Source {
  readonly name: string;
  readonly text: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');
const action = parse(read('action.yml')) as {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
};

const OWN: readonly Source[] = readdirSync(`${ROOT}/.github/workflows`).map((name) => ({
  name: `.github/workflows/${name}`,
  text: read(`.github/workflows/${name}`),
}));

/** Every fenced YAML block of a page that is a workflow. */
function recipesOf(page: string): Source[] {
  let heading = '';
  const found: Source[] = [];
  for (const [, title, indent = '', block] of read(page).matchAll(
    /^#+ (.*)$|^( *)```yaml\n([^]*?)^ *```$/gm,
  )) {
    if (title !== undefined) heading = title;
    else if (block?.includes('jobs:') === true)
      found.push({
        name: `${page}, ${heading}`,
        text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      });
  }
  return found;
}
const RECIPES = [...recipesOf('README.md'), ...recipesOf('docs/RECIPES.md')];

const jobsOf = ({ text }: Source): Job[] => Object.values((parse(text) as Workflow).jobs);
const isOurs = ({ uses }: Step): boolean =>
  uses === './' || uses?.startsWith('OWNER/witnessmark@') === true;

test('there are workflows and recipes to look at', () => {
  expect(OWN.map(({ name }) => name)).toEqual([
    '.github/workflows/ci.yml',
    '.github/workflows/release.yml',
  ]);
  expect(RECIPES.length).toBeGreaterThanOrEqual(11);
});

describe.each([...OWN, ...RECIPES])('$name', (source) => {
  const workflow = parse(source.text) as Workflow;

  test('gives no more than it needs, and ends', () => {
    expect(workflow.on).toBeDefined();
    const steps = jobsOf(source).flatMap((job) => job.steps);
    const isCommenting = steps.some((step) => isOurs(step) && step.with?.['comment'] === true);
    expect(workflow.permissions).toEqual({
      contents: 'read',
      ...(isCommenting ? { 'pull-requests': 'write' } : {}),
    });
    for (const job of jobsOf(source)) expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
    expect(source.text).not.toContain('pull_request_target');
  });

  test('has inputs and outputs that the action has', () => {
    for (const { steps } of jobsOf(source)) {
      for (const step of steps.filter(isOurs)) {
        const unknown = Object.keys(step.with ?? {}).filter(
          (name) => !Object.hasOwn(action.inputs, name),
        );
        expect(unknown).toEqual([]);
      }
      const ids = steps.filter(isOurs).flatMap(({ id }) => id ?? []);
      for (const [, id = '', output = ''] of source.text.matchAll(
        /steps\.([\w-]+)\.outputs\.([\w-]+)/g,
      )) {
        if (ids.includes(id)) expect(Object.hasOwn(action.outputs, output)).toBe(true);
      }
    }
  });

  test('hands no expression to a shell, and checks out without credentials', () => {
    for (const { steps } of jobsOf(source)) {
      for (const { run, uses, with: inputs } of steps) {
        expect(run ?? '').not.toContain('${{');
        if (uses?.startsWith('actions/checkout@') === true)
          expect(inputs?.['persist-credentials']).toBe(false);
      }
    }
  });
});

test.each(OWN)('$name pins every action by a full SHA with its version', ({ text }) => {
  const uses = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(([, name]) => name !== './');
  expect(uses.length).toBeGreaterThan(0);
  for (const [, name, comment] of uses) {
    expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
  }
});

test.each(RECIPES)('$name names releases by a full SHA', ({ text }) => {
  for (const [, name] of text.matchAll(/uses: (\S+)/g))
    expect(name).toMatch(/^[\w-]+\/[\w-]+@COMMIT_SHA$/);
});

test('every recipe that the page lists is on it', () => {
  const page = read('docs/RECIPES.md');
  const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z ]/g, '')
      .replaceAll(' ', '-'),
  );
  const links = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
  expect(links).toEqual(headings);
});
