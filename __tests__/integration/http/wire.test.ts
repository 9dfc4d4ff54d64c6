import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { HttpServer, type SeenRequest } from '../../helpers/http-server.js';
import { serverOf, Workshop, type RecordedServer, type Recipe } from '../../helpers/workshop.js';

let workshop: Workshop;
let server: HttpServer | undefined;
beforeEach(() => {
  workshop = new Workshop(undefined, { asShipped: true });
});
afterEach(() => {
  server?.stop();
  server = undefined;
  workshop.remove();
});

const TOOLS = [
  { name: 'one', description: 'Grüße, 世界 \u{1F600}' },
  { name: 'two', description: 'b' },
];
const PLAIN: Recipe = { tools: TOOLS };
/** As in the tests of stdio: worked out with Python's json and hashlib over the forms of FORMAT 2.3. */
const PLAIN_SURFACE = 'sha256:f70e4b2504fbd12b524e14989a4d4961a71fa09c91d4632fa32fa0f782f5f8a0';

/** Reads the server as one that is deployed somewhere. */
async function read(recipe: Recipe, options: readonly string[] = []): Promise<RecordedServer> {
  server = await HttpServer.start(recipe);
  const run = await workshop.cli(['check', '--url', server.url, '--json', ...options]);
  expect(run.faults).toEqual([]);
  expect(run.stdout + run.stderr).not.toContain('LEAK');
  return serverOf(run);
}

/** The requests of the first reading: where there is no baseline, a check reads on. */
function firstReading(): SeenRequest[] {
  const all = server?.requests() ?? [];
  const next = all.findIndex(({ message }, index) => index > 0 && message?.method === 'initialize');
  return next < 0 ? all : all.slice(0, next);
}

const verbsOf = (requests: readonly SeenRequest[]): string[] =>
  requests.map(({ verb, message }) =>
    verb === 'POST' ? `POST ${message?.method ?? 'answer'}` : verb,
  );

const failure = ({ verdict, problem, items }: RecordedServer): unknown[] => [
  verdict,
  problem?.code,
  items,
];

describe('whatever form an answer has, the surface is the same', () => {
  test.each<[string, Recipe]>([
    ['JSON', {}],
    ['JSON in single bytes', { sse: { chunkBytes: 1 } }],
    ['a batch of one', { on: { 'tools/list': { type: 'application/json', body: '[{"jsonrpc":"2.0","id":@ID@,"result":@RESULT@}]' } } }],
    ['JSON with a BOM and a charset', { on: { 'tools/list': { type: 'Application/JSON; charset=utf-8', body: '\uFEFF{"jsonrpc":"2.0","id":@ID@,"result":@RESULT@}' } } }],
    ['events', { answer: 'sse' }],
    ['events in single bytes', { answer: 'sse', sse: { chunkBytes: 1 } }],
    ['events in three bytes, CRLF', { answer: 'sse', sse: { chunkBytes: 3, newline: '\r\n' } }],
    [
      'an event of several lines in single bytes, CRLF',
      { answer: 'sse', sse: { lines: 4, chunkBytes: 1, newline: '\r\n' } },
    ],
    ['events with CR alone', { answer: 'sse', sse: { newline: '\r' } }],
    ['events in single bytes, CR alone', { answer: 'sse', sse: { newline: '\r', chunkBytes: 1 } }],
    ['events behind a BOM', { answer: 'sse', sse: { bom: true } }],
    ['an event of several data lines', { answer: 'sse', sse: { lines: 4 } }],
    ['comments, retry and unknown fields', { answer: 'sse', sse: { comments: true } }],
    ['a batch in an event', { answer: 'sse', sse: { batch: true } }],
    ['a stream that stays open after its answer', { answer: 'sse', sse: { keepOpen: true } }],
    ['a stream that ends early and is taken up again', { answer: 'sse', sse: { priming: 'e-7' } }],
    ['events that are no messages before', { answer: 'sse', sse: { before: [''] } }],
    ['a session', { session: 's-1' }],
    ['events and a session', { answer: 'sse', session: 's-1' }],
    ['a strict server', { strict: true, session: 's-1', own: true }],
  ])('%s', async (_what, recipe) => {
    const found = await read({ ...PLAIN, ...recipe });
    expect(failure(found).slice(0, 2)).toEqual(['unmarked', 'baseline-missing']);
    expect(found.surface).toBe(PLAIN_SURFACE);
    expect(found.findings.filter(({ kind }) => kind === null)).toEqual([]);
    expect(found.capture).toMatchObject({
      transport: 'streamable-http',
      protocol: { requested: '2025-11-25', negotiated: '2025-11-25', versionHeader: true },
    });
  }); // prettier-ignore

  test('every page is read, each as an event', async () => {
    const found = await read({ ...PLAIN, answer: 'sse', pageSize: 1 });
    expect(found.surface).toBe(PLAIN_SURFACE);
    expect(found.capture).toMatchObject({ pages: { read: 2, complete: true } });
  });

  test('several messages in one stream are told apart, and what answers nothing is counted', async () => {
    const before = [
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'LEAK' } },
      { jsonrpc: '2.0', id: 4711, result: { tools: [] } },
      '{oops',
    ];
    const found = await read({ ...PLAIN, answer: 'sse', sse: { before } });
    expect(found.surface).toBe(PLAIN_SURFACE);
    // Two of the three, in the streams of initialize and of tools/list.
    expect(found.findings).toContainEqual({
      kind: null,
      id: null,
      finding: 'stray-messages',
      count: 4,
    });
  });
});

describe('the conversation', () => {
  test('is initialize, the own stream, initialized, the declared lists, and the end of the session', async () => {
    await read({ ...PLAIN, session: 's-1' });
    expect(verbsOf(firstReading())).toEqual([
      'POST initialize',
      'GET',
      'POST notifications/initialized',
      'POST tools/list',
      'DELETE',
    ]);
  });

  test('carries session and negotiated version from the handshake on, and both types always', async () => {
    await read({ ...PLAIN, session: 's-1', protocolVersion: '2025-06-18' });
    const [first, ...rest] = firstReading();
    expect(first?.headers).toMatchObject({
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      host: `127.0.0.1:${server?.port ?? 0}`,
    });
    expect(first?.headers).not.toHaveProperty('mcp-session-id');
    expect(first?.headers).not.toHaveProperty('mcp-protocol-version');
    expect(rest).toHaveLength(4);
    for (const { headers } of rest) {
      expect(headers).toMatchObject({
        'mcp-session-id': 's-1',
        'mcp-protocol-version': '2025-06-18',
      });
    }
  });

  test('without a session nothing is deleted', async () => {
    await read(PLAIN);
    expect(verbsOf(server?.requests() ?? []).slice(-1)).toEqual(['POST tools/list']);
  });

  test('a refused DELETE is no failure', async () => {
    const found = await read({ ...PLAIN, session: 's-1', on: { DELETE: { status: 405 } } });
    expect(found.surface).toBe(PLAIN_SURFACE);
  });

  test('a DELETE that never ends is not waited for', async () => {
    const found = await read({ ...PLAIN, session: 's-1', on: { DELETE: { hang: true } } });
    expect(found.surface).toBe(PLAIN_SURFACE);
  });

  test('a GET that is never answered does not keep the lists from being read', async () => {
    const found = await read({ ...PLAIN, on: { GET: { hang: true } } });
    expect(found.surface).toBe(PLAIN_SURFACE);
  });

  test('a request inside the stream of an answer is answered by a POST', async () => {
    const ask = { jsonrpc: '2.0', id: 'q', method: 'roots/list' };
    const found = await read({ ...PLAIN, strict: true, ask });
    expect(found.items?.map(({ id }) => id)).toEqual([null, 'one', 'two']);
    const answers = server?.requests().filter(({ message }) => message?.method === undefined) ?? [];
    expect(answers.filter(({ verb }) => verb === 'POST').map(({ message }) => message)).toEqual([
      { jsonrpc: '2.0', id: 'q', result: { roots: [] } },
    ]);
  });

  test('a request on the own stream, sent as soon as the server may, is answered too', async () => {
    const own = { onInitialized: [{ jsonrpc: '2.0', id: 9, method: 'roots/list' }] };
    await read({ ...PLAIN, strict: true, own });
    expect(verbsOf(server?.requests() ?? [])).toContain('POST answer');
    expect(server?.requests().map(({ message }) => message)).toContainEqual({
      jsonrpc: '2.0',
      id: 9,
      result: { roots: [] },
    });
  });

  test('HTTP 400 at initialize: once more with an older version, and it is said', async () => {
    server = await HttpServer.start({ ...PLAIN, known: ['2025-03-26'] });
    const run = await workshop.cli(['check', '--url', server.url]);
    expect(run.code).toBe(2);
    expect(run.stdout.replace(/\s+/g, ' ')).toContain(
      'the server answered HTTP 400 to the newest protocol version, and was asked again for 2025-03-26',
    );
    const asked = server.requests().filter(({ message }) => message?.method === 'initialize');
    expect(asked.slice(0, 2).map(({ message }) => message?.params?.['protocolVersion'])).toEqual([
      '2025-11-25',
      '2025-03-26',
    ]);
  });

  test('a version that was asked for explicitly is not replaced', async () => {
    const found = await read({ ...PLAIN, known: ['2025-03-26'] }, ['--protocol', '2025-06-18']);
    expect(failure(found)).toEqual(['unreadable', 'handshake-refused', null]);
    expect(verbsOf(server?.requests() ?? [])).toEqual(['POST initialize']);
  });
});

describe('a stream that ends without its answer', () => {
  const priming = { type: 'text/event-stream', body: 'id: e\nretry: 1\ndata:\n\n' };
  const late = {
    type: 'text/event-stream',
    body: `data: {"jsonrpc":"2.0","id":1,"result":${JSON.stringify({ tools: TOOLS })}}\n\n`,
  };

  // The first GET asks for the stream of the server's own.
  test.each([
    [5, null],
    [6, 'http-no-answer'],
  ])('is taken up again, and answers at try %d: %s', async (tries, code) => {
    const on = { 'tools/list': priming, GET: priming, [`GET#${tries + 1}`]: late };
    server = await HttpServer.start({ ...PLAIN, on });
    const argv = ['check', '--url', server.url, '--json'];
    const found = serverOf(await workshop.cli(argv, { asShipped: false }));
    if (code === null) expect(found.items?.map(({ id }) => id)).toEqual([null, 'one', 'two']);
    else expect(failure(found)).toEqual(['unreadable', code, null]);
  });
});

describe('redirects', () => {
  const to = (location: string, status = 307): Recipe => ({
    ...PLAIN,
    path: '/mcp/',
    strict: true,
    on: {
      'initialize /mcp': { status, headers: { Location: location } },
      'notifications/initialized /mcp': { status, headers: { Location: location } },
      'tools/list /mcp': { status, headers: { Location: location } },
    },
  });

  test.each([307, 308])('%d to the same origin keeps method, headers and body', async (status) => {
    const found = await read(to('/mcp/', status));
    expect(found.surface).toBe(PLAIN_SURFACE);
    expect(found.capture).toMatchObject({ protocol: { versionHeader: true } });
  });

  test.each([301, 302, 303])('%d is refused: it loses the message', async (status) => {
    expect(failure(await read(to('/mcp/', status)))).toEqual(['unreadable', 'http-redirect', null]);
  });

  test('a loop ends', async () => {
    expect(failure(await read(to('/mcp')))).toEqual(['unreadable', 'http-redirect', null]);
    expect(verbsOf(server?.requests() ?? [])).toEqual(
      Array.from({ length: 4 }, () => 'POST initialize'),
    );
  });

  /** `/mcp` leads over so many others to the one that answers. */
  const over = (hops: number): Recipe => {
    const path = (hop: number): string => (hop === 0 ? '/mcp' : `/hop-${hop}`);
    const methods = ['initialize', 'notifications/initialized', 'tools/list'];
    const replies = Array.from({ length: hops }, (_, hop) =>
      methods.map((method) => [
        `${method} ${path(hop)}`,
        { status: 307, headers: { Location: path(hop + 1) } },
      ]),
    );
    return { ...PLAIN, path: path(hops), on: Object.fromEntries(replies.flat()) };
  };

  test('three are followed, and a fourth is not', async () => {
    expect((await read(over(3))).surface).toBe(PLAIN_SURFACE);
    server?.stop();
    const found = await read(over(4));
    expect(failure(found)).toEqual(['unreadable', 'http-redirect', null]);
    expect(found.problem?.message).toContain('redirects more than 3 times');
  });

  test.each(['//', 'http://LEAK:99999/'])('a target that is none: %s', async (location) => {
    expect(failure(await read(to(location)))).toEqual(['unreadable', 'http-redirect', null]);
  });

  test('another origin is refused, and gets nothing', async () => {
    const other = await HttpServer.start(PLAIN);
    try {
      const found = await read(to(other.url));
      expect(failure(found)).toEqual(['unreadable', 'http-redirect', null]);
      expect(other.requests()).toEqual([]);
    } finally {
      other.stop();
    }
  });
});

describe('a failure has its own code, and is never an empty list', () => {
  const unavailable = { status: 503, body: 'LEAK' };
  const cut = '{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[';
  const json = 'application/json';
  const events = 'text/event-stream';
  test.each<[string, Recipe, string]>([
    ['401', { token: 'wanted' }, 'http-unauthorized'],
    ['401 in the form of an answer', { on: { 'tools/list': { status: 401, type: json, body: '{"jsonrpc":"2.0","id":@ID@,"error":{"code":-32001,"message":"LEAK"}}' } } }, 'http-unauthorized'],
    ['403 for one list', { on: { 'tools/list': { status: 403 } } }, 'http-unauthorized'],
    ['404', { path: '/other' }, 'http-not-found'],
    ['404 in a session', { session: 's', on: { 'tools/list': { status: 404, type: json, body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"LEAK"}}' } } }, 'session-lost'],
    ['405', { on: { initialize: { status: 405 } } }, 'http-status'],
    ['406', { on: { initialize: { status: 406 } } }, 'http-status'],
    ['400 whatever the version', { known: [] }, 'handshake-refused'],
    ['400 without a message', { on: { initialize: { status: 400 } } }, 'http-status'],
    ['500', { on: { 'tools/list': { status: 500, body: 'LEAK' } } }, 'http-status'],
    ['500 with an error for us', { on: { 'tools/list': { status: 500, type: json, body: '{"jsonrpc":"2.0","id":@ID@,"error":{"code":-32603,"message":"LEAK"}}' } } }, 'list-refused'],
    ['503 of a deployed server at once', { on: { 'initialize#1': unavailable } }, 'http-status'],
    ['503 in between', { on: { 'tools/list#2': unavailable }, pageSize: 1 }, 'http-status'],
    ['410 for initialized, no list asked for', { capabilities: {}, on: { 'notifications/initialized': { status: 410 } } }, 'http-status'],
    ['an empty body', { on: { 'tools/list': { type: json } } }, 'http-no-answer'],
    ['202 to a request', { on: { 'tools/list': { status: 202 } } }, 'http-no-answer'],
    ['an empty body without a type', { on: { 'tools/list': {} } }, 'http-content'],
    ['a web page', { on: { initialize: { type: 'text/html', body: '<h1>LEAK</h1>' } } }, 'http-content'],
    ['a compressed body', { on: { initialize: { type: json, headers: { 'Content-Encoding': 'gzip' }, base64: 'H4sIAAAAAAAA' } } }, 'http-content'],
    ['an answer to another id', { on: { 'tools/list': { type: json, body: '{"jsonrpc":"2.0","id":99,"result":@RESULT@}' } } }, 'http-no-answer'],
    ['a list that is not the answer', { on: { 'tools/list': { type: json, body: '@RESULT@' } } }, 'http-no-answer'],
    ['JSON cut in the middle', { on: { 'tools/list': { type: json, body: cut } } }, 'http-no-answer'],
    ['a connection that breaks', { on: { 'tools/list': { type: json, body: cut, cut: true } } }, 'connection-failed'],
    ['a stream that breaks', { on: { 'tools/list': { type: events, body: `data: ${cut}`, cut: true } } }, 'connection-failed'],
    ['no answer but an end', { on: { 'tools/list': { destroy: true } } }, 'connection-failed'],
    ['an event without its end', { answer: 'sse', sse: { noEnd: true } }, 'http-no-answer'],
    ['an event of another type', { on: { 'tools/list': { type: events, body: 'event: other\ndata: {"jsonrpc":"2.0","id":@ID@,"result":@RESULT@}\n\n' } } }, 'http-no-answer'],
    ['JSON that is not UTF-8', { on: { 'tools/list': { type: json, base64: Buffer.from('{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"\xe9"}]}}', 'latin1').toString('base64') } } }, 'invalid-utf8'],
    ['an event that is not UTF-8', { on: { 'tools/list': { type: events, base64: Buffer.from('data: {"a":"\xe9"}\n\n', 'latin1').toString('base64') } } }, 'invalid-utf8'],
    ['a member twice', { on: { 'tools/list': { type: json, body: '{"jsonrpc":"2.0","id":@ID@,"result":{},"result":@RESULT@}' } } }, 'ambiguous-message'],
    ['60 MB of JSON', { on: { 'tools/list': { type: json, flood: 60e6 } } }, 'message-too-large'],
    ['60 MB in one event', { on: { 'tools/list': { type: events, flood: 60e6 } } }, 'message-too-large'],
    ['comments without end', { on: { 'tools/list': { type: events, endless: `: ${'x'.repeat(65_000)}\n` } } }, 'too-many-bytes'],
    ['a session id that cannot be sent back', { on: { initialize: { type: json, headers: { 'Mcp-Session-Id': 'a b' }, body: '{"jsonrpc":"2.0","id":@ID@,"result":@RESULT@}' } } }, 'handshake-malformed'],
    ['no `own` stream but the old transport', { on: { initialize: { status: 405 }, GET: { type: events, body: 'event: endpoint\ndata: /messages?LEAK\n\n' } } }, 'legacy-sse'],
    ['the old transport at a path of its own', { on: { initialize: { status: 404 }, GET: { type: events, body: 'event: endpoint\r\ndata: /LEAK\r\n\r\n' } } }, 'legacy-sse'],
    ['a stream at that path that is something else', { on: { initialize: { status: 404 }, GET: { type: events, body: 'data: LEAK\n\n' } } }, 'http-not-found'],
  ])('%s', async (_what, recipe, code) => {
    const found = await read({ ...PLAIN, ...recipe });
    expect(failure(found)).toEqual(['unreadable', code, null]);
  }); // prettier-ignore

  test('silence ends with the time that was given', async () => {
    const found = await read({ ...PLAIN, on: { 'tools/list': { type: events, hang: true } } }, [
      '--timeout',
      '1',
    ]);
    expect(found.verdict).toBe('unreadable');
    expect(found.problem?.code).toMatch(/^(?:server-not-answering|read-timeout)$/);
  });

  test('nobody there', async () => {
    server = await HttpServer.start(PLAIN);
    const { url } = server;
    server.stop();
    const run = await workshop.cli(['check', '--url', url, '--json']);
    expect(run.code).toBe(3);
    expect(run.stdout).toContain('"connection-failed"');
    expect(run.stdout).toContain('ECONNREFUSED');
  });

  test('the status and the place stand in the message', async () => {
    const found = await read({ ...PLAIN, on: { 'tools/list': { status: 503 } } });
    expect(found.problem?.message).toMatch(
      /^list, tools\/list page 1: the server answered HTTP 503 \(/,
    );
  });
});
