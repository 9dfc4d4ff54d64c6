import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Workshop, type Run } from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop(BEFORE);
});
afterEach(() => workshop.remove());

const SCHEMA = { type: 'object', properties: { path: { type: 'string' } } };
const tool = (name: string, description: string, members: object = {}): object => ({
  name,
  description,
  inputSchema: SCHEMA,
  ...members,
});
const BEFORE = {
  instructions: 'a',
  tools: [
    tool('list', 'a'),
    tool('read', 'a'),
    tool('write', 'a', { annotations: {} }),
    tool('old', 'a'),
  ],
  prompts: [{ name: 'ask' }],
};
const AFTER = {
  instructions: 'b',
  tools: [
    tool('list', 'b'),
    tool('read', 'b'),
    tool('write', 'a\u200B', {
      inputSchema: { ...SCHEMA, properties: { path: { type: 'number' }, mode: {} } },
      annotations: { readOnlyHint: true },
    }),
    tool('new', 'a'),
  ],
  prompts: [{ name: 'ask' }],
};

/** A whole screen on stdout, nothing on stderr; seconds that passed are set to one number. */
function screenOf(run: Run, code: number): string {
  expect([run.code, run.stderr, run.faults]).toEqual([code, '', []]);
  return run.stdout.replace(/\d+\.\d s after/, '0.1 s after');
}

const READ = `Read     4 tools, 1 prompt, stdio, protocol 2025-11-25, 2 pages, network full,
         client full/1
Command  node fake.mjs recipe.json
`;
const CHANGES = `  tool write changed
      HIDDEN: characters that a person does not see have come, gone or moved
      annotations changed (hint)
      description changed (hidden)
      inputSchema changed (shape): mode added, path changed
  tool old removed
  tool new added
  2 tools changed
      description changed (text)
      list, read
  the server itself changed
      instructions changed (text)
`;
const INVISIBLE = `Findings tool write: description holds characters that a person does not see
`;
const APPROVE = `  witnessmark mark --command 'node fake.mjs recipe.json'
  git add witnessmark.json && git commit
`;

describe('whole screens', () => {
  test('unmarked', async () => {
    expect(screenOf(await workshop.run('check'), 2)).toBe(
      `UNMARKED  there is no baseline [baseline-missing]

${READ}
Read the server and write one, then commit it: witnessmark mark
${APPROVE}`,
    );
  });

  test('mark, first, again and against an earlier file', async () => {
    expect(screenOf(await workshop.run('mark'), 0)).toBe(
      `MARKED  wrote witnessmark.json (4 tools, 1 prompt)

This is the first baseline of this server.

${READ}
Committing the file is the approval:
  git add witnessmark.json && git commit
`,
    );
    expect(screenOf(await workshop.run('mark'), 0)).toBe(
      `MARKED  witnessmark.json is up to date, nothing to write (4 tools, 1 prompt)

${READ}`,
    );
    workshop.serve(AFTER);
    expect(screenOf(await workshop.run('mark'), 0)).toBe(
      `MARKED  wrote witnessmark.json (4 tools, 1 prompt)

Against the earlier file: 4 changed, 1 added, 1 removed

${CHANGES}
${READ}${INVISIBLE}
Committing the file is the approval:
  git add witnessmark.json && git commit
`,
    );
  });

  test('match, before and after the baseline is committed', async () => {
    workshop.commit();
    await workshop.run('mark');
    expect(screenOf(await workshop.run('check'), 0)).toBe(
      `MATCH  the server says exactly what witnessmark.json records
       (4 tools, 1 prompt)

${READ}Notices  The baseline is not committed as it is here:
         in CI only the committed one counts.
`,
    );
    workshop.commit();
    expect(screenOf(await workshop.run('check'), 0)).toBe(
      `MATCH  the server says exactly what witnessmark.json records
       (4 tools, 1 prompt)

${READ}`,
    );
  });

  test('drift', async () => {
    await workshop.run('mark');
    workshop.serve(AFTER);
    expect(screenOf(await workshop.run('check'), 1)).toBe(
      `DRIFT  what the server says has changed and witnessmark.json has not:
       4 changed, 1 added, 1 removed

${CHANGES}
${READ}${INVISIBLE}
See what was and what is:
  witnessmark diff --command 'node fake.mjs recipe.json'

If the change is meant, approve it by committing a new baseline:
${APPROVE}
To approve some of it alone, by name:
  witnessmark diff --accept --command 'node fake.mjs recipe.json' tool:list
`,
    );
  });

  test('incomparable', async () => {
    await workshop.run('mark');
    const run = await workshop.run('check', ['--client-capabilities', 'none']);
    expect(screenOf(run, 4)).toBe(
      `INCOMPARABLE  the server was read under other conditions than witnessmark.json
              records: clientCapabilities, client

${READ.replace('full/1', 'none/1')}
No field differs:
reading under these conditions from now on changes the capture lines only:
  witnessmark mark --command 'node fake.mjs recipe.json' --client-capabilities none
  git add witnessmark.json && git commit
`,
    );
  });

  test('unreadable, by check and by mark', async () => {
    workshop.serve({ on: { start: [{ stderr: 'out of cheese\n' }, { exit: 1 }] } });
    const screen = (
      rest: string,
      next: string,
    ): string => `UNREADABLE  handshake: the server exited with code 1 (0.1 s after initialize
            was sent) [server-exited]

Command  node fake.mjs recipe.json
${rest}
Start the command by hand in the working directory and read what it prints${next}`;
    expect(screenOf(await workshop.run('check'), 3)).toBe(
      screen(
        '',
        `;
--show-stderr shows it here. Then again:
  witnessmark check --command 'node fake.mjs recipe.json'
`,
      ),
    );
    expect(screenOf(await workshop.run('mark', ['--show-stderr']), 3)).toBe(
      screen(
        `
The server wrote to stderr, control characters shown as escapes:
  | out of cheese
`,
        `.
Then again:
  witnessmark mark --command 'node fake.mjs recipe.json' --show-stderr
`,
      ),
    );
  });

  test('a variable is missing: the command that gives it, of what was run', async () => {
    workshop.serve({
      on: { start: [{ stderr: 'Error: API_KEY environment variable is required\n' }, { exit: 1 }] },
    });
    for (const command of ['check', 'mark'] as const) {
      expect((await workshop.run(command)).stdout.trimEnd().split('\n').at(-1)).toBe(
        `  witnessmark ${command} --command 'node fake.mjs recipe.json' --env API_KEY`,
      );
    }
  });

  test('mark says which conditions moved', async () => {
    await workshop.run('mark');
    const run = await workshop.run('mark', ['--client-capabilities', 'none']);
    expect(run.stdout).toContain(
      '\nRead under other conditions than the earlier file: clientCapabilities, client.\n',
    );
  });

  test('unstable', async () => {
    workshop.serve({
      tools: [{ name: 'a' }],
      capabilities: { tools: { listChanged: true } },
      on: { 'tools/list': [{ counter: 'tools' }] },
    });
    expect(screenOf(await workshop.run('check'), 5)).toBe(
      `UNSTABLE  list: 5 walks of the lists gave 5 different surfaces [never-settles]

Command  node fake.mjs recipe.json

Let the server register everything before it answers initialize, and list the
same thing each time.
  witnessmark check --command 'node fake.mjs recipe.json'
`,
    );
  });

  test('usage, on stderr', async () => {
    const run = await workshop.run('check', ['--timeout', '0']);
    expect([run.code, run.stdout]).toEqual([64, '']);
    expect(run.stderr).toBe(
      `USAGE  timeout takes a number of seconds above 0 and up to 3600
       [bad-option-value]

For example: --timeout 120
`,
    );
  });

  test('what is said of the wire and of kinds', async () => {
    workshop.serve({
      ...BEFORE,
      capabilities: { tools: {}, prompts: {}, resources: {} },
      errors: { 'resources/list': -32601, 'resources/templates/list': -32601 },
      tools: [{ name: 'odd' }, { name: 'odd' }, '17'],
      on: { start: [{ write: 'ready\n' }] },
    });
    const { stdout } = await workshop.run('check');
    for (const line of [
      'resources is declared and not there',
      'resourceTemplates is declared and not there',
      '1 line on stdout is no MCP message: logs belong on stderr',
      'shares its identifier with another item',
      'is not an object',
    ]) {
      expect(stdout.replace(/\s+/g, ' ')).toContain(line);
    }
  });

  test('an upgrade that moves 70 tools in one way is two lines', async () => {
    const many = ($schema: string): object => ({
      tools: Array.from({ length: 70 }, (_, index) =>
        tool(`t${100 + index}`, 'a', { inputSchema: { ...SCHEMA, $schema } }),
      ),
    });
    workshop.serve(many('http://json-schema.org/draft-07/schema#') as Record<string, unknown>);
    await workshop.run('mark');
    workshop.serve(many('https://json-schema.org/draft/2020-12/schema') as Record<string, unknown>);
    const { stdout } = await workshop.run('check');
    expect(stdout).toContain(`  70 tools changed
      inputSchema changed (notation)
      t100, t101,`);
    expect(stdout).toContain('and 50 more\n');
    expect(stdout).not.toContain('t120');
  });
});
