import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { quoteCommand, splitCommand } from '../../../src/app/shell-words.js';

/** What a POSIX shell makes of many command lines at once, one list of words each. */
function shellWords(lines: readonly string[]): string[][] {
  const script = lines.map((line) => `printf '%s\\0' ${line}\nprintf '\\1'\n`).join('');
  const out = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } });
  return out
    .split('\u0001')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1));
}

const text = fc.string({
  unit: fc.constantFrom(...Array.from('ab \t\'"\\$`*?[]{}~!#&|;<>()=%-/é世\u{1F600}'), '\n'),
  maxLength: 12,
});

describe('quoting', () => {
  test('is undone by the splitter', () => {
    fc.assert(
      fc.property(fc.array(text), (words) => {
        expect(splitCommand(quoteCommand(words))).toEqual(words);
      }),
      { numRuns: 2000 },
    );
  });

  test('is undone by a shell', () => {
    const samples = fc.sample(fc.array(text, { minLength: 1, maxLength: 4 }), 300);
    expect(shellWords(samples.map(quoteCommand))).toEqual(samples);
  });
});

describe('splitting', () => {
  /** Pieces that a shell expands in no way; put side by side they make words. */
  const piece = fc.oneof(
    fc.constantFrom(
      'a',
      'b-c',
      '=',
      '/x.y',
      'é',
      '%',
      ' ',
      '  ',
      '\t',
      '\\ ',
      "\\'",
      '\\"',
      '\\\\',
      '\\$',
    ),
    fc.constantFrom('\\\n', '"\\\n"', '"a\\b"', '"\\""', '"\\\\"', '"\\$x"', '"\\`"', "''", '""'),
    fc
      .string({ unit: fc.constantFrom(...Array.from('ab \t"\\$`*#;|')), maxLength: 5 })
      .map((inner) => `'${inner}'`),
    fc
      .string({ unit: fc.constantFrom(...Array.from("ab \t'*#;|é")), maxLength: 5 })
      .map((inner) => `"${inner}"`),
  );

  test('gives what a shell gives', () => {
    const lines = fc
      .sample(fc.array(piece, { minLength: 1, maxLength: 8 }), 500)
      .map((each) => each.join(''));
    // A line without a word would leave printf alone, which then prints one empty word.
    const full = lines.filter((line) => splitCommand(line).length > 0);
    expect(full.length).toBeGreaterThan(300);
    expect(full.map(splitCommand)).toEqual(shellWords(full));
  });

  test.each(
    [['$HOME', '~', '*', '{a,b}', '[a]', '!'].map((word) => [word, [word]] as const)].flat(),
  )('%s is not expanded', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  test('lines of a workflow are one command', () => {
    expect(splitCommand('node server.js\n  --verbose\n')).toEqual([
      'node',
      'server.js',
      '--verbose',
    ]);
    expect(splitCommand('node \\\n  server.js')).toEqual(['node', 'server.js']);
  });
});
