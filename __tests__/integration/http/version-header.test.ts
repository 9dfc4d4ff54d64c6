import { request } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { clientProfile } from '../../../src/reader/client-profile.js';
import type { OpenRequest } from '../../../src/reader/http-client.js';
import { readRunningServer, type Reading } from '../../../src/reader/read.js';
import { HttpServer } from '../../helpers/http-server.js';

let server: HttpServer | undefined;
afterEach(() => server?.stop());

async function read(open?: OpenRequest): Promise<Reading> {
  server = await HttpServer.start({ tools: [{ name: 'one' }], session: 's' });
  const url = new URL(server.url);
  return readRunningServer({
    http: { url, headers: [], ...(open === undefined ? {} : { open }) },
    command: '',
    args: [],
    env: [],
    profile: clientProfile('full'),
    protocol: '2025-11-25',
    surface: ['tool'],
    startTimeoutMs: 5_000,
    requestTimeoutMs: 5_000,
    readTimeoutMs: 10_000,
    onStderr: () => undefined,
  });
}

/** Changes the version header of every request for which `isWrong` says so. */
function spoiling(isWrong: (method: string, sent: number) => boolean, value?: string): OpenRequest {
  let sent = 0;
  return (url, options) => {
    const headers = { ...(options.headers as Record<string, string>) };
    sent += 1;
    if (isWrong(options.method ?? '', sent)) {
      delete headers['MCP-Protocol-Version'];
      if (value !== undefined) headers['MCP-Protocol-Version'] = value;
    }
    return request(url, { ...options, headers });
  };
}

test('is true where every request after the handshake had it', async () => {
  expect((await read()).versionHeader).toBe(true);
});

test('is true where only the handshake had none', async () => {
  expect((await read(spoiling((_method, sent) => sent === 1))).versionHeader).toBe(true);
});

test.each(['GET', 'DELETE'])('is false where one %s went without', async (verb) => {
  expect((await read(spoiling((method) => method === verb))).versionHeader).toBe(false);
});

test('is false where the last POST went without', async () => {
  // initialize, GET, initialized, tools/list, DELETE
  expect((await read(spoiling((_method, sent) => sent === 4))).versionHeader).toBe(false);
});

test('is false where it had another value', async () => {
  const open = spoiling((_method, sent) => sent === 4, '2025-03-26');
  expect((await read(open)).versionHeader).toBe(false);
});
