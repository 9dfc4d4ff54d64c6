import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { settingsOf } from '../../../src/app/detected.js';
import { WitnessmarkError } from '../../../src/errors.js';
import { locate } from '../../../src/store/checkout.js';
import { serverOf, Workshop } from '../../helpers/workshop.js';

const TOOLS = { tools: [{ name: 'a', description: 'does a' }] };
const OWN = { command: 'node', args: ['fake.mjs', 'recipe.json'] };
const client = (servers: object): string => JSON.stringify({ mcpServers: servers });

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop(TOOLS);
});
afterEach(() => workshop.remove());

/** What is wrong, for a door. */
async function problemOf(door: 'cli' | 'action'): Promise<WitnessmarkError> {
  const failure = await settingsOf(new Map(), workshop.directory, door, { locate }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof WitnessmarkError) return failure;
  throw new Error('a server was found');
}

describe('a server that nobody named', () => {
  test('is found, read and recorded as if its command had been given', async () => {
    workshop.write('.mcp.json', client({ own: { ...OWN, env: { API_KEY: 'not-for-us-9' } } }));
    const found = await workshop.cli(['mark']);
    expect([found.code, found.faults]).toEqual([0, []]);
    expect(found.stdout).toMatch(
      /^Command {2}node fake\.mjs recipe\.json\nEnv {6}API_KEY \(placeholder\); names are taken from the file, values are not\nFound in \.mcp\.json \(own\)$/m,
    );
    const baseline = workshop.text();
    expect(baseline).not.toContain('not-for-us-9');
    const given = await workshop.cli([
      'mark',
      '--command',
      'node fake.mjs recipe.json',
      '--env',
      'API_KEY',
    ]);
    expect(given.code).toBe(0);
    expect(given.stdout).not.toContain('Found in');
    expect(workshop.text()).toBe(baseline);
    const checked = await workshop.cli(['check', '--json']);
    expect(checked.code).toBe(0);
    expect(serverOf(checked).capture).toMatchObject({
      launch: { command: 'node', args: ['fake.mjs', 'recipe.json'], envNames: ['API_KEY'] },
    });
  });

  test('gets variables of the caller’s, and the others that are declared', async () => {
    workshop.write('.mcp.json', client({ own: { ...OWN, env: { A_KEY: '', B_KEY: '' } } }));
    const settings = await settingsOf(
      new Map([['env', 'B_KEY=given-value']]),
      workshop.directory,
      'cli',
      { locate },
    );
    expect(settings.env).toEqual([{ name: 'B_KEY', value: 'given-value' }, { name: 'A_KEY' }]);
  });

  test('may not be chosen by a pull request unseen: another command is another condition', async () => {
    workshop.write('.mcp.json', client({ own: OWN }));
    expect((await workshop.cli(['mark'])).code).toBe(0);
    workshop.commit();
    workshop.write('other.mjs', workshop.text('fake.mjs'));
    workshop.write(
      '.mcp.json',
      client({ own: { command: 'node', args: ['other.mjs', 'recipe.json'] } }),
    );
    workshop.commit('another server');
    const run = await workshop.cli(['check', '--json'], { ci: true });
    expect(run.code).toBe(4);
    expect(serverOf(run).conditions).toEqual(['launch.args']);
  });

  test('leaves the screen with the whole command, to be given again', async () => {
    workshop.write('.mcp.json', client({ own: OWN }));
    const run = await workshop.cli(['check']);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain("  witnessmark mark --command 'node fake.mjs recipe.json'\n");
  });
});

describe('a usage error, and no server is started', () => {
  test('two servers: a ready line for each', async () => {
    workshop.write(
      '.mcp.json',
      client({ one: OWN, two: { ...OWN, args: ['fake.mjs', 'it is'], env: { B: '', A: '' } } }),
    );
    const run = await workshop.cli(['check']);
    expect([run.code, run.stdout]).toEqual([64, '']);
    expect(run.stderr).toBe(
      [
        'USAGE  the repository declares 2 servers:',
        '       .mcp.json (one); .mcp.json (two) [ambiguous-command]',
        '',
        'Choose one of them:',
        "  --command 'node fake.mjs recipe.json'",
        "  --command 'node fake.mjs '\\''it is'\\''' --env A --env B",
        '',
      ].join('\n'),
    );
    expect((await problemOf('action')).lines).toEqual([
      'command: node fake.mjs recipe.json',
      'command: "node fake.mjs \'it is\'"',
      'env: "A\\nB"',
    ]);
  });

  test('nothing declared: says where it looked', async () => {
    const { code, message, lines } = await problemOf('cli');
    expect([code, lines]).toEqual(['missing-command', []]);
    expect(message).toContain('none is declared in server.json, .mcp.json,');
  });

  test('a monorepo: says which directories declare servers', async () => {
    mkdirSync(workshop.path('packages', 'weather'), { recursive: true });
    workshop.write('packages/weather/package.json', '{}');
    expect((await problemOf('cli')).lines).toEqual(['--working-directory packages/weather']);
    expect((await problemOf('action')).lines).toEqual(['working-directory: packages/weather']);
  });

  test('what is not built yet: the line that builds it', async () => {
    workshop.write(
      'package.json',
      JSON.stringify({ bin: 'dist/x.js', scripts: { build: 'x' }, dependencies: { fastmcp: '1' } }),
    );
    const { code, lines } = await problemOf('cli');
    expect([code, lines]).toEqual(['unusable-command', ['npm run build']]);
    expect((await problemOf('action')).lines).toEqual(['- run: npm run build']);
  });

  test('a download: the lines that do without', async () => {
    workshop.write('.mcp.json', client({ x: { command: 'npx', args: ['-y', 'gone@2'] } }));
    expect((await problemOf('action')).lines).toEqual([
      'npm install --save-dev gone',
      'command: node_modules/.bin/gone',
    ]);
  });

  test('another option that is wrong is said first', async () => {
    const run = await workshop.cli(['check', '--timeout', '0']);
    expect([run.code, run.stderr]).toEqual([64, expect.stringContaining('[bad-option-value]')]);
  });

  test('a configuration of many servers: nothing is searched for', async () => {
    workshop.write('.mcp.json', client({ own: OWN }));
    workshop.write('witnessmark.config.json', '{}');
    expect((await problemOf('cli')).message).toContain('witnessmark.config.json is there');
  });

  test('a name of an attacker’s is harmless on the screen', async () => {
    workshop.write('.mcp.json', client({ '::error::x\n##[error]\u202e': { command: 'sh' } }));
    const run = await workshop.cli(['check']);
    expect(run.code).toBe(64);
    expect(run.stderr).not.toMatch(/^::|##\[|\u202e/m);
    expect(run.stderr).toContain('it starts a shell');
  });
});

describe('a hostile checkout', () => {
  let outside: string;
  beforeEach(() => {
    outside = realpathSync(mkdtempSync(join(tmpdir(), 'witnessmark-outside-')));
  });
  afterEach(() => rmSync(outside, { recursive: true, force: true }));

  test('a source that is a link is not followed', async () => {
    workshop.write('real.json', client({ own: OWN }));
    symlinkSync('real.json', workshop.path('.mcp.json'));
    expect((await problemOf('cli')).message).toContain('.mcp.json is a link');
  });

  test('a directory that leads out is not followed', async () => {
    symlinkSync(outside, workshop.path('.vscode'));
    const other = new Workshop();
    rmSync(outside, { recursive: true });
    symlinkSync(other.directory, outside);
    other.write('mcp.json', JSON.stringify({ servers: { own: OWN } }));
    expect((await problemOf('cli')).message).toContain(
      '.vscode/mcp.json leads out of the checkout',
    );
    other.remove();
  });

  test('a file above the bound is not read', async () => {
    workshop.write('.mcp.json', `${client({ own: OWN })}${' '.repeat(1024 * 1024)}`);
    expect((await problemOf('cli')).message).toContain('.mcp.json is larger than 1024 KiB');
  });

  test('a directory in the place of a file is none', async () => {
    mkdirSync(workshop.path('server.json'));
    expect((await problemOf('cli')).message).toContain('server.json is not a regular file');
  });

  test('what is to be started and leads out counts as not there', async () => {
    const other = new Workshop();
    symlinkSync(other.path('fake.mjs'), workshop.path('server.js'));
    workshop.write('.mcp.json', client({ own: { command: 'node', args: ['server.js'] } }));
    expect((await problemOf('cli')).code).toBe('unusable-command');
    other.remove();
  });
});
