import { scriptsInUse, type ScriptsInUse } from '../core/disguises.js';
import { withoutInvisible } from '../core/invisible.js';
import {
  mark,
  visiblePieces,
  type VisibleOptions,
  type VisiblePiece,
} from '../core/visible-text.js';
import { wordDiff, type WordRun } from '../core/word-diff.js';
import type { Gutter, Span, ViewLine } from './layout.js';
import type { Tone } from './style.js';

/** Lines and UTF-16 code units of unchanged text that stand beside a change. */
const KEPT_LINES = 2;
const KEPT_UNITS = 100;
/** Less than this is not folded: the fold would take as much room. */
const FOLDED_LINES = 3;
const FOLDED_UNITS = 200;
const TOO_FAR = 'too far apart to be compared word by word: what was, then what is';

/** A text as lines behind one gutter: line feeds end lines, whatever cannot be seen is named. */
export function proseLines(text: string, column: number, gutter: Gutter): ViewLine[] {
  const lines = new Lines();
  for (const piece of visiblePieces(text)) {
    if (piece.kind === 'break') lines.end();
    else lines.add(piece.text, piece.kind === 'mark' ? 'mark' : 'plain');
  }
  return lines.all().map((spans) => ({ column, gutter, indent: 0, hang: 0, spans }));
}

/** A text that became another, word by word: `[-was-]{+now+}`, what lies far from a change folded. */
export function proseDifference(was: string, now: string, column: number): ViewLine[] {
  const { runs, isWhole } = wordDiff(was, now);
  const lines = new Lines();
  if (isWhole) {
    lines.own(TOO_FAR);
    lines.end();
  }
  addRuns(lines, runs, was, now, { isOneLine: false });
  return lines.all().map((spans) => ({ column, gutter: '|' as const, indent: 0, hang: 0, spans }));
}

/** The same on one line, as it stands between the quotes of a JSON string. */
export function stringDifference(was: string, now: string): Span[] {
  const lines = new Lines();
  const { runs, isWhole } = wordDiff(was, now);
  if (isWhole) lines.own(TOO_FAR);
  addRuns(lines, runs, was, now, { isOneLine: true, isString: true });
  return lines.all().flat();
}

/** A text on one line, with the escapes of a JSON string where `isString` asks for them. */
export function lineSpans(text: string, options: TextOptions = {}): Span[] {
  return piecesOf(text, { ...options, isOneLine: true }).map((piece) => ({
    text: piece.text,
    tone: piece.kind === 'mark' ? 'mark' : 'plain',
  }));
}

/** How a text is shown, and where. */
export interface TextOptions extends VisibleOptions {
  /** Between the quotes of a JSON string. */
  readonly isString?: boolean;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function piecesOf(text: string, { isString, ...options }: TextOptions): VisiblePiece[] {
  const escaped =
    isString === true ? text.replace(/["\\\n\r\t]/g, (each) => ESCAPES.get(each) ?? each) : text;
  return visiblePieces(escaped, options);
}

class Lines {
  readonly #lines: Span[][] = [[]];

  add(text: string, tone: Tone): void {
    if (text !== '') this.#lines.at(-1)?.push({ text, tone });
  }

  end(): void {
    this.#lines.push([]);
  }

  /** A word of ours. */
  own(words: string): void {
    this.add(mark(words).text, 'dim');
  }

  all(): readonly (readonly Span[])[] {
    return this.#lines;
  }
}

function addRuns(
  lines: Lines,
  runs: readonly WordRun[],
  was: string,
  now: string,
  options: TextOptions,
): void {
  const scripts = { was: scriptsInUse(was), now: scriptsInUse(now) };
  for (const [index, run] of runs.entries()) {
    if (run.kind === 'same') {
      const ends = { isFirst: index === 0, isLast: index === runs.length - 1 };
      addSame(lines, run.text, ends, { ...options, scripts: scripts.now });
      continue;
    }
    const removed = run.kind === 'removed' ? run : runs[index - 1];
    const added = run.kind === 'added' ? run : runs[index + 1];
    const other = [removed, added].find((each) => each !== run);
    const opposite = other === undefined || other.kind === 'same' ? '' : other.text;
    addChanged(lines, run, opposite, {
      ...options,
      scripts: run.kind === 'removed' ? scripts.was : scripts.now,
    });
    if (run.kind === 'added' && opposite !== '' && areComposedAlike(run.text, opposite))
      lines.own('the same letters, composed of other characters');
  }
}

function areComposedAlike(text: string, other: string): boolean {
  return text.normalize('NFC') === other.normalize('NFC');
}

function addChanged(
  lines: Lines,
  { kind, text }: WordRun,
  opposite: string,
  options: TextOptions & { readonly scripts: ScriptsInUse },
): void {
  const isRemoved = kind === 'removed';
  const tone = isRemoved ? 'removed' : 'added';
  const markTone = isRemoved ? 'removedMark' : 'addedMark';
  const pieces = piecesOf(text, {
    ...options,
    hasDiffSigns: true,
    namesSpaces: true,
    isStrict: withoutInvisible(text) === withoutInvisible(opposite),
  });
  lines.add(isRemoved ? '[-' : '{+', tone);
  for (const piece of pieces.slice(0, -1)) addPiece(lines, piece, tone, markTone);
  const last = pieces.at(-1);
  // A sign that closes stands on the line that it closes.
  if (last?.kind === 'break') lines.add(mark('LF').text, markTone);
  else if (last !== undefined) addPiece(lines, last, tone, markTone);
  lines.add(isRemoved ? '-]' : '+}', tone);
  if (last?.kind === 'break') lines.end();
}

function addPiece(lines: Lines, piece: VisiblePiece, tone: Tone, markTone: Tone): void {
  if (piece.kind === 'break') {
    lines.add(mark('LF').text, markTone);
    lines.end();
  } else lines.add(piece.text, piece.kind === 'mark' ? markTone : tone);
}

interface Ends {
  /** True where nothing changed before it. */
  readonly isFirst: boolean;
  /** True where nothing changed behind it. */
  readonly isLast: boolean;
}

function addSame(lines: Lines, text: string, ends: Ends, options: TextOptions): void {
  const all = text.split('\n');
  const head = ends.isFirst ? 0 : KEPT_LINES;
  const tail = ends.isLast ? 0 : KEPT_LINES;
  const folded = all.length - head - tail;
  if (options.isOneLine === true || folded < FOLDED_LINES) {
    addUnfolded(lines, text, ends, options);
    return;
  }
  if (head > 0) {
    const kept = all.slice(0, head).join('\n');
    addUnfolded(lines, kept, { isFirst: false, isLast: true }, options);
    lines.end();
  }
  // What ends with a line feed ends no further line.
  const count = ends.isLast && all.at(-1) === '' ? folded - 1 : folded;
  lines.own(`… ${count} unchanged lines`);
  if (tail > 0) {
    lines.end();
    const kept = all.slice(-tail).join('\n');
    addUnfolded(lines, kept, { isFirst: true, isLast: false }, options);
  }
}

/** Text of few lines; a long line is folded in itself. */
function addUnfolded(lines: Lines, text: string, ends: Ends, options: TextOptions): void {
  const start = ends.isFirst ? 0 : gapBehind(text, KEPT_UNITS);
  const end = ends.isLast ? text.length : gapBefore(text, text.length - KEPT_UNITS);
  const from = Math.min(start, end);
  const to = Math.max(from, end);
  if (to - from < FOLDED_UNITS) {
    addPlain(lines, text, options);
    return;
  }
  addPlain(lines, text.slice(0, from), options);
  lines.own(`… ${to - from} unchanged characters …`);
  addPlain(lines, text.slice(to), options);
}

function addPlain(lines: Lines, text: string, options: TextOptions): void {
  for (const piece of piecesOf(text, { ...options, hasDiffSigns: true })) {
    if (piece.kind === 'break') lines.end();
    else lines.add(piece.text, piece.kind === 'mark' ? 'mark' : 'plain');
  }
}

/** Offset behind the first space from an offset on, or of a whole character where none is near. */
function gapBehind(text: string, offset: number): number {
  const gap = text.indexOf(' ', offset);
  return gap >= 0 && gap < offset + KEPT_UNITS ? gap + 1 : wholeOffset(text, offset);
}

function gapBefore(text: string, offset: number): number {
  const gap = offset <= 0 ? -1 : text.lastIndexOf(' ', offset);
  return gap > offset - KEPT_UNITS && gap >= 0 ? gap : wholeOffset(text, Math.max(0, offset));
}

function wholeOffset(text: string, offset: number): number {
  const isInPair = /^[\uDC00-\uDFFF]/.test(text.slice(offset, offset + 1));
  return Math.min(isInPair ? offset + 1 : offset, text.length);
}
