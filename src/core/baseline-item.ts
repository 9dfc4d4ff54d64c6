import { MemberReader, type ProblemList } from './baseline-problems.js';
import { ASPECT_HEX, isDigest, PROPERTY_HEX } from './digest.js';
import type { Item } from './item.js';
import type { JsonNode } from './json-text.js';
import { compareCodeUnits } from './order.js';
import { detached, sharedName } from './shared-text.js';
import { ITEM_KINDS, type ItemKind } from './surface.js';

/** Stands in `fields` for a field that is allowed to differ from reading to reading. Source: FORMAT 4.6. */
export const UNSTABLE = 'unstable';

/** An item of the committed file. */
export interface BaselineItem extends Item {
  /** UTC date, `YYYY-MM-DD`, on which the item first entered a baseline. Source: FORMAT 3.3. */
  readonly firstSeen: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const FINDING = /^[a-z][a-z0-9-]*(?::[^]*)?$/;

/** Returns one item of a baseline file; undefined and at least one problem when it cannot be one. */
export function parseBaselineItem(
  node: JsonNode,
  path: string,
  problems: ProblemList,
): BaselineItem | undefined {
  const reader = new MemberReader(node, path, problems, [
    'kind',
    'id',
    'firstSeen',
    'fields',
    'aspects',
    'findings',
  ]);
  const word = reader.string('kind', isItemKind, `one of ${ITEM_KINDS.join(', ')}`);
  const kind = ITEM_KINDS.find((each) => each === word);
  const id = parseId(reader.required('id'), reader.at('id'), problems);
  const firstSeen = reader.string('firstSeen', isDate, 'a date, YYYY-MM-DD');
  const fields = reader.map(
    'fields',
    (_name, value) => isDigest(value) || value === UNSTABLE,
    'a digest',
  );
  const aspects = reader.map('aspects', isAspect, 'an aspect digest');
  const findings = reader.strings('findings', (value) => FINDING.test(value), 'findings');
  if (kind === undefined) return undefined;
  return {
    kind,
    id,
    firstSeen,
    fields: sorted(fields),
    aspects: sorted(aspects),
    findings: findings.sort(compareCodeUnits),
  };
}

function parseId(node: JsonNode | undefined, path: string, problems: ProblemList): string | null {
  if (node?.kind === 'string') return node.value;
  if (node !== undefined && !(node.kind === 'literal' && node.value === null)) {
    problems.add(node, path, 'must be a string or null');
  }
  return null;
}

function isItemKind(value: string): value is ItemKind {
  return (ITEM_KINDS as readonly string[]).includes(value);
}

/** A calendar date, not only its pattern. */
function isDate(value: string): boolean {
  if (!DATE.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function isAspect(name: string, value: string): boolean {
  if (!/^[0-9a-f]+$/.test(value) || !name.includes('/')) return false;
  return (
    value.length === ASPECT_HEX || (value.length === PROPERTY_HEX && name.includes('/properties/'))
  );
}

/** Sorted, and of strings that do not keep the text of the file in memory. */
function sorted(map: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...map]
      .sort(([a], [b]) => compareCodeUnits(a, b))
      .map(([name, digest]) => [sharedName(name), detached(digest)]),
  );
}
