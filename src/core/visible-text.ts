import { characterName, codePointName } from './character-names.js';
import { disguises, scriptsInUse, type ScriptsInUse } from './disguises.js';
import { MAX_NAMED_CHARACTERS, MAX_SHOWN_UNITS } from '../limits.js';

/** A part of a text that is shown: its own characters, a word of ours about it in `⟦…⟧`, or the end of a line. */
export interface VisiblePiece {
  readonly kind: 'text' | 'mark' | 'break';
  readonly text: string;
}

/** How a text is shown. */
export interface VisibleOptions {
  /** Line feeds are named and end no line: for names. */
  readonly isOneLine?: boolean;
  /** Names what scripts and emoji need as well: where nothing else tells two texts apart. */
  readonly isStrict?: boolean;
  /** Names each space: where a text is nothing but spaces. */
  readonly namesSpaces?: boolean;
  /** The scripts of the text that this one is a part of, where it is one. */
  readonly scripts?: ScriptsInUse;
  /** Keeps `[-`, `-]`, `{+` and `+}` of the text from being taken for the signs of a word diff. */
  readonly hasDiffSigns?: boolean;
}

/** Spaces that a person would not take for a gap between words, line feeds for one between paragraphs. */
const MANY_SPACES = 20;
const MANY_BREAKS = 6;
/** Combining marks on one letter; no language needs as many. */
const MANY_MARKS = 5;

/* eslint-disable no-misleading-character-class -- these are the characters that are looked for */
/** What is never printed as it is: all but letters, marks, digits, punctuation, symbols and the plain space. */
const HIDDEN =
  '[\\p{C}\\p{Zl}\\p{Zp}\\u{A0}\\u{1680}\\u{2000}-\\u{200A}\\u{202F}\\u{205F}\\u{3000}\\u{34F}\\u{115F}\\u{1160}' +
  '\\u{17B4}\\u{17B5}\\u{180B}-\\u{180F}\\u{2800}\\u{3164}\\u{FE00}-\\u{FE0F}\\u{FFA0}\\u{FFF0}-\\u{FFFC}' +
  '\\u{E0000}-\\u{E0FFF}\\u{27E6}\\u{27E7}]';
const SPECIAL = new RegExp(
  `(?<hidden>${HIDDEN}+)|(?<spaces> {${MANY_SPACES},})|(?<marks>(?:(?!${HIDDEN})\\p{M})+)`,
  'gu',
);
/** Parts of a hidden run that are told together. */
const GROUP =
  /(?<breaks>\n+)|(?<tags>[\u{E0000}-\u{E007F}]+)|(?<selectors>[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]{2,})|(?<one>[^])\k<one>*/gu;
/* eslint-enable no-misleading-character-class */

/**
 * Returns a text in parts that read truthfully. Characters that a person does not see, that move others about or that
 * a terminal obeys are named; runs of tag characters and variation selectors are decoded; letters of another script
 * that look Latin are marked; the brackets of our marks are named where the text has them, so that a mark cannot be
 * forged. No part but a `break` holds a control character, and only a text of its own order a joiner.
 * A text above `MAX_SHOWN_UNITS` is cut, with the count. Source: issue "The approver's tools", field cases F03, F04, F06.
 */
export function visiblePieces(text: string, options: VisibleOptions = {}): VisiblePiece[] {
  const shown = text.length <= MAX_SHOWN_UNITS ? text : wholeStart(text, MAX_SHOWN_UNITS);
  const pieces: VisiblePiece[] = [];
  let at = 0;
  for (const match of shown.matchAll(SPECIAL)) {
    addText(pieces, shown.slice(at, match.index));
    at = match.index + match[0].length;
    addSpecial(pieces, match, shown, options);
  }
  addText(pieces, shown.slice(at));
  if (shown.length < text.length)
    pieces.push(mark(`${text.length - shown.length} more characters are not shown`));
  const scripts = options.scripts ?? scriptsInUse(shown);
  return pieces.flatMap((piece) =>
    piece.kind === 'text' ? plainPieces(piece.text, options, scripts) : [piece],
  );
}

/** The same as one text: marks in place, parts of kind `break` as line feeds. */
export function visibleText(text: string, options: VisibleOptions = {}): string {
  return visiblePieces(text, options)
    .map((piece) => piece.text)
    .join('');
}

/** A word of ours about a text, in the brackets that no text can forge. */
export function mark(words: string): VisiblePiece {
  return { kind: 'mark', text: `⟦${words}⟧` };
}

function addSpecial(
  pieces: VisiblePiece[],
  match: RegExpExecArray,
  text: string,
  options: VisibleOptions,
): void {
  const [run] = match;
  const end = match.index + run.length;
  if (match.groups?.['hidden'] !== undefined) {
    const after = String.fromCodePoint(text.codePointAt(end) ?? 0);
    const before = lastCharacter(text, match.index);
    if (options.isStrict !== true && isInnocent(run, before, after)) addText(pieces, run);
    else addHidden(pieces, run, options);
  } else if (match.groups?.['spaces'] !== undefined) {
    pieces.push(mark(`${run.length} SPACES`));
  } else addMarks(pieces, run);
}

/** Puts a text behind another one. */
function addText(pieces: VisiblePiece[], text: string): void {
  const last = pieces.at(-1);
  if (last?.kind === 'text') pieces[pieces.length - 1] = { kind: 'text', text: last.text + text };
  else if (text !== '') pieces.push({ kind: 'text', text });
}

/** Combining marks stand on the letter before them; without one they would stand on a sign of ours. */
function addMarks(pieces: VisiblePiece[], run: string): void {
  const marks = Array.from(run);
  const last = pieces.at(-1);
  const hasBase = last?.kind === 'text' && !last.text.endsWith(' ');
  if (marks.length >= MANY_MARKS) pieces.push(mark(`${marks.length} COMBINING MARKS`));
  else if (hasBase) addText(pieces, run);
  else pieces.push(...marks.map((each) => mark(characterName(each))));
}

/** Names a run of hidden characters, what is alike with a count, what spells a text by that text. */
function addHidden(pieces: VisiblePiece[], run: string, options: VisibleOptions): void {
  let named = 0;
  let unnamed = 0;
  const flush = (): void => {
    if (unnamed > 0) pieces.push(mark(`and ${unnamed} more hidden characters`));
    [named, unnamed] = [0, 0];
  };
  for (const { 0: found, groups } of run.matchAll(GROUP)) {
    const one = groups?.['one'];
    if (one !== undefined && named >= MAX_NAMED_CHARACTERS) {
      unnamed += Array.from(found).length;
      continue;
    }
    if (one !== undefined) {
      named += 1;
      pieces.push(namedRun(one, Array.from(found).length));
      continue;
    }
    flush();
    if (groups?.['breaks'] !== undefined) addBreaks(pieces, found.length, options);
    else if (groups?.['tags'] !== undefined) addTags(pieces, found);
    else addSelectors(pieces, found);
  }
  flush();
}

/** Names that are so common that their code point would only be in the way. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['\t', 'TAB'],
  ['\r', 'CR'],
  ['\n', 'LF'],
  ['⟦', 'U+27E6 BRACKET'],
  ['⟧', 'U+27E7 BRACKET'],
]);

function namedRun(character: string, count: number): VisiblePiece {
  const name = SHORT.get(character) ?? characterName(character);
  return mark(count === 1 ? name : `${name} × ${count}`);
}

function addBreaks(pieces: VisiblePiece[], count: number, { isOneLine }: VisibleOptions): void {
  if (isOneLine === true) {
    pieces.push(namedRun('\n', count));
    return;
  }
  const isMany = count >= MANY_BREAKS;
  if (isMany) pieces.push(BREAK, namedRun('\n', count - 2), BREAK);
  else for (let each = 0; each < count; each += 1) pieces.push(BREAK);
}

const BREAK: VisiblePiece = { kind: 'break', text: '\n' };

/** Tag characters spell ASCII that a model reads and no screen shows. */
function addTags(pieces: VisiblePiece[], run: string): void {
  const tags = Array.from(run);
  const spelled = tags.map((tag) => {
    const codePoint = (tag.codePointAt(0) ?? 0) - 0xe0000;
    return isAsciiVisible(codePoint) ? String.fromCodePoint(codePoint) : `<${codePointName(tag)}>`;
  });
  if (spelled.every((each) => each.length > 1))
    pieces.push(...tags.map((tag) => mark(characterName(tag))));
  else
    pieces.push(
      mark(`HIDDEN TEXT in ${countOf(tags.length, 'tag character')}: ${spelled.join('')}`),
    );
}

/** Several variation selectors on one character carry a byte each: no font knows such a variant. */
function addSelectors(pieces: VisiblePiece[], run: string): void {
  const bytes = Array.from(run, (selector) => {
    const codePoint = selector.codePointAt(0) ?? 0;
    return codePoint < 0xe0100 ? codePoint - 0xfe00 : codePoint - 0xe0100 + 16;
  });
  const count = countOf(bytes.length, 'variation selector');
  if (bytes.every(isAsciiVisible)) {
    pieces.push(mark(`HIDDEN TEXT in ${count}: ${String.fromCodePoint(...bytes)}`));
    return;
  }
  const shown = bytes.slice(0, MAX_NAMED_CHARACTERS * 2);
  const digits = shown.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
  pieces.push(
    mark(`HIDDEN BYTES in ${count}: ${digits}${shown.length < bytes.length ? ' …' : ''}`),
  );
}

function isAsciiVisible(codePoint: number): boolean {
  return codePoint >= 0x20 && codePoint <= 0x7e;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const PICTURE = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u;
const KEYCAP = /^[0-9#*]$/;
/** Scripts that are written with joiners. */
const JOINING =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Mong}]$/u;

const IDEOGRAPH = /^\p{scx=Han}$/u;

const IDEOGRAPH_SELECTOR = /^[\u{FE00}-\u{FE02}\u{E0100}-\u{E01EF}]$/u;

/** True for joiners and selectors where a script or an emoji needs them, and they change what is seen. */
function isInnocent(run: string, before: string, after: string): boolean {
  switch (run) {
    case '\u200C':
      return JOINING.test(before) && JOINING.test(after);
    case '\u200D':
      return (
        (JOINING.test(before) && JOINING.test(after)) ||
        (PICTURE.test(before) && PICTURE.test(after))
      );
    case '\uFE0E':
    case '\uFE0F':
      return PICTURE.test(before) || (KEYCAP.test(before) && after === '\u20E3');
    case '\uFE0F\u200D':
      return PICTURE.test(before) && PICTURE.test(after);
    default:
      return IDEOGRAPH.test(before) && IDEOGRAPH_SELECTOR.test(run);
  }
}

/** The characters of a text that can be seen, with marks where a person would take them for others. */
function plainPieces(
  text: string,
  { namesSpaces, hasDiffSigns }: VisibleOptions,
  scripts: ScriptsInUse,
): VisiblePiece[] {
  if (namesSpaces === true && /^ +$/.test(text))
    return [mark(text.length === 1 ? 'SPACE' : `${text.length} SPACES`)];
  const pieces: VisiblePiece[] = [];
  let at = 0;
  const addUpTo = (end: number): void => {
    const plain = text.slice(at, end);
    if (plain !== '')
      pieces.push(...(hasDiffSigns === true ? withoutSigns(plain) : [asText(plain)]));
  };
  for (const { start, end, words } of disguises(text, scripts)) {
    addUpTo(start);
    pieces.push(mark(words));
    at = end;
  }
  addUpTo(text.length);
  return pieces;
}

function asText(text: string): VisiblePiece {
  return { kind: 'text', text };
}

/** The second character of a sign stands as a mark. */
function withoutSigns(text: string): VisiblePiece[] {
  return text
    .split(
      /(?<=\[)(?=-)|(?<=\[-)|(?<=-)(?=\])|(?<=-\])|(?<=\{)(?=\+)|(?<=\{\+)|(?<=\+)(?=\})|(?<=\+\})/,
    )
    .map((part, index, parts) =>
      part.length === 1 && SIGNS.includes(`${parts[index - 1]?.at(-1) ?? ''}${part}`)
        ? mark(part)
        : asText(part),
    );
}

const SIGNS: readonly string[] = ['[-', '-]', '{+', '+}'];

function wholeStart(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}

function lastCharacter(text: string, end: number): string {
  const start = text.slice(Math.max(0, end - 2), end);
  return Array.from(start).at(-1) ?? '';
}
