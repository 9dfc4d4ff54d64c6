import { describe, expect, test } from '@jest/globals';
import { renderCheck, renderMark } from '../../../src/report/terminal.js';
import { parseCommands } from '../../helpers/runner-rules.js';
import { changed, CONTEXT, failed, field, report, whole } from './reports.js';

const READ = `
Read     2 tools, 1 prompt, stdio, protocol 2025-11-25, 2 pages, network none,
         client full/1
Command  node server.js
`;

describe('the screen of check', () => {
  test('of a match', () => {
    expect(renderCheck(report('match'), CONTEXT, false)).toBe(
      `MATCH  the server says exactly what witnessmark.json records\n       (2 tools, 1 prompt)\n${READ}`,
    );
  });

  test('of drift: hidden first, then what went and came, then the rest, and the command last', () => {
    const changes = [
      changed('prompt', 'p', field('description')),
      changed('server', null, field('instructions')),
      changed('tool', 'a', field('description')),
      changed('tool', 'b', field('description', ['hidden', 'text']), field('title')),
      changed(
        'tool',
        'c',
        field('inputSchema', ['shape', 'text'], [{ name: 'path', change: 'removed' }]),
      ),
      whole('tool', 'd', 'added'),
      whole('resource', 'e', 'removed'),
    ];
    expect(renderCheck(report('drift', changes), CONTEXT, false)).toBe(
      `DRIFT  what the server says has changed and witnessmark.json has not:
       5 changed, 1 added, 1 removed

  tool b changed
      HIDDEN: characters that a person does not see have come, gone or moved
      description changed (hidden+text)
      title changed (text)
  resource e removed
  tool d added
  tool c changed
      inputSchema changed (shape+text): path removed
  1 tool, 1 prompt changed
      description changed (text)
      prompt p, tool a
  the server itself changed
      instructions changed (text)
${READ}
If the change is meant, approve it by committing a new baseline:
  witnessmark mark --command 'node server.js'
  git add witnessmark.json && git commit
`,
    );
  });

  test('of a problem: what, which code, and the way out', () => {
    const problem = { code: 'server-exited', message: 'start: it ended', hint: 'Look.' } as const;
    expect(renderCheck(failed('unreadable', problem), CONTEXT, false)).toBe(
      `UNREADABLE  start: it ended [server-exited]

Command  node server.js

Look. Then again:
  witnessmark check --command 'node server.js'
`,
    );
  });

  test('with the end of stderr only where it is asked for, and neutralised', () => {
    const problem = { code: 'server-exited', message: 'm', hint: 'h' } as const;
    const lines = Array.from({ length: 25 }, (_, index) => `line ${index}`);
    const stderr = `${lines.join('\n')}\n\n::error::x\n\u001b[31m##[error]y\r\n`;
    const quiet = { ...failed('unreadable', problem), stderr };
    expect(renderCheck(quiet, CONTEXT, false)).not.toMatch(/line|error|stderr/);
    const shown = renderCheck(quiet, CONTEXT, true);
    expect(shown).toContain('  | line 24\n  | \\u{3A}:error::x\n  | \\u{1B}[31m#\\u{23}[error]y\n');
    expect(shown).not.toContain('line 6\n');
    expect(shown).toContain('  | line 7\n');
    expect(parseCommands(shown)).toEqual([]);
  });

  test('obeys no name, wherever a line breaks', () => {
    const hostile = ['::error::x', '\n::error::x', '##[error]x', ' ::debug::', '\u0085::debug::x'];
    const members = hostile.flatMap((name) =>
      ['a', 'b', 'c'].map((end) =>
        changed(
          'tool',
          `${name}${end}${'x'.repeat(70)}`,
          field(name, ['shape'], [{ name, change: 'added' }]),
        ),
      ),
    );
    const findings = hostile.map((name) => ({
      kind: 'tool' as const,
      id: name,
      finding: `invisible-characters:${name}`,
    }));
    const screen = renderCheck(report('drift', members, { findings }), CONTEXT, false);
    expect(parseCommands(screen)).toEqual([]);
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    expect(screen).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u0085]/);
  });
});

describe('the screen of mark', () => {
  test('of a first baseline', () => {
    expect(
      renderMark(
        report('match', [whole('tool', 'a', 'added')], { written: true, isFirst: true }),
        CONTEXT,
        false,
      ),
    ).toBe(
      `MARKED  wrote witnessmark.json (2 tools, 1 prompt)

This is the first baseline of this server.
${READ}
Committing the file is the approval:
  git add witnessmark.json && git commit
`,
    );
  });

  test('of nothing to write', () => {
    const same = report('match', [], { written: false, isFirst: false });
    expect(renderMark(same, CONTEXT, false)).toBe(
      `MARKED  witnessmark.json is up to date, nothing to write (2 tools, 1 prompt)\n${READ}`,
    );
  });

  test('of a renewed one lists what is approved', () => {
    const changes = [changed('tool', 'a', field('description'))];
    const renewed = report('match', changes, { written: true, isFirst: false });
    expect(renderMark(renewed, CONTEXT, false)).toContain(
      '\n\nAgainst the earlier file: 1 changed\n\n  tool a changed\n      description changed (text)\n',
    );
  });

  test('of a conflict names both sides as what it compared with', () => {
    const changes = [changed('tool', 'a', field('description'))];
    const resolved = report('match', changes, { written: true, isResolved: true });
    expect(renderMark(resolved, CONTEXT, false)).toContain(
      '\n\nAgainst both sides of the conflict (“theirs” where both have an item): 1 changed\n',
    );
  });

  test('that failed is the screen of check', () => {
    const problem = { code: 'mark-refused', message: 'no', hint: 'Never.' } as const;
    const refused = failed('usage', problem);
    expect(renderMark(refused, CONTEXT, false)).toBe(renderCheck(refused, CONTEXT, false));
  });
});
