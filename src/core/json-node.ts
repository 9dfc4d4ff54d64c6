import type { JsonMember, JsonNode, JsonObject } from './json-text.js';

/** The members of one name, in served order; none when the node is not an object. */
export function membersNamed(node: JsonNode, name: string): JsonMember[] {
  return node.kind === 'object' ? node.members.filter((member) => member.name === name) : [];
}

/**
 * True when a member's name differs from `name` in nothing but the case of its letters: parsers that match names without
 * regard to case (those of Go and .NET, by default) take it for that member.
 */
export function hasVariant(node: JsonNode, name: string): boolean {
  const folded = foldCase(name);
  return (
    node.kind === 'object' &&
    node.members.some(
      (member) =>
        member.name.length === name.length &&
        member.name !== name &&
        foldCase(member.name) === folded,
    )
  );
}

/** Upper case first: the long s and the Kelvin sign are letters of ASCII to such parsers. */
function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase();
}

/** The value that a common parser would give for a member: the last of that name; undefined when absent. */
export function memberValue(node: JsonNode, name: string): JsonNode | undefined {
  return membersNamed(node, name).at(-1)?.value;
}

/** A member's string value; undefined when it is absent or not a string. */
export function stringMember(node: JsonNode, name: string): string | undefined {
  const value = memberValue(node, name);
  return value?.kind === 'string' ? value.value : undefined;
}

/** Values grouped by member name, in order of first appearance; duplicates in served order. */
export function groupMembers(node: JsonObject): Map<string, JsonNode[]> {
  const groups = new Map<string, JsonNode[]>();
  for (const { name, value } of node.members) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return groups;
}

/** Nodes that stand in no text, for forms that are derived from what was served. */
export function objectNode(members: readonly (readonly [string, JsonNode])[]): JsonObject {
  return {
    kind: 'object',
    members: members.map(([name, value]) => ({ name, value, nameStart: -1 })),
    start: -1,
    end: -1,
  };
}

/** See `objectNode`. */
export function arrayNode(items: readonly JsonNode[]): JsonNode {
  return { kind: 'array', items, start: -1, end: -1 };
}

/** See `objectNode`. */
export function stringNode(value: string): JsonNode {
  return { kind: 'string', value, start: -1, end: -1 };
}

/** See `objectNode`. */
export function literalNode(value: true | false | null): JsonNode {
  return { kind: 'literal', value, start: -1, end: -1 };
}
