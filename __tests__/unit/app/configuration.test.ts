import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { configurationChanges, parseConfiguration } from '../../../src/app/configuration.js';
import { OPTION_SPECS } from '../../../src/app/options.js';
import { inParallel } from '../../../src/app/servers.js';
import { WitnessmarkError } from '../../../src/errors.js';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The problems of a file, one each. */
function problemsOf(text: string): string[] {
  try {
    parseConfiguration(text);
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    expect(error.code).toBe('config-malformed');
    return error.message.replace(/^.* is not right: /, '').split('; ');
  }
  return [];
}

describe('the configuration', () => {
  test('gives each server its members as inputs would, sorted by name', () => {
    const text = `\uFEFF{"$schema": "x", "servers": {
      "web": {"command": "node web.js", "env": ["A", "B=c"], "args": []},
      "files": {"url": "https://example.com/mcp"}}}`;
    expect([...parseConfiguration(text)]).toEqual([
      ['files', { line: 3, options: new Map([['url', 'https://example.com/mcp']]) }],
      [
        'web',
        {
          line: 2,
          options: new Map([
            ['command', 'node web.js'],
            ['env', 'A\nB=c'],
          ]),
        },
      ],
    ]);
  });

  test('names every problem by line and member, and quotes no value', () => {
    const text = `{ "extra": "SECRET",
  "servers": {
    "Web": {"command": "SECRET"},
    "config": {"command": "SECRET"},
    "a": {"comand": "SECRET", "env": "SECRET", "command": ["SECRET"]},
    "a": {"command": "x", "command": "y"},
    "b": {"timeout": "SECRET", "report-only": "true"},
    "c": "SECRET",
    "d": {"command": " ", "args": ["a\\nSECRET"], "header": [1]}
  }
}`;
    const problems = problemsOf(text);
    expect(problems).toEqual([
      'line 1: extra is no member',
      'line 3: servers.Web: a name is made of a-z, 0-9 and -, and is not config',
      'line 4: servers.config: a name is made of a-z, 0-9 and -, and is not config',
      'line 5: servers.a.comand is no member',
      'line 5: servers.a.env must be an array of texts',
      'line 5: servers.a.command must be a text',
      'line 6: servers.a stands there twice',
      'line 6: servers.a.command stands there twice',
      'line 7: servers.b.timeout is no member',
      'line 7: servers.b.report-only is no member',
      'line 8: servers.c must be an object',
      'line 9: servers.d.command holds a text that is empty, of several lines, or has white space around it',
      'line 9: servers.d.args holds a text that is empty, of several lines, or has white space around it',
      'line 9: servers.d.header must be an array of texts',
    ]);
  });

  test.each([
    ['', 'line 1: this is not JSON'],
    ['{\n,', 'line 2: this is not JSON'],
    ['[[[[[[[[[[]]]]]]]]]]', 'line 1: this nests too deep'],
    ['[]', 'line 1: the file must be an object'],
    ['{}', 'line 1: servers must be an object with one member for each server'],
    ['{"servers": {}}', 'line 1: servers must be an object with one member for each server'],
  ])('refuses %j', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  test('is compared by names of servers and members, never by values', () => {
    const before = `{"servers": {"a": {"command": "x", "env": ["K=OLD"]}, "b": {"command": "y"}, "d": {"command": "z"}}}`;
    const after = `{"servers": {"d": {"command": "z"}, "c": {"command": "y"}, "a": {"command": "w", "env": ["K=NEW"]}}}`;
    expect(configurationChanges(before, after)).toEqual([
      'a: command, env',
      'b removed',
      'c added',
    ]);
    expect(configurationChanges(before, before)).toEqual([]);
    expect(configurationChanges('{}', after)).toBeUndefined();
  });

  test('has a schema of the same members as the table of options', () => {
    const schema = JSON.parse(
      readFileSync(join(ROOT, 'witnessmark.config.schema.json'), 'utf8'),
    ) as {
      readonly properties: {
        readonly servers: {
          readonly propertyNames: { readonly pattern: string };
          readonly additionalProperties: {
            readonly additionalProperties: boolean;
            readonly properties: Readonly<
              Record<string, { readonly type: string; readonly description: string }>
            >;
          };
        };
      };
    };
    const { additionalProperties: server, propertyNames } = schema.properties.servers;
    expect(server.additionalProperties).toBe(false);
    expect(
      Object.entries(server.properties).map(([name, { type, description }]) => [
        name,
        type,
        description,
      ]),
    ).toEqual(
      OPTION_SPECS.filter(({ inFile }) => inFile === true).map(({ name, type, help }) => [
        name,
        type === 'list' ? 'array' : 'string',
        help,
      ]),
    );
    for (const name of ['a', 'a-1', 'config', 'A', '', 'a.b']) {
      const text = JSON.stringify({ servers: { [name]: { command: 'x' } } });
      expect([name, new RegExp(propertyNames.pattern).test(name)]).toEqual([
        name,
        problemsOf(text).length === 0,
      ]);
    }
  });
});

test('a few are worked on at a time, and results keep the order', async () => {
  let [running, most] = [0, 0];
  const results = await inParallel([5, 1, 4, 2, 3, 6], async (ticks) => {
    most = Math.max(most, (running += 1));
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    running -= 1;
    return ticks * 10;
  });
  expect([results, most]).toEqual([[50, 10, 40, 20, 30, 60], 4]);
});
