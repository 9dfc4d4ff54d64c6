import { readFileSync, statSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { changeLines, serverOf, Workshop, type Recipe } from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.remove());

const tools = (...names: readonly string[]): Recipe => ({
  tools: names.map((name) => ({ name: name.replace('*', ''), description: name, title: name })),
});
/** `firstSeen` by kind and id, as the file has it. */
function dates(text = workshop.text()): Readonly<Record<string, string>> {
  const { items } = JSON.parse(text) as {
    readonly items: readonly {
      readonly kind: string;
      readonly id: string | null;
      readonly firstSeen: string;
    }[];
  };
  return Object.fromEntries(items.map(({ kind, id, firstSeen }) => [id ?? kind, firstSeen]));
}

async function mark(recipe: Recipe, today: string): Promise<void> {
  workshop.serve(recipe);
  const run = await workshop.run('mark', [], { today });
  expect([run.code, run.faults]).toEqual([0, []]);
}

describe('firstSeen', () => {
  test('is kept by items that stay, is today for new ones, and starts anew for those that come back', async () => {
    await mark(tools('a', 'b'), '2026-01-01');
    expect(dates()).toEqual({ server: '2026-01-01', a: '2026-01-01', b: '2026-01-01' });
    await mark(tools('a*', 'c'), '2026-02-02');
    expect(dates()).toEqual({ server: '2026-01-01', a: '2026-01-01', c: '2026-02-02' });
    await mark(tools('a', 'b', 'c'), '2026-03-03');
    expect(dates()).toEqual({
      server: '2026-01-01',
      a: '2026-01-01',
      b: '2026-03-03',
      c: '2026-02-02',
    });
  });

  test('of two items with one name stays with the one that stays', async () => {
    const twice = (...texts: readonly string[]): Recipe => ({
      tools: texts.map((description) => ({ name: 'x', description })),
    });
    await mark(twice('old'), '2026-01-01');
    const digest = /"description": "(sha256:[0-9a-f]+)"/.exec(workshop.text())?.[1] ?? 'none';
    await mark(twice('new', 'old'), '2026-02-02');
    const { items } = JSON.parse(workshop.text()) as {
      readonly items: readonly { firstSeen: string; fields: { description?: string } }[];
    };
    const found = items.map(({ firstSeen, fields }) => [fields.description === digest, firstSeen]);
    expect(found).toContainEqual([true, '2026-01-01']);
    expect(found).toContainEqual([false, '2026-02-02']);
  });

  test('is the only thing that a later check does not decide on', async () => {
    await mark(tools('a'), '2026-01-01');
    expect((await workshop.run('check', [], { today: '2027-07-07' })).code).toBe(0);
  });
});

describe('writing', () => {
  test('a file with the same content is not touched', async () => {
    await mark(tools('a'), '2026-01-01');
    utimesSync(workshop.path('witnessmark.json'), 1, 1);
    const run = await workshop.run('mark', ['--json'], { today: '2026-02-02' });
    expect([run.code, serverOf(run).written]).toEqual([0, false]);
    expect(statSync(workshop.path('witnessmark.json')).mtimeMs).toBe(1000);
    expect((await workshop.run('mark')).stdout).toContain('is up to date, nothing to write');
  });

  test('CRLF is left while nothing changes, then written as LF, with the dates of the file', async () => {
    await mark(tools('a'), '2026-01-01');
    const text = workshop.text();
    const windows = `\u{FEFF}${text.replaceAll('\n', '\r\n')}`;
    workshop.write('witnessmark.json', windows);
    await mark(tools('a'), '2026-02-02');
    expect(workshop.text()).toBe(windows);
    await mark(tools('a', 'b'), '2026-02-02');
    expect(workshop.text()).not.toContain('\r');
    expect(workshop.text().match(/"firstSeen": "[\d-]*"/g)).toEqual([
      '"firstSeen": "2026-01-01"',
      '"firstSeen": "2026-01-01"',
      '"firstSeen": "2026-02-02"',
    ]);
  });

  test.each<[string, Recipe]>([
    ['exits', { on: { start: [{ exit: 1 }] } }],
    ['dies on page 2', { ...tools('a', 'b'), pageSize: 1, on: { 'tools/list#2': [{ exit: 1 }] } }],
    ['refuses a list', { ...tools('a'), errors: { 'tools/list': -32601 } }],
    [
      'never settles',
      {
        ...tools('a'),
        capabilities: { tools: { listChanged: true } },
        on: { 'tools/list': [{ counter: 'tools' }] },
      },
    ],
  ])('a server that %s leaves the file byte for byte', async (_what, recipe) => {
    await mark(tools('a', 'b', 'c'), '2026-01-01');
    const text = workshop.text();
    utimesSync(workshop.path('witnessmark.json'), 1, 1);
    workshop.serve(recipe);
    const run = await workshop.run('mark');
    expect([3, 5]).toContain(run.code);
    expect([workshop.text(), statSync(workshop.path('witnessmark.json')).mtimeMs]).toEqual([
      text,
      1000,
    ]);
  });

  test('says what it approves', async () => {
    await mark(tools('a', 'b'), '2026-01-01');
    workshop.serve(tools('a*', 'c'));
    const found = await workshop.record('mark');
    expect([found.verdict, found.written, ...changeLines(found)]).toEqual([
      'match',
      true,
      'tool a: description changed text',
      'tool a: title changed text',
      'tool b removed',
      'tool c added',
    ]);
  });

  test('one digest a line, in a fixed order', async () => {
    await mark({ ...tools('b', 'a'), prompts: [{ name: 'z' }] }, '2026-01-01');
    const text = workshop.text();
    expect(
      text.split('\n').filter((line) => (line.match(/[0-9a-f]{32,}/g) ?? []).length > 1),
    ).toEqual([]);
    expect([...text.matchAll(/^ {6}"(kind|id)": (.*),$/gm)].map(([, , value]) => value)).toEqual([
      '"prompt"',
      '"z"',
      '"server"',
      'null',
      '"tool"',
      '"a"',
      '"tool"',
      '"b"',
    ]);
    expect(text.endsWith('}\n')).toBe(true);
    expect(text).not.toContain('\r');
  });
});

describe('branches', () => {
  const four = tools('a', 'f', 'm', 'z');

  /** Two branches from one marked commit; returns what git says to merging the second into the first. */
  async function merge(ours: Recipe, theirs: Recipe, base: Recipe = four): Promise<boolean> {
    workshop.write('.gitignore', 'recipe.json\nfake.mjs\n');
    await mark(base, '2026-01-01');
    workshop.commit('base');
    workshop.git('switch', '-q', '-c', 'theirs');
    await mark(theirs, '2026-02-02');
    workshop.commit('theirs');
    workshop.git('switch', '-q', 'main');
    await mark(ours, '2026-03-03');
    workshop.commit('ours');
    try {
      workshop.git('merge', '-q', '-m', 'both', 'theirs');
      return true;
    } catch {
      return false;
    }
  }
  const withSchema = (description: string, title: string): Recipe => ({
    tools: [{ name: 'a', description, title, inputSchema: { type: 'object' } }],
  });
  /** What a fresh mark of the recipe gives, with these dates. */
  async function fresh(recipe: Recipe, merged: string): Promise<string> {
    const other = new Workshop(recipe);
    other.write('witnessmark.json', merged);
    await other.run('mark', [], { today: '2026-04-04' });
    const text = other.text();
    other.remove();
    return text;
  }

  test.each<[string, Recipe, Recipe, Recipe, Recipe]>([
    [
      'change different tools',
      tools('a*', 'f', 'm', 'z'),
      tools('a', 'f', 'm', 'z*'),
      tools('a*', 'f', 'm', 'z*'),
      four,
    ],
    [
      'change neighbours',
      tools('a', 'f*', 'm', 'z'),
      tools('a', 'f', 'm*', 'z'),
      tools('a', 'f*', 'm*', 'z'),
      four,
    ],
    [
      // With a field between them: git takes changes of adjacent lines for a conflict.
      'change different fields of one tool',
      withSchema('new', 'a'),
      withSchema('a', 'new'),
      withSchema('new', 'new'),
      withSchema('a', 'a'),
    ],
    [
      'add in different gaps',
      tools('a', 'b', 'f', 'm', 'z'),
      tools('a', 'f', 'm', 'n', 'z'),
      tools('a', 'b', 'f', 'm', 'n', 'z'),
      four,
    ],
    [
      'add and change elsewhere',
      tools('a', 'b', 'f', 'm', 'z'),
      tools('a', 'f', 'm', 'z*'),
      tools('a', 'b', 'f', 'm', 'z*'),
      four,
    ],
  ])('that %s merge cleanly into a fresh mark', async (_what, ours, theirs, both, base) => {
    expect(await merge(ours, theirs, base)).toBe(true);
    workshop.serve(both);
    expect((await workshop.run('check', [], { ci: true })).code).toBe(0);
    expect(workshop.text()).toBe(await fresh(both, workshop.text()));
  });

  test('that add in one gap conflict, and mark resolves it with the dates of both sides', async () => {
    expect(await merge(tools('a', 'f', 'g', 'm', 'z'), tools('a', 'f', 'h', 'm', 'z'))).toBe(false);
    expect(workshop.text()).toContain('<<<<<<<');
    workshop.serve(tools('a', 'f', 'g', 'h', 'm', 'z'));
    const check = await workshop.record('check');
    expect([check.verdict, check.problem?.code]).toEqual(['unmarked', 'baseline-conflict-markers']);
    await mark(tools('a', 'f', 'g', 'h', 'm', 'z'), '2026-04-04');
    const old = '2026-01-01';
    expect(dates()).toEqual({
      server: old,
      a: old,
      f: old,
      g: '2026-03-03',
      h: '2026-02-02',
      m: old,
      z: old,
    });
    workshop.commit('resolved');
    expect((await workshop.run('check', [], { ci: true })).code).toBe(0);
  });

  test('what was edited by hand since is not asked: both sides come from the index', async () => {
    expect(await merge(tools('a', 'f', 'g', 'm', 'z'), tools('a', 'f', 'h', 'm', 'z'))).toBe(false);
    workshop.write('witnessmark.json', '<<<<<<< HEAD\n{ "format": "witnessmark/1"\n');
    await mark(tools('a', 'f', 'g', 'h', 'm', 'z'), '2026-04-04');
    expect(dates()).toMatchObject({ a: '2026-01-01', g: '2026-03-03', h: '2026-02-02' });
  });

  test('the earlier date of both sides counts', async () => {
    expect(await merge(tools('a', 'f', 'g', 'm', 'z'), tools('a', 'f', 'g*', 'm', 'z'))).toBe(
      false,
    );
    await mark(tools('a', 'f', 'g*', 'm', 'z'), '2026-04-04');
    expect(dates()['g']).toBe('2026-02-02');
  });

  test.each(['merge', 'diff3'])(
    'markers of style %s that were committed are resolved from the file',
    async (style) => {
      workshop.commit('empty');
      workshop.git('config', 'merge.conflictStyle', style);
      expect(await merge(tools('a', 'f', 'g', 'm', 'z'), tools('a', 'f', 'h', 'm', 'z'))).toBe(
        false,
      );
      expect(workshop.text().includes('|||||||')).toBe(style === 'diff3');
      workshop.commit('with markers');
      expect((await workshop.record('check', [], { ci: true })).problem?.code).toBe(
        'baseline-conflict-markers',
      );
      await mark(tools('a', 'f', 'g', 'h', 'm', 'z'), '2026-04-04');
      expect(dates()).toMatchObject({ a: '2026-01-01', g: '2026-03-03', h: '2026-02-02' });
    },
  );

  test('a server that cannot be read resolves nothing', async () => {
    expect(await merge(tools('a', 'f', 'g', 'm', 'z'), tools('a', 'f', 'h', 'm', 'z'))).toBe(false);
    const bytes = readFileSync(workshop.path('witnessmark.json'));
    workshop.serve({ on: { start: [{ exit: 1 }] } });
    expect((await workshop.run('mark')).code).toBe(3);
    expect(readFileSync(workshop.path('witnessmark.json'))).toEqual(bytes);
  });
});

describe('a field that is allowed to be unstable', () => {
  const clock = (time: string, title = 'Clock'): Recipe => ({
    tools: [
      { name: 'now', description: `It is ${time}`, title },
      { name: 'read', description: 'a' },
    ],
  });
  const ALLOW = ['--allow-unstable', 'tool:now:description'];

  test('is recorded as such, has no digest, and everything else is compared', async () => {
    workshop.serve(clock('9:00'));
    await workshop.run('mark', ALLOW);
    expect(workshop.text()).toContain('"description": "unstable"');
    expect(workshop.text()).not.toContain('"description/visible": "unstable"');
    workshop.serve(clock('10:00'));
    const found = await workshop.record('check', ALLOW);
    expect(found.verdict).toBe('match');
    expect(found.items?.map(({ id, digest }) => [id, digest === null])).toEqual([
      [null, false],
      ['now', true],
      ['read', false],
    ]);
    workshop.serve(clock('10:00', 'Watch'));
    expect(changeLines(await workshop.record('check', ALLOW))).toEqual([
      'tool now: title changed text',
    ]);
  });

  test('in the file and not in the options is drift, and the reverse', async () => {
    workshop.serve(clock('9:00'));
    await workshop.run('mark', ALLOW);
    const without = await workshop.record('check');
    expect([without.verdict, ...changeLines(without)]).toEqual([
      'drift',
      'tool now: description changed other',
    ]);
    await workshop.run('mark');
    const reverse = await workshop.record('check', ALLOW);
    expect([reverse.verdict, ...changeLines(reverse)]).toEqual([
      'drift',
      'tool now: description changed other',
    ]);
  });

  test('that is not there is a finding, and no excuse for it to come', async () => {
    workshop.serve({ tools: [{ name: 'now' }] });
    await workshop.run('mark', ALLOW);
    const found = await workshop.record('check', ALLOW);
    expect([
      found.verdict,
      found.findings.filter(({ finding }) => finding.startsWith('allow')),
    ]).toEqual(['match', [{ kind: 'tool', id: 'now', finding: 'allowance-unused:description' }]]);
    workshop.serve({ tools: [{ name: 'now', description: 'x' }] });
    expect(changeLines(await workshop.record('check', ALLOW))).toEqual([
      'tool now: description added other',
    ]);
  });

  test('of the server itself, and of an id with colons', async () => {
    const options = [
      '--allow-unstable',
      'server::instructions',
      '--allow-unstable',
      'resource:file:///a:b:description',
    ];
    const recipe = (text: string): Recipe => ({
      instructions: text,
      resources: [{ uri: 'file:///a:b', name: 'a', description: text }],
    });
    expect((await workshop.drift(recipe('a'), recipe('b'), options)).verdict).toBe('match');
  });
});
