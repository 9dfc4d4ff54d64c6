import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FILES = ['examples/notes/server.js', 'examples/notes/package.json', '.github/self-test.json'];
const LINE = ['--command', 'node examples/notes/server.js', '--baseline', '.github/self-test.json'];

let checkout = '';

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'wm-self-'));
  for (const name of FILES) {
    mkdirSync(join(checkout, name, '..'), { recursive: true });
    copyFileSync(join(ROOT, name), join(checkout, name));
  }
  const git = (...args: string[]): void => {
    execFileSync('git', ['-C', checkout, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args]);
  };
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'As published');
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** Runs the committed bundle as CI does; a check that fails is a result here. */
function check(): { readonly verdict: string; readonly changes: readonly unknown[] } {
  const args = [join(ROOT, 'dist/cli.js'), 'check', '--json', ...LINE];
  let text: string;
  try {
    text = execFileSync(process.execPath, args, {
      cwd: checkout,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], CI: 'true' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    text = (error as { readonly stdout: string }).stdout;
  }
  const [server] = (JSON.parse(text) as { servers: ReturnType<typeof check>[] }).servers;
  if (server === undefined) throw new Error('no server');
  return server;
}

test('the baseline of the workflow’s self-test is the one of the example, and fails where it has to', () => {
  expect(check()).toMatchObject({ verdict: 'match', changes: [] });
  const path = join(checkout, 'examples/notes/server.js');
  const code = readFileSync(path, 'utf8');
  // The edit of the workflow.
  const edited = code.replace('Adds a note.', 'Adds a note at once.');
  expect(readFileSync(join(ROOT, '.github/workflows/ci.yml'), 'utf8')).toContain(
    String.raw`'s/Adds a note\./Adds a note at once./'`,
  );
  expect(edited).not.toBe(code);
  writeFileSync(path, edited);
  expect(check()).toMatchObject({
    verdict: 'drift',
    changes: [
      { kind: 'tool', id: 'add_note', change: 'changed', fields: [{ field: 'description' }] },
    ],
  });
});
