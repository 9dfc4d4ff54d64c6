import { describe, expect, test } from '@jest/globals';
import { annotationsOf } from '../../../src/report/annotations.js';
import { itemKey } from '../../../src/core/item.js';
import { changed, CONTEXT, failed, field, report, whole } from './reports.js';

const many = (count: number, name: (index: number) => string): ReturnType<typeof changed>[] =>
  Array.from({ length: count }, (_, index) => changed('tool', `t${index}`, field(name(index))));

describe('annotations', () => {
  test('of a match are none', () => {
    expect(annotationsOf(report('match'), CONTEXT)).toEqual([]);
  });

  test('of a problem say what, which code and the way out', () => {
    const problem = { code: 'server-exited', message: 'it ended', hint: 'Look.' } as const;
    expect(annotationsOf(failed('unreadable', problem), CONTEXT)).toEqual([
      { title: 'witnessmark: unreadable', message: 'it ended [server-exited]. Look.' },
    ]);
  });

  test('stand at the line of the item in the baseline, where it has one', () => {
    const changes = [changed('tool', 'a', field('description')), whole('tool', 'b', 'added')];
    const baselineLines = new Map([[itemKey({ kind: 'tool', id: 'a' }), 31]]);
    expect(annotationsOf(report('drift', changes, { baselineLines }), CONTEXT)).toEqual([
      { title: 'witnessmark: drift', message: 'tool b added' },
      {
        title: 'witnessmark: drift',
        message: 'tool a changed: description changed (text)',
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
      'HIDDEN characters: tool b changed: description changed (hidden+text)',
      'tool a removed',
    ]);
  });

  test.each([
    [10, 10, 'tool t9 changed: x changed (text)'],
    [11, 1, '11 tools changed: x changed (text) (t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10)'],
  ])('of %i items that changed alike are %i', (count, annotations, last) => {
    const found = annotationsOf(
      report(
        'drift',
        many(count, () => 'x'),
      ),
      CONTEXT,
    );
    expect(found).toHaveLength(annotations);
    expect(found.at(-1)?.message).toBe(last);
  });

  test.each([
    [10, 10, 'tool t9 changed: x9 changed (text)'],
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
});
