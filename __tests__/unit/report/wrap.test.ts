import { describe, expect, test } from '@jest/globals';
import { wrapPieces, wrapText } from '../../../src/report/wrap.js';

const X = (count: number): string => 'x'.repeat(count);

describe('pieces are set in 78 columns', () => {
  test('up to the last column and no further', () => {
    expect(wrapPieces([X(30), X(41)], 'first ', '      ')).toEqual([`first ${X(30)} ${X(41)}`]);
    expect(wrapPieces([X(30), X(42)], 'first ', '    ')).toEqual([
      `first ${X(30)}`,
      `    ${X(42)}`,
    ]);
  });

  test('and never split, however long', () => {
    expect(wrapPieces([X(100), 'a b', X(200)], '- ', '  ')).toEqual([
      `- ${X(100)}`,
      '  a b',
      `  ${X(200)}`,
    ]);
  });

  test('and none at all are one line', () => {
    expect(wrapPieces([], 'first', 'rest')).toEqual(['first']);
  });
});

describe('a sentence', () => {
  test('that fits is one line', () => {
    expect(wrapText('it is: short (very)', 'A  ', '   ')).toEqual(['A  it is: short (very)']);
  });

  test('is broken behind its last colon', () => {
    expect(wrapText(`a: ${X(60)}: ${X(13)}`, 'A  ', '   ')).toEqual([
      `A  a: ${X(60)}:`,
      `   ${X(13)}`,
    ]);
  });

  test('or before the brackets at its end', () => {
    expect(wrapText(`a: ${X(50)} (1 tool, 2 prompts, and so on)`, 'A  ', '   ')).toEqual([
      `A  a: ${X(50)}`,
      '   (1 tool, 2 prompts, and so on)',
    ]);
  });

  test('or between words where neither is enough', () => {
    expect(wrapText(`${X(40)} ${X(40)} ${X(40)}: y`, 'A  ', '   ')).toEqual([
      `A  ${X(40)}`,
      `   ${X(40)}`,
      `   ${X(40)}: y`,
    ]);
  });
});
