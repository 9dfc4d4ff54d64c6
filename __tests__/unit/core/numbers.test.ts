import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isExactNumber } from '../../../src/core/numbers.js';
import { numberText } from './json-arbitraries.js';

/** A decimal number as an exact fraction, by BigInt: nothing of it passes through a double. */
function fraction(text: string): { readonly over: bigint; readonly under: bigint } {
  const [mantissa = '', exponentText = '0'] = text.toLowerCase().split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const exponent = Number(exponentText) - decimals.length;
  const digits = BigInt(`${whole}${decimals}`.replace('-', ''));
  const signed = whole.startsWith('-') ? -digits : digits;
  return exponent >= 0
    ? { over: signed * 10n ** BigInt(exponent), under: 1n }
    : { over: signed, under: 10n ** BigInt(-exponent) };
}

function sameDecimal(a: string, b: string): boolean {
  const [left, right] = [fraction(a), fraction(b)];
  return left.over * right.under === right.over * left.under;
}

describe('isExactNumber (FORMAT 2.4)', () => {
  test.each([
    '0',
    '-0',
    '0.0',
    '-0.000e5',
    '0e999999999999',
    '1',
    '1.0',
    '1e2',
    '100E-2',
    '0.10',
    '0.1',
    '1e21',
    '1E30',
    '1000000000000000000000000000000',
    '9007199254740991',
    '9007199254740992',
    '9007199254740994',
    '5e-324',
    '1.7976931348623157e308',
    '123456789.125',
    '1e23',
    '0.000001',
    `1${'0'.repeat(400)}e-400`,
    `0.${'0'.repeat(400)}1e401`,
  ])('%s is carried', (text) => {
    expect(isExactNumber(text)).toBe(true);
  });

  test.each([
    '9007199254740993',
    '-9007199254740993',
    '9007199254740993.0',
    '1152921504606846976', // 2^60: a double holds it, but RFC 8785 writes 1152921504606847000.
    '18446744073709551615',
    '1e400',
    '-1e400',
    '1e-400',
    '0.1000000000000000055511151231257827', // what the double 0.1 is; its text is 0.1.
    '333333333.33333329',
    '3e-324',
    '2e-324',
    '1.7976931348623158e309',
    '123456789012345678901234567890',
    '0.30000000000000004441',
  ])('%s is not', (text) => {
    expect(isExactNumber(text)).toBe(false);
  });

  test('the text of any double is carried, with zeros behind it too', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isExactNumber(String(value))).toBe(true);
        const [mantissa = '', exponent] = String(value).split('e');
        const padded = `${mantissa}${mantissa.includes('.') ? '00' : '.00'}`;
        expect(isExactNumber(exponent === undefined ? padded : `${padded}E${exponent}`)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test('an integer beyond 2^53 that no double holds is not', () => {
    const odd = fc.bigInt({ min: 0n, max: 2n ** 70n }).map((n) => 2n ** 53n + 2n * n + 1n);
    fc.assert(
      fc.property(odd, fc.boolean(), (n, negative) => {
        expect(BigInt(Number(n)) === n).toBe(false);
        expect(isExactNumber(`${negative ? '-' : ''}${n.toString()}`)).toBe(false);
      }),
    );
  });

  test('agrees with exact fractions on any number of the grammar', () => {
    fc.assert(
      fc.property(numberText, (text) => {
        const value = Number(text);
        const expected = Number.isFinite(value) && sameDecimal(text, String(value));
        expect(isExactNumber(text)).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
  });

  test('a number of a million digits is judged without trouble', () => {
    expect(isExactNumber(`0.${'3'.repeat(1_000_000)}`)).toBe(false);
    expect(isExactNumber(`5${'0'.repeat(1_000_000)}e-1000000`)).toBe(true);
  });
});
