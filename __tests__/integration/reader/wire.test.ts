import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  eventually,
  isAlive,
  Workshop,
  type RecordedServer,
  type Recipe,
} from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.remove());

const TOOLS = [
  { name: 'one', description: 'Grüße, 世界 \u{1F600}' },
  { name: 'two', description: 'b' },
];
const PLAIN: Recipe = { tools: TOOLS };

async function read(recipe: Recipe, options: readonly string[] = []): Promise<RecordedServer> {
  workshop.serve(recipe);
  return workshop.record('check', options);
}

/** Codes of the findings about the reading as a whole. */
const whole = ({ findings }: RecordedServer): unknown[] =>
  findings.filter(({ kind }) => kind === null).map(({ finding, count }) => [finding, count]);

/** Surface of `PLAIN`, worked out with Python's json and hashlib over the forms of FORMAT 2.3. */
const PLAIN_SURFACE = 'sha256:f70e4b2504fbd12b524e14989a4d4961a71fa09c91d4632fa32fa0f782f5f8a0';

describe('an odd wire that says the same thing is read the same', () => {
  const wrong = (id: string): string => `{"jsonrpc":"2.0","id":${id},"result":{"tools":[]}}\n`;
  test.each<[string, Recipe, number]>([
    ['nothing odd', {}, 0],
    ['CRLF', { wire: { crlf: true } }, 0],
    ['a BOM before every message', { wire: { bom: true } }, 0],
    ['answers as batches of one', { wire: { batch: true } }, 0],
    ['characters cut by chunks of one byte', { wire: { chunkBytes: 1 } }, 0],
    ['chunks of three bytes', { wire: { chunkBytes: 3 } }, 0],
    [
      'noise',
      { on: { start: [{ write: 'Server v1.0 ready\n\n   \n{oops\n[1,2]\n"a"\n17\n' }] } },
      6,
    ],
    [
      'noise that is not UTF-8',
      { on: { start: [{ bytes: Buffer.from('caf\xe9\n', 'latin1').toString('base64') }] } },
      1,
    ],
    [
      'an answer to nothing',
      { on: { 'tools/list': [{ write: wrong('999') + wrong('null') }] } },
      2,
    ],
    [
      'an error to nothing',
      {
        on: {
          'tools/list': [
            { write: '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"LEAK"}}\n' },
          ],
        },
      },
      1,
    ],
    [
      'an answer twice',
      { on: { 'after tools/list': [{ write: wrong('1') }, { write: wrong('@ID@') }] } },
      -1,
    ],
    [
      'a look-alike in a batch',
      { on: { 'tools/list': [{ write: `[${wrong('"999"').trim()},17]\n` }] } },
      2,
    ],
    [
      'an empty batch and a batch in a batch',
      { on: { 'tools/list': [{ write: `[]\n[[${wrong('@ID@').trim()}]]\n` }] } },
      1,
    ],
    [
      'other members of a result',
      { results: { 'tools/list': '{"ttlMs":1,"_meta":{"a":1},"resultType":"complete",@REST@' } },
      0,
    ],
    ['null as the last cursor', { results: { 'tools/list': '{"nextCursor":null,@REST@' } }, 0],
  ])('%s', async (_what, odd, noise) => {
    const recipe = JSON.parse(
      JSON.stringify({ ...PLAIN, ...odd }).replace(
        '@REST@',
        `\\"tools\\":${JSON.stringify(JSON.stringify(TOOLS)).slice(1, -1)}}`,
      ),
    ) as Recipe;
    const found = await read(recipe);
    expect([found.problem?.code, found.surface]).toEqual(['baseline-missing', PLAIN_SURFACE]);
    if (noise >= 0) expect(whole(found)).toEqual(noise === 0 ? [] : [['stdout-noise', noise]]);
  });

  test('the last message needs no line feed when the server ends its output', async () => {
    const found = await read({
      ...PLAIN,
      wire: {},
      on: { 'after tools/list': [] },
      lines: { 'tools/list': '{"jsonrpc":"2.0","id":@ID@,"result":@RESULT@}' },
    });
    expect(found.surface).toBe(PLAIN_SURFACE);
    const unterminated = await read({
      ...PLAIN,
      on: {
        'tools/list': [{ write: '{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[]}}' }, { exit: 0 }],
      },
    });
    expect(unterminated.items).toHaveLength(1);
  });

  test('300 kB on stderr before every answer block nothing', async () => {
    const flood = [{ flood: 300_000, stream: 2 }];
    const found = await read({
      ...PLAIN,
      on: { start: flood, initialize: flood, 'tools/list': flood },
    });
    expect(found.surface).toBe(PLAIN_SURFACE);
  });
});

describe('what cannot be read to the end is unreadable, with its code', () => {
  const list = (result: string): Recipe => ({ ...PLAIN, results: { 'tools/list': result } });
  const before = (steps: readonly object[]): Recipe => ({ ...PLAIN, on: { 'tools/list': steps } });
  test.each<[string, Recipe, string, RegExp]>([
    [
      'exits at once',
      { on: { start: [{ exit: 7 }] } },
      'server-exited',
      /^handshake: the server exited with code 7$/,
    ],
    [
      'is killed',
      { on: { initialize: [{ signal: 'SIGKILL' }, { silent: true }] } },
      'server-exited',
      /^handshake: the server was ended by SIGKILL/,
    ],
    [
      'closes its stdout and stays',
      before([{ stay: true }, { closeStdout: true }, { silent: true }]),
      'server-exited',
      /^list, tools\/list page 1: the server closed its stdout/,
    ],
    [
      'dies on page 2',
      { ...PLAIN, pageSize: 1, on: { 'tools/list#2': [{ exit: 1 }] } },
      'server-exited',
      /^list, tools\/list page 2: the server exited with code 1/,
    ],
    [
      'refuses page 2',
      {
        ...PLAIN,
        pageSize: 1,
        lines: {},
        on: {
          'tools/list#2': [
            { write: '{"jsonrpc":"2.0","id":@ID@,"error":{"code":-32603,"message":"x"}}\n' },
          ],
        },
      },
      'list-refused',
      /^list, tools\/list page 2: .* code -32603$/,
    ],
    [
      'has no method for page 2',
      {
        prompts: [{ name: 'a' }, { name: 'b' }],
        pageSize: 1,
        on: {
          'prompts/list#2': [
            { write: '{"jsonrpc":"2.0","id":@ID@,"error":{"code":-32601,"message":"x"}}\n' },
          ],
        },
      },
      'list-refused',
      /^list, prompts\/list page 2: .* code -32601$/,
    ],
    ['refuses initialize', { errors: { initialize: -32602 } }, 'handshake-refused', /code -32602$/],
    [
      'declares tools and has no method',
      { ...PLAIN, errors: { 'tools/list': -32601 } },
      'list-refused',
      /^list, tools\/list page 1: .* code -32601$/,
    ],
    [
      'declares prompts and refuses them',
      { prompts: [], errors: { 'prompts/list': -32000 } },
      'list-refused',
      /^list, prompts\/list page 1/,
    ],
    [
      'an error without a code',
      { ...PLAIN, lines: { 'tools/list': '{"jsonrpc":"2.0","id":@ID@,"error":"x"}' } },
      'list-refused',
      /code 0$/,
    ],
    [
      'no list',
      list('{}'),
      'list-malformed',
      /^list, tools\/list page 1: the result has no array "tools"$/,
    ],
    ['null as a list', list('{"tools":null}'), 'list-malformed', /no array "tools"/],
    ['an object as a list', list('{"tools":{"a":{}}}'), 'list-malformed', /no array "tools"/],
    ['null as a result', list('null'), 'list-malformed', /no array "tools"/],
    [
      'a number as cursor',
      list('{"tools":[],"nextCursor":2}'),
      'list-malformed',
      /nextCursor is neither/,
    ],
    ['a list twice', list('{"tools":[],"tools":[]}'), 'ambiguous-message', /holds "tools" twice/],
    [
      'a list twice, once in disguise',
      list('{"tools":[],"t\\u006fols":[]}'),
      'ambiguous-message',
      /holds "tools" twice/,
    ],
    [
      'a list twice, once in another case',
      list('{"tools":[],"Tools":[]}'),
      'ambiguous-message',
      /holds "tools" twice, in whatever case/,
    ],
    [
      'a list twice, once with a long s',
      list('{"tools":[],"tool\u017f":[]}'),
      'ambiguous-message',
      /holds "tools" twice, in whatever case/,
    ],
    [
      'a cursor in another case',
      list('{"tools":[],"NextCursor":"a"}'),
      'ambiguous-message',
      /holds "nextCursor" twice, in whatever case/,
    ],
    [
      'a result in another case beside the result',
      {
        ...PLAIN,
        lines: { 'tools/list': '{"jsonrpc":"2.0","id":@ID@,"result":@RESULT@,"Result":{}}' },
      },
      'ambiguous-message',
      /one member twice/,
    ],
    [
      'instructions in another case',
      {
        ...PLAIN,
        results: {
          initialize:
            '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"a","version":"1"},"Instructions":"x"}',
        },
      },
      'ambiguous-message',
      /holds "instructions" in another case/,
    ],
    ...(
      [
        ['without jsonrpc', '{"id":@ID@,"result":{"tools":[]}}\n'],
        ['of another version', '{"jsonrpc":"1.0","id":@ID@,"result":{"tools":[]}}\n'],
        ['with a string id', '{"jsonrpc":"2.0","id":"@ID@","result":{"tools":[]}}\n'],
        ['with a fraction as id', '{"jsonrpc":"2.0","id":@ID@.0,"result":{"tools":[]}}\n'],
        [
          'that only some parsers take',
          '{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[],"x":NaN}}\n',
        ],
        [
          'behind a carriage return',
          'loading\r{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[]}}\n',
        ],
        ['in a batch', '[{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[]}}]\n'],
        ['behind a byte order mark', '\uFEFF{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[]}}\n'],
        ['with a member of its own', '{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[]},"x":1}\n'],
      ] as const
    ).map(([what, line]): [string, Recipe, string, RegExp] => [
      `an answer ${what} before the answer`,
      { ...PLAIN, on: { 'tools/list': [{ write: line }] } },
      'ambiguous-message',
      /answered one request twice/,
    ]),
    [
      'an answer between two carriage returns of another message',
      {
        ...PLAIN,
        on: {
          'tools/list': [
            {
              write:
                '{"jsonrpc":"2.0","method":"notifications/x","params":{"a":\r{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[]}}\r}}\n',
            },
          ],
        },
      },
      'ambiguous-message',
      /carriage return that ends no line/,
    ],
    [
      'a cursor twice',
      list('{"tools":[],"nextCursor":"a","nextCursor":null}'),
      'ambiguous-message',
      /holds "nextCursor" twice/,
    ],
    [
      'an id twice',
      {
        ...PLAIN,
        lines: { 'tools/list': '{"jsonrpc":"2.0","id":@ID@,"id":99,"result":@RESULT@}' },
      },
      'ambiguous-message',
      /one member twice/,
    ],
    [
      'a result and an error',
      {
        ...PLAIN,
        lines: { 'tools/list': '{"jsonrpc":"2.0","id":@ID@,"error":{"code":1},"result":@RESULT@}' },
      },
      'ambiguous-message',
      /both a result and an error/,
    ],
    [
      'a result and a method',
      {
        ...PLAIN,
        lines: { 'tools/list': '{"jsonrpc":"2.0","id":@ID@,"method":"ping","result":@RESULT@}' },
      },
      'ambiguous-message',
      /./,
    ],
    [
      'the same cursor for ever',
      { ...PLAIN, cursors: { 'tools/list': ['a'] } },
      'repeated-cursor',
      /^list, tools\/list page 2/,
    ],
    [
      'an empty cursor for ever',
      { ...PLAIN, cursors: { 'tools/list': [''] } },
      'repeated-cursor',
      /^list, tools\/list page 2/,
    ],
    [
      'A, B, A',
      { ...PLAIN, cursors: { 'tools/list': ['A', 'B', 'A'] } },
      'repeated-cursor',
      /^list, tools\/list page 3/,
    ],
    [
      'no protocol version',
      { results: { initialize: '{"capabilities":{},"serverInfo":{}}' } },
      'handshake-malformed',
      /protocolVersion/,
    ],
    [
      'no capabilities',
      { results: { initialize: '{"protocolVersion":"2025-11-25"}' } },
      'handshake-malformed',
      /capabilities/,
    ],
    [
      'capabilities twice',
      {
        results: {
          initialize: '{"protocolVersion":"2025-11-25","capabilities":{},"capabilities":{}}',
        },
      },
      'handshake-malformed',
      /one object capabilities/,
    ],
    ['a version that nobody knows', { protocolVersion: '1999-01-01' }, 'protocol-unsupported', /./],
    [
      'a message that is not UTF-8',
      before([{ bytes: Buffer.from('{"a":"\xe9"}\n', 'latin1').toString('base64') }]),
      'invalid-utf8',
      /not UTF-8/,
    ],
    [
      'a surrogate in UTF-8',
      before([{ bytes: Buffer.from('7b2261223a22eda080227d0a', 'hex').toString('base64') }]),
      'invalid-utf8',
      /not UTF-8/,
    ],
    [
      '513 levels in a definition',
      { tools: [`{"name":"a","x":${'['.repeat(512)}${']'.repeat(512)}}`] },
      'too-deep',
      /512/,
    ],
    [
      '100,000 levels',
      { tools: [`${'['.repeat(100_000)}${']'.repeat(100_000)}`] },
      'too-deep',
      /512/,
    ],
    [
      'a line of 33 MiB',
      before([{ flood: 33 * 1024 * 1024 }, { silent: true }]),
      'message-too-large',
      /more than 33554432 bytes as one message/,
    ],
    [
      'a million empty arrays in a million arrays',
      before([{ write: `[${'[],'.repeat(1_000_001)}1]\n` }, { silent: true }]),
      'message-too-large',
      /more than 2000000 values as one message/,
    ],
  ])('%s', async (_what, recipe, code, message) => {
    const found = await read(recipe);
    expect([found.verdict, found.problem?.code]).toEqual(['unreadable', code]);
    expect(found.problem?.message).toMatch(/ \(\d+\.\d s after [a-z/]+ was sent\)$/);
    expect(found.problem?.message.replace(/ \([^()]*\)$/, '')).toMatch(message);
    expect(found.problem?.hint).not.toBe('');
    expect([found.items, found.surface, found.capture, found.changes]).toEqual([
      null,
      null,
      null,
      [],
    ]);
  });

  test('512 levels in a definition are read', async () => {
    const found = await read({ tools: [`{"name":"a","x":${'['.repeat(511)}${']'.repeat(511)}}`] });
    expect(found.items?.map(({ id }) => id)).toEqual([null, 'a']);
  });

  test.each<[string, Recipe]>([
    ['never answers', { on: { start: [{ stay: true }], initialize: [{ silent: true }] } }],
    ['answers garbage', { lines: { initialize: 'I am a server!' } }],
    ['answers with string ids', { ...PLAIN, wire: { stringIds: true } }],
    [
      'sends no line feed',
      { ...PLAIN, wire: { noNewline: true }, on: { start: [{ stay: true }] } },
    ],
    [
      'never stops talking',
      {
        ...PLAIN,
        capabilities: { tools: { listChanged: true } },
        on: {
          'after tools/list': Array(200)
            .fill([{ notify: 'notifications/message' }, { wait: 10 }])
            .flat(),
        },
      },
    ],
  ])('%s: the clock ends it', async (_what, recipe) => {
    const found = await read(recipe, ['--timeout', '1']);
    expect([found.verdict, found.problem?.code]).toEqual(['unreadable', 'read-timeout']);
    expect(found.problem?.message).toContain('longer than 1 s');
    expect(found.problem?.hint).toContain('timeout');
  });

  test('noise is counted and said where a server never answers', async () => {
    const found = await read({ lines: { initialize: 'I am\na server!' } }, ['--timeout', '1']);
    expect(found.problem?.hint).toContain('The server wrote 2 lines to stdout');
  });

  test('1,000 pages are read, and one more is too many', async () => {
    const pages = (count: number): Recipe => ({
      pageSize: 1,
      tools: Array.from({ length: count }, (_, index) => ({ name: `t${index}` })),
    });
    expect((await read(pages(1000))).items).toHaveLength(1001);
    const found = await read(pages(1001));
    expect(found.problem?.code).toBe('too-many-pages');
    expect(found.problem?.message).toMatch(/^list, tools\/list page 1001: /);
  });

  test('50,000 items are read, and one more is too many', async () => {
    const items = (count: number): Recipe => ({ tools: Array<string>(count).fill('1') });
    expect((await read(items(50_000))).items).toHaveLength(50_001);
    expect((await read(items(50_001))).problem?.code).toBe('too-many-items');
  });
});

describe('a recognised cause is named in our words', () => {
  test.each<[string, string]>([
    ["Error: Cannot find module './dist/index.js' LEAK", 'A file of the server itself is missing'],
    [
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' LEAK",
      'A package that the server imports is not installed',
    ],
    ['getaddrinfo ENOTFOUND LEAK.example', 'The server tried to reach the network'],
    ['Error: API_KEY is required, not LEAK', '--env API_KEY gives it a placeholder'],
    ['SyntaxError: LEAK', 'does not parse'],
    ['EACCES: permission denied, open LEAK', 'may not read or write'],
    ['listen EADDRINUSE LEAK', 'The port'],
  ])('%s', async (stderr, words) => {
    const found = await read({ on: { start: [{ stderr: `${stderr}\n` }, { exit: 1 }] } });
    expect(found.problem?.hint).toContain(words);
    expect(JSON.stringify(found)).not.toContain('LEAK');
  });
});

describe('what a server asks of us is answered inertly and at once', () => {
  async function answers(options: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const log = workshop.path('log');
    const ask = ['ping', 'roots/list', 'sampling/createMessage', 'elicitation/create', 'x/unknown'];
    const found = await read(
      {
        ...PLAIN,
        log,
        on: {
          'tools/list': [
            ...ask.map((request) => ({ request, id: request, params: {} })),
            { wait: 50 },
          ],
        },
      },
      options,
    );
    expect(found.surface).toBe(PLAIN_SURFACE);
    return new Map(
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map(
          (line) =>
            JSON.parse(line) as {
              id: string;
              method?: string;
              result?: unknown;
              error?: { code: number };
            },
        )
        .filter(({ method, id }) => method === undefined && ask.includes(id))
        .map(({ id, result, error }) => [id, result ?? error?.code]),
    );
  }

  test('as declared by default', async () => {
    expect(await answers([])).toEqual(
      new Map<string, unknown>([
        ['ping', {}],
        ['roots/list', { roots: [] }],
        ['sampling/createMessage', -1],
        ['elicitation/create', { action: 'decline' }],
        ['x/unknown', -32601],
      ]),
    );
  });

  test('and refused where nothing was declared', async () => {
    expect(await answers(['--client-capabilities', 'none'])).toEqual(
      new Map<string, unknown>([
        ['ping', {}],
        ['roots/list', -32601],
        ['sampling/createMessage', -32601],
        ['elicitation/create', -32601],
        ['x/unknown', -32601],
      ]),
    );
  });

  test('what we ask is initialize, initialized and the declared lists, nothing else', async () => {
    const log = workshop.path('log');
    await read({ tools: [], resources: [], log });
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    const sent = lines.map((line) => JSON.parse(line) as { method: string; params?: unknown });
    expect(sent.map(({ method }) => method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/list',
      'resources/list',
      'resources/templates/list',
    ]);
    expect(sent[0]?.params).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: {
        elicitation: { form: {}, url: {} },
        roots: { listChanged: false },
        sampling: { context: {}, tools: {} },
      },
      clientInfo: { name: 'witnessmark', version: '1' },
    });
  });
});

describe('kinds', () => {
  test('declared and without a method are not offered, with a finding', async () => {
    const found = await read({
      ...PLAIN,
      capabilities: { tools: {}, prompts: {}, resources: {} },
      errors: {
        'prompts/list': -32601,
        'resources/list': -32601,
        'resources/templates/list': -32601,
      },
    });
    expect(found.problem?.code).toBe('baseline-missing');
    expect(whole(found)).toEqual([
      ['not-offered:prompts', undefined],
      ['not-offered:resources', undefined],
      ['not-offered:resourceTemplates', undefined],
    ]);
  });

  test('that are left out of the surface are not asked for', async () => {
    const log = workshop.path('log');
    const found = await read({ tools: TOOLS, prompts: [{ name: 'p' }], log }, [
      '--surface',
      'prompts',
    ]);
    expect(found.items?.map(({ kind }) => kind)).toEqual(['prompt', 'server']);
    expect(readFileSync(log, 'utf8')).not.toContain('tools/list');
  });
});

describe('settling', () => {
  const late = [{ name: 'late', description: 'c' }];
  const declared = { capabilities: { tools: { listChanged: true } }, tools: TOOLS };
  const names = ({ items }: RecordedServer): unknown[] =>
    (items ?? []).flatMap(({ id }) => id ?? []);

  test.each<[string, Recipe]>([
    [
      'after initialized',
      {
        ...declared,
        on: {
          'after tools/list': [
            { wait: 20 },
            { set: 'tools', items: [...TOOLS, ...late] },
            { notify: 'notifications/tools/list_changed' },
          ],
        },
      },
    ],
    [
      'in the middle of a page walk, undeclared',
      {
        tools: TOOLS,
        pageSize: 1,
        on: {
          'tools/list#2': [
            { set: 'tools', items: [...TOOLS, ...late] },
            { notify: 'notifications/tools/list_changed' },
          ],
        },
      },
    ],
    [
      'after our answer to roots/list',
      {
        tools: TOOLS,
        on: {
          'tools/list': [{ request: 'roots/list' }],
          'after tools/list': [{ set: 'tools', items: [...TOOLS, ...late] }],
        },
      },
    ],
  ])('a tool that comes %s is found', async (_what, recipe) => {
    const found = await read(recipe);
    expect(names(found)).toEqual(['late', 'one', 'two']);
    expect(found.problem?.code).toBe('baseline-missing');
  });

  test('a server that lists something else each time never settles', async () => {
    workshop.serve({ ...declared, on: { 'tools/list': [{ counter: 'tools' }] } });
    const run = await workshop.run('check', ['--json']);
    expect(run.code).toBe(5);
    expect(run.stdout).toContain('"code": "never-settles"');
    expect(run.stdout).toContain('"verdict": "unstable"');
  });

  test('a list_changed storm as a side effect of listing ends', async () => {
    const log = workshop.path('log');
    const storm = Array<object>(20).fill({ notify: 'notifications/tools/list_changed' });
    const found = await read({ ...declared, log, on: { 'after tools/list': storm } });
    expect(names(found)).toEqual(['one', 'two']);
    expect(readFileSync(log, 'utf8').match(/tools\/list/g)).toHaveLength(2);
  });

  test('another order of items and members on each call is the same list', async () => {
    const found = await read({ ...declared, on: { 'tools/list': [{ shuffle: 'tools' }] } });
    expect([found.problem?.code, found.surface]).toEqual(['baseline-missing', PLAIN_SURFACE]);
  });
});

describe('nothing is left behind', () => {
  test.each<[string, Recipe]>([
    [
      'a server that ignores signals and the end of its input',
      { ...PLAIN, on: { start: [{ ignoreSignals: true }, { stay: true }] } },
    ],
    ['a grandchild that holds stdout', { ...PLAIN, on: { start: [] } }],
    ['a grandchild of a server that exits', { on: { initialize: [{ wait: 300 }, { exit: 0 }] } }],
  ])('%s', async (_what, recipe) => {
    const file = workshop.path('pid');
    const on = recipe['on'] as Record<string, readonly object[]>;
    const found = await read({
      ...recipe,
      on: { ...on, start: [...(on['start'] ?? []), { grandchild: file }, { wait: 200 }] },
    });
    expect(found.problem?.code).toMatch(/^(?:baseline-missing|server-exited)$/);
    expect(await eventually(() => existsSync(file))).toBe(true);
    const pid = Number(readFileSync(file, 'utf8'));
    expect(await eventually(() => !isAlive(pid))).toBe(true);
  });
});

test('ten reads of cut characters give one surface', async () => {
  workshop.serve({ ...PLAIN, wire: { chunkBytes: 1 } });
  const reads = await Promise.all(Array.from({ length: 10 }, () => workshop.record('check')));
  expect(new Set(reads.map(({ surface }) => surface))).toEqual(new Set([PLAIN_SURFACE]));
});
