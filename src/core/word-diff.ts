import { alignTexts } from './align.js';
import { MAX_DIFFED_UNITS } from '../limits.js';

/** A run of a text: of both texts, of the earlier one alone or of the later one alone; never empty. */
export interface WordRun {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** How one text became another. */
export interface WordDiff {
  /** Those that are not `added` make up the earlier text, those that are not `removed` the later one. */
  readonly runs: readonly WordRun[];
  /** True where the texts are too long or too far apart to be compared word by word. */
  readonly isWhole: boolean;
}

/**
 * Words, line feeds, runs of spaces, and anything else character by character: a hidden character is never a part
 * of a word. Scripts that put no spaces between words count by the letter.
 */
const TOKEN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}\p{N}_])+|\n| +|[^]/gu;

/** Returns the runs of which an earlier and a later text are made. Bounded in time and memory. */
export function wordDiff(was: string, now: string): WordDiff {
  const head = commonHead(was, now);
  const tail = commonTail(was, now, head);
  const [innerWas, innerNow] = [
    was.slice(head, was.length - tail),
    now.slice(head, now.length - tail),
  ];
  const runs: WordRun[] = [];
  addRun(runs, 'same', was.slice(0, head));
  const isTooLong = innerWas.length + innerNow.length > MAX_DIFFED_UNITS;
  let isWhole = isTooLong;
  if (isTooLong) {
    addRun(runs, 'removed', innerWas);
    addRun(runs, 'added', innerNow);
  } else {
    const [a, b] = [innerWas.match(TOKEN) ?? [], innerNow.match(TOKEN) ?? []];
    const aligned = alignTexts(a, b);
    isWhole = aligned.isWhole;
    for (const { kind, start, end } of aligned.runs)
      addRun(runs, kind, (kind === 'added' ? b : a).slice(start, end).join(''));
  }
  addRun(runs, 'same', was.slice(was.length - tail));
  return { runs: withoutSpecks(slid(runs)), isWhole };
}

function addRun(runs: WordRun[], kind: WordRun['kind'], text: string): void {
  if (text === '') return;
  const last = runs.at(-1);
  if (last?.kind === kind) runs[runs.length - 1] = { kind, text: last.text + text };
  else runs.push({ kind, text });
}

/** Length of what both begin with, up to the end of a word. */
function commonHead(was: string, now: string): number {
  const least = Math.min(was.length, now.length);
  let head = 0;
  while (head < least && was.charCodeAt(head) === now.charCodeAt(head)) head += 1;
  if (head === was.length && head === now.length) return head;
  while (head > 0 && !isGap(was.charCodeAt(head - 1))) head -= 1;
  return head;
}

/** Length of what both end with behind their common head, from the start of a gap on. */
function commonTail(was: string, now: string, head: number): number {
  const least = Math.min(was.length, now.length) - head;
  const ends = [was.length, now.length] as const;
  let tail = 0;
  while (tail < least && was.charCodeAt(ends[0] - 1 - tail) === now.charCodeAt(ends[1] - 1 - tail))
    tail += 1;
  while (tail > 0 && !isGap(was.charCodeAt(ends[0] - tail))) tail -= 1;
  return tail;
}

function isGap(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a;
}

/**
 * Moves what came or went to where a person would see it begin: `end.{+ More.+}` and not `end{+. More+}.`. Both texts
 * stay what they are, since only what stands before and behind a run alike changes its side.
 */
function slid(runs: readonly WordRun[]): WordRun[] {
  const out: WordRun[] = [];
  let rest = [...runs];
  for (let [run] = rest; run !== undefined; [run] = rest) {
    rest = rest.slice(1);
    const [behind] = rest;
    const isAlone = run.kind !== 'same' && (out.at(-1)?.kind ?? 'same') === 'same';
    if (!isAlone || (behind?.kind ?? 'same') !== 'same') {
      addRun(out, run.kind, run.text);
      continue;
    }
    const moved = slide(out.at(-1)?.text ?? '', run.text, behind?.text ?? '');
    if (out.length > 0) out.pop();
    addRun(out, 'same', moved.before);
    addRun(out, run.kind, moved.text);
    if (behind !== undefined) rest = [{ kind: 'same', text: moved.behind }, ...rest.slice(1)];
  }
  return out;
}

interface Place {
  readonly before: string;
  readonly text: string;
  readonly behind: string;
}

function slide(before: string, text: string, behind: string): Place {
  let place: Place = { before, text, behind };
  for (let step = 0; step < MOST_SLIDES && !STARTS_WITH_GAP.test(place.text); step += 1) {
    const token = firstToken(place.text);
    if (token === '' || token !== firstToken(place.behind)) break;
    place = {
      before: place.before + token,
      text: place.text.slice(token.length) + token,
      behind: place.behind.slice(token.length),
    };
  }
  if (STARTS_WITH_GAP.test(place.text)) return place;
  const gap = / +$/.exec(text)?.[0] ?? '';
  if (gap === '' || !before.endsWith(gap) || before.endsWith(` ${gap}`))
    return { before, text, behind };
  return {
    before: before.slice(0, -gap.length),
    text: gap + text.slice(0, -gap.length),
    behind: gap + behind,
  };
}

/** Tokens that a change is moved by at most. */
const MOST_SLIDES = 8;
const STARTS_WITH_GAP = /^[ \n]/;

function firstToken(text: string): string {
  return text.slice(0, MAX_TOKEN_UNITS).match(TOKEN)?.[0] ?? '';
}

/** Longer words are not moved. */
const MAX_TOKEN_UNITS = 64;

/** A gap between two changes is a part of both: `[-a b-]{+c d+}` reads better than four pieces. */
function withoutSpecks(runs: readonly WordRun[]): WordRun[] {
  const out: WordRun[] = [];
  let removed = '';
  let added = '';
  const close = (): void => {
    addRun(out, 'removed', removed);
    addRun(out, 'added', added);
    [removed, added] = ['', ''];
  };
  for (const [index, { kind, text }] of runs.entries()) {
    const isSpeck =
      kind === 'same' &&
      /^ +$/.test(text) &&
      removed !== '' &&
      added !== '' &&
      isReplaced(runs, index + 1);
    if (kind === 'removed' || isSpeck) removed += text;
    if (kind === 'added' || isSpeck) added += text;
    if (kind !== 'same' || isSpeck) continue;
    close();
    addRun(out, 'same', text);
  }
  close();
  return out;
}

function isReplaced(runs: readonly WordRun[], at: number): boolean {
  return runs[at]?.kind === 'removed' && runs[at + 1]?.kind === 'added';
}
