import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';

import { serverEnvironment } from '../../src/sandbox/environment.js';
import { STANDARD_READER } from '../../src/sandbox/identity.js';
import { openSandbox } from '../../src/sandbox/open.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const hostPath = process.env['PATH'] ?? '';
const hostHome = homedir();

const SERVERS: readonly (readonly [string, readonly string[]])[] = [
  ['server-everything', ['node_modules/@modelcontextprotocol/server-everything/dist/index.js']],
  ['server-memory', ['node_modules/@modelcontextprotocol/server-memory/dist/index.js']],
  ['server-filesystem', ['node_modules/server-filesystem-2026/dist/index.js', '.']],
];

/** The first answer of a server, to the handshake. */
async function greet(args: readonly string[]): Promise<{ answer: string; network: string }> {
  const identity = STANDARD_READER;
  const common = { command: 'node', args, workingDirectory: checkout };
  const sandbox = await openSandbox({
    isolation: 'required',
    checkout,
    identity,
    hostPath,
    hostHome,
    ...common,
  });
  const server = await sandbox.start({
    ...common,
    env: serverEnvironment({ identity, declared: [], command: 'node', hostPath, hostHome }),
  });
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  server.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
  );
  let answer = '';
  while (!answer.includes('\n')) answer += String((await once(server.stdout, 'data'))[0]);
  await server.end();
  await sandbox.close();
  return { answer, network: sandbox.network };
}

describe('real servers start in the sandbox of this machine', () => {
  test.each(SERVERS)('%s', async (_name, args) => {
    const [one, two] = await Promise.all([greet(args), greet(args)]);
    expect(JSON.parse(one.answer.split('\n')[0] ?? '')).toMatchObject({
      id: 1,
      result: { serverInfo: {} },
    });
    expect(two.answer).toBe(one.answer);
    expect(one.network).toBe('none');
  });
});
