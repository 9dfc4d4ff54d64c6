import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { clientProfile } from '../../../src/reader/client-profile.js';
import { readRunningServer } from '../../../src/reader/read.js';
import { problemOf, type Problem } from '../../../src/errors.js';

/** What a read of a server comes to that answers the first requests with these results, and then nothing. */
async function problemOfRead(
  results: readonly object[],
  clocks: { readonly start: number; readonly request: number; readonly read: number },
): Promise<Problem> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const left = [...results];
  stdin.on('data', (bytes: Buffer) => {
    for (const line of bytes.toString().trim().split('\n')) {
      const { id } = JSON.parse(line) as { id?: number };
      const result = id === undefined ? undefined : left.shift();
      if (result !== undefined) stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
    }
  });
  const reading = readRunningServer({
    process: {
      stdin,
      stdout,
      stderr: new PassThrough(),
      exited: new Promise(() => undefined),
      end: () => Promise.resolve({ stayed: false, others: 0 }),
    },
    command: 'node',
    args: ['server.js'],
    env: [],
    profile: clientProfile('full'),
    protocol: '2025-11-25',
    surface: ['tool'],
    startTimeoutMs: clocks.start,
    requestTimeoutMs: clocks.request,
    readTimeoutMs: clocks.read,
    onStderr: () => undefined,
  });
  return reading.then(
    () => Promise.reject(new Error('it was read')),
    (error: unknown) => problemOf(error),
  );
}

const LONG = 600_000;
const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'x', version: '1' },
};
const PAGE = { tools: [], nextCursor: 'more' };

describe('each clock ends a read that the others would not, and says so', () => {
  test.each<[string, readonly object[], Parameters<typeof problemOfRead>[1], string, string]>([
    [
      'the start',
      [],
      { start: 40, request: LONG, read: LONG },
      'server-not-answering',
      'handshake: no answer to initialize within 0.04 s',
    ],
    [
      'a request',
      [HELLO],
      { start: LONG, request: 40, read: LONG },
      'server-not-answering',
      'list, tools/list page 1: no answer to tools/list within 0.04 s',
    ],
    [
      'a later page',
      [HELLO, PAGE],
      { start: LONG, request: 40, read: LONG },
      'server-not-answering',
      'list, tools/list page 2: no answer to tools/list within 0.04 s',
    ],
    [
      'the whole read',
      [HELLO],
      { start: LONG, request: LONG, read: 1_000 },
      'read-timeout',
      'list, tools/list page 1: the whole read took longer than 1 s',
    ],
  ])('%s', async (_what, results, clocks, code, message) => {
    const problem = await problemOfRead(results, clocks);
    expect(problem.code).toBe(code);
    expect(problem.message.replace(/ \(\d+\.\d s after .*\)$/, '')).toBe(message);
    expect(problem.hint).toContain('The option timeout (seconds) gives it longer.');
  });
});
