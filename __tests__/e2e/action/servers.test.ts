import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Checkout } from '../../helpers/action-harness.js';
import { ROOT } from '../../helpers/workshop.js';

const NAMES = ['files', 'notes', 'web'];
let checkout: Checkout;
beforeEach(() => {
  checkout = new Checkout({});
  const servers = Object.fromEntries(
    NAMES.map((name) => [name, { command: 'node server.mjs', 'working-directory': name }]),
  );
  checkout.write('witnessmark.config.json', JSON.stringify({ servers }));
  for (const name of NAMES) {
    checkout.write(`${name}/server.mjs`, checkout.read('server.mjs'));
    say(name, 'before');
  }
  execFileSync(process.execPath, [join(ROOT, 'dist/cli.js'), 'mark', '--isolation', 'none'], {
    cwd: checkout.directory,
    // A developer's machine, also where the tests run in CI.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  });
  checkout.commit();
});
afterEach(() => checkout.remove());

function say(name: string, description: string): void {
  const tools = [{ name: `${name}_tool`, description, inputSchema: { type: 'object' } }];
  checkout.write(`${name}/surface.json`, JSON.stringify({ tools }));
}

test('one step: one summary, outputs with the server, proposals at their paths', async () => {
  expect((await checkout.run({ inputs: { command: '' } })).exitCode).toBe(0);
  say('files', 'after');
  say('web', 'after');
  const run = await checkout.run({ inputs: { command: '' }, env: { GITHUB_RUN_ID: '7' } });
  expect(run.exitCode).toBe(1);
  expect(run.outputs.get('verdict')).toBe('drift');
  expect(run.outputs.get('changed')).toBe('["files: tool files_tool","web: tool web_tool"]');
  const root = run.outputs.get('proposed-baseline') ?? '';
  expect([...run.files.keys()].filter((path) => path.startsWith(root)).sort()).toEqual([
    join(root, 'files/witnessmark.files.json'),
    join(root, 'web/witnessmark.web.json'),
  ]);
  expect(run.annotations.map(({ name, properties }) => [name, properties])).toEqual([
    ['error', expect.objectContaining({ file: 'files/witnessmark.files.json' })],
    ['error', expect.objectContaining({ file: 'web/witnessmark.web.json' })],
  ]);
  expect(run.summary).toMatch(/^## ❌ witnessmark: drift\n\n3 servers: 2 drift, 1 match\.\n/);
  expect(run.stdout).toContain(
    'rm -f files/witnessmark.files.json web/witnessmark.web.json && gh run download 7 -R octo/notes -n witnessmark\n',
  );
  expect(run.summary).toContain('| `notes` | match |\n');
  expect(run.summary).toContain('## ❌ `web`: drift\n');
});

test('a job of a matrix reads its own server alone', async () => {
  say('files', 'after');
  const web = await checkout.run({ inputs: { command: '', servers: 'web' } });
  expect([web.exitCode, web.outputs.get('verdict')]).toEqual([0, 'match']);
  const files = await checkout.run({
    inputs: { command: '', servers: 'files' },
    env: { GITHUB_RUN_ID: '7' },
  });
  expect([files.exitCode, files.outputs.get('changed')]).toEqual([1, '["tool files_tool"]']);
  expect(files.stdout).toContain(
    'rm -f files/witnessmark.files.json && gh run download 7 -R octo/notes -n witnessmark-files -D files\n',
  );
});
