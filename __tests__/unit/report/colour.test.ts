import { describe, expect, test } from '@jest/globals';
import type { Acceptance } from '../../../src/core/accept.js';
import type { Comparison } from '../../../src/core/compare-readings.js';
import { renderAcceptance } from '../../../src/report/acceptance.js';
import { renderComparison, renderSeveralComparison } from '../../../src/report/comparison.js';
import { renderScreen } from '../../../src/report/several.js';
import { renderCheck, renderMark } from '../../../src/report/terminal.js';
import { changed, CONTEXT, field, report, whole } from './reports.js';

const CHANGES = [
  changed('tool', 'b', field('description', ['hidden', 'text'])),
  whole('tool', 'd', 'added'),
  whole('resource', 'e', 'removed'),
];
const DRIFT = report('drift', CHANGES);
const MATCH = report('match');
const COMPARISON: Comparison = {
  verdict: 'drift',
  differing: [],
  unknown: [],
  changes: CHANGES,
};
const ACCEPTANCE: Acceptance = {
  items: [],
  accepted: CHANGES.slice(1, 2),
  held: CHANGES.slice(2),
  unchanged: [],
  restated: [],
};
const LINES = [
  '  tool b \u001b[1mchanged\u001b[0m',
  '      \u001b[1;31mHIDDEN\u001b[0m: characters that a person does not see have come, gone or moved',
  '  resource e \u001b[31mremoved\u001b[0m',
  '  tool d \u001b[32madded\u001b[0m',
];

function coloured(text: string): string[] {
  return text.split('\n').filter((line) => line.includes('\u001b'));
}

describe('colour', () => {
  test.each([
    ['check', (colour: boolean) => renderCheck(DRIFT, CONTEXT, false, colour)],
    ['check of a match', (colour: boolean) => renderCheck(MATCH, CONTEXT, false, colour)],
    ['mark', (colour: boolean) => renderMark({ ...DRIFT, written: true }, CONTEXT, false, colour)],
    [
      'several servers',
      (colour: boolean) =>
        renderScreen(
          [DRIFT, MATCH].map((each) => ({ report: each, context: CONTEXT })),
          'check',
          false,
          colour,
        ),
    ],
    ['compare', (colour: boolean) => renderComparison(COMPARISON, colour)],
    [
      'an acceptance',
      (colour: boolean) => renderAcceptance(ACCEPTANCE, true, DRIFT, CONTEXT, colour),
    ],
  ])('says the same on the screen of %s', (_name, render) => {
    // eslint-disable-next-line no-control-regex -- our own sequences
    expect(render(true).replaceAll(/\u001b\[[0-9;]+m/g, '')).toBe(render(false));
    expect(coloured(render(false))).toEqual([]);
    expect(coloured(render(true))).not.toEqual([]);
  });

  test('stands on the verdict, on what is hidden and on what happened, and nowhere else', () => {
    expect(coloured(renderCheck(DRIFT, CONTEXT, false, true))).toEqual([
      '\u001b[1;31mDRIFT\u001b[0m  what the server says has changed and witnessmark.json has not:',
      ...LINES,
    ]);
    expect(coloured(renderCheck(MATCH, CONTEXT, false, true))).toEqual([
      '\u001b[1;32mMATCH\u001b[0m  the server says exactly what witnessmark.json records',
    ]);
  });

  test('stands on the words of a comparison', () => {
    expect(coloured(renderComparison(COMPARISON, true))).toEqual([
      '\u001b[1;31mDRIFT\u001b[0m  both were read alike, and what the server says differs',
      ...LINES,
    ]);
    const several = renderSeveralComparison(
      {
        verdict: 'drift',
        servers: [
          { server: 'a', kind: 'only', side: 'A' },
          { server: 'b', kind: 'compared', comparison: { ...COMPARISON, verdict: 'same' } },
        ],
      },
      true,
    );
    expect(several).toBe(
      '\u001b[1;31mDRIFT\u001b[0m  2 servers: 1 drift, 1 same\n\n' +
        '  a  \u001b[1;31min A only\u001b[0m\n  b  \u001b[1;32msame\u001b[0m\n',
    );
  });
});
