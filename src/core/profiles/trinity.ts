import { sha256Hex } from '../digest.js';
import { objectNode, stringNode } from '../json-node.js';
import type { JsonNode } from '../json-text.js';
import { digestOrRefusal, Refusal, type Profile } from './profile.js';
import { finite, given, JCS, write, type TextForm } from './text-form.js';

/** RFC 8785 with two departures: U+0080 to U+00A0 as escapes, and integers exactly as they are, however large. */
const FORM: TextForm = {
  ...JCS,
  number: (text) => (/^-?\d+$/.test(text) ? BigInt(text).toString() : JSON.stringify(finite(text))),
  string: (text) => {
    if (!text.isWellFormed()) throw new Refusal('jason-rejects-lone-surrogate');
    return JSON.stringify(text).replace(
      /[\u0080-\u00a0]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  },
};

/** The digest of trinity, version 1. */
export const TRINITY: readonly Profile[] = [
  {
    name: 'trinity.v1',
    unit: 'tool',
    digestOf: (tool) => digestOrRefusal(() => sha256Hex(write(hashed(tool), FORM))),
  },
];

function hashed(tool: JsonNode): JsonNode {
  const present = (name: string): JsonNode | undefined => {
    const value = given(tool, name);
    return value?.kind === 'literal' && value.value === false ? undefined : value;
  };
  return objectNode([
    ['version', { kind: 'number', text: '1', start: -1, end: -1 }],
    ['name', textOf(given(tool, 'name'))],
    ['description', textOf(given(tool, 'description'))],
    ['inputSchema', present('inputSchema') ?? objectNode([['type', stringNode('object')]])],
    ['annotations', present('annotations') ?? objectNode([])],
  ]);
}

/** Its program turns what is no text into one; of arrays and objects it makes none, and the code is ours. */
function textOf(value: JsonNode | undefined): JsonNode {
  if (value === undefined) return stringNode('');
  if (value.kind === 'array' || value.kind === 'object') throw new Refusal('not-a-text');
  return value.kind === 'string' ? value : stringNode(write(value, FORM));
}
