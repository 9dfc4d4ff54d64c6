import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { printedCommand, QuotingWorkshop } from './quoting.js';

let workshop: QuotingWorkshop;
beforeEach(() => {
  workshop = new QuotingWorkshop();
});
afterEach(() => workshop.remove());

const SCHEDULE = { meetStranger: true } as const;

describe('a check on a schedule, which meets a stranger too', () => {
  test('matches a server that says the same to all, and one whose quotes are recorded', async () => {
    await workshop.marked('words,home,pid,columns,onlystandard');
    const checked = await workshop.recordOf(
      'check',
      'words,home,pid,columns,onlystandard',
      [],
      SCHEDULE,
    );
    expect(checked).toMatchObject({ verdict: 'match', problem: null });
    expect(checked.capture).toMatchObject({ reads: 3 });
  });

  test('catches an item that the standard reader is not shown; allowed on both sides it matches', async () => {
    await workshop.marked('words,onlystranger');
    expect((await workshop.quote('check', 'words,onlystranger')).code).toBe(0);
    const run = await workshop.quote('check', 'words,onlystranger', [], SCHEDULE);
    expect(run.code).toBe(5);
    const checked = await workshop.recordOf('check', 'words,onlystranger', [], SCHEDULE);
    expect(checked.verdict).toBe('unstable');
    expect(checked.problem).toEqual({
      code: 'field-unstable',
      message: 'tool:onlystranger:*: is shown to another reader and not to the standard one',
      hint: "Let the server give the same text each time, or leave it out of the comparison: --allow-unstable 'tool:onlystranger:*'",
    });
    expect(checked.findings).toEqual([
      { kind: 'tool', id: 'onlystranger', finding: 'varies:item' },
    ]);

    const allowed = ['--allow-unstable', 'tool:onlystranger:*'];
    await workshop.marked('words,onlystranger', allowed);
    const again = await workshop.recordOf('check', 'words,onlystranger', allowed, SCHEDULE);
    expect(again).toMatchObject({ verdict: 'match', findings: [] });
  });

  test('catches text that only a stranger is shown; recorded as such it matches', async () => {
    await workshop.marked('words,turns');
    workshop.write('turned', '');
    // The standard reader is shown what is recorded: this is what a stranger is for.
    expect((await workshop.quote('check', 'words,turns')).code).toBe(0);
    const run = await workshop.quote('check', 'words,turns', [], SCHEDULE);
    expect(run.code).toBe(2);
    const checked = await workshop.recordOf('check', 'words,turns', [], SCHEDULE);
    expect(checked.problem).toEqual({
      code: 'baseline-inconsistent',
      message:
        'the standard reader is shown what the baseline records, and another reader something else: tool:turns varies:description',
      hint: 'Find out by what the server tells its readers apart. If that is meant, record it: witnessmark mark',
    });

    const again = await workshop.cli(printedCommand(run.stdout, 'mark'), { asShipped: true });
    expect(again.code).toBe(0);
    expect(workshop.recordedFindings()).toEqual({ 'tool turns': ['varies:description'] });
    expect((await workshop.quote('check', 'words,turns', [], SCHEDULE)).code).toBe(0);
    expect((await workshop.quote('check', 'words,turns')).code).toBe(0);
  });

  test('a finding that is recorded and no longer true is told as that', async () => {
    workshop.write('turned', '');
    await workshop.marked('words,turns');
    const { rmSync } = await import('node:fs');
    rmSync(workshop.path('turned'));
    const checked = await workshop.recordOf('check', 'words,turns', [], SCHEDULE);
    expect(checked.verdict).toBe('unmarked');
    expect(checked.problem?.message).toBe(
      'the baseline records fields that depend on the reader, and they no longer do',
    );
  });

  test('drift is drift', async () => {
    await workshop.marked('words');
    workshop.write('title.txt', 'A title');
    expect((await workshop.quote('check', 'words', [], SCHEDULE)).code).toBe(1);
  });
});
