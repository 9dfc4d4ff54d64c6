import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { VERDICT_OF_CODE } from '../../src/errors.js';
import * as limits from '../../src/limits.js';

const page = readFileSync(new URL('../../docs/ARCHITECTURE.md', import.meta.url), 'utf8');
const source = readFileSync(new URL('../../src/limits.ts', import.meta.url), 'utf8');

const FACTORS: Readonly<Record<string, number>> = {
  '': 1,
  Ki: 1024,
  Mi: 1024 * 1024,
  KiB: 1024,
  MiB: 1024 * 1024,
  ms: 1,
  s: 1000,
};
const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| ([\d,]+) ?(\w*) \| (.+?) \| (.+?) \|$/gm)];

describe('the bounds of a read in docs/ARCHITECTURE.md', () => {
  test('have the numbers of limits.ts', () => {
    const told = rows.map(([, name = '', number = '', unit = '']) => [
      name,
      Number(number.replaceAll(',', '')) * (FACTORS[unit] ?? NaN),
    ]);
    const numbers = new Map<string, number>(Object.entries(limits));
    expect(told).toEqual(told.map(([name]) => [name, numbers.get(String(name))]));
  });

  test('are all of them, in their order', () => {
    const declared = [...source.matchAll(/^export const ([A-Z_]+) =/gm)].map(([, name]) => name);
    const ofTheRead = declared.slice(0, declared.indexOf('KILL_WAIT_MS') + 1);
    expect(ofTheRead.length).toBeGreaterThan(20);
    expect(rows.map(([, name]) => name)).toEqual(ofTheRead);
  });

  test('say what happens past them with codes that there are, and why', () => {
    for (const [, , , , past = '', reason = ''] of rows) {
      const code = /^`([a-z0-9-]+)`$/.exec(past)?.[1];
      if (code !== undefined) expect(Object.keys(VERDICT_OF_CODE)).toContain(code);
      expect(reason).toMatch(/\w/);
    }
  });
});
