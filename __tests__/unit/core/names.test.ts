import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pointerToken, recordedName, unescapePointerToken } from '../../../src/core/names.js';
import { anyText } from './json-arbitraries.js';

describe('recordedName (FORMAT 3.2)', () => {
  test.each([
    '',
    'read_file',
    'größe',
    '\u{1f600}',
    'a/b~c',
    '#',
    '#abc',
    '#0123456789ABCDEF',
    '##0123456789abcdef',
    '__proto__',
    'a\nb\t',
    'n'.repeat(256),
    '\ud800',
  ])('%j stands itself', (name) => {
    expect(recordedName(name)).toBe(name);
  });

  // printf %s NAME_AS_A_JSON_STRING | sha256sum | cut -c1-16, with its quotes; invisible characters stand raw.
  test.each([
    ['257 units', 'n'.repeat(257), '#12797429bb5b6e41'],
    ['257 units of 129 characters', `${'\u{1f600}'.repeat(128)}n`, '#22b7dc4baf957a7b'],
    ['a zero-width space', 'a\u200b', '#ec7f0147da5717e7'],
    ['an emoji selector, innocent in a text', '\u2764\ufe0f', '#0e71b41c3b039d52'],
    ['a control character', 'a\u0007', '#93fc4cafd82f5a54'],
    ['a stand-in', '#0123456789abcdef', '#9f77b63859f85106'],
  ])('%s by its digest', (_about, name, recorded) => {
    expect(recordedName(name)).toBe(recorded);
  });

  test('no name is recorded as another that stands itself', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const recorded = recordedName(name);
        expect(recorded === name || /^#[0-9a-f]{16}$/.test(recorded)).toBe(true);
        expect(recordedName(recorded) === recorded).toBe(recorded === name);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('pointer tokens (RFC 6901)', () => {
  test.each([
    ['a/b', 'a~1b'],
    ['m~n', 'm~0n'],
    ['~1', '~01'],
    ['/~', '~1~0'],
    ['', ''],
  ])('%s is %s', (name, token) => {
    expect(pointerToken(name)).toBe(token);
    expect(unescapePointerToken(token)).toBe(name);
  });

  test('are reversible and hold no slash', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, fc.string({ unit: fc.constantFrom('~', '/', '0', '1') })),
        (name) => {
          expect(pointerToken(name)).not.toContain('/');
          expect(unescapePointerToken(pointerToken(name))).toBe(name);
        },
      ),
    );
  });
});
