import { describe, expect, test } from '@jest/globals';
import { applyAllowances, parseAllowance } from '../../../src/core/allowances.js';
import { WitnessmarkError } from '../../../src/errors.js';
import { itemsOfKind, tools } from './surfaces.js';

describe('parseAllowance (FORMAT 4.6)', () => {
  test.each([
    ['tool:get_time:description', { kind: 'tool', id: 'get_time', field: 'description' }],
    ['tool:a:b:c:title', { kind: 'tool', id: 'a:b:c', field: 'title' }],
    ['resource:file:///a b:name', { kind: 'resource', id: 'file:///a b', field: 'name' }],
    ['resourceTemplate:x://{y}:name', { kind: 'resourceTemplate', id: 'x://{y}', field: 'name' }],
    [
      'prompt:#0123456789abcdef:arguments',
      { kind: 'prompt', id: '#0123456789abcdef', field: 'arguments' },
    ],
    ['server::instructions', { kind: 'server', id: null, field: 'instructions' }],
    ['tool::title', { kind: 'tool', id: '', field: 'title' }],
  ])('%s', (text, allowance) => {
    expect(parseAllowance(text)).toEqual(allowance);
  });

  test.each([
    '',
    'tool',
    'tool:x',
    'tool:x:',
    ':x:title',
    'tools:x:title',
    'Tool:x:title',
    ' tool:x:title',
    'server:instructions',
    'server:x:instructions',
    'x:y:z',
    '__proto__:x:title',
  ])('refuses %j', (text) => {
    let error: unknown;
    try {
      parseAllowance(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(WitnessmarkError);
    expect(error).toMatchObject({ code: 'bad-allow-unstable' });
  });
});

describe('applyAllowances', () => {
  const items = tools(
    '{"name":"a","description":"x\u200b\u200b","x:description":"y\u200b\u200b","description/visible":"z","inputSchema":{"type":"object"}}',
    '{"name":"b","description":"x\u200b\u200b","inputSchema":{"type":"object"}}',
  );

  test('takes the digest, the aspects and the findings of that field of that item, and no others', () => {
    const { items: applied, unused } = applyAllowances(items, [
      parseAllowance('tool:a:description'),
    ]);
    const [a, b] = applied;
    expect(unused).toEqual([]);
    expect(a?.fields.get('description')).toBe('unstable');
    expect([...(a?.fields.keys() ?? [])]).toEqual([...(items[0]?.fields.keys() ?? [])]);
    expect([...(a?.aspects.keys() ?? [])]).toEqual([
      'description~1visible/visible',
      'inputSchema/shape',
      'inputSchema/text',
      'x:description/invisible',
      'x:description/visible',
    ]);
    expect(a?.findings).toEqual(['invisible-characters:x:description']);
    expect(a?.hasUnstable).toBe(true);
    expect(b).toEqual({ ...items[1], hasUnstable: false });
  });

  test('two fields of one item', () => {
    const { items: applied } = applyAllowances(items, [
      parseAllowance('tool:a:description'),
      parseAllowance('tool:a:inputSchema'),
    ]);
    expect(applied[0]?.fields.get('description')).toBe('unstable');
    expect(applied[0]?.fields.get('inputSchema')).toBe('unstable');
    expect(applied[0]?.aspects.has('inputSchema/shape')).toBe(false);
  });

  test('names what named nothing: another item, another kind, a field that is not there', () => {
    const allowances = [
      'tool:c:description',
      'prompt:a:description',
      'tool:a:title',
      'tool:a:name',
    ].map(parseAllowance);
    const { items: applied, unused } = applyAllowances(items, allowances);
    expect(unused).toEqual(allowances);
    expect(applied.map(({ fields }) => fields)).toEqual(items.map(({ fields }) => fields));
  });

  test('the server item and every item of one id', () => {
    const doubled = [
      ...itemsOfKind('server', { instructions: 'i' }),
      ...tools({ name: 'x', title: 'a' }, { name: 'x', title: 'b' }),
    ];
    const { items: applied } = applyAllowances(doubled, [
      parseAllowance('server::instructions'),
      parseAllowance('tool:x:title'),
    ]);
    expect(applied.map(({ fields }) => [...fields.values()])).toEqual([
      ['unstable'],
      ['unstable'],
      ['unstable'],
    ]);
  });
});
