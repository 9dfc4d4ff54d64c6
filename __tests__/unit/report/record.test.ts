import { expect, test } from '@jest/globals';
import { renderRecord } from '../../../src/report/record.js';
import { changed, failed, field, report } from './reports.js';

const parsed = (text: string): Readonly<Record<string, unknown>> =>
  JSON.parse(text) as Readonly<Record<string, unknown>>;

test('a record names what changed, by kind, field, grade and property', () => {
  const change = changed(
    'tool',
    'a',
    field('inputSchema', ['shape', 'text'], [{ name: 'path', change: 'removed' }]),
  );
  expect(parsed(renderRecord([report('drift', [change])]))).toMatchObject({
    format: 'witnessmark/1',
    verdict: 'drift',
    servers: [
      {
        server: 'default',
        verdict: 'drift',
        surface: 'sha256:03',
        capture: { reads: 1, isolation: { layout: '1', mechanism: 'bwrap' } },
        items: [
          { kind: 'prompt', id: 'p', digest: 'sha256:00', fields: { description: 'sha256:01' } },
          { kind: 'tool', id: 'a' },
          { kind: 'tool', id: 'b' },
        ],
        changes: [
          {
            kind: 'tool',
            id: 'a',
            change: 'changed',
            fields: [
              {
                field: 'inputSchema',
                change: 'changed',
                grade: 'shape+text',
                properties: [{ name: 'path', change: 'removed' }],
              },
            ],
          },
        ],
        problem: null,
      },
    ],
  });
});

test('the worst verdict of several servers is that of the record; of none it is usage', () => {
  const problem = { code: 'server-exited', message: 'm', hint: 'h' } as const;
  const both = [report('drift'), failed('unreadable', problem)];
  expect(parsed(renderRecord(both))).toMatchObject({
    verdict: 'unreadable',
    servers: [{ problem: null }, { problem, items: null, capture: null, surface: null }],
  });
  expect(parsed(renderRecord([]))).toMatchObject({ verdict: 'usage', servers: [] });
});

test('a record is safe to print, and still says the names as they are', () => {
  const names = ['::error::x', '##[error]x', '\u202e\u200b', '\u{e0041}', '\u0085::x', '__proto__'];
  const text = renderRecord([
    report(
      'drift',
      names.map((name) => changed('tool', name, field(name))),
    ),
  ]);
  expect(text).not.toMatch(/::|##\[/);
  expect(text).not.toMatch(/[\u007f-\u009f\u200b-\u200f\u202a-\u202e]|[\u{e0000}-\u{e0fff}]/u);
  const { servers } = parsed(text) as {
    readonly servers: readonly [{ readonly changes: readonly { readonly id: string }[] }];
  };
  expect(servers[0].changes.map(({ id }) => id)).toEqual(names);
});
