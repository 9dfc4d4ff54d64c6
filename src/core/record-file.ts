import { EXPECTED, parseValue } from './baseline-capture.js';
import { parseBaselineItem } from './baseline-item.js';
import type { ProblemList } from './baseline-problems.js';
import { CONDITIONS, type Conditions, type ConditionValue } from './capture.js';
import type { ComparedReading } from './compare-readings.js';
import { isDigest } from './digest.js';
import type { Item } from './item.js';
import { memberValue, stringMember } from './json-node.js';
import type { JsonNode } from './json-text.js';

/**
 * Returns the readings of a record, one for each of its servers: what FORMAT 4.3 compares of the capture block, and the
 * items. Members that are not needed are left alone, absent ones of the block are unknown. What is wrong goes to the
 * list, a server that was not read as well; so `isWanted` says which ones matter. Source: FORMAT 6.
 */
export function parseRecord(
  root: JsonNode,
  isWanted: (server: string) => boolean,
  problems: ProblemList,
): ComparedReading[] {
  const servers = memberValue(root, 'servers');
  if (servers?.kind !== 'array' || servers.items.length === 0) {
    problems.add(servers ?? root, 'servers', 'must be an array of one server or more');
    return [];
  }
  return servers.items.flatMap((node, index) => {
    const server = nameOf(node);
    return isWanted(server) ? (parseServer(server, node, `servers[${index}]`, problems) ?? []) : [];
  });
}

/** The entry of a record's first server. */
export function serverEntry(root: JsonNode): JsonNode | undefined {
  return serverNodes(root)[0];
}

/** True for an entry of a server that could not be read, as a record has it. */
export function isUnread(root: JsonNode, server: string): boolean {
  const node = serverNodes(root).find((each) => nameOf(each) === server);
  const capture = node === undefined ? undefined : memberValue(node, 'capture');
  return capture?.kind === 'literal' && capture.value === null;
}

/** The names of a record's servers, in its order. */
export function serversOf(root: JsonNode): string[] {
  return serverNodes(root).map(nameOf);
}

function serverNodes(root: JsonNode): readonly JsonNode[] {
  const servers = memberValue(root, 'servers');
  return servers?.kind === 'array' ? servers.items : [];
}

function nameOf(server: JsonNode): string {
  return stringMember(server, 'server') ?? 'default';
}

function parseServer(
  server: string,
  node: JsonNode,
  path: string,
  problems: ProblemList,
): ComparedReading | undefined {
  const [capture, items] = [memberValue(node, 'capture'), memberValue(node, 'items')];
  if (capture?.kind !== 'object' || items?.kind !== 'array') {
    problems.add(node, path, 'holds no reading: capture or items is absent or null');
    return undefined;
  }
  return {
    server,
    conditions: knownConditions(capture, `${path}.capture`, problems),
    items: items.items.flatMap(
      (item, index) => parseItem(item, `${path}.items[${index}]`, problems) ?? [],
    ),
  };
}

/** Other readers publish what they know. */
function knownConditions(capture: JsonNode, path: string, problems: ProblemList): Conditions {
  const found = new Map<string, ConditionValue>();
  for (const { name, type } of CONDITIONS) {
    const value = name
      .split('.')
      .reduce<JsonNode | undefined>(
        (node, part) => (node === undefined ? undefined : memberValue(node, part)),
        capture,
      );
    if (value === undefined) continue;
    const parsed = parseValue(type, value);
    if (parsed === undefined) problems.add(value, `${path}.${name}`, `must be ${EXPECTED[type]}`);
    else found.set(name, parsed);
  }
  return found;
}

/** An item of a baseline, with the digest of the whole definition beside it. */
function parseItem(node: JsonNode, path: string, problems: ProblemList): Item | undefined {
  if (node.kind !== 'object') return parseBaselineItem(node, path, problems);
  const digest = memberValue(node, 'digest');
  const isKnown =
    digest === undefined ||
    (digest.kind === 'literal' && digest.value === null) ||
    (digest.kind === 'string' && isDigest(digest.value));
  if (!isKnown) problems.add(digest, `${path}.digest`, 'must be a digest or null');
  const members = node.members.filter(({ name }) => name !== 'digest');
  return parseBaselineItem({ ...node, members }, path, problems);
}
