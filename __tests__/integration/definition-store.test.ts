import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fieldTexts } from '../../src/core/field-texts.js';
import {
  openDefinitionStore,
  surfaceKey,
  type DefinitionStore,
} from '../../src/store/definitions.js';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'witnessmark-store-'));
  execFileSync('git', ['init', '--quiet'], { cwd: directory });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function open(at = directory): Promise<DefinitionStore> {
  const store = await openDefinitionStore(at);
  if (store === undefined) throw new Error('no store');
  return store;
}
const inGit = (...parts: readonly string[]): string =>
  join(directory, '.git', 'witnessmark', ...parts);
const files = (): string[] => readdirSync(inGit('definitions'));
const key = (index: number): string => index.toString(16).padStart(64, '0');

const TEXT = '"Reads a file."';

describe('the texts of fields', () => {
  test('stand by the digest that a baseline has of them, as they were written', () => {
    const texts = fieldTexts([
      {
        kind: 'tool',
        text: '{ "name": "a", "description": "Caf\\u00e9", "x": [1.0, {"b":1,"a":2}] }',
      },
    ]);
    // JCS: "Café", and [1,{"a":2,"b":1}]
    expect([...texts]).toEqual([
      [digest('"a"'), '"a"'],
      [digest('"Café"'), '"Caf\\u00e9"'],
      [digest('[1,{"a":2,"b":1}]'), '[1.0, {"b":1,"a":2}]'],
    ]);
  });

  test('of a member that is served twice are not told apart, and are left out', () => {
    expect([...fieldTexts([{ kind: 'tool', text: '{"x":1,"x":2,"y":3}' }]).values()]).toEqual([
      '3',
    ]);
  });

  test('of what is no object are the whole', () => {
    expect([...fieldTexts([{ kind: 'tool', text: ' [1] ' }]).values()]).toEqual(['[1]']);
  });
});

function digest(canonical: string): string {
  const hex = execFileSync('sha256sum', { input: canonical, encoding: 'utf8' }).slice(0, 64);
  return `sha256:${hex}`;
}

describe('the store of definitions', () => {
  test('gives back what was kept, to every worktree, readable by its owner alone', async () => {
    const own = digest(TEXT);
    await (await open()).keep(key(1), () => new Map([[own, TEXT]]));
    writeFileSync(join(directory, 'a'), '');
    execFileSync('git', ['add', 'a'], { cwd: directory });
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid'];
    execFileSync('git', [...identity, 'commit', '--quiet', '-m', 'a'], { cwd: directory });
    const other = join(directory, 'other');
    execFileSync('git', ['worktree', 'add', '--quiet', other], { cwd: directory });
    mkdirSync(join(other, 'deep'));
    expect([...(await (await open(join(other, 'deep'))).find(new Set([own])))]).toEqual([
      [own, TEXT],
    ]);
    expect(statSync(inGit('definitions')).mode & 0o777).toBe(0o700);
    expect(statSync(inGit('definitions', `${key(1)}.jsonl`)).mode & 0o777).toBe(0o600);
    expect(
      execFileSync('git', ['status', '--porcelain'], { cwd: directory, encoding: 'utf8' }),
    ).toBe('?? other/\n');
  });

  test('asks for the texts of a surface once', async () => {
    const store = await open();
    let asked = 0;
    const texts = (): Map<string, string> => {
      asked += 1;
      return new Map([[digest(TEXT), TEXT]]);
    };
    await store.keep(key(1), texts);
    await store.keep(key(1), texts);
    expect([asked, files()]).toEqual([1, [`${key(1)}.jsonl`]]);
  });

  test('takes nothing at its word that somebody changed', async () => {
    const store = await open();
    const own = digest(TEXT);
    await store.keep(key(1), () => new Map([[own, TEXT]]));
    const path = inGit('definitions', `${key(1)}.jsonl`);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Reads', 'Wipes'));
    expect([...(await store.find(new Set([own])))]).toEqual([]);
    // Behind lines that are none, a right one is found.
    writeFileSync(path, `{\n[1]\n["${own}"]\n["${own}",3]\n\n${JSON.stringify([own, TEXT])}\n`);
    expect([...(await store.find(new Set([own])))]).toEqual([[own, TEXT]]);
  });

  test('follows no link, neither in its place nor in that of a file', async () => {
    const elsewhere = join(directory, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, inGit());
    const own = digest(TEXT);
    await (await open()).keep(key(1), () => new Map([[own, TEXT]]));
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(inGit());
    mkdirSync(inGit('definitions'), { recursive: true });
    writeFileSync(join(elsewhere, 'x'), `${JSON.stringify([own, TEXT])}\n`);
    symlinkSync(join(elsewhere, 'x'), inGit('definitions', `${key(2)}.jsonl`));
    expect([...(await (await open()).find(new Set([own])))]).toEqual([]);
  });

  test('keeps a hundred surfaces, those that were used last', async () => {
    const store = await open();
    for (let index = 0; index < 100; index += 1) {
      await store.keep(key(index), () => new Map([[digest('1'), '1']]));
      utimesSync(inGit('definitions', `${key(index)}.jsonl`), 1_000 + index, 1_000 + index);
    }
    // The oldest is used again, and a stranger's file is none of ours.
    await store.keep(key(0), () => new Map());
    writeFileSync(inGit('definitions', 'README'), '');
    await store.keep(key(100), () => new Map([[digest('1'), '1']]));
    const left = files();
    expect(left).toHaveLength(101);
    expect(left).toContain(`${key(0)}.jsonl`);
    expect(left).not.toContain(`${key(1)}.jsonl`);
    expect(left).toContain('README');
  });

  test('keeps no surface that is too large, and no more bytes than it may', async () => {
    const store = await open();
    const large = JSON.stringify('x'.repeat(15 * 1024 * 1024));
    const one = digest(large);
    await store.keep(key(9), () => new Map([[one, JSON.stringify('x'.repeat(17 * 1024 * 1024))]]));
    expect(existsSync(inGit('definitions'))).toBe(false);
    for (let index = 0; index < 6; index += 1) {
      await store.keep(key(index), () => new Map([[one, large]]));
      utimesSync(inGit('definitions', `${key(index)}.jsonl`), 1_000 + index, 1_000 + index);
    }
    // Four of 15 MiB are within 64 MiB, five are not; the newest was there before it was counted.
    expect(files().sort()).toEqual([2, 3, 4, 5].map((index) => `${key(index)}.jsonl`));
  });

  test('removes what a run that was killed left unfinished', async () => {
    const store = await open();
    mkdirSync(inGit('definitions'), { recursive: true });
    const [old, young] = ['a'.repeat(12), 'b'.repeat(12)].map((end) => `.${key(1)}.${end}.tmp`);
    for (const name of [old, young]) writeFileSync(inGit('definitions', name ?? ''), '');
    utimesSync(inGit('definitions', old ?? ''), 1_000, 1_000);
    await store.keep(key(2), () => new Map([[digest('1'), '1']]));
    expect(files().sort()).toEqual([young, `${key(2)}.jsonl`].sort());
  });

  test('is without anything where it cannot be written or read, and fails nothing', async () => {
    const store = await open();
    writeFileSync(inGit(), 'a file');
    await store.keep(key(1), () => new Map([[digest('1'), '1']]));
    expect([...(await store.find(new Set([digest('1')])))]).toEqual([]);
    chmodSync(directory, 0o755);
    expect(await openDefinitionStore(tmpdir())).toBeUndefined();
  });

  test('names a surface by what it holds, and by nothing else', () => {
    expect(surfaceKey(['ab', 'c'])).not.toBe(surfaceKey(['a', 'bc']));
    expect(surfaceKey(['ab', 'c'])).toBe(surfaceKey(['ab', 'c']));
  });
});
