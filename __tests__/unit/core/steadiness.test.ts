import { describe, expect, test } from '@jest/globals';
import {
  applyAllowances,
  isAllowed,
  parseAllowance,
  type Allowance,
} from '../../../src/core/allowances.js';
import { fieldsHolding, unsteadyPlaces } from '../../../src/core/steadiness.js';
import type { Definition } from '../../../src/core/surface.js';
import { itemsOfKind, tools } from './surfaces.js';

const tool = (value: unknown): Definition => ({
  kind: 'tool',
  text: typeof value === 'string' ? value : JSON.stringify(value),
});

describe('unsteadyPlaces (FORMAT 4.6)', () => {
  test('nothing between equal readings, in whatever order', () => {
    const [x, y] = [tool({ name: 'x', d: 1 }), tool({ name: 'y', d: 2 })];
    expect(unsteadyPlaces([x, y], [tool('{"d":2,"name":"y"}'), x])).toEqual([]);
  });

  test('each field that differs, comes or goes, and each item that comes or goes', () => {
    const first = [
      tool({ name: 'x', description: 'one', title: 'same', gone: 1 }),
      tool({ name: 'gone' }),
    ];
    const second = [
      tool({ name: 'x', description: 'two', title: 'same', came: 1 }),
      tool({ name: 'came' }),
    ];
    const places = unsteadyPlaces(first, second);
    expect(places.map(({ kind, id, field }) => `${kind}:${id ?? ''}:${field}`).sort()).toEqual([
      'tool:came:*',
      'tool:gone:*',
      'tool:x:came',
      'tool:x:description',
      'tool:x:gone',
    ]);
    expect(new Set(places.map(({ why }) => why))).toEqual(new Set(['differs']));
  });

  test('the server item has no id', () => {
    const server = (instructions: string): Definition => ({
      kind: 'server',
      text: JSON.stringify({ instructions }),
    });
    expect(unsteadyPlaces([server('a')], [server('b')])).toEqual([
      { kind: 'server', id: null, field: 'instructions', why: 'differs' },
    ]);
  });

  test('of duplicates only what has no equal', () => {
    const [one, two, three] = [1, 2, 3].map((d) => tool({ name: 'x', d }));
    if (one === undefined || two === undefined || three === undefined) throw new Error('three');
    expect(unsteadyPlaces([one, two], [three, one])).toEqual([
      { kind: 'tool', id: 'x', field: 'd', why: 'differs' },
    ]);
    expect(unsteadyPlaces([one, two], [one])).toEqual([
      { kind: 'tool', id: 'x', field: '*', why: 'differs' },
    ]);
  });
});

describe('fieldsHolding', () => {
  const DAY = '2026-12-01';
  test.each([
    ['alone', DAY, true],
    ['in a sentence', `As of ${DAY}.`, true],
    ['before a time', `${DAY}T10:00:00Z`, true],
    ['between letters', `v${DAY}b`, true],
    ['with a digit before it', `1${DAY}`, false],
    ['with a digit behind it', `${DAY}5`, false],
    ['first within a longer number, then alone', `1${DAY} ${DAY}`, true],
    ['not there', '2026-12-02', false],
  ])('%s', (_name, description, holds) => {
    const found = fieldsHolding(tool({ name: 'x', description }), [DAY]);
    expect(found).toEqual(holds ? [{ field: 'description', text: DAY }] : []);
  });

  test('any depth, member names, the identifier, and each text that is found', () => {
    const definition = tool({
      name: 'report 2026-12-01',
      a: { b: [{ c: '1 December 2026' }] },
      d: { [DAY]: 0 },
      e: [null, true, 20261201],
      f: '2026-12-01 or 1 December 2026',
    });
    expect(fieldsHolding(definition, [DAY, '1 December 2026'])).toEqual([
      { field: 'name', text: DAY },
      { field: 'a', text: '1 December 2026' },
      { field: 'd', text: DAY },
      { field: 'f', text: DAY },
      { field: 'f', text: '1 December 2026' },
    ]);
  });

  test('what is no object, and nothing wanted', () => {
    expect(fieldsHolding(tool(`["${DAY}"]`), [DAY])).toEqual([{ field: 'value', text: DAY }]);
    expect(fieldsHolding(tool('no JSON'), [])).toEqual([]);
  });
});

describe('an item that is allowed to come and go', () => {
  const WHOLE = parseAllowance('tool:x:*');
  const recorded = (items: ReturnType<typeof tools>, allowances: readonly Allowance[]): unknown =>
    applyAllowances(items, allowances).items.map(({ id, fields, findings, aspects }) => ({
      id,
      fields: [...fields],
      findings,
      aspects: [...aspects],
    }));

  test('is recorded the same, there or not, once or twice', () => {
    const y = { name: 'y', title: 't' };
    const x = { name: 'x', description: 'd\u200b\u200b' };
    const without = recorded(tools(y), [WHOLE]);
    expect(without).toEqual([
      { id: 'x', fields: [['*', 'unstable']], findings: [], aspects: [] },
      expect.objectContaining({ id: 'y' }),
    ]);
    expect(recorded(tools(y, x), [WHOLE])).toEqual(without);
    expect(recorded(tools(y, x, { ...x, title: 't' }), [WHOLE, WHOLE])).toEqual(without);
  });

  test('has no digest of its own, and the allowance is never unused', () => {
    const { items, unused } = applyAllowances([], [WHOLE]);
    expect(unused).toEqual([]);
    expect(items.map(({ hasUnstable, itemDigest }) => ({ hasUnstable, itemDigest }))).toEqual([
      { hasUnstable: true, itemDigest: '' },
    ]);
  });

  test('leaves items of that name in other kinds alone', () => {
    const prompts = itemsOfKind('prompt', { name: 'x', title: 't' });
    const { items } = applyAllowances(prompts, [WHOLE]);
    expect(items.map(({ kind, fields }) => `${kind} ${[...fields.keys()].join()}`)).toEqual([
      'prompt title',
      'tool *',
    ]);
  });

  test.each([
    ['tool:x:*', 'tool:x:*', true],
    ['tool:x:*', 'tool:x:description', true],
    ['tool:x:description', 'tool:x:description', true],
    ['tool:x:description', 'tool:x:*', false],
    ['tool:x:description', 'tool:x:title', false],
    ['tool:x:*', 'tool:y:*', false],
    ['tool:x:*', 'prompt:x:*', false],
    ['server::*', 'server::instructions', true],
  ])('%s allows %s: %s', (allowance, place, allowed) => {
    expect(isAllowed(parseAllowance(place), [parseAllowance(allowance)])).toBe(allowed);
  });
});
