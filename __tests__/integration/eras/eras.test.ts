import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ROOT,
  serverOf,
  Workshop,
  type RecordedServer,
  type Surroundings,
} from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
  for (const name of ['stateless.mjs', 'sdk-v2.mjs', 'stateless-http.mjs']) {
    copyFileSync(join(ROOT, '__tests__/fixtures/servers', name), workshop.path(name));
  }
});
afterEach(() => workshop.remove());

const SDK_V2 = join(ROOT, 'node_modules/@modelcontextprotocol/server');
const sdk = (eras: 'both' | 'modern'): string => `node sdk-v2.mjs ${eras} ${SDK_V2}`;
const stateless = (recipe: object = {}): string => `node stateless.mjs '${JSON.stringify(recipe)}'`;

async function read(
  command: string,
  options: readonly string[] = [],
  surroundings?: Surroundings,
): Promise<RecordedServer> {
  const words = ['check', '--json', '--command', command, ...options];
  return serverOf(await workshop.cli(words, surroundings));
}

const protocolOf = (found: RecordedServer): unknown => found.capture?.['protocol'];
const digestsOf = (found: RecordedServer): unknown =>
  found.items?.map(({ kind, id, fields }) => [kind, id, fields]);

describe('the official SDK 2.x', () => {
  test('that serves both eras is read by initialize, which is asked first', async () => {
    const found = await read(sdk('both'));
    expect(found.problem?.code).toBe('baseline-missing');
    expect(protocolOf(found)).toEqual({ requested: '2025-11-25', negotiated: '2025-11-25' });
  });

  test('that has no initialize is read without one', async () => {
    const found = await read(sdk('modern'));
    expect(found.problem?.code).toBe('baseline-missing');
    expect(protocolOf(found)).toEqual({ requested: '2026-07-28', negotiated: '2026-07-28' });
    expect(found.items?.map(({ kind, id }) => [kind, id])).toEqual([
      ['server', null],
      ['tool', 'greet'],
    ]);
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])(
    'is read with exactly %s when that is asked for',
    async (version) => {
      const found = await read(sdk('both'), ['--protocol', version]);
      expect(protocolOf(found)).toEqual({ requested: version, negotiated: version });
    },
  );

  test('gives one tool the same digests in every era', async () => {
    const [old, modern] = [
      await read(sdk('both'), ['--protocol', '2025-11-25']),
      await read(sdk('both'), ['--protocol', '2026-07-28']),
    ];
    const tool = (found: RecordedServer): unknown =>
      found.items?.find(({ id }) => id === 'greet')?.fields;
    expect(tool(modern)).toBeDefined();
    expect(tool(modern)).toEqual(tool(old));
  });
});

describe('a server without a handshake', () => {
  test('is read in a fresh process after initialize was refused, and never probed itself', async () => {
    const log = workshop.path('log');
    const found = await read(stateless({ log }));
    expect(protocolOf(found)).toEqual({ requested: '2026-07-28', negotiated: '2026-07-28' });
    const lines = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ', 1)[0] ?? '');
    const methods = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line.slice(line.indexOf(' '))) as { method: string }).method);
    const [first] = lines;
    const measured = methods.filter((_method, index) => lines[index] !== first);
    expect(methods[0]).toBe('initialize');
    expect(measured[0]).toBe('server/discover');
    expect(measured).not.toContain('initialize');
    expect(measured).toContain('tools/list');
  });

  test('digests definitions only: ttlMs and its friends move on every list and change nothing', async () => {
    const runs = [await read(stateless()), await read(stateless())];
    expect(runs[0]?.surface).toMatch(/^sha256:/);
    expect(runs[1]?.surface).toBe(runs[0]?.surface);
  });

  test('says of itself what its discovery and its _meta say, with the cuts of FORMAT 1.1', async () => {
    const [server] = (await read(stateless())).items ?? [];
    // printf '"No handshake."', '{"name":"stateless"}' and '{"extensions":{"io.example/x":{}},"tools":{}}' | sha256sum
    expect(server?.fields).toEqual({
      instructions: 'sha256:f06c41563e84f1e8619ecc98602fb28e0a588c7d0e39794f5876c3825c0f7d71',
      serverInfo: 'sha256:4a359182898af1b4a592281ade1f85dc54dddae706af916c5ade29f72085c387',
      capabilities: 'sha256:cafa690b5938ba32e8a559c4ac50204bee8c358240f7d13218be54437c98573c',
    });
  });

  test('is read page by page', async () => {
    const tools = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
      name,
      inputSchema: { type: 'object' },
    }));
    const found = await read(stateless({ tools, pages: 3 }));
    expect(found.items?.map(({ id }) => id)).toEqual([null, 'a', 'b', 'c', 'd', 'e']);
    expect(found.capture?.['pages']).toEqual({ read: 3, complete: true });
  });

  test('that wants input before it lists is unreadable and says so', async () => {
    const found = await read(stateless({ inputRequired: true }));
    expect([found.verdict, found.problem?.code]).toEqual(['unreadable', 'list-malformed']);
    expect(found.problem?.message).toContain('asks for input');
  });

  test('that supports other versions only is refused with the list of those that are known', async () => {
    const found = await read(stateless({ supported: ['2027-01-01'] }), [
      '--protocol',
      '2026-07-28',
    ]);
    expect([found.verdict, found.problem?.code]).toEqual(['unreadable', 'protocol-unsupported']);
    expect(found.problem?.hint).toContain(
      '2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05',
    );
  });

  test('with another protocol than the baseline is incomparable', async () => {
    const command = sdk('both');
    const marked = await workshop.cli(['mark', '--command', command]);
    expect(marked.code).toBe(0);
    const found = await read(command, ['--protocol', '2026-07-28']);
    expect([found.verdict, found.conditions]).toEqual(['incomparable', ['protocol.negotiated']]);
  });

  test('is asked first for the era of its baseline', async () => {
    const log = workshop.path('log');
    const marked = await workshop.cli([
      'mark',
      '--command',
      stateless({ log }),
      '--protocol',
      '2026-07-28',
    ]);
    expect(marked.code).toBe(0);
    const before = readFileSync(log, 'utf8').length;
    const found = await read(stateless({ log }));
    expect(found.verdict).toBe('match');
    expect(readFileSync(log, 'utf8').slice(before)).not.toContain('"initialize"');
  });
});

describe('a server with a handshake', () => {
  test('that refuses it for another reason is reported with that reason', async () => {
    workshop.serve({ on: { initialize: [{ error: { code: -32000, message: 'no key' } }] } });
    copyFileSync(join(ROOT, '__tests__/fixtures/servers/stateless.mjs'), workshop.path('s.mjs'));
    const found = await read(`node s.mjs '{"initialize":-32000,"supported":["x"]}'`);
    expect([found.verdict, found.problem?.code]).toEqual(['unreadable', 'handshake-refused']);
    expect(found.problem?.message).toContain('initialize with JSON-RPC code -32000');
  });

  test('reads the same definitions whichever version is spoken', async () => {
    const versions = ['2024-11-05', '2025-11-25'];
    const runs = await Promise.all(
      versions.map((version) => read(sdk('both'), ['--protocol', version])),
    );
    const [old, recent] = runs.map(digestsOf);
    expect(recent).toEqual(old);
  });
});

describe('a server without a handshake over HTTP', () => {
  const HTTP = ['--url', 'http://127.0.0.1:{port}/mcp'];

  test.each<[string, string[]]>([
    ['in a box', []],
    ['without isolation', ['--isolation', 'none']],
  ])(
    'is read with the version and method in the headers of each request, %s',
    async (_where, more) => {
      const options = [...HTTP, ...more];
      const found = await read('node stateless-http.mjs {port}', options, { asShipped: true });
      expect(found.problem?.code).toBe('baseline-missing');
      expect(found.items?.map(({ kind, id }) => [kind, id])).toEqual([
        ['server', null],
        ['tool', 'one'],
      ]);
      expect(protocolOf(found)).toEqual({
        requested: '2026-07-28',
        negotiated: '2026-07-28',
        versionHeader: true,
      });
    },
  );
});
