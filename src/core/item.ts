import { fieldAspects, fieldRole, hasInvalidHint, type FieldRole } from './aspects.js';
import { conformanceFindings } from './conformance.js';
import { digestOf, digestOfDuplicates, sha256Hex } from './digest.js';
import { exactForm } from './canonical.js';
import { invisibleRuns } from './invisible.js';
import { arrayNode, groupMembers, literalNode, objectNode, stringNode } from './json-node.js';
import { parseJsonText, type JsonNode, type JsonObject } from './json-text.js';
import { lookalikes, mixesScripts } from './lookalikes.js';
import { pointerToken, recordedName } from './names.js';
import { compareCodeUnits, compareNullable } from './order.js';
import { sharedName } from './shared-text.js';
import { idMemberOf, type Definition, type ItemKind } from './surface.js';
import { MAX_DEPTH } from '../limits.js';

/** One item of a surface, by digests only. Maps are sorted by name. Source: FORMAT 2, 3.2. */
export interface Item {
  readonly kind: ItemKind;
  /** The recorded name; null for the server item and where a definition has no identifier. */
  readonly id: string | null;
  /** Field digest by recorded member name. */
  readonly fields: ReadonlyMap<string, string>;
  /** Aspect digest by `FIELD/ASPECT`; slashes and tildes of a name are escaped as in a JSON pointer. */
  readonly aspects: ReadonlyMap<string, string>;
  /** Sorted, without repetition; `CODE` or `CODE:FIELD`. */
  readonly findings: readonly string[];
}

/** An item of a reading: it also has the digest of its whole definition. Source: FORMAT 2.3. */
export interface ReadItem extends Item {
  readonly itemDigest: string;
}

/**
 * Returns an item for every definition, in the order of the baseline file. `findingsOf` gives findings
 * that do not follow from the definition alone; `digest` may know items that were worked out before.
 * @throws JsonTextError when a definition is no JSON or nests deeper than 512 levels.
 * Source: FORMAT 1.2, 1.3, 1.4, 3.1.
 */
export function itemsOf(
  definitions: readonly Definition[],
  findingsOf: (definition: Definition) => readonly string[] = () => [],
  digest: (definition: Definition) => ReadItem = itemOf,
): ReadItem[] {
  const items = definitions.map((definition) =>
    withFindings(digest(definition), findingsOf(definition)),
  );
  return markNames(markDuplicates(items)).sort(compareItems);
}

/** Findings that an item has because of the other items of its list, or of its name alone. */
const LIST_FINDINGS: readonly string[] = [
  'duplicate-identifier',
  'lookalike-name',
  'mixed-script-name',
];

/**
 * Returns items, in their order, with the findings that they have beside each other: what `itemsOf` finds in a list
 * of just these. Source: FORMAT 1.4, field case F06.
 */
export function withListFindings<Each extends Item>(items: readonly Each[]): Each[] {
  const bare = items.map((item) =>
    item.findings.some((finding) => LIST_FINDINGS.includes(finding))
      ? { ...item, findings: item.findings.filter((each) => !LIST_FINDINGS.includes(each)) }
      : item,
  );
  return markNames(markDuplicates(bare));
}

/** Order of the file: kind, id, then the form of the fields. Source: FORMAT 3.1. */
export function compareItems(a: Item, b: Item): number {
  return (
    compareCodeUnits(a.kind, b.kind) ||
    compareNullable(a.id, b.id) ||
    compareCodeUnits(fieldsForm(a), fieldsForm(b))
  );
}

/** RFC 8785 form of an item's `fields`; equal forms mean equal fields. Source: FORMAT 1.4, 3.1. */
export function fieldsForm({ fields }: Item): string {
  let form = FORMS.get(fields);
  if (form === undefined) {
    form = exactForm(objectNode([...fields].map(([name, digest]) => [name, stringNode(digest)])));
    FORMS.set(fields, form);
  }
  return form;
}

/** Made once for an item that shares its id: a server may list one 50,000 times, and sorting asks for it again and again. */
const FORMS = new WeakMap<ReadonlyMap<string, string>, string>();

/** True when two items have equal fields. */
export function sameFields(a: Item, b: Item): boolean {
  return sameMap(a.fields, b.fields);
}

/** True when two maps hold the same entries. */
export function sameMap(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (b.get(key) !== value) return false;
  return true;
}

/** A text that two items share exactly when they have one kind and one id. */
export function itemKey(item: Pick<Item, 'kind' | 'id'>): string {
  return JSON.stringify([item.kind, item.id]);
}

/** Digest over `[kind, id, itemDigest]` of all items. Source: FORMAT 2.3. */
export function surfaceDigest(items: readonly ReadItem[]): string {
  const triples = items.map(({ kind, id, itemDigest }) => ({ kind, id, itemDigest }));
  triples.sort(
    (a, b) =>
      compareCodeUnits(a.kind, b.kind) ||
      compareNullable(a.id, b.id) ||
      compareCodeUnits(a.itemDigest, b.itemDigest),
  );
  const rows = triples.map(({ kind, id, itemDigest }) =>
    arrayNode([
      stringNode(kind),
      id === null ? literalNode(null) : stringNode(id),
      stringNode(itemDigest),
    ]),
  );
  return `sha256:${sha256Hex(exactForm(arrayNode(rows)))}`;
}

/** Returns the item of one definition. See `itemsOf`. */
export function itemOf({ kind, text }: Definition): ReadItem {
  const node = parseJsonText(text, { maxDepth: MAX_DEPTH });
  const itemDigest = digestOf(node).digest;
  if (node.kind === 'object') return { ...objectItem(kind, node), itemDigest };
  const found = fieldOf('value', 'plain', [node]);
  return {
    kind,
    id: null,
    itemDigest,
    fields: new Map([['value', found.digest]]),
    aspects: found.aspects,
    findings: ['not-an-object', ...found.findings].sort(compareCodeUnits),
  };
}

function objectItem(kind: ItemKind, node: JsonObject): Item {
  const idMember = idMemberOf(kind);
  const { id, isField } = identifierOf(node, idMember);
  const findings = new Set(conformanceFindings(kind, node));
  const fields = new Map<string, string>();
  const aspects = new Map<string, string>();
  for (const [name, values] of groupByRecordedName(node)) {
    const found = fieldOf(name, fieldRole(kind, name), values);
    for (const finding of found.findings) findings.add(finding);
    if (name === idMember && !isField) continue;
    fields.set(sharedName(name), found.digest);
    for (const [key, value] of found.aspects) aspects.set(key, value);
  }
  for (const { name } of node.members) {
    if (!name.isWellFormed()) findings.add(`lone-surrogate:${recordedName(name)}`);
    if (invisibleRuns(name).length > 0) findings.add(`invisible-characters:${recordedName(name)}`);
  }
  if (idMember !== null && id === null) findings.add('no-identifier');
  return {
    kind,
    id: id === null ? null : recordedName(id),
    fields: sortedMap(fields),
    aspects: sortedMap(aspects),
    findings: [...findings].sort(compareCodeUnits),
  };
}

/** Grouped by the recorded name, so that two names with one stand-in cannot hide each other. */
function groupByRecordedName(node: JsonObject): Map<string, JsonNode[]> {
  const named = node.members.map(({ name, ...rest }) => ({ ...rest, name: recordedName(name) }));
  return groupMembers({ ...node, members: named });
}

interface Field {
  readonly digest: string;
  readonly aspects: ReadonlyMap<string, string>;
  readonly findings: readonly string[];
}

function fieldOf(name: string, role: FieldRole, values: readonly JsonNode[]): Field {
  const { digest, reasons } = fieldDigest(values);
  const aspects = fieldAspects(role, values);
  const codes: string[] = [...reasons];
  if (aspects.has('invisible')) codes.push('invisible-characters');
  if (role === 'annotations' && values.some(hasInvalidHint)) codes.push('invalid-hint');
  const token = pointerToken(name);
  return {
    digest,
    aspects: sortedMap(
      new Map([...aspects].map(([aspect, value]) => [sharedName(`${token}/${aspect}`), value])),
    ),
    findings: codes.map((code) => `${code}:${name}`),
  };
}

function fieldDigest(values: readonly JsonNode[]): ReturnType<typeof digestOf> {
  const [only] = values;
  return only !== undefined && values.length === 1 ? digestOf(only) : digestOfDuplicates(values);
}

/** The identifier, and whether its member is an ordinary field as well. Source: FORMAT 1.3. */
function identifierOf(
  node: JsonObject,
  idMember: string | null,
): { id: string | null; isField: boolean } {
  const values = node.members.filter(({ name }) => name === idMember).map(({ value }) => value);
  const last = values.at(-1);
  const id = last?.kind === 'string' ? last.value : null;
  // Served twice, a client may call the item by either: the first is recorded too. A stand-in is short enough
  // to search for two names that share it: the name then has a digest of full length as well.
  const isStandIn = id !== null && recordedName(id) !== id;
  return { id, isField: id === null || values.length > 1 || isStandIn };
}

function sortedMap(map: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...map].sort(([a], [b]) => compareCodeUnits(a, b)));
}

/** Kinds whose identifier is a name that a person reads; a uri is another thing. */
const NAMED: readonly ItemKind[] = ['tool', 'prompt'];

/** Adds the findings that a name is made of two scripts, or looks like another name of the list. Source: field case F06. */
function markNames<Each extends Item>(items: readonly Each[]): Each[] {
  const alike = new Map(
    NAMED.map((kind) => [
      kind,
      lookalikes(
        items.flatMap((item) => (item.kind === kind && item.id !== null ? [item.id] : [])),
      ),
    ]),
  );
  return items.map((item) => {
    const { kind, id } = item;
    if (id === null || !NAMED.includes(kind)) return item;
    return withFindings(item, [
      ...(mixesScripts(id) ? ['mixed-script-name'] : []),
      ...(alike.get(kind)?.has(id) === true ? ['lookalike-name'] : []),
    ]);
  });
}

/** Adds the finding that several items of one kind share an id. Source: FORMAT 1.4. */
function markDuplicates<Each extends Item>(items: readonly Each[]): Each[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    if (item.id !== null) counts.set(itemKey(item), (counts.get(itemKey(item)) ?? 0) + 1);
  }
  return items.map((item) =>
    (counts.get(itemKey(item)) ?? 0) > 1 ? withFindings(item, ['duplicate-identifier']) : item,
  );
}

function withFindings<Each extends Item>(item: Each, findings: readonly string[]): Each {
  if (findings.length === 0) return item;
  return { ...item, findings: [...item.findings, ...findings].sort(compareCodeUnits) };
}
