import { describe, expect, test } from '@jest/globals';
import { EXIT_CODES, worstVerdict, type Verdict } from '../../src/exit-codes.js';
import { problemOf, VERDICT_OF_CODE, WitnessmarkError } from '../../src/errors.js';

/** FORMAT 5, written down anew. A change here breaks every user's workflow and needs a changelog line. */
describe('exit codes', () => {
  test('are these', () => {
    expect(EXIT_CODES).toEqual({
      match: 0,
      drift: 1,
      unmarked: 2,
      unreadable: 3,
      incomparable: 4,
      unstable: 5,
      usage: 64,
      internal: 70,
    });
  });

  test('only match is 0, and no two are equal', () => {
    const codes = Object.entries(EXIT_CODES);
    expect(codes.filter(([, code]) => code === 0)).toEqual([['match', 0]]);
    expect(new Set(codes.map(([, code]) => code)).size).toBe(8);
  });
});

describe('the worst of several servers decides', () => {
  const order: readonly Verdict[] = [
    'internal',
    'usage',
    'unreadable',
    'unstable',
    'unmarked',
    'incomparable',
    'drift',
    'match',
  ];

  test('in this order, wherever it stands', () => {
    expect([...order].sort()).toEqual(Object.keys(EXIT_CODES).sort());
    for (const [index, worse] of order.entries()) {
      for (const better of order.slice(index)) {
        expect(worstVerdict([worse, better])).toBe(worse);
        expect(worstVerdict([better, better, worse])).toBe(worse);
      }
    }
    expect(worstVerdict([...order].reverse())).toBe('internal');
  });

  test('of none at all is a usage error: a gate that checked nothing does not pass', () => {
    expect(worstVerdict([])).toBe('usage');
  });
});

describe('error codes', () => {
  test('no error is a match or drift', () => {
    for (const verdict of Object.values(VERDICT_OF_CODE)) {
      expect(['usage', 'unmarked', 'unreadable', 'incomparable', 'unstable', 'internal']).toContain(
        verdict,
      );
    }
  });

  test('are kebab-case words, and every one about the baseline leaves it unmarked', () => {
    for (const [code, verdict] of Object.entries(VERDICT_OF_CODE)) {
      expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      if (code.startsWith('baseline-')) expect(verdict).toBe('unmarked');
    }
  });

  test('what is thrown on purpose keeps its code; anything else is internal and quotes nothing', () => {
    expect(problemOf(new WitnessmarkError('too-deep', 'where', 'how'))).toEqual({
      code: 'too-deep',
      message: 'where',
      hint: 'how',
    });
    for (const thrown of [new TypeError('MARKER'), 'MARKER', { MARKER: 1 }, null, undefined]) {
      const problem = problemOf(thrown);
      expect(problem.code).toBe('internal');
      expect(JSON.stringify(problem)).not.toContain('MARKER');
    }
  });
});
