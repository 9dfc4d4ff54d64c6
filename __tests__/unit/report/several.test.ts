import { describe, expect, test } from '@jest/globals';
import {
  renderRunSummary,
  renderScreen,
  runAnnotations,
  verdictOf,
  type Reported,
} from '../../../src/report/several.js';
import { renderCheck } from '../../../src/report/terminal.js';
import { changed, CONTEXT, field, report } from './reports.js';

/** A server with some changed tools, one of several. */
function drifted(server: string, tools: number): Reported {
  const changes = Array.from({ length: tools }, (_, index) =>
    changed('tool', `t${index}`, field(`f${index}`)),
  );
  const found = report(tools === 0 ? 'match' : 'drift', changes, { server });
  return { report: found, context: { ...CONTEXT, serverName: server } };
}

describe('the reports of several servers', () => {
  test('of one server are its own', () => {
    const only = { report: report('match'), context: CONTEXT };
    expect(renderScreen([only], 'check', false)).toBe(renderCheck(only.report, CONTEXT, false));
  });

  test.each([
    [['match', 'drift', 'incomparable'], 'incomparable'],
    [['unmarked', 'incomparable'], 'unmarked'],
    [['unmarked', 'unstable', 'drift'], 'unstable'],
    [['unreadable', 'unstable'], 'unreadable'],
    [['usage', 'unreadable'], 'usage'],
    [['internal', 'usage'], 'internal'],
    [[], 'usage'],
  ] as const)('%j give %s', (verdicts, worst) => {
    expect(verdictOf(verdicts.map((each) => ({ report: report(each), context: CONTEXT })))).toBe(
      worst,
    );
  });

  test('a hundred servers share ten annotations; each of the first has its gravest', () => {
    const entries = Array.from({ length: 100 }, (_, index) => drifted(`s${index}`, 3));
    const shown = runAnnotations(entries);
    expect(shown).toHaveLength(10);
    expect(shown.slice(0, 2).map(({ title, server }) => [title, server])).toEqual([
      ['s0: tool t0: f0', 0],
      ['s1: tool t0: f0', 1],
    ]);
    // 300 in all, nine of which are shown; 100 servers still have some, 20 of which are named.
    expect(shown[9]?.message).toMatch(/^and 291 more, of s9, s10, .*, and 80 more: the summary/);
  });

  test('a summary of many large servers stays below what GitHub drops, and says so', () => {
    const entries = Array.from({ length: 40 }, (_, index) => drifted(`s${index}`, 3_000));
    const summary = renderRunSummary(entries);
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
    expect(summary.match(/^\| `s\d+` \| drift \|$/gm)).toHaveLength(40);
    expect(summary).toMatch(/more items: the record of this run has all of them/);
  });

  test('a path with markup in it is harmless as the name of a server', () => {
    const name = 'a|b<img>/@x/witnessmark.json';
    const summary = renderRunSummary([drifted(name, 1), drifted('b', 0)]);
    expect(summary).toContain('| `a\\|b<img>/@x/witnessmark.json` | drift |\n| `b` | match |\n');
    expect(summary).toContain('## ❌ `a|b<img>/@x/witnessmark.json`: drift\n');
    expect(summary).not.toContain('`b`: match');
  });
});
