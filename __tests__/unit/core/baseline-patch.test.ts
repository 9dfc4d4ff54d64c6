import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderBaseline, type Baseline } from '../../../src/core/baseline.js';
import type { BaselineItem } from '../../../src/core/baseline-item.js';
import { baselineHunks } from '../../../src/core/baseline-patch.js';

const directory = mkdtempSync(join(tmpdir(), 'witnessmark-patch-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function tool(id: string, fields: Readonly<Record<string, string>>): BaselineItem {
  return {
    kind: 'tool',
    id,
    firstSeen: '2026-01-02',
    fields: new Map(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))),
    aspects: new Map(),
    findings: [],
  };
}

function baseline(items: readonly BaselineItem[], client = 'full/1'): Baseline {
  return { server: 'default', conditions: new Map([['client', client]]), items };
}

/** What git makes of a text and the hunks; throws where they do not apply. */
function applied(before: Baseline, after: Baseline): string {
  const hunks = baselineHunks(before, after) ?? [];
  const text = renderBaseline(before);
  if (hunks.length === 0) return text;
  writeFileSync(join(directory, 'b.json'), text);
  const lines = hunks.flatMap(({ head, lines: own }) => [head, ...own]);
  writeFileSync(
    join(directory, 'p.diff'),
    ['--- a/b.json', '+++ b/b.json', ...lines, ''].join('\n'),
  );
  execFileSync('git', ['apply', '--unidiff-zero', 'p.diff'], { cwd: directory });
  return readFileSync(join(directory, 'b.json'), 'utf8');
}

describe('the patch of a baseline', () => {
  test('has one line of each side for a changed field, with three lines around it', () => {
    const before = baseline([tool('a', { description: 'sha256:1', title: 'sha256:2' })]);
    const after = baseline([tool('a', { description: 'sha256:3', title: 'sha256:2' })]);
    expect(baselineHunks(before, after)).toEqual([
      {
        head: '@@ -10,7 +10,7 @@',
        lines: [
          '       "id": "a",',
          '       "firstSeen": "2026-01-02",',
          '       "fields": {',
          '-        "description": "sha256:1",',
          '+        "description": "sha256:3",',
          '         "title": "sha256:2"',
          '       },',
          '       "aspects": {},',
        ],
      },
    ]);
  });

  test('is empty where nothing differs', () => {
    const both = baseline([tool('a', { x: '1' })]);
    expect(baselineHunks(both, both)).toEqual([]);
  });

  test('replaces an item of very many lines as a whole', () => {
    const fields = (digest: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, digest]));
    const [before, after] = [
      baseline([tool('a', fields('1'))]),
      baseline([tool('a', fields('2'))]),
    ];
    expect(applied(before, after)).toBe(renderBaseline(after));
  });

  test('is not made of files that are too large', () => {
    const items = Array.from({ length: 10_000 }, (_, index) =>
      tool(`${index}`, { description: `sha256:${'1'.repeat(2_000)}` }),
    );
    expect(baselineHunks(baseline(items), baseline([]))).toBeUndefined();
  });

  test('applied by git gives the other file, whatever came, went, changed or shares a name', () => {
    const item = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      field: fc.constantFrom('x', 'y'),
      digest: fc.constantFrom('1', '2'),
    });
    const side = fc
      .tuple(fc.array(item, { maxLength: 8 }), fc.constantFrom('full/1', 'none/1'))
      .map(([items, client]) =>
        baseline(
          items.map(({ id, field, digest }) => tool(id, { description: '0', [field]: digest })),
          client,
        ),
      );
    fc.assert(
      fc.property(side, side, (before, after) => {
        expect(applied(before, after)).toBe(renderBaseline(after));
      }),
      { numRuns: 60 },
    );
  });
});
