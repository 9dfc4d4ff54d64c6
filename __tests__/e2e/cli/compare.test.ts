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

  test('is refused where that does not tell which', async () => {
    await record('a.json', TOOLS);
    join_('several.json', 'a.json', 'a.json');
    join_('twice.json', 'a.json', 'several.json');
    for (const b of ['several.json', 'twice.json']) {
      const run = await workshop.cli(['compare', 'several.json', b, '--json']);
      expect([run.code, serverOf(run).problem?.code]).toEqual([64, 'bad-compared-file']);
    }
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
    ['a list', '["LEAK"]', /^the file B is neither a record nor a baseline: /],
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
