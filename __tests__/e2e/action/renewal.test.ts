import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  Checkout,
  fileOf,
  type ActionRun,
  type RunOptions,
  type Surface,
} from '../../helpers/action-harness.js';
import { GitHubApi, type Failure } from '../../helpers/github-api.js';
import { NODE_24 } from '../../helpers/node24.js';

const TOKEN = 'ghs_VALUE_OF_THE_TOKEN';
const says = (description: string): Surface => ({
  tools: [{ name: 'read_file', description, inputSchema: { type: 'object' } }],
});

const checkout = new Checkout(says('VALUE one'));
checkout.mark();
const committed = checkout.read('witnessmark.json');
// The server says something else from here on, and the baseline does not.
checkout.say(says('VALUE two'));
checkout.commit();
const head = checkout.git('rev-parse', 'HEAD').trim();
const artifacts = mkdtempSync(join(tmpdir(), 'witnessmark-artifacts-'));

let api: GitHubApi;
/** What a check proposes for the present server. */
let proposed = '';
beforeAll(async () => {
  api = await GitHubApi.start(checkout.directory);
  const found = await checkout.run();
  expect(found.outputs.get('verdict')).toBe('drift');
  proposed = fileOf(found, 'proposed-baseline');
});
beforeEach(() => {
  api.forget();
  api.refs.clear();
  api.pulls.length = 0;
  api.commits.length = 0;
  api.push('main', head);
  checkout.git('reset', '--quiet', '--hard', head);
});
afterEach(() => {
  expect(api.faults).toEqual([]);
  expect(JSON.stringify([api.commits, api.pulls])).not.toContain('VALUE');
});
afterAll(() => {
  api.stop();
  checkout.remove();
  rmSync(artifacts, { recursive: true, force: true });
});

function artifact(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(artifacts, 'a-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

/** A run that takes a baseline over, by default the proposed one; it names no command. */
async function run({ inputs, env, ...rest }: RunOptions = {}): Promise<ActionRun> {
  api.requests.length = 0;
  const found = await checkout.run({
    event: 'workflow_dispatch',
    ...rest,
    inputs: {
      mode: 'mark',
      token: TOKEN,
      commit: 'true',
      command: '',
      isolation: 'required',
      from: artifact({ 'witnessmark.json': proposed }),
      ...inputs,
    },
    env: {
      GITHUB_API_URL: api.url,
      GITHUB_REF: 'refs/heads/main',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '77',
      ...env,
    },
  });
  expect(found.everything).not.toContain('VALUE');
  expect(found.stderr).toBe('');
  return found;
}

/** A screen without its line breaks. */
const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ');
const reads = { inputs: { from: '', command: 'node server.mjs' } };
const tip = (branch: string): string | undefined => api.refs.get(`refs/heads/${branch}`);
const content = (index = 0): string =>
  Buffer.from(
    api.commits[index]?.input.fileChanges.additions?.[0]?.contents ?? '',
    'base64',
  ).toString('utf8');
const problem = (found: ActionRun): string =>
  (JSON.parse(fileOf(found, 'record')) as { servers: { problem: { code: string } }[] }).servers[0]
    ?.problem.code ?? '';

describe(`mode mark with commit, started by a person, on ${NODE_24.label}`, () => {
  test('commits what the server says on top of the commit that was read', async () => {
    const found = await run(reads);
    expect(found.exitCode).toBe(0);
    expect(api.operations).toEqual(['graphql/commit']);
    expect(api.commits.map(({ input }) => input)).toEqual([
      {
        branch: { repositoryNameWithOwner: 'octo/notes', branchName: 'main' },
        expectedHeadOid: head,
        message: {
          headline: 'Renew the witnessmark baseline',
          body: '1 changed.\n\nWitnessmark-Renewal: true',
        },
        fileChanges: {
          additions: [{ path: 'witnessmark.json', contents: expect.any(String) }],
        },
      },
    ]);
    expect(content()).toBe(checkout.read('witnessmark.json'));
    expect(content()).not.toBe(committed);
    expect(found.outputs.get('commit')).toBe(tip('main'));
    expect(found.outputs.get('pull-request')).toBe('');
    const oid = tip('main')?.slice(0, 7) ?? '';
    const warning = 'What the job’s own token commits starts no workflow';
    expect(found.summary).toContain(`Committed to main as \`${oid}\`. ${warning}`);
    expect(unwrapped(found.stdout)).toContain(`Committed to main as ${oid}. ${warning}`);
    expect(found.summary).not.toContain('git add');
  });

  test('commits a baseline of another job, and starts no server', async () => {
    const found = await run();
    expect([found.exitCode, found.probe]).toEqual([0, undefined]);
    expect(content()).toBe(proposed);
    expect(checkout.read('witnessmark.json')).toBe(proposed);
    expect(found.summary).toContain('tool `read_file` | `description` changed (text)');
  });

  test('takes one file too, and commits nothing without commit', async () => {
    const path = join(artifact({ 'x.json': proposed }), 'x.json');
    const found = await run({ inputs: { from: path, commit: 'false' } });
    expect([found.exitCode, found.probe, api.operations]).toEqual([0, undefined, []]);
    expect(checkout.read('witnessmark.json')).toBe(proposed);
    expect(found.outputs.has('commit')).toBe(false);
    expect(found.summary).toContain('git add witnessmark.json && git commit');
  });

  test('commits nothing that is committed already', async () => {
    const found = await run({ inputs: { from: artifact({ 'witnessmark.json': committed }) } });
    expect([found.exitCode, api.operations]).toEqual([0, []]);
    expect(found.summary).toContain('Nothing is committed');
    expect([found.outputs.get('commit'), found.outputs.get('pull-request')]).toEqual(['', '']);
  });

  test('keeps the dates of the committed baseline, whatever the other job says', async () => {
    const moved = proposed.replace(/"firstSeen": "[\d-]+"/g, '"firstSeen": "2001-02-03"');
    expect(moved).not.toBe(proposed);
    await run({ inputs: { from: artifact({ 'witnessmark.json': moved }) } });
    expect(content()).toBe(proposed);
  });

  test('loses no commit of somebody else', async () => {
    api.push('main');
    const before = tip('main');
    const found = await run();
    expect([found.exitCode, problem(found), tip('main')]).toEqual([2, 'branch-moved', before]);
    expect(found.outputs.get('verdict')).toBe('unmarked');
    expect(found.stdout).toContain('main is not at the commit that was read');
  });

  test.each<[string, Failure, string, string]>([
    [
      'without the right',
      { kind: 'status', status: 403, message: 'VALUE' },
      'commit-refused',
      'permissions: contents: write',
    ],
    [
      'by a token that is none',
      { kind: 'status', status: 401 },
      'commit-refused',
      'does not accept the token',
    ],
    ['in a fault', { kind: 'status', status: 502 }, 'commit-failed', 'answered 502'],
    [
      'behind a proxy',
      { kind: 'text', status: 200, text: '{"VALUE' },
      'commit-failed',
      'no answer that can be used',
    ],
    [
      'against a rule',
      {
        kind: 'text',
        status: 200,
        text: '{"data":null,"errors":[{"type":"UNPROCESSABLE","message":"VALUE"}]}',
      },
      'commit-failed',
      'did not take the commit (UNPROCESSABLE)',
    ],
    [
      'of an app without the right',
      {
        kind: 'text',
        status: 200,
        text: '{"data":null,"errors":[{"type":"FORBIDDEN","message":"VALUE"}]}',
      },
      'commit-refused',
      'permissions: contents: write',
    ],
  ])('%s fails and says why', async (_name, failure, code, words) => {
    api.fail(failure);
    const found = await run();
    expect([found.exitCode, problem(found)]).toEqual([code === 'commit-refused' ? 64 : 2, code]);
    expect(unwrapped(found.stdout)).toContain(words);
    expect(tip('main')).toBe(head);
  });

  test.each<[string, RunOptions, string]>([
    ['a tag', { env: { GITHUB_REF: 'refs/tags/v1' } }, 'commit-refused'],
    ['no ref', { env: { GITHUB_REF: undefined } }, 'commit-refused'],
    ['no token', { inputs: { token: '' } }, 'commit-refused'],
    [
      'a server beside a token that may write',
      { inputs: { from: '', command: 'node server.mjs', isolation: 'none' } },
      'commit-refused',
    ],
    ['mode check', { inputs: { mode: 'check' } }, 'bad-option-value'],
    ['from in mode check', { inputs: { mode: 'check', commit: 'false' } }, 'bad-option-value'],
    ['a command beside from', { inputs: { command: 'node server.mjs' } }, 'bad-option-value'],
    ['a pull request', { event: 'pull_request' }, 'mark-refused'],
    ['a merge group', { event: 'merge_group' }, 'mark-refused'],
    ['another event', { event: 'workflow_run' }, 'event-refused'],
  ])('refuses %s before anything is started or asked', async (_name, options, code) => {
    const found = await run(options);
    expect([found.exitCode, problem(found)]).toEqual([64, code]);
    expect([found.probe, api.operations]).toEqual([undefined, []]);
    expect(checkout.status()).toBe('');
  });
});

describe('a baseline of another job', () => {
  const link = (): string => {
    const directory = artifact({ 'x.json': proposed });
    symlinkSync('x.json', join(directory, 'witnessmark.json'));
    return directory;
  };
  test.each<[string, () => string]>([
    ['that is not there', () => join(artifacts, 'none')],
    ['behind a link', link],
    ['that is a link', () => join(link(), 'witnessmark.json')],
    ['in an empty directory', () => artifact({})],
    [
      'beside another file',
      () => artifact({ 'witnessmark.json': proposed, 'src/server.mjs': 'x' }),
    ],
    ['at another place', () => artifact({ 'deep/witnessmark.json': proposed })],
    ['that is no JSON', () => artifact({ 'witnessmark.json': '{"VALUE"' })],
    [
      'with a member more',
      () => artifact({ 'witnessmark.json': proposed.replace('{', '{"VALUE": 1,') }),
    ],
    [
      'with markers of a conflict',
      () => artifact({ 'witnessmark.json': `<<<<<<< VALUE\n${proposed}` }),
    ],
    [
      'of another server',
      () =>
        artifact({
          'witnessmark.json': proposed.replace('"server": "default"', '"server": "other"'),
        }),
    ],
  ])('%s is refused, and nothing is written or asked', async (_name, make) => {
    const found = await run({ inputs: { from: make() } });
    expect([found.exitCode, problem(found)]).toEqual([64, 'bad-proposal']);
    expect([found.probe, api.operations, checkout.status()]).toEqual([undefined, [], '']);
  });
});

describe('mode mark with commit, on a schedule', () => {
  const BRANCH = 'witnessmark/renew-main';
  const onSchedule = (options: RunOptions = {}): Promise<ActionRun> =>
    run({ event: 'schedule', ...options });

  test('opens one pull request and approves nothing', async () => {
    const found = await onSchedule();
    expect(found.exitCode).toBe(0);
    expect(tip('main')).toBe(head);
    expect(api.pulls).toEqual([
      {
        number: expect.any(Number),
        head: BRANCH,
        base: 'main',
        state: 'open',
        title: 'Renew the witnessmark baseline',
        body: `[A run](https://github.com/octo/notes/actions/runs/77) read the server and found that the committed baseline is not what the server says. Merging this is the approval: look at what changed, and at the sources, before you do.

### \`witnessmark.json\`

| Item | What changed |
| :--- | :--- |
| tool \`read_file\` | \`description\` changed (text) |

<sub>**text**: words that a model reads</sub>

<sub>Opened and kept up to date by witnessmark. A pull request that the job’s own token makes starts no workflow: close and reopen it, so that the check runs.</sub>
`,
      },
    ]);
    expect(content()).toBe(proposed);
    // Nothing is left of the branch on which the commit was made.
    expect([...api.refs.keys()].sort()).toEqual(['refs/heads/main', `refs/heads/${BRANCH}`]);
    expect(found.outputs.get('commit')).toBe(tip(BRANCH));
    expect(found.outputs.get('pull-request')).toBe(String(api.pulls[0]?.number));
    expect(found.summary).toContain(
      `Nothing is approved yet: pull request ${api.pulls[0]?.number ?? 0} is opened for the new baseline.`,
    );
  });

  test('leaves a pull request that has the same already as it is', async () => {
    await onSchedule();
    const before = tip(BRANCH);
    const found = await onSchedule();
    expect([found.exitCode, tip(BRANCH), api.pulls.length]).toEqual([0, before, 1]);
    expect(api.operations).toEqual([
      'git/get-ref',
      'git/get-commit',
      'repos/get-content',
      'pulls/list',
    ]);
    expect(found.outputs.get('commit')).toBe(before);
  });

  test('renews it when the branch moved on, without closing it', async () => {
    await onSchedule();
    const [number, before] = [api.pulls[0]?.number, tip(BRANCH)];
    checkout.git('reset', '--quiet', '--hard', head);
    checkout.write('other.txt', 'x');
    checkout.commit();
    api.push('main', checkout.git('rev-parse', 'HEAD').trim());
    const found = await onSchedule();
    expect(found.exitCode).toBe(0);
    expect(api.pulls.map((pull) => [pull.number, pull.state])).toEqual([[number, 'open']]);
    expect(tip(BRANCH)).not.toBe(before);
    expect(api.commits[1]?.input.expectedHeadOid).toBe(tip('main'));
    expect(found.summary).toContain('is brought up to date');
    expect([...api.refs.keys()]).toHaveLength(2);
  });

  test('opens it again where somebody closed it', async () => {
    await onSchedule();
    for (const pull of api.pulls) pull.state = 'closed';
    await onSchedule();
    expect(api.pulls.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  test('moves no branch that somebody pushed to', async () => {
    await onSchedule();
    const theirs = api.push(BRANCH);
    const found = await onSchedule();
    expect([found.exitCode, problem(found), tip(BRANCH)]).toEqual([2, 'branch-of-others', theirs]);
    expect(api.operations).toEqual(['git/get-ref', 'git/get-commit']);
  });

  test.each<[string, string, string, number]>([
    ['make a branch', 'git/create-ref', 'permissions: contents: write', 1],
    [
      'open a pull request',
      'pulls/create',
      'Allow GitHub Actions to create and approve pull requests',
      2,
    ],
  ])('says which right is missing to %s', async (_name, operation, words, refs) => {
    api.fail({ kind: 'status', status: 403, message: 'VALUE' }, { operation });
    const found = await onSchedule();
    expect([found.exitCode, problem(found)]).toEqual([64, 'commit-refused']);
    expect(found.summary.replaceAll(/&#\d+;/g, '')).toContain(words);
    expect([...api.refs.keys()]).toHaveLength(refs);
    expect(tip('main')).toBe(head);
  });

  test('leaves no branch behind where the commit is not taken', async () => {
    api.fail({ kind: 'status', status: 502 }, { operation: 'graphql/commit' });
    const found = await onSchedule();
    expect([found.exitCode, problem(found)]).toEqual([2, 'commit-failed']);
    expect([...api.refs.keys()]).toEqual(['refs/heads/main']);
  });

  test('does nothing on the branch of a renewal itself, and takes a push as a schedule', async () => {
    const own = await run({ event: 'push', env: { GITHUB_REF: `refs/heads/${BRANCH}` } });
    expect([own.exitCode, api.operations]).toEqual([0, []]);
    expect(own.summary).toContain('this run is about a branch of a renewal itself');
    await run({ event: 'push', env: { GITHUB_REF: 'refs/heads/main' } });
    expect(api.pulls.map((pull) => [pull.head, pull.base])).toEqual([[BRANCH, 'main']]);
  });
});

describe('mode mark with commit, of many servers', () => {
  const many = new Checkout(says('VALUE'));
  many.write(
    'witnessmark.config.json',
    JSON.stringify({
      servers: {
        a: { command: 'node server.mjs' },
        b: { command: 'node missing.mjs' },
      },
    }),
  );
  many.commit();
  const root = many.git('rev-parse', 'HEAD').trim();
  afterAll(() => many.remove());
  const named = (name: string): string =>
    proposed.replace('"server": "default"', `"server": "${name}"`);
  const runMany = (inputs: Readonly<Record<string, string>>): Promise<ActionRun> => {
    api.push('main', root);
    return many.run({
      event: 'workflow_dispatch',
      inputs: {
        mode: 'mark',
        token: TOKEN,
        commit: 'true',
        command: '',
        isolation: 'required',
        ...inputs,
      },
      env: { GITHUB_API_URL: api.url, GITHUB_REF: 'refs/heads/main' },
    });
  };

  test('commits nothing where one of them cannot be read', async () => {
    const found = await runMany({});
    expect([found.exitCode, api.operations]).toEqual([3, []]);
    expect(found.summary).toContain('Nothing is committed, since not every server could be read');
    expect(found.outputs.get('commit')).toBe('');
    many.git('clean', '--quiet', '--force');
  });

  test('proposes all that could be read, for a job that commits', async () => {
    const found = await runMany({ commit: 'false', servers: 'a' });
    expect([found.exitCode, api.operations]).toEqual([0, []]);
    expect(found.outputs.get('proposed-baseline')).toMatch(/\/witnessmark\.a\.json$/);
    many.git('clean', '--quiet', '--force');
    const both = await runMany({ commit: 'false' });
    const root = both.outputs.get('proposed-baseline') ?? '';
    expect([...both.files.keys()].filter((path) => path.startsWith(root))).toEqual([
      join(root, 'witnessmark.a.json'),
    ]);
    many.git('clean', '--quiet', '--force');
  });

  test('takes over those that the directory has, each at its place, and refuses any other', async () => {
    const found = await runMany({
      from: artifact({ 'witnessmark.a.json': named('a'), 'witnessmark.b.json': named('b') }),
    });
    expect(found.exitCode).toBe(0);
    const [only] = api.commits;
    expect(only?.input.message.headline).toBe('Renew 2 witnessmark baselines');
    expect(only?.input.fileChanges.additions?.map(({ path }) => path)).toEqual([
      'witnessmark.a.json',
      'witnessmark.b.json',
    ]);
    many.git('clean', '--quiet', '--force');
    const swapped = await runMany({ from: artifact({ 'witnessmark.a.json': named('b') }) });
    expect([swapped.exitCode, problem(swapped)]).toEqual([64, 'bad-proposal']);
    const foreign = await runMany({ from: artifact({ 'witnessmark.c.json': named('c') }) });
    expect([foreign.exitCode, problem(foreign)]).toEqual([64, 'bad-proposal']);
    const file = await runMany({ from: join(artifact({ 'x.json': named('a') }), 'x.json') });
    expect([file.exitCode, problem(file)]).toEqual([64, 'bad-proposal']);
    expect(many.status()).toBe('');
  });
});
