import { sha256Hex } from '../digest.js';
import { objectNode, stringNode } from '../json-node.js';
import type { JsonNode } from '../json-text.js';
import { compareCodeUnits } from '../order.js';
import { digestOrRefusal, Refusal, type Profile } from './profile.js';
import { given, JCS, write } from './text-form.js';

const LABEL = 'agentavow.mcp-tool-definition.v1';
/** The same rule under the name that it had before. */
const TRACE_LABEL = 'trace.mcp-tool-definition.v1';
const MEMBERS: readonly string[] = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
];
/** Tools that have a line of their own in a manifest. */
const MAX_LINES = 500;
/** Characters of an escaped name, and how many are kept of a longer one. */
const MAX_NAME = 128;
const KEPT_OF_NAME = 96;

/** agentavow's digest of a tool, and its manifest of a whole list. */
export const AGENTAVOW: readonly Profile[] = [
  tool('agentavow.v1', LABEL),
  tool('trace.v1', TRACE_LABEL),
  {
    name: 'agentavow.manifest',
    unit: 'set',
    digestOf: (tools) =>
      digestOrRefusal(() => {
        const lines = [...manifestLines(tools)].map(([key, digest]) => `${key}=${digest}`);
        return `sha256:${sha256Hex(lines.sort(compareCodeUnits).join('\n'))}`;
      }),
  },
];

function tool(name: string, label: string): Profile {
  return { name, unit: 'tool', digestOf: (node) => digestOrRefusal(() => digestOf(node, label)) };
}

function digestOf(node: JsonNode, label: string): string {
  const members = MEMBERS.flatMap((name) => {
    const value = given(node, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const hashed = objectNode([
    ['profile', stringNode(label)],
    ['tool', objectNode(members)],
  ]);
  return `sha256:${sha256Hex(write(hashed, JCS))}`;
}

/**
 * Digest by key; tools of one name share a line.
 * @throws Refusal `more-than-500-tools` (a code of ours).
 */
export function manifestLines(tools: readonly JsonNode[]): Map<string, string> {
  const groups = new Map<string, string[]>();
  for (const node of tools) {
    const key = keyOf(nameOf(node));
    groups.set(key, [...(groups.get(key) ?? []), digestOf(node, LABEL)]);
  }
  // What its system puts into the line for the rest is not published: nothing is made up.
  if (groups.size > MAX_LINES) throw new Refusal('more-than-500-tools');
  return new Map([...groups].map(([key, digests]) => [key, joined(digests)]));
}

function joined(digests: readonly string[]): string {
  const [only] = digests;
  if (only !== undefined && digests.length === 1) return only;
  return `sha256:${sha256Hex([`${LABEL}.duplicates`, ...[...digests].sort(compareCodeUnits)].join('\n'))}`;
}

function nameOf(node: JsonNode): string {
  const name = given(node, 'name');
  return name?.kind === 'string' ? name.value : '';
}

/** The key of a tool in a manifest: printable ASCII, of bounded length. */
export function keyOf(name: string): string {
  if (name === '') return 'tool:unnamed';
  const escaped = [...Buffer.from(name, 'utf8')]
    .map((byte) =>
      byte >= 0x21 && byte <= 0x7e && byte !== 0x25 && byte !== 0x3d
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');
  return escaped.length <= MAX_NAME
    ? `tool:${escaped}`
    : `tool:${escaped.slice(0, KEPT_OF_NAME)}~${sha256Hex(name, 16)}`;
}
