import { describe, expect, test } from '@jest/globals';
import { withoutEqualTexts } from '../../../src/core/equal-texts.js';
import type { Definition } from '../../../src/core/surface.js';

const tool = (text: string): Definition => ({ kind: 'tool', text });
const prompt = (text: string): Definition => ({ kind: 'prompt', text });

describe('withoutEqualTexts', () => {
  test('takes equal texts out of both readings, as often as both have them', () => {
    const a = [tool('1'), tool('2'), tool('2'), tool('2')];
    const b = [tool('2'), tool('3'), tool('2')];
    expect(withoutEqualTexts(a, b)).toEqual({ onlyA: [tool('1'), tool('2')], onlyB: [tool('3')] });
  });

  test('a text of another kind is another definition', () => {
    expect(withoutEqualTexts([tool('1')], [prompt('1')])).toEqual({
      onlyA: [tool('1')],
      onlyB: [prompt('1')],
    });
  });
});
