import { describe, expect, test } from '@jest/globals';
import { BackMapper, idFieldOf, quoteFindings, type Factor } from '../../../src/core/map-back.js';
import type { ItemKind } from '../../../src/core/surface.js';

const FACTORS: readonly Factor[] = [
  { name: 'user', a: 'ann', b: 'wqqq' },
  { name: 'home', a: '/home/ann x', b: '/home/wzzz y' },
  { name: 'directory', a: '/srv/a', b: '/home/wzzz y/code' },
  { name: 'uid', a: '1000', b: '34567' },
];

function mapped(text: string, factors = FACTORS, kind: ItemKind = 'tool'): string {
  return new BackMapper(factors).map({ kind, text }).definition.text;
}

describe('BackMapper (SANDBOX, "The differential read")', () => {
  test.each([
    ['raw', '{"d":"by wqqq"}', '{"d":"by ann"}'],
    ['every place', '{"d":"wqqq wqqqwqqq"}', '{"d":"ann annann"}'],
    ['URL-encoded', '{"d":"?p=%2Fhome%2Fwzzz%20y&u"}', '{"d":"?p=%2Fhome%2Fann%20x&u"}'],
    ['the longest first', '{"d":"/home/wzzz y/code /home/wzzz y"}', '{"d":"/srv/a /home/ann x"}'],
    ['a member name', '{"x wqqq":1}', '{"x ann":1}'],
    [
      'a deep member name and value',
      '{"a":[{"wqqq":{"b":["wqqq"]}}]}',
      '{"a":[{"ann":{"b":["ann"]}}]}',
    ],
    ['an id', '{"name":"t_wqqq"}', '{"name":"t_ann"}'],
    ['a number', '{"uid":34567,"s":"34567"}', '{"s":"1000","uid":1000}'],
    ['a negative number', '{"n":-34567}', '{"n":-1000}'],
    ['a string that JSON writes with escapes', '{"d":"\\u0077qqq"}', '{"d":"ann"}'],
    ['nothing that is not there', '{"a":null,"b":true,"c":[1.5]}', '{"a":null,"b":true,"c":[1.5]}'],
    ['what is no object', '["wqqq",34567]', '["ann",1000]'],
  ])('maps %s', (_name, text, expected) => {
    expect(mapped(text)).toBe(expected);
  });

  test('replaces each place once: what came in is not looked at again', () => {
    const factors = [
      { name: 'user', a: 'wtwo', b: 'wone' },
      { name: 'host', a: 'wone', b: 'wtwo' },
    ];
    expect(mapped('{"d":"wone wtwo"}', factors)).toBe('{"d":"wtwo wone"}');
  });

  test("never touches reader A's values", () => {
    expect(mapped('{"d":"ann in /home/ann x, 1000 times"}')).toBe(
      '{"d":"ann in /home/ann x, 1000 times"}',
    );
  });

  test('takes values that look like patterns or replacements for what they are', () => {
    const factors = [{ name: 'home', a: '$&$1', b: 'w.*[x]^(y)|\\d-/+?{2}' }];
    expect(mapped('{"d":"wabc w.*[x]^(y)|\\\\d-/+?{2}"}', factors)).toBe('{"d":"wabc $&$1"}');
  });

  test('maps nothing without factors', () => {
    expect(mapped('{"d":"wqqq"}', [])).toBe('{"d":"wqqq"}');
  });

  test('names the factors by field, each once, the identifier among them', () => {
    const found = new BackMapper(FACTORS).map({
      kind: 'tool',
      text: '{"name":"wqqq","description":"wqqq, %2Fhome%2Fwzzz%20y, wqqq","title":"x","_meta":{"a":34567}}',
    });
    expect([...found.factors]).toEqual([
      ['name', ['user']],
      ['description', ['home', 'user']],
      ['title', []],
      ['_meta', ['uid']],
    ]);
    expect(quoteFindings(found, 'description')).toEqual([
      'quotes-home:description',
      'quotes-user:description',
    ]);
    expect(quoteFindings(found, 'title')).toEqual([]);
    expect(quoteFindings(found, 'absent')).toEqual([]);
  });

  test('counts a member twice served, and a name that had to be mapped, as one field', () => {
    const { factors } = new BackMapper(FACTORS).map({
      kind: 'tool',
      text: '{"d":"wqqq","d":34567,"x wqqq":"/home/wzzz y"}',
    });
    expect([...factors]).toEqual([
      ['d', ['uid', 'user']],
      ['x ann', ['home', 'user']],
    ]);
  });

  test('names a factor once that has two values, and the first of two factors with one value', () => {
    const factors = [
      { name: 'home', a: '/home/ann', b: '/home/wone' },
      { name: 'home', a: 'ann', b: 'wone' },
      { name: 'user', a: 'bob', b: 'wone' },
    ];
    const found = new BackMapper(factors).map({
      kind: 'tool',
      text: '{"d":"/home/wone is of wone"}',
    });
    expect(found.definition.text).toBe('{"d":"/home/ann is of ann"}');
    expect(found.factors.get('d')).toEqual(['home']);
  });

  test('attributes what is no object to the field it is recorded as', () => {
    const found = new BackMapper(FACTORS).map({ kind: 'prompt', text: '"wqqq"' });
    expect([...found.factors]).toEqual([['value', ['user']]]);
  });
});

test('the member that identifies an item of each kind', () => {
  const fields = (['server', 'tool', 'prompt', 'resource', 'resourceTemplate'] as const).map(
    (kind) => idFieldOf({ kind, text: '{}' }),
  );
  expect(fields).toEqual([undefined, 'name', 'name', 'uri', 'uriTemplate']);
});
