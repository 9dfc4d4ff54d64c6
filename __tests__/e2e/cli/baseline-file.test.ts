import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { serverOf, Workshop } from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(async () => {
  workshop = new Workshop({
    tools: [
      { name: 'read', description: 'a', inputSchema: { type: 'object', properties: { p: {} } } },
    ],
    prompts: [{ name: 'ask' }],
  });
  await workshop.run('mark');
});
afterEach(() => workshop.remove());

async function check(
  options: readonly string[] = [],
  ci = false,
): Promise<readonly [number, string | undefined, string]> {
  const run = await workshop.run('check', [...options, '--json'], { ci });
  expect(run.stdout + run.stderr).not.toContain('LEAK');
  expect(run.faults).toEqual([]);
  const { problem } = serverOf(run);
  return [run.code, problem?.code, problem?.message ?? ''];
}

const DIGEST = /sha256:[0-9a-f]{64}/;

test('a baseline of 128 MiB is looked into, and one of a byte more is not', async () => {
  const most = 128 * 1024 * 1024;
  truncateSync(workshop.path('witnessmark.json'), most + 1);
  expect((await check()).slice(0, 2)).toEqual([2, 'baseline-too-large']);
  truncateSync(workshop.path('witnessmark.json'), most);
  expect((await check()).slice(0, 2)).toEqual([2, 'baseline-not-json']);
});

test('what a killed run left beside the baseline is removed, but nothing of another run or of anybody else', async () => {
  const [killed, writing] = [
    '.witnessmark.json.00112233aabb.tmp',
    '.witnessmark.json.ffeeddccbbaa.tmp',
  ];
  const others = ['.witnessmark.json.00112233aabb.txt', '.other.json.00112233aabb.tmp', 'x.tmp'];
  for (const name of [killed, writing, ...others]) workshop.write(name, 'half');
  const longAgo = new Date(Date.now() - 11 * 60_000);
  for (const name of [killed, ...others]) utimesSync(workshop.path(name), longAgo, longAgo);
  workshop.serve({ tools: [{ name: 'read', description: 'b' }] });
  expect((await workshop.run('mark')).code).toBe(0);
  expect(existsSync(workshop.path(killed))).toBe(false);
  expect([writing, ...others].filter((name) => !existsSync(workshop.path(name)))).toEqual([]);
});

describe('a damaged baseline is unmarked, never "everything was removed"', () => {
  test.each<[string, (text: string) => string, string, RegExp]>([
    ['nothing', () => '', 'baseline-not-json', /line 1$/],
    ['words', () => 'LEAK\n', 'baseline-not-json', /line 1$/],
    ['half of it', (text) => text.slice(0, text.length / 2), 'baseline-not-json', /line \d+$/],
    ['a comma too many', (text) => text.replace(/\n\}\n$/, ',\n}\n'), 'baseline-not-json', /./],
    ['an array', () => '["witnessmark/1"]', 'baseline-unknown-format', /"format"/],
    [
      'no format',
      (text) => text.replace('"format": "witnessmark/1",', ''),
      'baseline-unknown-format',
      /"format"/,
    ],
    [
      'another format',
      (text) => text.replace('witnessmark/1', 'LEAK'),
      'baseline-unknown-format',
      /"format"/,
    ],
    [
      'a later format',
      (text) => text.replace('witnessmark/1', 'witnessmark/2'),
      'baseline-newer-format',
      /witnessmark\/2/,
    ],
    [
      'no capture',
      (text) => text.replace('"capture"', '"LEAK"'),
      'baseline-malformed',
      /line 1: capture is missing/,
    ],
    [
      'a member of capture that is missing',
      (text) => text.replace(/^ {4}"client": .*\n/m, ''),
      'baseline-malformed',
      /capture\.client is missing/,
    ],
    [
      'items that are no list',
      (text) => text.replace(/"items": \[[^]*\]/, '"items": {"LEAK": 1}'),
      'baseline-malformed',
      /line \d+: items must be an array/,
    ],
    [
      'an item that is none',
      (text) => text.replace('"items": [', '"items": [17,'),
      'baseline-malformed',
      /items\[0\] must be an object/,
    ],
    [
      'a kind that is none',
      (text) => text.replace('"kind": "tool"', '"kind": "LEAK"'),
      'baseline-malformed',
      /items\[2\]\.kind must be one of/,
    ],
    [
      'a digest that is none',
      (text) => text.replace(DIGEST, 'sha256:LEAK'),
      'baseline-malformed',
      /fields holds a value that is not a digest/,
    ],
    [
      'a digest in capitals',
      (text) => text.replace(DIGEST, (digest) => `sha256:${digest.slice(7).toUpperCase()}`),
      'baseline-malformed',
      /not a digest/,
    ],
    [
      'a date that is none',
      (text) => text.replace('2026-11-30', '2026-02-30'),
      'baseline-malformed',
      /firstSeen must be a date/,
    ],
    [
      'an aspect that is none',
      (text) => text.replace(/("inputSchema\/shape": ")[0-9a-f]{32}/, '$1LEAK'),
      'baseline-malformed',
      /aspects holds a value that is not an aspect digest/,
    ],
    [
      'a member twice',
      (text) => text.replace('"server": "default",', '"server": "default", "server": "default",'),
      'baseline-malformed',
      /server stands there more than once/,
    ],
    [
      'a field twice',
      (text) => text.replace(/( +"description": "sha256:.*,\n)/, '$1$1'),
      'baseline-malformed',
      /line \d+: items\[2\]\.fields holds one name twice/,
    ],
    [
      'a member that nobody knows',
      (text) => text.replace('"server": "default",', '"server": "default", "LEAK": 1,'),
      'baseline-malformed',
      /line 3: the file has a member that this format does not know/,
    ],
    [
      'an id that is a number',
      (text) => text.replace('"id": "read"', '"id": 17'),
      'baseline-malformed',
      /items\[2\]\.id must be a string or null/,
    ],
    [
      'a server name that is none',
      (text) => text.replace('"server": "default"', '"server": "LE AK"'),
      'baseline-malformed',
      /server must be a name/,
    ],
    [
      'conflict markers',
      (text) => text.replace('  "items"', '<<<<<<< HEAD\n  "items"'),
      'baseline-conflict-markers',
      /the first at line \d+$/,
    ],
    ['10,000 levels', () => '['.repeat(10_000), 'baseline-not-json', /./],
    ['Latin-1', () => 'CAF\u{FFFD}', 'baseline-not-json', /not UTF-8/],
  ])('%s', async (_what, damage, code, message) => {
    const text = damage(workshop.text());
    workshop.write(
      'witnessmark.json',
      text === 'CAF\u{FFFD}' ? Buffer.from('caf\xe9', 'latin1') : text,
    );
    const bytes = readFileSync(workshop.path('witnessmark.json'));
    const found = await check();
    expect(found.slice(0, 2)).toEqual([2, code]);
    expect(found[2]).toMatch(message);
    expect(readFileSync(workshop.path('witnessmark.json'))).toEqual(bytes);
  });

  test('all problems are listed with their lines', async () => {
    workshop.write(
      'witnessmark.json',
      workshop.text().replaceAll('2026-11-30', 'LEAK').replace('"kind": "tool"', '"kind": 1'),
    );
    const [, , message] = await check();
    const told = message.match(/line \d+: items\[\d\]\.\w+ must be/g) ?? [];
    expect([...new Set(told)]).toEqual([
      'line 35: items[0].firstSeen must be',
      'line 43: items[1].firstSeen must be',
      'line 52: items[2].kind must be',
      'line 54: items[2].firstSeen must be',
    ]);
  });
});

describe('nothing in the file is taken on trust', () => {
  test.each<[string, (text: string) => string, string]>([
    [
      'a stale shape',
      (text) => text.replace(/("inputSchema\/shape": ")[0-9a-f]{32}/, `$1${'0'.repeat(32)}`),
      'baseline-inconsistent',
    ],
    [
      'a property that is not there',
      (text) =>
        text.replace(
          '"inputSchema/shape"',
          `"inputSchema/properties/x": "${'0'.repeat(16)}",\n"inputSchema/shape"`,
        ),
      'baseline-inconsistent',
    ],
    [
      'an aspect that is gone',
      (text) => text.replace(/ +"inputSchema\/text": .*,?\n/, '').replace(/,(\s*\})/g, '$1'),
      'baseline-inconsistent',
    ],
    [
      'a finding that nobody made',
      (text) => text.replace(/("findings": )\[\]/, '$1["invisible-characters:description"]'),
      'baseline-inconsistent',
    ],
    [
      'another name of the server',
      (text) => text.replace('"server": "default"', '"server": "other"'),
      'baseline-inconsistent',
    ],
  ])('%s', async (_what, forge, code) => {
    const text = workshop.text();
    workshop.write('witnessmark.json', forge(text));
    expect(workshop.text()).not.toBe(text);
    expect((await check()).slice(0, 2)).toEqual([2, code]);
  });

  test('a stale aspect does not turn a change into a match, nor hide its field', async () => {
    const text = workshop
      .text()
      .replace(/("description\/visible": ")[0-9a-f]{32}/, `$1${'0'.repeat(32)}`);
    workshop.write('witnessmark.json', text);
    workshop.serve({
      tools: [
        { name: 'read', description: 'b', inputSchema: { type: 'object', properties: { p: {} } } },
      ],
      prompts: [{ name: 'ask' }],
    });
    expect((await check()).slice(0, 2)).toEqual([1, undefined]);
  });

  test('other conditions are incomparable and named', async () => {
    workshop.write(
      'witnessmark.json',
      workshop
        .text()
        .replace('"platform": "linux"', '"platform": "darwin"')
        .replace('"pages": {\n      "complete": true', '"pages": {\n      "complete": false'),
    );
    const run = await workshop.run('check', ['--json']);
    expect([run.code, serverOf(run).verdict]).toEqual([4, 'incomparable']);
    expect(serverOf(run).conditions).toEqual(['pages.complete', 'runtime.platform']);
  });
});

describe('another notation of the same file is accepted', () => {
  test.each<[string, (text: string) => string]>([
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['a BOM', (text) => `\u{FEFF}${text}`],
    ['no final line feed', (text) => text.trimEnd()],
    ['on one line', (text) => JSON.stringify(JSON.parse(text))],
    [
      'members in another order',
      (text) =>
        JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse())),
    ],
  ])('%s', async (_what, rewrite) => {
    workshop.write('witnessmark.json', rewrite(workshop.text()));
    expect(await check()).toEqual([0, undefined, '']);
  });

  test('the file as written is what prettier would write', () => {
    const prettier = new URL('../../../node_modules/prettier/bin/prettier.cjs', import.meta.url)
      .pathname;
    execFileSync(process.execPath, [prettier, '--no-config', '--check', 'witnessmark.json'], {
      cwd: workshop.directory,
    });
  });
});

describe('only a regular file inside the checkout is read or replaced', () => {
  test.each<[string, () => readonly string[], string]>([
    [
      'a link to a file',
      () => {
        renameSync(workshop.path('witnessmark.json'), workshop.path('b.json'));
        symlinkSync('b.json', workshop.path('witnessmark.json'));
        return [];
      },
      'baseline-not-regular',
    ],
    [
      'a link to /proc/self/environ',
      () => {
        symlinkSync('/proc/self/environ', workshop.path('l.json'));
        return ['--baseline', 'l.json'];
      },
      'baseline-not-regular',
    ],
    [
      'a link to nothing',
      () => {
        symlinkSync('nothing', workshop.path('l.json'));
        return ['--baseline', 'l.json'];
      },
      'baseline-not-regular',
    ],
    [
      'a directory that is a link',
      () => {
        mkdirSync(workshop.path('d'));
        symlinkSync('d', workshop.path('l'));
        workshop.write('d/b.json', workshop.text());
        return ['--baseline', 'l/b.json'];
      },
      'baseline-not-regular',
    ],
    [
      'a directory',
      () => {
        mkdirSync(workshop.path('d'));
        return ['--baseline', 'd'];
      },
      'baseline-not-regular',
    ],
    [
      'a FIFO',
      () => {
        execFileSync('mkfifo', [workshop.path('f')]);
        return ['--baseline', 'f'];
      },
      'baseline-not-regular',
    ],
    ['a file as a directory', () => ['--baseline', 'recipe.json/b.json'], 'baseline-not-readable'],
    ['outside, absolute', () => ['--baseline', '/etc/hostname'], 'baseline-outside-checkout'],
    ['outside, relative', () => ['--baseline', '../b.json'], 'baseline-outside-checkout'],
    [
      'outside and back by name',
      () => ['--baseline', '../../proc/self/environ'],
      'baseline-outside-checkout',
    ],
  ])('%s', async (_what, prepare, code) => {
    const options = prepare();
    const path = workshop.path('witnessmark.json');
    const before = [lstatSync(path).mtimeMs, lstatSync(path).isSymbolicLink()];
    expect((await check(options)).slice(0, 2)).toEqual([2, code]);
    const mark = await workshop.run('mark', [...options, '--json']);
    expect([mark.code, serverOf(mark).problem?.code]).toEqual([2, code]);
    expect([lstatSync(path).mtimeMs, lstatSync(path).isSymbolicLink()]).toEqual(before);
    // What mark refuses is not offered as a way out, and the way out is on the screen.
    const screen = (await workshop.run('check', options)).stdout;
    expect(screen).not.toContain('  witnessmark mark');
    expect(screen).toContain(code);
  });

  test('a working directory that is a link is none of the baseline’s business', async () => {
    symlinkSync(workshop.directory, workshop.path('here'));
    const run = await workshop.cli([
      'check',
      '--working-directory',
      'here',
      '--command',
      'node fake.mjs recipe.json',
    ]);
    expect(run.code).toBe(0);
  });

  test('a directory that is not there cannot be written to', async () => {
    const run = await workshop.run('mark', ['--baseline', 'no/b.json', '--json']);
    expect([run.code, serverOf(run).problem?.code]).toEqual([2, 'baseline-not-writable']);
    expect(existsSync(workshop.path('no'))).toBe(false);
  });
});

describe('mark writes over nobody’s file', () => {
  test.each<[string, string, string]>([
    ['package.json', '{"name":"x","version":"1.0.0"}\n', 'baseline-unknown-format'],
    ['README.md', 'Title\n=======\n', 'baseline-conflict-markers'],
    ['notes.txt', 'x', 'baseline-not-json'],
    ['empty.json', '', 'baseline-not-json'],
    ['later.json', '{"format": "witnessmark/2"}', 'baseline-newer-format'],
  ])('%s', async (name, text, code) => {
    workshop.write(name, text);
    const { mtimeMs } = statSync(workshop.path(name));
    const run = await workshop.run('mark', ['--baseline', name]);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain(code);
    expect(run.stdout).not.toContain('  witnessmark mark');
    expect(run.stdout).toContain(
      code === 'baseline-newer-format' ? 'Use the release' : 'Is it the right file?',
    );
    const check = await workshop.run('check', ['--baseline', name]);
    expect(check.stdout).toContain(code);
    expect(check.stdout).not.toContain('  witnessmark mark');
    expect([statSync(workshop.path(name)).mtimeMs, workshop.text(name)]).toEqual([mtimeMs, text]);
  });

  test('a damaged baseline is replaced', async () => {
    const good = workshop.text();
    workshop.write('witnessmark.json', good.slice(0, -30));
    expect((await workshop.run('check')).stdout).toContain('  witnessmark mark');
    expect((await workshop.run('mark')).code).toBe(0);
    expect(workshop.text()).toBe(good);
  });
});

describe('in CI only what is committed counts', () => {
  beforeEach(() => workshop.commit());
  const ci = (): Promise<readonly [number, string | undefined, string]> => check([], true);
  const changed = { tools: [{ name: 'read', description: 'evil' }] };

  test('a committed baseline that agrees is a match', async () => {
    expect(await ci()).toEqual([0, undefined, '']);
  });

  test('mark does not rewrite one that a checkout gave other line ends', async () => {
    const text = `\u{FEFF}${workshop.text().replaceAll('\n', '\r\n')}`;
    workshop.write('witnessmark.json', text);
    expect((await workshop.run('mark')).code).toBe(0);
    expect(workshop.text()).toBe(text);
    workshop.serve(changed);
    await workshop.run('mark');
    expect(workshop.text()).not.toContain('\r');
  });

  test('CRLF, a BOM and a shallow checkout change nothing', async () => {
    workshop.write('witnessmark.json', `\u{FEFF}${workshop.text().replaceAll('\n', '\r\n')}`);
    expect(await ci()).toEqual([0, undefined, '']);
  });

  test('one that a build step wrote does not count', async () => {
    workshop.serve(changed);
    expect((await workshop.run('mark')).code).toBe(0);
    expect((await check()).slice(0, 2)).toEqual([0, undefined]);
    const found = await ci();
    expect(found.slice(0, 2)).toEqual([2, 'baseline-not-committed']);
    expect(found[2]).toContain('differs from the one in the commit');
    workshop.git('add', '-A');
    expect((await ci()).slice(0, 2)).toEqual([2, 'baseline-not-committed']);
    workshop.commit();
    expect(await ci()).toEqual([0, undefined, '']);
  });

  test('one that a build step put there does not count', async () => {
    workshop.git('rm', '-q', '--cached', 'witnessmark.json');
    workshop.git('commit', '-q', '-m', 'gone');
    expect((await ci()).slice(0, 2)).toEqual([2, 'baseline-not-committed']);
    workshop.write('.gitignore', 'witnessmark.json\n');
    expect((await ci()).slice(0, 2)).toEqual([2, 'baseline-not-committed']);
  });

  test('one that a build step deleted does not count', async () => {
    execFileSync('rm', [workshop.path('witnessmark.json')]);
    expect((await ci()).slice(0, 2)).toEqual([2, 'baseline-not-committed']);
  });

  test('a replace ref that lies is not believed', async () => {
    const honest = workshop.git('rev-parse', 'HEAD:witnessmark.json').trim();
    workshop.serve(changed);
    await workshop.run('mark');
    const forged = workshop.git('hash-object', '-w', 'witnessmark.json').trim();
    workshop.git('replace', honest, forged);
    expect(workshop.git('show', 'HEAD:witnessmark.json')).toBe(workshop.text());
    expect((await ci()).slice(0, 2)).toEqual([2, 'baseline-not-committed']);
    workshop.git('replace', '-d', honest);
    // The same for a commit that stands in for the one that is checked out.
    const head = workshop.git('rev-parse', 'HEAD').trim();
    workshop.git('commit', '-q', '-am', 'forged');
    const lie = workshop.git('rev-parse', 'HEAD').trim();
    workshop.git('reset', '-q', '--soft', head);
    workshop.git('replace', head, lie);
    expect((await ci()).slice(0, 2)).toEqual([2, 'baseline-not-committed']);
  });

  test('an object whose content was exchanged on disk is not believed', async () => {
    const honest = workshop.git('rev-parse', 'HEAD:witnessmark.json').trim();
    workshop.serve(changed);
    await workshop.run('mark');
    const forged = workshop.git('hash-object', '-w', 'witnessmark.json').trim();
    const path = (id: string): string => workshop.path('.git/objects', id.slice(0, 2), id.slice(2));
    execFileSync('chmod', ['u+w', path(honest)]);
    writeFileSync(path(honest), readFileSync(path(forged)));
    expect((await ci()).slice(0, 2)).toEqual([2, 'baseline-not-committed']);
  });

  test('hooks, monitors and filters of the checkout are not run', async () => {
    const script = `#!/bin/sh\ntouch ${workshop.path('ran')}\n`;
    workshop.write('hook', script);
    execFileSync('chmod', ['+x', workshop.path('hook')]);
    workshop.git('config', 'core.fsmonitor', workshop.path('hook'));
    workshop.git('config', 'core.hooksPath', workshop.directory);
    workshop.git('config', 'filter.x.smudge', workshop.path('hook'));
    workshop.git('config', 'core.pager', workshop.path('hook'));
    workshop.git('config', 'alias.cat-file', `!${workshop.path('hook')}`);
    expect(await ci()).toEqual([0, undefined, '']);
    expect(existsSync(workshop.path('ran'))).toBe(false);
  });

  test('a committed link is refused', async () => {
    renameSync(workshop.path('witnessmark.json'), workshop.path('b.json'));
    symlinkSync('b.json', workshop.path('witnessmark.json'));
    workshop.commit();
    expect((await ci()).slice(0, 2)).toEqual([2, 'baseline-not-regular']);
  });

  test('no baseline, committed or not, is none', async () => {
    expect((await check(['--baseline', 'other.json'], true)).slice(0, 2)).toEqual([
      2,
      'baseline-missing',
    ]);
  });

  test('a server below the root of the checkout', async () => {
    const { directory } = workshop;
    mkdirSync(workshop.path('sub'));
    for (const name of ['fake.mjs', 'recipe.json'])
      workshop.write(`sub/${name}`, workshop.text(name));
    const argv = ['--working-directory', 'sub', '--command', 'node fake.mjs recipe.json'];
    expect((await workshop.cli(['mark', ...argv])).code).toBe(0);
    expect((await workshop.cli(['check', ...argv], { ci: true })).code).toBe(2);
    workshop.commit();
    expect((await workshop.cli(['check', ...argv], { ci: true })).code).toBe(0);
    // A link at a higher level is resolved, and what is committed is still found.
    symlinkSync(directory, `${directory}-link`);
    const linked = await workshop.cli(
      ['check', '--working-directory', `${directory}-link/sub`, ...argv.slice(2)],
      { ci: true },
    );
    execFileSync('rm', [`${directory}-link`]);
    expect(linked.code).toBe(0);
  });

  test('check leaves the checkout as it was', async () => {
    workshop.serve(changed);
    workshop.commit();
    expect((await workshop.run('check', [], { ci: true })).code).toBe(1);
    expect((await workshop.run('check')).code).toBe(1);
    expect(workshop.git('status', '--porcelain')).toBe('');
  });
});

test('without git nothing shows what was committed', async () => {
  expect((await check([], true)).slice(0, 2)).toEqual([2, 'no-checkout']);
});
