import { describe, expect, test } from '@jest/globals';
import type { Factor } from '../../../src/core/map-back.js';
import { readerDependences } from '../../../src/core/reader-dependence.js';
import type { Definition, ItemKind } from '../../../src/core/surface.js';

const FACTORS: readonly Factor[] = [
  { name: 'home', a: '/home/ann', b: '/home/wzzz' },
  { name: 'user', a: 'ann', b: 'wqqq' },
  { name: 'placeholder', a: 'fake-key', b: 'wkey' },
];

const defined =
  (kind: ItemKind) =>
  (value: unknown): Definition => ({
    kind,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  });
const tool = defined('tool');
const resource = defined('resource');

/** Findings by the place of the definition in A's list, and the ids that only B has. */
function dependences(
  a: readonly Definition[],
  b: readonly Definition[],
  factors = FACTORS,
): { findings: (readonly [number, readonly string[]])[]; onlyB: (string | null)[] } {
  const { findings, onlyB } = readerDependences(a, b, factors);
  return {
    findings: [...findings]
      .map(([definition, found]) => [a.indexOf(definition), found] as const)
      .sort(([x], [y]) => x - y),
    onlyB: onlyB.map(({ id }) => id),
  };
}

const NONE = { findings: [], onlyB: [] };

describe('readerDependences (FORMAT 4.5)', () => {
  test.each<[string, Definition[], Definition[]]>([
    ['equal texts', [tool({ name: 'x', d: 1 })], [tool({ name: 'x', d: 1 })]],
    ['another order of members', [tool('{"name":"x","d":1}')], [tool('{"d":1,"name":"x"}')]],
    ['another order of items', [tool({ name: 'x' }), tool({ name: 'y' })], [tool({ name: 'y' }), tool({ name: 'x' })]],
    ['duplicates in another order', [tool({ name: 'x', d: 1 }), tool({ name: 'x', d: 2 })], [tool({ name: 'x', d: 2 }), tool({ name: 'x', d: 1 })]],
    ['nothing at all', [], []],
    ["A's ordinary words in both", [tool({ name: 'x', d: 'ann has a fake-key' })], [tool({ d: 'ann has a fake-key', name: 'x' })]],
  ])('%s depend on nobody', (_name, a, b) => {
    expect(dependences(a, b)).toEqual(NONE);
  }); // prettier-ignore

  test('a field equal after mapping back quotes the factors that were replaced, and only those', () => {
    const a = [tool({ name: 'x', description: 'ann in /home/ann', title: 'ann' })];
    const b = [tool({ name: 'x', description: 'wqqq in /home/wzzz', title: 'ann' })];
    expect(dependences(a, b)).toEqual({
      findings: [[0, ['quotes-home:description', 'quotes-user:description']]],
      onlyB: [],
    });
  });

  test('a field that mapping does not make equal varies, and is blamed on nobody', () => {
    const a = [tool({ name: 'x', description: 'ann, red', title: 'one', extra: 1 })];
    const b = [tool({ name: 'x', description: 'wqqq, blue', title: 'two', more: 'wqqq' })];
    expect(dependences(a, b)).toEqual({
      findings: [[0, ['varies:description', 'varies:extra', 'varies:more', 'varies:title']]],
      onlyB: [],
    });
  });

  test("a text of A that holds one of B's words by itself is not touched", () => {
    // Were A mapped as well, both would read "ann".
    const a = [tool({ name: 'x', description: 'wqqq' })];
    const b = [tool({ name: 'x', description: 'ann' })];
    expect(dependences(a, b).findings).toEqual([[0, ['varies:description']]]);
  });

  test('a field of the same digest is not blamed although mapping would change it', () => {
    const a = [tool({ name: 'x', title: 'says wqqq', description: 'ann' })];
    const b = [tool({ name: 'x', title: 'says wqqq', description: 'wqqq' })];
    expect(dependences(a, b).findings).toEqual([[0, ['quotes-user:description']]]);
  });

  test('a member name that quotes is a field that quotes', () => {
    const a = [tool({ name: 'x', 'for ann': true })];
    const b = [tool({ name: 'x', 'for wqqq': true })];
    expect(dependences(a, b).findings).toEqual([[0, ['quotes-user:for ann']]]);
  });

  test('the server item, and one that is no object', () => {
    const a = [defined('server')({ instructions: '/home/ann' }), defined('prompt')('"ann"')];
    const b = [defined('server')({ instructions: '/home/wzzz' }), defined('prompt')('"wqqq"')];
    expect(dependences(a, b).findings).toEqual([
      [0, ['quotes-home:instructions']],
      [1, ['quotes-user:value']],
    ]);
  });

  test('ids are paired after mapping, under the name of their member', () => {
    const a = [
      resource({ uri: 'file:///home/ann/n', name: 'n' }),
      tool({ name: 'ask_ann', description: 'ann' }),
    ];
    const b = [
      resource({ uri: 'file:///home/wzzz/n', name: 'n' }),
      tool({ name: 'ask_wqqq', description: 'wqqq' }),
    ];
    expect(dependences(a, b)).toEqual({
      findings: [
        [0, ['quotes-home:uri']],
        [1, ['quotes-user:description', 'quotes-user:name']],
      ],
      onlyB: [],
    });
  });

  test('items of only one reader, each in its own way', () => {
    const a = [tool({ name: 'both' }), tool({ name: 'a_only' })];
    const b = [tool({ name: 'both' }), tool({ name: 'b_only_wqqq' })];
    expect(dependences(a, b)).toEqual({
      findings: [[1, ['varies:item']]],
      onlyB: ['b_only_ann'],
    });
  });

  test('one name in two kinds is two items', () => {
    expect(dependences([tool({ name: 'x' })], [defined('prompt')({ name: 'x' })])).toEqual({
      findings: [[0, ['varies:item']]],
      onlyB: ['x'],
    });
  });

  test('of duplicates the equal ones pair first, the mapped ones next', () => {
    const a = [
      tool({ name: 'x', description: 'same' }),
      tool({ name: 'x', description: 'of ann' }),
    ];
    const b = [
      tool({ name: 'x', description: 'of wqqq' }),
      tool({ name: 'x', description: 'same' }),
    ];
    expect(dependences(a, b)).toEqual({
      findings: [[1, ['quotes-user:description']]],
      onlyB: [],
    });
  });

  test('a duplicate too many is an item of one reader', () => {
    const one = { name: 'x', description: 'same' };
    const a = [tool(one), tool(one), tool({ name: 'x', description: 'ann' })];
    const b = [tool(one), tool({ name: 'x', description: 'wqqq' })];
    expect(dependences(a, b)).toEqual({
      findings: [
        [1, ['varies:item']],
        [2, ['quotes-user:description']],
      ],
      onlyB: [],
    });
    expect(dependences(b.slice(0, 1), a.slice(0, 2)).onlyB).toEqual(['x']);
  });
});
