import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { exactForm } from '../../../src/core/canonical.js';
import { itemsOf, surfaceDigest, type ReadItem } from '../../../src/core/item.js';
import { parseJsonText } from '../../../src/core/json-text.js';
import type { Definition, ItemKind } from '../../../src/core/surface.js';

interface Vector {
  readonly about: string;
  readonly kind: ItemKind;
  readonly text: string;
  readonly exactForm: string;
  readonly itemDigest: string;
  readonly reasons: readonly string[];
  readonly id: string | null;
  readonly fields: Readonly<Record<string, { readonly form: string; readonly digest: string }>>;
}

/** How each was worked out stands at the head of the file. */
const { definitions } = JSON.parse(
  readFileSync(new URL('../../fixtures/core/definitions.json', import.meta.url), 'utf8'),
) as { readonly definitions: readonly Vector[] };

function only(definition: Definition): ReadItem {
  const [item, ...rest] = itemsOf([definition]);
  if (item === undefined || rest.length > 0) throw new Error('one definition is one item');
  return item;
}

function tool(text: string): ReadItem {
  return only({ kind: 'tool', text });
}

describe('hand-made definitions', () => {
  test('are at least twenty', () => {
    expect(definitions.length).toBeGreaterThanOrEqual(20);
  });

  test.each(definitions.map((vector) => [vector.about, vector] as const))(
    '%s',
    (_about, vector) => {
      const item = only(vector);
      expect(exactForm(parseJsonText(vector.text, { maxDepth: 512 }))).toBe(vector.exactForm);
      expect(item.kind).toBe(vector.kind);
      expect(item.id).toBe(vector.id);
      expect(item.itemDigest).toBe(vector.itemDigest);
      expect([...item.fields]).toEqual(
        Object.entries(vector.fields)
          .map(([name, { digest }]) => [name, digest] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    },
  );

  test('absent, null, "", {} and [] are five different descriptions', () => {
    const five = definitions.filter(({ id }) => id === 'five');
    expect(new Set(five.map((each) => only(each).itemDigest)).size).toBe(5);
    expect(new Set(five.map((each) => only(each).fields.get('description'))).size).toBe(5);
  });
});

describe('findings (FORMAT 1.3, 2.4)', () => {
  const ok = '"inputSchema":{"type":"object"}';
  test.each([
    ['an ordinary tool', `{"name":"a",${ok}}`, []],
    ['no identifier', `{${ok}}`, ['no-identifier']],
    ['an identifier that is no string', `{"name":7,${ok}}`, ['no-identifier']],
    ['an identifier twice', `{"name":"a","name":"b",${ok}}`, ['duplicate-member:name']],
    ['an identifier twice, equal', `{"name":"a","name":"a",${ok}}`, ['duplicate-member:name']],
    ['not an object', '5', ['not-an-object']],
    ['not an object, and inexact', '5e999', ['inexact-number:value', 'not-an-object']],
    ['a member twice', `{"name":"a",${ok},"x":1,"x":1}`, ['duplicate-member:x']],
    [
      'a member twice, far inside',
      `{"name":"a",${ok},"x":[{"y":1,"y":2}]}`,
      ['duplicate-member:x'],
    ],
    ['a number', `{"name":"a",${ok},"x":[9007199254740993]}`, ['inexact-number:x']],
    ['a lone surrogate', `{"name":"a",${ok},"x":"\\udc00"}`, ['lone-surrogate:x']],
    ['one in the identifier', `{"name":"\\udc00",${ok}}`, ['lone-surrogate:name']],
    ['one in a name inside', `{"name":"a",${ok},"x":{"\\udc00":1}}`, ['lone-surrogate:x']],
    ['one in a top-level name', `{"name":"a",${ok},"\\udc00":1}`, ['lone-surrogate:\udc00']],
    ['invisible characters', `{"name":"a",${ok},"x":"a\u200b\u200bb"}`, ['invisible-characters:x']],
    ['such in an identifier', `{"name":"a\u200b",${ok}}`, ['invisible-characters:name']],
    ['no inputSchema', '{"name":"a"}', ['nonconforming:inputSchema']],
    ['inputSchema without type', '{"name":"a","inputSchema":{}}', ['nonconforming:inputSchema']],
    ['null description', `{"name":"a",${ok},"description":null}`, ['nonconforming:description']],
    [
      'a hint that is no boolean',
      `{"name":"a",${ok},"annotations":{"readOnlyHint":"true"}}`,
      ['invalid-hint:annotations'],
    ],
    [
      'several at once, sorted, each once',
      `{"name":"a",${ok},"x":[1e999,1e999],"x":"\\ud800","icons":{}}`,
      ['duplicate-member:x', 'inexact-number:x', 'lone-surrogate:x', 'nonconforming:icons'],
    ],
  ])('%s', (_about, text, findings) => {
    expect(tool(text).findings).toEqual(findings);
  });

  test('items of one kind and id say so, others do not', () => {
    const items = itemsOf([
      { kind: 'tool', text: `{"name":"a",${ok}}` },
      { kind: 'tool', text: `{"name":"a",${ok},"title":"t"}` },
      { kind: 'tool', text: `{"name":"b",${ok}}` },
      { kind: 'prompt', text: '{"name":"a"}' },
      { kind: 'prompt', text: '{}' },
      { kind: 'prompt', text: '{}' },
    ]);
    expect(items.map(({ kind, id, findings }) => [kind, id, findings])).toEqual([
      ['prompt', null, ['no-identifier']],
      ['prompt', null, ['no-identifier']],
      ['prompt', 'a', []],
      ['tool', 'a', ['duplicate-identifier']],
      ['tool', 'a', ['duplicate-identifier']],
      ['tool', 'b', []],
    ]);
  });
});

describe('what is no definition', () => {
  test('512 levels are read, one more is refused', () => {
    const deep = (levels: number): string =>
      `{"name":"a","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(tool(deep(512)).fields.has('x')).toBe(true);
    expect(() => tool(deep(513))).toThrow('nested too deep');
  });
});

describe('surface digest (FORMAT 2.3)', () => {
  test('is over the sorted triples, whatever the order of listing', () => {
    const texts: readonly Definition[] = [
      { kind: 'tool', text: '{"name":"b"}' },
      { kind: 'tool', text: '{"name":"a","x":2}' },
      { kind: 'tool', text: '{"name":"a","x":1}' },
      { kind: 'prompt', text: '{}' },
      { kind: 'server', text: '{"instructions":"i"}' },
    ];
    // Worked out by hand: printf %s '[["prompt",null,"sha256:…"],…]' | sha256sum, where each inner digest
    // is  printf %s DEFINITION | sha256sum  (every text above is its own RFC 8785 form), sorted by kind,
    // id (null first) and digest.
    const expected = 'sha256:a9b5173826e8829b89a5aebe77af296e56059a755511e86c53a9fae72b96d2a2';
    expect(surfaceDigest(itemsOf(texts))).toBe(expected);
    expect(surfaceDigest(itemsOf([...texts].reverse()))).toBe(expected);
    expect(surfaceDigest(itemsOf(texts).reverse())).toBe(expected);
  });

  test('of nothing is the digest of []', () => {
    // printf %s '[]' | sha256sum
    expect(surfaceDigest([])).toBe(
      'sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
    );
  });
});
