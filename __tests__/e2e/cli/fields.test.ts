import { afterAll, describe, expect, test } from '@jest/globals';
import { changeLines, Workshop, type Recipe } from '../../helpers/workshop.js';

const workshop = new Workshop();
afterAll(() => workshop.remove());

const SCHEMA = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
/** A definition with one member replaced or added; the rest is the same in both servers. */
const tool = (members: object = {}): Recipe => ({
  tools: [{ name: 'read', description: 'Reads.', inputSchema: SCHEMA, ...members }],
});
const rawTool = (members: string): Recipe => ({ tools: [`{"name":"read",${members}}`] });
const property = (value: object): Recipe =>
  tool({ inputSchema: { type: 'object', properties: { path: value } } });
/** As text: an object literal would set a prototype. */
const namedProperty = (name: string, type: string): Recipe =>
  rawTool(`"inputSchema":{"type":"object","properties":{"${name}":{"type":"${type}"}}}`);
const numbered = (n: number, description: string): object => ({ name: `t${n}`, description });
const paged = (last: string): Recipe => ({
  pageSize: 1,
  tools: [numbered(1, 'one'), numbered(2, 'two'), numbered(3, last)],
});

describe('one difference alone is drift that names exactly its field', () => {
  test.each<[string, Recipe, Recipe, string[]]>([
    [
      'description',
      tool(),
      tool({ description: 'Reads!' }),
      ['tool read: description changed text'],
    ],
    [
      'a schema constraint',
      tool(),
      tool({ inputSchema: { ...SCHEMA, required: [] } }),
      ['tool read: inputSchema changed shape'],
    ],
    [
      'output schema',
      tool({ outputSchema: { type: 'object' } }),
      tool({ outputSchema: { type: 'string' } }),
      ['tool read: outputSchema changed shape'],
    ],
    [
      'annotations',
      tool({ annotations: { readOnlyHint: true } }),
      tool({ annotations: { readOnlyHint: false } }),
      ['tool read: annotations changed hint'],
    ],
    [
      'title',
      tool({ title: 'Read' }),
      tool({ title: 'Reader' }),
      ['tool read: title changed text'],
    ],
    [
      'icons',
      tool({ icons: [{ src: 'data:,a' }] }),
      tool({ icons: [{ src: 'data:,b' }] }),
      ['tool read: icons changed other'],
    ],
    [
      '_meta',
      tool({ _meta: { a: 1 } }),
      tool({ _meta: { a: 2 } }),
      ['tool read: _meta changed other'],
    ],
    [
      'an unknown member',
      tool({ 'x/y~z': [1] }),
      tool({ 'x/y~z': [2] }),
      ['tool read: x/y~z changed other'],
    ],
    ['a member that comes', tool(), tool({ vendor: false }), ['tool read: vendor added other']],
    ['a member that goes', tool({ vendor: null }), tool(), ['tool read: vendor removed other']],
    [
      'execution',
      tool({ execution: {} }),
      tool({ execution: { taskSupport: 'required' } }),
      ['tool read: execution changed other'],
    ],
    [
      'a property named annotations',
      namedProperty('annotations', 'string'),
      namedProperty('annotations', 'number'),
      ['tool read: inputSchema changed shape'],
    ],
    [
      'a property named __proto__',
      namedProperty('__proto__', 'string'),
      namedProperty('__proto__', 'number'),
      ['tool read: inputSchema changed shape'],
    ],
    [
      'a property named toJSON',
      namedProperty('toJSON', 'string'),
      namedProperty('toJSON', 'number'),
      ['tool read: inputSchema changed shape'],
    ],
    [
      'a member named __proto__',
      rawTool('"inputSchema":{},"__proto__":{"a":1}'),
      rawTool('"inputSchema":{},"__proto__":{"a":2}'),
      ['tool read: __proto__ changed other'],
    ],
    [
      'a member named constructor',
      rawTool('"inputSchema":{},"constructor":"a"'),
      rawTool('"inputSchema":{},"constructor":"b"'),
      ['tool read: constructor changed text'],
    ],
    [
      '2^53 and 2^53 + 1',
      rawTool('"inputSchema":{"maximum":9007199254740992}'),
      rawTool('"inputSchema":{"maximum":9007199254740993}'),
      ['tool read: inputSchema changed shape'],
    ],
    [
      'two duplicates in another order',
      rawTool('"description":"a","description":"b"'),
      rawTool('"description":"b","description":"b"'),
      ['tool read: description changed text'],
    ],
    [
      'absent and empty description',
      rawTool('"inputSchema":{}'),
      rawTool('"inputSchema":{},"description":""'),
      ['tool read: description added notation'],
    ],
    [
      'absent and null description',
      rawTool('"inputSchema":{}'),
      rawTool('"inputSchema":{},"description":null'),
      ['tool read: description added other'],
    ],
    [
      'a default in another order',
      property({ type: 'array', default: ['a', 'b'] }),
      property({ type: 'array', default: ['b', 'a'] }),
      ['tool read: inputSchema changed text'],
    ],
    [
      'prefixItems in another order',
      property({ prefixItems: [{ type: 'string' }, { type: 'number' }] }),
      property({ prefixItems: [{ type: 'number' }, { type: 'string' }] }),
      ['tool read: inputSchema changed shape'],
    ],
    ['a tool on page 3', paged('three'), paged('drei'), ['tool t3: description changed text']],
    [
      'one of two tools with one name',
      { tools: [numbered(1, 'shown'), numbered(1, 'hidden')] },
      { tools: [numbered(1, 'shown'), numbered(1, 'other')] },
      ['tool t1: description changed text'],
    ],
    [
      'a second tool with the name of the first',
      { tools: [numbered(1, 'same')] },
      { tools: [numbered(1, 'same'), numbered(1, 'same')] },
      ['tool t1 added'],
    ],
    [
      'a tool that comes',
      { tools: [numbered(1, 'a')] },
      { tools: [numbered(1, 'a'), numbered(2, 'b')] },
      ['tool t2 added'],
    ],
    [
      'a tool that goes',
      { tools: [numbered(1, 'a'), numbered(2, 'b')] },
      { tools: [numbered(1, 'a')] },
      ['tool t2 removed'],
    ],
    [
      'a tool without a name',
      { tools: [{ description: 'a' }] },
      { tools: [{ description: 'b' }] },
      ['tool: description changed text'],
    ],
    [
      'a tool that is no object',
      { tools: ['17'] },
      { tools: ['18'] },
      ['tool: value changed other'],
    ],
    [
      'instructions',
      { tools: [], instructions: 'Be kind.' },
      { tools: [], instructions: 'Be quick.' },
      ['server: instructions changed text'],
    ],
    [
      'the name of the server',
      { tools: [], serverInfo: { name: 'a', version: '1' } },
      { tools: [], serverInfo: { name: 'b', version: '1' } },
      ['server: serverInfo changed other'],
    ],
    [
      'a capability',
      { capabilities: { tools: {} }, tools: [] },
      { capabilities: { tools: {}, logging: {} }, tools: [] },
      ['server: capabilities changed other'],
    ],
    [
      'an argument of a prompt',
      { prompts: [{ name: 'ask', arguments: [{ name: 'topic', description: 'a' }] }] },
      { prompts: [{ name: 'ask', arguments: [{ name: 'topic', description: 'b' }] }] },
      ['prompt ask: arguments changed other'],
    ],
    [
      'the description of a resource',
      { resources: [{ uri: 'file:///a', name: 'a', description: 'a' }] },
      { resources: [{ uri: 'file:///a', name: 'a', description: 'b' }] },
      ['resource file:///a: description changed text'],
    ],
    [
      'the description of a resource template',
      { resourceTemplates: [{ uriTemplate: 'file:///{p}', name: 'a', description: 'a' }] },
      { resourceTemplates: [{ uriTemplate: 'file:///{p}', name: 'a', description: 'b' }] },
      ['resourceTemplate file:///{p}: description changed text'],
    ],
  ])('%s', async (_what, before, after, expected) => {
    const found = await workshop.drift(before, after);
    expect([found.verdict, ...changeLines(found)]).toEqual(['drift', ...expected]);
    expect(found.problem).toBeNull();
  });

  test('properties that came, went and changed are named apart', async () => {
    const schema = (properties: object): Recipe =>
      tool({ inputSchema: { type: 'object', properties } });
    const found = await workshop.drift(
      schema({ stays: { type: 'string' }, moves: { type: 'string' }, goes: { type: 'string' } }),
      schema({ stays: { type: 'string' }, moves: { type: 'number' }, comes: { type: 'string' } }),
    );
    expect(found.changes[0]?.fields[0]?.properties).toEqual([
      { name: 'comes', change: 'added' },
      { name: 'goes', change: 'removed' },
      { name: 'moves', change: 'changed' },
    ]);
  });
});

describe('what carries no meaning is a match', () => {
  test.each<[string, Recipe, Recipe]>([
    [
      'order of members',
      rawTool('"description":"a","inputSchema":{"type":"object","title":"b"}'),
      { tools: ['{"inputSchema":{"title":"b","type":"object"},"description":"a","name":"read"}'] },
    ],
    [
      'order of items, also over pages',
      { pageSize: 2, tools: [numbered(1, 'a'), numbered(2, 'b'), numbered(3, 'c')] },
      { pageSize: 1, tools: [numbered(3, 'c'), numbered(1, 'a'), numbered(2, 'b')] },
    ],
    [
      'white space between tokens',
      rawTool('"inputSchema":{"enum":[1,2]}'),
      rawTool('\t"inputSchema" : { "enum" :[ 1 , 2 ] }\t'),
    ],
    [
      'notation of a number',
      rawTool('"inputSchema":{"enum":[1.0,1e2,0.10,-0]}'),
      rawTool('"inputSchema":{"enum":[1,100,0.1,0]}'),
    ],
    ['escapes in a string', rawTool('"description":"\\u0061/"'), rawTool('"description":"a\\/"')],
    [
      'version and icons of the server',
      { tools: [], serverInfo: { name: 'a', version: '1', icons: [] } },
      { tools: [], serverInfo: { name: 'a', version: '2' } },
    ],
    [
      'flags of a capability',
      { capabilities: { tools: {} }, tools: [] },
      { capabilities: { tools: { listChanged: true } }, tools: [] },
    ],
  ])('%s', async (_what, before, after) => {
    const found = await workshop.drift(before, after);
    expect([found.verdict, ...changeLines(found)]).toEqual(['match']);
  });
});
