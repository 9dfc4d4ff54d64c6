import { conditionsToJson, parseConditions } from './baseline-capture.js';
import { parseBaselineItem, type BaselineItem } from './baseline-item.js';
import { lineAt, MemberReader, ProblemList } from './baseline-problems.js';
import type { Conditions } from './capture.js';
import { compareItems, itemKey } from './item.js';
import { memberValue, stringMember } from './json-node.js';
import { JsonTextError, parseJsonText, type JsonNode } from './json-text.js';
import { ITEM_KINDS } from './surface.js';
import { renderJson } from './render-json.js';
import { WitnessmarkError } from '../errors.js';

/** The format this program reads and writes. Source: FORMAT 2.8. */
export const FORMAT_NAME = 'witnessmark/1';
const FORMAT_VERSION = 1;

/** The content of a baseline file. Source: FORMAT 3.2. */
export interface Baseline {
  readonly server: string;
  readonly conditions: Conditions;
  /** In the order of the file. */
  readonly items: readonly BaselineItem[];
}

/** Name of a server: of the file too, where there are several. Source: FORMAT 3.1. */
export const SERVER_NAME = /^[a-z0-9-]+$/;

const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)/m;
/** Levels of a well-formed file: file, items, item, fields. */
const FILE_DEPTH = 8;
const MARK_HINT = 'Read the server anew and write the file: witnessmark mark';

/**
 * Returns the content of a baseline file. A BOM, CRLF, another layout and another order are accepted.
 * @throws WitnessmarkError `baseline-conflict-markers`, `baseline-not-json`, `baseline-unknown-format`,
 * `baseline-newer-format`, `baseline-malformed` (with every problem found); none of them quotes content.
 * Source: FORMAT 3.1, 3.5.
 */
export function parseBaseline(text: string): Baseline {
  refuseConflictMarkers(text);
  const root = parseRoot(text);
  refuseOtherFormats(root);
  const problems = new ProblemList(text);
  const reader = new MemberReader(root, '', problems, ['format', 'server', 'capture', 'items']);
  const server = reader.string(
    'server',
    (value) => SERVER_NAME.test(value),
    'a name of a-z, 0-9 and -',
  );
  const conditions = parseConditions(reader.required('capture'), problems);
  const items = parseItems(reader.required('items'), problems);
  problems.throwIfAny(MARK_HINT);
  return { server, conditions, items: items.sort(compareItems) };
}

/**
 * Returns the text of a baseline file: members in fixed order, items sorted, one digest a line, in the
 * layout that common formatters leave alone. Source: FORMAT 3.1.
 */
export function renderBaseline({ server, conditions, items }: Baseline): string {
  return renderJson({
    format: FORMAT_NAME,
    server,
    capture: conditionsToJson(conditions),
    items: [...items]
      .sort(compareItems)
      .map(({ kind, id, firstSeen, fields, aspects, findings }) => ({
        kind,
        id,
        firstSeen,
        fields,
        aspects,
        findings,
      })),
  });
}

/** True for a text that claims to be a baseline of this format, whatever else is wrong with it. */
export function claimsFormat(text: string): boolean {
  return new RegExp(`"format"\\s*:\\s*"${FORMAT_NAME}"`).test(text);
}

/**
 * Returns the line (from 1) on which each item of a well-formed baseline text begins, by `itemKey`; of
 * several items with one key the first counts.
 */
export function itemLines(text: string): Map<string, number> {
  const root = parseRoot(text);
  const items = memberValue(root, 'items');
  const lines = new Map<string, number>();
  let [line, from] = [1, 0];
  for (const node of items?.kind === 'array' ? items.items : []) {
    for (; from < node.start; from += 1) if (text[from] === '\n') line += 1;
    const kind = ITEM_KINDS.find((each) => each === stringMember(node, 'kind'));
    if (kind === undefined) continue;
    const key = itemKey({ kind, id: stringMember(node, 'id') ?? null });
    if (!lines.has(key)) lines.set(key, line);
  }
  return lines;
}

/** True when a text holds the markers that git leaves in a file with conflicts. Source: FORMAT 3.4. */
export function hasConflictMarkers(text: string): boolean {
  return MARKER.test(text);
}

function refuseConflictMarkers(text: string): void {
  const at = text.search(MARKER);
  if (at < 0) return;
  throw new WitnessmarkError(
    'baseline-conflict-markers',
    `the baseline holds merge conflict markers, the first at line ${lineAt(text, at)}`,
    'Resolve it by reading the server anew, which keeps the dates of both sides: witnessmark mark',
  );
}

function parseRoot(text: string): JsonNode {
  try {
    return parseJsonText(text.replace(/^\uFEFF/, ' '), { maxDepth: FILE_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new WitnessmarkError(
      'baseline-not-json',
      `the baseline is not JSON: reading stopped at line ${lineAt(text, error.offset)}`,
      MARK_HINT,
      { cause: error },
    );
  }
}

function refuseOtherFormats(root: JsonNode): void {
  const format = stringMember(root, 'format');
  if (format === FORMAT_NAME) return;
  const version = Number(/^witnessmark\/([1-9][0-9]{0,5})$/.exec(format ?? '')?.[1] ?? '0');
  if (version > FORMAT_VERSION) {
    throw new WitnessmarkError(
      'baseline-newer-format',
      `the baseline is of format witnessmark/${version}, this program knows up to ${FORMAT_NAME}`,
      'Use the release of witnessmark that wrote the file, or a later one.',
    );
  }
  throw new WitnessmarkError(
    'baseline-unknown-format',
    `the baseline does not say "format": "${FORMAT_NAME}"`,
    'Is it the right file? One that is no baseline is never overwritten: remove it first, then witnessmark mark.',
  );
}

function parseItems(node: JsonNode | undefined, problems: ProblemList): BaselineItem[] {
  if (node === undefined) return [];
  if (node.kind !== 'array') {
    problems.add(node, 'items', 'must be an array');
    return [];
  }
  const items = node.items.flatMap(
    (item, index) => parseBaselineItem(item, `items[${index}]`, problems) ?? [],
  );
  if (items.filter(({ kind }) => kind === 'server').length > 1) {
    problems.add(node, 'items', 'must hold one item of kind "server" at most');
  }
  return items;
}
