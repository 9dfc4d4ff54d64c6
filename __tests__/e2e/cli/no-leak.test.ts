import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { serverOf, Workshop, type Recipe, type Run } from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.remove());

/** Every place in which a server may say something; each marker begins with LEAK. */
const STDERR = 'LEAK-stderr \u001b[31m ::error::LEAK \u200B ##[group] end\n';
const TOOL = {
  name: 'read',
  title: 'LEAK-title',
  description: 'LEAK-description',
  inputSchema: {
    type: 'object',
    title: 'LEAK-schema-title',
    description: 'LEAK-schema-description',
    $comment: 'LEAK-comment',
    properties: {
      path: {
        type: 'string',
        description: 'LEAK-property',
        default: 'LEAK-default',
        enum: ['LEAK-enum'],
        examples: ['LEAK-example'],
        const: 'LEAK-const',
        pattern: 'LEAK-pattern',
        properties: { 'LEAK-nested': {} },
      },
    },
    required: ['path', 'LEAK-required'],
    $defs: { 'LEAK-def': {} },
  },
  outputSchema: { description: 'LEAK-output' },
  annotations: { title: 'LEAK-annotation', readOnlyHint: 'LEAK-hint' },
  icons: [{ src: 'LEAK-icon' }],
  _meta: { 'LEAK-meta-name': 'LEAK-meta' },
  vendor: 'LEAK-vendor',
};
const FULL = {
  instructions: 'LEAK-instructions',
  serverInfo: { name: 'LEAK-server-name', version: 'LEAK-version', title: 'LEAK-server-title' },
  capabilities: {
    tools: {},
    prompts: {},
    resources: {},
    experimental: { 'LEAK-experimental': { a: 'LEAK-flag' } },
    'LEAK-capability': {},
  },
  tools: [TOOL],
  prompts: [
    {
      name: 'ask',
      description: 'LEAK-prompt',
      arguments: [{ name: 'LEAK-argument', description: 'LEAK-argument-text' }],
    },
  ],
  resources: [{ uri: 'file:///a', name: 'LEAK-resource-name', description: 'LEAK-resource' }],
  resourceTemplates: [{ uriTemplate: 'file:///{p}', name: 'LEAK-t', description: 'LEAK-template' }],
  on: {
    start: [{ stderr: STDERR }, { write: 'LEAK-noise\n' }],
    initialized: [
      { request: 'LEAK/request', id: 'LEAK-id', params: { a: 'LEAK-params' } },
      { notify: 'notifications/message', params: { level: 'error', data: 'LEAK-log' } },
      { notify: 'LEAK/list_changed' },
    ],
  },
} satisfies Recipe;
const ENV = ['--env', 'API_KEY=LEAK-env-value', '--env', 'API_URL'];
const error = { code: -32000, message: 'LEAK-message', data: { a: 'LEAK-data' } };
const changed = {
  ...FULL,
  instructions: 'LEAK-changed',
  tools: [{ ...TOOL, description: 'LEAK\u200B-changed', vendor: 'LEAK-2', title: 'LEAK-3' }],
  prompts: [],
  resources: [{ uri: 'file:///b', description: 'LEAK' }, '"LEAK"'],
};

/** Runs once for people and once for programs; neither may show anything. */
async function bothWays(
  command: 'check' | 'mark',
  options: readonly string[] = ENV,
  asShipped = false,
): Promise<string> {
  const runs: Run[] = [
    await workshop.run(command, options, { asShipped }),
    await workshop.run(command, [...options, '--json'], { asShipped }),
  ];
  for (const { stdout, stderr, faults } of runs) {
    expect(stdout).not.toContain('LEAK');
    expect(stderr).not.toContain('LEAK');
    expect(faults).toEqual([]);
  }
  if (existsSync(workshop.path('witnessmark.json'))) expect(workshop.text()).not.toContain('LEAK');
  const [, json] = runs;
  if (json === undefined) throw new Error('two runs');
  const { verdict, problem } = serverOf(json);
  return problem === null ? verdict : `${verdict} ${problem.code}`;
}

describe('nothing that a server says or is given is shown or written', () => {
  test.each<[string, Recipe, Recipe | undefined, string]>([
    ['match', FULL, FULL, 'match'],
    ['drift', FULL, changed, 'drift'],
    ['no baseline', FULL, undefined, 'unmarked baseline-missing'],
    [
      'initialize refused',
      FULL,
      { ...FULL, errors: { initialize: error } },
      'unreadable handshake-refused',
    ],
    [
      'a list refused',
      FULL,
      { ...FULL, errors: { 'tools/list': error } },
      'unreadable list-refused',
    ],
    [
      'a list that is none',
      FULL,
      { ...FULL, results: { 'tools/list': '{"tools":"LEAK"}' } },
      'unreadable list-malformed',
    ],
    [
      'a list twice',
      FULL,
      { ...FULL, results: { 'tools/list': '{"tools":["LEAK"],"tools":[]}' } },
      'unreadable ambiguous-message',
    ],
    [
      'a version of its own',
      FULL,
      { ...FULL, protocolVersion: 'LEAK-1' },
      'unreadable protocol-unsupported',
    ],
    [
      'no handshake',
      FULL,
      { ...FULL, results: { initialize: '{"LEAK":"LEAK"}' } },
      'unreadable handshake-malformed',
    ],
    [
      'an exit',
      FULL,
      { ...FULL, on: { ...FULL.on, 'tools/list': [{ exit: 3 }] } },
      'unreadable server-exited',
    ],
    [
      'no UTF-8',
      FULL,
      {
        ...FULL,
        on: {
          'tools/list': [{ bytes: Buffer.from('{"LEAK":"\xff"}\n', 'latin1').toString('base64') }],
        },
      },
      'unreadable invalid-utf8',
    ],
    [
      'a cursor twice',
      FULL,
      { ...FULL, cursors: { 'tools/list': ['LEAK-cursor'] } },
      'unreadable repeated-cursor',
    ],
    [
      'too deep',
      FULL,
      { ...FULL, tools: ['["LEAK",'.repeat(600) + '1' + ']'.repeat(600)] },
      'unreadable too-deep',
    ],
    [
      'never the same',
      FULL,
      { ...FULL, on: { ...FULL.on, 'tools/list': [{ counter: 'tools' }] } },
      'unstable never-settles',
    ],
  ])('%s', async (_what, before, after, expected) => {
    workshop.serve(before);
    if (after !== undefined) {
      expect(await bothWays('mark')).toBe('match');
      workshop.serve(after);
    }
    expect(await bothWays('check')).toBe(expected);
  });

  test('as shipped: in isolation, by two readers, with what depends on them', async () => {
    const echo = { tools: [TOOL, { name: 'env' }], on: { 'tools/list': [{ echoEnv: 'tools' }] } };
    workshop.serve(FULL);
    expect(await bothWays('mark', ENV, true)).toBe('match');
    expect(await bothWays('check', ENV, true)).toBe('match');
    workshop.serve(changed);
    expect(await bothWays('check', ENV, true)).toBe('drift');
    workshop.serve(echo);
    // A value that was given stands in a description: unsteady, whatever the baseline says.
    expect(await bothWays('check', ENV, true)).toBe('unstable field-unstable');
    expect(await bothWays('check', ['--env', 'API_KEY'], true)).toBe('incomparable');
    workshop.serve({ ...FULL, errors: { 'tools/list': error } });
    expect(await bothWays('check', ENV, true)).toBe('unreadable list-refused');
  });

  test('other conditions', async () => {
    workshop.serve(FULL);
    await workshop.run('mark', ENV);
    workshop.serve(changed);
    expect(await bothWays('check', [...ENV, '--client-capabilities', 'none'])).toBe('incomparable');
  });

  test('a damaged baseline', async () => {
    workshop.serve(FULL);
    await workshop.run('mark', ENV);
    workshop.write('witnessmark.json', workshop.text().replace('"items": [', '"items": ["LEAK",'));
    const run = await workshop.run('check', [...ENV, '--json']);
    expect(run.stdout + run.stderr).not.toContain('LEAK');
    expect(serverOf(run).problem?.code).toBe('baseline-malformed');
  });

  test('an environment that a server puts into its description', async () => {
    workshop.serve({ tools: [{ name: 'env' }], on: { 'tools/list': [{ echoEnv: 'tools' }] } });
    await bothWays('mark');
    await bothWays('check');
  });

  test('an allowed field', async () => {
    workshop.serve(FULL);
    const options = [...ENV, '--allow-unstable', 'tool:read:description'];
    expect(await bothWays('mark', options)).toBe('match');
    expect(await bothWays('check', options)).toBe('match');
  });
});

describe('the words of a server on stderr', () => {
  const failing = { ...FULL, on: { start: [{ stderr: STDERR }, { exit: 1 }] } };

  test('are shown on request only, neutralised, to people only', async () => {
    workshop.serve(failing);
    const screen = await workshop.run('check', ['--show-stderr']);
    expect(screen.code).toBe(3);
    expect(screen.stdout).toContain(
      '  | LEAK-stderr \\u{1B}[31m \\u{3A}:error::LEAK \\u{200B} #\\u{23}[group] end\n',
    );
    const json = await workshop.run('check', ['--show-stderr', '--json']);
    expect(json.stdout).not.toContain('LEAK');
    expect(json.stderr).toContain('  | LEAK-stderr \\u{1B}[31m');
  });

  test('are shown on a terminal, and not where a screen goes to a file', async () => {
    workshop.serve(failing);
    expect((await workshop.run('check', [], { isTTY: true })).stdout).toContain('  | LEAK-stderr');
    expect((await workshop.run('check')).stdout).not.toContain('LEAK');
  });

  test('are not shown for a server that could be read', async () => {
    workshop.serve(FULL);
    const screen = await workshop.run('check', ['--show-stderr']);
    expect(screen.code).toBe(2);
    expect(screen.stdout).not.toContain('LEAK');
  });

  test('are cut at 20 lines of 200 characters', async () => {
    const on = { start: [{ stderr: `first\n${'y'.repeat(500)}\n`, times: 30 }, { exit: 1 }] };
    workshop.serve({ ...FULL, on });
    const screen = await workshop.run('check', ['--show-stderr']);
    const lines = screen.stdout.split('\n').filter((line) => line.startsWith('  | '));
    expect(lines).toHaveLength(20);
    expect(Math.max(...lines.map((line) => line.length))).toBe(204);
  });
});

describe('names of a server', () => {
  const NAME = 'a\u001b[31m\n::set-env name=x::y\n##[error]\u202Eb\u{E0041}';

  test('reach a screen as visible escapes and a file as a stand-in', async () => {
    workshop.serve({
      tools: [{ name: NAME, ['k\n::stop::']: 1 }, { name: 'x ::warning:: ##[group]' }],
    });
    await workshop.run('mark');
    workshop.serve({ tools: [] });
    const screen = await workshop.run('check');
    const json = await workshop.run('check', ['--json']);
    for (const text of [screen.stdout, json.stdout, json.stderr]) {
      for (const unseen of ['\u001b', '\u202E', '\u{E0041}']) expect(text).not.toContain(unseen);
      expect(text).not.toMatch(/(?:^|\s)::|##\[/m);
    }
    expect(serverOf(json).changes.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^#[0-9a-f]{16}$/),
      'x ::warning:: ##[group]',
    ]);
  });
});
