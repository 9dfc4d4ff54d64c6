import { cellsOf, clustersOf } from './cells.js';
import type { Paint, Tone } from './style.js';

/** A part of a line; it holds no line end and no control character. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

/** What stands before a line: nothing for our own words, a sign for what a server sent. */
export type Gutter = '' | '|' | '-' | '+' | '~';

/** One line before it is wrapped. */
export interface ViewLine {
  /** Column of the gutter, or of the text where there is none. */
  readonly column: number;
  readonly gutter: Gutter;
  /** Columns by which the text is indented behind its gutter, and further rows of it once more. */
  readonly indent: number;
  readonly hang: number;
  readonly spans: readonly Span[];
}

/** A narrower screen is not served: names and marks would be in pieces. */
const MIN_COLUMNS = 40;
/** Deeper nesting is not indented further than this part of the screen. */
const INDENTED_PART = 3;
/** Marks up to this length are not broken. */
const WHOLE_MARK = 60;
const GUTTER_TONES: Readonly<Record<Gutter, Tone>> = {
  '': 'plain',
  '|': 'dim',
  '-': 'removed',
  '+': 'added',
  '~': 'dim',
};

/** A line of ours. */
export function ownLine(column: number, ...spans: readonly Span[]): ViewLine {
  return { column, gutter: '', indent: 0, hang: 2, spans };
}

/** A part in no tone. */
export function plain(text: string): Span {
  return { text, tone: 'plain' };
}

/**
 * Returns a line in rows of at most `width` cells (at least 40), without blanks at their ends: broken at spaces, or
 * between letters where a word is longer than a row.
 */
export function layOut(line: ViewLine, width: number, paint: Paint): string[] {
  const columns = Math.max(width, MIN_COLUMNS);
  const gutter = line.gutter === '' ? '' : `${line.gutter} `;
  const before = line.column + gutter.length;
  const most = Math.floor((columns - before) / INDENTED_PART);
  const first = Math.min(line.indent, most);
  const rest = Math.min(line.indent + line.hang, most);
  const rows = rowsOf(line.spans, columns - before - first, columns - before - rest);
  return rows.map((row, index) => {
    const body = joinTones(withoutBlanks(row)).map(({ text, tone }) =>
      paint(text, toneBehind(line.gutter, tone)),
    );
    const head = ' '.repeat(line.column) + paint(gutter.trimEnd(), GUTTER_TONES[line.gutter]);
    if (body.length === 0) return head.trimEnd();
    return `${head}${gutter === '' ? '' : ' '}${' '.repeat(index === 0 ? first : rest)}${body.join('')}`;
  });
}

/** A line that came or went is coloured whole. */
function toneBehind(gutter: Gutter, tone: Tone): Tone {
  const side = gutter === '+' ? 'added' : gutter === '-' ? 'removed' : undefined;
  if (side === undefined || (tone !== 'plain' && tone !== 'mark')) return tone;
  return tone === 'plain' ? side : `${side}Mark`;
}

/** Parts that stand together, or the spaces between two such. */
interface Token {
  readonly isGap: boolean;
  readonly cells: number;
  readonly spans: readonly Span[];
}

function rowsOf(spans: readonly Span[], firstRoom: number, restRoom: number): Span[][] {
  const rows: Span[][] = [[]];
  let [used, gap] = [0, NO_GAP];
  const room = (): number => (rows.length === 1 ? firstRoom : restRoom);
  const put = (token: Token): void => {
    rows.at(-1)?.push(...token.spans);
    used += token.cells;
  };
  const breakRow = (): void => {
    rows.push([]);
    [used, gap] = [0, NO_GAP];
  };
  for (const token of tokensOf(spans)) {
    if (token.isGap) {
      gap = token;
      continue;
    }
    if (used > 0 && used + gap.cells + token.cells > room()) breakRow();
    if (gap.cells < room()) put(gap);
    gap = NO_GAP;
    if (used + token.cells <= room()) {
      put(token);
      continue;
    }
    for (const cluster of clusters(token, Math.min(firstRoom, restRoom))) {
      if (used > 0 && used + cluster.cells > room()) breakRow();
      put(cluster);
    }
  }
  return rows;
}

const NO_GAP: Token = { isGap: true, cells: 0, spans: [] };

function tokensOf(spans: readonly Span[]): Token[] {
  const tokens: Token[] = [];
  for (const { text, tone } of spans) {
    for (const part of isWhole(text) ? [text] : (text.match(/ +|[^ ]+/g) ?? [])) {
      const isGap = part.startsWith(' ');
      const last = tokens.at(-1);
      const span = { text: part, tone };
      if (last?.isGap === isGap) {
        tokens[tokens.length - 1] = {
          isGap,
          cells: last.cells + cellsOf(part),
          spans: [...last.spans, span],
        };
      } else tokens.push({ isGap, cells: cellsOf(part), spans: [span] });
    }
  }
  return tokens;
}

function isWhole(text: string): boolean {
  return text.startsWith('⟦') && text.length <= WHOLE_MARK;
}

/** What a token is broken into: its characters, and the marks that fit a row. */
function clusters({ spans }: Token, room: number): Token[] {
  return spans.flatMap(({ text, tone }) =>
    (isWhole(text) && cellsOf(text) <= room ? [text] : clustersOf(text)).map((part) => ({
      isGap: false,
      cells: cellsOf(part),
      spans: [{ text: part, tone }],
    })),
  );
}

/** A row without blanks at its end. */
function withoutBlanks(row: readonly Span[]): Span[] {
  const kept = [...row];
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    const text = last.text.replace(/ +$/, '');
    if (text !== '') return [...kept, { text, tone: last.tone }];
  }
  return [];
}

/** Neighbours of one tone as one part, so that a row has few SGR sequences. */
function joinTones(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (last?.tone === span.tone)
      out[out.length - 1] = { text: last.text + span.text, tone: span.tone };
    else out.push(span);
  }
  return out;
}
