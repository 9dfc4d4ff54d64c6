import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Checkout } from '../../helpers/action-harness.js';
import { NODE_24 } from '../../helpers/node24.js';

const checkout = new Checkout({ tools: [{ name: 'a', inputSchema: { type: 'object' } }] });
checkout.mark();
afterAll(() => checkout.remove());

describe(`the Action on ${NODE_24.label}, inputs`, () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['a misspelt name', { comand: 'node server.mjs' }, 'unknown-option', 'comand is no input'],
    [
      'a name with an underscore',
      { working_directory: '.' },
      'unknown-option',
      'working_directory',
    ],
    ['an option of the command line', { json: 'true' }, 'unknown-option', 'json is no input'],
    ['a hostile name', { '::error::x': 'y' }, 'unknown-option', 'is no input'],
    ['no command', { command: '' }, 'missing-command', 'no command'],
    ['a command for a shell', { command: 'node a.mjs | cat' }, 'bad-command', '(column 12)'],
    ['another mode', { mode: 'Check' }, 'bad-option-value', 'mode takes check or mark'],
    ['a mode of two', { mode: 'check,mark' }, 'bad-option-value', 'mode takes check or mark'],
    ['yes for true', { 'show-stderr': 'yes' }, 'bad-option-value', 'takes true or false'],
    ['True for true', { 'show-stderr': 'True' }, 'bad-option-value', 'takes true or false'],
    ['1 for true', { 'show-stderr': '1' }, 'bad-option-value', 'takes true or false'],
    ['no seconds', { timeout: '0' }, 'bad-option-value', 'timeout takes'],
    ['seconds with a unit', { timeout: '30s' }, 'bad-option-value', 'timeout takes'],
    ['an unknown kind', { surface: 'tools,tool' }, 'bad-option-value', 'surface takes'],
    ['an unknown capability', { 'client-capabilities': 'all' }, 'bad-option-value', 'client-cap'],
    ['an unknown version', { protocol: '2030-01-01' }, 'bad-option-value', 'protocol'],
    ['a bad variable', { env: 'A B' }, 'bad-env', 'env takes NAME'],
    [
      'an empty value, as on a fork',
      { env: 'API_KEY=' },
      'bad-env',
      'env API_KEY has an empty value',
    ],
    [
      'a value of several lines, whose rest must not be taken for a name',
      { env: 'KEY=-----BEGIN\nMIIEvQIBADAN\nEND=' },
      'bad-env',
      'env has a line without a value',
    ],
    ['a variable twice', { env: 'A\nA=x' }, 'bad-env', 'twice'],
    ['a bad allowance', { 'allow-unstable': 'tool:a' }, 'bad-allow-unstable', ''],
    ['a baseline that is a folder', { baseline: 'a/' }, 'bad-option-value', 'path of a file'],
    ['no such folder', { 'working-directory': 'nowhere' }, 'bad-working-directory', ''],
  ])('%s is a usage error, and no server is started', async (_name, inputs, code, words) => {
    const run = await checkout.run({ inputs });
    expect(run.exitCode).toBe(64);
    expect(run.probe).toBeUndefined();
    expect(run.commands).toHaveLength(1);
    expect(run.annotations[0]?.data).toContain(words);
    expect(run.annotations[0]?.data).toContain(`[${code}]`);
    expect(run.annotations[0]?.properties['title']).toBe('witnessmark: usage');
    expect(run.outputs.get('verdict')).toBe('usage');
    expect(run.outputs.get('exit-code')).toBe('64');
    for (const name of ['added', 'removed', 'changed']) expect(run.outputs.get(name)).toBe('[]');
    expect(run.outputs.get('proposed-baseline')).toBe('');
    expect(run.summary).toMatch(/^## ❌ witnessmark: usage\n/);
    expect(run.stderr).toBe('');
    expect(checkout.status()).toBe('');
  });

  test('several mistakes are told at once', async () => {
    const run = await checkout.run({ inputs: { timeout: 'x', surface: 'y', env: '1' } });
    expect(run.exitCode).toBe(64);
    for (const word of ['timeout', 'surface', 'env takes'])
      expect(run.annotations[0]?.data).toContain(word);
  });

  test('white space around a value and defaults that are spelled out change nothing', async () => {
    const run = await checkout.run({
      inputs: {
        command: '  node server.mjs\n',
        mode: 'check',
        timeout: '120',
        surface: 'tools,prompts,resources,resourceTemplates',
        'show-stderr': 'false',
      },
    });
    expect(run.exitCode).toBe(0);
  });

  test.each<[string, Record<string, string>, number]>([
    ['a no-break space behind a mode', { mode: 'check\u00a0' }, 64],
    ['a byte order mark before a mode', { mode: '\ufeffcheck' }, 64],
    ['an ideographic space behind a flag', { 'report-only': 'true\u3000' }, 64],
    ['a no-break space behind a number', { timeout: '30\u00a0' }, 64],
    ['a no-break space in a list of kinds', { surface: 'tools,\u00a0prompts' }, 64],
    [
      'a no-break space in a list of capabilities',
      { 'client-capabilities': 'roots,\u00a0sampling' },
      64,
    ],
    ['a line separator behind a name', { env: 'A\u2028' }, 64],
    ['a no-break space between the words of a command', { command: 'node\u00a0server.mjs' }, 3],
    ['a zero-width space behind a path', { baseline: 'witnessmark.json\u200b' }, 2],
    ['a no-break space behind a folder', { 'working-directory': '.\u00a0' }, 64],
  ])('%s does not vanish', async (_name, inputs, exitCode) => {
    const run = await checkout.run({ inputs });
    expect(run.exitCode).toBe(exitCode);
    expect(run.probe === undefined).toBe(exitCode !== 2);
  });

  test('a baseline outside the checkout is refused and not written', async () => {
    const run = await checkout.run({ inputs: { baseline: '../outside.json' } });
    expect(run.exitCode).toBe(2);
    expect(run.annotations[0]?.data).toContain('[baseline-outside-checkout]');
    expect(run.annotations[0]?.properties['file']).toBeUndefined();
  });

  test('a line feed in a path of the workflow begins no command of the runner', async () => {
    const baseline = 'a\n::add-mask::x\n##[error]y.json';
    const run = await checkout.run({ inputs: { baseline } });
    expect(run.exitCode).toBe(2);
    expect(run.commands.map(({ name }) => name)).toEqual(['error']);
    expect(run.commands[0]?.properties['file']).toBe(baseline);
  });

  test('a summary that cannot be written changes neither verdict nor outputs', async () => {
    const nowhere = join(checkout.directory, 'no', 'such', 'place');
    for (const GITHUB_STEP_SUMMARY of [nowhere, undefined, checkout.directory]) {
      const run = await checkout.run({ env: { GITHUB_STEP_SUMMARY } });
      expect(run.exitCode).toBe(0);
      expect(run.outputs.get('verdict')).toBe('match');
      expect(run.commands).toEqual([
        { name: 'warning', properties: {}, data: 'The job summary could not be written.' },
      ]);
    }
  });

  test('outputs that cannot be written are a fault with an exit code of its own, not drift', async () => {
    const GITHUB_OUTPUT = join(checkout.directory, 'no', 'such', 'place');
    const run = await checkout.run({ env: { GITHUB_OUTPUT } });
    expect(run.exitCode).toBe(70);
    expect(run.stdout).toMatch(/^MATCH /);
    expect(run.commands).toEqual([]);
  });
});
