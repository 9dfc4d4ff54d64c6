import { sha256Hex } from '../digest.js';
import { objectNode, stringNode } from '../json-node.js';
import type { JsonNode } from '../json-text.js';
import { compareCodeUnits } from '../order.js';
import { digestOrRefusal, Refusal, type Profile } from './profile.js';
import { given, JCS, write, type TextForm } from './text-form.js';

/** The largest name that a JavaScript engine keeps as an index, before all others. */
const MAX_INDEX = 2 ** 32 - 2;

/**
 * JSON as its program writes it: members sorted into a plain object, which puts integer-like names first and loses
 * `__proto__`. Not RFC 8785 in these two cases.
 */
const FORM: TextForm = {
  ...JCS,
  // What no double holds becomes Infinity, and is written as null.
  number: (text) => JSON.stringify(Number(text)),
  compareNames: (a, b) => {
    const [left, right] = [indexOf(a), indexOf(b)];
    if (left !== undefined && right !== undefined) return left - right;
    if (left !== undefined) return -1;
    return right === undefined ? compareCodeUnits(a, b) : 1;
  },
  isDropped: (name) => name === '__proto__',
};

function indexOf(name: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(name)) return undefined;
  const index = Number(name);
  return index <= MAX_INDEX ? index : undefined;
}

/** The three hashes of rugsnare, pin version 1: all of a tool, its schema with its name, its prose. */
export const RUGSNARE: readonly Profile[] = [
  {
    name: 'rugsnare.hash',
    unit: 'tool',
    digestOf: (tool) =>
      digestOrRefusal(() =>
        sha256Hex(
          write(
            objectNode([
              ['description', given(tool, 'description') ?? stringNode('')],
              ...schemaAndName(tool),
            ]),
            FORM,
          ),
        ),
      ),
  },
  {
    name: 'rugsnare.schemaHash',
    unit: 'tool',
    digestOf: (tool) =>
      digestOrRefusal(() => sha256Hex(write(objectNode(schemaAndName(tool)), FORM))),
  },
  {
    name: 'rugsnare.proseHash',
    unit: 'tool',
    digestOf: (tool) =>
      digestOrRefusal(() => {
        const description = given(tool, 'description') ?? stringNode('');
        if (description.kind !== 'string') throw new Refusal('non-string-description');
        return sha256Hex(description.value);
      }),
  },
];

function schemaAndName(tool: JsonNode): (readonly [string, JsonNode])[] {
  const name = given(tool, 'name');
  return [
    ['inputSchema', given(tool, 'inputSchema') ?? objectNode([])],
    ...(name === undefined ? [] : [['name', name] as const]),
  ];
}
