import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { areGone, processesWith } from '../../helpers/processes.js';
import { eventually } from '../../helpers/workshop.js';
import { QuotingWorkshop } from '../../integration/differential/quoting.js';
import { startCli } from './users.js';

let workshop: QuotingWorkshop;
beforeEach(() => {
  workshop = new QuotingWorkshop();
});
afterEach(() => workshop.remove());

test('a server that makes a directory where it works is read and leaves nothing', async () => {
  workshop.commit();
  // It was there for the server: without it this one says something else.
  const names = 'mkdir,words,made';
  await workshop.marked(names);
  workshop.git('add', 'witnessmark.json');
  workshop.commit();
  const checked = await workshop.recordOf('check', names);
  expect(checked.verdict).toBe('match');
  expect(checked.items?.map(({ id }) => id)).toEqual([null, 'made', 'words']);
  expect(existsSync(workshop.path('made'))).toBe(false);
  expect(readdirSync(workshop.directory).sort()).toEqual([
    '.git',
    'fake.mjs',
    'quoting.mjs',
    'witnessmark.json',
  ]);
  expect(workshop.git('status', '--porcelain', '--ignored')).toBe('');
});

/** A server that shakes hands and then never answers, with a detached child that ignores every polite signal. */
const HANGING = `
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
const code = "for (const name of ['SIGTERM','SIGINT','SIGHUP']) process.on(name, () => {}); setInterval(() => {}, 1000)";
spawn(process.execPath, ['-e', code, process.argv[2] + '-child'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).unref();
process.on('SIGTERM', () => {});
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method !== 'initialize') return;
  const result = { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'h', version: '1' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});
setInterval(() => {}, 1000);
`;

describe('the shipped program, ended in mid-read', () => {
  test.each<[NodeJS.Signals, 'check' | 'mark', number]>([
    ['SIGKILL', 'mark', 2],
    ['SIGTERM', 'mark', 2],
    ['SIGKILL', 'check', 1],
    ['SIGINT', 'check', 1],
  ])('by %s during %s leaves no process behind', async (signal, command, servers) => {
    workshop.write('hang.mjs', HANGING);
    const mark = `left-${randomBytes(6).toString('hex')}`;
    const cli = startCli(workshop.directory, [command, '--command', `node hang.mjs ${mark}`]);
    const exited = once(cli, 'exit');
    // Both readers' servers are there, each with its child, in namespaces that show from here.
    expect(await eventually(() => processesWith(`${mark}-child`).length === servers, 20)).toBe(
      true,
    );
    cli.kill(signal);
    await exited;
    expect(await areGone(mark, 5_000)).toBe(true);
    expect(workshop.isMarked).toBe(false);
  });
});
