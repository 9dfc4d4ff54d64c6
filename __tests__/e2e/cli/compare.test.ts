import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ROOT, serverOf, Workshop, type Run } from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.remove());

const TOOLS = [
  { name: 'read', description: 'LEAK one', inputSchema: { type: 'object' } },
  { name: 'write', inputSchema: { type: 'object' } },
];
const OTHER = [{ ...TOOLS[0], description: 'LEAK two' }, { name: 'new' }];

interface Document {
  readonly verdict: string;
  readonly differing: readonly string[];
  readonly unknown: readonly string[];
  readonly changes: readonly { readonly id: string; readonly change: string }[];
}
type Capture = Record<string, unknown>;

/** Writes the record of a server with these tools. */
async function record(name: string, tools: unknown, ...options: string[]): Promise<void> {
  workshop.serve({ tools });
  workshop.write(name, (await workshop.run('check', [...options, '--json'])).stdout);
}

/** Writes a record anew, with another capture block. */
function recapture(name: string, change: (capture: Capture) => void): void {
  const whole = JSON.parse(workshop.text(name)) as { servers: { capture: Capture }[] };
  for (const { capture } of whole.servers) change(capture);
  workshop.write(name, JSON.stringify(whole));
}

async function compared(a: string, b: string): Promise<[number, Document]> {
  const json = await workshop.cli(['compare', a, b, '--json']);
  const screen = await workshop.cli(['compare', a, b]);
  expect([screen.code, screen.faults, json.faults]).toEqual([json.code, [], []]);
  expect(screen.stdout + json.stdout).not.toContain('LEAK');
  for (const line of screen.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  const found = JSON.parse(json.stdout) as Document;
  expect(screen.stdout).toContain(`${found.verdict.toUpperCase()}  `);
  return [json.code, found];
}

describe('two readings', () => {
  test('of one server are the same, records and a baseline alike', async () => {
    await record('a.json', TOOLS);
    await record('b.json', [...TOOLS].reverse());
    await workshop.run('mark');
    for (const [a, b] of [
      ['a.json', 'b.json'],
      ['witnessmark.json', 'a.json'],
      ['a.json', 'witnessmark.json'],
    ] as const)
      expect(await compared(a, b)).toEqual([
        0,
        { verdict: 'same', differing: [], unknown: [], changes: [] },
      ]);
  });

  test('that differ are drift, seen from A', async () => {
    await record('a.json', TOOLS);
    await record('b.json', OTHER);
    const [code, { verdict, changes }] = await compared('a.json', 'b.json');
    expect([code, verdict]).toEqual([1, 'drift']);
    expect(changes.map(({ id, change }) => [id, change])).toEqual([
      ['new', 'added'],
      ['read', 'changed'],
      ['write', 'removed'],
    ]);
    const [, back] = await compared('b.json', 'a.json');
    expect(back.changes.map(({ change }) => change)).toEqual(['removed', 'changed', 'added']);
  });

  test('under other conditions are incomparable, whatever differs', async () => {
    await record('a.json', TOOLS);
    await record('b.json', OTHER, '--client-capabilities', 'none');
    await record('c.json', TOOLS, '--client-capabilities', 'none');
    const [code, found] = await compared('a.json', 'b.json');
    expect([code, found.verdict, found.differing]).toEqual([
      4,
      'incomparable',
      ['clientCapabilities', 'client'],
    ]);
    expect(found.changes).toHaveLength(3);
    const [same, { verdict, changes }] = await compared('a.json', 'c.json');
    expect([same, verdict, changes]).toEqual([4, 'incomparable', []]);
  });

  test('of which one does not know a condition are the same where no digest differs', async () => {
    await record('a.json', TOOLS);
    await record('b.json', OTHER);
    for (const name of ['a.json', 'b.json']) workshop.write(`less-${name}`, workshop.text(name));
    for (const name of ['less-a.json', 'less-b.json'])
      recapture(name, (capture) => delete capture['client']);
    expect(await compared('a.json', 'less-a.json')).toEqual([
      0,
      { verdict: 'same', differing: [], unknown: ['client'], changes: [] },
    ]);
    const [code, found] = await compared('less-a.json', 'b.json');
    expect([code, found.verdict, found.unknown]).toEqual([4, 'incomparable', ['client']]);
    const [, neither] = await compared('less-a.json', 'less-b.json');
    expect([neither.verdict, neither.unknown]).toEqual(['incomparable', ['client']]);
  });

  test('of a list that was not read to its end are never the same', async () => {
    await record('a.json', TOOLS);
    recapture('a.json', (capture) => (capture['pages'] = { read: 1, complete: false }));
    const [code, { verdict, differing }] = await compared('a.json', 'a.json');
    expect([code, verdict, differing]).toEqual([4, 'incomparable', ['pages.complete']]);
  });
});

describe('a record of several servers', () => {
  interface Whole {
    readonly servers: Record<string, unknown>[];
  }
  /** The first file's server under a new name before the second file's. */
  function join_(name: string, one: string, other: string): void {
    const [a, b] = [one, other].map((file) => JSON.parse(workshop.text(file)) as Whole);
    const servers = [{ ...a?.servers[0], server: 'first' }, ...(b?.servers ?? [])];
    workshop.write(name, JSON.stringify({ ...a, servers }));
  }

  test('gives the one of the other file', async () => {
    await record('a.json', TOOLS);
    await record('b.json', OTHER);
    join_('ab.json', 'a.json', 'b.json');
    expect((await compared('ab.json', 'b.json'))[1].verdict).toBe('same');
    expect((await compared('a.json', 'ab.json'))[1].verdict).toBe('drift');
    await workshop.run('mark');
    expect((await compared('witnessmark.json', 'ab.json'))[1].verdict).toBe('same');
  });

  interface Several {
    readonly verdict: string;
    readonly servers: readonly { readonly server: string; readonly verdict: string }[];
  }
  async function each(a: string, b: string): Promise<[number, Several, string]> {
    const json = await workshop.cli(['compare', a, b, '--json']);
    const screen = await workshop.cli(['compare', a, b]);
    expect([screen.code, screen.faults]).toEqual([json.code, []]);
    expect(screen.stdout + json.stdout).not.toContain('LEAK');
    for (const line of screen.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    return [json.code, JSON.parse(json.stdout) as Several, screen.stdout];
  }
  /** Writes a record of these servers, each an entry of a record of one. */
  function write(name: string, servers: Readonly<Record<string, string>>): void {
    const entries = Object.entries(servers).map(([server, file]) => ({
      ...(JSON.parse(workshop.text(file)) as Whole).servers[0],
      server,
    }));
    workshop.write(name, JSON.stringify({ format: 'witnessmark/1', servers: entries }));
  }

  test('is held against another one server by server', async () => {
    await record('a.json', TOOLS);
    await record('b.json', OTHER);
    await record('c.json', TOOLS, '--client-capabilities', 'none');
    write('one.json', { gone: 'a.json', notes: 'a.json', search: 'a.json' });
    write('two.json', { search: 'b.json', notes: 'a.json', new: 'a.json' });
    const [code, { verdict, servers }, screen] = await each('one.json', 'two.json');
    expect([code, verdict]).toEqual([1, 'drift']);
    expect(servers).toEqual([
      { server: 'gone', verdict: 'drift', only: 'A' },
      { server: 'new', verdict: 'drift', only: 'B' },
      { server: 'notes', verdict: 'same', differing: [], unknown: [], changes: [] },
      expect.objectContaining({ server: 'search', verdict: 'drift' }),
    ]);
    expect(screen.split('\n').slice(0, 9)).toEqual([
      'DRIFT  4 servers: 3 drift, 1 same',
      '',
      '  gone    in A only',
      '  new     in B only',
      '  notes   same',
      '  search  drift',
      '',
      '== search ==',
      '',
    ]);
    write('other.json', { gone: 'a.json', notes: 'c.json', search: 'b.json' });
    const [worse, { verdict: word }] = await each('one.json', 'other.json');
    expect([worse, word]).toEqual([4, 'incomparable']);
    const [equal, { verdict: none }] = await each('one.json', 'one.json');
    expect([equal, none]).toEqual([0, 'same']);
  });

  test('does not take a server that could not be read for one that has gone', async () => {
    await record('a.json', TOOLS);
    workshop.write('unread.json', '{"servers":[{"capture":null,"items":null}]}');
    write('one.json', { notes: 'a.json', search: 'a.json' });
    write('two.json', { notes: 'a.json', search: 'unread.json' });
    const [code, { servers }, screen] = await each('one.json', 'two.json');
    expect([code, servers[1]]).toEqual([
      4,
      { server: 'search', verdict: 'incomparable', unread: ['B'] },
    ]);
    expect(screen).toContain('  search  not read in B\n');
  });

  test('is refused where two of its servers have one name, or none the other file’s', async () => {
    await record('a.json', TOOLS);
    join_('several.json', 'a.json', 'a.json');
    join_('twice.json', 'a.json', 'several.json');
    write('foreign.json', { one: 'a.json', two: 'a.json' });
    for (const [a, b, message] of [
      ['several.json', 'twice.json', 'the file B holds two servers of one name'],
      [
        'foreign.json',
        'a.json',
        'the file A holds 2 servers, and not exactly one of the other file’s name',
      ],
    ] as const) {
      const run = await workshop.cli(['compare', a, b, '--json']);
      const { problem } = serverOf(run);
      expect([run.code, problem?.code, problem?.message]).toEqual([
        64,
        'bad-compared-file',
        message,
      ]);
    }
  });
});

describe('a catalogue of the heldfast feed', () => {
  /** The vector `min-no-description`, whose digest that system's own code gave. */
  const PING = { name: 'ping', inputSchema: { type: 'object' } };
  const HEX = 'b753b7710b9ee08ae8f11be751645c54d43bd9761c0d8c34471a4d0cdb9791ee';
  const OTHER_HEX = '0'.repeat(64);
  const catalogue = (change: object = {}): void =>
    workshop.write(
      'catalogue.json',
      JSON.stringify({
        args: [],
        measured_at: '2026-09-28T07:22:58+00:00',
        package: 'ping',
        protocol: '2025-11-25',
        tools: [{ digest: HEX, fingerprint: HEX, name: 'ping' }],
        version: '1.0.0',
        ...change,
      }),
    );
  /** The record of a package, pinned, with one argument of its own. */
  function asPackage(name: string, ...own: readonly string[]): void {
    recapture(name, (capture) => {
      capture['launch'] = {
        ...(capture['launch'] as object),
        command: 'npx',
        args: ['-y', 'ping@1.0.0', ...own],
        package: 'ping',
        resolvedVersion: '1.0.0',
      };
    });
  }
  const UNTOLD = [
    'transport',
    'pages.complete',
    'clientCapabilities',
    'client',
    'surface',
    'launch.command',
    'launch.envNames',
    'launch.envValues',
    'launch.network',
    'launch.home',
    'isolation.layout',
    'runtime.platform',
    'placeholderSet',
  ];

  test('is the same where its digests are, and what it does not tell is named', async () => {
    await record('a.json', [PING], '--profiles');
    asPackage('a.json');
    catalogue();
    for (const files of [
      ['a.json', 'catalogue.json'],
      ['catalogue.json', 'a.json'],
    ] as const) {
      const [code, found] = await compared(files[0], files[1]);
      expect(code).toBe(0);
      expect(found).toEqual({ verdict: 'same', differing: [], unknown: UNTOLD, changes: [] });
    }
    // null is what the feed writes for what it does not know.
    catalogue({ protocol: null, args: null, version: null, package: null });
    const [, { verdict, unknown }] = await compared('a.json', 'catalogue.json');
    expect(verdict).toBe('same');
    expect(unknown).toEqual(expect.arrayContaining(['protocol.negotiated', 'launch.args']));
  });

  test('is incomparable and no drift where digests differ: it never tells all conditions', async () => {
    await record('a.json', [PING, { name: 'own' }], '--profiles');
    asPackage('a.json');
    catalogue({
      tools: [
        { name: 'ping', digest: HEX, fingerprint: OTHER_HEX },
        { name: '__proto__', digest: HEX, fingerprint: HEX },
      ],
    });
    const [code, found] = await compared('a.json', 'catalogue.json');
    expect([code, found.verdict, found.differing]).toEqual([4, 'incomparable', []]);
    expect(found.changes.map(({ id, change }) => [id, change])).toEqual([
      ['__proto__', 'added'],
      ['own', 'removed'],
      ['ping', 'changed'],
    ]);
  });

  test('is incomparable where a condition that both tell differs', async () => {
    await record('a.json', [PING], '--profiles');
    asPackage('a.json', '/data');
    catalogue({ protocol: '2025-06-18', version: '2.0.0', package: 'pong', args: ['/tmp'] });
    const [code, { verdict, differing }] = await compared('a.json', 'catalogue.json');
    expect([code, verdict, differing]).toEqual([
      4,
      'incomparable',
      ['launch.package', 'protocol.negotiated', 'launch.resolvedVersion', 'launch.args'],
    ]);
    catalogue({ args: ['/data'] });
    expect((await compared('a.json', 'catalogue.json'))[1].verdict).toBe('same');
  });

  test('does not know what a command of the checkout would give the package', async () => {
    await record('a.json', [PING], '--profiles');
    catalogue({ args: ['/tmp'] });
    const [code, { verdict, unknown }] = await compared('a.json', 'catalogue.json');
    expect([code, verdict]).toEqual([0, 'same']);
    expect(unknown).toEqual(
      expect.arrayContaining(['launch.resolvedVersion', 'launch.args', 'launch.command']),
    );
  });

  test('counts tools of one name, and a digest that one side alone has', async () => {
    await record('a.json', [PING], '--profiles');
    const twice = { name: 'ping', digest: HEX, fingerprint: HEX };
    catalogue({ tools: [twice, twice] });
    expect((await compared('a.json', 'catalogue.json'))[1].verdict).toBe('incomparable');
    catalogue({ tools: [{ name: 'ping', digest: HEX, fingerprint: null }] });
    expect((await compared('a.json', 'catalogue.json'))[1].verdict).toBe('incomparable');
  });

  test('needs a record with digests of other systems', async () => {
    await record('a.json', [PING]);
    await workshop.run('mark');
    catalogue();
    for (const [file, message] of [
      ['a.json', 'the file A is a record without the digests of other systems'],
      ['witnessmark.json', 'the file A is a baseline, which holds no digests of other systems'],
    ] as const) {
      const run = await workshop.cli(['compare', file, 'catalogue.json', '--json']);
      const { problem } = serverOf(run);
      expect([run.code, problem?.code, problem?.message]).toEqual([
        64,
        'bad-compared-file',
        message,
      ]);
      expect(problem?.hint).toBe(
        'Make a record that holds them: witnessmark check --profiles --json > record.json',
      );
    }
  });

  test.each<[string, string, RegExp]>([
    ['no array', '{"tools":"LEAK"}', /line 1: tools must be an array$/],
    [
      'a tool without a name',
      '{"tools":[{"LEAK":1}]}',
      /tools\[0\] must be an object with a name$/,
    ],
    [
      'a digest of another form',
      '{"tools":[{"name":"LEAK",\n"digest":"LEAK"}]}',
      /line 2: tools\[0\]\.digest must be 64 hex digits$/,
    ],
    [
      'a member twice',
      `{"tools":[{"name":"LEAK","digest":"${OTHER_HEX}","digest":"${HEX}"}],"tools":[]}`,
      /line 1: tools stands there more than once$/,
    ],
    [
      'other types',
      '{"args":["a",1],"protocol":1,"tools":[]}',
      /protocol must be a string; .*args must be an array of strings$/,
    ],
  ])('is refused with %s', async (_what, text, message) => {
    await record('a.json', [PING], '--profiles');
    workshop.write('catalogue.json', text);
    const run = await workshop.cli(['compare', 'a.json', 'catalogue.json', '--json']);
    const { problem } = serverOf(run);
    expect([run.code, problem?.code]).toEqual([64, 'bad-compared-file']);
    expect(problem?.message).toMatch(/^the file B is no catalogue that can be compared: /);
    expect(problem?.message).toMatch(message);
    expect(run.stdout + run.stderr).not.toContain('LEAK');
  });
});

describe('a file that is no reading', () => {
  const refused = async (...argv: string[]): Promise<[number, string, string]> => {
    const run: Run = await workshop.cli(['compare', ...argv, '--json']);
    expect(run.faults).toEqual([]);
    const { problem } = serverOf(run);
    expect(JSON.stringify(problem)).not.toContain('LEAK');
    return [run.code, problem?.code ?? '', problem?.message ?? ''];
  };

  test.each<[string, string, RegExp]>([
    ['no JSON', '{\n"LEAK', /^the file B is not JSON: reading stopped at line 2$/],
    ['a list', '["LEAK"]', /^the file B is neither a record, a baseline nor a catalogue$/],
    [
      'a damaged baseline',
      '{"format":"witnessmark/1","items":"LEAK"}',
      /^the file B is neither a record, a baseline nor a catalogue: as a baseline it is malformed: line 1: /,
    ],
    ['another format', '{"format":"LEAK/1","servers":[]}', /^the file B does not say "format"/],
    [
      'no server',
      '{"format":"witnessmark/1",\n"servers":[]}',
      /^the file B is no record that can be compared: line 2: servers must be an array of one server or more$/,
    ],
    [
      'a server that was not read',
      '{"format":"witnessmark/1","servers":[{"capture":null,"items":null}]}',
      /line 1: servers\[0\] holds no reading/,
    ],
    [
      'values of other types',
      '{"format":"witnessmark/1","servers":[{"capture":{"transport":1,"launch":"LEAK"},\n"items":[{"kind":"LEAK","digest":"LEAK"},\n"LEAK"]}]}',
      /line 1: servers\[0\]\.capture\.transport must be a string; line 2: servers\[0\]\.items\[0\]\.digest must be a digest or null; .*line 3: servers\[0\]\.items\[1\] must be an object/,
    ],
    ['a nest', `${'['.repeat(5000)}${']'.repeat(5000)}`, /^the file B nests too deep/],
  ])('%s', async (_what, text, message) => {
    await record('a.json', TOOLS);
    workshop.write('b.json', text);
    const [code, word, told] = await refused('a.json', 'b.json');
    expect([code, word]).toEqual([64, 'bad-compared-file']);
    expect(told).toMatch(message);
  });

  test('a file that is not there, a directory, and a word too few', async () => {
    expect(await refused('a.json', 'b.json')).toEqual([
      64,
      'bad-compared-file',
      'the file A cannot be read (ENOENT)',
    ]);
    expect((await refused('.', 'b.json'))[2]).toMatch(/^the file A (?:is not a regular|cannot)/);
    expect(await refused('a.json')).toEqual([
      64,
      'missing-command',
      'compare takes 2 words behind it, and not 1',
    ]);
  });
});

test('the program itself compares', async () => {
  await record('a.json', TOOLS);
  const screen = execFileSync(
    process.execPath,
    [join(ROOT, 'dist/cli.js'), 'compare', 'a.json', 'a.json'],
    { cwd: workshop.directory, encoding: 'utf8' },
  );
  expect(screen).toBe('SAME  both were read alike, and no digest differs\n');
});
