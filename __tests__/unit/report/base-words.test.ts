import { describe, expect, test } from '@jest/globals';
import type { Approval } from '../../../src/core/approval.js';
import { annotationsOf } from '../../../src/report/annotations.js';
import { approvalLines, originWords } from '../../../src/report/base-words.js';
import { renderSummary } from '../../../src/report/markdown.js';
import type { BaseReport, ServerReport } from '../../../src/report/server-report.js';
import { renderCheck } from '../../../src/report/terminal.js';
import { plainName } from '../../../src/report/words.js';
import { changed, CONTEXT, failed, field, report, whole } from './reports.js';

type Told = Extract<BaseReport['told'], { kind: 'told' }>;

const NOTHING: Approval = {
  isFirst: false,
  isRenamed: false,
  allowances: [],
  dates: [],
  conditions: [],
  changes: [],
  restated: [],
};

function base(told: Partial<Told>, rest: Partial<BaseReport> = {}): BaseReport {
  return {
    subject: 'pull request',
    base: 'main (1a2b3c4)',
    told: { kind: 'told', isRemoved: false, isSame: false, approval: NOTHING, ...told },
    ...rest,
  };
}

const tool = (id: string): { kind: 'tool'; id: string } => ({ kind: 'tool', id });
const WEAKER: Partial<Told> = {
  configuration: 'changed',
  approval: {
    isFirst: false,
    isRenamed: true,
    conditions: ['client', 'surface'],
    allowances: [
      { ...tool('get_time'), field: 'description' },
      { ...tool('late'), field: '*' },
    ],
    dates: [{ ...tool('a'), before: '2026-01-02', after: '2025-01-02' }],
    restated: [tool('q')],
    changes: [
      changed('tool', 'read_file', field('description')),
      changed('tool', 'b', field('title', ['hidden'])),
      whole('tool', 'new', 'added'),
    ],
  },
};

describe('what is approved', () => {
  test('is listed with what weakens the gate first, then hidden characters', () => {
    expect(
      approvalLines(base(WEAKER), plainName).map(
        ({ text, isWeaker }) => `${isWeaker ? '!' : '-'} ${text}`,
      ),
    ).toEqual([
      '! configuration: witnessmark.config.json changed',
      '! read under other conditions: client, surface',
      '! the file names another server',
      '! new allowance: description of tool get_time may say anything, and is not compared',
      '! new allowance: tool late may come and go, and is not compared',
      '! moved date: tool a, first seen 2026-01-02, is now dated 2025-01-02',
      '! findings or aspects alone: tool q',
      '- HIDDEN characters: tool b changed: title changed (hidden)',
      '- tool new added',
      '- tool read_file changed: description changed (text)',
    ]);
  });

  test('is nothing where nothing is, the whole file where it is the first, and a removal where it goes', () => {
    expect(approvalLines(base({}), plainName)).toEqual([]);
    expect(approvalLines(base({ approval: { ...NOTHING, isFirst: true } }), plainName)).toEqual([
      { text: 'the first baseline at this path, with every item in it', isWeaker: false },
    ]);
    expect(approvalLines(base({ isRemoved: true }), plainName)).toEqual([
      { text: 'the baseline is removed', isWeaker: true },
    ]);
  });

  test('folds what changed alike, as a report does', () => {
    const alike = Array.from({ length: 67 }, (_, index) =>
      changed('tool', `t${index}`, field('x')),
    );
    const [line, ...others] = approvalLines(
      base({ approval: { ...NOTHING, changes: alike } }),
      plainName,
    );
    expect(others).toEqual([]);
    expect(line?.text).toBe(
      '67 tools changed: x changed (text) (t0, t1, t2, t3, t4, t5, t6, t7 and 59 more)',
    );
  });

  test('is bounded however much it is', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      ...tool(`${'t'.repeat(70)}${index}`),
      field: 'x',
    }));
    const changes = many.map(({ id, field: name }, index) =>
      changed('tool', id, field(`${name}${index}`)),
    );
    const dates = many.map((each) => ({ ...each, before: '2026-01-02', after: '2026-01-03' }));
    const found = base({ approval: { ...NOTHING, allowances: many, dates, changes } });
    const lines = approvalLines(found, plainName);
    expect(lines).toHaveLength(63);
    expect(lines[20]).toEqual({ text: 'and 4980 more', isWeaker: true });
    const [notice] = annotationsOf({ ...report('match'), base: found }, CONTEXT);
    expect(notice?.level).toBe('notice');
    expect(notice?.message.length).toBeLessThanOrEqual(4_000);
    expect(notice?.message).toMatch(/\nand \d+ more: the summary of this run lists them$/);
  });

  test('is a notice of a run that matches, a section of its summary and of its log', () => {
    const matched = { ...report('match'), base: base(WEAKER) };
    const [notice, ...others] = annotationsOf(matched, CONTEXT);
    expect(others).toEqual([]);
    expect(notice?.level).toBe('notice');
    expect(notice?.title).toBe('Approved by this pull request, against main (1a2b3c4)');
    expect(notice?.message).toMatch(
      /^! configuration: witnessmark\.config\.json changed\n! read under other conditions: /,
    );
    const summary = renderSummary(matched, CONTEXT);
    expect(summary).toContain(
      '\n### Approved by this pull request, against `main (1a2b3c4)`\n\n- ⚠️ configuration: `witnessmark.config.json` changed\n',
    );
    expect(summary).toContain('\n- tool `read_file` changed: `description` changed (text)\n');
    expect(renderCheck(matched, CONTEXT, false)).toContain(
      [
        'Approved by this pull request, against main (1a2b3c4):',
        '  ! configuration: witnessmark.config.json changed',
        '  ! read under other conditions: client, surface',
        '  ! the file names another server',
        '  ! new allowance:',
        '      description of tool get_time may say anything, and is not compared',
        '  ! new allowance: tool late may come and go, and is not compared',
      ].join('\n'),
    );
  });

  test('that could not be told is a notice, whatever the verdict', () => {
    const untold: BaseReport = { ...base({}), told: { kind: 'untold', why: 'WHY' } };
    const sentence = 'What this pull request approves could not be told: WHY';
    expect(annotationsOf({ ...report('match'), base: untold }, CONTEXT)).toEqual([
      { level: 'notice', title: 'witnessmark: approvals', message: sentence },
    ]);
    expect(renderSummary({ ...report('match'), base: untold }, CONTEXT)).toContain(
      `\n${sentence}.\n`,
    );
    expect(renderCheck({ ...report('match'), base: untold }, CONTEXT, false)).toContain(
      `\n${sentence}.\n`,
    );
  });
});

describe('where a failure comes from', () => {
  const drift = (told: Partial<Told>, ids: readonly string[] = ['a', 'b']): ServerReport => ({
    ...report(
      'drift',
      ids.map((id) => changed('tool', id, field('description'))),
    ),
    base: base(told),
  });
  const words = (each: ServerReport): string | undefined => originWords(each, plainName);

  test('is not this pull request where it changes no file and the base records the same', () => {
    const origin = { onlyBaseline: [], asAtBase: [tool('a'), tool('b')] };
    expect(words(drift({ isSame: true, changedFiles: [], origin }))).toBe(
      'Not caused by this pull request: it changes no file, and main (1a2b3c4) records the same. The mismatch is there already, or comes from outside the repository.',
    );
    expect(words(drift({ changedFiles: [], origin }))).toMatch(
      /^Not caused by this pull request: it changes no file but the baseline, and main/,
    );
  });

  test('is left open where other files change, and they are named', () => {
    const origin = { onlyBaseline: [], asAtBase: [tool('a'), tool('b')] };
    const changedFiles = ['README.md', 'src/a.ts', 'c', 'd', 'e', 'f'];
    expect(words(drift({ isSame: true, changedFiles, origin }))).toBe(
      'The baseline in main (1a2b3c4) records what differs as it does here: the server changed in this pull request or before it. Besides the baseline this pull request changes README.md, src/a.ts, c, d, e and 1 more.',
    );
    expect(words(drift({ isSame: true, origin }))).toBe(
      'The baseline in main (1a2b3c4) records what differs as it does here: the server changed in this pull request or before it.',
    );
  });

  test('is the baseline of the pull request where the server says what the base records', () => {
    const origin = { onlyBaseline: [tool('a')], asAtBase: [] };
    expect(words(drift({ changedFiles: ['x'], origin }))).toBe(
      'The server says of tool a what main (1a2b3c4) records: this pull request changes the baseline and not the server.',
    );
    // Nothing but the baseline changes, and for b the base records something else again.
    expect(words(drift({ changedFiles: [], origin }))).not.toMatch(/Not caused/);
  });

  test('is not told of where neither side decides, of a match, and without a base', () => {
    expect(words(drift({ origin: { onlyBaseline: [], asAtBase: [] } }))).toBeUndefined();
    expect(words({ ...report('match'), base: base({ isSame: true }) })).toBeUndefined();
    expect(words(report('drift'))).toBeUndefined();
    const untold: BaseReport = { ...base({}), told: { kind: 'untold', why: 'x' } };
    expect(words({ ...report('drift'), base: untold })).toBeUndefined();
  });

  test('of conditions is told by the conditions, too', () => {
    const other = { ...report('incomparable', [], { conditions: ['client'] }) };
    const origin = { onlyBaseline: [], asAtBase: [] };
    expect(words({ ...other, base: base({ origin, changedFiles: [], isSame: true }) })).toMatch(
      /^Not caused/,
    );
    const moved = base({
      origin,
      changedFiles: [],
      approval: { ...NOTHING, conditions: ['client'] },
    });
    expect(words({ ...other, base: moved })).toBeUndefined();
  });

  test.each([
    ['baseline-missing', 'There is no baseline in main (1a2b3c4) either.'],
    [
      'baseline-malformed',
      'Not caused by this pull request: the baseline is the same in main (1a2b3c4).',
    ],
    ['baseline-not-committed', undefined],
    ['server-exited', undefined],
  ] as const)('of %s is %s', (code, expected) => {
    const each = failed('unmarked', { code, message: 'm', hint: 'h' });
    expect(words({ ...each, base: base({ isSame: true }) })).toBe(expected);
    expect(words({ ...each, base: base({ isSame: false }) })).toBeUndefined();
  });

  test('stands in annotation, summary and log', () => {
    const origin = { onlyBaseline: [tool('@all|`b`')], asAtBase: [] };
    const each = {
      ...drift({ changedFiles: [], origin }),
      base: base({ origin }, { base: '*main* (1)' }),
    };
    expect(annotationsOf(each, CONTEXT).filter(({ level }) => level === 'notice')).toHaveLength(1);
    expect(renderSummary(each, CONTEXT)).toContain(
      '\nThe server says of tool `` @all|`b` `` what `*main* (1)` records: this pull request changes the baseline and not the server.\n',
    );
    expect(renderCheck(each, CONTEXT, false)).toContain('this pull request changes the');
  });
});
