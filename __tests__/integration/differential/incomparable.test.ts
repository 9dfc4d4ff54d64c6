import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { changeLines } from '../../helpers/workshop.js';
import { printedCommand, QuotingWorkshop } from './quoting.js';

let workshop: QuotingWorkshop;
beforeEach(() => {
  workshop = new QuotingWorkshop();
});
afterEach(() => workshop.remove());

interface Conditions {
  readonly command?: string;
  readonly options?: readonly string[];
}

const argv = ({ command = 'node quoting.mjs words', options = [] }: Conditions): string[] => [
  '--command',
  command,
  ...options,
];
const SHIPPED = { asShipped: true } as const;

const ONLY_CAPTURE =
  'No field differs: reading under these conditions from now on changes the capture lines only:';
const FIELDS_TOO = 'Read under the old conditions, or record the new ones:';

describe('a baseline read under other conditions is incomparable (FORMAT 4.3)', () => {
  test.each<[string, Conditions, Conditions, string[]]>([
    ['isolation', { options: ['--isolation', 'none'] }, {}, ['launch.network', 'isolation.layout']],
    ['no isolation', {}, { options: ['--isolation', 'none'] }, ['launch.network', 'isolation.layout']],
    ['protocol', {}, { options: ['--protocol', '2025-06-18'] }, ['protocol.negotiated']],
    ['no capabilities', {}, { options: ['--client-capabilities', 'none'] }, ['clientCapabilities', 'client']],
    ['fewer capabilities', {}, { options: ['--client-capabilities', 'roots,sampling'] }, ['clientCapabilities', 'client']],
    ['all capabilities listed', {}, { options: ['--client-capabilities', 'elicitation,roots,sampling'] }, ['client']],
    ['a variable', {}, { options: ['--env', 'API_KEY'] }, ['launch.envNames', 'launch.envValues']],
    ['another variable', { options: ['--env', 'API_KEY'] }, { options: ['--env', 'OTHER'] }, ['launch.envNames']],
    ['a real value', { options: ['--env', 'API_KEY'] }, { options: ['--env', 'API_KEY=some-value'] }, ['launch.envValues']],
    ['an argument', {}, { command: 'node quoting.mjs words extra' }, ['launch.args']],
    ['the order of arguments', { command: 'node quoting.mjs words a b' }, { command: 'node quoting.mjs words b a' }, ['launch.args']],
    ['the program', {}, { command: 'env node quoting.mjs words' }, ['launch.command', 'launch.args']],
    ['the path of the program', { command: 'sh -c "exec node quoting.mjs words"' }, { command: '/bin/sh -c "exec node quoting.mjs words"' }, ['launch.command']],
    ['the surface', {}, { options: ['--surface', 'tools'] }, ['surface']],
  ])('%s', async (_name, before, now, conditions) => {
    const marked = await workshop.cli(['mark', ...argv(before)], SHIPPED);
    expect(marked.stdout).toMatch(/^MARKED/);
    const items = workshop.itemsText();
    const checked = await workshop.cli(['check', ...argv(now)], SHIPPED);
    expect(checked.code).toBe(4);
    const flat = checked.stdout.replace(/\s+/g, ' ');
    expect(flat).toContain(
      `INCOMPARABLE the server was read under other conditions than witnessmark.json records: ${conditions.join(', ')}`,
    );
    expect(flat).toContain(ONLY_CAPTURE);

    // A shell expands the reference to a variable; here its value takes that place.
    const printed = printedCommand(checked.stdout, 'mark').map((word) =>
      word.replace('API_KEY=$API_KEY', 'API_KEY=some-value').replace(/^API_KEY=$/, 'API_KEY=some-value'),
    );
    const again = await workshop.cli(printed, SHIPPED);
    expect(again.stdout).toMatch(/^MARKED {2}wrote/);
    expect(workshop.itemsText()).toBe(items);
    expect((await workshop.cli(['check', ...argv(now)], SHIPPED)).code).toBe(0);
  }); // prettier-ignore

  // What no option moves here: the file as another machine, or another release, would have written it.
  test.each([
    ['"home": "/home/wmhome"', '"home": "/root"', ['launch.home']],
    ['"layout": "witnessmark-box/1"', '"layout": "witnessmark-net/1"', ['isolation.layout']],
    ['"platform": "linux"', '"platform": "darwin"', ['runtime.platform']],
    ['"placeholderSet": "1"', '"placeholderSet": "0"', ['placeholderSet']],
    ['"transport": "stdio"', '"transport": "streamable-http",\n    "endpoint": "http://127.0.0.1:{port}/mcp"', ['transport', 'endpoint']],
    ['"complete": true', '"complete": false', ['pages.complete']],
    ['"command": "node"', '"resolvedVersion": "1.0.0",\n      "command": "node"', ['launch.resolvedVersion']],
  ])('%s against %s', async (now, then, conditions) => {
    await workshop.marked('words');
    const file = workshop.text();
    expect(file).toContain(now);
    workshop.write('witnessmark.json', file.replace(now, then));
    const checked = await workshop.recordOf('check', 'words');
    expect(checked).toMatchObject({ verdict: 'incomparable', conditions, changes: [] });
    await workshop.marked('words');
    expect(workshop.text()).toBe(file);
  }); // prettier-ignore

  test('the members are in the record, and the fields that differ are listed and not called drift', async () => {
    await workshop.cli(['mark', ...argv({})], SHIPPED);
    const now = { command: 'node quoting.mjs words,user', options: ['--env', 'API_KEY'] };
    workshop.write('title.txt', 'A title');
    const checked = await workshop.recordOf('check', 'words,user', now.options);
    expect(checked.verdict).toBe('incomparable');
    expect(checked.conditions).toEqual(['launch.args', 'launch.envNames', 'launch.envValues']);
    expect(changeLines(checked)).toEqual(['tool user added', 'tool words: title added text']);
    const run = await workshop.cli(['check', ...argv(now)], SHIPPED);
    const flat = run.stdout.replace(/\s+/g, ' ');
    expect(flat).toContain(FIELDS_TOO);
    expect(flat).not.toContain(ONLY_CAPTURE);
    expect(flat).not.toMatch(/drift|has changed and/i);
    expect(printedCommand(run.stdout, 'mark')).toEqual([
      'mark',
      '--command',
      'node quoting.mjs words,user',
      '--env',
      'API_KEY',
    ]);
  });

  test('an unstable server is told so first', async () => {
    await workshop.cli(['mark', ...argv({})], SHIPPED);
    const run = await workshop.quote('check', 'random');
    expect(run.code).toBe(5);
  });
});
