import { memberValue, stringMember } from './json-node.js';
import type { JsonNode, JsonObject } from './json-text.js';
import type { ItemKind } from './surface.js';

type Check = (value: JsonNode) => boolean;

const isString: Check = (value) => value.kind === 'string';
const isObject: Check = (value) => value.kind === 'object';
const isArray: Check = (value) => value.kind === 'array';
const isNumber: Check = (value) => value.kind === 'number';
const isObjectSchema: Check = (value) => stringMember(value, 'type') === 'object';
const isArgumentList: Check = (value) =>
  value.kind === 'array' && value.items.every((item) => stringMember(item, 'name') !== undefined);

const COMMON: Readonly<Record<string, Check>> = {
  title: isString,
  description: isString,
  icons: isArray,
  _meta: isObject,
};

/** What each member must be where it is served; identifiers have findings of their own. */
const CHECKS: Readonly<Record<ItemKind, Readonly<Record<string, Check>>>> = {
  server: { instructions: isString, serverInfo: isObject, capabilities: isObject },
  tool: {
    ...COMMON,
    inputSchema: isObjectSchema,
    outputSchema: isObject,
    annotations: isObject,
    execution: isObject,
  },
  prompt: { ...COMMON, arguments: isArgumentList },
  resource: {
    ...COMMON,
    name: isString,
    mimeType: isString,
    size: isNumber,
    annotations: isObject,
  },
  resourceTemplate: { ...COMMON, name: isString, mimeType: isString, annotations: isObject },
};

/** Members that must be there besides the identifier. */
const REQUIRED: Readonly<Record<ItemKind, readonly string[]>> = {
  server: ['serverInfo', 'capabilities'],
  tool: ['inputSchema'],
  prompt: [],
  resource: ['name'],
  resourceTemplate: ['name'],
};

/**
 * Returns `nonconforming:MEMBER` for every member that the MCP specification does not allow as it was
 * served: clients that validate drop such an item, or the whole list. The item is read all the same.
 * Source: MCP specification 2025-11-25, schema (Tool, Prompt, Resource, ResourceTemplate).
 */
export function conformanceFindings(kind: ItemKind, definition: JsonObject): string[] {
  const missing = REQUIRED[kind].filter((name) => memberValue(definition, name) === undefined);
  const wrong = Object.entries(CHECKS[kind])
    .filter(([name, check]) => {
      const value = memberValue(definition, name);
      return value !== undefined && !check(value);
    })
    .map(([name]) => name);
  return [...missing, ...wrong].map((name) => `nonconforming:${name}`);
}
