import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { GitHubApi } from '../../helpers/github-api.js';

const NO_COMMIT = 'f'.repeat(40);
let api: GitHubApi;
beforeAll(async () => {
  api = await GitHubApi.start();
});
beforeEach(() => api.forget());
afterAll(() => api.stop());

interface Told {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Headers;
}

async function ask(method: string, path: string, body?: unknown): Promise<Told> {
  const answer = await fetch(`${api.url}${path}`, {
    method,
    headers: { authorization: 'token t', 'user-agent': 'test', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const data = text === '' ? undefined : (JSON.parse(text) as Readonly<Record<string, unknown>>);
  return { status: answer.status, data, headers: answer.headers };
}
const HOME = '/repos/octo/notes';
const commit = (input: unknown): Promise<Told> =>
  ask('POST', '/graphql', {
    query:
      'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid url } } }',
    variables: { input },
  });

describe('the fake of GitHub’s API', () => {
  test('keeps comments, in pages with links', async () => {
    for (const body of ['a', 'b', 'c']) api.comment(7, body);
    api.comment(8, 'of another');
    const made = await ask('POST', `${HOME}/issues/7/comments`, { body: 'd' });
    expect([made.status, made.data?.['body']]).toEqual([201, 'd']);
    const one = await ask('GET', `${HOME}/issues/7/comments?per_page=3`);
    expect(one.headers.get('link')).toBe(
      `<${api.url}${HOME}/issues/7/comments?per_page=3&page=2>; rel="next", ` +
        `<${api.url}${HOME}/issues/7/comments?per_page=3&page=2>; rel="last"`,
    );
    const two = await ask('GET', `${HOME}/issues/7/comments?per_page=3&page=2`);
    expect(two.data).toMatchObject([{ body: 'd', user: { login: 'github-actions[bot]' } }]);
    const place = `${HOME}/issues/comments/${String(made.data?.['id'])}`;
    expect((await ask('PATCH', place, { body: 'e' })).data?.['body']).toBe('e');
    expect((await ask('DELETE', place)).status).toBe(204);
    expect((await ask('PATCH', place, { body: 'f' })).status).toBe(404);
    const long = { body: 'x'.repeat(65_537) };
    expect((await ask('POST', `${HOME}/issues/7/comments`, long)).status).toBe(422);
    expect(api.faults).toEqual([]);
  });

  test('keeps refs, commits and pull requests', async () => {
    const first = api.push('main');
    expect((await ask('GET', `${HOME}/git/ref/heads%2Fmain`)).data).toMatchObject({
      ref: 'refs/heads/main',
      object: { sha: first },
    });
    expect((await ask('GET', `${HOME}/git/ref/heads/none`)).status).toBe(404);
    const ref = { ref: 'refs/heads/topic', sha: first };
    expect((await ask('POST', `${HOME}/git/refs`, ref)).status).toBe(201);
    expect((await ask('POST', `${HOME}/git/refs`, ref)).data?.['message']).toBe(
      'Reference already exists',
    );
    const pull = { title: 't', head: 'topic', base: 'main', body: 'b' };
    expect((await ask('POST', `${HOME}/pulls`, pull)).status).toBe(422);
    const input = {
      branch: { repositoryNameWithOwner: 'octo/notes', branchName: 'topic' },
      expectedHeadOid: first,
      message: { headline: 'h' },
      fileChanges: { additions: [{ path: 'a.json', contents: 'e30=' }] },
    };
    const done = await commit(input);
    const oid = api.commits[0]?.oid;
    expect(done.data).toMatchObject({ data: { createCommitOnBranch: { commit: { oid } } } });
    expect((await commit(input)).data).toMatchObject({ errors: [{ type: 'STALE_DATA' }] });
    const opened = await ask('POST', `${HOME}/pulls`, pull);
    expect(opened.status).toBe(201);
    expect((await ask('POST', `${HOME}/pulls`, pull)).status).toBe(422);
    const place = `${HOME}/pulls/${String(opened.data?.['number'])}`;
    expect((await ask('PATCH', place, { title: 'u' })).data?.['title']).toBe('u');
    const listed = await ask('GET', `${HOME}/pulls?state=open&head=octo:topic&base=main`);
    expect(listed.data).toMatchObject([{ title: 'u', head: { ref: 'topic', sha: oid } }]);
    const back = { sha: first };
    const topic = `${HOME}/git/refs/heads/topic`;
    expect((await ask('PATCH', topic, back)).data?.['message']).toMatch(/fast forward/);
    expect((await ask('PATCH', topic, { ...back, force: true })).status).toBe(200);
    expect((await ask('PATCH', topic, { sha: NO_COMMIT })).status).toBe(422);
    expect((await ask('DELETE', topic)).status).toBe(204);
    expect((await ask('DELETE', topic)).status).toBe(422);
    expect((await ask('GET', HOME)).data).toMatchObject({ default_branch: 'main' });
    expect(api.faults).toEqual([]);
  });

  test.each<[string, string, unknown, string]>([
    ['GET', `${HOME}/issues/7/comments?perpage=3`, undefined, 'query perpage: unknown'],
    ['GET', `${HOME}/issues/seven/comments`, undefined, 'path issue_number: must be integer'],
    ['GET', `${HOME}/pulls?state=merged`, undefined, 'query state: must be equal to one of'],
    ['POST', `${HOME}/issues/7/comments`, { body: 1 }, 'body/body: must be string'],
    ['POST', `${HOME}/issues/7/comments`, { body: 'a', x: 1 }, 'body/x: unknown'],
    [
      'POST',
      `${HOME}/git/refs`,
      { ref: 'refs/heads/a' },
      "body: must have required property 'sha'",
    ],
    ['DELETE', `${HOME}/git/refs/heads/a`, {}, 'body: there is none'],
    ['GET', '/user', undefined, 'no such path'],
    ['POST', '/graphql', { query: '{ viewer { id } }' }, 'graphql: unknown text'],
  ])('takes %s %s for a fault', async (method, path, body, fault) => {
    expect((await ask(method, path, body)).status).toBe(422);
    expect(api.faults[0]).toContain(fault);
  });

  test.each<[string, unknown, string]>([
    ['a short id', { expectedHeadOid: 'abc' }, 'input/expectedHeadOid: must match'],
    [
      'no base64',
      { fileChanges: { additions: [{ path: 'a', contents: '{}' }] } },
      'contents: must',
    ],
    ['an unknown member', { parents: [] }, 'input: must NOT have additional properties'],
    ['no headline', { message: { body: 'b' } }, "required property 'headline'"],
  ])('takes a commit with %s for a fault', async (_name, members, fault) => {
    await commit({
      branch: { repositoryNameWithOwner: 'octo/notes', branchName: 'main' },
      expectedHeadOid: NO_COMMIT,
      message: { headline: 'h' },
      fileChanges: {},
      ...(members as object),
    });
    expect(api.faults.join('\n')).toContain(fault);
  });

  test('fails as it is told, so many times', async () => {
    api.fail({ kind: 'status', status: 502, isDone: true }, { times: 1 });
    api.fail(
      { kind: 'secondary-limit', status: 429, retryAfter: 3 },
      { operation: 'repos/get', times: 1 },
    );
    const count = api.comments.length;
    expect((await ask('POST', `${HOME}/issues/9/comments`, { body: 'a' })).status).toBe(502);
    expect(api.comments).toHaveLength(count + 1);
    expect((await ask('GET', `${HOME}/issues/9/comments`)).status).toBe(200);
    expect((await ask('GET', HOME)).headers.get('retry-after')).toBe('3');
    expect((await ask('GET', HOME)).status).toBe(200);
    api.fail({ kind: 'reset' }, { times: 1 });
    await expect(ask('GET', HOME)).rejects.toThrow();
    expect(api.operations).toEqual([
      'issues/create-comment',
      'issues/list-comments',
      'repos/get',
      'repos/get',
      'repos/get',
    ]);
  });
});
