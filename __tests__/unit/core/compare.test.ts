import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareSurfaces, pairItems, type ItemChange } from '../../../src/core/compare.js';
import { gradeWord, groupChanges, isHidden, kindsOf } from '../../../src/core/groups.js';
import { itemsOf, type ReadItem } from '../../../src/core/item.js';
import type { Definition } from '../../../src/core/surface.js';
import { anyJsonText } from './json-arbitraries.js';
import { itemsOfKind, tools } from './surfaces.js';

/** Surfaces of few names and few values, so that items meet, double and differ. */
const surface: fc.Arbitrary<ReadItem[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('tool' as const, 'prompt' as const),
      text: fc.oneof(
        {
          weight: 6,
          arbitrary: fc
            .record(
              {
                name: fc.constantFrom('a', 'b', '__proto__', 7, null),
                title: fc.constantFrom('t', 'u', '\u200b\u200b'),
                inputSchema: fc.constantFrom({}, { type: 'object' }, { title: 's' }),
              },
              { requiredKeys: [] },
            )
            .map((each) => JSON.stringify(each)),
        },
        { weight: 1, arbitrary: anyJsonText },
      ),
    }),
    { maxLength: 8 },
  )
  .map((definitions: Definition[]) => itemsOf(definitions));

function counts(changes: readonly ItemChange[]): Record<string, number> {
  const found = { added: 0, removed: 0, changed: 0 };
  for (const { change } of changes) found[change] += 1;
  return found;
}

describe('compareSurfaces', () => {
  test('a surface has no difference from itself, in whatever order', () => {
    fc.assert(
      fc.property(surface, (items) => {
        expect(compareSurfaces(items, [...items].reverse())).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('the other way round added is removed, and the same fields have the same grades', () => {
    const flip = { added: 'removed', removed: 'added', changed: 'changed' } as const;
    fc.assert(
      fc.property(surface, surface, (before, after) => {
        const flipped = compareSurfaces(after, before).map((each) => ({
          ...each,
          change: flip[each.change],
          fields: each.fields.map((field) => ({
            ...field,
            change: flip[field.change],
            properties: field.properties.map((property) => ({
              ...property,
              change: flip[property.change],
            })),
          })),
        }));
        const key = (each: unknown): string => JSON.stringify(each);
        expect(flipped.map(key).sort()).toEqual(compareSurfaces(before, after).map(key).sort());
      }),
      { numRuns: 1_000 },
    );
  });

  test('accounts for every item once, as multisets of definitions', () => {
    fc.assert(
      fc.property(surface, surface, (before, after) => {
        const { added, removed, changed } = counts(compareSurfaces(before, after));
        const { pairs } = pairItems(before, after);
        expect(pairs.length + (removed ?? 0)).toBe(before.length);
        expect(pairs.length + (added ?? 0)).toBe(after.length);
        // Pairs that differ are never more than what is left when equal definitions are taken out.
        const left = new Map<string, number>();
        for (const { kind, itemDigest } of before)
          left.set(kind + itemDigest, (left.get(kind + itemDigest) ?? 0) + 1);
        const equal = after.filter(({ kind, itemDigest }) => {
          const count = left.get(kind + itemDigest) ?? 0;
          left.set(kind + itemDigest, count - 1);
          return count > 0;
        }).length;
        expect(pairs.length - (changed ?? 0)).toBeGreaterThanOrEqual(equal);
      }),
      { numRuns: 1_000 },
    );
  });

  test('no difference means equal definitions', () => {
    const forms = (items: readonly ReadItem[]): string[] =>
      items
        .map(({ kind, itemDigest, findings }) => `${kind} ${itemDigest} ${findings.join()}`)
        .sort();
    fc.assert(
      fc.property(surface, surface, (before, after) => {
        const same = compareSurfaces(before, after).length === 0;
        const findings = (items: readonly ReadItem[]): string =>
          JSON.stringify(items.map((each) => each.findings));
        if (same && findings(before) === findings(after))
          expect(forms(before)).toEqual(forms(after));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('several items of one id (FORMAT 1.4)', () => {
  const titled = (...titles: string[]): ReadItem[] =>
    tools(...titles.map((title) => ({ name: 'x', title })));

  test.each([
    ['in another order', ['a', 'b'], ['b', 'a'], { added: 0, removed: 0, changed: 0 }],
    ['one more', ['a', 'b'], ['a', 'b', 'c'], { added: 1, removed: 0, changed: 0 }],
    ['one more of an equal one', ['a'], ['a', 'a'], { added: 1, removed: 0, changed: 0 }],
    ['one less', ['a', 'a', 'b'], ['a', 'b'], { added: 0, removed: 1, changed: 0 }],
    ['one of them changed', ['a', 'b', 'c'], ['c', 'a', 'd'], { added: 0, removed: 0, changed: 1 }],
    ['one changed and one more', ['a', 'b'], ['b', 'c', 'd'], { added: 1, removed: 0, changed: 1 }],
    ['a doubled one changed', ['a', 'a'], ['a', 'b'], { added: 0, removed: 0, changed: 1 }],
    ['all went', ['a', 'a'], [], { added: 0, removed: 2, changed: 0 }],
  ])('%s', (_about, before, after, expected) => {
    expect(counts(compareSurfaces(titled(...before), titled(...after)))).toEqual(expected);
  });

  test('items without an identifier pair among themselves', () => {
    const changes = compareSurfaces(
      tools({ title: 'a' }, { title: 'b' }),
      tools({ title: 'b' }, { title: 'c' }),
    );
    expect(counts(changes)).toEqual({ added: 0, removed: 0, changed: 1 });
  });

  test('a group whose item has more fields than a call may have arguments', () => {
    const field = { field: 'f', change: 'changed', grades: ['text'], properties: [] } as const;
    const change: ItemChange = {
      kind: 'tool',
      id: 'x',
      change: 'changed',
      fields: Array.from({ length: 300_000 }, () => field),
    };
    expect(groupChanges([change, { ...change, fields: [field] }])).toHaveLength(2);
  });
});

describe('groups (FORMAT 2.7)', () => {
  test('an SDK upgrade over 67 tools is two groups', () => {
    const upgrade = (schema: object, withOutput: (index: number) => boolean): ReadItem[] =>
      tools(
        ...Array.from({ length: 67 }, (_, index) => ({
          name: `tool_${index}`,
          description: `Does thing ${index}`,
          inputSchema: {
            ...schema,
            type: 'object',
            properties: { [`p${index}`]: { type: 'string' } },
          },
          ...(withOutput(index) ? { outputSchema: { ...schema, type: 'object' } } : {}),
        })),
      );
    const before = upgrade({ $schema: 'http://json-schema.org/draft-07/schema#' }, (n) => n < 20);
    const after = upgrade(
      { $schema: 'https://json-schema.org/draft/2020-12/schema' },
      (n) => n < 20,
    );
    const groups = groupChanges(compareSurfaces(before, after));
    expect(
      groups.map(({ fields, members }) => [
        members.length,
        fields.map((field) => `${field.field} ${gradeWord(field)}`),
      ]),
    ).toEqual([
      [47, ['inputSchema notation']],
      [20, ['inputSchema notation', 'outputSchema notation']],
    ]);
  });

  test('hidden changes are never folded and stand first; then removed, added, the gravest, the largest', () => {
    const before = tools(
      ...['h1', 'h2', 's1', 't1', 't2', 't3', 'n1', 'n2', 'gone1', 'gone2'].map((name) => ({
        name,
        description: 'a b',
        inputSchema: {},
      })),
    );
    const after = tools(
      ...['h1', 'h2'].map((name) => ({ name, description: 'a \u202eb', inputSchema: {} })),
      { name: 's1', description: 'a b', inputSchema: { type: 'object' } },
      ...['t1', 't2', 't3'].map((name) => ({ name, description: 'c', inputSchema: {} })),
      ...['n1', 'n2'].map((name) => ({ name, description: 'a  b', inputSchema: {} })),
      { name: 'new1', inputSchema: {} },
    );
    const groups = groupChanges(compareSurfaces(before, after));
    expect(groups.map(({ change, members }) => [change, ...members.map(({ id }) => id)])).toEqual([
      ['changed', 'h1'],
      ['changed', 'h2'],
      ['removed', 'gone1', 'gone2'],
      ['added', 'new1'],
      ['changed', 's1'],
      ['changed', 't1', 't2', 't3'],
      ['changed', 'n1', 'n2'],
    ]);
    expect(groups.map(isHidden)).toEqual([true, true, false, false, false, false, false]);
  });

  test('what came, went and changed are not one group, and neither are two kinds that came', () => {
    const groups = groupChanges(
      compareSurfaces(tools({ name: 'a' }, { name: 'b', title: 't' }, { name: 'c', title: 't' }), [
        ...tools({ name: 'a', title: 't' }, { name: 'b' }, { name: 'c', title: 'u' }),
        ...tools({ name: 'd' }),
        ...itemsOfKind('prompt', { name: 'd' }),
      ]),
    );
    expect(groups.map(({ members }) => members.length)).toEqual([1, 1, 1, 1, 1]);
  });

  test('every change is in exactly one group', () => {
    fc.assert(
      fc.property(surface, surface, (before, after) => {
        const changes = compareSurfaces(before, after);
        const members = groupChanges(changes).flatMap((group) => group.members);
        expect(new Set(members)).toEqual(new Set(changes));
        expect(members).toHaveLength(changes.length);
      }),
    );
  });

  test('of nothing is nothing', () => {
    expect(groupChanges([])).toEqual([]);
    expect(kindsOf([])).toEqual([]);
    expect(
      kindsOf(
        compareSurfaces([], [...tools({ name: 'a' }, { name: 'b' }), ...itemsOfKind('prompt', {})]),
      ),
    ).toEqual(['prompt', 'tool']);
  });
});
