import { MemberReader, type ProblemList } from './baseline-problems.js';
import { CONDITIONS, type Conditions, type ConditionValue } from './capture.js';
import { memberValue } from './json-node.js';
import type { JsonNode } from './json-text.js';
import type { JsonOutput } from './render-json.js';

/** Returns the `capture` block of a baseline file as a flat map. Source: FORMAT 4.2, 4.3. */
export function parseConditions(node: JsonNode | undefined, problems: ProblemList): Conditions {
  const found = new Map<string, ConditionValue>();
  if (node === undefined) return found;
  const groups = new Set(CONDITIONS.map(({ name }) => name.split('.')[0] ?? name));
  const top = new MemberReader(node, 'capture', problems, [...groups]);
  const inner = new Map<string, MemberReader>();
  const isDeployed = describesDeployed(node);
  for (const group of groups) {
    const names = CONDITIONS.filter(({ name }) => name.startsWith(`${group}.`)).map(({ name }) =>
      name.slice(group.length + 1),
    );
    const isNeeded = CONDITIONS.some(
      ({ name, launched }) => name.startsWith(`${group}.`) && !(isDeployed && launched === true),
    );
    const value = isNeeded ? top.required(group) : top.optional(group);
    if (names.length === 0) continue;
    if (value !== undefined)
      inner.set(group, new MemberReader(value, `capture.${group}`, problems, names));
  }
  for (const rule of CONDITIONS) {
    const [group = rule.name, member] = rule.name.split('.');
    const reader = member === undefined ? top : inner.get(group);
    const name = member ?? group;
    const mayLack = rule.optional === true || (isDeployed && rule.launched === true);
    const value = mayLack ? reader?.optional(name) : reader?.required(name);
    if (reader !== undefined && value !== undefined && isDeployed && rule.launched === true)
      problems.add(value, reader.at(name), 'does not belong to a server that was not started');
    if (reader === undefined || value === undefined) continue;
    const parsed = parseValue(rule.type, value);
    if (parsed === undefined)
      problems.add(value, reader.at(name), `must be ${EXPECTED[rule.type]}`);
    else found.set(rule.name, parsed);
  }
  const isStdio = found.get('transport') === 'stdio';
  if (found.has('transport') && isStdio === found.has('endpoint')) {
    const problem = isStdio ? 'does not belong to stdio' : 'is missing';
    problems.add(node, top.at('endpoint'), problem);
  }
  return found;
}

/** A block with an endpoint and without a command tells of a server that was running already. Source: FORMAT 4.3. */
function describesDeployed(capture: JsonNode): boolean {
  const launch = memberValue(capture, 'launch');
  const command = launch === undefined ? undefined : memberValue(launch, 'command');
  return memberValue(capture, 'endpoint') !== undefined && command === undefined;
}

export const EXPECTED = {
  string: 'a string',
  boolean: 'true or false',
  strings: 'an array of strings',
} as const;

/** A value of the block, or undefined where it is of another type. */
export function parseValue(
  type: keyof typeof EXPECTED,
  node: JsonNode,
): ConditionValue | undefined {
  switch (type) {
    case 'string':
      return node.kind === 'string' ? node.value : undefined;
    case 'boolean':
      return node.kind === 'literal' && node.value !== null ? node.value : undefined;
    case 'strings': {
      const strings =
        node.kind === 'array'
          ? node.items.flatMap((item) => (item.kind === 'string' ? [item.value] : []))
          : undefined;
      return node.kind === 'array' && strings?.length === node.items.length ? strings : undefined;
    }
  }
}

/** Returns the block for the file: nested, in fixed order. */
export function conditionsToJson(conditions: Conditions): JsonOutput {
  const top = new Map<string, JsonOutput>();
  const groups = new Map<string, Map<string, JsonOutput>>();
  for (const { name } of CONDITIONS) {
    const value = conditions.get(name);
    if (value === undefined) continue;
    const [group = name, member] = name.split('.');
    if (member === undefined) top.set(name, value);
    else {
      const inner = groups.get(group) ?? new Map<string, JsonOutput>();
      top.set(group, inner.set(member, value));
      groups.set(group, inner);
    }
  }
  return top;
}
