import { describe, expect, test } from '@jest/globals';
import type { Baseline } from '../../../src/core/baseline.js';
import {
  CONDITIONS,
  conditionsOf,
  differingConditions,
  type Capture,
  type ConditionValue,
} from '../../../src/core/capture.js';
import type { Item } from '../../../src/core/item.js';
import { isDifferentialFinding, judge } from '../../../src/core/verdict.js';
import { tools } from './surfaces.js';

const CAPTURE: Capture = {
  observedAt: '2026-11-30T12:00:00Z',
  transport: 'stdio',
  protocol: { requested: '2026-07-28', negotiated: '2025-11-25' },
  pages: { read: 3, complete: true },
  clientCapabilities: ['roots'],
  client: 'full/1',
  surface: ['tools'],
  launch: {
    package: 'p',
    resolvedVersion: '1.0.0',
    command: 'npx',
    args: ['-y', 'p@1.0.0'],
    envNames: ['KEY'],
    envValues: 'placeholder',
    network: 'none',
    home: '/home/wmhome',
  },
  isolation: { layout: 'box/1', mechanism: 'bwrap' },
  runtime: { platform: 'linux', arch: 'x64' },
  placeholderSet: '1',
  reads: 2,
  reader: { name: 'witnessmark', version: '0.1.0' },
};

const READING = {
  server: 'default',
  conditions: conditionsOf(CAPTURE),
  items: tools(
    { name: 'read', description: 'd', inputSchema: { type: 'object', properties: { p: {} } } },
    { name: 'odd', description: 'a\u200b\u200b', inputSchema: { type: 'object' } },
  ),
};

function baseline(change: Partial<Baseline> = {}, edit = (item: Item): Item => item): Baseline {
  return {
    server: 'default',
    conditions: READING.conditions,
    items: READING.items.map((item) => ({ ...edit(item), firstSeen: '2026-01-01' })),
    ...change,
  };
}

describe('judge (FORMAT 3.6, 5)', () => {
  test('match: everything a reading determines is equal; the date and the order are not among it', () => {
    expect(judge(baseline(), READING)).toEqual({ kind: 'match' });
    expect(judge({ ...baseline(), items: [...baseline().items].reverse() }, READING)).toEqual({
      kind: 'match',
    });
    expect(judge(baseline({ items: [] }), { ...READING, items: [] })).toEqual({ kind: 'match' });
  });

  test('drift: an item or a field differs', () => {
    const judgement = judge(baseline({ items: [] }), READING);
    expect(judgement.kind).toBe('drift');
    expect(judgement.kind === 'drift' && judgement.changes).toHaveLength(2);
  });

  const onRead =
    (change: (item: Item) => Partial<Item>) =>
    (item: Item): Item =>
      item.id === 'read' ? { ...item, ...change(item) } : item;
  const without = (map: ReadonlyMap<string, string>, key: string): Map<string, string> =>
    new Map([...map].filter(([name]) => name !== key));
  const shape = 'inputSchema/shape';

  test.each([
    [
      'a stale aspect',
      onRead(({ aspects }) => ({ aspects: new Map(aspects).set(shape, '0'.repeat(32)) })),
    ],
    ['an aspect too few', onRead(({ aspects }) => ({ aspects: without(aspects, shape) }))],
    [
      'an aspect too many',
      onRead(({ aspects }) => ({
        aspects: new Map(aspects).set('description/invisible', '0'.repeat(32)),
      })),
    ],
    [
      'a stale property',
      onRead(({ aspects }) => ({
        aspects: new Map(aspects).set('inputSchema/properties/p', '0'.repeat(16)),
      })),
    ],
    [
      'a property too many',
      onRead(({ aspects }) => ({
        aspects: new Map(aspects).set('inputSchema/properties/q', '0'.repeat(16)),
      })),
    ],
    ['a finding too many', onRead(() => ({ findings: ['invisible-characters:description'] }))],
    ['a finding too few', (item: Item): Item => ({ ...item, findings: [] })],
  ])('inconsistent: %s', (_about, edit) => {
    const judgement = judge(baseline({}, edit), READING);
    expect(judgement.kind).toBe('inconsistent');
    expect(judgement.kind === 'inconsistent' && judgement.problem.code).toBe(
      'baseline-inconsistent',
    );
  });

  test('inconsistent: names the item, and says how many more', () => {
    const judgement = judge(
      baseline({}, (item) => ({ ...item, aspects: new Map() })),
      READING,
    );
    expect(judgement.kind === 'inconsistent' && judgement.problem.message).toContain(
      'tool odd and 1 more',
    );
  });

  test('inconsistent: the baseline of another server', () => {
    const judgement = judge(baseline({ server: 'other' }), READING);
    expect(judgement.kind === 'inconsistent' && judgement.problem.code).toBe(
      'baseline-inconsistent',
    );
  });

  test('an allowance in the file that the reading does not have is drift, and the reverse', () => {
    const unstable = (item: Item): Item => ({
      ...item,
      fields: new Map(item.fields).set('description', 'unstable'),
      aspects: without(item.aspects, 'description/visible'),
    });
    expect(judge(baseline({}, onRead(unstable)), READING).kind).toBe('drift');
    const allowed = { ...READING, items: READING.items.map(onRead(unstable)) };
    expect(judge(baseline(), allowed).kind).toBe('drift');
    expect(judge(baseline({}, onRead(unstable)), allowed).kind).toBe('match');
  });

  test('findings that take two readers decide nothing', () => {
    const findings = ['quotes-home:description', 'quotes-placeholder:description', 'varies:item'];
    expect(
      judge(
        baseline(
          {},
          onRead(() => ({ findings })),
        ),
        READING,
      ).kind,
    ).toBe('match');
    for (const finding of findings) expect(isDifferentialFinding(finding)).toBe(true);
    for (const finding of [
      'inexact-number:quotes-home:x',
      'no-identifier',
      'varies',
      'quotes-home',
      'duplicate-member:varies:x',
      'Varies:x',
    ]) {
      expect(isDifferentialFinding(finding)).toBe(false);
    }
  });
});

describe('comparable (FORMAT 4.3)', () => {
  /** The members that FORMAT 4.3 names, each with another value. */
  const others: readonly (readonly [string, ConditionValue | undefined])[] = [
    ['transport', 'streamable-http'],
    ['endpoint', 'http://127.0.0.1:{port}/mcp'],
    ['headerNames', ['authorization']],
    ['protocol.negotiated', '2024-11-05'],
    ['protocol.versionHeader', true],
    ['pages.complete', false],
    ['clientCapabilities', []],
    ['client', 'none/1'],
    ['surface', ['tools', 'prompts']],
    ['launch.resolvedVersion', undefined],
    ['launch.command', 'node'],
    ['launch.args', ['p@1.0.0', '-y']],
    ['launch.envNames', ['KEY', 'OTHER']],
    ['launch.envValues', 'real'],
    ['launch.network', 'full'],
    ['launch.home', '/root'],
    ['isolation.layout', 'plain/1'],
    ['runtime.platform', 'darwin'],
    ['placeholderSet', '2'],
  ];

  test('these are all', () => {
    expect(CONDITIONS.map(({ name }) => name)).toEqual(others.map(([name]) => name));
  });

  test.each(others)('%s decides alone', (name, value) => {
    const conditions = new Map(READING.conditions);
    if (value === undefined) conditions.delete(name);
    else conditions.set(name, value);
    expect(differingConditions(conditions, READING.conditions)).toEqual([name]);
    expect(differingConditions(READING.conditions, conditions)).toEqual([name]);
    expect(judge(baseline({ conditions }), READING)).toEqual({
      kind: 'incomparable',
      conditions: [name],
      changes: [],
    });
    expect(judge(baseline(), { ...READING, conditions })).toEqual({
      kind: 'incomparable',
      conditions: [name],
      changes: [],
    });
  });

  test('all that differ are named, in order, and what changed is listed', () => {
    const conditions = new Map(READING.conditions)
      .set('transport', 'sse')
      .set('placeholderSet', '0');
    const judgement = judge(baseline({ conditions, items: [] }), READING);
    expect(judgement.kind === 'incomparable' && judgement.conditions).toEqual([
      'transport',
      'placeholderSet',
    ]);
    expect(judgement.kind === 'incomparable' && judgement.changes).toHaveLength(2);
  });

  test('an incomplete list is comparable with nothing, not with itself either', () => {
    const conditions = new Map(READING.conditions).set('pages.complete', false);
    expect(differingConditions(conditions, conditions)).toEqual(['pages.complete']);
    expect(differingConditions(new Map(), new Map())).toEqual(['pages.complete']);
  });

  test('the rest of the capture block decides nothing', () => {
    const other: Capture = {
      ...CAPTURE,
      observedAt: '2027-01-01T00:00:00Z',
      protocol: { ...CAPTURE.protocol, requested: '2025-06-18' },
      pages: { ...CAPTURE.pages, read: 1 },
      launch: { ...CAPTURE.launch, package: 'q' },
      isolation: { layout: CAPTURE.isolation?.layout ?? '', mechanism: 'docker' },
      runtime: { platform: CAPTURE.runtime?.platform ?? '', arch: 'arm64' },
      reads: 1,
      reader: { name: 'other', version: '9' },
    };
    expect(differingConditions(conditionsOf(CAPTURE), conditionsOf(other))).toEqual([]);
  });
});
