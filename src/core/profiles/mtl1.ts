import { sha256Hex } from '../digest.js';
import { arrayNode, objectNode, stringNode } from '../json-node.js';
import type { JsonNode } from '../json-text.js';
import { compareCodeUnits } from '../order.js';
import { digestOrRefusal, Refusal, type Profile } from './profile.js';
import { given, JCS, objectOr, write } from './text-form.js';

/** The tool-set digest of the MCP Trust Label 1.0.0 draft, `sha256-` and base64. */
export const MTL1: readonly Profile[] = [
  {
    name: 'mtl1.toolSet',
    unit: 'set',
    digestOf: (tools) => digestOrRefusal(() => sri(toolSetText(tools))),
  },
];

/** What is hashed of a complete list. @throws Refusal */
function toolSetText(tools: readonly JsonNode[]): string {
  if (tools.length === 0) throw new Refusal('MTL-SUBJ-002');
  const hashed = tools.map((tool) => ({ name: nameOf(tool), node: hashedTool(tool) }));
  if (new Set(hashed.map(({ name }) => name)).size !== hashed.length)
    throw new Refusal('MTL-SUBJ-003');
  hashed.sort((a, b) => compareCodeUnits(a.name, b.name));
  return write(arrayNode(hashed.map(({ node }) => node)), JCS);
}

function nameOf(tool: JsonNode): string {
  const name = given(tool, 'name');
  if (name?.kind !== 'string' || name.value === '') throw new Refusal('MTL-SUBJ-001');
  return name.value;
}

function hashedTool(tool: JsonNode): JsonNode {
  refuseDuplicates(tool);
  const description = given(tool, 'description');
  const output = given(tool, 'outputSchema');
  const hashed = objectNode([
    ['name', stringNode(nameOf(tool))],
    ['description', description?.kind === 'string' ? description : stringNode('')],
    ['inputSchema', objectOr(given(tool, 'inputSchema'), objectNode([]))],
    ...(output?.kind === 'object' ? [['outputSchema', output] as const] : []),
  ]);
  refuseUnsafe(hashed);
  return hashed;
}

/** Its parser rejects an object with one member twice, wherever it stands; the code is ours. */
function refuseDuplicates(node: JsonNode): void {
  if (node.kind === 'array') for (const item of node.items) refuseDuplicates(item);
  if (node.kind !== 'object') return;
  if (new Set(node.members.map(({ name }) => name)).size !== node.members.length)
    throw new Refusal('duplicate-member');
  for (const { value } of node.members) refuseDuplicates(value);
}

/** Numbers are integers as they are written, and exact; text is well-formed. */
function refuseUnsafe(node: JsonNode): void {
  switch (node.kind) {
    case 'number':
      if (!/^-?\d+$/.test(node.text) || !Number.isSafeInteger(Number(node.text)))
        throw new Refusal('MTL-NUM-001');
      break;
    case 'string':
      if (!node.value.isWellFormed()) throw new Refusal('MTL-SUBJ-001');
      break;
    case 'array':
      for (const item of node.items) refuseUnsafe(item);
      break;
    case 'object':
      for (const { name, value } of node.members) {
        if (!name.isWellFormed()) throw new Refusal('MTL-SUBJ-001');
        refuseUnsafe(value);
      }
      break;
    case 'literal':
    case 'skipped':
      break;
  }
}

function sri(text: string): string {
  return base64(sha256Hex(text));
}

function base64(hex: string): string {
  return `sha256-${Buffer.from(hex, 'hex').toString('base64')}`;
}
