import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { format } from 'prettier';
import {
  hasConflictMarkers,
  parseBaseline,
  renderBaseline,
  type Baseline,
} from '../../../src/core/baseline.js';
import type { BaselineItem } from '../../../src/core/baseline-item.js';
import { CONDITIONS, type Conditions, type ConditionValue } from '../../../src/core/capture.js';
import { itemsOf } from '../../../src/core/item.js';
import { ITEM_KINDS, type Definition } from '../../../src/core/surface.js';
import { judge } from '../../../src/core/verdict.js';
import { WitnessmarkError } from '../../../src/errors.js';
import { anyText } from './json-arbitraries.js';

/** Written down by hand from FORMAT 3.1, 3.2 and 4.3; the digests are those of aspects and definitions tests. */
const FILE = readFileSync(new URL('../../fixtures/core/baseline.json', import.meta.url), 'utf8');

const DEFINITIONS: readonly Definition[] = [
  { kind: 'tool', text: '{"name":"write","inputSchema":{"type":"object"}}' },
  {
    kind: 'tool',
    text: '{"name":"read","description":"Read a\u200b\u200b file","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}',
  },
  { kind: 'server', text: '{"instructions":"Hello"}' },
  { kind: 'prompt', text: '{}' },
];

const CAPTURE: Conditions = new Map<string, ConditionValue>([
  // In another order than that of the file.
  ['placeholderSet', '1'],
  ['transport', 'stdio'],
  ['protocol.negotiated', '2025-11-25'],
  ['pages.complete', true],
  ['clientCapabilities', ['elicitation', 'roots', 'sampling']],
  ['client', 'full/1'],
  ['surface', ['tools', 'prompts', 'resources', 'resourceTemplates']],
  ['launch.command', 'node'],
  ['launch.args', ['dist/index.js', '--flag']],
  ['launch.envNames', []],
  ['launch.envValues', 'none'],
  ['launch.network', 'full'],
  ['launch.home', '/home/wmhome'],
  ['isolation.layout', 'plain/1'],
  ['runtime.platform', 'linux'],
]);

function baselineOf(definitions: readonly Definition[], firstSeen = '2026-11-30'): Baseline {
  const items = itemsOf(definitions).map(({ kind, id, fields, aspects, findings }) => ({
    kind,
    id,
    fields,
    aspects,
    findings,
    firstSeen,
  }));
  return { server: 'default', conditions: CAPTURE, items };
}

function problemOf(text: string): WitnessmarkError {
  try {
    parseBaseline(text);
  } catch (error) {
    if (error instanceof WitnessmarkError) return error;
    throw error;
  }
  throw new Error('the baseline was accepted');
}

describe('layout (FORMAT 3.1, 3.2)', () => {
  test('is exactly this file', () => {
    expect(renderBaseline(baselineOf(DEFINITIONS))).toBe(FILE);
  });

  test('reads back to what was written', () => {
    expect(parseBaseline(FILE)).toEqual(baselineOf(DEFINITIONS));
    expect(renderBaseline(parseBaseline(FILE))).toBe(FILE);
  });

  test('of an empty surface', () => {
    const text = renderBaseline(baselineOf([]));
    expect(text.endsWith('  "items": []\n}\n')).toBe(true);
    expect(parseBaseline(text).items).toEqual([]);
  });

  test('does not depend on the order in which items, fields or conditions are given', () => {
    const { items, ...rest } = baselineOf(DEFINITIONS);
    const shuffled = [...items].reverse();
    expect(
      renderBaseline({ ...rest, conditions: new Map([...CAPTURE].reverse()), items: shuffled }),
    ).toBe(FILE);
  });

  test('items of one kind and id stand in the order of their fields', () => {
    const texts = ['c', 'a', 'b'].map((title) => `{"name":"x","title":"${title}"}`);
    const one = renderBaseline(baselineOf(texts.map((text) => ({ kind: 'tool', text }))));
    const other = renderBaseline(
      baselineOf([...texts].reverse().map((text) => ({ kind: 'tool', text }))),
    );
    expect(one).toBe(other);
    const digests = parseBaseline(one).items.map(({ fields }) => fields.get('title') ?? '');
    expect(digests).toEqual([...digests].sort());
  });

  test('holds no value that the server sent', () => {
    const marker = 'MARKER_77';
    const text = renderBaseline(
      baselineOf([
        {
          kind: 'tool',
          text: JSON.stringify({
            name: 'x',
            description: marker,
            title: marker,
            icons: [{ src: marker }],
            _meta: { [marker]: marker },
            annotations: { title: marker, [marker]: 1 },
            inputSchema: {
              title: marker,
              $defs: { [marker]: {} },
              required: [marker],
              properties: { p: { default: marker, enum: [marker], properties: { [marker]: {} } } },
            },
          }),
        },
        {
          kind: 'server',
          text: JSON.stringify({ instructions: marker, serverInfo: { name: marker } }),
        },
        { kind: 'prompt', text: JSON.stringify(marker) },
      ]),
    );
    expect(text).not.toContain(marker);
  });
});

describe('round trip', () => {
  const hex = (length: number): fc.Arbitrary<string> =>
    fc.string({
      unit: fc.constantFrom(...Array.from('0123456789abcdef')),
      minLength: length,
      maxLength: length,
    });
  const item: fc.Arbitrary<BaselineItem> = fc.record({
    kind: fc.constantFrom(...ITEM_KINDS.filter((kind) => kind !== 'server')),
    id: fc.option(anyText),
    firstSeen: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    fields: fc
      .array(
        fc.tuple(
          anyText,
          fc.oneof(
            hex(64).map((each) => `sha256:${each}`),
            hex(64).map((each) => `exact-sha256:${each}`),
            fc.constant('unstable'),
          ),
        ),
        { maxLength: 4 },
      )
      .map(sortedMap),
    aspects: fc
      .array(
        fc.oneof(
          fc.tuple(
            anyText.map((each) => `${each}/shape`),
            hex(32),
          ),
          fc.tuple(
            anyText.map((each) => `inputSchema/properties/${each}`),
            hex(16),
          ),
        ),
        { maxLength: 4 },
      )
      .map(sortedMap),
    findings: fc
      .array(
        fc.oneof(
          fc.constant('no-identifier'),
          anyText.map((each) => `inexact-number:${each}`),
        ),
        {
          maxLength: 4,
        },
      )
      .map((each) => [...each].sort()),
  });

  test('of any items', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), (items) => {
        const text = renderBaseline({ server: 'a-1', conditions: CAPTURE, items });
        const bytes = Buffer.from(text, 'utf8').toString('utf8');
        const read = parseBaseline(bytes);
        expect(renderBaseline(read)).toBe(text);
        expect(new Set(read.items.map(comparable))).toEqual(new Set(items.map(comparable)));
        expect(read.conditions).toEqual(CAPTURE);
      }),
      { numRuns: 500 },
    );
  });

  test('of any conditions', () => {
    const value = (type: string): fc.Arbitrary<ConditionValue> =>
      type === 'string' ? anyText : type === 'boolean' ? fc.boolean() : fc.array(anyText);
    const conditions = fc
      .tuple(
        ...CONDITIONS.map(({ name, type, optional }) => {
          const entry = value(type).map((each) => [name, each] as const);
          return optional === true ? fc.option(entry) : entry;
        }),
      )
      .map((entries) => new Map(entries.filter((entry) => entry !== null)))
      // An endpoint stands there over HTTP and never over stdio.
      .map((each) => each.set('transport', each.has('endpoint') ? 'streamable-http' : 'stdio'));
    fc.assert(
      fc.property(conditions, (each) => {
        const text = renderBaseline({ server: 'default', conditions: each, items: [] });
        expect(parseBaseline(text).conditions).toEqual(each);
      }),
      { numRuns: 300 },
    );
  });

  function sortedMap(entries: readonly (readonly [string, string])[]): Map<string, string> {
    return new Map([...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  }

  function comparable(each: BaselineItem): string {
    return JSON.stringify({ ...each, fields: [...each.fields], aspects: [...each.aspects] });
  }
});

describe('other layouts of the same content are accepted (FORMAT 3.1, field cases C19 and C26)', () => {
  const same = (text: string): void => {
    expect(parseBaseline(text)).toEqual(parseBaseline(FILE));
  };

  test('prettier changes nothing', async () => {
    expect(await format(FILE, { parser: 'json' })).toBe(FILE);
  });

  test('prettier changes nothing in long lists, short lists and lists at the edge', async () => {
    for (let length = 0; length < 90; length += 1) {
      const conditions = new Map(CAPTURE).set('launch.args', ['a', 'b'.repeat(length)]);
      const text = renderBaseline({ ...baselineOf(DEFINITIONS), conditions });
      expect(await format(text, { parser: 'json' })).toBe(text);
    }
  });

  test('CRLF', () => {
    same(FILE.replaceAll('\n', '\r\n'));
  });

  test('a byte order mark, with CRLF too', () => {
    same(`\ufeff${FILE}`);
    same(`\ufeff${FILE.replaceAll('\n', '\r\n')}`);
  });

  test('no final line feed', () => {
    same(FILE.trimEnd());
  });

  test('minified', () => {
    same(JSON.stringify(JSON.parse(FILE)));
  });

  test('indented by tabs', () => {
    same(JSON.stringify(JSON.parse(FILE), null, '\t'));
  });

  test('members sorted', () => {
    const sort = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sort);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, each]) => [name, sort(each)]),
      );
    };
    same(JSON.stringify(sort(JSON.parse(FILE)), null, 2));
  });

  test('items in another order', () => {
    const file = JSON.parse(FILE) as { items: unknown[] };
    same(JSON.stringify({ ...file, items: file.items.reverse() }));
  });
});

describe('what is no baseline (FORMAT 3.5)', () => {
  const marker = 'MARKER_c0ffee';
  /** Replaces one text of the file, which stands in it exactly once. */
  const withChange = (from: string, to: string): string => {
    expect(FILE.split(from)).toHaveLength(2);
    return FILE.replace(from, to);
  };
  const lineOf = (part: string): number => FILE.slice(0, FILE.indexOf(part)).split('\n').length;

  const expectProblem = (text: string, code: string, parts: readonly string[]): void => {
    const error = problemOf(text);
    expect(error.code).toBe(code);
    for (const part of parts) expect(error.message).toContain(part);
    const all = JSON.stringify([error.message, error.hint, error.stack, String(error.cause)]);
    expect(all).not.toContain(marker);
    expect(error.hint).toContain('witnessmark');
  };

  test.each([
    ['nothing at all', '', 1],
    ['white space', '\n\n', 3],
    ['a file of the system', `root:x:0:0:${marker}\n`, 1],
    ['a cut file', FILE.slice(0, FILE.indexOf('"items"')), lineOf('"items"')],
    ['text behind it', `${FILE}${marker}`, FILE.split('\n').length],
    ['a comma too many', FILE.replace('  "items"', `  ,"${marker}"`), lineOf('"items"')],
    ['a secret in a string that does not end', `{\n"format": "${marker}`, 2],
    ['nested too deep', `{"a":\n${'['.repeat(9)}`, 2],
    ['YAML', `format: witnessmark/1\nserver: ${marker}\n`, 1],
    ['two byte order marks', `\ufeff\ufeff${FILE}`, 1],
  ])('not JSON: %s', (_about, text, line) => {
    expectProblem(text, 'baseline-not-json', [`line ${line}`]);
  });

  test('JSON that nests deeper than a baseline is not called something else', () => {
    const deep = `{"a":\n${'['.repeat(9)}${']'.repeat(9)}}`;
    expect(() => parseBaseline(deep)).toThrow(
      'the baseline is nested too deep: reading stopped at line 2',
    );
  });

  test('an unknown kind is one problem', () => {
    const text = FILE.replace('"kind": "server"', '"kind": "servant"');
    expect(() => parseBaseline(text)).toThrow(
      /^the baseline is malformed: line \d+: items\[1\]\.kind must be one of [^;]+$/,
    );
  });

  test.each([
    ['no format', '{}'],
    ['an array', '[]'],
    ['a string', `"${marker}"`],
    ['null', 'null'],
    ['a number for it', '{"format":1}'],
    ['another format', `{"format":"${marker}/1"}`],
    ['format 0', '{"format":"witnessmark/0"}'],
    ['format 01', '{"format":"witnessmark/01"}'],
    ['format 1 with more', `{"format":"witnessmark/1 ${marker}"}`],
    ['a format in capitals', '{"format":"WITNESSMARK/1"}'],
    ['an endless version', '{"format":"witnessmark/99999999999"}'],
  ])('of an unknown format: %s', (_about, text) => {
    expectProblem(text, 'baseline-unknown-format', ['witnessmark/1']);
  });

  test('of a newer format, whatever else it holds', () => {
    expectProblem(`{"format":"witnessmark/2","${marker}":[]}`, 'baseline-newer-format', [
      'witnessmark/2',
    ]);
    expectProblem('{"format":"witnessmark/10"}', 'baseline-newer-format', ['witnessmark/10']);
  });

  const digest = 'sha256:8fac612649f5f9d84a922607410015d2c6e03ad58d0ff331044b29b650e7b2d7';
  test.each([
    [
      'an unknown member',
      '"server": "default",',
      `"server": "default",\n"${marker}": 1,`,
      'line 4: the file has a member',
    ],
    ['server missing', '  "server": "default",\n', '', 'line 1: server is missing'],
    ['server not a name', '"default"', `"${marker}"`, 'line 3: server must be'],
    [
      'server twice',
      '"server": "default",',
      `"server": "default", "server": "b",`,
      'server stands there more than once',
    ],
    [
      'capture not an object',
      '"capture": {',
      `"capture": 5, "${marker}": {`,
      'line 4: capture must be an object',
    ],
    [
      'a condition missing',
      '    "transport": "stdio",\n',
      '',
      'line 4: capture.transport is missing',
    ],
    [
      'a condition of another type',
      '"transport": "stdio"',
      `"transport": ["${marker}"]`,
      'line 5: capture.transport must be a string',
    ],
    [
      'an unknown condition',
      '"transport": "stdio"',
      `"transport": "stdio", "${marker}": 1`,
      'line 5: capture has a member',
    ],
    [
      'an unknown condition inside',
      '"platform": "linux"',
      `"platform": "linux", "${marker}": 1`,
      'capture.runtime has a member',
    ],
    [
      'pages.complete not a boolean',
      '"complete": true',
      `"complete": "${marker}"`,
      'capture.pages.complete must be true or false',
    ],
    [
      'arguments that are no strings',
      '"dist/index.js"',
      '7',
      'capture.launch.args must be an array of strings',
    ],
    [
      'items not an array',
      '"items": [',
      `"items": "${marker}", "${marker}": [`,
      'items must be an array',
    ],
    [
      'an unknown kind',
      '"kind": "server"',
      `"kind": "${marker}"`,
      `line ${lineOf('"kind": "server"')}: items[1].kind must be one of`,
    ],
    [
      'a second server',
      '"kind": "prompt"',
      '"kind": "server"',
      'one item of kind "server" at most',
    ],
    [
      'an id that is an object',
      '"id": "write"',
      `"id": {"${marker}": 1}`,
      `line ${lineOf('"id": "write"')}: items[3].id must be a string or null`,
    ],
    ['no id', '      "id": "write",\n', '', 'items[3].id is missing'],
    [
      'a day that does not exist',
      '"id": "write",\n      "firstSeen": "2026-11-30"',
      `"id": "write",\n      "firstSeen": "2026-02-30"`,
      'items[3].firstSeen must be a date',
    ],
    [
      'no date',
      '"id": "write",\n      "firstSeen": "2026-11-30"',
      `"id": "write",\n      "firstSeen": "${marker}"`,
      'items[3].firstSeen must be a date',
    ],
    [
      'a digest that is none',
      `"description": "${digest}"`,
      `"description": "${marker}"`,
      `line ${lineOf(digest)}: items[2].fields holds a value that is not a digest`,
    ],
    ['a digest in capitals', digest, digest.toUpperCase(), 'items[2].fields holds a value'],
    [
      'a field name twice',
      `"description": "${digest}"`,
      `"description": "${digest}", "description": "${digest}"`,
      'items[2].fields holds one name twice',
    ],
    [
      'a field that is an object',
      `"description": "${digest}"`,
      `"${marker}": {}`,
      'items[2].fields holds a value',
    ],
    [
      'an aspect too short',
      '"9445e1d930264460cf49d30b0e4378c2"',
      '"abcd"',
      'items[2].aspects holds a value that is not an aspect digest',
    ],
    [
      'an aspect without a name',
      '"description/visible"',
      `"${marker}"`,
      'items[2].aspects holds a value',
    ],
    [
      'findings in another shape',
      '["invisible-characters:description"]',
      `["${marker}"]`,
      'items[2].findings must be an array of findings',
    ],
    [
      'findings that are no array',
      '["invisible-characters:description"]',
      `{"${marker}": 1}`,
      'items[2].findings must be an array of findings',
    ],
    [
      'an unknown member of an item',
      '"id": "write"',
      `"id": "write", "${marker}": 1`,
      'items[3] has a member',
    ],
    [
      'an item that is no object',
      '"items": [',
      `"items": ["${marker}",`,
      'items[0] must be an object',
    ],
  ])('malformed: %s', (_about, from, to, expected) => {
    expectProblem(withChange(from, to), 'baseline-malformed', [expected]);
  });

  test('every problem is listed, up to twenty', () => {
    const error = problemOf(
      FILE.replace('"default"', '"NO"').replace('"stdio"', '7').replaceAll('2026-11-30', 'then'),
    );
    expect(error.message.split('; ')).toHaveLength(6);
    expect(error.message).toContain('line 3: server must be a name of a-z, 0-9 and -');
    expect(error.message).toContain('line 5: capture.transport must be a string');
    for (const index of [0, 1, 2, 3]) {
      expect(error.message).toContain(`items[${index}].firstSeen must be a date, YYYY-MM-DD`);
    }
    const many = problemOf(FILE.replace('"items": [', `"items": [${'5,'.repeat(1_000)}`));
    expect(many.message.split('; ')).toHaveLength(21);
    expect(many.message.endsWith('and more')).toBe(true);
  });

  test.each([
    ['ours', '<<<<<<< HEAD'],
    ['theirs', '>>>>>>> feature/x'],
    ['base', '||||||| 3f2a1c0'],
    ['the middle', '======='],
    ['ours without a label', '<<<<<<<'],
    ['theirs without a label', '>>>>>>>'],
    ['base without a label', '|||||||'],
    ['ours on Windows', '<<<<<<< HEAD\r'],
    ['the middle on Windows', '=======\r'],
    ['a stash', '>>>>>>> Stashed changes'],
  ])('conflict markers: %s', (_about, line) => {
    const text = FILE.replace('  "items"', `${line}\n${marker}\n  "items"`);
    expectProblem(text, 'baseline-conflict-markers', [`line ${lineOf('"items"')}`]);
    expect(hasConflictMarkers(text)).toBe(true);
  });

  test.each([
    ['six', '<<<<<<'],
    ['eight', '<<<<<<<<'],
    ['indented', ' ======='],
    ['with a word at once', '=======x'],
  ])('not conflict markers: %s', (_about, line) => {
    expect(hasConflictMarkers(FILE.replace('  "items"', `${line}\n  "items"`))).toBe(false);
  });

  test('names that look like markers are no conflict', () => {
    const items = itemsOf([{ kind: 'tool', text: '{"name":"=======","x\\n=======":1}' }]);
    const text = renderBaseline({
      ...baselineOf([]),
      items: items.map((item) => ({ ...baselineItem(item), firstSeen: '2026-01-01' })),
    });
    expect(hasConflictMarkers(text)).toBe(false);
    expect(parseBaseline(text).items).toHaveLength(1);
  });

  function baselineItem({
    kind,
    id,
    fields,
    aspects,
    findings,
  }: ReturnType<typeof itemsOf>[number]): Omit<BaselineItem, 'firstSeen'> {
    return { kind, id, fields, aspects, findings };
  }
});

describe('random damage', () => {
  const reading = { server: 'default', conditions: CAPTURE, items: itemsOf(DEFINITIONS) };
  const content = (baseline: Baseline): string => renderBaseline(baseline);

  test('random bytes are refused with a code', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), anyText, (bytes, text) => {
        expect(() => parseBaseline(Buffer.from(bytes).toString('utf8'))).toThrow(WitnessmarkError);
        expect(() => parseBaseline(text)).toThrow(WitnessmarkError);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a damaged file is refused with a code, or matches only when it says the same', () => {
    const edit = fc.record({
      at: fc.nat(FILE.length),
      remove: fc.nat(3),
      insert: fc.oneof(
        fc.constant(''),
        fc.constantFrom(...Array.from('{}[]",:0123456789abcdef/ \n-')),
        anyText,
      ),
    });
    const whole = content(parseBaseline(FILE));
    let [tried, parsed] = [0, 0];
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 2 }), (edits) => {
        tried += 1;
        const text = edits.reduce(
          (each, { at, remove, insert }) => each.slice(0, at) + insert + each.slice(at + remove),
          FILE,
        );
        let baseline: Baseline;
        try {
          baseline = parseBaseline(text);
        } catch (error) {
          expect(error).toBeInstanceOf(WitnessmarkError);
          return;
        }
        parsed += 1;
        // The date is the one line that no reading determines.
        const dated = (each: string): string => each.replaceAll(/"firstSeen": "[^"]*"/g, '');
        if (dated(content(baseline)) !== dated(whole)) {
          expect(judge(baseline, reading).kind).not.toBe('match');
        }
      }),
      { numRuns: 5_000 },
    );
    expect(parsed).toBeGreaterThan(tried / 40);
  });

  test('every digit of every digest counts', () => {
    const flipped = [...FILE.matchAll(/[0-9a-f](?=[0-9a-f]*")/g)].filter(
      ({ index }) =>
        /^[0-9a-f]*"/.test(FILE.slice(index)) &&
        /(?:sha256:|": ")[0-9a-f]*$/.test(FILE.slice(0, index)),
    );
    // Four field digests of 64 digits, seven aspects of 32 and one of 16, and the placeholder set "1".
    expect(flipped.length).toBe(497);
    for (const { index } of flipped) {
      const digit = FILE.charAt(index) === '0' ? '1' : '0';
      const text = FILE.slice(0, index) + digit + FILE.slice(index + 1);
      let kind: string;
      try {
        kind = judge(parseBaseline(text), reading).kind;
      } catch (error) {
        expect(error).toBeInstanceOf(WitnessmarkError);
        kind = 'refused';
      }
      expect(kind).not.toBe('match');
    }
  });
});

describe('merges (FORMAT 3.1, field case C15)', () => {
  const tool = (
    name: string,
    description: string,
    title: string,
    property: string,
  ): Definition => ({
    kind: 'tool',
    text: JSON.stringify({
      name,
      description,
      title,
      inputSchema: { type: 'object', properties: { [property]: { type: 'string' } } },
    }),
  });
  const base = ['a', 'b', 'c', 'd'].map((name) => tool(name, 'd', 't', 'p'));
  const replaced = (name: string, ...rest: [string, string, string]): readonly Definition[] =>
    base.map((each) => (each.text.includes(`"name":"${name}"`) ? tool(name, ...rest) : each));

  /** What `git merge-file` makes of three files; throws on a conflict. */
  const merge = (ours: readonly Definition[], theirs: readonly Definition[]): string => {
    const directory = mkdtempSync(join(tmpdir(), 'witnessmark-merge-'));
    try {
      const files = [ours, base, theirs].map((definitions, index) => {
        const path = join(directory, `${index}.json`);
        writeFileSync(path, renderBaseline(baselineOf(definitions)));
        return path;
      });
      return execFileSync('git', ['merge-file', '-p', ...files], { encoding: 'utf8' });
    } finally {
      rmSync(directory, { recursive: true });
    }
  };
  const fresh = (definitions: readonly Definition[]): string =>
    renderBaseline(baselineOf(definitions));

  test('of two branches that change different tools', () => {
    expect(merge(replaced('a', 'd2', 't', 'p'), replaced('b', 'd3', 't2', 'p'))).toBe(
      fresh([tool('a', 'd2', 't', 'p'), tool('b', 'd3', 't2', 'p'), ...base.slice(2)]),
    );
  });

  test('of two branches that change different fields of one tool, not on neighbouring lines', () => {
    expect(merge(replaced('b', 'd2', 't', 'p'), replaced('b', 'd', 't2', 'p'))).toBe(
      fresh([...base.slice(0, 1), tool('b', 'd2', 't2', 'p'), ...base.slice(2)]),
    );
  });

  test('fields on neighbouring lines conflict as in any text: git wants a line between', () => {
    const ours = replaced('b', 'd2', 't', 'p');
    const theirs = replaced('b', 'd', 't', 'q');
    expect(() => merge(ours, theirs)).toThrow('merge-file');
  });

  test('of two branches that add in different gaps', () => {
    expect(merge([...base, tool('bb', 'd', 't', 'p')], [tool('cc', 'd', 't', 'p'), ...base])).toBe(
      fresh([...base, tool('bb', 'd', 't', 'p'), tool('cc', 'd', 't', 'p')]),
    );
  });

  test('of one that removes a tool and one that changes another', () => {
    expect(merge(base.slice(1), replaced('c', 'd2', 't', 'p'))).toBe(
      fresh([...base.slice(1, 2), tool('c', 'd2', 't', 'p'), ...base.slice(3)]),
    );
  });

  test('two additions in one gap conflict, and the file then says so', () => {
    const directory = mkdtempSync(join(tmpdir(), 'witnessmark-merge-'));
    try {
      const files = [
        [...base, tool('e', 'd', 't', 'p')],
        base,
        [...base, tool('f', 'd', 't', 'p')],
      ].map((definitions, index) => {
        const path = join(directory, `${index}.json`);
        writeFileSync(path, renderBaseline(baselineOf(definitions)));
        return path;
      });
      expect(() => execFileSync('git', ['merge-file', ...files], { stdio: 'ignore' })).toThrow();
      expect(problemOf(readFileSync(files[0] ?? '', 'utf8')).code).toBe(
        'baseline-conflict-markers',
      );
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
