import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../helpers/workshop.js';

test('every Node, in other zones, locales, umasks and by another user, gives the same bytes', async () => {
  const script = join(ROOT, 'scripts/determinism.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '5']);
  const said = stdout.trim().split('\n');
  expect(said.at(-1)).toBe('5 runs, the same bytes');
  const lines = said.slice(0, -1);
  for (const [word, count] of [
    ['baseline', 1],
    ['record', 1],
    ['TZ', 5],
    ['locale', 5],
    ['umask', 5],
  ] as const) {
    const values = lines.map((line) => new RegExp(` ${word} (\\S+)`).exec(line)?.[1]);
    expect([word, new Set(values).size]).toEqual([word, count]);
  }
});
