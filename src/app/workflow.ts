import type { SetupStep } from '../detect/setup-part.js';
import { yamlEntries, yamlText } from './yaml-text.js';

/** The action as a workflow names it, until its user puts a release in its place. */
export const ACTION_PLACEHOLDER = 'OWNER/witnessmark@COMMIT_SHA';
const CHECKOUT = 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2';
const UPLOAD = 'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0';

/** An input of the action: one text, or one entry a line. */
export type WorkflowInput = readonly [name: string, entries: readonly string[]];

/** What is written into a workflow. */
export interface WorkflowRequest {
  /** The branch whose pushes are checked too; undefined for none. */
  readonly branch: string | undefined;
  readonly steps: readonly SetupStep[];
  /** In their order. Texts are written as they are: expressions in them count, unless `literal` was asked. */
  readonly inputs: readonly WorkflowInput[];
  /** Bound on the job, minutes. */
  readonly timeoutMinutes: number;
}

/**
 * Returns the workflow that runs the check, as README.md has it. Every text is written as YAML by rules of its own, so
 * that no name or line of a repository becomes another member, and no text an expression.
 * Source: PRODUCT "GitHub".
 */
export function renderWorkflow(request: WorkflowRequest): string {
  const { branch, steps, inputs, timeoutMinutes } = request;
  const out = [
    'name: witnessmark',
    'on:',
    '  pull_request:',
    '  merge_group:',
    ...(branch === undefined ? [] : ['  push:', `    branches: [${yamlText(branch, 'flow')}]`]),
    '  schedule:',
    "    - cron: '23 5 * * 1' # meets the server as a stranger now and then",
    'permissions:',
    '  contents: read',
    'jobs:',
    '  witnessmark:',
    '    runs-on: ubuntu-latest',
    `    timeout-minutes: ${timeoutMinutes}`,
    '    steps:',
    `      - uses: ${CHECKOUT}`,
    '        with: { persist-credentials: false }',
    ...steps.flatMap(setupLines),
    `      - uses: ${ACTION_PLACEHOLDER} # fill in: the full SHA of a release`,
    '        id: witnessmark',
  ];
  if (inputs.length > 0) out.push('        with:');
  for (const [name, entries] of inputs) out.push(...yamlEntries(name, entries, ' '.repeat(10)));
  out.push(
    "      - if: failure() && steps.witnessmark.outputs.proposed-baseline != ''",
    `        uses: ${UPLOAD}`,
    "        with: { name: witnessmark, path: '${{ steps.witnessmark.outputs.proposed-baseline }}' }",
  );
  return `${out.join('\n')}\n`;
}

function setupLines(step: SetupStep): string[] {
  if (step.kind === 'uses') {
    const { uses, comment, inputs } = step;
    const pairs = inputs.map(
      ([name, value]) => `${yamlText(name, 'flow')}: ${yamlText(literal(value), 'flow')}`,
    );
    return [
      `      - uses: ${yamlText(uses)}${comment === '' ? '' : ` # ${comment}`}`,
      ...(pairs.length === 0 ? [] : [`        with: { ${pairs.join(', ')} }`]),
    ];
  }
  const { lines, directory } = step;
  const [first = '', ...rest] = yamlEntries('run', lines.map(literal), ' '.repeat(8));
  return [
    `      - ${first.trimStart()}`,
    ...rest,
    ...(directory === '.' ? [] : [`        working-directory: ${yamlText(literal(directory))}`]),
  ];
}

/** A text in which nothing is an expression. Source: GitHub, "Evaluate expressions in workflows and actions". */
export function literal(text: string): string {
  return text.replaceAll('${{', "${{ '${{' }}");
}

/** Number (from 1) of the line that names the action. */
export function placeholderLine(text: string): number {
  return text.split('\n').findIndex((line) => line.includes(ACTION_PLACEHOLDER)) + 1;
}
