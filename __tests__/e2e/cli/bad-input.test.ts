import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { splitCommand } from '../../../src/app/shell-words.js';
import { COMMAND, serverOf, Workshop } from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop({ tools: [{ name: 'read', description: 'a' }] });
});
afterEach(() => workshop.remove());

/** Runs for people and for programs; both must say the same, and neither may write. */
async function refused(
  argv: readonly string[],
): Promise<readonly [number, string, string, string]> {
  const before = readdirSync(workshop.directory);
  const json = await workshop.cli([...argv, '--json']);
  const screen = await workshop.cli(argv);
  expect(screen.code).toBe(json.code);
  expect([screen.faults, json.faults]).toEqual([[], []]);
  const { problem } = serverOf(json);
  if (problem === null) throw new Error('no problem');
  // A screen is wrapped to its width.
  const people = (screen.stdout + screen.stderr).replace(/\s+/g, ' ');
  expect(people).toContain(problem.hint);
  expect(people).toContain(problem.code);
  expect(readdirSync(workshop.directory)).toEqual(before);
  return [json.code, problem.code, problem.message, problem.hint];
}

describe('help', () => {
  test('is what no words at all give, as a usage error', async () => {
    const { code, stdout, stderr } = await workshop.cli([]);
    expect([code, stdout]).toEqual([64, '']);
    expect(stderr).toContain('Usage: witnessmark COMMAND [OPTIONS]\n');
    expect((await workshop.cli(['--json'])).stderr).toContain('no command was given');
  });

  test('is a word too, alone and before a command', async () => {
    for (const [words, flags] of [
      [['help'], ['--help']],
      [
        ['help', 'check'],
        ['check', '--help'],
      ],
    ] as const)
      expect(await workshop.cli(words)).toEqual(await workshop.cli(flags));
    expect((await workshop.cli(['help', 'chek'])).stderr).toContain('Did you mean check?');
  });

  test('names the options of the command at hand, and the one that was meant', async () => {
    const { stderr } = await workshop.cli(['check', '--chek']);
    expect(stderr).toContain('--chek is no option');
    expect(stderr).toContain('Options of check: --command,');
    expect(stderr).not.toContain('--dry-run');
    expect((await workshop.cli(['check', '--profile', 'x'])).stderr).toContain(
      'Did you mean --profiles?',
    );
    expect((await workshop.cli(['demo', 'x'])).stderr).toContain('Usage: witnessmark demo\n');
  });
});

describe('a usage error is never a default', () => {
  const check = (...options: string[]): string[] => ['check', '--command', COMMAND, ...options];
  test.each<[string, string[], string, RegExp, RegExp]>([
    [
      'a command word that is none',
      ['chekc'],
      'missing-command',
      /^chekc is no command$/,
      /: init, check, mark, .*demo\./,
    ],
    [
      'a word too many',
      check('server.js'),
      'missing-command',
      /^server.js is one word too many: check takes none behind it$/,
      /--command '/,
    ],
    [
      'no command',
      ['check'],
      'missing-command',
      /no command was given to start the server/,
      /--command 'node/,
    ],
    [
      'an empty command',
      ['check', '--command', '  '],
      'missing-command',
      /no command/,
      /--command/,
    ],
    [
      'a variable in front of the command',
      ['check', '--command', 'API_KEY=1 node server.js'],
      'bad-command',
      /begins with a variable, API_KEY=…/,
      /--env API_KEY/,
    ],
    [
      'a quoted nothing as command',
      ['check', '--command', "''"],
      'missing-command',
      /no command/,
      /--command/,
    ],
    [
      'an unknown option',
      check('--comand', 'x'),
      'unknown-option',
      /^--comand is no option$/,
      /--command, --args, --url/,
    ],
    ['an unknown short option', check('-x'), 'unknown-option', /^-x is no option$/, /--command/],
    [
      'an option of the other door',
      check('--mode', 'mark'),
      'unknown-option',
      /^--mode is no option$/,
      /--command/,
    ],
    [
      'an option without its value',
      ['check', '--command'],
      'bad-option-value',
      /^--command needs a value$/,
      /--command=VALUE/,
    ],
    [
      'a flag with a value',
      check('--show-stderr=yes'),
      'bad-option-value',
      /^--show-stderr takes no value$/,
      /./,
    ],
    [
      'an option twice',
      check('--timeout', '1', '--timeout', '2'),
      'bad-option-value',
      /^--timeout is given twice$/,
      /once/,
    ],
    [
      'options of demo',
      ['demo', '--command', 'x'],
      'unknown-option',
      /^--command is no option of demo$/,
      /witnessmark demo/,
    ],
    [
      'a misspelt surface',
      check('--surface', 'tools,promts'),
      'bad-option-value',
      /^surface takes/,
      /tools,prompts,resources,resourceTemplates/,
    ],
    ['an empty surface', check('--surface', ''), 'bad-option-value', /^surface takes/, /tools/],
    [
      'a kind twice',
      check('--surface', 'tools,tools'),
      'bad-option-value',
      /without repetition/,
      /tools/,
    ],
    [
      'a timeout of nothing',
      check('--timeout', '0'),
      'bad-option-value',
      /^timeout takes/,
      /--timeout 120/,
    ],
    [
      'a timeout with a unit',
      check('--timeout', '5s'),
      'bad-option-value',
      /^timeout takes/,
      /--timeout 120/,
    ],
    [
      'a timeout of days',
      check('--timeout', '3601'),
      'bad-option-value',
      /up to 3600/,
      /--timeout 120/,
    ],
    [
      'a timeout in disguise',
      check('--timeout', '0x10'),
      'bad-option-value',
      /^timeout takes/,
      /./,
    ],
    [
      'a misspelt capability',
      check('--client-capabilities', 'root'),
      'bad-option-value',
      /^client-capabilities takes/,
      /elicitation, roots, sampling/,
    ],
    [
      'an unknown protocol',
      check('--protocol', '2025-11-26'),
      'bad-option-value',
      /^protocol takes/,
      /2025-11-25/,
    ],
    [
      'an allowance without a kind',
      check('--allow-unstable', 'a:b'),
      'bad-allow-unstable',
      /KIND:ID:FIELD/,
      /tool:get_time:description/,
    ],
    [
      'an allowance of another kind',
      check('--allow-unstable', 'tols:a:b'),
      'bad-allow-unstable',
      /KIND:ID:FIELD/,
      /resourceTemplate/,
    ],
    [
      'an allowance of no field',
      check('--allow-unstable', 'tool:a:'),
      'bad-allow-unstable',
      /KIND:ID:FIELD/,
      /./,
    ],
    [
      'an empty allowance',
      check('--allow-unstable', ''),
      'bad-option-value',
      /^--allow-unstable has an entry that is empty/,
      /./,
    ],
    [
      'an empty variable',
      check('--env', 'KEY='),
      'bad-env',
      /^env KEY has an empty value/,
      /--env KEY$/,
    ],
    [
      'an unset variable',
      check('--env', ''),
      'bad-option-value',
      /^--env has an entry that is empty/,
      /--env NAME/,
    ],
    [
      'a value of two lines',
      check('--env', 'KEY=LEAK1\nLEAK2'),
      'bad-option-value',
      /^--env has an entry that .*line break$/,
      /--env NAME/,
    ],
    [
      'a variable with a dash',
      check('--env', 'A-B=LEAK'),
      'bad-env',
      /^env takes NAME or NAME=VALUE/,
      /--env API_KEY/,
    ],
    ['a variable twice', check('--env', 'A=LEAK', '--env', 'A'), 'bad-env', /twice/, /once/],
    [
      'a baseline that is a directory by name',
      check('--baseline', 'x/'),
      'bad-option-value',
      /^baseline takes/,
      /witnessmark.json/,
    ],
    [
      'an empty baseline',
      check('--baseline', ''),
      'bad-option-value',
      /^baseline takes/,
      /witnessmark.json/,
    ],
    [
      'a working directory that is not there',
      check('--working-directory', 'nowhere'),
      'bad-working-directory',
      /does not exist/,
      /--working-directory DIR/,
    ],
    [
      'a working directory that is a file',
      check('--working-directory', 'recipe.json'),
      'bad-working-directory',
      /not a directory/,
      /./,
    ],
    [
      'a quote without its end',
      ['check', '--command', "node 'LEAK"],
      'bad-command',
      /^command has a quote without its end \(column 6\)$/,
      /./,
    ],
    [
      'a backslash at the end',
      ['check', '--command', 'node LEAK\\'],
      'bad-command',
      /^command ends with a backslash \(column 11\)$/,
      /./,
    ],
    [
      'a pipe',
      ['check', '--command', 'node LEAK | tee'],
      'bad-command',
      /only a shell understands \(column 11\)$/,
      /sh -c/,
    ],
    [
      'a list',
      ['check', '--command', 'cd LEAK && node x'],
      'bad-command',
      /\(column 9\)$/,
      /sh -c/,
    ],
    [
      'a redirection',
      ['check', '--command', 'node x 2>/dev/null'],
      'bad-command',
      /\(column 9\)$/,
      /sh -c/,
    ],
    [
      'a substitution',
      ['check', '--command', 'node $(LEAK)'],
      'bad-command',
      /\(column 6\)$/,
      /sh -c/,
    ],
    [
      'a substitution in quotes',
      ['check', '--command', 'node "x$(LEAK)"'],
      'bad-command',
      /\(column 8\)$/,
      /sh -c/,
    ],
    [
      'an old substitution in quotes',
      ['check', '--command', 'node "`LEAK`"'],
      'bad-command',
      /\(column 7\)$/,
      /sh -c/,
    ],
    [
      'a comment',
      ['check', '--command', 'node x # LEAK'],
      'bad-command',
      /comment \(column 8\)$/,
      /./,
    ],
  ])('%s', async (_what, argv, code, message, hint) => {
    const found = await refused(argv);
    expect(found.slice(0, 2)).toEqual([64, code]);
    expect(found[2]).toMatch(message);
    expect(found[3]).toMatch(hint);
    expect(found.join()).not.toContain('LEAK');
  });

  test('all problems are told at once', async () => {
    const found = await refused(check('--timeout', 'x', '--surface', 'y', '--env', 'Z='));
    expect(found.slice(0, 2)).toEqual([64, 'bad-env']);
    expect(found[2]).toBe(
      'env Z has an empty value, as a secret has on a fork; timeout takes a number of seconds above 0 and up to 3600; surface takes a list of kinds without repetition',
    );
  });

  test.each(['pull_request', 'pull_request_target', 'merge_group'])(
    'mark is refused on %s',
    async (eventName) => {
      const run = await workshop.run('mark', ['--json'], { eventName });
      expect([run.code, serverOf(run).problem?.code]).toEqual([64, 'mark-refused']);
      expect(existsSync(workshop.path('witnessmark.json'))).toBe(false);
      expect((await workshop.run('mark', [], { eventName: 'push' })).code).toBe(0);
    },
  );
});

describe('a command that cannot be started', () => {
  test.each<[string, string, string, RegExp]>([
    ['is not there', 'no-such-program LEAK', 'command-not-found', /--working-directory/],
    ['is a path that is not there', './dist/LEAK.js', 'command-not-found', /built/],
    ['may not be executed', './plain', 'command-not-executable', /chmod \+x/],
    ['is a directory', './directory.d', 'command-not-executable', /interpreter/],
  ])('%s', async (_what, command, code, hint) => {
    workshop.write('plain', 'text');
    chmodSync(workshop.path('plain'), 0o644);
    const command_ = command === './directory.d' ? workshop.directory : command;
    const run = await workshop.cli(['check', '--command', command_, '--json']);
    const found = serverOf(run);
    expect([run.code, found.verdict, found.problem?.code]).toEqual([3, 'unreadable', code]);
    expect(found.problem?.message).toMatch(/^start: /);
    expect(found.problem?.message).not.toContain('LEAK');
    expect(found.problem?.hint).toMatch(hint);
  });
});

describe('every command on a screen is accepted when it is run', () => {
  /** The lines behind a verdict that begin like a command, and those named in a hint. */
  function commandsOn(screen: string): string[][] {
    const lines = [...screen.matchAll(/^ {2}(witnessmark .*)$/gm)].map(([, line]) => line ?? '');
    const named = [...screen.matchAll(/witnessmark (?:check|mark|demo)\b/g)].map(([line]) => line);
    return [
      ...lines.map((line) => splitCommand(line.replace('"KEY=$KEY"', 'KEY=real-value'))),
      ...named.map((line) => line.split(' ')),
    ];
  }

  async function accepted(screen: string): Promise<void> {
    const commands = commandsOn(screen);
    expect(commands).not.toEqual([]);
    for (const [, command = '', ...options] of commands) {
      const argv = options.length === 0 ? [command, '--command', COMMAND] : [command, ...options];
      if (command === 'demo') continue;
      const run = await workshop.cli(argv);
      expect([argv, run.code]).not.toEqual([argv, 64]);
      if (command === 'mark') expect([argv, run.code]).toEqual([argv, 0]);
    }
  }

  const options = [
    '--env',
    'KEY=real-value',
    '--env',
    'OTHER',
    '--timeout',
    '120',
    '--surface',
    'tools',
    '--allow-unstable',
    "tool:it's odd:description",
    '--baseline',
    'a b.json',
    '--client-capabilities',
    'none',
    '--protocol',
    '2025-06-18',
    '--working-directory',
    '.',
    '--show-stderr',
  ];

  test('of drift, with every option that was given', async () => {
    await workshop.run('mark', options);
    workshop.serve({ tools: [{ name: 'read', description: 'b' }] });
    const run = await workshop.run('check', options);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain(
      `  witnessmark mark --command 'node fake.mjs recipe.json' --env "KEY=$KEY" --env OTHER --baseline 'a b.json' --surface tools --timeout 120 --client-capabilities none --protocol 2025-06-18 --allow-unstable 'tool:it'\\''s odd:description' --show-stderr\n  git add 'a b.json' && git commit\n`,
    );
    expect(run.stdout).not.toContain('real-value');
    await accepted(run.stdout);
    expect((await workshop.run('check', options)).code).toBe(0);
  });

  test('of a baseline whose name begins with a dash', async () => {
    const run = await workshop.run('check', ['--baseline=-b.json']);
    expect(run.stdout).toContain(' --baseline=-b.json\n  git add -- -b.json && git commit\n');
    await accepted(run.stdout);
    workshop.commit();
    expect(workshop.git('add', '--', '-b.json')).toBe('');
  });

  test('of other conditions, no baseline and an unreadable server', async () => {
    await accepted((await workshop.run('check')).stdout);
    await workshop.run('mark');
    const incomparable = await workshop.run('check', ['--client-capabilities', 'none']);
    expect(incomparable.code).toBe(4);
    await accepted(incomparable.stdout);
    workshop.serve({ on: { start: [{ exit: 1 }] } });
    const unreadable = await workshop.run('check');
    expect(unreadable.code).toBe(3);
    workshop.serve({ tools: [] });
    await accepted(unreadable.stdout);
  });
});
