import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ROOT,
  serverOf,
  Workshop,
  type RecordedServer,
  type Surroundings,
} from '../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.remove());

const SERVERS = {
  everything: '@modelcontextprotocol/server-everything/dist/index.js',
  memory: '@modelcontextprotocol/server-memory/dist/index.js',
  filesystem2025: 'server-filesystem-2025/dist/index.js',
  filesystem2026: 'server-filesystem-2026/dist/index.js',
} as const;
/** As a user runs it, but for the isolation: the packages are outside the checkout. */
const SHIPPED: Surroundings = { asShipped: true };
const ARGV = ['--command', 'node server.mjs .', '--isolation', 'none', '--json'];

/** From now on `node server.mjs` is this server: one command line for two versions. */
function install(server: keyof typeof SERVERS): void {
  const url = pathToFileURL(join(ROOT, 'node_modules', SERVERS[server])).href;
  // server-everything takes its argument for a transport; the others need a directory.
  const cut = server === 'everything' ? 'process.argv.splice(2); ' : '';
  workshop.write('server.mjs', `${cut}await import(${JSON.stringify(url)});\n`);
}

async function run(
  command: 'check' | 'mark',
  options: readonly string[] = [],
): Promise<readonly [number, RecordedServer]> {
  const found = await workshop.cli([command, ...ARGV, ...options], SHIPPED);
  expect(found.faults).toEqual([]);
  return [found.code, serverOf(found)];
}

type Tool = Readonly<Record<string, unknown>> & { readonly name: string };

/** Lists tools with nothing but a child process and JSON.parse. */
async function toolsOnTheWire(): Promise<readonly Tool[]> {
  const child = spawn('node', ['server.mjs', '.'], {
    cwd: workshop.directory,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const capabilities = { elicitation: { form: {}, url: {} }, roots: {}, sampling: {} };
  const clientInfo = { name: 'x', version: '1' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities, clientInfo },
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const message = JSON.parse(line) as {
        readonly id?: unknown;
        readonly method?: string;
        readonly result?: { readonly tools?: readonly Tool[]; readonly nextCursor?: string };
      };
      if (message.method === 'roots/list') send({ id: message.id, result: { roots: [] } });
      else if (message.method === undefined && message.id === 1) {
        send({ method: 'notifications/initialized' });
        // These servers register what depends on the client's answers a moment later.
        setTimeout(() => send({ id: 2, method: 'tools/list' }), 500);
      } else if (message.method === undefined && message.id === 2) {
        expect(message.result?.nextCursor).toBeUndefined();
        return message.result?.tools ?? [];
      }
    }
    throw new Error('no list');
  } finally {
    child.kill('SIGKILL');
  }
}

/** `NAME.FIELD` for every member that differs, `NAME` for a tool that only one side has. */
function differences(before: readonly Tool[], after: readonly Tool[]): string[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return names
    .flatMap((name) => {
      const [left, right] = [before, after].map((tools) =>
        tools.find((tool) => tool.name === name),
      );
      if (left === undefined || right === undefined) return [name];
      const members = [...new Set([...Object.keys(left), ...Object.keys(right)])];
      return members
        .filter((member) => !isDeepStrictEqual(left[member], right[member]))
        .map((member) => `${name}.${member}`);
    })
    .sort();
}

describe('server-filesystem, marked at 2025.8.21 and checked at 2026.8.31', () => {
  test('the very tools and fields that differ on the wire are named, no others', async () => {
    install('filesystem2025');
    const before = await toolsOnTheWire();
    const [markCode, marked] = await run('mark');
    install('filesystem2026');
    const after = await toolsOnTheWire();
    const [code, found] = await run('check');
    expect([markCode, code, found.verdict]).toEqual([0, 1, 'drift']);

    const expected = differences(before, after);
    const named = found.changes
      .filter(({ kind }) => kind === 'tool')
      .flatMap(({ id, fields }) =>
        fields.length === 0 ? [`${id}`] : fields.map(({ field }) => `${id}.${field}`),
      )
      .sort();
    expect(expected.length).toBeGreaterThan(0);
    expect(named).toEqual(expected);

    // What other readers drop or refuse is read and reported.
    expect(before).toHaveLength(14);
    const nonconforming = (server: RecordedServer): number =>
      server.findings.filter(({ finding }) => finding === 'nonconforming:inputSchema').length;
    expect(marked.items?.filter(({ kind }) => kind === 'tool')).toHaveLength(14);
    expect(nonconforming(marked)).toBe(
      before.filter(({ inputSchema }) => (inputSchema as { type?: unknown }).type !== 'object')
        .length,
    );
    expect(nonconforming(marked)).toBe(13);
    expect(nonconforming(found)).toBe(0);
    for (const tool of [...before, ...after]) {
      expect(JSON.stringify(found)).not.toContain(String(tool['description']));
    }
  });
});

describe('servers that do not change', () => {
  test.each(['everything', 'memory', 'filesystem2025', 'filesystem2026'] as const)(
    '%s is a match, and its tools are those on the wire',
    async (server) => {
      install(server);
      expect((await run('mark'))[0]).toBe(0);
      const [code, found] = await run('check');
      expect([code, found.verdict, found.changes]).toEqual([0, 'match', []]);
      expect(found.items?.filter(({ kind }) => kind === 'tool').map(({ id }) => id)).toEqual(
        (await toolsOnTheWire()).map(({ name }) => name).sort(),
      );
    },
  );
});

describe('server-everything', () => {
  const toolsOf = ({ items }: RecordedServer): number =>
    (items ?? []).filter(({ kind }) => kind === 'tool').length;

  test('shows 17 tools to a client that can do everything and 13 to one that can do nothing', async () => {
    install('everything');
    const [, full] = await run('mark');
    expect(toolsOf(full)).toBe(17);
    const [code, none] = await run('check', ['--client-capabilities', 'none']);
    expect(toolsOf(none)).toBe(13);
    // Never called drift: it was read as another client. Source: FORMAT 4.3.
    expect([code, none.verdict, none.conditions]).toEqual([
      4,
      'incomparable',
      ['clientCapabilities', 'client'],
    ]);
    expect(none.changes.filter(({ change }) => change === 'removed')).toHaveLength(4);
  });

  test('gives one surface however often it is read', async () => {
    install('everything');
    const surfaces: (string | null)[] = [];
    for (let read = 0; read < 4; read += 1) surfaces.push((await run('check'))[1].surface);
    expect(surfaces[0]).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(new Set(surfaces).size).toBe(1);
  });
});
