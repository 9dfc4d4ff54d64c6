import { afterAll, describe, expect, test } from '@jest/globals';
import { Checkout, fileOf } from '../../helpers/action-harness.js';
import { NODE_24 } from '../../helpers/node24.js';

const checkouts: Checkout[] = [];
afterAll(() => checkouts.forEach((each) => each.remove()));

function markedWith(tools: readonly unknown[]): Checkout {
  const checkout = new Checkout({ tools });
  checkouts.push(checkout);
  checkout.mark();
  return checkout;
}

const indices = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const MIB = 1024 * 1024;

/** What changed; the way out stands below it. */
const firstLine = (data: string): string => data.split('\n')[0] ?? '';

describe(`the Action on ${NODE_24.label}, many changes`, () => {
  test('60 patterns are ten annotations, and the tenth says how many more', async () => {
    const tools = (version: number): unknown[] =>
      indices(60).map((index) => ({ name: `tool_${index}`, [`vendor_${index}`]: version }));
    const checkout = markedWith(tools(1));
    checkout.say({ tools: tools(2) });
    const run = await checkout.run();
    expect(run.exitCode).toBe(1);
    expect(run.annotations).toHaveLength(10);
    expect(new Set(run.annotations.map(({ data }) => data)).size).toBe(10);
    for (const { properties, data } of run.annotations.slice(0, 9))
      expect(`${properties['title'] ?? ''}; ${firstLine(data)}`).toMatch(
        /^tool tool_(\d+): vendor_\1; vendor_\1 changed \(other\)$/,
      );
    expect(run.annotations[9]?.data).toBe('and 51 more items: the summary of this run lists them');
    for (const index of indices(60)) {
      const row = `| tool \`tool_${index}\` | \`vendor_${index}\` changed (other) |\n`;
      expect(run.summary).toContain(row);
    }
    expect(JSON.parse(run.outputs.get('changed') ?? '')).toHaveLength(60);
  });

  test('ten items are ten annotations, each at its line', async () => {
    const tools = (version: number): unknown[] =>
      indices(10).map((index) => ({ name: `tool_${index}`, description: `d${version}` }));
    const checkout = markedWith(tools(1));
    checkout.say({ tools: tools(2) });
    const run = await checkout.run();
    const lines = checkout.read('witnessmark.json').split('\n');
    expect(
      run.annotations.map(({ properties }) => [properties['title'], properties['line']]),
    ).toEqual(
      indices(10).map((index) => [
        `tool tool_${index}: description`,
        String(lines.indexOf(`      "id": "tool_${index}",`) - 1),
      ]),
    );
  });

  test('67 tools that change alike are one entry, and what rides along is named', async () => {
    const tools = (version: number): unknown[] =>
      indices(67).map((index) => ({
        name: `tool_${String(index).padStart(2, '0')}`,
        inputSchema: {
          type: 'object',
          description: `d${version}`,
          ...(version === 2 ? { additionalProperties: false } : {}),
          properties: index === 40 && version === 2 ? { leak: {} } : {},
        },
      }));
    const checkout = markedWith(tools(1));
    checkout.say({ tools: tools(2) });
    const run = await checkout.run();
    const names = indices(19).map((index) => `tool_${String(index).padStart(2, '0')}`);
    expect(run.annotations.map(({ data }) => firstLine(data))).toEqual([
      `inputSchema changed (shape+text) (tool_40 (leak added), ${names.join(', ')} and 47 more)`,
    ]);
    expect(run.summary).toContain('| **67 tools**<br>`tool_40` (`leak` added), `tool_00`, ');
    expect(run.summary).toContain('<details><summary>and 61 more</summary>`tool_05`, ');
    const [table = ''] = run.summary.split('\n<sub>');
    expect(table.match(/^\| (?!Item|:)/gm)).toHaveLength(1);
    expect(run.stdout).toContain('\n  67 tools changed\n      inputSchema changed (shape+text)\n');
    for (const line of run.stdout.split('\n').filter((each) => each.startsWith('      ')))
      expect(line.length).toBeLessThanOrEqual(78);
  });

  test('5,000 tools with long names of 4-byte characters fit a summary, cut on a whole row', async () => {
    const tools = (version: number): unknown[] =>
      indices(5_000).map((index) => ({
        name: `${index}${'😀'.repeat(120)}`,
        [`${index}${'😁'.repeat(120)}`]: version,
      }));
    const checkout = markedWith(tools(1));
    checkout.say({ tools: tools(2) });
    const run = await checkout.run();
    expect(run.exitCode).toBe(1);
    const bytes = Buffer.byteLength(run.summary, 'utf8');
    expect(bytes).toBeLessThan(MIB);
    expect(bytes).toBeGreaterThan(MIB / 2);
    const rows = run.summary.split('\n').filter((line) => line.startsWith('| tool '));
    for (const row of rows)
      expect(row).toMatch(/^\| tool `\d+😀+…` \| `\d+😁+…` changed \(other\) \|$/u);
    const rest = 5_000 - rows.length;
    expect(rest).toBeGreaterThan(0);
    expect(run.summary).toContain(
      `\nand ${rest} more items: the record of this run has all of them.\n`,
    );
    expect(run.summary).toMatch(/```sh\nnpx .*\ngit add witnessmark\.json && git commit\n```\n$/);
    expect(run.annotations).toHaveLength(10);
    expect(run.annotations[9]?.data).toBe(
      'and 4991 more items: the summary of this run lists them',
    );
    const changed = run.outputs.get('changed') ?? '';
    expect(changed.length).toBeLessThan(130 * 1024);
    const names = JSON.parse(changed) as string[];
    expect(names.length).toBeGreaterThan(400);
    const left = 5_001 - names.length;
    expect(names.at(-1)).toBe(`and ${left} more, which the record names`);
    expect(names.slice(0, -1).every((name) => name.startsWith('tool '))).toBe(true);
    const record = JSON.parse(fileOf(run, 'record')) as {
      readonly servers: readonly { readonly changes: readonly unknown[] }[];
    };
    expect(record.servers[0]?.changes).toHaveLength(5_000);
  });

  test('a tool of 20,000 members, each with hidden characters, fills neither log nor summary', async () => {
    const tool = (text: string): unknown => ({
      name: 'a',
      ...Object.fromEntries(indices(20_000).map((index) => [`member_${index}`, text])),
    });
    const checkout = markedWith([tool('one\u200b\u200b')]);
    checkout.say({ tools: [tool('two\u202e')] });
    const run = await checkout.run();
    expect(run.exitCode).toBe(1);
    expect(run.summary.length).toBeLessThan(20_000);
    expect(run.stdout.length).toBeLessThan(20_000);
    expect(run.stdout).toContain('      and 19980 more\n');
    expect(run.summary).toContain('<br>and 19980 more |\n');
  });
});
