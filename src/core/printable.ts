import { showInvisible } from './invisible.js';
import { MAX_PRINTED_LENGTH } from '../limits.js';

/** How a code point that must not be printed is shown. */
function escaped(codePoint: number): string {
  return `\\u{${codePoint.toString(16).toUpperCase()}}`;
}

/**
 * Returns untrusted text in the one form in which it may reach a screen, a log or a summary: control and
 * invisible characters, line ends, lone surrogates and backslashes as visible escapes, both spellings of
 * runner commands broken (`::x::` after white space, `##[x]` anywhere), length bounded with `…`.
 * The result is one line, and distinct texts within the bound stay distinct.
 * Source: PRODUCT "GitHub", field cases C01 and F03.
 */
export function printable(text: string, maxLength = MAX_PRINTED_LENGTH): string {
  const shown = showInvisible(text.replaceAll('\\', '\\\\'), escaped)
    .replace(/[\t\r\n\u{85}\p{Zl}\p{Zp}]/gu, (character) => escaped(character.codePointAt(0) ?? 0))
    .replace(/\p{Cs}/gu, (unit) => escaped(unit.charCodeAt(0)))
    .replace(/(^|\s):/gu, (_match, before: string) => `${before}${escaped(0x3a)}`)
    .replaceAll('##[', `#${escaped(0x23)}[`);
  return shown.length <= maxLength ? shown : `${cutAt(shown, maxLength - 1)}…`;
}

/** The same with every character beyond ASCII as an escape: letters that look alike are told apart. */
export function printableAscii(text: string): string {
  const shown = printable(text, Number.POSITIVE_INFINITY);
  const plain = shown.replace(/[^\0-\x7f]/gu, (character) =>
    escaped(character.codePointAt(0) ?? 0),
  );
  return plain.length <= MAX_PRINTED_LENGTH ? plain : `${cutAt(plain, MAX_PRINTED_LENGTH - 1)}…`;
}

/** One of our escapes, a doubled backslash or one character: what a cut may not split. */
const WHOLE = /\\(?:\\|u\{[0-9A-F]+\})|[^]/uy;

/** Cuts without splitting a surrogate pair or one of our escapes. */
function cutAt(text: string, length: number): string {
  WHOLE.lastIndex = 0;
  let end = 0;
  while (WHOLE.test(text) && WHOLE.lastIndex <= length) end = WHOLE.lastIndex;
  return text.slice(0, end);
}

/**
 * Returns JSON text that is safe on a runner's log: what the runner would obey and what no one would see
 * stands as a JSON escape, so that the value is unchanged. Only strings can hold such characters.
 */
export function printableJson(json: string): string {
  return showInvisible(json, (codePoint) =>
    codePoint < 0x20 ? String.fromCodePoint(codePoint) : jsonEscape(codePoint),
  )
    .replaceAll('##[', '#\\u0023[')
    .replaceAll('::', ':\\u003a');
}

function jsonEscape(codePoint: number): string {
  return Array.from(
    { length: codePoint > 0xffff ? 2 : 1 },
    (_, index) =>
      `\\u${String.fromCodePoint(codePoint).charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
