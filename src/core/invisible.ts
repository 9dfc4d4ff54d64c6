/**
 * Characters that a person does not see and a model reads. The table is fixed, so that it never moves
 * with a runtime's Unicode version. Source: FORMAT 2.6.
 */
const RANGES =
  '\\u{0}-\\u{8}\\u{B}\\u{C}\\u{E}-\\u{1F}\\u{7F}-\\u{9F}\\u{AD}\\u{34F}\\u{61C}\\u{115F}\\u{1160}\\u{17B4}\\u{17B5}' +
  '\\u{180B}-\\u{180F}\\u{200B}-\\u{200F}\\u{2028}-\\u{202E}\\u{2060}-\\u{206F}\\u{2800}\\u{3164}\\u{FE00}-\\u{FE0F}' +
  '\\u{FEFF}\\u{FFA0}\\u{FFF0}-\\u{FFFB}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}';

/* eslint-disable no-misleading-character-class -- variation selectors and joiners are what is looked for */
const INVISIBLE_RUN = new RegExp(`[${RANGES}]+`, 'gu');
const SOME_INVISIBLE = new RegExp(`[${RANGES}]`, 'u');
/* eslint-enable no-misleading-character-class */

/** Runs that scripts and emoji need: a lone joiner or non-joiner, variation selector, or selector and joiner. */
const INNOCENT_RUNS: readonly string[] = ['\u200C', '\u200D', '\uFE0E', '\uFE0F', '\uFE0F\u200D'];

/** True when a text holds any character of the table, the innocent runs included. */
export function hasInvisible(text: string): boolean {
  return SOME_INVISIBLE.test(text);
}

/** Every maximal run of invisible characters, in order, without the innocent ones. */
export function invisibleRuns(text: string): string[] {
  return (text.match(INVISIBLE_RUN) ?? []).filter((run) => !INNOCENT_RUNS.includes(run));
}

/** The text without any character of the table. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE_RUN, '');
}

/** Replaces each invisible character by what `show` makes of its code point. */
export function showInvisible(text: string, show: (codePoint: number) => string): string {
  return text.replace(INVISIBLE_RUN, (run) =>
    Array.from(run, (character) => show(character.codePointAt(0) ?? 0)).join(''),
  );
}
