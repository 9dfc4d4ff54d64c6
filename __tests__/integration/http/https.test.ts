import { spawn } from 'node:child_process';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { selfSigned } from '../../helpers/certificate.js';
import { ROOT, serverOf, Workshop, type RecordedServer } from '../../helpers/workshop.js';

let workshop: Workshop;
let server: Server | undefined;
let asked: number;
beforeEach(() => {
  workshop = new Workshop();
  asked = 0;
});
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
  workshop.remove();
});

/** Answers what a reading asks for: one tool. */
const answer: RequestListener = (request, response) => {
  asked += 1;
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(body === '' ? '{}' : body) as {
      readonly id?: number;
      readonly method?: string;
      readonly params?: { readonly protocolVersion?: string };
    };
    if (request.method !== 'POST') return void response.writeHead(405).end();
    if (id === undefined) return void response.writeHead(202).end();
    const result =
      method === 'initialize'
        ? {
            protocolVersion: params?.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name: 'tls', version: '1' },
          }
        : { tools: [{ name: 'one', description: 'LEAK', inputSchema: { type: 'object' } }] };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
};

async function listen(made: Server): Promise<number> {
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return (made.address() as AddressInfo).port;
}

/** Reads by the bundle, whose environment decides what it trusts. */
async function read(
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RecordedServer> {
  const argv = [join(ROOT, 'dist/cli.js'), 'check', '--json', '--url', url];
  const child = spawn(process.execPath, argv, {
    cwd: workshop.directory,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const code = await new Promise<number>((resolve) =>
    child.once('close', (each) => resolve(each ?? -1)),
  );
  expect(stdout + stderr).not.toContain('LEAK');
  return serverOf({ code, stdout, stderr, faults: [] });
}

describe('a deployed server over HTTPS', () => {
  test('is read where its authority is named by NODE_EXTRA_CA_CERTS', async () => {
    const { key, certificate } = selfSigned();
    workshop.write('ca.pem', certificate);
    const port = await listen(createServer({ key, cert: certificate }, answer));
    const found = await read(`https://127.0.0.1:${port}/mcp`, {
      NODE_EXTRA_CA_CERTS: workshop.path('ca.pem'),
    });
    expect(found.problem?.code).toBe('baseline-missing');
    expect(found.items?.map(({ id }) => id)).toEqual([null, 'one']);
    expect(found.capture).toMatchObject({
      transport: 'streamable-http',
      endpoint: `https://127.0.0.1:${port}/mcp`,
      protocol: { versionHeader: true },
      launch: { network: 'full' },
    });
  });

  test.each([
    ['that nobody trusts', {}, false, /DEPTH_ZERO_SELF_SIGNED_CERT/, /NODE_EXTRA_CA_CERTS=FILE/],
    [
      'of another host',
      { address: [127, 0, 0, 2] },
      true,
      /ERR_TLS_CERT_ALTNAME_INVALID/,
      /host name that stands in/,
    ],
    ['that has expired', { expired: true }, true, /CERT_HAS_EXPIRED/, /Renew the certificate/],
  ])(
    'a certificate %s is refused, and nothing is asked',
    async (_what, kind, isTrusted, message, hint) => {
      const { key, certificate } = selfSigned(kind);
      workshop.write('ca.pem', certificate);
      const port = await listen(createServer({ key, cert: certificate }, answer));
      const env = isTrusted ? { NODE_EXTRA_CA_CERTS: workshop.path('ca.pem') } : undefined;
      const { verdict, problem } = await read(`https://127.0.0.1:${port}/mcp`, env);
      expect([verdict, problem?.code]).toEqual(['unreadable', 'certificate-refused']);
      expect(problem?.message).toMatch(/^handshake: the certificate of the server is not accepted/);
      expect(problem?.message).toMatch(message);
      expect(problem?.hint).toMatch(hint);
      expect(asked).toBe(0);
    },
  );

  test('no variable switches the check off', async () => {
    const { key, certificate } = selfSigned();
    const port = await listen(createServer({ key, cert: certificate }, answer));
    const url = `https://127.0.0.1:${port}/mcp`;
    const { problem } = await read(url, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect([problem?.code, asked]).toEqual(['certificate-refused', 0]);
  });

  test('a server that answers without TLS is told so', async () => {
    const port = await listen(createHttpServer(answer));
    const { problem } = await read(`https://127.0.0.1:${port}/mcp`);
    expect(problem?.code).toBe('connection-failed');
    expect(problem?.message).toMatch(/does not speak TLS as it should \((?:ERR_SSL_|EPROTO)/);
    expect(problem?.hint).toContain('http://');
  });
});
