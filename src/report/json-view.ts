import type { JsonNode } from '../core/json-text.js';
import { cellsOf } from './cells.js';
import { plain, type Gutter, type Span, type ViewLine } from './layout.js';
import { lineSpans } from './prose-view.js';

/** Columns that a list of scalars may take on one line. */
const FLAT_CELLS = 60;
/** Columns by which each level is indented. */
export const INDENT = 2;

/** A line of JSON before it has its place on the screen. */
export interface JsonLine {
  readonly gutter: Gutter;
  readonly indent: number;
  readonly spans: readonly Span[];
  /** True for a line that is shown wherever something in its container changed. */
  readonly isAround?: boolean;
}

/** Where a value stands: in a container, behind its name, before a comma. */
export interface JsonPlace {
  readonly indent: number;
  /** The member's name with its colon; none for an item. */
  readonly label: readonly Span[];
  readonly hasComma: boolean;
}

/** The place of a value that stands alone. */
export const ALONE: JsonPlace = { indent: 0, label: [], hasComma: false };

/**
 * Returns a value as indented JSON: members in the order in which they were sent, with their duplicates, numbers as
 * they were written. `isDifference` keeps what could be taken for the signs of a word diff apart.
 */
export function jsonLines(
  node: JsonNode,
  place: JsonPlace,
  gutter: Gutter,
  isDifference: boolean,
): JsonLine[] {
  const lines: JsonLine[] = [];
  addLines(lines, node, place, gutter, isDifference);
  return lines;
}

function addLines(
  lines: JsonLine[],
  node: JsonNode,
  place: JsonPlace,
  gutter: Gutter,
  isDifference: boolean,
): void {
  const { indent, label } = place;
  const flat = flatSpans(node, isDifference);
  if (flat !== undefined) {
    lines.push({ gutter, indent, spans: [...label, ...flat, ...comma(place)] });
    return;
  }
  const [open, close] = bracketsOf(node);
  lines.push({ gutter, indent, spans: [...label, plain(open)] });
  for (const { label: name, node: inner, isLast } of partsOf(node, isDifference)) {
    const inside = { indent: indent + INDENT, label: name, hasComma: !isLast };
    addLines(lines, inner, inside, gutter, isDifference);
  }
  lines.push({ gutter, indent, spans: [plain(close), ...comma(place)] });
}

/** The comma behind a value. */
export function comma({ hasComma }: JsonPlace): Span[] {
  return hasComma ? [plain(',')] : [];
}

/** `{` and `}` or `[` and `]`. */
export function bracketsOf(node: JsonNode): readonly [string, string] {
  return node.kind === 'array' ? ['[', ']'] : ['{', '}'];
}

interface Part {
  readonly label: readonly Span[];
  readonly node: JsonNode;
  readonly isLast: boolean;
}

function partsOf(node: JsonNode, isDifference: boolean): Part[] {
  if (node.kind === 'array')
    return node.items.map((item, at) => ({
      label: [],
      node: item,
      isLast: at === node.items.length - 1,
    }));
  if (node.kind !== 'object') return [];
  return node.members.map(({ name, value }, at) => ({
    label: labelOf(name, isDifference),
    node: value,
    isLast: at === node.members.length - 1,
  }));
}

/** A member's name with its colon. */
export function labelOf(name: string, isDifference: boolean): Span[] {
  return [...stringSpans(name, isDifference), plain(': ')];
}

/** A scalar, an empty container, or a list of scalars that fits on one line; undefined for any other value. */
export function flatSpans(node: JsonNode, isDifference: boolean): Span[] | undefined {
  switch (node.kind) {
    case 'literal':
      return [plain(String(node.value))];
    case 'number':
      return [plain(node.text)];
    case 'string':
      return stringSpans(node.value, isDifference);
    case 'object':
      return node.members.length === 0 ? [plain('{}')] : undefined;
    case 'array':
      return flatList(node.items, isDifference);
    case 'skipped':
      return [plain('…')];
  }
}

function flatList(items: readonly JsonNode[], isDifference: boolean): Span[] | undefined {
  if (items.length > FLAT_CELLS || items.some(isContainer)) return undefined;
  const inner = items.flatMap((item, at) => [
    ...(at === 0 ? [] : [plain(', ')]),
    ...(flatSpans(item, isDifference) ?? []),
  ]);
  const cells = inner.reduce((sum, { text }) => sum + cellsOf(text), 0);
  if (cells > FLAT_CELLS) return undefined;
  // `[-1]` would be taken for a sign of a word diff.
  const isSign = isDifference && inner[0]?.text.startsWith('-') === true;
  return [plain(isSign ? '[ ' : '['), ...inner, plain(']')];
}

/** True for an object or an array. */
export function isContainer(node: JsonNode): boolean {
  return node.kind === 'object' || node.kind === 'array' || node.kind === 'skipped';
}

function stringSpans(text: string, isDifference: boolean): Span[] {
  return [
    plain('"'),
    ...lineSpans(text, { isString: true, hasDiffSigns: isDifference }),
    plain('"'),
  ];
}

/** Puts lines at a column of the screen. */
export function placed(lines: readonly JsonLine[], column: number): ViewLine[] {
  return lines.map(({ gutter, indent, spans }) => ({
    column,
    gutter,
    indent,
    hang: INDENT,
    spans,
  }));
}
