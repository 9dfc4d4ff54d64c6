import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { COMMANDS, OPTION_SPECS, OUTPUTS } from '../../src/app/options.js';
import { renderHelp } from '../../src/edge/cli/help.js';
import { EXIT_CODES } from '../../src/exit-codes.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

interface Described {
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: string;
}
const ACTION = parse(read('action.yml')) as {
  readonly name: string;
  readonly description: string;
  readonly author: string;
  readonly branding: { readonly icon: string; readonly color: string };
  readonly inputs: Readonly<Record<string, Described>>;
  readonly outputs: Readonly<Record<string, Described>>;
  readonly runs: Readonly<Record<string, string>>;
};

const INPUTS = OPTION_SPECS.filter(({ doors }) => doors.includes('action'));
const CLI_OPTIONS = OPTION_SPECS.filter(({ doors }) => doors.includes('cli'));

describe('the option table', () => {
  test('holds these names; one that goes or changes breaks workflows', () => {
    expect(INPUTS.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'mode',
        'command',
        'working-directory',
        'env',
        'baseline',
        'surface',
        'timeout',
        'client-capabilities',
        'protocol',
        'allow-unstable',
        'show-stderr',
      ]),
    );
    expect(OUTPUTS.map(({ name }) => name)).toEqual([
      'verdict',
      'exit-code',
      'added',
      'removed',
      'changed',
      'record',
      'proposed-baseline',
      'commit',
      'pull-request',
    ]);
    expect(COMMANDS.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['check', 'mark', 'demo']),
    );
  });

  test('says what each option is for, in sentences, and gives every flag a default', () => {
    for (const { name, help, type, default: byDefault } of OPTION_SPECS) {
      expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
      expect(help).toMatch(/^\S.+\.$/);
      if (type === 'flag') expect(byDefault).toBe('false');
    }
  });
});

describe('action.yml', () => {
  test('has the inputs of the table, in its order, with its texts and defaults', () => {
    expect(
      Object.entries(ACTION.inputs).map(([name, input]) => [
        name,
        input.description,
        input.default,
        input.required,
      ]),
    ).toEqual(
      // Nothing is required of its own: a server is named by its command, its url, or both.
      INPUTS.map(({ name, help, default: byDefault }) => [name, help, byDefault, false]),
    );
  });

  test('has the outputs of the table, in its order, with its texts', () => {
    expect(
      Object.entries(ACTION.outputs).map(([name, { description }]) => [name, description]),
    ).toEqual(OUTPUTS.map(({ name, help }) => [name, help]));
  });

  test('runs our bundle on Node 24, and nothing before, after or besides', () => {
    expect(ACTION.runs).toEqual({ using: 'node24', main: 'dist/action.js' });
    expect(existsSync(join(ROOT, 'dist/action.js'))).toBe(true);
    expect(read('action.yml')).not.toMatch(/\buses:/);
    // Nothing but the job's own token is filled in, and that as an input alone.
    expect(read('action.yml').match(/.*\$\{\{.*/g)).toEqual(["    default: '${{ github.token }}'"]);
    expect(ACTION.inputs['token']?.default).toBe('${{ github.token }}');
  });

  test('can be published: a name, a description that fits, an author, branding', () => {
    expect(Object.keys(ACTION)).toEqual([
      'name',
      'description',
      'author',
      'branding',
      'inputs',
      'outputs',
      'runs',
    ]);
    expect(ACTION.name).toBe('witnessmark');
    // The marketplace takes fewer than 125 characters.
    expect(ACTION.description.length).toBeLessThan(125);
    expect(ACTION.author).not.toBe('');
    expect(ACTION.branding.icon).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect([
      'white',
      'black',
      'yellow',
      'blue',
      'green',
      'orange',
      'red',
      'purple',
      'gray-dark',
    ]).toContain(ACTION.branding.color);
  });
});

describe('--help', () => {
  // dist/ is held against the sources by verify-dist.
  const help = renderHelp();
  const flat = help.replace(/\s+/g, ' ');

  test('lists the options of the table, in its order, and no others', () => {
    const listed = [...help.matchAll(/^ {2}(?:-\w, )?--(\S+)(?: (\S+))?/gm)];
    expect(listed.map(([, name]) => name)).toEqual(CLI_OPTIONS.map(({ name }) => name));
    for (const [index, { value }] of CLI_OPTIONS.entries())
      if (value !== undefined) expect(listed[index]?.[2]).toBe(value);
  });

  test('says of each option what the table says, with its default', () => {
    for (const { name, value, help: text, type, default: byDefault } of CLI_OPTIONS) {
      const term = value === undefined ? `--${name}` : `--${name} ${value}`;
      const more = type === 'list' ? ' Repeatable.' : '';
      const shown = byDefault === undefined || type === 'flag' ? '' : ` [${byDefault}]`;
      expect(flat).toContain(` ${term} ${text}${more}${shown} `);
    }
  });

  test('lists the commands, and every exit code', () => {
    for (const { name, help: text } of COMMANDS) expect(flat).toContain(` ${name} ${text} `);
    const codes = Object.entries(EXIT_CODES).map(([verdict, code]) => `${code} ${verdict}`);
    expect(flat).toContain(`Exit codes: ${codes.join(', ')}.`);
  });

  test('fits in 80 columns, as does the help of each command', () => {
    for (const text of [help, ...COMMANDS.map(({ name }) => renderHelp(name))])
      for (const line of text.split('\n'))
        if (!/^ {2}witnessmark /.test(line)) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('of a command shows its options and examples, which it takes', () => {
    for (const { name, options, examples } of COMMANDS) {
      const own = renderHelp(name);
      const listed = [...own.matchAll(/^ {2}(?:-\w, )?--(\S+)/gm)].map(([, option]) => option);
      expect([...listed].sort()).toEqual([...options, 'help'].sort());
      for (const example of examples) {
        expect(own).toContain(`  ${example}\n`);
        const used = [...example.matchAll(/ --([a-z-]+)/g)].map(([, option]) => option ?? '');
        for (const option of used)
          expect((options as readonly string[]).includes(option)).toBe(true);
        expect(example.startsWith(`witnessmark ${name}`)).toBe(true);
      }
    }
  });

  test('README names every command', () => {
    const names = COMMANDS.map(({ name }) => `\`${name}\``).join(', ');
    expect(read('README.md')).toContain(`Commands of the command line: ${names};`);
  });
});

describe('README.md', () => {
  const section = (name: string): string[] => {
    const text = read('README.md');
    const [start, end] = [text.indexOf(`<!-- ${name} -->`), text.indexOf(`<!-- /${name} -->`)];
    expect(start).toBeGreaterThan(0);
    expect(end).toBeGreaterThan(start);
    return text.slice(start, end).split('\n').slice(1, -1);
  };

  test('has a row for each input with its default and text, and no other', () => {
    const [, , ...rows] = section('inputs');
    expect(rows).toHaveLength(INPUTS.length);
    for (const [index, { name, help, default: byDefault }] of INPUTS.entries()) {
      expect(rows[index]).toMatch(new RegExp(`^\\| \`${name}\` \\|`));
      expect(rows[index]).toContain(byDefault === undefined ? '|  |' : `| \`${byDefault}\` |`);
      expect(rows[index]).toContain(`| ${help} |`);
    }
  });

  test('has a row for each output, and no other', () => {
    const [, , ...rows] = section('outputs');
    expect(rows).toEqual(OUTPUTS.map(({ name, help }) => `| \`${name}\` | ${help} |`));
  });

  test('has a row for each exit code, and no other', () => {
    const [, , ...rows] = section('exit-codes');
    expect(rows.map((row) => row.split(' | ').slice(0, 2).join(' | '))).toEqual(
      Object.entries(EXIT_CODES).map(([verdict, code]) => `| ${code} | \`${verdict}\``),
    );
  });

  test('is what scripts/readme-tables.mjs writes', () => {
    expect(() =>
      execFileSync(process.execPath, [join(ROOT, 'scripts/readme-tables.mjs')], { stdio: 'pipe' }),
    ).not.toThrow();
  });
});
