import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { format } from 'prettier';
import { renderJson, writeJson, type JsonOutput } from '../../../src/core/render-json.js';
import { anyText } from './json-arbitraries.js';

describe('renderJson', () => {
  test('members in the given order, short lists on one line, undefined left out', () => {
    expect(
      renderJson({
        b: 1,
        a: undefined,
        map: new Map<string, JsonOutput>([
          ['__proto__', null],
          ['10', true],
          ['1', []],
        ]),
        list: ['x', 'y'],
        objects: [{ k: {} }],
      }),
    ).toBe(
      `{
  "b": 1,
  "map": {
    "__proto__": null,
    "10": true,
    "1": []
  },
  "list": ["x", "y"],
  "objects": [
    {
      "k": {}
    }
  ]
}
`,
    );
  });

  test('any value reads back, lone surrogates and odd names included', () => {
    const value: fc.Arbitrary<JsonOutput> = fc.letrec<{ value: JsonOutput }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        anyText,
        fc.constantFrom(null, true, 0, 1e21),
        fc.array(tie('value'), { maxLength: 4 }),
        fc
          .dictionary(anyText, tie('value'), { maxKeys: 4 })
          .map((each) => new Map(Object.entries(each))),
      ),
    })).value;
    const plain = (each: JsonOutput): unknown => {
      if (each instanceof Map) {
        const entries = [...(each as ReadonlyMap<string, JsonOutput>)];
        return JSON.parse(
          `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(plain(member))}`).join()}}`,
        ) as unknown;
      }
      return Array.isArray(each) ? (each as readonly JsonOutput[]).map(plain) : each;
    };
    fc.assert(
      fc.property(value, (each) => {
        expect(JSON.parse(renderJson(each))).toEqual(plain(each));
      }),
      { numRuns: 1_000 },
    );
  });

  test('prettier leaves lists of every length alone, at every depth', async () => {
    for (let length = 50; length < 90; length += 1) {
      const text = renderJson({
        last: { list: ['x'.repeat(length - 20), 'y'] },
        first: ['x'.repeat(length - 10)],
        deep: [{ list: ['x'.repeat(length - 30), 'y'], more: 1 }],
      });
      expect(await format(text, { parser: 'json' })).toBe(text);
    }
  });

  test('writeJson hands on the same text in pieces of 64 Ki units, and one rest', () => {
    const value = Array.from({ length: 4_000 }, (_, index) => ({ index, text: 'x'.repeat(64) }));
    const chunks: string[] = [];
    writeJson(value, (chunk) => chunks.push(chunk));
    expect(chunks.join('')).toBe(`${JSON.stringify(value, null, 2)}\n`);
    const sizes = chunks.slice(0, -1).map(({ length }) => Math.floor(length / 65_536));
    expect([...new Set(sizes)]).toEqual([1]);
    expect(chunks.length).toBeGreaterThan(5);
  });
});
