import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Checkout, type ActionRun, type RunOptions } from '../../helpers/action-harness.js';
import { GitHubApi, type Failure } from '../../helpers/github-api.js';
import { NODE_24 } from '../../helpers/node24.js';

const TOKEN = 'ghs_VALUE_OF_THE_TOKEN';
const PULL = 12;
const HEAD = 'abcdef0123456789abcdef0123456789abcdef01';
const says = (description: string, name = 'read_file'): Parameters<Checkout['say']>[0] => ({
  tools: [{ name, description, inputSchema: { type: 'object' } }],
});

const checkout = new Checkout(says('VALUE one'));
checkout.mark();

let api: GitHubApi;
beforeAll(async () => {
  api = await GitHubApi.start();
});
beforeEach(() => {
  api.forget();
  api.comments.length = 0;
  api.viewer = { rest: 'github-actions[bot]', graphql: 'github-actions[bot]' };
  checkout.say(says('VALUE one'));
});
afterEach(() => {
  expect(api.faults).toEqual([]);
  for (const { body } of api.comments) expect(body).not.toContain('VALUE');
});
afterAll(() => {
  api.stop();
  checkout.remove();
});

const repo = (name: string): { repo: { full_name: string } } => ({ repo: { full_name: name } });
const payloadOf = (head: string): NonNullable<RunOptions['payload']> => ({
  pull_request: { number: PULL, head: { sha: HEAD, ...repo(head) }, base: repo('octo/notes') },
});

async function run({ inputs, env, ...rest }: RunOptions = {}): Promise<ActionRun> {
  api.requests.length = 0;
  const found = await checkout.run({
    payload: payloadOf('octo/notes'),
    ...rest,
    inputs: { token: TOKEN, comment: 'true', ...inputs },
    env: {
      GITHUB_API_URL: api.url,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '77',
      GITHUB_WORKFLOW_REF: 'octo/notes/.github/workflows/witnessmark.yml@refs/pull/12/merge',
      GITHUB_JOB: 'check',
      ...env,
    },
  });
  expect(found.everything).not.toContain(TOKEN);
  expect(found.stderr).toBe('');
  return found;
}

/** What GitHub was asked for beside the base of the pull request, which this clone does not have. */
const asked = (): string[] => api.operations.filter((each) => /comment|viewer|unknown/.test(each));
const warnings = ({ annotations }: ActionRun): string[] =>
  annotations.filter(({ name }) => name === 'warning').map(({ data }) => data);

const digest = createHash('sha256')
  .update('["octo/notes/.github/workflows/witnessmark.yml","check","","",""]')
  .digest('hex');
const MARKER = `<!-- witnessmark ${digest.slice(0, 16)} -->`;

describe(`the comment of the Action on ${NODE_24.label}`, () => {
  test('is made once, says the same again without a write, and ends as resolved', async () => {
    checkout.say(says('VALUE two'));
    const first = await run();
    expect([first.exitCode, warnings(first)]).toEqual([1, []]);
    expect(asked()).toEqual(['graphql/viewer', 'issues/list-comments', 'issues/create-comment']);
    const [comment] = api.comments;
    expect(comment?.issue).toBe(PULL);
    expect(comment?.body).toBe(
      `${MARKER}
## ❌ witnessmark: drift

What the server says has changed and witnessmark.json has not: 1 changed.

| Item | What changed |
| :--- | :--- |
| tool \`read_file\` | \`description\` changed (text) |

<sub>**text**: words that a model reads</sub>

If the change is meant, approve it by committing a new baseline:

\`\`\`sh
npx --yes 'github:octo/witnessmark#v1' mark --command 'node server.mjs' --isolation none
git add witnessmark.json && git commit
\`\`\`

Or take the file that this run proposes, without installing anything, where its workflow uploads it as the artifact witnessmark:

\`\`\`sh
rm -f witnessmark.json && gh run download 77 -R octo/notes -n witnessmark
git add witnessmark.json && git commit
\`\`\`

<sub>[The run](https://github.com/octo/notes/actions/runs/77) of \`abcdef0\` has the rest in its summary. This comment is kept up to date; what decides is the check.</sub>
`,
    );

    await run();
    expect(asked()).toEqual(['graphql/viewer', 'issues/list-comments']);
    expect(api.comments).toEqual([comment]);

    checkout.say(says('VALUE one'));
    const green = await run();
    expect(green.exitCode).toBe(0);
    expect(asked()).toEqual(['graphql/viewer', 'issues/list-comments', 'issues/update-comment']);
    expect(api.comments.map(({ body }) => body)).toEqual([
      `${MARKER}
## ✅ witnessmark: match

The server says exactly what witnessmark.json records &#40;1 tool&#41;.

What this comment said before is resolved.
`,
    ]);

    await run({ env: { GITHUB_RUN_ID: '78' } });
    expect(asked()).toEqual(['graphql/viewer', 'issues/list-comments']);
  });

  test('is not made where all is well, and says so in the log', async () => {
    const found = await run();
    expect([found.exitCode, asked()]).toEqual([0, ['graphql/viewer', 'issues/list-comments']]);
    expect(api.comments).toEqual([]);
    expect(found.stdout).toContain('comment: none is needed.');
  });

  test('is not made without the input, and nobody is asked', async () => {
    checkout.say(says('VALUE two'));
    await run({ inputs: { comment: 'false' } });
    expect([asked(), api.comments]).toEqual([[], []]);
  });

  test('of ours is found on the third page, and foreign ones with our marker stay as they are', async () => {
    for (let index = 0; index < 205; index += 1) api.comment(PULL, `c${index}`, 'someone');
    const forged = api.comment(PULL, `${MARKER}\nforged`, 'mallory');
    const quoting = api.comment(PULL, `A quote:\n${MARKER}`);
    const elsewhere = api.comment(PULL + 1, `${MARKER}\nof another pull request`);
    const other = api.comment(PULL, '<!-- witnessmark 0000000000000000 -->\nof another job');
    const own = api.comment(PULL, `${MARKER}\r\nold`);
    const later = api.comment(PULL, `${MARKER}\nalso old`);
    checkout.say(says('VALUE two'));
    await run();
    expect(asked()).toEqual([
      'graphql/viewer',
      'issues/list-comments',
      'issues/list-comments',
      'issues/list-comments',
      'issues/delete-comment',
      'issues/update-comment',
    ]);
    expect(api.comments).not.toContain(later);
    expect(own.body).toMatch(/^<!-- witnessmark [0-9a-f]{16} -->\n## ❌ witnessmark: drift\n/);
    expect(forged.body).toBe(`${MARKER}\nforged`);
    expect(quoting.body).toBe(`A quote:\n${MARKER}`);
    expect(elsewhere.body).toBe(`${MARKER}\nof another pull request`);
    expect(other.body).toBe('<!-- witnessmark 0000000000000000 -->\nof another job');
  });

  test('is found where GraphQL leaves out what REST writes behind the name of a bot', async () => {
    api.viewer = { rest: 'our-app[bot]', graphql: 'our-app' };
    const own = api.comment(PULL, `${MARKER}\nold`);
    const person = api.comment(PULL, `${MARKER}\nold`, 'our-app-2');
    checkout.say(says('VALUE two'));
    await run();
    expect(own.body).toContain('witnessmark: drift');
    expect(person.body).toBe(`${MARKER}\nold`);
    expect(api.comments).toHaveLength(2);
  });

  test('is one for each job of a matrix and each directory, whatever the branch', async () => {
    checkout.say(says('VALUE two'));
    await run();
    await run({ env: { GITHUB_JOB: 'other' } });
    await run({
      env: {
        GITHUB_WORKFLOW_REF: 'octo/notes/.github/workflows/witnessmark.yml@refs/pull/13/merge',
      },
    });
    expect(api.comments).toHaveLength(2);
    expect(new Set(api.comments.map(({ body }) => body.split('\n')[0])).size).toBe(2);
  });

  test('holds no more than GitHub takes, and nothing of a name is obeyed', async () => {
    const hostile = [
      '--> <img src=x>',
      MARKER,
      '@octo/team #1 GH-2 https://evil.invalid',
      '```\n\n# x',
      'a|b',
      'x'.repeat(200_000),
      '\u202eabc',
    ];
    const names = [...hostile, ...Array.from({ length: 3_000 }, (_, index) => `tool_${index}`)];
    const shapes = names.map((name, index) => ({
      name,
      description: 'VALUE',
      inputSchema: { type: 'object', properties: { [`p${index}`]: {} } },
    }));
    checkout.say({ tools: shapes });
    const found = await run();
    expect(found.exitCode).toBe(1);
    const [comment] = api.comments;
    const body = comment?.body ?? '';
    expect(Buffer.byteLength(body)).toBeLessThan(60 * 1024);
    expect(body.split(MARKER).length - 1).toBe(2);
    expect(body.replace(/`[^`\n]*`/g, '')).not.toMatch(/@octo|evil|<img/);
    // The marker as a name is no marker, so that the same run again finds one comment.
    await run();
    expect(api.comments).toHaveLength(1);
  });

  test.each<[string, string, Failure, string]>([
    [
      'octo/notes',
      'without the right to write',
      { kind: 'status', status: 403, message: 'VALUE ::error::x' },
      'GitHub refused it (403); the job needs permissions: pull-requests: write, beside contents: read',
    ],
    [
      'mallory/notes',
      'from a fork',
      { kind: 'status', status: 403, message: 'VALUE' },
      'GitHub refused it (403), since on a pull request from a fork the job’s token may only read; the job summary says the same',
    ],
    [
      'octo/notes',
      'of a private repository',
      { kind: 'status', status: 404 },
      'GitHub refused it (404); the job needs permissions: pull-requests: write, beside contents: read',
    ],
    [
      'octo/notes',
      'that is locked',
      { kind: 'status', status: 422, message: 'VALUE' },
      'GitHub’s API answered 422',
    ],
    [
      'octo/notes',
      'behind a proxy that answers otherwise',
      { kind: 'text', status: 200, text: '{"VALUE"' },
      'GitHub’s API gave no answer that can be used',
    ],
  ])('on a pull request of %s %s is one warning', async (head, _name, failure, why) => {
    api.fail(failure, { operation: 'issues/create-comment' });
    checkout.say(says('VALUE two'));
    const found = await run({ payload: payloadOf(head) });
    expect(found.exitCode).toBe(1);
    expect(found.outputs.get('verdict')).toBe('drift');
    expect(warnings(found)).toEqual([
      `The comment on the pull request could not be written: ${why}. The verdict does not depend on it.`,
    ]);
    expect(found.everything).not.toContain('VALUE');
  });

  test('that GitHub makes before it loses its answer is not made twice', async () => {
    api.fail(
      { kind: 'status', status: 502, isDone: true },
      { operation: 'issues/create-comment', times: 1 },
    );
    checkout.say(says('VALUE two'));
    expect(warnings(await run())).toEqual([]);
    expect(asked()).toEqual([
      'graphql/viewer',
      'issues/list-comments',
      'issues/create-comment',
      'issues/list-comments',
    ]);
    expect(api.comments).toHaveLength(1);
  });

  test('that GitHub does not make in a fault is made again', async () => {
    api.fail({ kind: 'status', status: 502 }, { operation: 'issues/create-comment', times: 1 });
    checkout.say(says('VALUE two'));
    expect(warnings(await run())).toEqual([]);
    expect(asked().slice(-2)).toEqual(['issues/list-comments', 'issues/create-comment']);
    expect(api.comments).toHaveLength(1);
  });

  test('is a warning where nobody may be asked, and names no number that a payload lacks', async () => {
    checkout.say(says('VALUE two'));
    const withoutToken = await run({ inputs: { token: '' } });
    expect(warnings(withoutToken)).toEqual([
      'The comment on the pull request could not be written: the input token is empty. The verdict does not depend on it.',
    ]);
    const withoutNumber = await run({ payload: { pull_request: { number: '12' } } });
    expect(warnings(withoutNumber)).toEqual([
      'The comment on the pull request could not be written: the runner does not say which pull request this is. The verdict does not depend on it.',
    ]);
    expect([withoutToken.exitCode, withoutNumber.exitCode, asked()]).toEqual([1, 1, []]);
  });

  test('is none on a push, and none of mark', async () => {
    checkout.say(says('VALUE two'));
    const push = await run({ event: 'push', payload: {} });
    expect([push.exitCode, warnings(push), asked()]).toEqual([1, [], []]);
    expect(push.stdout).toContain('comment: on this event there is no pull request');
    const mark = await run({ event: 'workflow_dispatch', inputs: { mode: 'mark' } });
    expect([mark.exitCode, mark.probe, asked()]).toEqual([64, undefined, []]);
    expect(mark.stdout).toContain('comment belongs to mode check');
  });

  test('tells a wrong input too', async () => {
    const found = await run({ inputs: { protocol: 'VALUE' } });
    expect(found.exitCode).toBe(64);
    expect(api.comments.map(({ body }) => body.split('\n')[1])).toEqual([
      '## ❌ witnessmark: usage',
    ]);
  });
});
