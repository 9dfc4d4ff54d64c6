/**
 * Order by UTF-16 code units, the only order used wherever a file or a digest is made: it depends on no
 * locale and no runtime version. Source: RFC 8785 section 3.2.3, FORMAT 3.1.
 */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Like `compareCodeUnits`, with null before every string. */
export function compareNullable(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareCodeUnits(a, b);
}
