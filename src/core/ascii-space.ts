/**
 * Returns a text without the white space of ASCII at its ends: what YAML, a shell or an editor adds. Other
 * white space and characters that no one sees are somebody's text or a mistake to be shown, and stay: a
 * no-break space in an input must not vanish. Source: PRODUCT "GitHub" (inputs).
 */
export function trimAscii(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isAsciiSpace(text.charAt(start))) start += 1;
  while (end > start && isAsciiSpace(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** True for space, tab, line feed, vertical tab, form feed and carriage return. */
export function isAsciiSpace(character: string): boolean {
  return /^[ \t-\r]$/.test(character);
}
