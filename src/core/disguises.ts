import { codePointName } from './character-names.js';
import { scriptOf, skeletonOf, type Script } from './lookalikes.js';

/** Scripts beside Latin in which a text has words that cannot be taken for Latin ones. */
export type ScriptsInUse = ReadonlySet<Script>;

/** Letters that a person takes for others, by offsets in UTF-16 code units, and what is to be said of them. */
export interface Disguise {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

const WORD = /[\p{L}\p{M}]+/gu;
const LETTER = /\p{L}\p{M}*/gu;
const LATIN_LETTERS = /^[A-Za-z]+$/;

/** Returns the scripts whose words in a text are what they look like: Russian prose is no disguise. */
export function scriptsInUse(text: string): ScriptsInUse {
  const inUse = new Set<Script>();
  if (isAscii(text)) return inUse;
  for (const [word] of text.matchAll(WORD)) {
    const letters = word.replaceAll(/\p{M}/gu, '');
    const scripts = new Set(Array.from(letters, foreignScript));
    const [script] = scripts;
    if (scripts.size === 1 && script !== undefined && !LATIN_LETTERS.test(skeletonOf(letters)))
      inUse.add(script);
  }
  return inUse;
}

/**
 * Returns the letters of a text that look Latin and are not: those that stand in one word with letters of another
 * script, and whole words of a script that the text has no other words of. Source: field case F06.
 */
export function disguises(text: string, inUse: ScriptsInUse): Disguise[] {
  if (isAscii(text)) return [];
  const found: Disguise[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const scripts = new Set(Array.from(word, letterScript));
    scripts.delete(undefined);
    const [script] = scripts;
    const isMixed = scripts.size > 1;
    const isWhole =
      !isMixed &&
      script !== undefined &&
      script !== 'Latin' &&
      !inUse.has(script) &&
      word.length > 1 &&
      LATIN_LETTERS.test(skeletonOf(word.replaceAll(/\p{M}/gu, '')));
    if (isMixed || isWhole) addRuns(found, word, match.index);
  }
  return found;
}

/** Neighbouring letters of one script are told together. */
function addRuns(found: Disguise[], word: string, offset: number): void {
  let run: { start: number; letters: string; script: Script } | undefined;
  const flush = (): void => {
    if (run === undefined) return;
    const start = offset + run.start;
    found.push({ start, end: start + run.letters.length, words: wordsOf(run.letters, run.script) });
    run = undefined;
  };
  for (const match of word.matchAll(LETTER)) {
    const [letter] = match;
    const script = foreignScript(letter);
    const isDisguised = script !== undefined && LATIN_LETTERS.test(skeletonOf(first(letter)));
    if (isDisguised && run?.script === script) {
      run.letters += letter;
      continue;
    }
    flush();
    if (isDisguised) run = { start: match.index, letters: letter, script };
  }
  flush();
}

function wordsOf(letters: string, script: Script): string {
  const isOne = letters === first(letters);
  const code = isOne ? ` ${codePointName(letters)}` : '';
  return `${letters}${code} ${script.toUpperCase()}, looks like ${skeletonOf(letters)}`;
}

function letterScript(character: string): Script | undefined {
  return scriptOf(character.codePointAt(0) ?? 0);
}

function foreignScript(character: string): Script | undefined {
  const script = letterScript(character);
  return script === 'Latin' ? undefined : script;
}

function first(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
