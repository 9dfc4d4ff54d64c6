import { hasInvisible } from './invisible.js';

/** Names of Unicode for characters that a screen does not show, or that move others about. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, 'NULL'],
  [0x07, 'BELL'],
  [0x08, 'BACKSPACE'],
  [0x0b, 'LINE TABULATION'],
  [0x0c, 'FORM FEED'],
  [0x0d, 'CARRIAGE RETURN'],
  [0x1b, 'ESCAPE'],
  [0x7f, 'DELETE'],
  [0x85, 'NEXT LINE'],
  [0x9b, 'CONTROL SEQUENCE INTRODUCER'],
  [0xa0, 'NO-BREAK SPACE'],
  [0xad, 'SOFT HYPHEN'],
  [0x34f, 'COMBINING GRAPHEME JOINER'],
  [0x61c, 'ARABIC LETTER MARK'],
  [0x115f, 'HANGUL CHOSEONG FILLER'],
  [0x1160, 'HANGUL JUNGSEONG FILLER'],
  [0x17b4, 'KHMER VOWEL INHERENT AQ'],
  [0x17b5, 'KHMER VOWEL INHERENT AA'],
  [0x180e, 'MONGOLIAN VOWEL SEPARATOR'],
  [0x2002, 'EN SPACE'],
  [0x2003, 'EM SPACE'],
  [0x2009, 'THIN SPACE'],
  [0x200a, 'HAIR SPACE'],
  [0x200b, 'ZERO WIDTH SPACE'],
  [0x200c, 'ZERO WIDTH NON-JOINER'],
  [0x200d, 'ZERO WIDTH JOINER'],
  [0x200e, 'LEFT-TO-RIGHT MARK'],
  [0x200f, 'RIGHT-TO-LEFT MARK'],
  [0x2028, 'LINE SEPARATOR'],
  [0x2029, 'PARAGRAPH SEPARATOR'],
  [0x202a, 'LEFT-TO-RIGHT EMBEDDING'],
  [0x202b, 'RIGHT-TO-LEFT EMBEDDING'],
  [0x202c, 'POP DIRECTIONAL FORMATTING'],
  [0x202d, 'LEFT-TO-RIGHT OVERRIDE'],
  [0x202e, 'RIGHT-TO-LEFT OVERRIDE'],
  [0x202f, 'NARROW NO-BREAK SPACE'],
  [0x2060, 'WORD JOINER'],
  [0x2061, 'FUNCTION APPLICATION'],
  [0x2062, 'INVISIBLE TIMES'],
  [0x2063, 'INVISIBLE SEPARATOR'],
  [0x2064, 'INVISIBLE PLUS'],
  [0x2066, 'LEFT-TO-RIGHT ISOLATE'],
  [0x2067, 'RIGHT-TO-LEFT ISOLATE'],
  [0x2068, 'FIRST STRONG ISOLATE'],
  [0x2069, 'POP DIRECTIONAL ISOLATE'],
  [0x2800, 'BRAILLE PATTERN BLANK'],
  [0x3000, 'IDEOGRAPHIC SPACE'],
  [0x3164, 'HANGUL FILLER'],
  [0xfeff, 'ZERO WIDTH NO-BREAK SPACE'],
  [0xffa0, 'HALFWIDTH HANGUL FILLER'],
  [0xfff9, 'INTERLINEAR ANNOTATION ANCHOR'],
  [0xfffa, 'INTERLINEAR ANNOTATION SEPARATOR'],
  [0xfffb, 'INTERLINEAR ANNOTATION TERMINATOR'],
  [0xe0001, 'LANGUAGE TAG'],
  [0xe007f, 'CANCEL TAG'],
]);

/** Classes of characters without a name above, the first that fits. */
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^\p{Cc}$/u, 'CONTROL CHARACTER'],
  [/^\p{Cs}$/u, 'LONE SURROGATE'],
  [/^\p{Co}$/u, 'PRIVATE USE'],
  [/^\p{Noncharacter_Code_Point}$/u, 'NONCHARACTER'],
  [/^[\u{E0020}-\u{E007E}]$/u, 'TAG CHARACTER'],
  [/^\p{Variation_Selector}$/u, 'VARIATION SELECTOR'],
  [/^\p{Cn}$/u, 'UNASSIGNED'],
  [/^\p{Cf}$/u, 'FORMAT CHARACTER'],
  [/^\p{Z}$/u, 'SPACE'],
  [/^\p{M}$/u, 'COMBINING MARK'],
];

/** `U+200B`: a code point as people write it. */
export function codePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Returns `U+200B ZERO WIDTH SPACE`: the code point of one character with its name where our table has it, else with
 * its class. Classes are those of the runtime's Unicode version; nothing is decided by them.
 */
export function characterName(character: string): string {
  const named = NAMES.get(character.codePointAt(0) ?? 0);
  const name =
    named ??
    CLASSES.find(([pattern]) => pattern.test(character))?.[1] ??
    (hasInvisible(character) ? 'INVISIBLE CHARACTER' : '');
  return `${codePointName(character)} ${name}`.trimEnd();
}
