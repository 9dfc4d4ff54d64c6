import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  changeLines,
  eventually,
  ROOT,
  serverOf,
  Workshop,
  type Run,
} from '../../helpers/workshop.js';

// The committed bundle, as a user starts it.
const CLI = join(ROOT, 'dist/cli.js');

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop({ tools: [{ name: 'read', description: 'was' }] });
});
afterEach(() => {
  workshop.remove();
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith('left-behind-')))
    rmSync(join(tmpdir(), name));
});

function cli(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...argv], {
    cwd: workshop.directory,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
  });
  return { code: status ?? -1, stdout, stderr, faults: [] };
}

/** Ids of the processes whose command line holds a word. */
function processesWith(word: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });
}

const COMMAND = ['--command', 'node fake.mjs recipe.json'];

describe('the bundle as a child process', () => {
  test('ends with the code of its verdict, marks and checks, in isolation', () => {
    expect(cli(['check', ...COMMAND]).code).toBe(2);
    expect(cli(['mark', ...COMMAND]).code).toBe(0);
    expect(cli(['check', ...COMMAND]).code).toBe(0);
    expect(JSON.parse(workshop.text())).toMatchObject({ capture: { launch: { network: 'none' } } });
    workshop.serve({ tools: [{ name: 'read', description: 'is' }] });
    const drift = cli(['check', ...COMMAND, '--json']);
    expect(drift.code).toBe(1);
    expect(changeLines(serverOf(drift))).toEqual(['tool read: description changed text']);
    expect(cli(['check', ...COMMAND, '--client-capabilities', 'none']).code).toBe(4);
    workshop.serve({ on: { start: [{ exit: 1 }] } });
    expect(cli(['check', ...COMMAND]).code).toBe(3);
    expect(cli(['check']).code).toBe(64);
    expect(cli([]).code).toBe(64);
  });

  test.each([
    [['check', ...COMMAND, '--json'], 2],
    [['mark', ...COMMAND, '--json'], 0],
    [['check', '--json'], 64],
    [['chekc', '--json'], 64],
    [['check', '--json', '--comand', 'x'], 64],
  ] as const)('%j: stdout is one JSON document, people read stderr', (argv, code) => {
    const run = cli(argv);
    expect(run.code).toBe(code);
    expect(run.stdout).toMatch(/^\{\n[^]*\n\}\n$/);
    const document = JSON.parse(run.stdout) as object;
    expect(Object.keys(document)).toEqual(['format', 'verdict', 'servers']);
    expect(run.stderr).not.toBe('');
  });

  test('help and version are on stdout', () => {
    expect(cli(['--help'])).toMatchObject({ code: 0, stderr: '' });
    expect(cli(['--help']).stdout).toContain('Exit codes: 0 match, 1 drift');
    expect(cli(['--version']).stdout).toMatch(/^witnessmark \d+\.\d+\.\d+\n$/);
  });

  test('a usage error without --json leaves stdout empty', () => {
    expect(cli(['check', ...COMMAND, '--timeout', 'x'])).toMatchObject({ code: 64, stdout: '' });
  });

  test('a reader that closes its end changes no code', async () => {
    cli(['mark', ...COMMAND]);
    for (const flags of [[], ['--json']]) {
      const child = spawn(process.execPath, [CLI, 'check', ...COMMAND, ...flags], {
        cwd: workshop.directory,
        // Where CI is set, only a committed baseline would count.
        env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.destroy();
      child.stderr.destroy();
      expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    }
  });

  test('CI is taken from the environment, and mark is refused on a pull request', () => {
    expect(
      cli(['mark', ...COMMAND], { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request' }).code,
    ).toBe(64);
    expect(cli(['mark', ...COMMAND]).code).toBe(0);
    for (const env of [{ CI: 'true' }, { CI: '1' }, { GITHUB_ACTIONS: 'true' }]) {
      const run = cli(['check', ...COMMAND, '--json'], env);
      expect([run.code, serverOf(run).problem?.code]).toEqual([2, 'no-checkout']);
    }
    expect(cli(['check', ...COMMAND], { CI: 'false' }).code).toBe(0);
  });

  test('nothing of the environment reaches the server but what is declared', () => {
    workshop.serve({ tools: [{ name: 'env' }], on: { 'tools/list': [{ echoEnv: 'tools' }] } });
    const options = [...COMMAND, '--isolation', 'none'];
    cli(['mark', ...options], {
      GITHUB_TOKEN: 'x',
      NODE_OPTIONS: '--no-warnings',
      AWS_REGION: 'y',
    });
    expect(cli(['check', ...options], { GITHUB_TOKEN: 'z', FOO: 'bar' }).code).toBe(0);
    expect(cli(['check', ...options, '--env', 'FOO']).code).toBe(4);
  });
});

describe('when the command line is ended, nothing of the server is left', () => {
  test.each<[string, NodeJS.Signals, readonly string[]]>([
    ['SIGTERM', 'SIGTERM', ['--isolation', 'none']],
    ['SIGINT', 'SIGINT', ['--isolation', 'none']],
    ['SIGHUP', 'SIGHUP', ['--isolation', 'none']],
    ['SIGKILL', 'SIGKILL', ['--isolation', 'none']],
    ['SIGTERM, in isolation', 'SIGTERM', []],
    ['SIGKILL, in isolation', 'SIGKILL', []],
  ])('%s', async (_what, signal, options) => {
    const word = `left-behind-${process.pid}-${signal}-${options.length}`;
    // Its command line holds its file, and so the word; a box has a /tmp of its own.
    const grandchild = join(tmpdir(), word);
    workshop.serve({
      on: {
        start: [
          { ignoreSignals: true },
          { stay: true },
          { grandchild, detached: true },
          { stderr: word },
        ],
        initialize: [{ silent: true }],
      },
    });
    const child = spawn(
      process.execPath,
      [CLI, 'check', '--command', `node fake.mjs recipe.json ${word}`, ...options],
      { cwd: workshop.directory, stdio: 'ignore' },
    );
    const exit = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    // The command line itself, the server, and what the server started.
    expect(await eventually(() => processesWith(word).length >= 3)).toBe(true);
    child.kill(signal);
    expect(await exit).toBe(
      { SIGTERM: 143, SIGINT: 130, SIGHUP: 129, SIGKILL: null }[signal as 'SIGTERM'],
    );
    expect(await eventually(() => processesWith(word).length === 0)).toBe(true);
  });

  test('a run that ends by itself leaves nothing either', async () => {
    const word = `left-behind-${process.pid}-itself`;
    workshop.serve({
      tools: [],
      on: {
        start: [{ ignoreSignals: true }, { stay: true }, { grandchild: join(tmpdir(), word) }],
      },
    });
    expect(cli(['check', '--command', `node fake.mjs recipe.json ${word}`]).code).toBe(2);
    expect(await eventually(() => processesWith(word).length === 0)).toBe(true);
  });
});
