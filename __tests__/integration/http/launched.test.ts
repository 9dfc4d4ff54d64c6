import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { HTTP_FAKE } from '../../helpers/http-server.js';
import { NO_NAMESPACES } from '../../helpers/restricted-machine.js';
import {
  ROOT,
  serverOf,
  Workshop,
  type RecordedServer,
  type Recipe,
} from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop(undefined, { asShipped: true });
  copyFileSync(HTTP_FAKE, workshop.path('http.mjs'));
});
afterEach(() => workshop.remove());

const TOOLS = [
  { name: 'one', description: 'Grüße, 世界 \u{1F600}' },
  { name: 'two', description: 'b' },
];
const PLAIN: Recipe = { tools: TOOLS, strict: true, session: 's' };
/** As in the tests of stdio. */
const PLAIN_SURFACE = 'sha256:f70e4b2504fbd12b524e14989a4d4961a71fa09c91d4632fa32fa0f782f5f8a0';
const URL_OPTION = ['--url', 'http://127.0.0.1:{port}/mcp'];
const AS_ARGUMENT = ['--command', 'node http.mjs recipe.json {port}', ...URL_OPTION];

async function run(
  command: 'check' | 'mark',
  recipe: Recipe,
  options: readonly string[] = AS_ARGUMENT,
): Promise<RecordedServer> {
  workshop.serve(recipe);
  const ended = await workshop.cli([command, ...options, '--json']);
  expect(ended.faults).toEqual([]);
  expect(ended.stdout + ended.stderr).not.toContain('LEAK');
  return serverOf(ended);
}

describe.each([
  ['in a box', 'witnessmark-box/1', 'none', []],
  ['without isolation', 'none', 'full', ['--isolation', 'none']],
])('a server that is started %s', (_where, layout, network, isolation) => {
  test('is read through its port, with {port} unexpanded in what is recorded', async () => {
    const found = await run('mark', PLAIN, [...AS_ARGUMENT, ...isolation]);
    expect(found.problem).toBeNull();
    expect(found.surface).toBe(PLAIN_SURFACE);
    expect(found.capture).toMatchObject({
      transport: 'streamable-http',
      endpoint: 'http://127.0.0.1:{port}/mcp',
      protocol: { versionHeader: true },
      launch: { command: 'node', args: ['http.mjs', 'recipe.json', '{port}'], network },
      isolation: { layout },
      reads: 2,
    });
    expect((await run('check', PLAIN, [...AS_ARGUMENT, ...isolation])).verdict).toBe('match');
  });

  test('learns its port from a variable, which counts as no real value', async () => {
    const options = [
      '--command',
      'node http.mjs recipe.json',
      '--env',
      'PORT={port}',
      ...URL_OPTION,
    ];
    const found = await run('check', PLAIN, [...options, ...isolation]);
    expect(found.surface).toBe(PLAIN_SURFACE);
    expect(found.capture).toMatchObject({
      launch: { envNames: ['PORT'], envValues: 'placeholder' },
    });
  });

  test('is waited for', async () => {
    const found = await run('check', { ...PLAIN, start: { late: 700 } }, [
      ...AS_ARGUMENT,
      ...isolation,
    ]);
    expect(found.surface).toBe(PLAIN_SURFACE);
  });

  test('is asked again while it answers 503 or 404', async () => {
    const on = {
      'initialize#1': { status: 503 },
      'initialize#2': { status: 404 },
      'initialize#3': { status: 502 },
    };
    const found = await run('check', { ...PLAIN, on }, [...AS_ARGUMENT, ...isolation]);
    expect(found.surface).toBe(PLAIN_SURFACE);
  });

  test('may log to stdout as it likes', async () => {
    const start = { stdout: 'LEAK {"jsonrpc":"2.0","id":0,"result":{}}' };
    const found = await run('check', { ...PLAIN, start }, [...AS_ARGUMENT, ...isolation]);
    expect(found.surface).toBe(PLAIN_SURFACE);
    expect(found.findings.filter(({ kind }) => kind === null)).toEqual([]);
  });

  test('and exits is reported with its exit code', async () => {
    const start = { stderr: 'LEAK', exit: 7 };
    const found = await run('check', { ...PLAIN, start }, [...AS_ARGUMENT, ...isolation]);
    expect([found.problem?.code, found.items]).toEqual(['server-exited', null]);
    expect(found.problem?.message).toContain('exited with code 7');
  });

  test('and listens nowhere is named by its port', async () => {
    const options = [...AS_ARGUMENT, ...isolation, '--timeout', '2'];
    const found = await run('check', { ...PLAIN, start: { listen: false } }, options);
    expect(found.problem?.code).toBe('server-not-listening');
    expect(found.problem?.message).toMatch(
      /^handshake: nothing listens on port \d+ of 127\.0\.0\.1 \((?:ECONN|EPIPE)/,
    );
  });

  test('and quotes its port has that said, not called unstable', async () => {
    const found = await run('mark', { ...PLAIN, quote: 'port' }, [...AS_ARGUMENT, ...isolation]);
    expect(found.findings).toContainEqual({
      kind: 'tool',
      id: 'one',
      finding: 'quotes-port:description',
    });
    expect(found.verdict).toBe('match');
  });

  test('a Host header is what the url says', async () => {
    const options = [
      '--command',
      'node http.mjs recipe.json {port}',
      '--url',
      'http://localhost:{port}/mcp',
    ];
    const found = await run('check', { ...PLAIN, quote: 'host' }, [...options, ...isolation]);
    expect(found.capture).toMatchObject({ endpoint: 'http://localhost:{port}/mcp' });
    const of = found.findings.filter(({ id }) => id === 'one').map(({ finding }) => finding);
    expect(of).toContain('quotes-port:description');
    expect(of).not.toContain('varies:description');
  });

  test('a fixed port is read too', async () => {
    const options = [
      '--command',
      'node http.mjs recipe.json 8931',
      '--url',
      'http://127.0.0.1:8931/mcp',
    ];
    const found = await run('mark', PLAIN, [...options, ...isolation]);
    expect(found.problem).toBeNull();
    expect(found.surface).toBe(PLAIN_SURFACE);
    expect(found.capture).toMatchObject({ endpoint: 'http://127.0.0.1:8931/mcp' });
  });
});

test('a server that is started and answers 404 for ever is told so', async () => {
  // Long before the bound of a start: what answers 404 for three seconds has no other route.
  const started = performance.now();
  const found = await run('check', { ...PLAIN, path: '/other' }, [
    ...AS_ARGUMENT,
    '--isolation',
    'none',
  ]);
  expect(found.problem?.code).toBe('http-not-found');
  expect(found.problem?.message).toMatch(
    /^handshake: the server answered HTTP 404: there is nothing at this path \(/,
  );
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('a server that takes the connection and never answers is not told that nothing listens', async () => {
  // Late, so that the first tries find nothing.
  const recipe = { ...PLAIN, start: { late: 300 }, on: { initialize: { hang: true } } };
  const found = await run('check', recipe, [...AS_ARGUMENT, '--timeout', '3']);
  expect(found.problem?.code).toBe('read-timeout');
});

test('without isolation a fixed port that something else has is refused, and nothing is read there', async () => {
  const other = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => other.listen(8932, '127.0.0.1', resolve));
  try {
    const options = [
      '--command',
      'node http.mjs recipe.json 8932',
      '--url',
      'http://127.0.0.1:8932/mcp',
    ];
    const found = await run('check', PLAIN, [...options, '--isolation', 'none']);
    expect(found.problem?.code).toBe('port-taken');
  } finally {
    other.close();
  }
});

test('in a box that port is free, whatever the machine does with it', async () => {
  const other = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => other.listen(8933, '127.0.0.1', resolve));
  try {
    const options = [
      '--command',
      'node http.mjs recipe.json 8933',
      '--url',
      'http://127.0.0.1:8933/mcp',
    ];
    expect((await run('check', PLAIN, options)).surface).toBe(PLAIN_SURFACE);
  } finally {
    other.close();
  }
});

/** Runs the bundle as in a container that lets nobody make namespaces. */
async function runWithoutNamespaces(
  command: 'check' | 'mark',
  recipe: Recipe,
): Promise<RecordedServer> {
  workshop.serve(recipe);
  workshop.write('container.pl', NO_NAMESPACES);
  const argv = [process.execPath, join(ROOT, 'dist/cli.js'), command, '--json', ...AS_ARGUMENT];
  const child = spawn('perl', [workshop.path('container.pl'), '0', '0', ...argv], {
    cwd: workshop.directory,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  await once(child, 'close');
  return serverOf({ code: 0, stdout, stderr: '', faults: [] });
}

describe('a server that is started where no namespaces can be made', () => {
  const capture = {
    transport: 'streamable-http',
    endpoint: 'http://127.0.0.1:{port}/mcp',
    protocol: { versionHeader: true },
    launch: { network: 'none' },
    isolation: { layout: 'witnessmark-net/1', mechanism: 'seccomp' },
  };

  test('is read through its port on this machine, twice at the same time', async () => {
    const found = await runWithoutNamespaces('mark', { ...PLAIN, quote: 'port' });
    expect(found.problem).toBeNull();
    expect(found.capture).toMatchObject(capture);
    expect(found.findings).toContainEqual({
      kind: 'tool',
      id: 'one',
      finding: 'quotes-port:description',
    });
  });

  test('matches what was marked there, and what it says is what it says in a box', async () => {
    expect((await runWithoutNamespaces('mark', PLAIN)).surface).toBe(PLAIN_SURFACE);
    const found = await runWithoutNamespaces('check', PLAIN);
    expect([found.verdict, found.surface]).toEqual(['match', PLAIN_SURFACE]);
    expect((await run('check', PLAIN)).conditions).toEqual(['isolation.layout']);
  });

  test('is told when it listens on no port', async () => {
    const found = await runWithoutNamespaces('check', { ...PLAIN, start: { exit: 7 } });
    expect(found.problem?.message).toContain('exited with code 7');
  });
});

test('a redirect leads out of a box for no one', async () => {
  const headers = { Location: 'http://127.0.0.1:8799/mcp' };
  const found = await run('check', { ...PLAIN, on: { initialize: { status: 307, headers } } });
  expect(found.problem?.code).toBe('http-redirect');
});

describe('server-everything', () => {
  const ENTRY = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';
  const digests = ({ items }: RecordedServer): unknown =>
    items
      ?.filter(({ kind }) => kind !== 'server')
      .map(({ kind, id, digest }) => [kind, id, digest]);
  const read = async (options: readonly string[]): Promise<RecordedServer> => {
    const common = ['check', '--working-directory', ROOT, '--baseline', 'none.json', '--json'];
    return serverOf(await workshop.cli([...common, ...options]));
  };
  const isolations: readonly (readonly [string, readonly string[]])[] = [
    ['in a box', []],
    ['without isolation', ['--isolation', 'none']],
  ];
  test.each(isolations)(
    'gives the same digests over stdio and over HTTP, %s',
    async (_where, isolation) => {
      const stdio = await read(['--command', `node ${ENTRY} stdio`, ...isolation]);
      const http = await read([
        ...['--command', `node ${ENTRY} streamableHttp`, '--env', 'PORT={port}'],
        ...[...URL_OPTION, ...isolation],
      ]);
      expect(http.problem?.code).toBe('baseline-missing');
      expect(http.capture).toMatchObject({
        transport: 'streamable-http',
        protocol: { versionHeader: true },
      });
      expect(stdio.items?.filter(({ kind }) => kind === 'tool').length).toBeGreaterThan(12);
      expect(digests(http)).toEqual(digests(stdio));
    },
  );
});

test('a baseline of stdio is not comparable with a reading over HTTP', async () => {
  const marked = await workshop.cli(['mark', '--command', 'node fake.mjs recipe.json']);
  expect(marked.code).toBe(3);
  workshop.serve({ tools: TOOLS });
  expect((await workshop.run('mark')).code).toBe(0);
  const found = await run('check', PLAIN);
  expect(found.verdict).toBe('incomparable');
  expect(found.conditions).toEqual(
    expect.arrayContaining(['transport', 'endpoint', 'protocol.versionHeader', 'launch.args']),
  );
  expect(found.changes).toEqual([]);
  expect(readFileSync(workshop.path('witnessmark.json'), 'utf8')).toContain('"transport": "stdio"');
});
