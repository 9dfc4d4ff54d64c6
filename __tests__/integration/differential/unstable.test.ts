import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { changeLines, type Run } from '../../helpers/workshop.js';
import { QuotingWorkshop, wordsOf } from './quoting.js';

let workshop: QuotingWorkshop;
beforeEach(() => {
  workshop = new QuotingWorkshop();
});
afterEach(() => workshop.remove());

/** The options that a hint says would let the server pass, as a shell takes them apart. */
function printedOptions(hint: string): string[] {
  const at = hint.indexOf('--allow-unstable');
  return at < 0 ? [] : wordsOf(hint.slice(at));
}

const HINT = 'Let the server give the same text each time, or leave it out of the comparison: ';
const DATED = "holds today's date, which stands in no tracked file";

describe('a field that differs from reading to reading (FORMAT 4.6)', () => {
  test('is named, nothing is written, and the printed option makes it pass', async () => {
    const refused = await workshop.recordOf('mark', 'random,words');
    expect(refused.problem).toEqual({
      code: 'field-unstable',
      message: 'tool:random:description: differs between two readings',
      hint: `${HINT}--allow-unstable tool:random:description`,
    });
    expect(refused.verdict).toBe('unstable');
    expect(workshop.isMarked).toBe(false);
    const run = await workshop.quote('mark', 'random,words');
    expect(run.code).toBe(5);

    const allowed = printedOptions(refused.problem?.hint ?? '');
    expect(allowed).toEqual(['--allow-unstable', 'tool:random:description']);
    await workshop.marked('random,words', allowed);
    const { items } = JSON.parse(workshop.text()) as {
      items: { id: string | null; fields: Record<string, string>; aspects: object }[];
    };
    expect(items.find(({ id }) => id === 'random')).toMatchObject({
      fields: { description: 'unstable', inputSchema: expect.stringMatching(/^sha256:/) },
      findings: [],
    });
    expect(workshop.itemsText()).not.toContain('random:description');
    const file = workshop.text();
    const checked = await workshop.recordOf('check', 'random,words', allowed);
    expect(checked.verdict).toBe('match');
    expect(checked.capture).toMatchObject({ reads: 1 });
    await workshop.marked('random,words', allowed);
    expect(workshop.text()).toBe(file);

    workshop.write('title.txt', 'A title');
    const drifted = await workshop.recordOf('check', 'random,words', allowed);
    expect(drifted.verdict).toBe('drift');
    expect(changeLines(drifted)).toEqual([
      'tool random: title added text',
      'tool words: title added text',
    ]);
  });

  test('a check without the option ends with 5 and names it too', async () => {
    await workshop.marked('random', ['--allow-unstable', 'tool:random:description']);
    const run = await workshop.quote('check', 'random');
    expect(run.code).toBe(5);
    expect(run.stdout).toMatch(
      /^UNSTABLE {2}tool:random:description:\s+differs between two readings/,
    );
  });
});

describe('an item that comes and goes', () => {
  test('is named with a star, and nothing is written', async () => {
    const refused = await workshop.recordOf('mark', 'coins,words');
    expect(refused.verdict).toBe('unstable');
    expect(refused.problem?.message).toMatch(
      /^tool:coin\d\d:\*(, tool:coin\d\d:\*)*( and \d+ more)?: /,
    );
    expect(refused.problem?.message).toMatch(/: differs between two readings$/);
    const options = printedOptions(refused.problem?.hint ?? '');
    expect(options.length).toBeGreaterThan(1);
    expect(options.filter((_word, index) => index % 2 === 1).join(' ')).toMatch(
      /^(tool:coin\d\d:\* ?)+$/,
    );
    expect(workshop.isMarked).toBe(false);
  });

  test('allowed, it is recorded the same whether it was there or not, and never told of', async () => {
    const allowed = ['--allow-unstable', 'tool:sometimes:*'];
    await workshop.marked('sometimes,words', allowed);
    const file = workshop.text();
    expect(file).toContain('"*": "unstable"');
    // Two readings fall alike half of the time; eight runs have seen both.
    for (let times = 0; times < 4; times += 1) {
      const marked = await workshop.recordOf('mark', 'sometimes,words', allowed);
      expect(marked).toMatchObject({ verdict: 'match', written: false, findings: [] });
      const checked = await workshop.recordOf('check', 'sometimes,words', allowed);
      expect(checked).toMatchObject({ verdict: 'match', findings: [] });
    }
    expect(workshop.text()).toBe(file);
    workshop.write('title.txt', 'A title');
    const drifted = await workshop.recordOf('check', 'sometimes,words', allowed);
    expect(changeLines(drifted)).toEqual(['tool words: title added text']);
  });
});

describe("today's date", () => {
  // The server's clock is the machine's; a run that says another day would look for that.
  const now = (): { today: string } => ({ today: new Date().toISOString().slice(0, 10) });

  test('of a server that makes it up is found in two spellings, and the printed options help', async () => {
    const refused = await workshop.recordOf('mark', 'date,longdate', [], now());
    expect(refused.problem?.code).toBe('field-unstable');
    // The long one holds seconds, which two readings may or may not share.
    expect(refused.problem?.message).toMatch(
      /^(tool:longdate:description, tool:date:description|tool:date:description, tool:longdate:description): /,
    );
    expect(refused.problem?.message).toContain(DATED);
    expect(workshop.isMarked).toBe(false);
    const allowed = printedOptions(refused.problem?.hint ?? '');
    const marked = await workshop.recordOf('mark', 'date,longdate', allowed, now());
    expect(marked.verdict).toBe('match');
    const checked = await workshop.recordOf('check', 'date,longdate', allowed, now());
    expect(checked.verdict).toBe('match');
    workshop.write('title.txt', 'A title');
    const drifted = await workshop.recordOf('check', 'date,longdate', allowed, now());
    expect(changeLines(drifted)).toEqual([
      'tool date: title added text',
      'tool longdate: title added text',
    ]);
  });

  const markDated = async (
    text: string,
  ): Promise<{ verdict: string; message: string | undefined }> => {
    workshop.serve({ tools: [{ name: 'x', description: text }] });
    const { verdict, problem } = await workshop.record('mark', [], {
      asShipped: true,
      today: '2026-11-30',
    });
    return { verdict, message: problem?.message };
  };
  const FOUND = { verdict: 'unstable', message: `tool:x:description: ${DATED}` };

  test.each([
    ['today', 'As of 2026-11-30.', true],
    // It is 12:34 in UTC, and 02:19 of the next day for the second reader.
    ["the second reader's day", 'As of Dec 1, 2026', true],
    ['yesterday', 'As of 2026-11-29', false],
    ['a longer number', 'Build 202611301', false],
  ])('%s', async (_name, text, found) => {
    const { verdict, message } = await markDated(text);
    expect({ verdict, message }).toEqual(found ? FOUND : { verdict: 'match', message: undefined });
  });

  test('that stands in a tracked file is not unstable; in an untracked one, or in a baseline, it is', async () => {
    workshop.write('NOTES.md', 'Last release: 30 November 2026\n');
    workshop.commit();
    expect(await markDated('Data of 30 November 2026.')).toMatchObject({ verdict: 'match' });
    // The same day, spelled another way.
    expect(await markDated('Data of 2026-11-30.')).toEqual(FOUND);
    workshop.write('untracked.md', '2026-11-30\n');
    expect(await markDated('Data of 2026-11-30.')).toEqual(FOUND);
    workshop.git('add', 'witnessmark.json');
    expect(workshop.text()).toContain('"firstSeen": "2026-11-30"');
    expect(await markDated('Data of 2026-11-30.')).toEqual(FOUND);
    workshop.git('add', 'untracked.md');
    expect(await markDated('Data of 2026-11-30.')).toMatchObject({ verdict: 'match' });
  });

  test('the baseline of another server or of another name does not count as a tracked file', async () => {
    workshop.commit();
    const baselines = ['witnessmark.other.json', 'mine.json'];
    const mark = (baseline: string): Promise<Run> =>
      workshop.run('mark', ['--baseline', baseline], { asShipped: true });
    workshop.serve({ tools: [{ name: 'y', description: 'd' }] });
    for (const baseline of baselines) {
      expect((await mark(baseline)).code).toBe(0);
      expect(workshop.text(baseline)).toContain('2026-11-30');
    }
    workshop.git('add', 'witnessmark.other.json');
    expect(await markDated('Data of 2026-11-30.')).toEqual(FOUND);
    workshop.git('rm', '-q', '--cached', 'witnessmark.other.json');
    workshop.git('add', 'mine.json');
    const run = await mark('mine.json');
    expect(run.code).toBe(5);
  });
});

describe('an allowance on one side only, of a field that holds still (FORMAT 4.6)', () => {
  const allowed = ['--allow-unstable', 'tool:words:description'];

  test('in the file and not in the options', async () => {
    await workshop.marked('words', allowed);
    const checked = await workshop.recordOf('check', 'words');
    expect(checked.verdict).toBe('drift');
    expect(changeLines(checked)).toEqual(['tool words: description changed other']);
  });

  test('in the options and not in the file', async () => {
    await workshop.marked('words');
    const checked = await workshop.recordOf('check', 'words', allowed);
    expect(checked.verdict).toBe('drift');
    expect(changeLines(checked)).toEqual(['tool words: description changed other']);
  });

  test('a whole item, either way', async () => {
    const whole = ['--allow-unstable', 'tool:words:*'];
    await workshop.marked('words', whole);
    expect((await workshop.quote('check', 'words')).code).toBe(1);
    await workshop.marked('words');
    expect((await workshop.quote('check', 'words', whole)).code).toBe(1);
  });
});
