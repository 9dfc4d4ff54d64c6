import { afterAll, describe, expect, test } from '@jest/globals';
import { Checkout, type ActionRun } from '../../helpers/action-harness.js';
import { NODE_24 } from '../../helpers/node24.js';

const TAGS = Array.from('ignore', (each) =>
  String.fromCodePoint(0xe0000 + (each.codePointAt(0) ?? 0)),
).join('');

/** What a server may call things, to be obeyed by the runner, a terminal, Markdown, HTML or a file format. */
const NAMES = [
  '::error::x',
  '\n::add-mask::x',
  '\r\n::set-output name=verdict::match',
  '\r::save-state name=a::b',
  ' \t::stop-commands::pause',
  '\u00a0::warning::x',
  '\u0085::debug::x',
  '\u2028::notice::x',
  '\ufeff::group::x',
  'a\u200b\n::error::x',
  '##[error]x',
  'a ##[add-mask]x',
  '####[[command]]x',
  '#\u200b#[error]x',
  '%0A::set-output name=verdict::match',
  '%3A%3Aerror%3A%3Ax',
  '\u001b[31mred\u001b[0m',
  '\u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007',
  '\b\b\b\bok',
  '\u202egnp.exe',
  '\u2066x\u2069',
  `a${TAGS}`,
  `${'x'.repeat(4_990)}::error::x`,
  `a${' ::error::x'.repeat(400)}`,
  '`',
  '```',
  '`` a ` b',
  '``` sh\nrm',
  'a|b',
  'a\\|b',
  'a\\\\|b',
  '\\',
  '\\`',
  '<script>alert(1)</script>',
  '<img src=x onerror=y>',
  '</code></details></td><h1>x',
  '<!-- x',
  '@mention',
  '](http://evil.example)',
  '[a](http://evil.example)',
  '![a](http://evil.example)',
  'http://evil.example',
  'www.evil.example',
  'a@evil.example',
  '<http://evil.example>',
  '#1 and GH-1',
  '**b** __b__ ~~b~~',
  '&#96; &lt;b&gt;',
  '# h',
  '- [ ] x',
  '$(touch x) `touch x` ${{ x }}',
  'verdict<<EOF',
  'verdict=match',
  'ghadelimiter_x',
  '"],"verdict":["match',
  '__proto__',
  'constructor',
  '\ud800',
  'a,b',
  'a:b',
  '100%',
  'x%0Ay',
  '',
  ' ',
];

/** One kind each, so that every kind is used with every name over the runs. */
const itemsOf = (names: readonly string[], version: number): Parameters<Checkout['say']>[0] => ({
  tools: names.map((name) => ({
    name,
    description: `d${version}`,
    inputSchema: {
      type: 'object',
      properties: JSON.parse(`{${JSON.stringify(name)}:{"const":${version}}}`) as unknown,
    },
    ...(JSON.parse(`{${JSON.stringify(`x${name}`)}:${version}}`) as object),
  })),
});
const othersOf = (names: readonly string[], version: number): Parameters<Checkout['say']>[0] => ({
  prompts: names.map((name) => ({ name, description: `d${version}` })),
  resources: names.map((uri) => ({ uri, name: uri, description: `d${version}` })),
  resourceTemplates: names.map((uriTemplate) => ({ uriTemplate, name: `t${version}` })),
});

const checkouts: Checkout[] = [];
afterAll(() => checkouts.forEach((each) => each.remove()));

/** The runs of a surface that is proposed, approved, changed, taken away and looked at otherwise. */
async function runsOf(make: typeof itemsOf, names: readonly string[]): Promise<ActionRun[]> {
  const checkout = new Checkout(make(names, 1));
  checkouts.push(checkout);
  const runs = [await checkout.run()];
  runs.push(await checkout.run({ event: 'push', inputs: { mode: 'mark' } }));
  checkout.commit();
  checkout.say(make(names, 2));
  runs.push(await checkout.run());
  checkout.say(make([], 1));
  runs.push(await checkout.run({ inputs: { 'client-capabilities': 'none' } }));
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([2, 0, 1, 4]);
  return runs;
}

/** The commands of ours: annotations of level error, with our title, on the baseline file. */
function expectOnlyOurs(run: ActionRun): void {
  expect(run.commands).toEqual(run.annotations);
  expect(run.commands.length).toBeLessThanOrEqual(10);
  for (const { name, properties } of run.commands) {
    expect(name).toBe('error');
    expect(Object.keys(properties).sort()).toEqual(['file', 'line', 'title']);
    expect(properties['title']).toMatch(
      /^(?:witnessmark: [a-z]+|(?:[\d,]* ?(?:tool|prompt|resource|the server itself)[^]*): [^]+)$/,
    );
    // The runner shows a title on one line; a tool may be called what it likes.
    expect(properties['title']).not.toMatch(/[\r\n]|##\[/);
    expect(properties['file']).toBe('witnessmark.json');
    expect(properties['line']).toMatch(/^\d+$/);
  }
}

/** No text that the run produced, other than JSON files, holds a character that hides or moves others. */
function expectVisible(run: ActionRun): void {
  for (const text of [run.stdout, run.stderr, run.summary, run.outputsText]) {
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/u);
    expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f]|[\u{e0000}-\u{e0fff}]/u);
    expect(text.isWellFormed()).toBe(true);
  }
}

/** Takes the code spans out of a line, by CommonMark 6.1; what is left is what Markdown acts on. */
function withoutCode(line: string): string {
  let rest = line;
  let left = '';
  for (;;) {
    const opening = /`+/.exec(rest);
    if (opening === null) return left + rest;
    const [fence] = opening;
    const after = opening.index + fence.length;
    const closing = new RegExp(`(?<!\`)\`{${fence.length}}(?!\`)`).exec(rest.slice(after));
    // A fence that nothing closes would be text, and so would all behind it.
    expect(closing).not.toBeNull();
    left += `${rest.slice(0, opening.index)}CODE`;
    rest = rest.slice(after + (closing?.index ?? 0) + fence.length);
  }
}

/** Holds a summary to be our words around code spans, and its rows to have two cells each. */
function expectInert(summary: string): void {
  const outside = summary.replace(
    /\n(`{3,})(?:sh|diff)\n([^]*?)\n\1\n/g,
    (_match, fence: string, text: string) => {
      // No line inside can end the fence. Source: CommonMark 4.5.
      for (const line of text.split('\n'))
        expect(/^ {0,3}(`+)\s*$/.exec(line)?.[1]?.length ?? 0).toBeLessThan(fence.length);
      return '\nFENCE\n';
    },
  );
  let bars = 0;
  for (const line of outside.split('\n')) {
    const found = line.startsWith('|') ? (line.match(/(?<!\\)(?:\\\\)*\|/g)?.length ?? 0) : 0;
    // Every row of a table has the cells of its head.
    if (bars > 0 && found > 0) expect(found).toBe(bars);
    if (found > 0) expect([3, 4]).toContain(found);
    bars = found;
    const left = withoutCode(line).replace(/<\/?(?:br|details|summary|sub)>/g, '');
    expect(left).not.toMatch(/[<>@\\[\]]|https?:|www\.|evil|script|alert|GH-1|mention/);
  }
}

const batches = (size: number): string[][] =>
  Array.from({ length: Math.ceil(NAMES.length / size) }, (_, index) =>
    NAMES.slice(index * size, (index + 1) * size),
  );

describe(`the Action on ${NODE_24.label}, names that want to be obeyed`, () => {
  test.each(batches(9).map((names) => [names]))(
    'of tools, members and properties, batch %#',
    async (names) => {
      for (const run of await runsOf(itemsOf, names)) {
        expectOnlyOurs(run);
        expectVisible(run);
        expectInert(run.summary);
      }
    },
  );

  test('of prompts, resources and templates, all at once', async () => {
    for (const run of await runsOf(othersOf, NAMES)) {
      expectOnlyOurs(run);
      expectVisible(run);
      expectInert(run.summary);
    }
  });

  test('approved by a pull request, on branches and in files of such names', async () => {
    const checkout = new Checkout(itemsOf(NAMES, 1));
    checkouts.push(checkout);
    checkout.mark();
    const base = checkout.git('rev-parse', 'HEAD').trim();
    checkout.say(itemsOf(NAMES, 2));
    checkout.mark(
      '--allow-unstable',
      'tool:a,b:description',
      '--allow-unstable',
      'tool:##[error]x:*',
    );
    const text = checkout.read('witnessmark.json');
    checkout.write(
      'witnessmark.json',
      text.replaceAll(/"firstSeen": "[^"]+"/g, '"firstSeen": "2020-01-02"'),
    );
    checkout.write('\n::error::x ##[error]y `z` |@mention <b>.ts', '"a:b"');
    checkout.commit();
    const payload = { before: base };
    const env = { GITHUB_REF_NAME: '::error::x`*@mention<script>|##[error]' };
    const allowed = 'tool:a,b:description\ntool:##[error]x:*';
    const approved = await checkout.run({
      event: 'push',
      payload,
      env,
      inputs: { 'allow-unstable': allowed },
    });
    expect(approved.exitCode).toBe(0);
    expect(approved.commands.map(({ name }) => name)).toEqual(['notice']);
    expect(approved.commands[0]?.data.length).toBeLessThanOrEqual(4_000);

    checkout.say(itemsOf(NAMES.slice(0, 3).concat('a:b'), 3));
    checkout.commit();
    const drifted = await checkout.run({
      event: 'push',
      payload,
      env,
      inputs: { 'allow-unstable': allowed },
    });
    expect(drifted.exitCode).toBe(1);
    expect(drifted.commands.filter(({ name }) => name === 'error')).toHaveLength(5);
    expect(drifted.commands.map(({ name }) => name)).not.toContain('add-mask');
    for (const run of [approved, drifted]) {
      expect(run.commands).toEqual(run.annotations);
      for (const { name, properties } of run.commands) {
        expect(['error', 'notice']).toContain(name);
        expect(Object.keys(properties).sort()).toEqual(['file', 'line', 'title']);
      }
      expectVisible(run);
      expectInert(run.summary);
    }
  });

  test('names of 200 KB are cut wherever they stand', async () => {
    const long = (letter: string): string => `${letter.repeat(200_000)}\n::error::x`;
    const checkout = new Checkout(itemsOf([long('a')], 1));
    checkouts.push(checkout);
    checkout.mark();
    const base = checkout.git('rev-parse', 'HEAD').trim();
    checkout.say(itemsOf([long('a'), long('b')], 2));
    checkout.mark();
    checkout.say(itemsOf([long('c')], 3));
    checkout.commit();
    const run = await checkout.run({ event: 'push', payload: { before: base } });
    expect(run.exitCode).toBe(1);
    for (const { data, properties } of run.commands) {
      expect(data.length).toBeLessThan(4_096);
      expect(properties['title']?.length).toBeLessThan(400);
    }
    for (const each of [run.stdout, run.summary, run.outputsText])
      expect(each.length).toBeLessThan(20_000);
  });

  test('outputs hold every name as JSON, and nothing else is set', async () => {
    const checkout = new Checkout(itemsOf(['keep'], 1));
    checkouts.push(checkout);
    checkout.mark();
    checkout.say(itemsOf(['keep', ...NAMES], 1));
    const run = await checkout.run();
    expect(run.exitCode).toBe(1);
    expect([...run.outputs.keys()].sort()).toEqual([
      'added',
      'changed',
      'exit-code',
      'proposed-baseline',
      'record',
      'removed',
      'verdict',
    ]);
    expect(run.outputs.get('verdict')).toBe('drift');
    // A later step may print an output: in no place of it does the runner see a command.
    expect(run.outputsText).not.toMatch(/::|##\[/);
    const added = JSON.parse(run.outputs.get('added') ?? '') as string[];
    expect(added).toHaveLength(NAMES.length);
    for (const name of ['::error::x', '##[error]x', 'a,b', 'verdict<<EOF', '"],"verdict":["match'])
      expect(added).toContain(`tool ${name}`);
  });

  test('an annotation shows a name as it is, and says what it cannot show', async () => {
    const names = ['a,b', 'a:b', '100%', 'x%0Ay', '::x', 'a\nb', '\u202e', ''];
    const checkout = new Checkout(itemsOf(['keep'], 1));
    checkouts.push(checkout);
    checkout.mark();
    checkout.say(itemsOf(['keep', ...names], 1));
    const run = await checkout.run();
    expect(run.annotations.map(({ properties }) => properties['title']).sort()).toEqual(
      [
        'tool a,b: added',
        'tool a:b: added',
        'tool 100%: added',
        'tool x%0Ay: added',
        'tool \\u{3A}:x: added',
        'tool a\\u{A}b: added',
        // FORMAT 3.2: an invisible character: by sha256 of the name as JSON, in quotation marks.
        'tool #e819e36a46f372f5: added',
        'tool "": added',
      ].sort(),
    );
  });

  test('the path of the baseline in an annotation is the path, whatever it holds', async () => {
    const checkout = new Checkout(itemsOf(['a'], 1));
    checkouts.push(checkout);
    const baseline = 'a,b:c%,line=9::100%25 d.json';
    checkout.mark('--baseline', baseline);
    checkout.say(itemsOf(['a'], 2));
    const run = await checkout.run({ inputs: { baseline } });
    expect(run.exitCode).toBe(1);
    expect(run.commands).toHaveLength(1);
    expect(run.commands[0]?.properties['file']).toBe(baseline);
    const lines = checkout.read(baseline).split('\n');
    expect(run.commands[0]?.properties['line']).toBe(String(lines.indexOf('      "id": "a",') - 1));
  });
});
