import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { compareSurfaces } from '../../../src/core/compare.js';
import { groupChanges } from '../../../src/core/groups.js';
import { itemsOf, type ReadItem } from '../../../src/core/item.js';
import { parseJsonText } from '../../../src/core/json-text.js';
import { parseBaseline } from '../../../src/core/baseline.js';
import { WitnessmarkError } from '../../../src/errors.js';
import { tools } from './surfaces.js';

/** What is slow because it is large stands here: mutation testing, which runs tests thousands of times, leaves it out. */
describe('large inputs', () => {
  const FILE = readFileSync(new URL('../../fixtures/core/baseline.json', import.meta.url), 'utf8');
  const DEEP = { maxDepth: 512 };

  function expectProblem(text: string, code: string, parts: readonly string[]): void {
    let error: unknown;
    try {
      parseBaseline(text);
    } catch (thrown) {
      error = thrown;
    }
    if (!(error instanceof WitnessmarkError)) throw new Error('not refused');
    expect(error.code).toBe(code);
    for (const part of parts) expect(error.message).toContain(part);
  }

  function counts(changes: ReturnType<typeof compareSurfaces>): Record<string, number> {
    const found = { added: 0, removed: 0, changed: 0 };
    for (const { change } of changes) found[change] += 1;
    return found;
  }

  test('more values than any list has are refused before any of them is built', () => {
    const digits = (count: number): string =>
      `{"format":"witnessmark/1","items":[${'1,'.repeat(count)}1]}`;
    // One comma, one brace and one bracket stand beside the items.
    expectProblem(digits(3_999_997), 'baseline-too-large', ['more than 4000000 values']);
    expectProblem(digits(3_999_996), 'baseline-malformed', ['items[0] must be an object']);
  });

  test('a file of 20 MB of line feeds or of problems ends at once with its line', () => {
    expectProblem(`${'\n'.repeat(20_000_000)}x`, 'baseline-not-json', ['line 20000001']);
    expectProblem(
      FILE.replace('"items": [', `"items": [${'5,\n'.repeat(2_000_000)}`),
      'baseline-malformed',
      ['and more'],
    );
  });

  test('20,000 of one id and a tool of 20,000 members', () => {
    const many = (word: string): ReadItem[] =>
      tools(
        ...Array.from({ length: 20_000 }, (_, index) => ({ name: 'x', title: `${word}${index}` })),
      );
    expect(counts(compareSurfaces(many('a'), many('b')))).toEqual({
      added: 0,
      removed: 0,
      changed: 20_000,
    });
    const wide = (word: string): ReadItem[] =>
      tools(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`m${index}`, word])));
    const changes = compareSurfaces(wide('a'), wide('b'));
    expect(changes[0]?.fields).toHaveLength(20_000);
    expect(groupChanges([...changes, ...changes])[0]?.members).toHaveLength(2);
  });

  test('a schema of 20,000 properties with long descriptions is digested', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        `property_${index}`,
        { type: 'string', title: 't', description: `Text of property ${index}` },
      ]),
    );
    const [item] = itemsOf([
      { kind: 'tool', text: JSON.stringify({ name: 'x', inputSchema: { properties } }) },
    ]);
    expect(item?.aspects.size).toBe(20_002);
  });

  test('a million members of one name', () => {
    const node = parseJsonText(`{${'"a":1,'.repeat(999_999)}"a":2}`, DEEP);
    expect(node.kind === 'object' && node.members.length).toBe(1_000_000);
  });

  test('a number of a million digits', () => {
    const node = parseJsonText('1'.repeat(1_000_000), DEEP);
    expect(node.kind === 'number' && node.text.length).toBe(1_000_000);
  });
});
