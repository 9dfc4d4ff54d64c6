import { describe, expect, test } from '@jest/globals';
import { compareSurfaces } from '../../../src/core/compare.js';
import { gradeOf, itemsOfKind, tools } from './surfaces.js';

type Row = readonly [
  about: string,
  before: string | undefined,
  after: string | undefined,
  grade: string,
];

function table(field: string, rows: readonly Row[]): void {
  test.each(rows)('%s', (_about, before, after, grade) => {
    expect(gradeOf(field, before, after)).toBe(grade);
    // Every grade is symmetric: it is about two digests, not about a direction.
    expect(gradeOf(field, after, before)).toBe(grade);
  });
}

/** A schema in which `schema` stands at a place; `%` marks the place. */
function at(place: string, schema: string): string {
  return place.replace('%', schema);
}

/** Every schema position of FORMAT 2.6. */
const SCHEMA_POSITIONS: readonly string[] = [
  '%',
  ...[
    'not',
    'if',
    'then',
    'else',
    'items',
    'contains',
    'additionalProperties',
    'unevaluatedProperties',
    'unevaluatedItems',
    'propertyNames',
    'additionalItems',
    'contentSchema',
  ].map((keyword) => `{"${keyword}":%}`),
  ...['items', 'allOf', 'anyOf', 'oneOf', 'prefixItems'].map(
    (keyword) => `{"${keyword}":[true,%]}`,
  ),
  ...[
    'properties',
    'patternProperties',
    '$defs',
    'definitions',
    'dependentSchemas',
    'dependencies',
  ].map((keyword) => `{"${keyword}":{"n":%}}`),
  '{"properties":{"a":{"items":{"anyOf":[{"not":%}]}}}}',
];

/** Places whose content is kept whole in `shape`. */
const OTHER_POSITIONS: readonly string[] = [
  '{"const":%}',
  '{"enum":[%]}',
  '{"unknown":%}',
  '{"unknown":[%]}',
  '{"dependentRequired":{"n":[%]}}',
  '{"not":[%]}',
  '{"additionalProperties":[%]}',
  '{"allOf":%}',
  '{"anyOf":{"n":%}}',
  '{"prefixItems":%}',
  '{"properties":[%]}',
  '{"$defs":[%]}',
  '{"properties":{"n":[%]}}',
  '{"allOf":[[%]]}',
];

describe('a schema: keywords that constrain nothing are text, in every schema position', () => {
  for (const place of SCHEMA_POSITIONS) {
    test.each([
      ['title', '"a"', '"b"'],
      ['description', '"a"', '"b"'],
      ['default', '1', '2'],
      ['examples', '[1]', '[2]'],
      ['deprecated', 'true', 'false'],
      ['readOnly', 'true', 'false'],
      ['writeOnly', 'true', 'false'],
      ['$id', '"urn:a"', '"urn:b"'],
      ['$comment', '"a"', '"b"'],
      ['x-vendor', '{"a":1}', '{"a":2}'],
      ['x-', '1', '2'],
    ])(`${place}: %s`, (keyword, before, after) => {
      const schema = (value: string): string =>
        at(place, `{"type":"string","${keyword}":${value}}`);
      expect(gradeOf('inputSchema', schema(before), schema(after))).toBe('text');
      // Where it was added or taken away, too.
      expect(gradeOf('outputSchema', at(place, '{"type":"string"}'), schema(after))).toBe('text');
    });
    test.each([
      ['type', '"string"', '"number"'],
      ['minLength', '1', '2'],
      ['$ref', '"#/a"', '"#/b"'],
      ['const', '1', '2'],
      ['X-Vendor', '1', '2'],
      ['titles', '1', '2'],
    ])(`${place}: %s constrains`, (keyword, before, after) => {
      const schema = (value: string): string => at(place, `{"${keyword}":${value}}`);
      expect(gradeOf('inputSchema', schema(before), schema(after))).toBe('shape');
    });
  }
});

describe('a schema: outside a schema position nothing is a keyword', () => {
  test.each(OTHER_POSITIONS)('%s', (place) => {
    for (const keyword of ['title', 'description', 'default', 'x-vendor', '$schema']) {
      const schema = (value: string): string => at(place, `{"${keyword}":${value}}`);
      expect(gradeOf('inputSchema', schema('"a"'), schema('"b"'))).toBe('shape');
    }
    // Not even a folded notation: {} and true differ, and so does the order of a required inside.
    expect(gradeOf('inputSchema', at(place, '{}'), at(place, 'true'))).toBe('shape');
    expect(
      gradeOf(
        'inputSchema',
        at(place, '{"required":["a","b"]}'),
        at(place, '{"required":["b","a"]}'),
      ),
    ).toBe('shape');
  });

  test.each([
    'annotations',
    'title',
    'description',
    'default',
    'x-a',
    '$schema',
    '__proto__',
    'toJSON',
  ])('a property named %s is a property', (name) => {
    for (const map of ['properties', '$defs', 'definitions', 'patternProperties']) {
      const schema = (value: string): string => `{"${map}":{"${name}":${value}}}`;
      const grade = (a: string, b: string): string => gradeOf('inputSchema', schema(a), schema(b));
      expect(grade('{"type":"string"}', '{"type":"number"}')).toBe('shape');
      expect(grade('{"title":"a"}', '{"title":"b"}')).toBe('text');
      expect(gradeOf('inputSchema', `{"${map}":{}}`, schema('{}'))).toBe('shape');
    }
  });
});

describe('a schema: equal notations', () => {
  table('inputSchema', [
    ['empty required and none', '{"type":"object","required":[]}', '{"type":"object"}', 'notation'],
    ['empty required inside', '{"not":{"required":[]}}', '{"not":{}}', 'notation'],
    ['required that is not an array', '{"required":{}}', '{}', 'shape'],
    ['required null', '{"required":null}', '{}', 'shape'],
    ['{} and true', '{"additionalProperties":{}}', '{"additionalProperties":true}', 'notation'],
    ['{} and true at the root', '{}', 'true', 'notation'],
    [
      '{} and true in properties',
      '{"properties":{"a":{}}}',
      '{"properties":{"a":true}}',
      'notation',
    ],
    ['{} and true in anyOf', '{"anyOf":[{}]}', '{"anyOf":[true]}', 'notation'],
    ['only prose and true', '{"not":{"title":"t"}}', '{"not":true}', 'text'],
    ['{} and false', '{"additionalProperties":{}}', '{"additionalProperties":false}', 'shape'],
    ['{} and absent', '{"additionalProperties":{}}', '{}', 'shape'],
    ['absent and true', '{}', '{"additionalProperties":true}', 'shape'],
    ['empty properties and none', '{"properties":{}}', '{}', 'shape'],
    [
      'a safe maximum',
      '{"type":"integer","maximum":9007199254740991}',
      '{"type":"integer"}',
      'notation',
    ],
    [
      'a safe minimum, spelled otherwise',
      '{"type":"integer","minimum":-9007199254740991.0}',
      '{"type":"integer"}',
      'notation',
    ],
    [
      'not the safe maximum',
      '{"type":"integer","maximum":9007199254740990}',
      '{"type":"integer"}',
      'shape',
    ],
    ['beyond it', '{"type":"integer","maximum":9007199254740993}', '{"type":"integer"}', 'shape'],
    [
      'signs swapped',
      '{"type":"integer","minimum":9007199254740991}',
      '{"type":"integer"}',
      'shape',
    ],
    [
      'exclusive',
      '{"type":"integer","exclusiveMaximum":9007199254740991}',
      '{"type":"integer"}',
      'shape',
    ],
    ['as text', '{"type":"integer","maximum":"9007199254740991"}', '{"type":"integer"}', 'shape'],
    ['with number', '{"type":"number","maximum":9007199254740991}', '{"type":"number"}', 'shape'],
    [
      'with a list',
      '{"type":["integer"],"maximum":9007199254740991}',
      '{"type":["integer"]}',
      'shape',
    ],
    ['without a type', '{"maximum":9007199254740991}', '{}', 'shape'],
    ['required in another order', '{"required":["a","b"]}', '{"required":["b","a"]}', 'notation'],
    [
      'type in another order',
      '{"type":["string","null"]}',
      '{"type":["null","string"]}',
      'notation',
    ],
    ['enum in another order', '{"enum":[1,"1",null]}', '{"enum":[null,1,"1"]}', 'notation'],
    [
      'enum inside in another order',
      '{"properties":{"a":{"enum":["x","y"]}}}',
      '{"properties":{"a":{"enum":["y","x"]}}}',
      'notation',
    ],
    ['enum with a value more', '{"enum":[1]}', '{"enum":[1,2]}', 'shape'],
    ['enum with a value twice', '{"enum":[1]}', '{"enum":[1,1]}', 'shape'],
    [
      'anyOf in another order',
      '{"anyOf":[{"type":"null"},true]}',
      '{"anyOf":[true,{"type":"null"}]}',
      'shape',
    ],
    [
      'prefixItems in another order',
      '{"prefixItems":[{"type":"null"},true]}',
      '{"prefixItems":[true,{"type":"null"}]}',
      'shape',
    ],
    [
      'a tuple in another order',
      '{"items":[{"type":"null"},true]}',
      '{"items":[true,{"type":"null"}]}',
      'shape',
    ],
    ['default in another order', '{"default":[1,2]}', '{"default":[2,1]}', 'text'],
    ['examples in another order', '{"examples":[1,2]}', '{"examples":[2,1]}', 'text'],
    ['const in another order', '{"const":[1,2]}', '{"const":[2,1]}', 'shape'],
    ['members in another order', '{"type":"object","not":{}}', '{"not":{},"type":"object"}', ''],
    ['1.0 for 1', '{"minimum":1.0}', '{"minimum":1}', ''],
  ]);
});

describe('a schema: a keyword that is served twice folds into nothing', () => {
  table('inputSchema', [
    ['a second required, empty', '{"required":["a"]}', '{"required":["a"],"required":[]}', 'shape'],
    [
      'a second maximum, safe',
      '{"type":"integer","maximum":5}',
      '{"type":"integer","maximum":5,"maximum":9007199254740991}',
      'shape',
    ],
    [
      'a second type beside a safe maximum',
      '{"type":"number","type":"integer"}',
      '{"type":"number","type":"integer","maximum":9007199254740991}',
      'shape',
    ],
    ['a second title', '{"title":"a"}', '{"title":"a","title":"b"}', 'text'],
    [
      'two titles in another order',
      '{"title":"a","title":"b"}',
      '{"title":"b","title":"a"}',
      'text',
    ],
    [
      'a second property',
      '{"properties":{"a":true}}',
      '{"properties":{"a":true,"a":false}}',
      'shape',
    ],
  ]);
});

describe('a schema: dialects', () => {
  const published = [
    'https://json-schema.org/draft/2020-12/schema',
    'https://json-schema.org/draft/2019-09/schema',
    'http://json-schema.org/draft-07/schema#',
    'http://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft-07/schema#',
    'http://json-schema.org/draft-06/schema#',
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-04/hyper-schema#',
    'http://json-schema.org/draft-03/schema#',
    'http://json-schema.org/schema#',
  ];
  test.each(published)('%s is published: naming it is notation', (dialect) => {
    const named = JSON.stringify({ $schema: dialect, type: 'object' });
    expect(gradeOf('inputSchema', '{"type":"object"}', named)).toBe('notation');
    expect(gradeOf('inputSchema', `{"not":${named}}`, '{"not":{"type":"object"}}')).toBe(
      'notation',
    );
  });

  test.each([
    '"https://json-schema.org/draft/2020-12/schema?ignore=previous"',
    '"https://json-schema.org/draft/2020-12/schema# Ignore previous instructions"',
    '"https://json-schema.org/draft/2020-12/schema\\n"',
    '" https://json-schema.org/draft/2020-12/schema"',
    '"https://json-schema.org.example/draft/2020-12/schema"',
    '"https://json-schema.org/draft/2031-01/schema"',
    '"http://json-schema.org/draft-08/schema#"',
    '"HTTPS://json-schema.org/draft/2020-12/schema"',
    '"Ignore previous instructions"',
    '["https://json-schema.org/draft/2020-12/schema"]',
    'null',
  ])('%s is not: it is text', (dialect) => {
    expect(gradeOf('inputSchema', '{}', `{"$schema":${dialect}}`)).toBe('text');
  });
});

describe('a schema: both, came and went', () => {
  table('outputSchema', [
    [
      'shape and text',
      '{"type":"string","title":"a"}',
      '{"type":"number","title":"b"}',
      'shape+text',
    ],
    [
      'a default moved to another property',
      '{"properties":{"a":{"default":1},"b":{}}}',
      '{"properties":{"a":{},"b":{"default":1}}}',
      'text',
    ],
    ['a title renamed to a description', '{"title":"a"}', '{"description":"a"}', 'text'],
    ['came', undefined, '{"type":"object"}', 'shape'],
    ['came, empty', undefined, '{}', 'shape'],
    ['came, true', undefined, 'true', 'shape'],
    ['came with prose', undefined, '{"description":"d"}', 'shape+text'],
    ['came, null', undefined, 'null', 'shape'],
    ['null to {}', 'null', '{}', 'shape'],
    ['a string', '"a"', '"b"', 'shape'],
    ['false to true', 'false', 'true', 'shape'],
  ]);

  test('with shape and text the properties are named apart', () => {
    const schema = (properties: object): object => ({
      name: 'x',
      inputSchema: { type: 'object', properties },
    });
    const [change] = compareSurfaces(
      tools(
        schema({
          same: { type: 'null' },
          old: {},
          prose: { title: 'a' },
          'a/b~c': true,
          '#0123456789abcdef': {},
        }),
      ),
      tools(
        schema({
          same: { type: 'null' },
          fresh: {},
          prose: { title: 'b' },
          'a/b~c': false,
          __proto__x: {},
        }),
      ),
    );
    expect(change?.fields[0]?.grades).toEqual(['shape', 'text']);
    expect(change?.fields[0]?.properties).toEqual([
      // A name like a stand-in is recorded by its digest: printf %s '"#0123456789abcdef"' | sha256sum
      { name: '#9f77b63859f85106', change: 'removed' },
      { name: '__proto__x', change: 'added' },
      { name: 'a/b~c', change: 'changed' },
      { name: 'fresh', change: 'added' },
      { name: 'old', change: 'removed' },
      { name: 'prose', change: 'changed' },
    ]);
  });

  test('a property named __proto__, toJSON or constructor is named like any other', () => {
    for (const name of ['__proto__', 'toJSON', 'constructor', 'hasOwnProperty', '']) {
      const definition = (value: string): string =>
        `{"name":"x","inputSchema":{"properties":{"${name}":${value}}}}`;
      const [change] = compareSurfaces(tools(definition('{}')), tools(definition('{"title":"t"}')));
      expect(change?.fields).toEqual([
        {
          field: 'inputSchema',
          change: 'changed',
          grades: ['text'],
          properties: [{ name, change: 'changed' }],
        },
      ]);
    }
  });
});

describe('annotations', () => {
  table('annotations', [
    [
      'defaults spelled out',
      '{}',
      '{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}',
      'notation',
    ],
    ['absent and empty', undefined, '{}', 'notation'],
    ['absent and spelled out', undefined, '{"destructiveHint":true}', 'notation'],
    ['read-only', '{}', '{"readOnlyHint":true}', 'hint'],
    ['destructive', '{}', '{"destructiveHint":false}', 'hint'],
    ['idempotent', '{}', '{"idempotentHint":true}', 'hint'],
    ['open world', '{}', '{"openWorldHint":false}', 'hint'],
    [
      'destructive of a read-only tool',
      '{"readOnlyHint":true}',
      '{"readOnlyHint":true,"destructiveHint":false}',
      'notation',
    ],
    [
      'idempotent of a read-only tool',
      '{"readOnlyHint":true}',
      '{"readOnlyHint":true,"idempotentHint":true}',
      'notation',
    ],
    [
      'open world of a read-only tool',
      '{"readOnlyHint":true}',
      '{"readOnlyHint":true,"openWorldHint":false}',
      'hint',
    ],
    ['a hint that is no boolean counts as its default', '{}', '{"readOnlyHint":"true"}', 'text'],
    ['a hint null', '{}', '{"destructiveHint":null}', 'text'],
    ['a true hint becomes a text', '{"readOnlyHint":true}', '{"readOnlyHint":"true"}', 'hint+text'],
    ['title', '{"title":"a"}', '{"title":"b"}', 'text'],
    ['title and hint', '{"title":"a"}', '{"title":"b","openWorldHint":false}', 'hint+text'],
    ['an unknown member', '{}', '{"x":1}', 'text'],
    ['null', '{}', 'null', 'text'],
    [
      'a hint twice, the last as before',
      '{"readOnlyHint":true}',
      '{"readOnlyHint":false,"readOnlyHint":true}',
      'text',
    ],
    [
      'a hint twice, the last no boolean',
      '{"readOnlyHint":true}',
      '{"readOnlyHint":true,"readOnlyHint":1}',
      'hint+text',
    ],
    ['members in another order', '{"title":"a","x":1}', '{"x":1,"title":"a"}', ''],
  ]);

  test('of other kinds have no hints', () => {
    expect(gradeOf('annotations', '{}', '{"readOnlyHint":true}', 'resource')).toBe('other');
  });
});

describe('execution', () => {
  table('execution', [
    ['absent and empty', undefined, '{}', 'notation'],
    ['forbidden spelled out', '{}', '{"taskSupport":"forbidden"}', 'notation'],
    ['absent and forbidden', undefined, '{"taskSupport":"forbidden"}', 'notation'],
    ['optional', '{}', '{"taskSupport":"optional"}', 'other'],
    ['required', undefined, '{"taskSupport":"required"}', 'other'],
    ['null', '{}', '{"taskSupport":null}', 'other'],
    ['an unknown member', '{}', '{"x":1}', 'other'],
    ['not an object', '{}', '[]', 'other'],
  ]);

  test('served twice: the first counts too', () => {
    const twice = (first: string): string =>
      `{"name":"x","execution":${first},"execution":{"taskSupport":"forbidden"}}`;
    const [change] = compareSurfaces(
      tools(twice('{}')),
      tools(twice('{"taskSupport":"required"}')),
    );
    expect(change?.fields[0]?.grades).toEqual(['other']);
  });
});

describe('strings', () => {
  table('description', [
    ['other words', '"a"', '"b"', 'text'],
    ['absent and empty', undefined, '""', 'notation'],
    ['came', undefined, '"a"', 'text'],
    ['null and a text', 'null', '"a"', 'text'],
    ['null and the empty text', 'null', '""', 'text'],
    ['absent and null', undefined, 'null', 'other'],
    ['absent and []', undefined, '[]', 'other'],
    ['null and {}', 'null', '{}', 'other'],
    ['white space runs', '"a b"', '"a  \\t\\r\\n b"', 'notation'],
    ['white space kinds', '"a b"', '"a\\nb"', 'notation'],
    ['white space at the end', '"a "', '"a\\n\\n"', 'notation'],
    ['white space at the end and none', '"a"', '"a "', 'text'],
    ['white space taken out', '"a b"', '"ab"', 'text'],
    ['a no-break space is a character', '"a b"', '"a\u00a0b"', 'text'],
    ['letter case', '"a"', '"A"', 'text'],
    ['no Unicode normalisation', '"\u00e9"', '"e\u0301"', 'text'],
    ['an escape for the same text', '"\\u0061"', '"a"', ''],
    ['served twice', '"a"', '"a","description":"b"', 'text'],
    ['served twice, equal', '"a"', '"a","description":"a"', 'text'],
    ['a lone surrogate', '"a"', '"a\\ud800"', 'text'],
  ]);

  test('served twice: the first counts too', () => {
    const twice = (first: string): string => `{"name":"x","title":"${first}","title":"last"}`;
    const [change] = compareSurfaces(tools(twice('a')), tools(twice('b')));
    expect(change?.fields[0]?.grades).toEqual(['text']);
  });

  test.each([
    ['server', 'instructions'],
    ['prompt', 'description'],
    ['resource', 'title'],
    ['resourceTemplate', 'description'],
    ['tool', 'vendor'],
  ] as const)('%s %s is a text where it is a string', (kind, field) => {
    expect(gradeOf(field, '"a"', '"b"', kind)).toBe('text');
    expect(gradeOf(field, '"a b"', '"a\\tb"', kind)).toBe('notation');
  });
});

describe('members without aspects', () => {
  test.each([
    ['tool', 'icons', '[{"src":"a"}]', '[{"src":"b"}]'],
    ['tool', '_meta', '{"a":1}', '{"a":2}'],
    ['tool', 'vendor', '1', '2'],
    ['tool', '__proto__', '{"a":1}', '{"a":2}'],
    ['tool', 'toJSON', '[]', '{}'],
    ['prompt', 'arguments', '[{"name":"a"}]', '[{"name":"b"}]'],
    ['resource', 'size', '1', '2'],
    ['server', 'serverInfo', '{"name":"a"}', '{"name":"b"}'],
    ['server', 'capabilities', '{}', '{"tools":{}}'],
    ['prompt', 'inputSchema', '{"title":"a"}', '{"title":"b"}'],
    ['prompt', 'execution', '{}', '{"taskSupport":"forbidden"}'],
  ] as const)('%s %s', (kind, field, before, after) => {
    expect(gradeOf(field, before, after, kind)).toBe('other');
    expect(gradeOf(field, undefined, after, kind)).toBe('other');
  });
});

describe('invisible characters', () => {
  const json = (value: unknown): string => JSON.stringify(value);
  test.each([
    ['NUL', '\u0000'],
    ['ESC', '\u001b'],
    ['vertical tab', '\u000b'],
    ['form feed', '\u000c'],
    ['DEL', '\u007f'],
    ['NEL', '\u0085'],
    ['soft hyphen', '\u00ad'],
    ['combining grapheme joiner', '\u034f'],
    ['Arabic letter mark', '\u061c'],
    ['Hangul fillers', '\u115f'],
    ['Khmer vowels', '\u17b4'],
    ['Mongolian selectors', '\u180b'],
    ['zero-width space', '\u200b'],
    ['left-to-right mark', '\u200e'],
    ['line separator', '\u2028'],
    ['bidi override', '\u202e'],
    ['word joiner', '\u2060'],
    ['bidi isolate', '\u2066'],
    ['Braille blank', '\u2800'],
    ['Hangul filler', '\u3164'],
    ['a variation selector', '\ufe00'],
    ['byte order mark', '\ufeff'],
    ['halfwidth filler', '\uffa0'],
    ['interlinear annotation', '\ufff9'],
    ['musical format', '\u{1d173}'],
    ['a tag character', '\u{e0041}'],
    ['the last of the table', '\u{e0fff}'],
    ['two joiners', '\u200d\u200d'],
    ['joiner and selector the wrong way round', '\u200d\ufe0f'],
    ['three of the innocent', '\ufe0f\u200d\ufe0f'],
  ])('%s in a description: hidden alone', (_name, character) => {
    expect(gradeOf('description', json('a b'), json(`a${character} b`))).toBe('hidden');
    expect(gradeOf('description', json('a b'), json(`a${character} c`))).toBe('hidden+text');
  });

  test.each([
    ['zero-width non-joiner', '\u200c'],
    ['zero-width joiner', '\u200d'],
    ['text selector', '\ufe0e'],
    ['emoji selector', '\ufe0f'],
    ['selector and joiner', '\ufe0f\u200d'],
  ])('a lone %s is innocent', (_name, character) => {
    expect(gradeOf('description', json('ab'), json(`a${character}b`))).toBe('notation');
    expect(gradeOf('icons', json(['ab']), json([`a${character}b`]))).toBe('other');
  });

  test.each([
    ['just below', '\u00ac'],
    ['an ordinary space', '\u2009'],
    ['just above the table', '\u2010'],
    ['a combining accent', '\u0301'],
    ['a private-use character', '\ue000'],
    ['the replacement character', '\ufffd'],
    ['just behind the tags', '\u{e1000}'],
  ])('%s is visible', (_name, character) => {
    expect(gradeOf('description', json('ab'), json(`a${character}b`))).toBe('text');
  });

  test('an emoji family and a flag of letters are innocent', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f\u200d\u{1f525}';
    expect(gradeOf('description', '""', json(family))).toBe('text');
  });

  test('a flag of tag characters is not: the same characters spell instructions', () => {
    const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
    expect(gradeOf('description', '""', json(flag))).toBe('hidden+text');
  });

  const zw = '\u200b\u200c';
  test.each([
    [
      'a schema description',
      'inputSchema',
      { description: 'a' },
      { description: `a${zw}` },
      'hidden+text',
    ],
    [
      'a property name',
      'inputSchema',
      { properties: { a: {} } },
      { properties: { [`a${zw}`]: {} } },
      'hidden+shape',
    ],
    ['a value of an enum', 'inputSchema', { enum: ['a'] }, { enum: [`a${zw}`] }, 'hidden+shape'],
    ['annotations', 'annotations', { title: 'a' }, { title: `a${zw}` }, 'hidden+text'],
    ['a member name', 'annotations', { a: 1 }, { [`a${zw}`]: 1 }, 'hidden+text'],
    ['execution', 'execution', { a: 'a' }, { a: `a${zw}` }, 'hidden+other'],
    ['_meta', '_meta', { a: ['a'] }, { a: [`a${zw}`] }, 'hidden+other'],
    ['icons that came', 'icons', undefined, [`a${zw}`], 'hidden+other'],
    ['a title that came', 'title', undefined, zw, 'hidden'],
  ])('in %s', (_about, field, before, after, grade) => {
    const text = (value: unknown): string | undefined =>
      value === undefined ? undefined : JSON.stringify(value);
    expect(gradeOf(field, text(before), text(after))).toBe(grade);
    expect(gradeOf(field, text(after), text(before))).toBe(grade);
  });

  test('moved to another place is hidden: the place counts', () => {
    expect(gradeOf('_meta', json([zw, '']), json(['', zw]))).toBe('hidden+other');
  });

  test('in the first of two values is seen', () => {
    const twice = (first: string): string => `{"name":"x","title":${json(first)},"title":"last"}`;
    const [change] = compareSurfaces(tools(twice('a')), tools(twice(`a${zw}`)));
    expect(change?.fields[0]?.grades).toEqual(['hidden', 'text']);
  });
});

describe('the item as a whole', () => {
  test('a field that came, one that went and one that changed are named in order', () => {
    const [change] = compareSurfaces(
      tools({ name: 'x', title: 'a', icons: [], description: 'd' }),
      tools({ name: 'x', title: 'b', _meta: {}, description: 'd' }),
    );
    expect(change).toEqual({
      kind: 'tool',
      id: 'x',
      change: 'changed',
      fields: [
        { field: '_meta', change: 'added', grades: ['other'], properties: [] },
        { field: 'icons', change: 'removed', grades: ['other'], properties: [] },
        { field: 'title', change: 'changed', grades: ['text'], properties: [] },
      ],
    });
  });

  test('a prompt and a tool of one name are two items', () => {
    const changes = compareSurfaces(
      itemsOfKind('prompt', { name: 'x' }),
      itemsOfKind('tool', { name: 'x' }),
    );
    expect(changes.map(({ kind, change }) => [kind, change])).toEqual([
      ['prompt', 'removed'],
      ['tool', 'added'],
    ]);
  });
});
