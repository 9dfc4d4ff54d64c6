import { sha256Hex } from '../digest.js';
import { arrayNode, objectNode, stringNode } from '../json-node.js';
import type { JsonNode } from '../json-text.js';
import { digestOrRefusal, Refusal, type Profile } from './profile.js';
import { given, isFalsy, JCS, objectOr, write } from './text-form.js';

type Reading = 'digest' | 'fingerprint';

/** The two digests of heldfast, lock version 2. They differ only for tools that hold both spellings of a schema. */
export const HELDFAST: readonly Profile[] = (['digest', 'fingerprint'] as const).map((reading) => ({
  name: `heldfast.${reading}`,
  unit: 'tool',
  digestOf: (tool) => digestOrRefusal(() => sha256Hex(write(hashed(tool, reading), JCS))),
}));

function hashed(tool: JsonNode, reading: Reading): JsonNode {
  const empty = objectNode([]);
  const members: (readonly [string, JsonNode])[] = [
    ...['name', 'title', 'description'].map((name) => [name, text(given(tool, name))] as const),
    ['input_schema', objectOr(schema(tool, 'input_schema', 'inputSchema', reading), empty)],
    ['annotations', objectOr(given(tool, 'annotations'), empty)],
  ];
  const output = schema(tool, 'output_schema', 'outputSchema', reading);
  if (output?.kind === 'object' && output.members.length > 0)
    members.push(['output_schema', output]);
  const icons = given(tool, 'icons');
  if (icons?.kind === 'array') {
    const kept =
      reading === 'digest' ? icons.items : icons.items.filter(({ kind }) => kind === 'object');
    if (kept.length > 0) members.push(['icons', arrayNode(kept)]);
  }
  return objectNode(members);
}

function schema(
  tool: JsonNode,
  snake: string,
  camel: string,
  reading: Reading,
): JsonNode | undefined {
  if (reading === 'digest') return given(tool, snake) ?? given(tool, camel);
  const preferred = given(tool, camel);
  return isFalsy(preferred) ? given(tool, snake) : preferred;
}

function text(value: JsonNode | undefined): JsonNode {
  if (value === undefined || isFalsy(value)) return stringNode('');
  // What its program makes of an array or an object is not published; the code is ours.
  if (value.kind === 'array' || value.kind === 'object') throw new Refusal('not-a-text');
  return value.kind === 'string' ? value : stringNode(write(value, JCS));
}
