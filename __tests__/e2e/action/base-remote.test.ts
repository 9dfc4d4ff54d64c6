import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Checkout, type ActionRun } from '../../helpers/action-harness.js';
import { GitHubApi, type Failure } from '../../helpers/github-api.js';
import { NODE_24 } from '../../helpers/node24.js';

const TOKEN = 'ghs_VALUE_OF_THE_TOKEN';
const surface = (description: string): Parameters<Checkout['say']>[0] => ({
  tools: [{ name: 'read_file', description, inputSchema: { type: 'object' } }],
});

/** A pull request whose clone has one commit, and the whole repository behind an API. */
const checkout = new Checkout(surface('A.'));
checkout.mark();
const base = checkout.git('rev-parse', 'HEAD').trim();
checkout.git('checkout', '--quiet', '-b', 'topic');
checkout.say(surface('A2.'));
checkout.mark();
checkout.write('src/server.ts', '\n// "read_file"\n');
checkout.commit();
const head = checkout.git('rev-parse', 'HEAD').trim();
checkout.git('checkout', '--quiet', 'main');
checkout.git('merge', '--quiet', '--no-ff', '--message', 'merge', 'topic');
const merge = checkout.git('rev-parse', 'HEAD').trim();
const whole = `${checkout.directory}-whole`;
execFileSync('git', ['clone', '--quiet', '--no-hardlinks', checkout.directory, whole]);

/** Leaves one commit in the clone that the Action sees. */
function cutTo(commit: string): void {
  checkout.git('checkout', '--quiet', '--detach', commit);
  for (const ref of ['main', 'topic']) checkout.git('update-ref', '-d', `refs/heads/${ref}`);
  checkout.write('.git/shallow', `${commit}\n`);
  checkout.git('reflog', 'expire', '--expire=now', '--all');
  checkout.git('gc', '--quiet', '--prune=now');
}

let api: GitHubApi;
beforeAll(async () => {
  api = await GitHubApi.start(whole);
});
afterEach(() => expect(api.faults).toEqual([]));
afterAll(() => {
  api.stop();
  checkout.remove();
});
/** The path of each request and who asked. */
const asked = (): string[] =>
  api.requests.map(({ method, url, authorization }) => {
    const { pathname } = new URL(url, api.url);
    return `${method} ${decodeURIComponent(pathname)} ${authorization}`;
  });

function run(token = TOKEN, failure?: Failure): Promise<ActionRun> {
  api.forget();
  if (failure !== undefined) api.fail(failure);
  return checkout.run({
    inputs: token === '' ? {} : { token },
    payload: { pull_request: { base: { sha: base, ref: 'main' }, head: { sha: head } } },
    env: { GITHUB_SHA: merge, GITHUB_BASE_REF: 'main', GITHUB_API_URL: api.url },
  });
}

describe(`the Action on ${NODE_24.label}, a clone of one commit`, () => {
  test('asks for the base of the merge, and tells what the pull request approves', async () => {
    cutTo(merge);
    const found = await run();
    expect(found.exitCode).toBe(0);
    expect(found.commands.map(({ name, data }) => [name, data])).toEqual([
      ['notice', 'tool read_file changed: description changed (text)'],
    ]);
    expect(asked().sort()).toEqual([
      `GET /repos/octo/notes/contents/witnessmark.config.json token ${TOKEN}`,
      `GET /repos/octo/notes/contents/witnessmark.json token ${TOKEN}`,
      `GET /repos/octo/notes/git/commits/${base} token ${TOKEN}`,
    ]);
    expect(found.everything).not.toContain(TOKEN);
    expect(JSON.stringify(found.probe)).not.toContain(TOKEN);
  });

  test('asks for the changed files once when the check fails', async () => {
    checkout.say(surface('A3.'));
    const found = await run();
    expect(found.exitCode).toBe(1);
    const places = found.annotations
      .filter(({ name }) => name === 'error')
      .map(({ properties: { file, line } }) => `${file ?? ''}:${line ?? ''}`);
    // surface.json, by which the fixture server speaks, is changed too and quotes the name.
    expect(places).toEqual([expect.stringMatching(/^witnessmark\.json:\d+$/)]);
    expect(asked().filter((each) => each.includes('/compare/'))).toHaveLength(1);
    // The printed command is one for the command line, which has no such option.
    expect(found.stdout).toMatch(/ mark --command 'node server\.mjs' --isolation none\n/);
    expect(found.everything).not.toMatch(/--token|VALUE_OF/);
    checkout.say(surface('A2.'));
  });

  test('says so where nobody can be asked, and asks nobody', async () => {
    const found = await run('');
    expect(found.exitCode).toBe(0);
    expect(found.commands.map(({ name, data }) => [name, data])).toEqual([
      [
        'notice',
        'What this pull request approves could not be told: this clone does not have the base; fetch-depth: 0 in actions/checkout, or a token that may read contents, lets it be told',
      ],
    ]);
    expect(asked()).toEqual([]);
  });

  test.each<[string, Failure]>([
    ['403', { kind: 'status', status: 403, message: 'VALUE ::error::x' }],
    ['404', { kind: 'status', status: 404, message: 'VALUE' }],
    ['500', { kind: 'text', status: 500, text: 'VALUE ##[error]x' }],
    ['no JSON', { kind: 'text', status: 200, text: '{"VALUE"' }],
    ['another thing', { kind: 'text', status: 200, text: '["VALUE"]' }],
  ])(
    'is a notice of the passing run where the answer is %s, and quotes none of it',
    async (_name, failure) => {
      const found = await run(TOKEN, failure);
      expect(found.exitCode).toBe(0);
      expect(found.commands.map(({ name }) => name)).toEqual(['notice']);
      expect(found.commands[0]?.data).toMatch(
        /^What this pull request approves could not be told: GitHub’s API did not tell it/,
      );
      expect(found.everything).not.toContain('VALUE');
      expect(found.stderr).toBe('');
    },
  );

  test('of the head itself asks for the merge base', async () => {
    checkout.git('fetch', '--quiet', '--depth=1', `file://${whole}`, head);
    cutTo(head);
    const found = await run();
    expect(found.exitCode).toBe(0);
    expect(found.commands[0]?.properties['title']).toBe(
      `Approved by this pull request, against main (${base.slice(0, 7)})`,
    );
    expect(asked()).toContain(`GET /repos/octo/notes/compare/${base}...${head} token ${TOKEN}`);
  });
});
