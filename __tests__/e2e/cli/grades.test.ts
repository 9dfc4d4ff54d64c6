import { afterAll, expect, test } from '@jest/globals';
import { changeLines, Workshop, type Recipe } from '../../helpers/workshop.js';

const workshop = new Workshop();
afterAll(() => workshop.remove());

const tool = (members: object): Recipe => ({ tools: [{ name: 't', ...members }] });
const schema = (inputSchema: object): Recipe => tool({ inputSchema });
const HINTS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/** Expectations are read off the table of FORMAT 2.7 by hand. */
test.each<[string, Recipe, Recipe, string]>([
  [
    'invisible characters in a description',
    tool({ description: 'ab' }),
    tool({ description: 'a\u200B\u200Bb' }),
    'description changed hidden',
  ],
  [
    'tag characters that spell something',
    tool({ description: 'a' }),
    tool({ description: 'a\u{E0068}\u{E0069}' }),
    'description changed hidden',
  ],
  [
    'invisible characters in a description of a schema',
    schema({ description: 'ab' }),
    schema({ description: 'a\u202Eb' }),
    'inputSchema changed hidden+text',
  ],
  [
    'an invisible name of a property',
    schema({ properties: { a: {} } }),
    schema({ properties: { 'a\u2060': {} } }),
    'inputSchema changed hidden+shape',
  ],
  [
    'an invisible character and a word',
    tool({ description: 'a' }),
    tool({ description: 'b\u00AD' }),
    'description changed hidden+text',
  ],
  [
    'a joiner that an emoji needs',
    tool({ description: 'x' }),
    tool({ description: '\u{1F468}\u200D\u{1F4BB}' }),
    'description changed text',
  ],
  [
    'an invisible character that goes',
    tool({ description: 'a\u200B' }),
    tool({ description: 'a' }),
    'description changed hidden',
  ],
  [
    'a moved default',
    schema({ properties: { a: { default: 1 }, b: {} } }),
    schema({ properties: { a: {}, b: { default: 1 } } }),
    'inputSchema changed text',
  ],
  [
    'another published dialect',
    schema({ $schema: 'http://json-schema.org/draft-07/schema#' }),
    schema({ $schema: 'https://json-schema.org/draft/2020-12/schema' }),
    'inputSchema changed notation',
  ],
  [
    'a dialect that is none',
    schema({}),
    schema({ $schema: 'https://json-schema.org/draft/2020-12/schema?ignore=previous' }),
    'inputSchema changed text',
  ],
  [
    'hints spelled out with their defaults',
    tool({ annotations: {} }),
    tool({ annotations: HINTS }),
    'annotations changed notation',
  ],
  [
    'annotations that come with their defaults',
    tool({}),
    tool({ annotations: HINTS }),
    'annotations added notation',
  ],
  [
    'a hint that says something',
    tool({ annotations: {} }),
    tool({ annotations: { destructiveHint: false } }),
    'annotations changed hint',
  ],
  [
    'a hint that means nothing for a reader',
    tool({ annotations: { readOnlyHint: true } }),
    tool({ annotations: { readOnlyHint: true, destructiveHint: true } }),
    'annotations changed notation',
  ],
  [
    'a title in annotations',
    tool({ annotations: { title: 'a' } }),
    tool({ annotations: { title: 'b', openWorldHint: false } }),
    'annotations changed hint+text',
  ],
  [
    'white space in a description',
    tool({ description: 'a b' }),
    tool({ description: 'a \r\n\t b' }),
    'description changed notation',
  ],
  [
    'a no-break space',
    tool({ description: 'a b' }),
    tool({ description: 'a\u00A0b' }),
    'description changed text',
  ],
  [
    'another Unicode form',
    tool({ description: '\u00E9' }),
    tool({ description: 'e\u0301' }),
    'description changed text',
  ],
  [
    'order of required, type and enum',
    schema({ required: ['a', 'b'], type: ['object', 'null'], enum: [1, 2] }),
    schema({ required: ['b', 'a'], type: ['null', 'object'], enum: [2, 1] }),
    'inputSchema changed notation',
  ],
  [
    'order of anyOf',
    schema({ anyOf: [{ type: 'string' }, {}] }),
    schema({ anyOf: [{}, { type: 'string' }] }),
    'inputSchema changed shape',
  ],
  [
    'an empty required',
    schema({ type: 'object' }),
    schema({ type: 'object', required: [] }),
    'inputSchema changed notation',
  ],
  [
    'bounds that generators add to integers',
    schema({ properties: { n: { type: 'integer' } } }),
    schema({
      properties: { n: { type: 'integer', maximum: 9007199254740991, minimum: -9007199254740991 } },
    }),
    'inputSchema changed notation',
  ],
  [
    'true for a schema without members',
    schema({ properties: { n: {} } }),
    schema({ properties: { n: true } }),
    'inputSchema changed notation',
  ],
  [
    'a constraint and words',
    schema({ title: 'a', maxLength: 1 }),
    schema({ title: 'b', maxLength: 2 }),
    'inputSchema changed shape+text',
  ],
  [
    'a member of a vendor in a schema',
    schema({ 'x-order': 1 }),
    schema({ 'x-order': 2 }),
    'inputSchema changed text',
  ],
  ['an unknown keyword', schema({ order: 1 }), schema({ order: 2 }), 'inputSchema changed shape'],
  [
    'a property that is named like a keyword',
    schema({ properties: { description: { type: 'string' } } }),
    schema({ properties: { description: { type: 'number' } } }),
    'inputSchema changed shape',
  ],
  ['a schema that comes', tool({}), tool({ outputSchema: {} }), 'outputSchema added shape'],
  ['a schema that goes', tool({ outputSchema: {} }), tool({}), 'outputSchema removed shape'],
  [
    'task support spelled out',
    tool({ execution: {} }),
    tool({ execution: { taskSupport: 'forbidden' } }),
    'execution changed notation',
  ],
])('%s', async (_what, before, after, expected) => {
  const found = await workshop.drift(before, after);
  expect(changeLines(found)).toEqual([`tool t: ${expected}`]);
});
