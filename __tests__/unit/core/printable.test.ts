import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { printable, printableJson } from '../../../src/core/printable.js';
import { anyText } from './json-arbitraries.js';

/** What a runner would obey: `::name` at the start of a line or after white space, `##[name]` anywhere. */
const COMMAND = /(?:^|[\s\u0085\u200b])::|##\[/;
/** The table of FORMAT 2.6, written down anew, with every control character and lone surrogates. */
const UNSEEN = new RegExp(
  `[\\p{Cc}\\p{Cs}${[
    ['AD'],
    ['34F'],
    ['61C'],
    ['115F', '1160'],
    ['17B4', '17B5'],
    ['180B', '180F'],
    ['200B', '200F'],
    ['2028', '202E'],
    ['2060', '206F'],
    ['2800'],
    ['3164'],
    ['FE00', 'FE0F'],
    ['FEFF'],
    ['FFA0'],
    ['FFF0', 'FFFB'],
    ['1D173', '1D17A'],
    ['E0000', 'E0FFF'],
  ]
    .map((range) => range.map((hex) => `\\u{${hex}}`).join('-'))
    .join('')}]`,
  'u',
);

const hostile: fc.Arbitrary<string> = fc.oneof(
  anyText,
  fc
    .array(
      fc.constantFrom(
        ...[
          '::',
          ':',
          '#',
          '##[',
          '[',
          ']',
          ' ',
          '\t',
          '\n',
          '\r',
          '\\',
          '\\u{3A}',
          'u{',
          '}',
          'a',
        ],
        ...[
          'error',
          '\u001b[31m',
          '\u200b',
          '\u202e',
          '\u{e0041}',
          '\u{1f602}',
          '\ud800',
          '\udc00',
        ],
        ...['\u0085', '\u2028', '\u00a0', '\ufeff', '\u3000', '"', '\u0000'],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

describe('printable', () => {
  test.each([
    ['a plain name', 'read_file', 'read_file'],
    ['the empty text', '', ''],
    ['letters of other scripts and emoji', 'größe 大小 \u{1f600}', 'größe 大小 \u{1f600}'],
    ['single and inner colons', 'a:b::c', 'a:b::c'],
    ['a command at the start', '::error::x', '\\u{3A}:error::x'],
    ['a command after a blank', 'a ::error::x', 'a \\u{3A}:error::x'],
    ['a command after a no-break space', 'a\u00a0::error', 'a\u00a0\\u{3A}:error'],
    ['a command on a line of its own', 'a\n::error::x', 'a\\u{A}::error::x'],
    ['the older spelling', '##[error]x', '#\\u{23}[error]x'],
    ['the older spelling inside', 'a##[error]x', 'a#\\u{23}[error]x'],
    ['the older spelling with a mark more', '###[group]', '##\\u{23}[group]'],
    ['twice', '##[##[a]', '#\\u{23}[#\\u{23}[a]'],
    ['a backslash', 'a\\b', 'a\\\\b'],
    ['what looks like our escape', '\\u{3A}', '\\\\u{3A}'],
    ['ANSI', '\u001b[31mred\u001b[0m', '\\u{1B}[31mred\\u{1B}[0m'],
    ['line ends', 'a\r\nb\u0085c\u2028d\u2029e', 'a\\u{D}\\u{A}b\\u{85}c\\u{2028}d\\u{2029}e'],
    ['a tab, a NUL, a DEL', 'a\tb\u0000c\u007f', 'a\\u{9}b\\u{0}c\\u{7F}'],
    ['bidi', 'a\u202eb\u2066c', 'a\\u{202E}b\\u{2066}c'],
    ['zero width, byte order mark', 'a\u200bb\ufeff', 'a\\u{200B}b\\u{FEFF}'],
    ['tag characters', 'a\u{e0041}\u{e007f}', 'a\\u{E0041}\\u{E007F}'],
    ['lone surrogates', 'a\ud800b\udfff', 'a\\u{D800}b\\u{DFFF}'],
  ])('%s', (_about, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('is one line that no runner obeys and that hides nothing', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('', 'tool ', 'a\u3000', '  '), (text, before) => {
        const shown = before + printable(text);
        expect(shown).not.toMatch(COMMAND);
        expect(printable(text)).not.toMatch(UNSEEN);
      }),
      { numRuns: 5_000 },
    );
  });

  test('distinct texts stay distinct: what is shown can be read back', () => {
    const readBack = (shown: string): string =>
      shown.replace(/\\(?:\\|u\{([0-9A-F]+)\})/g, (_all, hex: string | undefined) =>
        hex === undefined ? '\\' : String.fromCodePoint(Number.parseInt(hex, 16)),
      );
    fc.assert(
      fc.property(hostile, (text) => {
        expect(readBack(printable(text, 10_000))).toBe(text);
      }),
      { numRuns: 5_000 },
    );
  });

  test('is at most as long as asked, 80 by default, and says that it was cut', () => {
    expect(printable('a'.repeat(80))).toBe('a'.repeat(80));
    expect(printable('a'.repeat(81))).toBe(`${'a'.repeat(79)}…`);
    expect(printable('a'.repeat(1_000_000))).toHaveLength(80);
    expect(printable('\u001b'.repeat(1_000_000)).length).toBeLessThanOrEqual(80);
  });

  test.each([
    ['a pair', 'ab\u{1f602}c', 4, 'ab…'],
    ['a pair that fits', 'ab\u{1f602}cd', 5, 'ab\u{1f602}…'],
    ['an escape', 'ab\u001bcd', 5, 'ab…'],
    ['an escape that fits', 'a\u001bbcd', 8, 'a\\u{1B}…'],
    ['an escape that just fits', 'a\u001bbcd', 7, 'a…'],
    ['a backslash', 'ab\\cd', 4, 'ab…'],
    ['a backslash that fits', 'ab\\cd', 5, 'ab\\\\…'],
    ['what looks like an escape', '\\u{41}bcdef', 5, '\\\\u{…'],
  ])('a cut does not split %s', (_about, text, maxLength, shown) => {
    expect(printable(text, maxLength)).toBe(shown);
  });

  test('a cut text is whole escapes and whole characters of the full one', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 30 }), (text, maxLength) => {
        const whole = printable(text, 10_000);
        const shown = printable(text, maxLength);
        expect(shown.length).toBeLessThanOrEqual(maxLength);
        if (whole.length <= maxLength) expect(shown).toBe(whole);
        else {
          expect(shown.endsWith('…')).toBe(true);
          const parts = whole.match(/\\(?:\\|u\{[0-9A-F]+\})|[^]/gu) ?? [];
          let start = '';
          for (const part of parts) {
            if (start.length + part.length > maxLength - 1) break;
            start += part;
          }
          expect(shown).toBe(`${start}…`);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('printableJson', () => {
  const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      hostile,
      fc.constantFrom(null, true, 1, -1.5e30),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(hostile, tie('value'), { maxKeys: 4 }),
    ),
  })).value;

  test('the value is unchanged, no runner obeys it and nothing in it is unseen', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2, '\t'), (each, indent) => {
        const json = JSON.stringify(each, null, indent);
        const shown = printableJson(json);
        expect(JSON.parse(shown)).toEqual(JSON.parse(json));
        expect(shown).not.toMatch(/::|##\[/);
        expect(shown.replaceAll(/[\n\t]/g, '')).not.toMatch(UNSEEN);
        expect(shown.split('\n')).toHaveLength(json.split('\n').length);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['"::error::x"', String.raw`":\u003aerror:\u003ax"`],
    ['":::"', String.raw`":\u003a:"`],
    ['"##[error]"', String.raw`"#\u0023[error]"`],
    ['"###[a]"', String.raw`"##\u0023[a]"`],
    ['{"::":"##["}', String.raw`{":\u003a":"#\u0023["}`],
    ['"\\\\::"', String.raw`"\\:\u003a"`],
    ['"\u007f\u200b\u2028\ufeff"', String.raw`"\u007f\u200b\u2028\ufeff"`],
    ['"\u{e0041}"', String.raw`"\udb40\udc41"`],
    ['"größe \u{1f600}"', '"größe \u{1f600}"'],
    ['{\n  "a": 1\n}\n', '{\n  "a": 1\n}\n'],
  ])('%j', (json, shown) => {
    expect(printableJson(json)).toBe(shown);
  });
});
