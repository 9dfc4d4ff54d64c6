import { describe, expect, test } from '@jest/globals';
import { compareCodeUnits, compareNullable } from '../../../src/core/order.js';

describe('order by UTF-16 code units (RFC 8785 section 3.2.3)', () => {
  test('follows code units and not code points, locales or letter case', () => {
    // U+FB33 is one unit FB33; U+1F602 is the pair D83D DE02: by code point it would stand last.
    const names = ['\ufb33', '\u{1f602}', '\u20ac', '\u00f6', 'o', 'Z', 'a', '10', '1', '', '\r'];
    expect([...names].sort(compareCodeUnits)).toEqual([
      '',
      '\r',
      '1',
      '10',
      'Z',
      'a',
      'o',
      '\u00f6',
      '\u20ac',
      '\u{1f602}',
      '\ufb33',
    ]);
  });

  test('does not fold what looks equal', () => {
    expect(compareCodeUnits('\u00e9', 'e\u0301')).toBe(1);
    expect(compareCodeUnits('a', 'a')).toBe(0);
  });

  test('puts null before every string, the empty one too', () => {
    expect(['b', null, '', 'a', null].sort(compareNullable)).toEqual([null, null, '', 'a', 'b']);
    expect(compareNullable(null, null)).toBe(0);
  });
});
