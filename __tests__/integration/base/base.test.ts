import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { openBase } from '../../../src/app/base.js';
import { parseBaseline } from '../../../src/core/baseline.js';
import type { BaseReport, ServerReport } from '../../../src/report/server-report.js';
import {
  baseCommit,
  changedFiles,
  fileAt,
  quotedOnce,
  type ChangeEvent,
  type RemoteRepository,
} from '../../../src/store/base.js';

const directories: string[] = [];
afterAll(() => {
  for (const each of directories) rmSync(each, { recursive: true, force: true });
});

/** A real repository, or a clone of one. */
class Repository {
  readonly directory: string;

  constructor(...clone: readonly string[]) {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'witnessmark-base-')));
    directories.push(home);
    this.directory = join(home, 'repo');
    if (clone.length === 0) {
      mkdirSync(this.directory);
      this.git('init', '--quiet', '--initial-branch=trunk');
      this.git('config', 'uploadpack.allowFilter', 'true');
      this.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    } else {
      execFileSync('git', ['clone', '--quiet', ...clone, this.directory], { stdio: 'ignore' });
    }
  }

  git(...words: readonly string[]): string {
    return execFileSync('git', words, {
      cwd: this.directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: dirname(this.directory),
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@example.invalid',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@example.invalid',
      },
    }).trim();
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  /** Writes files (null takes one away), commits, and returns the commit. */
  commit(files: Readonly<Record<string, string | null>>): string {
    for (const [name, text] of Object.entries(files)) {
      if (text === null) this.git('rm', '--quiet', '--', name);
      else {
        mkdirSync(dirname(this.path(name)), { recursive: true });
        writeFileSync(this.path(name), text);
      }
    }
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'state');
    return this.git('rev-parse', 'HEAD');
  }

  /** Merges as GitHub does to try a pull request, and checks the merge out. */
  merge(base: string, head: string): string {
    this.git('checkout', '--quiet', '--detach', base);
    this.git('merge', '--quiet', '--no-ff', '--message', 'merge', head);
    return this.git('rev-parse', 'HEAD');
  }

  /** As actions/checkout does it: one commit, no branch. */
  shallow(commit: string, depth = 1): Repository {
    const clone = new Repository('--no-checkout', '--depth=1', `file://${this.directory}`);
    clone.git('fetch', '--quiet', `--depth=${depth}`, 'origin', commit);
    clone.git('checkout', '--quiet', '--detach', commit);
    return clone;
  }
}

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;

/** The text of a baseline whose tools have these descriptions. */
function baselineText(tools: Readonly<Record<string, string>>, date = '2026-01-02'): string {
  return `${JSON.stringify(
    {
      format: 'witnessmark/1',
      server: 'default',
      capture: {
        transport: 'stdio',
        protocol: { negotiated: '2025-11-25' },
        pages: { complete: true },
        clientCapabilities: [],
        client: 'full/1',
        surface: ['tools'],
        launch: {
          command: 'node',
          args: ['server.js'],
          envNames: [],
          envValues: 'none',
          network: 'none',
          home: '/home/wmhome',
        },
        isolation: { layout: 'witnessmark-box/1' },
        runtime: { platform: 'linux' },
        placeholderSet: '1',
      },
      items: Object.entries(tools).map(([id, digit]) => ({
        kind: 'tool',
        id,
        firstSeen: date,
        fields: { description: digit === 'unstable' ? digit : digest(digit) },
        aspects: {},
        findings: [],
      })),
    },
    null,
    2,
  )}\n`;
}

const B1 = baselineText({ a: '1', b: '1' });
const B2 = baselineText({ a: '2', b: '1' });

/** The report of a check that matched, or drifted for the given tools. */
function reportOf(
  text: string | undefined,
  says: Readonly<Record<string, string>> = {},
): ServerReport {
  const committed = text === undefined ? undefined : parseBaseline(text);
  const names = Object.keys(says);
  return {
    server: 'default',
    verdict: names.length === 0 ? 'match' : 'drift',
    changes: names.map((id) => ({ kind: 'tool', id, change: 'changed', fields: [] })),
    conditions: [],
    findings: [],
    ...(committed === undefined ? {} : { committed }),
    reading: {
      items: parseBaseline(baselineText(says)).items.map((item) => ({ ...item, itemDigest: '' })),
    } as unknown as NonNullable<ServerReport['reading']>,
  };
}

const NOBODY: RemoteRepository = {
  mergeBase: () => Promise.reject(new Error('asked for a merge base')),
  changedFiles: () => Promise.reject(new Error('asked for files')),
  file: () => Promise.reject(new Error('asked for a file')),
};

/** A remote that answers from a repository, and notes what it was asked. */
function remoteOf(repository: Repository, asked: string[] = []): RemoteRepository {
  return {
    mergeBase: (base, head) => {
      asked.push('merge base');
      return Promise.resolve(repository.git('merge-base', base, head));
    },
    changedFiles: async (base, head) => {
      asked.push('files');
      const found = await changedFiles(repository.directory, base, head);
      if (found === undefined) throw new Error('no such commit');
      return found;
    },
    file: async (commit, path) => {
      asked.push(`file ${path}`);
      const found = await fileAt(repository.directory, commit, path);
      return found.kind === 'bytes' ? found.bytes : undefined;
    },
  };
}

async function told(
  repository: Repository,
  event: ChangeEvent,
  report: ServerReport,
  remote: RemoteRepository = NOBODY,
  baseline = 'witnessmark.json',
): Promise<BaseReport> {
  const opened = await openBase({ event, branch: 'trunk', remote }, repository.path(baseline));
  if (opened === undefined) throw new Error('no base');
  return opened.reportOn(report);
}

const isTold = (found: BaseReport): Extract<BaseReport['told'], { kind: 'told' }> => {
  if (found.told.kind !== 'told') throw new Error(found.told.why);
  return found.told;
};
const names = (found: BaseReport): string[] =>
  (isTold(found).approval?.changes ?? []).map(({ id, change }) => `${id ?? ''} ${change}`);

/** A pull request that changes tool a's baseline, on a base that has moved on with tool b's. */
function pullRequest(): {
  readonly repository: Repository;
  readonly fork: string;
  readonly base: string;
  readonly head: string;
  readonly merge: string;
} {
  const repository = new Repository();
  const fork = repository.commit({ 'witnessmark.json': B1, 'server.js': 'one' });
  repository.git('checkout', '--quiet', '-b', 'topic');
  const head = repository.commit({ 'witnessmark.json': B2, 'server.js': 'two' });
  repository.git('checkout', '--quiet', 'trunk');
  const base = repository.commit({ 'other.txt': 'moved on' });
  const merge = repository.merge(base, head);
  return { repository, fork, base, head, merge };
}

describe('the commit to compare with', () => {
  test("is the first parent of GitHub's merge, in a whole clone and in one of depth 1", async () => {
    const { repository, base, head, merge } = pullRequest();
    const event = { kind: 'pull_request', base, head, commit: merge } as const;
    const expected = { kind: 'commit', id: base, head: merge };
    expect(await baseCommit(repository.directory, event)).toEqual(expected);
    expect(await baseCommit(repository.shallow(merge).directory, event)).toEqual(expected);
  });

  test('is the first parent also where the payload tells an older tip of the base', async () => {
    const { repository, fork, base, head, merge } = pullRequest();
    const event = { kind: 'pull_request', base: fork, head, commit: merge } as const;
    expect(await baseCommit(repository.directory, event)).toMatchObject({ id: base });
  });

  test('is the merge base where the head itself is checked out', async () => {
    const { repository, fork, base, head, merge } = pullRequest();
    repository.git('checkout', '--quiet', '--detach', head);
    const event = { kind: 'pull_request', base, head, commit: merge } as const;
    expect(await baseCommit(repository.directory, event)).toEqual({
      kind: 'commit',
      id: fork,
      head,
    });
  });

  test("of a fork's branch is found in its merge and in its head, as of any other", async () => {
    const { repository, fork, base } = pullRequest();
    const forked = new Repository('--no-checkout', `file://${repository.directory}`);
    forked.git('checkout', '--quiet', '-b', 'topic', fork);
    const head = forked.commit({ 'witnessmark.json': B2, 'fork.txt': '' });
    // GitHub keeps a fork's commits in the repository itself, below refs/pull.
    repository.git('fetch', '--quiet', `file://${forked.directory}`, 'topic:refs/pull/7/head');
    const merge = repository.merge(base, 'refs/pull/7/head');
    repository.git('update-ref', 'refs/pull/7/merge', merge);
    const event = { kind: 'pull_request', base, head, commit: merge } as const;
    const clone = new Repository('--no-checkout', '--depth=1', `file://${repository.directory}`);
    clone.git(
      'fetch',
      '--quiet',
      '--depth=1',
      'origin',
      '+refs/pull/7/merge:refs/remotes/pull/7/merge',
    );
    clone.git('checkout', '--quiet', '--detach', 'refs/remotes/pull/7/merge');
    expect(await baseCommit(clone.directory, event)).toEqual({
      kind: 'commit',
      id: base,
      head: merge,
    });
    const found = await told(clone, event, reportOf(B2), remoteOf(repository));
    expect(names(found)).toEqual(['a changed']);
    clone.git('fetch', '--quiet', '--unshallow', 'origin', 'refs/pull/7/head');
    clone.git('checkout', '--quiet', '--detach', head);
    expect(await baseCommit(clone.directory, event)).toEqual({ kind: 'commit', id: fork, head });
  });

  test('is never the first parent of a merge that the branch itself holds', async () => {
    const { repository, fork, base } = pullRequest();
    repository.git('checkout', '--quiet', '-B', 'topic', fork);
    repository.commit({ 'witnessmark.json': B2 });
    // The branch takes the base in, and its head is a merge whose first parent approves already.
    const head = repository.merge('topic', base);
    const merge = repository.merge(base, head);
    repository.git('checkout', '--quiet', '--detach', head);
    const event = { kind: 'pull_request', base, head, commit: merge } as const;
    expect(await baseCommit(repository.directory, event)).toMatchObject({ id: base });
    const found = await told(repository, event, reportOf(B2));
    expect(names(found)).toEqual(['a changed']);
  });

  test('cannot be told from a shallow clone of the head, whose history is cut', async () => {
    const { repository, base, head, merge } = pullRequest();
    for (const depth of [1, 2]) {
      const clone = repository.shallow(head, depth);
      const event = { kind: 'pull_request', base, head, commit: merge } as const;
      expect(await baseCommit(clone.directory, event)).toEqual({ kind: 'undetermined', head });
    }
  });

  test('is not what git finds where a cut history hides the better one', async () => {
    // root - x - m - t - head, root - z - head; root - x - base, root - g - base: the merge base is x.
    const repository = new Repository();
    const root = repository.commit({ root: '' });
    const childOf = (parent: string, name: string): string => {
      repository.git('checkout', '--quiet', '--detach', parent);
      return repository.commit({ [name]: '' });
    };
    const x = childOf(root, 'x');
    const [g, z, t] = [childOf(root, 'g'), childOf(root, 'z'), childOf(childOf(x, 'm'), 't')];
    const [base, head] = [repository.merge(x, g), repository.merge(t, z)];
    repository.git('branch', 'base', base);
    repository.git('branch', 'topic', head);
    const event = { kind: 'pull_request', base, head, commit: '' } as const;
    expect(await baseCommit(repository.directory, event)).toEqual({ kind: 'commit', id: x, head });

    const clone = new Repository('--no-checkout', '--depth=1', `file://${repository.directory}`);
    clone.git('fetch', '--quiet', '--depth=3', 'origin', base, head);
    clone.git('checkout', '--quiet', '--detach', head);
    expect(clone.git('merge-base', base, head)).toBe(root);
    expect(await baseCommit(clone.directory, event)).toEqual({ kind: 'undetermined', head });
  });

  test('is found by the name of the branch where the payload tells none', async () => {
    const { repository, base, head, merge } = pullRequest();
    repository.git('update-ref', 'refs/remotes/origin/release/1.x', base);
    const event = {
      kind: 'pull_request',
      base: '',
      baseRef: 'release/1.x',
      commit: merge,
    } as const;
    expect(await baseCommit(repository.directory, event)).toEqual({
      kind: 'commit',
      id: base,
      head: merge,
    });
    expect(
      await baseCommit(repository.directory, { ...event, baseRef: 'nowhere' }),
    ).toBeUndefined();
    expect(
      await baseCommit(repository.directory, { ...event, head, baseRef: '--all' }),
    ).toBeUndefined();
  });

  test('of a merge group is its base, merged, squashed or rebased', async () => {
    const { repository, fork, base, head, merge } = pullRequest();
    const event = { kind: 'merge_group', base, commit: merge } as const;
    expect(await baseCommit(repository.directory, event)).toMatchObject({ id: base });
    expect(await baseCommit(repository.shallow(merge).directory, event)).toMatchObject({
      id: base,
    });
    repository.git('checkout', '--quiet', '--detach', head);
    const rebased = repository.commit({ x: 'y' });
    const rebasedEvent = { kind: 'merge_group', base: fork, commit: rebased } as const;
    expect(await baseCommit(repository.directory, rebasedEvent)).toMatchObject({ id: fork });
  });

  test('of a push is the branch before it, forced or not', async () => {
    const { repository, fork, base, head } = pullRequest();
    repository.git('checkout', '--quiet', 'trunk');
    const event = { kind: 'push', base: fork, commit: base } as const;
    expect(await baseCommit(repository.directory, event)).toEqual({
      kind: 'commit',
      id: fork,
      head: base,
    });
    const forced = { kind: 'push', base: head, commit: base } as const;
    expect(await baseCommit(repository.directory, forced)).toMatchObject({ id: head });
  });

  test('of a push that makes a branch is none', async () => {
    const { repository } = pullRequest();
    const event = { kind: 'push', base: '0'.repeat(40), commit: '' } as const;
    expect(
      await openBase({ event, branch: 'x' }, repository.path('witnessmark.json')),
    ).toBeUndefined();
  });
});

describe('what a pull request approves', () => {
  test('is told by git where the clone has the base, and nobody is asked', async () => {
    const { repository, base, head, merge } = pullRequest();
    const event = { kind: 'pull_request', base, head, commit: merge } as const;
    for (const each of [repository, repository.shallow(merge, 2)]) {
      const found = await told(each, event, reportOf(B2));
      expect(names(found)).toEqual(['a changed']);
      expect(found.subject).toBe('pull request');
      expect(found.base).toBe(`trunk (${base.slice(0, 7)})`);
    }
  });

  test('is asked for where the clone is of depth 1: the file at the base, and no history', async () => {
    const { repository, base, head, merge } = pullRequest();
    const asked: string[] = [];
    const event = { kind: 'pull_request', base, head, commit: merge } as const;
    const found = await told(
      repository.shallow(merge),
      event,
      reportOf(B2),
      remoteOf(repository, asked),
    );
    expect(names(found)).toEqual(['a changed']);
    expect(asked).toEqual(['file witnessmark.json', 'file witnessmark.config.json']);
  });

  test('is asked for with its merge base where the head is checked out at depth 1', async () => {
    const { repository, fork, base, head, merge } = pullRequest();
    const asked: string[] = [];
    const event = { kind: 'pull_request', base, head, commit: merge } as const;
    const found = await told(
      repository.shallow(head),
      event,
      reportOf(B2),
      remoteOf(repository, asked),
    );
    expect(found.base).toBe(`trunk (${fork.slice(0, 7)})`);
    expect(names(found)).toEqual(['a changed']);
    expect(asked[0]).toBe('merge base');
  });

  test('could not be told where nobody can be asked, or the answer fails: in our words alone', async () => {
    const { repository, base, head, merge } = pullRequest();
    const event = { kind: 'pull_request', base, head, commit: merge } as const;
    const clone = repository.shallow(merge);
    const opened = await openBase({ event, branch: 'trunk' }, clone.path('witnessmark.json'));
    expect((await opened?.reportOn(reportOf(B2)))?.told).toEqual({
      kind: 'untold',
      why: 'this clone does not have the base; fetch-depth: 0 in actions/checkout, or a token that may read contents, lets it be told',
    });
    const refused = Object.assign(new Error('QUOTED ::error::x'), { status: 404 });
    const remote = { ...NOBODY, file: () => Promise.reject(refused) };
    const found = await told(clone, event, reportOf(B2), remote);
    expect(found.told).toEqual({
      kind: 'untold',
      why: 'GitHub’s API did not tell it (status 404); it takes contents: read, or fetch-depth: 0 in actions/checkout',
    });
  });

  test('is told of clones that lack blobs or trees as of shallow ones', async () => {
    const { repository, base, head, merge } = pullRequest();
    repository.git('branch', 'tried', merge);
    const event = { kind: 'pull_request', base, head, commit: merge } as const;
    for (const filter of ['--filter=blob:none', '--filter=tree:0']) {
      const clone = new Repository(filter, '--branch=tried', `file://${repository.directory}`);
      const asked: string[] = [];
      const found = await told(clone, event, reportOf(B2), remoteOf(repository, asked));
      expect(names(found)).toEqual(['a changed']);
      expect(asked).toContain('file witnessmark.json');
    }
  });

  test('is told of clones that lack the trees of directories', async () => {
    const repository = new Repository();
    const path = 'packages/notes/witnessmark.json';
    const base = repository.commit({ [path]: B1 });
    const head = repository.commit({ [path]: B2 });
    const event = { kind: 'push', base, commit: head } as const;
    const clone = new Repository('--filter=tree:1', `file://${repository.directory}`);
    expect(await fileAt(clone.directory, base, path)).toEqual({ kind: 'remote' });
    expect(await fileAt(clone.directory, base, 'nothing.json')).toEqual({ kind: 'missing' });
    const found = await told(clone, event, reportOf(B2), remoteOf(repository), path);
    expect(names(found)).toEqual(['a changed']);
  });

  test('of the first file are all of its items', async () => {
    const repository = new Repository();
    const base = repository.commit({ 'server.js': 'one' });
    const head = repository.commit({ 'witnessmark.json': B1 });
    const event = { kind: 'push', base, commit: head } as const;
    const found = isTold(await told(repository, event, reportOf(B1)));
    expect(found.approval?.isFirst).toBe(true);
    expect(found.isSame).toBe(false);
  });

  test('is a removal where the file goes', async () => {
    const repository = new Repository();
    const base = repository.commit({ 'witnessmark.json': B1 });
    const head = repository.commit({ 'witnessmark.json': null, x: 'y' });
    const event = { kind: 'push', base, commit: head } as const;
    const found = isTold(await told(repository, event, reportOf(undefined)));
    expect(found.isRemoved).toBe(true);
    expect(found.approval).toBeUndefined();
  });

  test('names allowances, moved dates, and what became of the configuration', async () => {
    const repository = new Repository();
    const base = repository.commit({ 'witnessmark.json': B1 });
    const text = baselineText({ a: 'unstable', b: '1' }, '2025-01-01');
    const head = repository.commit({ 'witnessmark.json': text, 'witnessmark.config.json': '{}' });
    const event = { kind: 'push', base, commit: head } as const;
    const found = isTold(await told(repository, event, reportOf(text)));
    expect(found.configuration).toBe('added');
    expect(found.approval?.allowances).toEqual([{ kind: 'tool', id: 'a', field: 'description' }]);
    expect(found.approval?.dates.map(({ id }) => id)).toEqual(['a', 'b']);
    const later = repository.commit({ 'witnessmark.config.json': '{ }' });
    const changed = { kind: 'push', base: head, commit: later } as const;
    expect(isTold(await told(repository, changed, reportOf(text))).configuration).toBe('changed');
    const configured = (command: string): string =>
      JSON.stringify({ servers: { a: { command }, b: { command: 'node b.js' } } });
    const first = repository.commit({ 'witnessmark.config.json': configured('node a.js') });
    const second = repository.commit({ 'witnessmark.config.json': configured('node evil.js') });
    const moved = { kind: 'push', base: first, commit: second } as const;
    expect(isTold(await told(repository, moved, reportOf(text))).configurationChanges).toEqual([
      'a: command',
    ]);
  });

  test('is told of a file in a directory below, and of none where git knows of nothing', async () => {
    const repository = new Repository();
    const base = repository.commit({ 'packages/notes/witnessmark.json': B1 });
    const head = repository.commit({ 'packages/notes/witnessmark.json': B2 });
    const event = { kind: 'push', base, commit: head } as const;
    const path = 'packages/notes/witnessmark.json';
    expect(names(await told(repository, event, reportOf(B2), NOBODY, path))).toEqual(['a changed']);
    const nowhere = await told(repository, event, reportOf(B2), NOBODY, 'no/such/place.json');
    expect(nowhere.told.kind).toBe('untold');
    const bare = realpathSync(mkdtempSync(join(tmpdir(), 'witnessmark-none-')));
    directories.push(bare);
    const outside = await openBase({ event, branch: '' }, join(bare, 'witnessmark.json'));
    expect((await outside?.reportOn(reportOf(B2)))?.told).toEqual({
      kind: 'untold',
      why: 'this is no git checkout with the commits of the event',
    });
  });

  test('could not be told where the base has no baseline there but something else', async () => {
    const repository = new Repository();
    const base = repository.commit({ 'witnessmark.json': '{"format":"witnessmark/1","QUOTED":1}' });
    const head = repository.commit({ 'witnessmark.json': B1 });
    const event = { kind: 'push', base, commit: head } as const;
    expect((await told(repository, event, reportOf(B1))).told).toEqual({
      kind: 'untold',
      why: 'the baseline there is no baseline [baseline-malformed]',
    });
    // Both the same: nothing is approved, and the trouble is older.
    const same = { kind: 'push', base, commit: repository.commit({ x: 'y' }) } as const;
    repository.commit({ 'witnessmark.json': '{"format":"witnessmark/1","QUOTED":1}' });
    expect(isTold(await told(repository, same, reportOf(undefined))).isSame).toBe(true);
  });

  test('is the same through CRLF and a byte order mark', async () => {
    const repository = new Repository();
    const base = repository.commit({ 'witnessmark.json': B1 });
    const head = repository.commit({ 'witnessmark.json': `\ufeff${B1.replaceAll('\n', '\r\n')}` });
    const event = { kind: 'push', base, commit: head } as const;
    const found = await told(repository, event, reportOf(B1));
    expect(names(found)).toEqual([]);
    expect(isTold(found).isSame).toBe(true);
  });
});

describe('where a mismatch comes from', () => {
  test('is the base, or outside, where the pull request changes nothing but the baseline', async () => {
    const repository = new Repository();
    const base = repository.commit({ 'witnessmark.json': B1 });
    const head = repository.commit({ 'witnessmark.json': baselineText({ a: '1', b: '2' }) });
    const event = { kind: 'push', base, commit: head } as const;
    const text = baselineText({ a: '1', b: '2' });
    const found = isTold(await told(repository, event, reportOf(text, { a: '9', b: '1' })));
    expect(found.changedFiles).toEqual([]);
    expect(found.origin?.asAtBase.map(({ id }) => id)).toEqual(['a']);
    expect(found.origin?.onlyBaseline.map(({ id }) => id)).toEqual(['b']);
  });

  test('is open where other files change; they are named, by git or by who is asked', async () => {
    const { repository, base, head, merge } = pullRequest();
    const event = { kind: 'pull_request', base, head, commit: merge } as const;
    const report = reportOf(B2, { b: '7' });
    for (const clone of [repository, repository.shallow(merge)]) {
      const found = isTold(await told(clone, event, report, remoteOf(repository)));
      expect(found.changedFiles).toEqual(['server.js']);
      expect(found.origin?.asAtBase.map(({ id }) => id)).toEqual(['b']);
    }
    const remote = {
      ...remoteOf(repository),
      changedFiles: () => Promise.resolve({ names: ['server.js'], isComplete: false }),
    };
    const cut = isTold(await told(repository.shallow(merge), event, report, remote));
    expect(cut.changedFiles).toBeUndefined();
  });
});

describe('the files that a change touches', () => {
  test('count a moved submodule, whatever .gitmodules and the configuration ignore', async () => {
    const repository = new Repository();
    const submodule = '[submodule "s"]\n\tpath = s\n\turl = ./s\n\tignore = all\n';
    repository.commit({ '.gitmodules': submodule });
    const moveTo = (digit: string): string => {
      const entry = `160000,${digit.repeat(40)},s`;
      repository.git('update-index', '--add', '--cacheinfo', entry);
      repository.git('commit', '--quiet', '--message', digit);
      return repository.git('rev-parse', 'HEAD');
    };
    const [base, head] = [moveTo('1'), moveTo('2')];
    repository.git('config', 'diff.ignoreSubmodules', 'all');
    expect(await changedFiles(repository.directory, base, head)).toEqual({
      names: ['s'],
      isComplete: true,
    });
  });
});

describe('the line that names an item', () => {
  async function linesOf(
    files: Readonly<Record<string, string>>,
    names: readonly string[],
  ): Promise<Record<string, string>> {
    const repository = new Repository();
    const base = repository.commit({ 'first.txt': '"a"\n' });
    const head = repository.commit(files);
    const changed = await changedFiles(repository.directory, base, head);
    if (changed === undefined) throw new Error('no files');
    const found = await quotedOnce(repository.directory, head, changed, names);
    return Object.fromEntries(
      [...found].map(([name, { file, line }]) => [name, `${file}:${line}`]),
    );
  }

  test('is the one where a changed file quotes its name once, in any quotation marks', async () => {
    const text = 'x\ntool("a", {\n  description,\n}),\n\ttool(\'b\')\n`c`\n';
    expect(await linesOf({ 'src/server.ts': text }, ['a', 'b', 'c', 'd', 'tool'])).toEqual({
      a: 'src/server.ts:2',
      b: 'src/server.ts:5',
      c: 'src/server.ts:6',
    });
  });

  test('is none where the name stands twice, in one file or in two, or in no changed one', async () => {
    expect(
      await linesOf({ 'x.ts': '"a" \'a\'', 'y.ts': '"b" "c"', 'z.ts': '"c"' }, ['a', 'b', 'c']),
    ).toEqual({
      b: 'y.ts:1',
    });
  });

  test('is not looked for in files that are gone, large, or too many', async () => {
    const large = `"a"${' '.repeat(1024 * 1024)}`;
    expect(await linesOf({ 'dist/bundle.js': large, 'src/a.ts': '\n"a"' }, ['a'])).toEqual({
      a: 'src/a.ts:2',
    });
    const many = Object.fromEntries(
      Array.from({ length: 201 }, (_, index) => [`f${index}`, index === 0 ? '"a"' : `${index}`]),
    );
    expect(await linesOf(many, ['a'])).toEqual({});
  });

  test('is that of the commit, whatever stands in the working tree, by any file name', async () => {
    const repository = new Repository();
    const base = repository.commit({ x: '' });
    const head = repository.commit({ 'a, b:c%é\t.ts': '\n\n"a"\n' });
    writeFileSync(repository.path('a, b:c%é\t.ts'), '"a"\n"a"\n');
    const changed = await changedFiles(repository.directory, base, head);
    expect(changed).toEqual({ names: ['a, b:c%é\t.ts'], isComplete: true });
    const found = await quotedOnce(
      repository.directory,
      head,
      changed ?? { names: [], isComplete: true },
      ['a'],
    );
    expect(found.get('a')).toEqual({ file: 'a, b:c%é\t.ts', line: 3 });
  });

  test('is told by item, baselines left out and the configuration not', async () => {
    const repository = new Repository();
    const base = repository.commit({ x: '' });
    const head = repository.commit({
      'witnessmark.json': B1,
      'witnessmark.other.json': B1,
      'src/a.ts': '"a"',
      'witnessmark.config.json': '"b"',
    });
    const event = { kind: 'push', base, commit: head } as const;
    const opened = await openBase({ event, branch: '' }, repository.path('witnessmark.json'));
    const sources = await opened?.sourcesOf(reportOf(B1, { a: '2', b: '2' }));
    expect([...(sources ?? [])]).toEqual([
      ['["tool","a"]', { file: 'src/a.ts', line: 1 }],
      ['["tool","b"]', { file: 'witnessmark.config.json', line: 1 }],
    ]);
  });
});
