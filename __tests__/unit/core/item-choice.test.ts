import { describe, expect, test } from '@jest/globals';
import type { ItemRef } from '../../../src/core/approval.js';
import { chooseItems, itemSpelling } from '../../../src/core/item-choice.js';
import type { ItemKind } from '../../../src/core/surface.js';
import { WitnessmarkError } from '../../../src/errors.js';

const ref = (kind: ItemKind, id: string | null): ItemRef => ({ kind, id });
const KNOWN: readonly ItemRef[] = [
  ref('server', null),
  ref('tool', 'read_file'),
  ref('tool', 'both'),
  ref('prompt', 'both'),
  ref('prompt', 'summary'),
  ref('resource', 'file:///etc/x'),
  ref('resourceTemplate', 'file:///{path}'),
  ref('tool', '::add-mask::x'),
  ref('tool', 'a\\b'),
];

/** What is chosen, by kind and id; or what is said instead. */
function choose(
  word: string,
  known = KNOWN,
): readonly (readonly [string, string | null])[] | string {
  try {
    return chooseItems(word, known).map(({ kind, id }) => [kind, id]);
  } catch (error) {
    if (error instanceof WitnessmarkError) return `${error.code}: ${error.message}. ${error.hint}`;
    throw error;
  }
}

describe('an item of a command line', () => {
  test.each<[string, string, string | null]>([
    ['tool:read_file', 'tool', 'read_file'],
    ['read_file', 'tool', 'read_file'],
    ['summary', 'prompt', 'summary'],
    ['prompt:both', 'prompt', 'both'],
    ['server:', 'server', null],
    ['server', 'server', null],
    ['resource:file:///etc/x', 'resource', 'file:///etc/x'],
    ['file:///{path}', 'resourceTemplate', 'file:///{path}'],
    ['tool:::add-mask::x', 'tool', '::add-mask::x'],
    ['\\u{3A}:add-mask::x', 'tool', '::add-mask::x'],
    ['tool:a\\b', 'tool', 'a\\b'],
    ['tool:a\\\\b', 'tool', 'a\\b'],
  ])('%s is what reports call so', (word, kind, id) => {
    expect(choose(word)).toEqual([[kind, id]]);
  });

  test('of two kinds has to be named with its kind', () => {
    expect(choose('both')).toBe(
      'unknown-item: both names more than one item. Say which: prompt:both, tool:both',
    );
  });

  test('that is printed like the identifier of another is not guessed', () => {
    const known = [ref('tool', 'a\\b'), ref('tool', 'a\\\\b')];
    expect(choose('tool:a\\\\b', known)).toContain('names more than one item');
    expect(choose('tool:a\\b', known)).toEqual([['tool', 'a\\b']]);
  });

  test('without identifier is named by its kind, with all that are so', () => {
    const known = [ref('tool', null), ref('tool', ''), ref('tool', 'x')];
    expect(choose('tool:', known)).toEqual([
      ['tool', null],
      ['tool', ''],
    ]);
    expect(choose('', known)).toContain('unknown-item');
  });

  test.each([
    ['raed_file', 'tool:read_file'],
    ['tool:read_fil', 'tool:read_file'],
    ['tool:summary', 'prompt:summary'],
  ])('%s is unknown and close to another', (word, close) => {
    expect(choose(word)).toBe(
      `unknown-item: neither the baseline nor the server has an item ${word}. Did you mean ${close}? An item is named KIND:ID, as in tool:read_file, or by its identifier alone.`,
    );
  });

  test('that is like no other is shown harmless', () => {
    expect(choose('##[error]zzzzzzzz')).toBe(
      'unknown-item: neither the baseline nor the server has an item #\\u{23}[error]zzzzzzzz. An item is named KIND:ID, as in tool:read_file, or by its identifier alone.',
    );
  });

  test('has one spelling', () => {
    expect(KNOWN.map(itemSpelling).slice(0, 2)).toEqual(['server:', 'tool:read_file']);
  });
});
