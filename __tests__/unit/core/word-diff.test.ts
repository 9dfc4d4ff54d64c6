import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { alignTexts } from '../../../src/core/align.js';
import { wordDiff, type WordDiff } from '../../../src/core/word-diff.js';

const SIGNS = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;

function written({ runs }: WordDiff): string {
  return runs.map(({ kind, text }) => SIGNS[kind].join(text)).join('');
}

function sides({ runs }: WordDiff): [string, string] {
  const side = (without: string): string =>
    runs
      .filter(({ kind }) => kind !== without)
      .map(({ text }) => text)
      .join('');
  return [side('added'), side('removed')];
}

describe('wordDiff', () => {
  test.each([
    ['', '', ''],
    ['same words', 'same words', 'same words'],
    ['', 'new', '{+new+}'],
    ['old', '', '[-old-]'],
    ['Reads a file.', 'Reads one file.', 'Reads [-a-]{+one+} file.'],
    ['read the old file', 'read a new file', 'read [-the old-]{+a new+} file'],
    ['Reads it.', 'Reads it. Then sends it.', 'Reads it.{+ Then sends it.+}'],
    ['editing.', 'editing.\nSee also: x.', 'editing.{+\nSee also: x.+}'],
    ['files and returns', 'files and sends, then returns', 'files and{+ sends, then+} returns'],
    ['a b', 'a  b', 'a {+ +}b'],
    ['delete', 'de\u200blete', '[-delete-]{+de\u200blete+}'],
    ['two words', 'two \u200bwords', 'two {+\u200b+}words'],
    ['two words', 'two words\u200b', 'two words{+\u200b+}'],
    ['x\u200by', 'x\u200cy', 'x[-\u200b-]{+\u200c+}y'],
    ['pay\u034f now', 'pay now', 'pay[-\u034f-] now'],
    ['a\r\nb', 'a\nb', 'a[-\r-]\nb'],
    ['漢字を読む', '漢字を書く', '漢字を[-読む-]{+書く+}'],
    ['\ud800', '\udc00', '[-\ud800-]{+\udc00+}'],
  ])('%j to %j is %j', (was, now, expected) => {
    expect(written(wordDiff(was, now))).toBe(expected);
  });

  test('texts too far apart are replaced whole, but for what they begin and end with', () => {
    const words = (letter: string): string =>
      Array.from({ length: 600 }, (_, index) => `${letter}${index}`).join(',');
    const found = wordDiff(`start ${words('a')} end`, `start ${words('b')} end`);
    expect(found).toEqual({
      runs: [
        { kind: 'same', text: 'start ' },
        { kind: 'removed', text: words('a') },
        { kind: 'added', text: words('b') },
        { kind: 'same', text: ' end' },
      ],
      isWhole: true,
    });
  });

  test('texts too long are not cut into words', () => {
    const found = wordDiff(`${'a '.repeat(200_000)}x`, `y ${'a '.repeat(200_000)}`);
    expect(found.isWhole).toBe(true);
    expect(found.runs.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  test('a long text with one change is compared by words', () => {
    const text = 'word '.repeat(400_000);
    const found = wordDiff(`${text}old ${text}`, `${text}new ${text}`);
    expect(found.isWhole).toBe(false);
    expect(found.runs.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
    ]);
  });

  test('both texts can be put together from the runs', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'ab', ' ', '  ', '\n', '.', '\u200b', '字', '😀', '\ud83d'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (was, now) => {
        const found = wordDiff(was, now);
        expect(sides(found)).toEqual([was, now]);
        expect(found.runs.every((run) => run.text !== '')).toBe(true);
        const kinds = found.runs.map(({ kind }) => kind);
        expect(kinds.some((kind, index) => kind === kinds[index + 1])).toBe(false);
        expect(kinds.some((kind, at) => kind === 'added' && kinds[at + 1] === 'removed')).toBe(
          false,
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('alignTexts', () => {
  /** Length of a longest common subsequence, by its definition. */
  function common(a: readonly string[], b: readonly string[]): number {
    const [first, ...rest] = a;
    if (first === undefined || b.length === 0) return 0;
    const at = b.indexOf(first);
    return Math.max(common(rest, b), at < 0 ? 0 : 1 + common(rest, b.slice(at + 1)));
  }

  test('is a shortest way', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 });
    fc.assert(
      fc.property(list, list, (was, now) => {
        const { runs } = alignTexts(was, now);
        const same = runs.filter(({ kind }) => kind === 'same');
        const length = same.reduce((sum, { start, end }) => sum + end - start, 0);
        expect(length).toBe(common(was, now));
      }),
      { numRuns: 500 },
    );
  });
});
