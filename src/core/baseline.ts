import { conditionsToJson, parseConditions } from './baseline-capture.js';
import { parseBaselineItem, type BaselineItem } from './baseline-item.js';
import { lineAt, MemberReader, ProblemList } from './baseline-problems.js';
import type { Conditions } from './capture.js';
import { compareItems, itemKey } from './item.js';
import { stringMember } from './json-node.js';
import {
  JsonTextError,
  parseJsonAt,
  parseJsonText,
  upperBoundOfValues,
  type JsonNode,
} from './json-text.js';
import { renderJson } from './render-json.js';
import { WitnessmarkError } from '../errors.js';
import { MAX_BASELINE_VALUES } from '../limits.js';

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
/** Levels above an item: file and list. */
const LIST_DEPTH = 2;
const MARK_HINT = 'Read the server anew and write the file: witnessmark mark';

/**
 * Returns the content of a baseline file. A BOM, CRLF, another layout and another order are accepted.
 * @throws WitnessmarkError `baseline-conflict-markers`, `baseline-not-json`, `baseline-unknown-format`,
 * `baseline-newer-format`, `baseline-malformed` (with every problem found); none of them quotes content.
 * Source: FORMAT 3.1, 3.5.
 */
export function parseBaseline(text: string): Baseline {
  return parseBaselineFile(text).baseline;
}

/** A baseline, and the line (from 1) of each item in its file, by `itemKey`; of several with one key the first counts. */
export interface BaselineFile {
  readonly baseline: Baseline;
  readonly lines: ReadonlyMap<string, number>;
}

/** See `parseBaseline`; it also says where in the text the items stand. */
export function parseBaselineFile(text: string): BaselineFile {
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
  const capture = reader.required('capture');
  const conditions = parseConditions(
    capture === undefined ? undefined : whole(text, capture),
    problems,
  );
  const { items, lines } = parseItems(text, reader.required('items'), problems);
  problems.throwIfAny(MARK_HINT);
  return { baseline: { server, conditions, items: items.sort(compareItems) }, lines };
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

/** True when a text holds the markers that git leaves in a file with conflicts. Source: FORMAT 3.4. */
export function hasConflictMarkers(text: string): boolean {
  return MARKER.test(text);
}

function refuseTooMany(text: string): void {
  if (text.length <= MAX_BASELINE_VALUES || upperBoundOfValues(text) <= MAX_BASELINE_VALUES) return;
  throw new WitnessmarkError(
    'baseline-too-large',
    `the baseline holds more than ${MAX_BASELINE_VALUES} values`,
    MARK_HINT,
  );
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

/** Built down to the list of items: 50,000 are looked at one by one, since a tree takes ten times its text. */
function parseRoot(text: string): JsonNode {
  refuseTooMany(text);
  try {
    return parseJsonText(text.replace(/^\uFEFF/, ' '), {
      maxDepth: FILE_DEPTH,
      buildDepth: LIST_DEPTH,
    });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new WitnessmarkError(
      'baseline-not-json',
      `the baseline is ${error.reason === 'syntax' ? 'not JSON' : 'nested too deep'}: reading stopped at line ${lineAt(text, error.offset)}`,
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

/** The whole of a node of which `parseRoot` built no more than the outside. */
function whole(text: string, node: JsonNode): JsonNode {
  return parseJsonAt(text, node.start, { maxDepth: FILE_DEPTH });
}

function parseItems(
  text: string,
  node: JsonNode | undefined,
  problems: ProblemList,
): { readonly items: BaselineItem[]; readonly lines: Map<string, number> } {
  const items: BaselineItem[] = [];
  const lines = new Map<string, number>();
  if (node !== undefined && node.kind !== 'array') problems.add(node, 'items', 'must be an array');
  let [line, from] = [1, 0];
  for (const [index, each] of (node?.kind === 'array' ? node.items : []).entries()) {
    const item = parseBaselineItem(whole(text, each), `items[${index}]`, problems);
    if (item === undefined) continue;
    items.push(item);
    line += lineFeeds(text, from, each.start);
    from = each.start;
    const key = itemKey(item);
    if (!lines.has(key)) lines.set(key, line);
  }
  if (node !== undefined && items.filter(({ kind }) => kind === 'server').length > 1) {
    problems.add(node, 'items', 'must hold one item of kind "server" at most');
  }
  return { items, lines };
}

function lineFeeds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    count += 1;
  return count;
}
