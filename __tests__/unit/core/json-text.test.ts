import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonTextError, parseJsonText, type JsonNode } from '../../../src/core/json-text.js';
import { anyJsonText, anyText, jsonSpace } from './json-arbitraries.js';

const DEEP = { maxDepth: 512 };

/** The value as JSON.parse gives it; written here anew, so that it does not share a fault with src. */
function toValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object': {
      const value: Record<string, unknown> = {};
      for (const member of node.members) {
        Object.defineProperty(value, member.name, {
          value: toValue(member.value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return value;
    }
    case 'array':
      return node.items.map(toValue);
    case 'number':
      return Number(node.text);
    case 'string':
    case 'literal':
      return node.value;
    case 'skipped':
      throw new Error('nothing is skipped by default');
  }
}

function outcome(run: () => unknown): { readonly value: unknown } | 'refused' {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof SyntaxError) return 'refused';
    if (error instanceof JsonTextError && error.reason === 'syntax') return 'refused';
    throw error;
  }
}

function expectSameAsJsonParse(text: string): void {
  expect(outcome(() => toValue(parseJsonText(text, DEEP)))).toEqual(
    outcome(() => JSON.parse(text) as unknown),
  );
}

function failure(text: string, options = DEEP): JsonTextError {
  try {
    parseJsonText(text, options);
  } catch (error) {
    if (error instanceof JsonTextError) return error;
    throw error;
  }
  throw new Error('the text was accepted');
}

describe('what is JSON', () => {
  test('any JSON text has the value that JSON.parse gives it', () => {
    fc.assert(
      fc.property(anyJsonText, jsonSpace, (text, space) => {
        const padded = `${space}${text}${space}`;
        expect(toValue(parseJsonText(padded, DEEP))).toEqual(JSON.parse(padded));
      }),
      { numRuns: 2_000 },
    );
  });

  test('a JSON text with a few units changed is accepted exactly when JSON.parse accepts it', () => {
    const unit = fc.oneof(
      fc.constantFrom(
        ...Array.from(
          '{}[]",:\\\u0000\u001f\u007f\u00a0\u2028\ufeff0123456789+-.eEtrufalsn/bu \t\n\r\v\f',
        ),
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const edit = fc.record({ at: fc.nat(), remove: fc.nat(2), insert: fc.option(unit) });
    fc.assert(
      fc.property(anyJsonText, fc.array(edit, { minLength: 1, maxLength: 3 }), (text, edits) => {
        const changed = edits.reduce((each, { at, remove, insert }) => {
          const place = at % (each.length + 1);
          return each.slice(0, place) + (insert ?? '') + each.slice(place + remove);
        }, text);
        expectSameAsJsonParse(changed);
      }),
      { numRuns: 5_000 },
    );
  });

  test('a random text is accepted exactly when JSON.parse accepts it', () => {
    const tokens = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '""',
        '"a"',
        '0',
        '-',
        '1',
        '.5',
        'e1',
        'true',
        'null',
      ],
      ...[
        'false',
        ' ',
        '\n',
        'nul',
        'NaN',
        'Infinity',
        "'a'",
        '//',
        '/**/',
        '\\u0061',
        'undefined',
      ],
    );
    const text = fc.oneof(
      anyText,
      fc.array(tokens, { maxLength: 8 }).map((each) => each.join('')),
    );
    fc.assert(fc.property(text, expectSameAsJsonParse), { numRuns: 5_000 });
  });

  test.each([
    ['', 0],
    ['  ', 2],
    ['01', 1],
    ['-', 0],
    ['+1', 0],
    ['1.', 1],
    ['.5', 0],
    ['1e', 1],
    ['0x10', 1],
    ['NaN', 0],
    ['nul', 0],
    ['True', 0],
    ['[1,]', 3],
    ['[,1]', 1],
    ['[1 2]', 3],
    ['{"a":1,}', 7],
    ['{a:1}', 1],
    ["{'a':1}", 1],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ['{"a":1', 6],
    ['[1}', 2],
    ['{} {}', 3],
    ['"a', 2],
    ['"a\nb"', 2],
    ['"\\x"', 1],
    ['"\\u00g0"', 1],
    ['"\\u12', 1],
    ['1 // no', 2],
    ['\u00a01', 0],
    ['\v1', 0],
  ])('refuses %j at its place', (text, offset) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    const error = failure(text);
    expect(error.reason).toBe('syntax');
    expect(error.offset).toBe(offset);
  });

  test('refuses a byte order mark; whoever reads files takes it off first', () => {
    expect(failure('\ufeff{}').offset).toBe(0);
    expect(failure('{}\ufeff').offset).toBe(2);
  });
});

describe('what a common parser would lose', () => {
  test('members stay in served order, duplicates too, under their unescaped names', () => {
    const node = parseJsonText('{"b":1,"a":2,"\\u0061":3,"__proto__":4,"__proto__":5}', DEEP);
    expect(node.kind === 'object' && node.members.map(({ name }) => name)).toEqual([
      'b',
      'a',
      'a',
      '__proto__',
      '__proto__',
    ]);
  });

  test('numbers keep their spelling', () => {
    const node = parseJsonText('[1.0,-0,1E+2,9007199254740993,1e400]', DEEP);
    expect(
      node.kind === 'array' && node.items.map((item) => item.kind === 'number' && item.text),
    ).toEqual(['1.0', '-0', '1E+2', '9007199254740993', '1e400']);
  });

  test('lone surrogates stay lone, pairs under escapes become pairs', () => {
    const node = parseJsonText('["\\ud800","\\uDC00x","\\ud83d\\ude02"]', DEEP);
    expect(
      node.kind === 'array' && node.items.map((item) => item.kind === 'string' && item.value),
    ).toEqual(['\ud800', '\udc00x', '\u{1f602}']);
  });

  test('every node knows where it stands', () => {
    const text = ' {"a" : [1, "x\\n", {}], "bc":null} ';
    const node = parseJsonText(text, DEEP);
    const found: string[] = [];
    const walk = (each: JsonNode): void => {
      found.push(text.slice(each.start, each.end));
      if (each.kind === 'array') each.items.forEach(walk);
      if (each.kind === 'object') {
        for (const { name, nameStart, value } of each.members) {
          expect(text.startsWith(`"${name}"`, nameStart)).toBe(true);
          walk(value);
        }
      }
    };
    walk(node);
    expect(found).toEqual([
      '{"a" : [1, "x\\n", {}], "bc":null}',
      '[1, "x\\n", {}]',
      '1',
      '"x\\n"',
      '{}',
      'null',
    ]);
  });

  test('the text between start and end parses to an equal node', () => {
    fc.assert(
      fc.property(anyJsonText, jsonSpace, (text, space) => {
        const padded = space + text;
        const walk = (node: JsonNode): void => {
          expect(toValue(parseJsonText(padded.slice(node.start, node.end), DEEP))).toEqual(
            toValue(node),
          );
          if (node.kind === 'array') node.items.forEach(walk);
          if (node.kind === 'object')
            node.members.forEach(({ value }) => {
              walk(value);
            });
        };
        walk(parseJsonText(padded, DEEP));
      }),
      { numRuns: 300 },
    );
  });
});

describe('depth', () => {
  const nested = (levels: number, open = '[', close = ']'): string =>
    open.repeat(levels) + close.repeat(levels);

  test.each([1, 2, 512])(
    '%i levels are allowed where that is the limit, one more is not',
    (limit) => {
      expect(parseJsonText(nested(limit), { maxDepth: limit }).kind).toBe('array');
      const error = failure(nested(limit + 1), { maxDepth: limit });
      expect(error.reason).toBe('too-deep');
      expect(error.offset).toBe(limit);
    },
  );

  test('objects count like arrays, scalars do not count', () => {
    expect(parseJsonText('{"a":[{"b":"c"}]}', { maxDepth: 3 }).kind).toBe('object');
    expect(failure('{"a":[{"b":{}}]}', { maxDepth: 3 }).reason).toBe('too-deep');
    expect(parseJsonText('7', { maxDepth: 0 }).kind).toBe('number');
  });

  test('a million levels end with the limit and not with the stack', () => {
    expect(failure('['.repeat(1_000_000)).reason).toBe('too-deep');
    expect(failure('{"a":'.repeat(1_000_000)).reason).toBe('too-deep');
  });
});

describe('buildDepth', () => {
  test('containers below it are checked and skipped, with their place', () => {
    const text = '{"a":{"b":[1,2]},"c":[{"d":1}],"e":"f"}';
    const node = parseJsonText(text, { maxDepth: 512, buildDepth: 2 });
    if (node.kind !== 'object') throw new Error('an object was written');
    const [a, c, e] = node.members.map(({ value }) => value);
    expect(a?.kind === 'object' && a.members[0]?.value).toEqual({
      kind: 'skipped',
      start: 10,
      end: 15,
    });
    expect(c?.kind === 'array' && c.items[0]).toEqual({ kind: 'skipped', start: 22, end: 29 });
    expect(e).toEqual({ kind: 'string', value: 'f', start: 35, end: 38 });
  });

  test('with 0 the outermost container is skipped', () => {
    expect(parseJsonText(' [[]] ', { maxDepth: 9, buildDepth: 0 })).toEqual({
      kind: 'skipped',
      start: 1,
      end: 5,
    });
  });

  test('the grammar of what is skipped counts all the same, and so does its depth', () => {
    fc.assert(
      fc.property(anyJsonText, fc.nat(3), fc.nat(), (text, buildDepth, at) => {
        const cut = text.slice(0, at % (text.length + 1));
        const whole = outcome(() => parseJsonText(cut, DEEP)) === 'refused';
        const skipped = outcome(() => parseJsonText(cut, { ...DEEP, buildDepth })) === 'refused';
        expect(skipped).toBe(whole);
      }),
      { numRuns: 1_000 },
    );
    expect(failure('[[[[]]]]', { maxDepth: 3, buildDepth: 1 } as typeof DEEP).reason).toBe(
      'too-deep',
    );
  });
});

describe('hostile sizes', () => {
  test('one string of 10 MB, plain and escaped', () => {
    const plain = parseJsonText(`"${'a'.repeat(10_000_000)}"`, DEEP);
    expect(plain.kind === 'string' && plain.value.length).toBe(10_000_000);
    const escaped = parseJsonText(`"${'\\u0061'.repeat(1_700_000)}"`, DEEP);
    expect(escaped.kind === 'string' && escaped.value === 'a'.repeat(1_700_000)).toBe(true);
  });
});

describe('errors', () => {
  test('hold a place and never the content', () => {
    const marker = 'MARKER_5f1c';
    const broken = [
      `{"${marker}":"${marker}`,
      `["${marker}\n"]`,
      `{"${marker}" ${marker}}`,
      `["\\u00${marker}"]`,
      `[${marker}]`,
      `{"a":"${marker}"} ${marker}`,
      `{"${marker}":`.repeat(513),
    ];
    for (const text of broken) {
      const error = failure(text);
      const all = JSON.stringify([
        error.message,
        error.name,
        error.stack,
        error.cause,
        error.reason,
        error.offset,
      ]);
      expect(all).not.toContain(marker);
    }
  });
});
