import { describe, expect, test } from '@jest/globals';
import { approvalOf, isNothing } from '../../../src/core/approval.js';
import type { Baseline } from '../../../src/core/baseline.js';
import type { BaselineItem } from '../../../src/core/baseline-item.js';
import { originOf } from '../../../src/core/origin.js';

const D = (digit: string): string => `sha256:${digit.repeat(64)}`;

function tool(
  id: string,
  fields: Readonly<Record<string, string>> = { description: D('1') },
  rest: Partial<BaselineItem> = {},
): BaselineItem {
  return {
    kind: 'tool',
    id,
    firstSeen: '2026-01-02',
    fields: new Map(Object.entries(fields)),
    aspects: new Map(),
    findings: [],
    ...rest,
  };
}

function baseline(items: readonly BaselineItem[], rest: Partial<Baseline> = {}): Baseline {
  const conditions = new Map<string, string | boolean>([
    ['client', 'full/1'],
    ['pages.complete', true],
  ]);
  return { server: 'default', conditions, items, ...rest };
}

describe('what a baseline approves', () => {
  test('is nothing where the base says the same', () => {
    const both = baseline([tool('a')]);
    const approval = approvalOf(both, baseline([tool('a')]));
    expect(isNothing(approval)).toBe(true);
  });

  test('are the items and fields that differ', () => {
    const base = baseline([tool('a'), tool('b'), tool('c')]);
    const head = baseline([tool('a', { description: D('2') }), tool('b'), tool('d')]);
    const { changes, ...rest } = approvalOf(base, head);
    expect(
      changes.map(({ id, change, fields }) => [id, change, fields.map(({ field }) => field)]),
    ).toEqual([
      ['a', 'changed', ['description']],
      ['c', 'removed', []],
      ['d', 'added', []],
    ]);
    expect(rest).toEqual({
      isFirst: false,
      isRenamed: false,
      allowances: [],
      dates: [],
      conditions: [],
      restated: [],
    });
  });

  test('are allowances that the base does not have, of new items too', () => {
    const base = baseline([tool('a', { x: 'unstable', y: D('1') }), tool('b')]);
    const head = baseline([
      tool('a', { x: 'unstable', y: 'unstable' }),
      tool('b'),
      tool('c', { '*': 'unstable' }),
    ]);
    expect(approvalOf(base, head).allowances).toEqual([
      { kind: 'tool', id: 'a', field: 'y' },
      { kind: 'tool', id: 'c', field: '*' },
    ]);
  });

  test('are dates that moved, in either direction, and not those of new items', () => {
    const base = baseline([tool('a'), tool('b')]);
    const head = baseline([
      tool('a', undefined, { firstSeen: '2025-01-02' }),
      tool('b', { description: D('2') }, { firstSeen: '2026-11-30' }),
      tool('c', undefined, { firstSeen: '2020-01-01' }),
    ]);
    expect(approvalOf(base, head).dates).toEqual([
      { kind: 'tool', id: 'a', before: '2026-01-02', after: '2025-01-02' },
      { kind: 'tool', id: 'b', before: '2026-01-02', after: '2026-11-30' },
    ]);
  });

  test('are conditions, another name, and lines besides fields and dates', () => {
    const base = baseline([tool('a'), tool('b')]);
    const head = baseline(
      [tool('a', undefined, { findings: ['quotes-home:description'] }), tool('b')],
      {
        server: 'other',
        conditions: new Map<string, string | boolean>([
          ['client', 'none/1'],
          ['pages.complete', true],
        ]),
      },
    );
    const approval = approvalOf(base, head);
    expect(approval.conditions).toEqual(['client']);
    expect(approval.isRenamed).toBe(true);
    expect(approval.restated).toEqual([{ kind: 'tool', id: 'a' }]);
    expect(approval.changes).toEqual([]);
  });

  test('of a first baseline are its allowances; its items are all new', () => {
    const head = baseline([tool('a', { x: 'unstable' }), tool('b')]);
    expect(approvalOf(undefined, head)).toEqual({
      isFirst: true,
      isRenamed: false,
      allowances: [{ kind: 'tool', id: 'a', field: 'x' }],
      dates: [],
      conditions: [],
      changes: [],
      restated: [],
    });
  });

  test('is told of items that share an identifier, equal ones paired first', () => {
    const base = baseline([tool('a'), tool('a', { description: D('2') })]);
    const head = baseline([tool('a', { description: D('2') }), tool('a', { description: D('3') })]);
    const { changes, dates } = approvalOf(base, head);
    expect(changes).toHaveLength(1);
    expect(dates).toEqual([]);
  });
});

describe('where a mismatch comes from', () => {
  const refs = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ kind: 'tool' as const, id }));

  test('is told apart by what the base records', () => {
    const [one, two, three] = ['1', '2', '3'].map((digit) => ({ description: D(digit) }));
    // a: the server moved; b: only the baseline moved; c: both moved; d: gone from the baseline; e: new in the server.
    const base = baseline([tool('a', one), tool('b', one), tool('c', one), tool('d', one)]);
    const head = baseline([tool('a', one), tool('b', two), tool('c', two)]);
    const reading = [
      tool('a', two),
      tool('b', one),
      tool('c', three),
      tool('d', one),
      tool('e', one),
    ];
    const { onlyBaseline, asAtBase } = originOf(refs, base, head, reading);
    expect(onlyBaseline.map(({ id }) => id)).toEqual(['b', 'd']);
    expect(asAtBase.map(({ id }) => id)).toEqual(['a', 'e']);
  });
});
