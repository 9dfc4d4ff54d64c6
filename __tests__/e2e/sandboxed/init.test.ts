import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ROOT } from '../../helpers/workshop.js';
import { copyPackages } from './packages.js';

const CLI = join(ROOT, 'dist/cli.js');
let directory: string;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'witnessmark-init-')));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 't',
  GIT_AUTHOR_EMAIL: 't@example.invalid',
  GIT_COMMITTER_NAME: 't',
  GIT_COMMITTER_EMAIL: 't@example.invalid',
};
/** Runs a command and returns what it printed; throws where it fails. */
const run = (program: string, words: readonly string[], more: Record<string, string> = {}): string =>
  execFileSync(program, words, { cwd: directory, encoding: 'utf8', env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] }); // prettier-ignore

function clone(): void {
  run('git', ['init', '-q', '-b', 'main']);
  run('git', ['add', '-A']);
  run('git', ['commit', '-q', '-m', 'all']);
}

/** The line that the screen ends with, run as it is. */
function commitAsTold(screen: string): void {
  const line = screen.trimEnd().split('\n').at(-1) ?? '';
  run('sh', ['-c', `${line.trim()} -q -m approved`]);
}

test('a fresh clone of examples/notes: init, the line it ends with, check', () => {
  cpSync(join(ROOT, 'examples/notes'), directory, { recursive: true });
  clone();
  commitAsTold(run('node', [CLI, 'init']));
  expect(run('git', ['status', '--porcelain'])).toBe('');
  expect(run('node', [CLI, 'check'], { CI: 'true' })).toMatch(/^MATCH {2}/);
});

test('a folder with server-everything installed: init, the line it ends with, check', () => {
  writeFileSync(
    join(directory, 'package.json'),
    JSON.stringify({ dependencies: { '@modelcontextprotocol/server-everything': '2026.8.31' } }),
  );
  writeFileSync(join(directory, 'package-lock.json'), '{}');
  writeFileSync(join(directory, '.gitignore'), 'node_modules\n');
  copyPackages(['@modelcontextprotocol/server-everything'], directory);
  // What an installation links; packages are copied here without their commands.
  run('sh', ['-c', 'mkdir node_modules/.bin && ln -s ../@modelcontextprotocol/server-everything/dist/index.js node_modules/.bin/mcp-server-everything && chmod +x node_modules/@modelcontextprotocol/server-everything/dist/index.js']); // prettier-ignore
  // The bundle reads it as the sources do: its parser is loaded late.
  mkdirSync(join(directory, '.github/workflows'), { recursive: true });
  writeFileSync(
    join(directory, '.github/workflows/ci.yml'),
    'jobs: { unit: { runs-on: ubuntu-latest, steps: [{ run: npm ci --ignore-scripts }] } }\n',
  );
  clone();
  const screen = run('node', [CLI, 'init']);
  expect(screen).toContain('  witnessmark.json: written (17 tools,');
  expect(screen).toContain(
    'Found in package.json (dependency @modelcontextprotocol/server-everything)',
  );
  commitAsTold(screen);
  const workflow = run('git', ['show', 'HEAD:.github/workflows/witnessmark.yml']);
  expect(workflow).toContain('      - run: npm ci --ignore-scripts\n');
  expect(workflow).toContain('          command: node_modules/.bin/mcp-server-everything\n');
  expect(run('node', [CLI, 'check'], { CI: 'true' })).toMatch(/^MATCH {2}/);
});
