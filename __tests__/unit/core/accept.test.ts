import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acceptItems, type Acceptance } from '../../../src/core/accept.js';
import type { ItemRef } from '../../../src/core/approval.js';
import type { BaselineItem } from '../../../src/core/baseline-item.js';
import { compareItems } from '../../../src/core/item.js';
import { judge } from '../../../src/core/verdict.js';
import { tools } from './surfaces.js';

const OLD = '2026-01-02';
const NEW = '2026-11-30';

/** Tools with the date of each; a definition is a name and a description. */
function dated(
  firstSeen: string,
  ...definitions: readonly (readonly [string, string])[]
): BaselineItem[] {
  return tools(...definitions.map(([name, description]) => ({ name, description }))).map(
    (item) => ({ ...item, firstSeen }),
  );
}
const tool = (id: string): ItemRef => ({ kind: 'tool', id });
/** `a:changed` for each change. */
const words = (changes: Acceptance['held']): string[] =>
  changes.map(({ id, change }) => `${id ?? ''}:${change}`);
const byId = ({ items }: Acceptance, id: string): readonly BaselineItem[] =>
  items.filter((item) => item.id === id);
/** True when a check of this reading against these items matches. */
function matches(items: readonly BaselineItem[], reading: readonly BaselineItem[]): boolean {
  const conditions = new Map([['pages.complete', true]]);
  const side = (own: readonly BaselineItem[]): Parameters<typeof judge>[0] => ({
    server: 'default',
    conditions,
    items: [...own].sort(compareItems),
  });
  return judge(side(items), side(reading), true).kind === 'match';
}

describe('taking some items of a reading into a baseline', () => {
  const before = dated(OLD, ['a', 'one'], ['b', 'one'], ['c', 'one'], ['same', 'one']);
  const reading = dated(NEW, ['a', 'two'], ['b', 'two'], ['d', 'one'], ['same', 'one']);

  test('takes a changed one and leaves every other as it is', () => {
    const found = acceptItems(before, reading, [tool('a')]);
    expect(byId(found, 'a')).toEqual(reading.filter(({ id }) => id === 'a'));
    expect(found.items.filter(({ id }) => id !== 'a').sort(compareItems)).toEqual(
      before.filter(({ id }) => id !== 'a'),
    );
    expect([words(found.accepted), words(found.held)]).toEqual([
      ['a:changed'],
      ['b:changed', 'c:removed', 'd:added'],
    ]);
    expect([found.unchanged, found.restated]).toEqual([[], []]);
  });

  test('adds an added one and removes a removed one', () => {
    const found = acceptItems(before, reading, [tool('c'), tool('d')]);
    expect(found.items.map(({ id }) => id).sort()).toEqual(['a', 'b', 'd', 'same']);
    expect(byId(found, 'd')[0]?.firstSeen).toBe(NEW);
    expect(words(found.held)).toEqual(['a:changed', 'b:changed']);
  });

  test('tells of one that does not differ, once, and changes nothing for it', () => {
    const found = acceptItems(before, reading, [tool('same'), tool('same')]);
    expect(found.unchanged).toEqual([tool('same')]);
    expect(found.accepted).toEqual([]);
    expect(byId(found, 'a')).toEqual(byId({ ...found, items: before }, 'a'));
  });

  test('takes all items of one name together', () => {
    const twice = dated(OLD, ['x', 'one'], ['x', 'two'], ['y', 'one']);
    const now = dated(NEW, ['x', 'two'], ['x', 'three'], ['y', 'two']);
    const found = acceptItems(twice, now, [tool('x')]);
    expect(new Set(byId(found, 'x'))).toEqual(new Set(now.filter(({ id }) => id === 'x')));
    expect(words(found.held)).toEqual(['y:changed']);
  });

  test('gives an item the findings of the list that comes of it, not of the one that was read', () => {
    const alone = dated(OLD, ['read', 'one'], ['other', 'one']);
    const alike = dated(NEW, ['read', 'one'], ['r\u0435ad', 'one'], ['other', 'two']);
    expect(alike.find(({ id }) => id === 'read')?.findings).toContain('lookalike-name');
    const without = acceptItems(alone, alike, [tool('other')]);
    expect(byId(without, 'read')[0]?.findings).not.toContain('lookalike-name');
    expect(without.restated).toEqual([]);
    const withIt = acceptItems(alone, alike, [tool('r\u0435ad')]);
    expect(byId(withIt, 'read')[0]).toMatchObject({ firstSeen: OLD });
    expect(byId(withIt, 'read')[0]?.findings).toContain('lookalike-name');
    expect(withIt.restated).toEqual([tool('read')]);
  });

  test('takes the other lines of an item whose fields are the same, with its date', () => {
    const stale = dated(OLD, ['a', 'one']).map((item) => ({
      ...item,
      findings: ['quotes-home:description'],
    }));
    const found = acceptItems(
      [...stale, ...dated(OLD, ['b', 'one'])],
      dated(NEW, ['a', 'one'], ['b', 'two']),
      [tool('b')],
    );
    expect(byId(found, 'a')).toEqual(dated(OLD, ['a', 'one']));
    expect(found.restated).toEqual([tool('a')]);
  });
});

describe('accepting', () => {
  // Names that look alike, twice the same, a name of two scripts.
  const names = fc.constantFrom('read', 'r\u0435ad', 'list', 'x', 'y');
  const surface = fc.array(fc.tuple(names, fc.constantFrom('one', 'two', 'three')), {
    maxLength: 7,
  });

  test('one item after another, in any order, ends where a whole mark does', () => {
    fc.assert(
      fc.property(surface, surface, fc.infiniteStream(fc.nat()), (old, fresh, chance) => {
        const before = dated(OLD, ...old);
        const reading = dated(NEW, ...fresh);
        let items: readonly BaselineItem[] = before;
        for (;;) {
          const { held } = acceptItems(items, reading, []);
          if (held.length === 0) break;
          expect(matches(items, reading)).toBe(false);
          const next = held[chance.next().value % held.length] ?? held[0];
          if (next === undefined) break;
          items = acceptItems(items, reading, [next]).items;
        }
        items = acceptItems(items, reading, []).items;
        expect(matches(items, reading)).toBe(true);
      }),
    );
  });

  test('leaves a file that a server of just these items matches', () => {
    fc.assert(
      fc.property(surface, surface, names, (old, fresh, id) => {
        const before = dated(OLD, ...old);
        const reading = dated(NEW, ...fresh);
        const { items } = acceptItems(before, reading, [tool(id)]);
        const server = dated(
          NEW,
          ...[...old.filter(([name]) => name !== id), ...fresh.filter(([name]) => name === id)],
        );
        expect(matches(items, server)).toBe(true);
      }),
    );
  });
});
