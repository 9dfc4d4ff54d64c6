/** A decimal number as sign, significant digits (no zero at either end) and power of ten. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const PARTS = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * True when a JSON number's decimal value is exactly that of its RFC 8785 text, so that nothing is lost
 * by reading it as a double: `1.0`, `1e2`, `-0`, `0.10` and `1e21` are, `9007199254740993`, `2^60`
 * written out, `1e400` and `1e-400` are not.
 * Source: FORMAT 2.4.
 */
export function isExactNumber(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const written = decimalOf(text);
  const carried = decimalOf(String(value));
  if (written.digits === '' || carried.digits === '') return written.digits === carried.digits;
  return (
    written.negative === carried.negative &&
    written.exponent === carried.exponent &&
    written.digits === carried.digits
  );
}

function decimalOf(text: string): Decimal {
  const match = PARTS.exec(text);
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  const all = whole + fraction;
  let first = 0;
  while (first < all.length && all[first] === '0') first += 1;
  let last = all.length;
  while (last > first && all[last - 1] === '0') last -= 1;
  return {
    negative: match?.[1] === '-',
    digits: all.slice(first, last),
    exponent: Number(match?.[4] ?? '0') - fraction.length + (all.length - last),
  };
}
