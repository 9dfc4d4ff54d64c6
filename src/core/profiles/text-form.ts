import { membersNamed } from '../json-node.js';
import type { JsonMember, JsonNode } from '../json-text.js';
import { compareCodeUnits } from '../order.js';
import { Refusal } from './profile.js';

/** How a system writes the parts of a JSON text; members are sorted, and of one name the last counts. */
export interface TextForm {
  readonly number: (text: string) => string;
  readonly string: (text: string) => string;
  readonly compareNames: (a: string, b: string) => number;
  /** Names that are left out. */
  readonly isDropped: (name: string) => boolean;
}

/** RFC 8785 as a JavaScript program gives it: numbers as doubles, lone surrogates as lower-case escapes. */
export const JCS: TextForm = {
  number: (text) => JSON.stringify(finite(text)),
  string: (text) => JSON.stringify(text),
  compareNames: compareCodeUnits,
  isDropped: () => false,
};

/** @throws Refusal `number-out-of-range` (a code of ours) for what no double holds. */
export function finite(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Refusal('number-out-of-range');
  return value;
}

/** Writes a value in a form. */
export function write(node: JsonNode, form: TextForm): string {
  switch (node.kind) {
    case 'literal':
      return String(node.value);
    case 'number':
      return form.number(node.text);
    case 'string':
      return form.string(node.value);
    case 'array':
      return `[${node.items.map((item) => write(item, form)).join(',')}]`;
    case 'object':
      return `{${lastMembers(node.members)
        .filter(({ name }) => !form.isDropped(name))
        .sort((a, b) => form.compareNames(a.name, b.name))
        .map(({ name, value }) => `${form.string(name)}:${write(value, form)}`)
        .join(',')}}`;
    case 'skipped':
      throw new TypeError('a skipped container has no form');
  }
}

function lastMembers(members: readonly JsonMember[]): JsonMember[] {
  return [...new Map(members.map((member) => [member.name, member])).values()];
}

/** The value of a member as a common parser gives it; undefined when it is absent or null. */
export function given(tool: JsonNode, name: string): JsonNode | undefined {
  const value = membersNamed(tool, name).at(-1)?.value;
  return value?.kind === 'literal' && value.value === null ? undefined : value;
}

/** The value where it is an object. */
export function objectOr(value: JsonNode | undefined, otherwise: JsonNode): JsonNode {
  return value?.kind === 'object' ? value : otherwise;
}

/** What a program takes for false: absent, null, false, zero and the empty text. */
export function isFalsy(value: JsonNode | undefined): boolean {
  if (value === undefined) return true;
  switch (value.kind) {
    case 'literal':
      return value.value !== true;
    case 'number':
      return Number(value.text) === 0;
    case 'string':
      return value.value === '';
    case 'array':
    case 'object':
    case 'skipped':
      return false;
  }
}
