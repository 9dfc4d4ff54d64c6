import { describe, expect, test } from '@jest/globals';
import { itemsOf } from '../../../src/core/item.js';
import { parseJsonText } from '../../../src/core/json-text.js';
import { serverDefinition, serverSelfOf } from '../../../src/core/server-definition.js';

function definitionOf(result: string): string {
  return serverDefinition(serverSelfOf(parseJsonText(result, { maxDepth: 512 }))).text;
}

/** The expected texts were written down by hand from FORMAT 1.1, in RFC 8785 or exact form. */
describe('the definition of the server item (FORMAT 1.1)', () => {
  test.each([
    [
      'a usual answer: releases and flags are cut',
      '{"protocolVersion":"2025-11-25","serverInfo":{"name":"n","title":"T","version":"1.2.3","icons":[{}],"websiteUrl":"u"},"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true},"logging":{}},"instructions":"Hello","_meta":{"x":1}}',
      '{"capabilities":{"logging":{},"resources":{},"tools":{}},"instructions":"Hello","serverInfo":{"name":"n","title":"T","websiteUrl":"u"}}',
    ],
    [
      'names within experimental and extensions stay, one level deep',
      '{"capabilities":{"experimental":{"a":{"version":1,"b":{}},"c":true},"extensions":{"x/y":{"z":1}},"tools":{"experimental":{"q":1}}}}',
      '{"capabilities":{"experimental":{"a":{},"c":{}},"extensions":{"x/y":{}},"tools":{}}}',
    ],
    ['nothing', '{}', '{}'],
    [
      'null, empty text and empty object stay apart',
      '{"instructions":null,"serverInfo":{},"capabilities":[]}',
      '{"capabilities":[],"instructions":null,"serverInfo":{}}',
    ],
    ['empty instructions', '{"instructions":""}', '{"instructions":""}'],
    [
      'values that are no objects stand as served',
      '{"serverInfo":"version","capabilities":7}',
      '{"capabilities":7,"serverInfo":"version"}',
    ],
    [
      'experimental that is no object',
      '{"capabilities":{"experimental":["a"]}}',
      '{"capabilities":{"experimental":["a"]}}',
    ],
    ['null as a capability', '{"capabilities":{"tools":null}}', '{"capabilities":{"tools":{}}}'],
    [
      'a version inside another member is kept',
      '{"serverInfo":{"x":{"version":1}}}',
      '{"serverInfo":{"x":{"version":1}}}',
    ],
    [
      'a member twice',
      '{"instructions":"a","instructions":"b"}',
      '{"instructions":"a","instructions":"b"}',
    ],
    [
      'a capability twice, a name twice',
      '{"capabilities":{"tools":1,"tools":2},"serverInfo":{"name":"a","name":"b","version":1,"version":2}}',
      '{"capabilities":{"tools":{},"tools":{}},"serverInfo":{"name":"a","name":"b"}}',
    ],
    [
      'what RFC 8785 cannot carry',
      '{"serverInfo":{"x":9007199254740993,"y":"\\ud800"}}',
      '{"serverInfo":{"x":9007199254740993,"y":"\\ud800"}}',
    ],
    [
      '__proto__ and toJSON',
      '{"capabilities":{"__proto__":{"a":1},"toJSON":1},"serverInfo":{"__proto__":"p"}}',
      '{"capabilities":{"__proto__":{},"toJSON":{}},"serverInfo":{"__proto__":"p"}}',
    ],
    ['an answer that is no object', '[]', '{}'],
  ])('%s', (_about, result, text) => {
    expect(definitionOf(result)).toBe(text);
  });

  test('becomes one item without id, with instructions as a text', () => {
    const items = itemsOf([
      {
        kind: 'server',
        text: definitionOf('{"instructions":"Hello","serverInfo":{"name":"n"},"capabilities":{}}'),
      },
    ]);
    expect(items).toHaveLength(1);
    expect(items[0]?.id).toBe(null);
    expect([...(items[0]?.fields.keys() ?? [])]).toEqual([
      'capabilities',
      'instructions',
      'serverInfo',
    ]);
    expect([...(items[0]?.aspects.keys() ?? [])]).toEqual(['instructions/visible']);
    expect(items[0]?.findings).toEqual([]);
  });
});
