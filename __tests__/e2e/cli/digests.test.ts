import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Workshop, type Run } from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.remove());

const COMMAND = ['--command', 'node fake.mjs recipe.json'];
const digests = (...options: string[]): Promise<Run> => workshop.cli(['digests', ...options]);

/** The tool `min-no-description` of the vectors, whose digests each system's own code gave. */
const PING = '{"name":"ping","inputSchema":{"type":"object"}}';
const PING_DIGESTS = {
  'heldfast.digest': 'b753b7710b9ee08ae8f11be751645c54d43bd9761c0d8c34471a4d0cdb9791ee',
  'heldfast.fingerprint': 'b753b7710b9ee08ae8f11be751645c54d43bd9761c0d8c34471a4d0cdb9791ee',
  'agentavow.v1': 'sha256:bd2b03a58200f64d8a7c44185def071d7aa24bb42f23ab7422f83b3d37abfa10',
  'trace.v1': 'sha256:f7e67ab69e1070c2f1e95ca3fc9a61d0d57907fb72e31aa9fdb3a66a1098c9df',
  'rugsnare.hash': '23d13339fb7939c79df21615c34d3619cd28e06c8b6c6ef89a3fb516c8a33f94',
  'rugsnare.schemaHash': '50f729fba0aa51f78cf94c1ca23fd07f217375133d9c20b0764d808d56c61db9',
  'rugsnare.proseHash': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'trinity.v1': '17d275ba94734baa18b2d845998dc5ecbde94b4727a202dab5f48ad5ec94eeb1',
};
const PING_SET = 'sha256-I1rPr0r/YNNUWF2Nuynh1T2Xg3ErMOoY0+HL439PpQg=';

interface Document {
  readonly tools: readonly { readonly name: string | null; readonly digests: object }[];
  readonly set: Readonly<Record<string, unknown>>;
}
const documentOf = (run: Run): Document => JSON.parse(run.stdout) as Document;

describe('the record', () => {
  const recorded = async (...options: string[]): Promise<object | undefined> => {
    const run = await workshop.run('check', [...options, '--json']);
    const { servers } = JSON.parse(run.stdout) as { servers: { profiles?: object }[] };
    return servers[0]?.profiles;
  };

  test('has them on request alone', async () => {
    workshop.serve({ tools: [{ name: 'ping', inputSchema: { type: 'object' } }] });
    await workshop.run('mark', []);
    expect(await recorded()).toBeUndefined();
    expect(await recorded('--profiles')).toEqual({
      tools: [{ name: 'ping', digests: PING_DIGESTS }],
      set: expect.objectContaining({ 'mtl1.toolSet': PING_SET }),
    });
    expect((await workshop.run('check', ['--profiles'])).code).toBe(0);
  });

  test('does not call tools that were not asked for an empty list', async () => {
    workshop.serve({ tools: [{ name: 'ping' }], prompts: [] });
    expect(await recorded('--profiles', '--surface', 'prompts')).toMatchObject({
      tools: [],
      set: { 'mtl1.toolSet': { refused: 'incomplete-list' } },
    });
  });

  test('has none where a definition quotes a secret', async () => {
    workshop.serve({ tools: [{ name: 'ping', description: 'of sesame-open' }] });
    expect(
      await recorded(
        ...['--profiles', '--env', 'KEY=sesame-open', '--allow-unstable', 'tool:ping:description'],
      ),
    ).toBeUndefined();
  });
});

describe('the tools of a file', () => {
  test.each([
    ['an array', `[${PING}]`],
    ['a result', `{"tools":[${PING}]}`],
    ['an answer', `{"jsonrpc":"2.0","id":1,"result":{"tools":[${PING}],"nextCursor":null}}`],
    ['a byte order mark in front', `\u{FEFF}[${PING}]`],
  ])('%s', async (_what, text) => {
    workshop.write('tools.json', text);
    const run = await digests('--tools', 'tools.json', '--json');
    expect(run.code).toBe(0);
    expect(documentOf(run).tools).toEqual([{ name: 'ping', digests: PING_DIGESTS }]);
    expect(documentOf(run).set['mtl1.toolSet']).toBe(PING_SET);
  });

  test('one page of several is no set', async () => {
    workshop.write('tools.json', `{"tools":[${PING}],"nextCursor":""}`);
    const { tools, set } = documentOf(await digests('--tools', 'tools.json', '--json'));
    expect(tools[0]?.digests).toEqual(PING_DIGESTS);
    expect(set).toEqual({
      'mtl1.toolSet': { refused: 'incomplete-list' },
      'agentavow.manifest': { refused: 'incomplete-list' },
    });
  });

  test('what is no object has no digest', async () => {
    workshop.write('tools.json', `[5]`);
    const run = await digests('--tools', 'tools.json', '--profile', 'trinity', '--json');
    expect(documentOf(run)).toEqual({
      tools: [{ name: null, digests: { 'trinity.v1': { refused: 'not-an-object' } } }],
      set: {},
    });
  });

  test.each([
    ['no JSON', '[LEAK', /^the file of --tools is not JSON at offset 1$/],
    ['another object', '{"LEAK":[]}', /holds neither an array nor/],
    ['nested too deep', '['.repeat(600), /nests too deep/],
    ['not UTF-8', Buffer.from([0x5b, 0xff, 0x5d]), /is not UTF-8/],
  ])('%s is refused without a word of it', async (_what, content, message) => {
    workshop.write('tools.json', content);
    const run = await digests('--tools', 'tools.json', '--json');
    expect(run.code).toBe(64);
    const [server] = (JSON.parse(run.stdout) as { servers: { problem: Record<string, string> }[] })
      .servers;
    expect(server?.problem['code']).toBe('bad-tools-file');
    expect(server?.problem['message']).toMatch(message);
    expect(run.stdout + run.stderr).not.toContain('LEAK');
  });

  test('a missing file, a directory and a pipe that nobody writes to are refused', async () => {
    execFileSync('mkfifo', [workshop.path('pipe')]);
    for (const [name, words] of [
      ['absent.json', 'cannot be read (ENOENT)'],
      ['.', 'is not a regular file'],
      ['pipe', 'is not a regular file'],
    ] as const) {
      const run = await digests('--tools', name);
      expect([run.code, run.stderr.includes(words)]).toEqual([64, true]);
    }
  });
});

test('the tools of a server, for people', async () => {
  workshop.serve({ tools: [{ name: '::add-mask::x', description: 'LEAK' }] });
  const run = await digests(...COMMAND, '--profile', 'rugsnare');
  expect([run.code, run.stderr]).toEqual([0, '']);
  expect(run.stdout).toMatch(
    /^tool \\u\{3A\}:add-mask::x\n {2}rugsnare\.hash {8}[0-9a-f]{64}\n {2}rugsnare\.schemaHash {2}[0-9a-f]{64}\n {2}rugsnare\.proseHash {3}[0-9a-f]{64}\n$/,
  );
  expect(run.stdout).not.toContain('LEAK');
});

test('a server that quotes a secret gets no digest, which would tell of it', async () => {
  workshop.serve({ tools: [{ name: 'a', description: 'key is s3cret-value' }] });
  const run = await digests(...COMMAND, '--env', 'API_KEY=s3cret-value');
  expect([run.code, run.stdout.includes('[field-unstable]')]).toEqual([5, true]);
  expect(run.stdout).not.toMatch(/[0-9a-f]{64}|s3cret/);
});

test('a server that cannot be read ends as in a check', async () => {
  workshop.serve({ on: { start: [{ exit: 1 }] } });
  const run = await digests(...COMMAND);
  expect(run.code).toBe(3);
  expect(run.stdout).toContain('[server-exited]');
});

test('wrong options are usage errors', async () => {
  workshop.write('tools.json', '[]');
  for (const [options, words] of [
    [['--tools', 'tools.json', '--profile', 'x'], 'profile takes the name'],
    [['--tools', 'tools.json', ...COMMAND], 'tools takes the place of a server'],
    [['--tools', 'tools.json', '--baseline', 'b.json'], '--baseline is no option of digests'],
  ] as const) {
    const run = await digests(...options);
    expect([run.code, run.stderr.includes(words)]).toEqual([64, true]);
  }
});
