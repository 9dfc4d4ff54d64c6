import { describe, expect, test } from '@jest/globals';
import { cellsOf, clustersOf } from '../../../src/report/cells.js';

describe('cellsOf', () => {
  test.each([
    ['', 0],
    ['plain', 5],
    ['naïve', 5],
    ['nai\u0308ve', 5],
    ['漢字かな', 8],
    ['한국어', 6],
    ['ｆｕｌｌ', 8],
    ['⟦x⟧', 3],
    ['😀', 2],
    ['❤\ufe0f', 2],
    ['©', 1],
    ['©\ufe0f', 2],
    ['1\ufe0f\u20e3', 2],
    ['שלום', 4],
    ['「a」', 5],
  ])('%j takes %i', (text, cells) => {
    expect(cellsOf(text)).toBe(cells);
  });
});

describe('clustersOf', () => {
  test('keeps a letter with its marks and joined pictures together', () => {
    expect(clustersOf('ae\u0301👩🏽\u200d🚀b')).toEqual(['a', 'e\u0301', '👩🏽\u200d🚀', 'b']);
    expect(clustersOf('')).toEqual([]);
  });
});
