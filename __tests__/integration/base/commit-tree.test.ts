import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WitnessmarkError } from '../../../src/errors.js';
import { commitOf, layOutCommit } from '../../../src/store/commit-tree.js';

let directory: string;
let root: string;
let place: string;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'witnessmark-test-')));
  root = join(directory, 'repository');
  place = join(directory, 'tree');
  for (const each of [root, place]) mkdirSync(each);
  git('init', '-q', '-b', 'main');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function git(...args: readonly string[]): string {
  return gitWith('', ...args);
}
function gitWith(input: string | Uint8Array, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: root,
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: directory,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    },
  }).trim();
}
function commit(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  git('add', '-A');
  git('commit', '-q', '-m', 'c');
  return git('rev-parse', 'HEAD');
}

/** A commit of a tree with exactly these entries, which git itself would never make. */
function crafted(
  ...entries: readonly (readonly [mode: string, name: string, id: string])[]
): string {
  const tree = Buffer.concat(
    entries.map(([mode, name, id]) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
    ),
  );
  const id = gitWith(tree, 'hash-object', '-t', 'tree', '-w', '--literally', '--stdin');
  return git('commit-tree', id, '-m', 'c');
}
const blobOf = (text: string): string => gitWith(text, 'hash-object', '-w', '--stdin');

/** The code and the message that laying out ends with. */
async function refusal(id: string): Promise<string> {
  try {
    await layOutCommit(root, id, place);
  } catch (error) {
    if (error instanceof WitnessmarkError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'laid out';
}

describe('a commit that is laid out', () => {
  test('is its files, modes and links, and neither what was there before nor what lies about', async () => {
    commit({ 'old.txt': 'gone', 'a.txt': 'first' });
    rmSync(join(root, 'old.txt'));
    writeFileSync(join(root, 'run.sh'), '#!/bin/sh\n');
    chmodSync(join(root, 'run.sh'), 0o755);
    symlinkSync('deep/b.txt', join(root, 'link'));
    const id = commit({ 'deep/er/c.txt': 'c\r\n', 'deep/b.txt': '', 'a.txt': 'second' });
    writeFileSync(join(root, 'a.txt'), 'not committed');
    writeFileSync(join(root, 'untracked'), '');
    const { names, submodules } = await layOutCommit(root, id, place);
    expect(names).toEqual(['a.txt', 'deep/b.txt', 'deep/er/c.txt', 'run.sh', 'link']);
    expect(submodules).toEqual([]);
    expect(readdirSync(place, { recursive: true, encoding: 'utf8' }).sort()).toEqual(
      ['a.txt', 'deep', 'deep/b.txt', 'deep/er', 'deep/er/c.txt', 'link', 'run.sh'].sort(),
    );
    expect(readFileSync(join(place, 'a.txt'), 'utf8')).toBe('second');
    expect(readFileSync(join(place, 'deep/er/c.txt'), 'utf8')).toBe('c\r\n');
    expect(lstatSync(join(place, 'run.sh')).mode & 0o111).toBe(0o111);
    expect(lstatSync(join(place, 'a.txt')).mode & 0o111).toBe(0);
    expect(readlinkSync(join(place, 'link'))).toBe('deep/b.txt');
  });

  test('may hold a large file beside many small ones', async () => {
    const large = 'x'.repeat(3_000_000);
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`many/${index}.txt`, `${index}\n`.repeat(index)]),
    );
    await layOutCommit(root, commit({ ...many, 'large.txt': large }), place);
    expect(readFileSync(join(place, 'large.txt'), 'utf8')).toBe(large);
    for (const [name, text] of Object.entries(many))
      expect(readFileSync(join(place, name), 'utf8')).toBe(text);
  });

  test('runs no filter, obeys no attribute, follows no configuration of the checkout', async () => {
    git('config', 'filter.evil.smudge', `touch ${join(directory, 'smudged')}`);
    git('config', 'filter.evil.required', 'true');
    git('config', 'core.autocrlf', 'true');
    git('config', 'core.fsmonitor', `touch ${join(directory, 'monitored')}`);
    const id = commit({
      '.gitattributes': 'a.txt filter=evil\nsecret.txt export-ignore\nb.txt export-subst\n',
      'b.txt': '$Format:%H$\n',
      'secret.txt': 'here',
    });
    writeFileSync(join(root, 'a.txt'), 'as committed\n');
    git('update-index', '--add', '--cacheinfo', `100644,${blobOf('as committed\n')},a.txt`);
    const tree = git('write-tree');
    const withFilter = git('commit-tree', tree, '-p', id, '-m', 'c');
    for (const name of ['smudged', 'monitored']) rmSync(join(directory, name), { force: true });
    await layOutCommit(root, withFilter, place);
    expect(readFileSync(join(place, 'a.txt'), 'utf8')).toBe('as committed\n');
    expect(readFileSync(join(place, 'b.txt'), 'utf8')).toBe('$Format:%H$\n');
    expect(readFileSync(join(place, 'secret.txt'), 'utf8')).toBe('here');
    expect(readdirSync(directory).sort()).toEqual(['repository', 'tree']);
  });

  test('has an empty directory where a submodule is', async () => {
    const id = crafted(
      ['100644', 'a', blobOf('a')],
      ['160000', 'sub', '1234567890123456789012345678901234567890'],
    );
    const { names, submodules } = await layOutCommit(root, id, place);
    expect([names, submodules]).toEqual([['a'], ['sub']]);
    expect(readdirSync(join(place, 'sub'))).toEqual([]);
  });

  test('may link to anywhere, and nothing is written through a link', async () => {
    const outside = join(directory, 'outside');
    mkdirSync(outside);
    const subtree = gitWith(`100644 blob ${blobOf('hit')}\tx\n`, 'mktree');
    const id = crafted(['120000', 'd', blobOf(outside)], ['40000', 'd', subtree]);
    expect(await refusal(id)).toBe(
      'base-unusable: the commit cannot be laid out: d: two of its names are one here (EEXIST)',
    );
    expect(readdirSync(outside)).toEqual([]);
    rmSync(place, { recursive: true });
    mkdirSync(place);
    await layOutCommit(root, crafted(['120000', 'passwd', blobOf('/etc/passwd')]), place);
    expect(readlinkSync(join(place, 'passwd'))).toBe('/etc/passwd');
  });
});

describe('a commit is refused', () => {
  test.each([['..'], ['.'], ['.git'], ['.GIT'], ['.g\u200Cit'], ['git~1'], ['.git ']])(
    'that has an entry %j',
    async (name) => {
      const subtree = gitWith(`100755 blob ${blobOf('hit')}\tpost-checkout\n`, 'mktree');
      expect(await refusal(crafted(['40000', name, subtree]))).toMatch(
        /^base-unusable: the commit cannot be laid out: .*post-checkout is no name for a file$/,
      );
      expect(readdirSync(place)).toEqual([]);
      expect(existsSync(join(directory, 'post-checkout'))).toBe(false);
    },
  );

  test('whose entry holds a slash that leads out', async () => {
    expect(await refusal(crafted(['100644', '../../hit', blobOf('hit')]))).toContain(
      '../../hit is no name for a file',
    );
    expect(existsSync(join(directory, 'hit'))).toBe(false);
  });

  test('that has one name twice, once as a file and once as a directory', async () => {
    const subtree = gitWith(`100644 blob ${blobOf('x')}\tx\n`, 'mktree');
    expect(await refusal(crafted(['100644', 'a', blobOf('a')], ['40000', 'a', subtree]))).toContain(
      'a/x: two of its names are one here (EEXIST)',
    );
    rmSync(place, { recursive: true });
    mkdirSync(place);
    expect(
      await refusal(crafted(['100644', 'b', blobOf('a')], ['100644', 'b', blobOf('b')])),
    ).toContain('b: two of its names are one here (EEXIST)');
  });

  test('whose file is not here, or is not what its name says', async () => {
    expect(
      await refusal(crafted(['100644', 'a', '1234567890123456789012345678901234567890'])),
    ).toContain('base-unusable');
    const [wanted, forged] = [blobOf('wanted'), blobOf('forged')];
    const file = (id: string): string => join(root, '.git/objects', id.slice(0, 2), id.slice(2));
    const id = crafted(['100644', 'first', blobOf('first')], ['100644', 'a', wanted]);
    const bytes = readFileSync(file(forged));
    rmSync(file(wanted), { force: true });
    writeFileSync(file(wanted), bytes);
    expect(await refusal(id)).toContain('base-unusable');
    expect(existsSync(join(place, 'a'))).toBe(false);
  });

  test('that links with more than a path', async () => {
    expect(await refusal(crafted(['120000', 'l', blobOf('x'.repeat(5000))]))).toContain(
      'l is larger than a file may be',
    );
  });

  test('that has a file above the bound', async () => {
    const huge = join(directory, 'huge');
    execFileSync('truncate', ['-s', '104857601', huge]);
    const blob = git('hash-object', '-w', '--no-filters', huge);
    expect(await refusal(crafted(['100644', 'huge.bin', blob]))).toContain(
      'huge.bin is larger than a file may be',
    );
    expect(readdirSync(place)).toEqual([]);
  });

  test('whose names are not text', async () => {
    const tree = Buffer.concat([
      Buffer.from('100644 '),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\0'),
      Buffer.from(blobOf('x'), 'hex'),
    ]);
    const id = gitWith(tree, 'hash-object', '-t', 'tree', '-w', '--stdin');
    expect(await refusal(git('commit-tree', id, '-m', 'c'))).toContain('not UTF-8');
  });
});

describe('the commit that a user names', () => {
  test('is a branch, a tag, an abbreviation or what git makes of a name', async () => {
    const first = commit({ a: '1' });
    git('tag', '-a', '-m', 't', 'v1');
    const second = commit({ a: '2' });
    for (const name of ['v1', 'HEAD^', 'main~1', first, first.slice(0, 10)])
      expect(await commitOf(root, name)).toBe(first);
    expect(await commitOf(root, 'main')).toBe(second);
  });

  test.each([
    'nothing',
    '',
    '--help',
    '--output=x',
    'HEAD:a',
    '1234567890123456789012345678901234567890',
  ])('is not %j', async (name) => {
    commit({ a: '1' });
    await expect(commitOf(root, name)).rejects.toMatchObject({ code: 'bad-base' });
    expect(readdirSync(root).sort()).toEqual(['.git', 'a']);
  });
});
