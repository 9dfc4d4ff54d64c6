import { describe, expect, test } from '@jest/globals';
import { annotationsOf } from '../../../src/report/annotations.js';
import { itemKey } from '../../../src/core/item.js';
import { changed, CONTEXT, failed, field, report, whole } from './reports.js';

/** What every change of a drift ends with: the way to go on, on a line of its own. */
const WAY =
  "\nIf the change is meant, approve it by committing a new baseline: witnessmark mark --command 'node server.js' && git add witnessmark.json && git commit";

const many = (count: number, name: (index: number) => string): ReturnType<typeof changed>[] =>
  Array.from({ length: count }, (_, index) => changed('tool', `t${index}`, field(name(index))));

describe('annotations', () => {
  test('of a match are none', () => {
    expect(annotationsOf(report('match'), CONTEXT)).toEqual([]);
  });

  test('of a problem say what, which code and the way out', () => {
    const problem = { code: 'server-exited', message: 'it ended', hint: 'Look.' } as const;
    expect(annotationsOf(failed('unreadable', problem), CONTEXT)).toEqual([
      {
        level: 'error',
        title: 'witnessmark: unreadable',
        message: 'it ended [server-exited]. Look.',
      },
    ]);
  });

  test('stand at the line of the item in the baseline, where it has one', () => {
    const changes = [changed('tool', 'a', field('description')), whole('tool', 'b', 'added')];
    const baselineLines = new Map([[itemKey({ kind: 'tool', id: 'a' }), 31]]);
    expect(annotationsOf(report('drift', changes, { baselineLines }), CONTEXT)).toEqual([
      {
        level: 'error',
        title: 'tool b: added',
        message: `the server says it and the baseline does not have it${WAY}`,
      },
      {
        level: 'error',
        title: 'tool a: description',
        message: `description changed (text)${WAY}`,
        line: 31,
      },
    ]);
  });

  test('put hidden characters first and say so', () => {
    const changes = [
      whole('tool', 'a', 'removed'),
      changed('tool', 'b', field('description', ['hidden', 'text'])),
    ];
    expect(annotationsOf(report('drift', changes), CONTEXT).map(({ message }) => message)).toEqual([
      `HIDDEN characters: description changed (hidden+text)${WAY}`,
      `the baseline has it and the server does not say it${WAY}`,
    ]);
  });

  test.each([
    [10, 10, 'tool t9: x', 'x changed (text)'],
    [11, 1, '11 tools: x', 'x changed (text) (t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10)'],
  ])('of %i items that changed alike are %i', (count, annotations, title, last) => {
    const found = annotationsOf(
      report(
        'drift',
        many(count, () => 'x'),
      ),
      CONTEXT,
    );
    expect(found).toHaveLength(annotations);
    expect(found.at(-1)).toEqual({ level: 'error', title, message: `${last}${WAY}` });
  });

  test.each([
    [10, 10, `x9 changed (text)${WAY}`],
    [11, 10, 'and 2 more items: the summary of this run lists them'],
    [60, 10, 'and 51 more items: the summary of this run lists them'],
  ])('of %i items that changed apart are %i', (count, annotations, last) => {
    const found = annotationsOf(
      report(
        'drift',
        many(count, (index) => `x${index}`),
      ),
      CONTEXT,
    );
    expect(found).toHaveLength(annotations);
    expect(found.at(-1)?.message).toBe(last);
  });

  test('of other conditions come first, and there are ten in all', () => {
    const found = annotationsOf(
      report(
        'incomparable',
        many(10, (index) => `x${index}`),
        { conditions: ['client'] },
      ),
      CONTEXT,
    );
    expect(found).toHaveLength(10);
    expect(found[0]?.message).toBe(
      'the server was read under other conditions than witnessmark.json records: client.',
    );
    expect(found[9]?.message).toBe('and 2 more items: the summary of this run lists them');
  });

  test('name at most three fields in the title, and every field of the message within its bound', () => {
    const fields = ['a', 'b,c', 'd:e', 'f', 'g'].map((name) => field(name));
    const [found] = annotationsOf(report('drift', [changed('tool', '::x\n', ...fields)]), CONTEXT);
    expect(found?.title).toBe('tool \\u{3A}:x\\u{A}: a, b,c, d:e and 2 more');
    expect(found?.message).toMatch(/^a changed \(text\); b,c changed \(text\); d:e .* g changed/);
  });

  test('stand a second time where one file of the pull request names the item once', () => {
    const changes = [
      changed('tool', 'a', field('description')),
      changed('tool', 'b', field('title')),
    ];
    const key = itemKey({ kind: 'tool', id: 'b' });
    const context = { ...CONTEXT, sources: new Map([[key, { file: 'src/b.ts', line: 7 }]]) };
    const found = annotationsOf(report('drift', changes), context);
    expect(found.map(({ title, file, line }) => [title, file, line])).toEqual([
      ['tool a: description', undefined, undefined],
      ['tool b: title', undefined, undefined],
      ['tool b: title', 'src/b.ts', 7],
    ]);
    expect(found[2]?.message).toBe(found[1]?.message);
  });

  test('in the sources take the room that is left, and none of a group', () => {
    const changes = many(8, (index) => `x${index}`);
    const sources = new Map(
      changes.map(({ kind, id }, line) => [itemKey({ kind, id }), { file: 'f', line: line + 1 }]),
    );
    const found = annotationsOf(report('drift', changes), { ...CONTEXT, sources });
    expect(found.map(({ line }) => line)).toEqual([...Array<undefined>(8).fill(undefined), 1, 2]);
    const alike = many(11, () => 'x');
    expect(annotationsOf(report('drift', alike), { ...CONTEXT, sources })).toHaveLength(1);
  });

  test('where verdicts are only reported are warnings, and the first says so; a match too', () => {
    const context = { ...CONTEXT, isReportOnly: true };
    const found = annotationsOf(
      report(
        'drift',
        many(12, (index) => `x${index}`),
      ),
      context,
    );
    expect(found).toHaveLength(10);
    expect(new Set(found.map(({ level }) => level))).toEqual(new Set(['warning']));
    expect(found[0]?.message).toBe('Report only: this step passes although the verdict is drift.');
    expect(found[9]?.message).toBe('and 4 more items: the summary of this run lists them');
    expect(annotationsOf(report('match'), context)).toEqual([
      {
        level: 'warning',
        title: 'witnessmark: match',
        message: 'Report only: this step passes whatever the server says.',
      },
    ]);
  });
});
