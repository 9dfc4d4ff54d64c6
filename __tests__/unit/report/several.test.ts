import { describe, expect, test } from '@jest/globals';
import type { Approval } from '../../../src/core/approval.js';
import {
  renderRunComment,
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

describe('the comment of a run', () => {
  const RUN = { runUrl: 'https://github.com/o/r/actions/runs/7', commit: 'a'.repeat(40) };
  const approval: Approval = {
    isFirst: true,
    isRenamed: false,
    changes: [],
    allowances: [],
    dates: [],
    conditions: [],
    restated: [],
  };
  const approving: Reported = {
    context: CONTEXT,
    report: report('match', [], {
      base: {
        subject: 'pull request',
        base: 'main (1a2b3c4)',
        told: {
          kind: 'told',
          isRemoved: false,
          isSame: false,
          approval,
        },
      },
    }),
  };

  test('is needed for what is approved, and not for a plain match', () => {
    expect(renderRunComment([approving], RUN)).toEqual({
      isNeeded: true,
      text: `## ✅ witnessmark: match

The server says exactly what witnessmark.json records &#40;2 tools, 1 prompt&#41;.

### Approved by this pull request, against \`main (1a2b3c4)\`

- the first baseline at this path, with every item in it

<sub>[The run](https://github.com/o/r/actions/runs/7) of \`aaaaaaa\` has the rest in its summary. This comment is kept up to date; what decides is the check.</sub>
`,
    });
    const plain = { report: report('match'), context: CONTEXT };
    expect(renderRunComment([plain], RUN)).toEqual(
      renderRunComment([plain], { runUrl: '', commit: '' }),
    );
    expect(renderRunComment([plain], RUN).isNeeded).toBe(false);
  });

  test('names neither run nor commit where the runner tells none', () => {
    const { text } = renderRunComment([drifted('a', 1)], { runUrl: '', commit: '' });
    expect(text).toMatch(/\n<sub>The run has the rest in its summary\. /);
  });

  test('of many servers stays below what GitHub refuses, lists all, and says where the rest is', () => {
    const entries = Array.from({ length: 200 }, (_, index) => drifted(`s${index}`, 300));
    const { text } = renderRunComment(entries, RUN);
    expect(Buffer.byteLength(text)).toBeLessThan(62 * 1024);
    expect(text.match(/^\| `s\d+` \| drift \|$/gm)).toHaveLength(200);
    expect(text).toContain('\nThe summary of this run has the rest, which did not fit here.\n');
  });

  test('leaves out what is approved where that alone would fill it', () => {
    const wide = '\u{1F600}'.repeat(60);
    const changes = Array.from({ length: 400 }, (_, index) =>
      changed('tool', `${wide}${index}`, field(`${wide}${index}`)),
    );
    const entries = Array.from({ length: 6 }, (_, index) => ({
      context: { ...CONTEXT, serverName: `s${index}` },
      report: {
        ...approving.report,
        server: `s${index}`,
        base: {
          subject: 'pull request',
          base: 'main',
          told: {
            kind: 'told',
            isRemoved: false,
            isSame: false,
            approval: { ...approval, isFirst: false, changes },
          },
        } as const,
      },
    }));
    const { text } = renderRunComment(entries, RUN);
    expect(Buffer.byteLength(text)).toBeLessThan(62 * 1024);
    expect(text).toContain('What it approves is too long to be shown here');
  });
});
