import { describe, expect, test } from '@jest/globals';
import { itemsOf } from '../../../src/core/item.js';
import { WitnessmarkError } from '../../../src/errors.js';

describe('aspects of one tool (FORMAT 2.6)', () => {
  const definition = String.raw`{
    "name": "x",
    "title": "first",
    "title": "last",
    "description": "Read a\u200b\u200b  file\n\tnow\u202e",
    "icons": [{ "s/r~c": "a\ufeff" }, "\u00ad", "\u2764\ufe0f"],
    "execution": {},
    "annotations": { "title": "T", "readOnlyHint": true, "openWorldHint": false, "destructiveHint": "no" },
    "inputSchema": {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "required": ["path", "a/b"],
      "properties": {
        "path": { "x-order": 1, "anyOf": [{ "type": "string", "description": "p" }, {}] },
        "a/b": { "type": "integer", "maximum": 9007199254740991, "default": 7 }
      }
    },
    "outputSchema": { "required": [] }
  }`;
  const [item] = itemsOf([{ kind: 'tool', text: definition }]);

  // Each form was written down by hand from FORMAT 2.6; its digest is
  //   printf %s FORM | sha256sum | cut -c1-32     (properties: cut -c1-16)
  // where \uXXXX in a comment stands for the character itself.
  test.each([
    // {"openWorldHint":false,"readOnlyHint":true}
    ['annotations/hints', '9bedd1194137a0bb0966349836ba5c87'],
    // {"destructiveHint":"no","title":"T"}
    ['annotations/text', 'a81676c735ca53ffb2f5d80c0d51fd87'],
    // [["","\u200b\u200b"],["","\u202e"]]
    ['description/invisible', '770a31fb12ca4bdcde19ea1b4b41a33c'],
    // "Read a file now"
    ['description/visible', '2017de900fb5ae76b1d29b15cf668943'],
    // {"taskSupport":"forbidden"}
    ['execution/effective', '52ff05b03bdc12840246937060687ff1'],
    // [["/0/s~1r~0c","\ufeff"],["/1","\xad"]]
    ['icons/invisible', 'd2b4f79e8d6fa7a951d9f81c4697d704'],
    // {"default":7,"maximum":9007199254740991,"type":"integer"}
    ['inputSchema/properties/a~1b', '6897cee3374adf45'],
    // {"anyOf":[{"description":"p","type":"string"},{}],"x-order":1}
    ['inputSchema/properties/path', 'b0a2c9d3556a7e94'],
    // {"properties":{"a/b":{"type":"integer"},"path":{"anyOf":[{"type":"string"},true]}},"required":["a/b","path"],"type":"object"}
    ['inputSchema/shape', '348f5c48cbf7706d295ecef051222426'],
    // [["/properties/a~1b/default",7],["/properties/path/anyOf/0/description","p"],["/properties/path/x-order",1]]
    ['inputSchema/text', '59034bd328f90dd03c8d510f4242378d'],
    // true
    ['outputSchema/shape', 'b5bea41b6c623f7c09f1bf24dcae58eb'],
    // []
    ['outputSchema/text', '4f53cda18c2baa0c0354bb5f9a3ecbe5'],
    // "first","last"
    ['title/visible', 'a31f9ae0e72df31c84e0d74fca8170bc'],
  ])('%s', (key, digest) => {
    expect(item?.aspects.get(key)).toBe(digest);
  });

  test('there are no others, and they are sorted', () => {
    expect([...(item?.aspects.keys() ?? [])]).toEqual([
      'annotations/hints',
      'annotations/text',
      'description/invisible',
      'description/visible',
      'execution/effective',
      'icons/invisible',
      'inputSchema/properties/a~1b',
      'inputSchema/properties/path',
      'inputSchema/shape',
      'inputSchema/text',
      'outputSchema/shape',
      'outputSchema/text',
      'title/visible',
    ]);
  });

  test('names of fields and properties are escaped as in a JSON pointer', () => {
    const [odd] = itemsOf([
      {
        kind: 'tool',
        text: '{"name":"x","a/b~c":"t","":"u","inputSchema":{"properties":{"":{}}}}',
      },
    ]);
    expect([...(odd?.aspects.keys() ?? [])]).toEqual([
      '/visible',
      'a~1b~0c/visible',
      'inputSchema/properties/',
      'inputSchema/shape',
      'inputSchema/text',
    ]);
  });

  test('what no digest may name long is named short', () => {
    const name = 'n'.repeat(257);
    const [long] = itemsOf([
      { kind: 'tool', text: `{"name":"x","inputSchema":{"properties":{"${name}":{}}}}` },
    ]);
    // { printf '"'; printf 'n%.0s' $(seq 257); printf '"'; } | sha256sum | cut -c1-16
    expect([...(long?.aspects.keys() ?? [])][0]).toBe('inputSchema/properties/#12797429bb5b6e41');
  });
});

describe('hostile definitions', () => {
  test('a long name over very many texts is refused and not multiplied', () => {
    const inner = Array.from({ length: 20_000 }, (_, index) => `"p${index}":{"title":"MARKER"}`);
    const text = `{"name":"x","inputSchema":{"properties":{"${'n'.repeat(100_000)}":{"properties":{${inner.join(',')}}}}}}`;
    let error: unknown;
    try {
      itemsOf([{ kind: 'tool', text }]);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(WitnessmarkError);
    expect(error).toMatchObject({ code: 'too-many-bytes' });
    expect(JSON.stringify((error as WitnessmarkError).toProblem())).not.toMatch(/MARKER|nnn/);
  });

  test('a schema with a text at every level that may nest is digested', () => {
    const levels = 250;
    const text = `${'{"title":"t","properties":{"a":'.repeat(levels)}true${'}}'.repeat(levels)}`;
    const [item] = itemsOf([{ kind: 'tool', text: `{"name":"x","inputSchema":${text}}` }]);
    expect(item?.aspects.has('inputSchema/text')).toBe(true);
  });
});
