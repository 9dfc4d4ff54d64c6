import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openApi, type ApiClient, type ApiPatience } from '../../src/edge/action/api-client.js';
import { GitHubApi, type Failure } from '../helpers/github-api.js';

let api: GitHubApi;
beforeAll(async () => {
  api = await GitHubApi.start();
});
beforeEach(() => api.forget());
afterAll(() => api.stop());

const REPOSITORY = { owner: 'octo', repo: 'notes' };
const ISSUE = { ...REPOSITORY, issue_number: 7 };
const open = (patience: Partial<ApiPatience> = {}): Promise<ApiClient> =>
  openApi('t', api.url, {
    attemptMs: 5_000,
    questionMs: 20_000,
    totalMs: 60_000,
    ...patience,
  });
const read = async (client: ApiClient): Promise<unknown> =>
  (await client.request('GET /repos/{owner}/{repo}', REPOSITORY)).data;
const write = async (client: ApiClient): Promise<unknown> =>
  await client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...ISSUE,
    body: 'a',
  });
const MUTATION =
  'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }';
const commit = (client: ApiClient): Promise<unknown> =>
  client.graphql(MUTATION, {
    input: {
      branch: { repositoryNameWithOwner: 'octo/notes', branchName: 'main' },
      expectedHeadOid: 'f'.repeat(40),
      message: { headline: 'h' },
      fileChanges: { deletions: [{ path: 'a' }] },
    },
  });

const ONCE = { times: 1 };
const SERVER_FAULT: Failure = { kind: 'status', status: 502 };

describe('the client of GitHub’s API', () => {
  test.each<[string, Failure]>([
    ['a fault of GitHub’s', SERVER_FAULT],
    ['a connection that breaks', { kind: 'reset' }],
    ['a limit that ends soon', { kind: 'secondary-limit', status: 429, retryAfter: 1 }],
    ['the same with another status', { kind: 'secondary-limit', status: 403, retryAfter: 1 }],
    ['the hour’s limit, shortly before its end', { kind: 'primary-limit', resetInSeconds: 1 }],
  ])('asks again after %s', async (_name, failure) => {
    api.fail(failure, ONCE);
    expect(await read(await open())).toMatchObject({ default_branch: 'main' });
    expect(api.operations).toEqual(['repos/get', 'repos/get']);
    expect(api.faults).toEqual([]);
  });

  test('asks GraphQL who it is, again after a fault', async () => {
    api.fail({ kind: 'reset' }, ONCE);
    api.fail(SERVER_FAULT, ONCE);
    const client = await open();
    expect(await client.graphql('query { viewer { login } }', {})).toEqual({
      viewer: { login: 'github-actions[bot]' },
    });
    expect(api.operations).toEqual(['graphql/viewer', 'graphql/viewer', 'graphql/viewer']);
    expect(api.faults).toEqual([]);
  });

  test('gives up after the third fault', async () => {
    api.fail(SERVER_FAULT);
    await expect(read(await open())).rejects.toMatchObject({ status: 502 });
    expect(api.operations).toHaveLength(3);
  });

  test.each<[string, Failure]>([
    ['a fault', SERVER_FAULT],
    ['a connection that breaks', { kind: 'reset' }],
  ])('does not make anything twice after %s', async (_name, failure) => {
    api.fail(failure);
    await expect(write(await open())).rejects.toMatchObject({ status: expect.any(Number) });
    await expect(commit(await open())).rejects.toMatchObject({ status: expect.any(Number) });
    expect(api.operations).toEqual(['issues/create-comment', 'graphql/commit']);
  });

  test('makes what was refused by a limit, once', async () => {
    api.fail({ kind: 'secondary-limit', status: 403, retryAfter: 1 }, ONCE);
    const before = api.comments.length;
    await write(await open());
    expect(api.comments.length).toBe(before + 1);
  });

  test.each<[string, Failure, number]>([
    ['401', { kind: 'status', status: 401 }, 401],
    ['403', { kind: 'status', status: 403 }, 403],
    ['404', { kind: 'status', status: 404 }, 404],
    ['409', { kind: 'status', status: 409 }, 409],
    ['422', { kind: 'status', status: 422 }, 422],
    ['a limit for an hour', { kind: 'secondary-limit', status: 429, retryAfter: 3600 }, 429],
    ['the hour’s limit', { kind: 'primary-limit', resetInSeconds: 3000 }, 403],
  ])('takes %s for an answer', async (_name, failure, status) => {
    api.fail(failure);
    await expect(read(await open())).rejects.toMatchObject({ status });
    expect(api.operations).toEqual(['repos/get']);
  });

  test('hands on what GraphQL answers besides', async () => {
    api.push('main');
    await expect(commit(await open())).rejects.toMatchObject({ errors: [{ type: 'STALE_DATA' }] });
    expect(api.operations).toEqual(['graphql/commit']);
    expect(api.faults).toEqual([]);
  });

  test('gives the links of a list', async () => {
    for (const body of ['a', 'b']) api.comment(7, body);
    const { data, link } = await (
      await open()
    ).request('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...ISSUE,
      per_page: 1,
    });
    expect(data).toHaveLength(1);
    expect(link).toContain('rel="next"');
  });

  test('waits for no answer that does not come, once', async () => {
    api.fail({ kind: 'silent' });
    const client = await open({ attemptMs: 200 });
    for (const ask of [read, write, commit])
      await expect(ask(client)).rejects.toThrow('did not answer in time');
    expect(api.operations).toEqual(['repos/get', 'issues/create-comment', 'graphql/commit']);
  });

  test('ends a question and all of them in time', async () => {
    api.fail(SERVER_FAULT);
    await expect(read(await open({ questionMs: 300 }))).rejects.toThrow('in time');
    const client = await open({ totalMs: 300 });
    await expect(read(client)).rejects.toThrow('in time');
    expect(api.operations).toHaveLength(2);
    await expect(read(client)).rejects.toThrow('in time');
    expect(api.operations).toHaveLength(2);
  });
});
