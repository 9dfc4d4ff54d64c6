import { JsonTextError, parseJsonText, type JsonNode } from '../core/json-text.js';
import { sameNodes } from '../core/same-node.js';
import type { ItemKind } from '../core/surface.js';
import { fieldRole } from '../core/aspects.js';
import { mark, visibleText } from '../core/visible-text.js';
import { folded } from './fold.js';
import { jsonDifference } from './json-difference.js';
import { ALONE, jsonLines, placed } from './json-view.js';
import { layOut, ownLine, plain, type Gutter, type Span, type ViewLine } from './layout.js';
import { itemSpans, nameNotes, nameSpans } from './name-view.js';
import { proseDifference, proseLines } from './prose-view.js';
import { schemaDifference } from './schema-view.js';
import { paintIn, toneOfChange, type Paint } from './style.js';
import { MAX_DEPTH, MAX_FIELD_LINES } from '../limits.js';

/** One side of a field. */
export type FieldText =
  /** The raw JSON text of the field's value. */
  | { readonly kind: 'text'; readonly json: string }
  | { readonly kind: 'absent' }
  /** Only its digest is known, and why no more. */
  | { readonly kind: 'unknown'; readonly digest: string; readonly reason: string }
  /** It quotes the value of a secret. */
  | { readonly kind: 'withheld' };

/** One field of an item, as it was and as it is. */
export interface FieldView {
  readonly name: string;
  readonly was: FieldText;
  readonly now: FieldText;
  /** Those that differ: `shape`, `text`, `hints`, `invisible`. */
  readonly aspects: readonly string[];
}

/** One item, as it was and as it is. */
export interface ItemView {
  readonly kind: ItemKind;
  readonly id: string | null;
  readonly change: 'added' | 'removed' | 'changed' | 'same';
  readonly fields: readonly FieldView[];
}

/** What the text is for. */
export interface ViewStyle {
  /** True where SGR sequences may stand in it. */
  readonly colour: boolean;
  /** Columns; fewer than 40 count as 40. */
  readonly width: number;
}

/** Columns at which a field's name and its value stand. */
const FIELD_COLUMN = 2;
const VALUE_COLUMN = 4;

/**
 * Returns definitions as they are, or as they were where they are no more, for a person to read: texts as prose, other
 * values as indented JSON, what cannot be seen named in `⟦…⟧`. What a server sent stands behind `|`. No control
 * character of it is left; every line but the last word of ours fits `width`. Ends with a line feed unless empty.
 * Source: issue "The approver's tools", point 4.
 */
export function renderDefinitions(items: readonly ItemView[], style: ViewStyle): string {
  const page = new Page(style);
  const notesOf = nameNotes(items);
  for (const item of items) {
    page.item();
    page.add([ownLine(0, ...itemSpans(item), ...(item.change === 'removed' ? GONE : []))]);
    page.add(notesOf(item));
    for (const { name, was, now } of item.fields) {
      const text = now.kind === 'absent' ? was : now;
      if (text.kind === 'absent') continue;
      const isGone = now.kind === 'absent';
      page.add([ownLine(FIELD_COLUMN, ...nameSpans(name), ...(isGone ? GONE : []))]);
      page.addBounded(wholeLines(text, '|'));
    }
  }
  return page.text();
}

const GONE: readonly Span[] = [plain('  '), { text: 'removed', tone: 'removed' }];

/**
 * Returns what differs between two states of definitions, for a person to read: texts word by word, `[-was-]{+now+}`,
 * schemas parameter by parameter, other values line by line, what did not change as a count. Otherwise like
 * `renderDefinitions`.
 */
export function renderDifferences(items: readonly ItemView[], style: ViewStyle): string {
  const page = new Page(style);
  const notesOf = nameNotes(items);
  const unchanged = items.filter(({ change }) => change === 'same').length;
  for (const item of items) {
    if (item.change === 'same') continue;
    page.item();
    page.add([ownLine(0, ...itemSpans(item), plain('  '), changeSpan(item.change))]);
    page.add(notesOf(item));
    const fields = item.fields.filter((field) => !isSame(field));
    for (const field of fields) {
      page.add([fieldHeading(field)]);
      page.addBounded(fieldDifference(item.kind, field));
    }
    const same = item.fields.length - fields.length;
    if (same > 0) page.add([countLine(FIELD_COLUMN, same, 'field')]);
  }
  if (unchanged > 0) {
    page.item();
    page.add([countLine(0, unchanged, 'item')]);
  }
  return page.text();
}

/** Lines of a screen, set as they come. */
class Page {
  readonly #width: number;
  readonly #paint: Paint;
  readonly #rows: string[] = [];

  constructor({ colour, width }: ViewStyle) {
    this.#width = width;
    this.#paint = paintIn(colour);
  }

  /** An empty row between two items. */
  item(): void {
    if (this.#rows.length > 0) this.#rows.push('');
  }

  add(lines: readonly ViewLine[]): void {
    for (const line of lines) this.#rows.push(...layOut(line, this.#width, this.#paint));
  }

  /** The lines of one field, up to a bound of rows. */
  addBounded(lines: readonly ViewLine[]): void {
    const most = this.#rows.length + MAX_FIELD_LINES;
    for (const [index, line] of lines.entries()) {
      if (this.#rows.length >= most) {
        const words = `${lines.length - index} more lines of this field are not shown`;
        this.add([ownLine(VALUE_COLUMN, { text: mark(words).text, tone: 'mark' })]);
        return;
      }
      this.add([line]);
    }
  }

  text(): string {
    return this.#rows.map((row) => `${row}\n`).join('');
  }
}

function changeSpan(change: 'added' | 'removed' | 'changed'): Span {
  return { text: change, tone: toneOfChange(change) };
}

function countLine(column: number, count: number, noun: string): ViewLine {
  const words = `${count} ${noun}${count === 1 ? '' : 's'} unchanged`;
  return ownLine(column, { text: words, tone: 'dim' });
}

const ASPECT_WORDS: ReadonlyMap<string, string> = new Map([
  ['shape', 'what a call must or may hold'],
  ['text', 'words that a model reads'],
  ['hints', 'what the tool says it may do'],
  ['invisible', 'HIDDEN characters'],
]);

/** `description  changed: words that a model reads`; hidden characters first. */
function fieldHeading({ name, was, now, aspects }: FieldView): ViewLine {
  const change = was.kind === 'absent' ? 'added' : now.kind === 'absent' ? 'removed' : 'changed';
  const words = [...aspects]
    .sort((a, b) => Number(b === 'invisible') - Number(a === 'invisible'))
    .map((aspect): Span => ({
      text: ASPECT_WORDS.get(aspect) ?? visibleText(aspect, { isOneLine: true }),
      tone: aspect === 'invisible' ? 'bad' : 'plain',
    }));
  const rest = words.flatMap((span, index) => [plain(index === 0 ? ': ' : ', '), span]);
  // Whether a text changed that is not shown is said by its aspects alone.
  const isKnown = was.kind !== 'withheld' || now.kind !== 'withheld' || aspects.length > 0;
  const told = isKnown ? [plain('  '), changeSpan(change)] : [];
  return ownLine(FIELD_COLUMN, ...nameSpans(name), ...told, ...rest);
}

function isSame({ was, now }: FieldView): boolean {
  if (was.kind === 'absent' || now.kind === 'absent') return was.kind === now.kind;
  if (was.kind === 'unknown' && now.kind === 'unknown') return was.digest === now.digest;
  if (was.kind !== 'text' || now.kind !== 'text') return false;
  if (was.json === now.json) return true;
  const [old, fresh] = [nodeOf(was.json), nodeOf(now.json)];
  return old !== undefined && fresh !== undefined && sameNodes()(old, fresh);
}

function fieldDifference(kind: ItemKind, { name, was, now }: FieldView): ViewLine[] {
  if (was.kind === 'absent') return wholeLines(now, '+');
  if (now.kind === 'absent') return wholeLines(was, '-');
  if (was.kind === 'withheld' && now.kind === 'withheld')
    return wholeLines(now, '|', 'was and is ');
  if (was.kind !== 'text' || now.kind !== 'text')
    return [...wholeLines(was, '-', 'was '), ...wholeLines(now, '+', 'now ')];
  const [old, fresh] = [nodeOf(was.json), nodeOf(now.json)];
  if (old === undefined || fresh === undefined)
    return [...wholeLines(was, '-'), ...wholeLines(now, '+')];
  if (old.kind === 'string' && fresh.kind === 'string')
    return proseDifference(old.value, fresh.value, VALUE_COLUMN);
  const asSchema =
    fieldRole(kind, name) === 'schema' ? schemaDifference(old, fresh, VALUE_COLUMN) : undefined;
  return asSchema ?? placed(folded(jsonDifference(old, fresh, ALONE)), VALUE_COLUMN);
}

/** A value as it stands; `side` says which of two it is where it cannot be shown. */
function wholeLines(text: FieldText, gutter: Gutter, side = ''): ViewLine[] {
  switch (text.kind) {
    case 'absent':
      return [];
    case 'unknown': {
      const reason = visibleText(text.reason, { isOneLine: true });
      const digest = visibleText(text.digest, { isOneLine: true });
      return [
        ownLine(VALUE_COLUMN, { text: `${side}not known: ${reason} (${digest})`, tone: 'dim' }),
      ];
    }
    case 'withheld':
      return [
        ownLine(VALUE_COLUMN, {
          text: `${side}not shown: it quotes the value of a secret`,
          tone: 'dim',
        }),
      ];
    case 'text': {
      const node = nodeOf(text.json);
      if (node === undefined) return proseLines(text.json, VALUE_COLUMN, gutter);
      return node.kind === 'string'
        ? proseLines(node.value, VALUE_COLUMN, gutter)
        : placed(jsonLines(node, ALONE, gutter, gutter !== '|'), VALUE_COLUMN);
    }
  }
}

/** Undefined for what is no JSON, or nests deeper than a definition may. */
function nodeOf(json: string): JsonNode | undefined {
  try {
    return parseJsonText(json, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}
