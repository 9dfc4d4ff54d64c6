import { describe, expect, test } from '@jest/globals';
import type { Baseline } from '../../../src/core/baseline.js';
import type { ConditionValue } from '../../../src/core/capture.js';
import { codeSpan, renderSummary } from '../../../src/report/markdown.js';
import type { ServerReport } from '../../../src/report/server-report.js';
import { changed, CONTEXT, failed, field, report, whole } from './reports.js';

describe('a code span', () => {
  test.each([
    ['a', '`a`'],
    ['a b', '`a b`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['```', '```` ``` ````'],
    ['`` a ` b', '``` `` a ` b ```'],
    [' a', '`  a `'],
    ['a ', '` a  `'],
    ['<b>&amp;*', '`<b>&amp;*`'],
  ])('of %j is %j', (text, expected) => {
    expect(codeSpan(text)).toBe(expected);
  });
});

/** The conditions of `report`, folded. */
const SHOWN_CONDITIONS = `
<details><summary>Conditions of this reading</summary>

| Condition | Now |
| :--- | :--- |
| transport | \`stdio\` |
| protocol.negotiated | \`2025-11-25\` |
| pages.complete | true |
| clientCapabilities | \`roots\` |
| client | \`full/1\` |
| surface | \`tools\` |
| launch.command | \`node\` |
| launch.args | \`server.js\` |
| launch.envNames | none |
| launch.envValues | \`none\` |
| launch.network | \`none\` |
| launch.home | \`/home/wmhome\` |
| isolation.layout | \`1\` |
| runtime.platform | \`linux\` |
| placeholderSet | \`1\` |

</details>
`;

describe('the summary', () => {
  test('of a match is short', () => {
    expect(renderSummary(report('match'), CONTEXT)).toBe(
      `## ✅ witnessmark: match

The server says exactly what witnessmark.json records &#40;2 tools, 1 prompt&#41;.

Read with \`node server.js\`: 2 tools, 1 prompt, stdio, protocol 2025-11-25, 2 pages, network none, client full/1.
${SHOWN_CONDITIONS}`,
    );
  });

  test('names variables, and what was passed over, as words that are no markup', () => {
    const summary = renderSummary(report('match'), {
      ...CONTEXT,
      foundIn: '.mcp.json (own)',
      variables: 'API_KEY (placeholder)',
      passedOver: ['.mcp.json (<b>): it starts a shell', 'b: c', 'd: e', 'f: g', 'h: i'],
    });
    expect(summary).toContain(
      '\n\nVariables: API&#95;KEY &#40;placeholder&#41;.\n\nNot used: .mcp.json &#40;&#60;b&#62;&#41;: it starts a shell.\n\nNot used: b: c.\n\nNot used: d: e.\n\nNot used: and 2 more.\n',
    );
  });

  test('of drift has the verdict first, a table, the grades, and the command last', () => {
    const changes = [
      changed('prompt', 'p', field('description')),
      changed('tool', 'a|b', field('description')),
      changed('tool', 'b', field('description', ['hidden', 'text']), field('title')),
      whole('tool', 'd', 'added'),
    ];
    expect(renderSummary(report('drift', changes), CONTEXT)).toBe(
      `## ❌ witnessmark: drift

What the server says has changed and witnessmark.json has not: 3 changed, 1 added.

| Item | What changed |
| :--- | :--- |
| tool \`b\` | ⚠️ **hidden characters** came, went or moved<br>\`description\` changed (hidden+text)<br>\`title\` changed (text) |
| tool \`d\` | **added** |
| prompt \`p\`<br>tool \`a\\|b\` | \`description\` changed (text) |

<sub>**hidden**: characters that a person does not see · **text**: words that a model reads</sub>

Read with \`node server.js\`: 2 tools, 1 prompt, stdio, protocol 2025-11-25, 2 pages, network none, client full/1.
${SHOWN_CONDITIONS}
If the change is meant, approve it by committing a new baseline:

\`\`\`sh
witnessmark mark --command 'node server.js'
git add witnessmark.json && git commit
\`\`\`
`,
    );
  });

  test('of other conditions lists what differs and does not call it drift', () => {
    const changes = [changed('tool', 'a', field('description'))];
    const summary = renderSummary(
      report('incomparable', changes, { conditions: ['client'] }),
      CONTEXT,
    );
    expect(summary).toContain(
      '\n\nUnder other conditions a server may say other things. This is what differs, whatever the reason:\n\n| Item |',
    );
    expect(summary).not.toMatch(/drift/i);
  });

  test('of a problem says what, which code, and the way out; markup in it is text', () => {
    const problem = { code: 'bad-env', message: '<b>*x*</b>', hint: 'See [a](b).' } as const;
    expect(renderSummary(failed('usage', problem), CONTEXT)).toBe(
      '## ❌ witnessmark: usage\n\n&#60;b&#62;&#42;x&#42;&#60;/b&#62; &#91;bad-env&#93;.\n\nSee &#91;a&#93;&#40;b&#41;.\n',
    );
  });

  test.each([
    [
      'an address',
      'tool:https://e.example/x:description',
      '`tool:https://e.example/x:description`',
    ],
    ['a host', 'tool:www.e.example:description', '`tool:www.e.example:description`'],
    ['a mention', 'tool:@octocat:title', '`tool:@octocat:title`'],
    ['an e-mail address', 'a@e.example, b', '`a@e.example`, b'],
    ['an issue', 'tool:o/r#1:title; x', '`tool:o/r#1:title`; x'],
    ['an issue by its other spelling', 'GH-12', '`GH-12`'],
    ['a commit', 'tool:0123abcd:title', '`tool:0123abcd:title`'],
    ['an emoji', 'tool::white_check_mark::title', '`tool::white_check_mark::title`'],
    ['mathematics', 'tool:$x$:title', '`tool:$x$:title`'],
    ['backticks beside it', 'tool:`@x``:title', '```tool:`@x``:title```'],
    ['nothing of all that', 'the tool (c), 12 more', 'The tool &#40;c&#41;, 12 more'],
  ])('obeys nothing in the words of a problem: %s', (_what, message, shown) => {
    const problem = { code: 'field-unstable', message, hint: '' } as const;
    const [, , line] = renderSummary(failed('unstable', problem), CONTEXT).split('\n');
    expect(line).toBe(`${shown} &#91;field-unstable&#93;.`);
  });

  test('of a first baseline has no table of all that is new', () => {
    const first = report('match', [whole('tool', 'a', 'added')], { written: true, isFirst: true });
    const summary = renderSummary(first, CONTEXT);
    expect(summary).toMatch(
      /^## ✅ witnessmark: marked\n\nWrote witnessmark\.json &#40;2 tools, 1 prompt&#41;\. This is the first baseline of this server\.\n/,
    );
    expect(summary).not.toContain('| Item |');
    expect(summary).toMatch(/```sh\ngit add witnessmark\.json && git commit\n```\n$/);
  });

  test('shows findings folded away', () => {
    const findings = [{ kind: 'tool' as const, id: '<b>', finding: 'no-identifier' }];
    expect(renderSummary(report('match', [], { findings }), CONTEXT)).toContain(
      '\n<details><summary>1 finding</summary>\n\n- tool `<b>`: has no identifier, or one that is not a string\n\n</details>\n',
    );
  });

  test('is cut on a whole row, counts the items of the rest, and keeps its end', () => {
    const changes = Array.from({ length: 20_000 }, (_, index) =>
      changed('tool', `${index}${'😀'.repeat(60)}`, field(`f${index}`)),
    );
    const summary = renderSummary(report('drift', changes), CONTEXT);
    const bytes = Buffer.byteLength(summary, 'utf8');
    expect(bytes).toBeGreaterThan(890 * 1024);
    expect(bytes).toBeLessThanOrEqual(900 * 1024);
    const rows = summary.split('\n').filter((line) => line.startsWith('| tool'));
    for (const row of rows)
      expect(row).toMatch(/^\| tool `\d+😀+…` \| `f\d+` changed \(text\) \|$/u);
    expect(summary).toContain(`\nand ${20_000 - rows.length} more items: the record`);
    expect(summary).toMatch(/git commit\n```\n$/);
  });

  /** A report whose proposed baseline changes the descriptions of as many tools as given. */
  const proposing = (ids: readonly string[], args: readonly string[] = []): ServerReport => {
    const made = (digit: string): Baseline => ({
      server: 'default',
      conditions: new Map<string, ConditionValue>([
        ['transport', 'stdio'],
        ['protocol.negotiated', '2025-11-25'],
        ['pages.complete', true],
        ['clientCapabilities', ['roots']],
        ['client', 'full/1'],
        ['surface', ['tools']],
        ['launch.command', 'node'],
        ['launch.args', args],
        ['launch.envNames', []],
        ['launch.envValues', 'none'],
        ['launch.network', 'none'],
        ['launch.home', '/home/wmhome'],
        ['isolation.layout', '1'],
        ['runtime.platform', 'linux'],
        ['placeholderSet', '1'],
      ]),
      items: ids.map((id) => ({
        kind: 'tool',
        id,
        firstSeen: '2026-01-02',
        fields: new Map([['description', `sha256:${digit.repeat(64)}`]]),
        aspects: new Map(),
        findings: [],
      })),
    });
    const each = report(
      'drift',
      ids.map((id) => changed('tool', id, field('description'))),
    );
    if (each.reading === undefined) throw new Error('no reading');
    return {
      ...each,
      committed: made('1'),
      reading: { ...each.reading, baseline: made('2') },
    };
  };

  test('shows the lines that a new baseline changes, in a fence that no line can end', () => {
    const summary = renderSummary(proposing(['````', 'b']), CONTEXT);
    expect(summary).toContain(
      '\n<details><summary>Lines of the baseline that a new one changes</summary>\n\n`````diff\n--- a/witnessmark.json\n+++ b/witnessmark.json\n@@ -',
    );
    expect(summary).toMatch(
      /\n- {8}"description": "sha256:1{64}"\n\+ {8}"description": "sha256:2{64}"\n/,
    );
    expect(summary).toMatch(/\n`````\n\n<\/details>\n\nIf the change is meant/);
  });

  test('shows no such lines of a match, of what is unstable, and where nothing could be read', () => {
    const each = proposing(['a']);
    for (const verdict of ['match', 'unstable', 'unreadable'] as const)
      expect(renderSummary({ ...each, verdict }, CONTEXT)).not.toContain('```diff');
    const { committed } = each;
    const unread = failed('unmarked', { code: 'internal', message: 'm', hint: 'h' });
    expect(committed).toBeDefined();
    expect(
      renderSummary({ ...unread, ...(committed === undefined ? {} : { committed }) }, CONTEXT),
    ).not.toContain('```diff');
  });

  test('cuts these lines on whole places, says so, and keeps its end', () => {
    const ids = Array.from({ length: 6_000 }, (_, index) => `${index}${'x'.repeat(60)}`);
    const summary = renderSummary(proposing(ids), CONTEXT);
    const bytes = Buffer.byteLength(summary, 'utf8');
    expect(bytes).toBeGreaterThan(890 * 1024);
    expect(bytes).toBeLessThanOrEqual(900 * 1024);
    expect(summary).toMatch(
      /\nand \d+ more places: the proposed baseline of this run has them\.\n\n<\/details>\n/,
    );
    expect(summary).toMatch(/git commit\n```\n$/);
  });

  test('leaves these lines out where the table has taken the room', () => {
    const ids = Array.from({ length: 9_000 }, (_, index) => `${index}${'x'.repeat(200)}`);
    const each = proposing(ids);
    const changes = ids.map((id, index) => changed('tool', id, field(`f${index}`)));
    const summary = renderSummary({ ...each, changes }, CONTEXT);
    expect(Buffer.byteLength(summary, 'utf8')).toBeLessThanOrEqual(900 * 1024);
    expect(summary).toMatch(/git commit\n```\n$/);
  });

  test('shows conditions beside the recorded ones where they differ, whatever they hold', () => {
    const each = proposing(['a'], ['<b>|`x`', '@all\u202e']);
    const summary = renderSummary(
      { ...each, verdict: 'incomparable', conditions: ['launch.args'] },
      CONTEXT,
    );
    expect(summary).toContain('\n| Condition | Now | Recorded |\n');
    expect(summary).toContain(
      '\n| ⚠️ **launch.args** | `server.js` | ``<b>\\|`x` ``, `@all\\u{202E}` |\n'.replace(
        '``<b>',
        '`` <b>',
      ),
    );
    expect(summary).toContain('\n| transport | `stdio` | `stdio` |\n');
  });

  test('says how to take the proposed baseline, where there is a run to take it from', () => {
    const next = { ...CONTEXT.next, download: 'rm -f x && gh run download 1' };
    const summary = renderSummary(report('drift', [changed('tool', 'a', field('x'))]), {
      ...CONTEXT,
      next,
    });
    expect(summary).toMatch(
      /\n```sh\nrm -f x && gh run download 1\ngit add witnessmark\.json && git commit\n```\n$/,
    );
    const unread = failed('unreadable', { code: 'server-exited', message: 'm', hint: 'h' });
    expect(renderSummary(unread, { ...CONTEXT, next })).not.toContain('gh run');
    const kept = {
      ...report('unmarked'),
      markRefuses: true,
      problem: { code: 'baseline-newer-format', message: 'm', hint: 'h' } as const,
    };
    expect(renderSummary(kept, { ...CONTEXT, next })).not.toContain('gh run');
  });
});
