import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { VERDICT_OF_CODE } from '../../src/errors.js';
import { EXIT_CODES } from '../../src/exit-codes.js';

const page = readFileSync(new URL('../../docs/TROUBLESHOOTING.md', import.meta.url), 'utf8');

describe('docs/TROUBLESHOOTING.md', () => {
  test('explains every error code under the verdict and exit code that it ends with, and no other', () => {
    const found: Record<string, number> = {};
    for (const chapter of page.split(/^## /m)) {
      const exit = /^\w+ \(exit (\d+)\)/.exec(chapter)?.[1];
      if (exit === undefined) continue;
      for (const [, code = ''] of chapter.matchAll(/^### `([a-z0-9-]+)`$/gm))
        found[code] = Number(exit);
    }
    const expected = Object.fromEntries(
      Object.entries(VERDICT_OF_CODE).map(([code, verdict]) => [code, EXIT_CODES[verdict]]),
    );
    expect(found).toEqual(expected);
  });

  test('gives each code a fix', () => {
    const sections = page.split(/^### /m).slice(1);
    const codes = sections.filter((section) =>
      Object.hasOwn(VERDICT_OF_CODE, /^`([^`]+)`/.exec(section)?.[1] ?? ''),
    );
    expect(codes).toHaveLength(Object.keys(VERDICT_OF_CODE).length);
    for (const section of codes) expect(section).toMatch(/\*Fix\.\* \S/);
  });
});
