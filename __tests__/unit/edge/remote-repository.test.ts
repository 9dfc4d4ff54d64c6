import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { ApiClient } from '../../../src/edge/action/api-client.js';
import { remoteRepository } from '../../../src/edge/action/remote-repository.js';

const idOf = (text: string): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');
const base64 = (text: string): string =>
  (
    Buffer.from(text, 'utf8')
      .toString('base64')
      .match(/.{1,60}/g) ?? []
  ).join('\n');
const failure = (status: number): Error => Object.assign(new Error('QUOTED'), { status });

/** A client that answers by route, and notes what it was asked. */
function clientOf(
  answers: Readonly<Record<string, unknown>>,
  asked: string[] = [],
): () => Promise<Pick<ApiClient, 'request'>> {
  return () =>
    Promise.resolve({
      request: (route, { owner, repo, ...parameters }) => {
        const name = route.replace('GET /repos/{owner}/{repo}/', '');
        asked.push(`${String(owner)}/${String(repo)} ${name} ${JSON.stringify(parameters)}`);
        const data = answers[name];
        return data instanceof Error ? Promise.reject(data) : Promise.resolve({ data });
      },
    });
}

const open = (
  answers: Readonly<Record<string, unknown>>,
  asked?: string[],
): ReturnType<typeof remoteRepository> =>
  remoteRepository(clientOf(answers, asked), 'octo', 'notes');

describe('a repository of GitHub', () => {
  test('is asked once for what two commits have in common and how they differ', async () => {
    const asked: string[] = [];
    const files = [
      { filename: 'a', status: 'modified' },
      { filename: 'new', previous_filename: 'old', status: 'renamed' },
    ];
    const data = { merge_base_commit: { sha: 'f'.repeat(40) }, files };
    const remote = open({ 'compare/{basehead}': data }, asked);
    expect(await remote.mergeBase('b', 'h')).toBe('f'.repeat(40));
    expect(await remote.changedFiles('b', 'h')).toEqual({
      names: ['a', 'new', 'old'],
      isComplete: true,
    });
    expect(asked).toEqual([
      'octo/notes compare/{basehead} {"basehead":"b...h","page":1,"per_page":1}',
    ]);
  });

  test('may list 300 files, which may not be all', async () => {
    const files = Array.from({ length: 300 }, (_, index) => ({ filename: `${index}` }));
    const remote = open({ 'compare/{basehead}': { files } });
    expect((await remote.changedFiles('b', 'h')).isComplete).toBe(false);
  });

  test('gives the bytes of a small file, of a large one by its blob, and of an empty one', async () => {
    const text = 'Ünï\u0000\ufeff\r\n';
    const small = {
      type: 'file',
      sha: idOf(text),
      size: 10,
      encoding: 'base64',
      content: base64(text),
    };
    const asked: string[] = [];
    const remote = open({ 'contents/{path}': small }, asked);
    expect(Buffer.from((await remote.file('c0', 'a/b.json')) ?? []).toString('utf8')).toBe(text);
    expect(asked).toEqual([
      'octo/notes contents/{path} {"path":"a/b.json","ref":"c0","headers":{"accept":"application/vnd.github.object+json"}}',
    ]);
    const large = { ...small, size: 2_000_000, encoding: 'none', content: '' };
    const blob = { sha: small.sha, encoding: 'base64', content: small.content };
    const other = open({ 'contents/{path}': large, 'git/blobs/{file_sha}': blob });
    expect(Buffer.from((await other.file('c0', 'x')) ?? []).toString('utf8')).toBe(text);
    const empty = { ...small, sha: idOf(''), size: 0, content: '' };
    expect(await open({ 'contents/{path}': empty }).file('c0', 'x')).toHaveLength(0);
  });

  test('lacks a file only where its commit can be seen', async () => {
    const answers = { 'contents/{path}': failure(404), 'git/commits/{commit_sha}': { sha: 'c0' } };
    expect(await open(answers).file('c0', 'x')).toBeUndefined();
    const hidden = { ...answers, 'git/commits/{commit_sha}': failure(404) };
    await expect(open(hidden).file('c0', 'x')).rejects.toMatchObject({ status: 404 });
    for (const status of [401, 403, 429, 500])
      await expect(
        open({ ...answers, 'contents/{path}': failure(status) }).file('c0', 'x'),
      ).rejects.toMatchObject({ status });
  });

  test('is not believed where contents and id differ, or an answer is something else', async () => {
    const good = {
      type: 'file',
      sha: idOf('a'),
      size: 1,
      encoding: 'base64',
      content: base64('a'),
    };
    for (const data of [
      { ...good, sha: idOf('b') },
      { ...good, type: 'symlink' },
      { ...good, size: 1024 ** 3 },
      [good],
      null,
      'text',
    ])
      await expect(open({ 'contents/{path}': data }).file('c0', 'x')).rejects.toThrow();
    await expect(open({ 'compare/{basehead}': {} }).mergeBase('b', 'h')).rejects.toThrow();
    await expect(open({ 'compare/{basehead}': {} }).changedFiles('b', 'h')).rejects.toThrow();
  });
});
