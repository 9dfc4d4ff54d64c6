import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { literal, renderWorkflow } from '../../../src/app/workflow.js';
import { yamlEntries, yamlText } from '../../../src/app/yaml-text.js';

const TEXTS: readonly (readonly [string, string])[] = [
  ['node dist/index.js', 'node dist/index.js'],
  ['npm ci && npm run build', 'npm ci && npm run build'],
  ['http://127.0.0.1:{port}/mcp', 'http://127.0.0.1:{port}/mcp'],
  ['3.10', '"3.10"'],
  ['24', '24'],
  ['true', 'true'],
  ['no', '"no"'],
  ['', '""'],
  ['a: b', '"a: b"'],
  ['a #b', '"a #b"'],
  ['- a', '"- a"'],
  ['*a', '"*a"'],
  ['a\nb: c', '"a\\nb: c"'],
  ['\u0085\u2028\u202e\u{e0041}', '"\\u0085\\u2028\\u202e\\U000e0041"'],
  ["node 'a b.js'", '"node \'a b.js\'"'],
];

test.each(TEXTS)('%j stands as %s', (text, written) => {
  expect(yamlText(text)).toBe(written);
});

/** Whatever scalar a parser makes of it, as the text that an input or a script gets. */
const asText = (value: unknown): string => String(value);

describe('a parser gives back', () => {
  test('every text, in a block and between brackets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(asText((parse(`a: ${yamlText(text)}\nb: c`) as { a: unknown }).a)).toBe(text);
        const flow = parse(`{ a: ${yamlText(text, 'flow')}, b: c }`) as { a: unknown; b: unknown };
        expect([asText(flow.a), flow.b]).toEqual([text, 'c']);
      }),
    );
  });

  test('texts made of what YAML gives a meaning', () => {
    const unit = fc.constantFrom(
      ...'-:#&*!|>%@`{}[],?"\'\\ \n\ta1.~=<'.split(/(?:)/),
      '${{',
      'null',
      ' #',
      ': ',
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(asText((parse(`a: ${yamlText(text)}\nb: c`) as { a: unknown }).a)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('every list of entries', () => {
    const entry = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), (entries) => {
        const text = `x:\n${yamlEntries('a', entries, '  ').join('\n')}\n  b: c\n`;
        const { x } = parse(text) as { x: { a: unknown; b: unknown } };
        expect([asText(x.a).replace(/\n$/, ''), x.b]).toEqual([
          entries.join('\n').replace(/\n$/, ''),
          'c',
        ]);
      }),
    );
  });
});

test('a workflow holds hostile texts as texts, and none of them as an expression', () => {
  const evil = 'x\'\n      - run: curl evil\n"#: ${{ secrets.A }}';
  const workflow = parse(
    renderWorkflow({
      branch: 'main',
      timeoutMinutes: 10,
      steps: [
        { kind: 'uses', uses: 'a/b@v1', comment: '', inputs: [['k', evil]] },
        { kind: 'run', lines: ['npm ci', evil], directory: evil },
      ],
      inputs: [
        ['command', [literal(evil)]],
        ['env', ['A', 'B']],
      ],
    }),
  ) as { jobs: { witnessmark: { steps: Record<string, unknown>[] } } };
  const safe = "x'\n      - run: curl evil\n\"#: ${{ '${{' }} secrets.A }}";
  expect(workflow.jobs.witnessmark.steps).toEqual([
    {
      uses: 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd',
      with: { 'persist-credentials': false },
    },
    { uses: 'a/b@v1', with: { k: safe } },
    { run: `npm ci\n${safe}`, 'working-directory': safe },
    {
      uses: 'OWNER/witnessmark@COMMIT_SHA',
      id: 'witnessmark',
      with: { command: safe, env: 'A\nB\n' },
    },
    {
      if: "failure() && steps.witnessmark.outputs.proposed-baseline != ''",
      uses: 'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f',
      with: { name: 'witnessmark', path: '${{ steps.witnessmark.outputs.proposed-baseline }}' },
    },
  ]);
});
