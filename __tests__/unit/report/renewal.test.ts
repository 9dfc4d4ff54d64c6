import { describe, expect, test } from '@jest/globals';
import { renewalMessage, renewalPullRequest } from '../../../src/report/renewal.js';
import type { Reported } from '../../../src/report/several.js';
import { changed, CONTEXT, field, report, whole } from './reports.js';

const of = (
  changes: Parameters<typeof report>[1],
  rest: Partial<Reported['report']> = {},
  serverName?: string,
): Reported => ({
  report: report('match', changes, { written: true, ...rest }),
  context: { ...CONTEXT, ...(serverName === undefined ? {} : { serverName }) },
});
const HOSTILE = '@octo/team closes #1 https://evil.invalid `x`\n## y';

describe('the message of a commit that renews', () => {
  test('holds counts and no names', () => {
    const entry = of([changed('tool', HOSTILE, field('description')), whole('tool', 'b', 'added')]);
    expect(renewalMessage([entry])).toEqual({
      headline: 'Renew the witnessmark baseline',
      body: '1 changed, 1 added.\n\nWitnessmark-Renewal: true',
    });
  });

  test('of several servers has a line for each, also for a first baseline and for one without changed items', () => {
    expect(renewalMessage([of([], { isFirst: true }, 'a'), of([], {}, 'b')])).toEqual({
      headline: 'Renew 2 witnessmark baselines',
      body: 'a: first baseline.\nb: no item changed, but how the server is read or what was found.\n\nWitnessmark-Renewal: true',
    });
  });
});

describe('the pull request that renews', () => {
  test('names what changed as code, so that nothing in it is obeyed', () => {
    const { body } = renewalPullRequest(
      [of([changed('tool', HOSTILE, field('description'))])],
      'https://github.com/o/r/actions/runs/7',
    );
    expect(body).toContain('[A run](https://github.com/o/r/actions/runs/7) read the server');
    expect(body.replaceAll(/(`+)[^`\n](?:.*?[^`])?\1(?!`)/g, '')).not.toMatch(/@octo|evil|## y/);
  });

  test('says so where no item changed, and of a first baseline; and names no run that is not known', () => {
    const { body } = renewalPullRequest([of([]), of([], { isFirst: true })], '');
    expect(body).toMatch(/^A run read these servers /);
    expect(body).toContain('\nNo item changed, but how the server is read or what was found.\n');
    expect(body).toContain('\nThe first baseline, with every item in it.\n');
  });

  test('stays below what GitHub takes, and says what is left out', () => {
    const many = Array.from({ length: 2_000 }, (_, index) =>
      changed('tool', `${'n'.repeat(60)}${index}`, field(`${'f'.repeat(60)}${index}`)),
    );
    const one = renewalPullRequest([of(many)], '');
    expect(Buffer.byteLength(one.body)).toBeLessThan(60 * 1024);
    expect(one.body).toContain('more items');
    const servers = Array.from({ length: 600 }, (_, index) => ({
      ...of([changed('tool', `t${index}`, field('description'))]),
      context: { ...CONTEXT, baseline: `${'d'.repeat(150)}/witnessmark.s${index}.json` },
    }));
    const several = renewalPullRequest(servers, '');
    expect(Buffer.byteLength(several.body)).toBeLessThan(60 * 1024);
    expect(several.body).toMatch(/\nand \d+ more\.\n/);
  });
});
