import { aspectDigest, duplicatesForm, sha256Hex, ASPECT_HEX } from './digest.js';
import { invisibleRuns, withoutInvisible } from './invisible.js';
import { literalNode, objectNode, stringNode } from './json-node.js';
import type { JsonNode } from './json-text.js';
import { pointerToken } from './names.js';
import { PlaceList } from './places.js';
import { schemaAspects } from './schema-aspects.js';
import type { ItemKind } from './surface.js';

/** How a field is looked at; decides which aspects it has. Source: FORMAT 2.6. */
export type FieldRole = 'schema' | 'annotations' | 'execution' | 'plain';

/** Returns the role of a field; only tools have fields with a meaning of their own. */
export function fieldRole(kind: ItemKind, field: string): FieldRole {
  if (kind !== 'tool') return 'plain';
  if (field === 'inputSchema' || field === 'outputSchema') return 'schema';
  if (field === 'annotations') return 'annotations';
  return field === 'execution' ? 'execution' : 'plain';
}

/** The hints of a tool with the defaults of the MCP specification (schema, `ToolAnnotations`). */
const HINTS: readonly (readonly [string, boolean])[] = [
  ['readOnlyHint', false],
  ['destructiveHint', true],
  ['idempotentHint', false],
  ['openWorldHint', true],
];

/**
 * Returns the aspects of one field by name (`shape`, `text`, `properties/NAME`, `hints`, `visible`,
 * `effective`, `invisible`). `values` are the member's values in served order: more than one where it was
 * served several times. Source: FORMAT 2.6.
 */
export function fieldAspects(role: FieldRole, values: readonly JsonNode[]): Map<string, string> {
  const aspects = new Map<string, string>();
  const value = values.at(-1);
  if (value === undefined) return aspects;
  switch (role) {
    case 'schema': {
      const { shape, text, properties } = schemaAspects(value);
      aspects.set('shape', shape).set('text', text);
      for (const [name, digest] of properties)
        aspects.set(`properties/${pointerToken(name)}`, digest);
      break;
    }
    case 'annotations':
      aspects.set('hints', hintsDigest(value)).set('text', annotationsText(value));
      break;
    case 'execution':
      aspects.set('effective', aspectDigest(effectiveExecution(value)));
      break;
    case 'plain':
      if (value.kind === 'string') aspects.set('visible', aspectDigest(visibleText(value.value)));
      break;
  }
  // A member served several times: a client may show any of its values, so each of them is read.
  if (values.length > 1) {
    for (const name of ['text', 'visible', 'effective']) {
      if (aspects.has(name)) aspects.set(name, sha256Hex(duplicatesForm(values), ASPECT_HEX));
    }
  }
  const runs = new PlaceList(values);
  for (const each of values) addInvisibleRuns(each, '', runs);
  if (!runs.isEmpty) aspects.set('invisible', aspectDigest(runs.toNode()));
  return aspects;
}

/** The value whose aspects an absent field has. Source: FORMAT 2.6. */
export function emptyValue(role: FieldRole): JsonNode {
  return role === 'plain' ? stringNode('') : objectNode([]);
}

/** True when `annotations` holds a hint that is not a boolean. */
export function hasInvalidHint(annotations: JsonNode): boolean {
  return (
    annotations.kind === 'object' &&
    annotations.members.some(
      ({ name, value }) => HINTS.some(([hint]) => hint === name) && booleanOf(value) === undefined,
    )
  );
}

function booleanOf(node: JsonNode | undefined): boolean | undefined {
  return node?.kind === 'literal' && node.value !== null ? node.value : undefined;
}

/** Index of the member that decides a hint: the last of its name, where it is a boolean; else -1. */
function hintIndex(annotations: JsonNode, hint: string): number {
  if (annotations.kind !== 'object') return -1;
  const index = annotations.members.findLastIndex(({ name }) => name === hint);
  return booleanOf(annotations.members[index]?.value) === undefined ? -1 : index;
}

function hintsDigest(annotations: JsonNode): string {
  const hints = new Map(
    HINTS.map(([hint, byDefault]) => {
      const index = hintIndex(annotations, hint);
      const served = annotations.kind === 'object' ? annotations.members[index]?.value : undefined;
      return [hint, booleanOf(served) ?? byDefault];
    }),
  );
  // "Destructive" and "idempotent" mean something only for a tool that writes.
  if (hints.get('readOnlyHint') === true) {
    hints.delete('destructiveHint');
    hints.delete('idempotentHint');
  }
  return aspectDigest(objectNode([...hints].map(([name, value]) => [name, literalNode(value)])));
}

/** Whatever `hints` did not read, so that no change is in neither. */
function annotationsText(annotations: JsonNode): string {
  if (annotations.kind !== 'object') return aspectDigest(annotations);
  const read = HINTS.map(([hint]) => hintIndex(annotations, hint));
  const rest = annotations.members.filter((_member, index) => !read.includes(index));
  return aspectDigest(objectNode(rest.map(({ name, value }) => [name, value])));
}

function effectiveExecution(execution: JsonNode): JsonNode {
  if (execution.kind !== 'object') return execution;
  const members = execution.members.map(({ name, value }) => [name, value] as const);
  const hasSupport = members.some(([name]) => name === 'taskSupport');
  return objectNode(hasSupport ? members : [...members, ['taskSupport', stringNode('forbidden')]]);
}

function visibleText(text: string): JsonNode {
  return stringNode(withoutInvisible(text).replace(/[ \t\r\n]+/g, ' '));
}

/** Every run in a node's strings and member names, with the pointer of the value it stands in or names. */
function addInvisibleRuns(node: JsonNode, pointer: string, runs: PlaceList): void {
  switch (node.kind) {
    case 'string':
      for (const run of invisibleRuns(node.value)) runs.add(pointer, stringNode(run));
      break;
    case 'array':
      for (const [index, item] of node.items.entries())
        addInvisibleRuns(item, `${pointer}/${index}`, runs);
      break;
    case 'object':
      for (const { name, value } of node.members) {
        const place = `${pointer}/${pointerToken(name)}`;
        for (const run of invisibleRuns(name)) runs.add(place, stringNode(run));
        addInvisibleRuns(value, place, runs);
      }
      break;
    case 'number':
    case 'literal':
    case 'skipped':
      break;
  }
}
