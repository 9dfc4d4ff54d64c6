import { describe, test } from '@jest/globals';
import { before, errorLine, PLAIN, THREE, toolWith } from './recipes.js';
import { playInTurn, type Scenario } from './scenario.js';

const MATCH = { exit: 0, verdict: 'match', items: 3 } as const;
const UNREADABLE = { exit: 3, verdict: 'unreadable' } as const;
const MIB = 1024 * 1024;
const HONEST = '{"jsonrpc":"2.0","id":@ID@,"result":@RESULT@}';
const decoy =
  '{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[{"name":"decoy","description":"LEAK"}]}}';
const PRETTY = '{\n  "jsonrpc": "2.0",\n  "id": @ID@,\n  "result": @RESULT@\n}';
const utf8 = toolWith({ description: 'LEAK Grüße, 世界 \u{1F600}' });
const levels = (count: number): string =>
  `{"name":"deep","x":${'['.repeat(count)}${']'.repeat(count)}}`;
const raw = (text: string): Scenario['server'] => ({
  tools: [text, ...THREE.slice(1).map((tool) => JSON.stringify(tool))],
});

const SCENARIOS: readonly Scenario[] = [
  // Everything below is held against a baseline of the same server that does nothing odd.
  {
    id: 'B05',
    what: 'noise before, between and after messages',
    before: PLAIN,
    server: {
      ...PLAIN,
      on: {
        start: [{ write: 'LEAK server v1.2.3 is ready\n\n   \n{LEAK\n[1,2\n"LEAK"\n17\nnull\n' }],
        'tools/list': [{ write: 'LEAK listing\n' }],
        'after initialize': [{ write: 'LEAK ready\n' }],
      },
    },
    ...MATCH,
    findings: ['stdout-noise 8'],
  },
  {
    id: 'B05',
    what: 'workflow commands as noise and in texts',
    before: toolWith({ description: '::error::LEAK\n##[set-output name=LEAK]x' }),
    server: {
      ...toolWith({ description: '::error::LEAK\n##[set-output name=LEAK]x' }),
      on: { start: [{ write: '::add-mask::LEAK\n##[error]LEAK\n', stderr: '::warning::LEAK\n' }] },
    },
    ...MATCH,
    findings: ['stdout-noise 2'],
  },
  {
    id: 'B05',
    what: 'look-alikes of an answer to nothing before the answer',
    before: PLAIN,
    server: before('tools/list', [
      { write: `${decoy.replace('@ID@', '"999999"')}\n` },
      { write: `${decoy.replace('@ID@', 'null')}\n` },
      { write: `${decoy.replace('@ID@', '999999')}\n` },
      { write: `[[${decoy}]]\n` },
    ]),
    ...MATCH,
    findings: ['stdout-noise 4'],
  },
  {
    id: 'B05',
    what: 'a look-alike that some clients take for the answer, before the answer',
    before: PLAIN,
    server: before('tools/list', [{ write: `${decoy.replace('@ID@', '"@ID@"')}\n` }]),
    ...UNREADABLE,
    code: 'ambiguous-message',
    message: /answered one request twice/,
  },
  {
    id: 'B05',
    what: 'a second answer to a request changes nothing',
    before: PLAIN,
    server: before('tools/list#2', [{ write: `${decoy.replace('@ID@', '1')}\n` }], {
      ...PLAIN,
      pageSize: 2,
    }),
    ...MATCH,
    findings: ['stdout-noise 1'],
  },
  {
    id: 'B05',
    what: 'an answer before its question was asked is none',
    before: PLAIN,
    server: before('initialize', [
      { write: `${decoy.replace('@ID@', '1')}\n${decoy.replace('@ID@', '2')}\n` },
    ]),
    ...MATCH,
    findings: ['stdout-noise 2'],
  },
  {
    id: 'B05',
    what: 'errors that answer nothing',
    before: PLAIN,
    server: before('tools/list', [
      { write: errorLine(-32700, 'null') + errorLine(-32600, '4711') },
    ]),
    ...MATCH,
    findings: ['stdout-noise 2'],
  },
  {
    id: 'B05',
    what: 'messages that are not ours: logging, progress and notifications nobody knows',
    before: PLAIN,
    server: before('tools/list', [
      { notify: 'notifications/message', params: { level: 'info', data: 'LEAK' } },
      { notify: 'notifications/progress', params: { progressToken: 99, progress: 1 } },
      { notify: 'notifications/cancelled', params: { requestId: 99 } },
      { notify: 'LEAK/unknown', params: { a: 1 } },
    ]),
    ...MATCH,
  },
  {
    id: 'B06',
    what: 'characters cut by chunks of one byte',
    before: utf8,
    server: { ...utf8, wire: { chunkBytes: 1 } },
    ...MATCH,
  },
  {
    id: 'B06',
    what: 'characters cut by chunks of three bytes',
    before: utf8,
    server: { ...utf8, wire: { chunkBytes: 3 } },
    ...MATCH,
  },
  {
    id: 'B06',
    what: 'a replacement character is another text',
    before: utf8,
    server: toolWith({ description: 'LEAK Gr\uFFFD\uFFFDe, 世界 \u{1F600}' }),
    exit: 1,
    verdict: 'drift',
    items: 3,
    changes: ['tool t1: description changed text'],
  },
  {
    id: 'B06',
    what: 'a message that is not UTF-8',
    server: before('tools/list', [
      { bytes: Buffer.from('{"LEAK":"caf\xe9"}\n', 'latin1').toString('base64') },
    ]),
    ...UNREADABLE,
    code: 'invalid-utf8',
  },
  { id: 'B05', what: 'CRLF', before: PLAIN, server: { ...PLAIN, wire: { crlf: true } }, ...MATCH },
  {
    id: 'B05',
    what: 'a BOM before every message',
    before: PLAIN,
    server: { ...PLAIN, wire: { bom: true } },
    ...MATCH,
  },
  {
    id: 'B05',
    what: 'blank lines',
    before: PLAIN,
    server: before('tools/list', [{ write: '\n\r\n \t\n\n' }]),
    ...MATCH,
  },
  {
    id: 'B05',
    what: 'answers as batches of one',
    before: PLAIN,
    server: { ...PLAIN, wire: { batch: true } },
    ...MATCH,
  },
  {
    id: 'B05',
    what: 'a batch with an answer between other messages',
    before: PLAIN,
    server: {
      ...PLAIN,
      lines: {
        'tools/list': `[{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"LEAK"}},${HONEST},17]`,
      },
    },
    ...MATCH,
    // Not every client reads batches, so the lists are walked twice.
    findings: ['stdout-noise 2'],
  },
  {
    id: 'B05',
    what: 'pretty-printed answers',
    options: ['--timeout', '2'],
    server: { ...PLAIN, lines: { initialize: PRETTY } },
    ...UNREADABLE,
    code: 'read-timeout',
    hint: /over several lines/,
  },
  {
    id: 'B05',
    what: 'a pretty-printed log of a message before the message',
    before: PLAIN,
    server: { ...PLAIN, lines: { 'tools/list': `${PRETTY}\n${HONEST}` } },
    ...MATCH,
    findings: ['stdout-noise 5'],
  },
  {
    id: 'B05',
    what: 'ids as strings',
    options: ['--timeout', '2'],
    server: { ...PLAIN, wire: { stringIds: true } },
    ...UNREADABLE,
    code: 'read-timeout',
    hint: /an id that was not asked/,
  },
  {
    id: 'B07',
    what: 'a description of 60 MB',
    server: before('tools/list', [
      { write: '{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[{"name":"t1","description":"LEAK' },
      { flood: 60_000_000 },
      { write: '"}]}}\n' },
      { silent: true },
    ]),
    ...UNREADABLE,
    code: 'message-too-large',
    message: /more than 33554432 bytes as one message/,
    hint: /cannot be raised/,
  },
  {
    id: 'B07',
    what: 'a description of 31 MiB is read',
    command: 'mark',
    server: before('tools/list', [
      {
        write:
          '{"jsonrpc":"2.0","id":@ID@,"result":{"tools":[{"name":"t1","inputSchema":{"type":"object"},"description":"LEAK',
      },
      { flood: 31 * MIB },
      { write: '"}]}}\n' },
      { silent: true },
    ]),
    ...MATCH,
    items: 1,
  },
  {
    id: 'B07',
    what: 'what stands behind a line that is too long is no message',
    server: before('tools/list', [{ flood: 33 * MIB }, { write: `\n${decoy}\n` }]),
    ...UNREADABLE,
    code: 'message-too-large',
  },
  {
    id: 'B07',
    what: 'a line that never ends',
    options: ['--timeout', '20'],
    server: before('tools/list', [{ flood: 500 * MIB }, { silent: true }]),
    ...UNREADABLE,
    code: 'message-too-large',
  },
  {
    id: 'B07',
    what: 'an answer without its line feed',
    options: ['--timeout', '2'],
    server: { ...PLAIN, wire: { noNewline: true }, on: { start: [{ stay: true }] } },
    ...UNREADABLE,
    code: 'read-timeout',
  },
  {
    id: 'B07',
    what: 'noise lines of 140 MB together',
    server: before('tools/list', [
      ...Array.from({ length: 5 }, () => [{ flood: 28 * MIB }, { write: '\n' }]).flat(),
      { silent: true },
    ]),
    ...UNREADABLE,
    code: 'too-many-bytes',
    message: /more than 134217728 bytes/,
    hint: /cannot be raised/,
  },
  {
    id: 'B07',
    what: 'a flood of tiny lines',
    server: before('tools/list', [{ write: 'x\n'.repeat(200_001) }, { silent: true }]),
    ...UNREADABLE,
    code: 'too-many-messages',
    message: /more than 200000 lines/,
    hint: /cannot be raised/,
  },
  {
    id: 'B08',
    what: '200 MB on stderr',
    before: PLAIN,
    server: before('tools/list', [{ flood: 200_000_000, stream: 2 }]),
    ...MATCH,
  },
  {
    id: 'B08',
    what: 'words on stderr of a server that fails are not repeated',
    server: { on: { start: [{ stderr: 'LEAK ::error::LEAK\n', times: 100 }, { exit: 3 }] } },
    ...UNREADABLE,
    code: 'server-exited',
    message: /^handshake: the server exited with code 3 \(/,
  },
  // Definitions that two readers read differently.
  {
    id: 'E09',
    what: '512 levels',
    command: 'mark',
    server: raw(levels(511)),
    ...MATCH,
    findings: ['tool deep: nonconforming:inputSchema'],
  },
  {
    id: 'E09',
    what: '513 levels',
    server: raw(levels(512)),
    ...UNREADABLE,
    code: 'too-deep',
    message: /512/,
    hint: /cannot be raised/,
  },
  {
    id: 'E09',
    what: '200,000 levels',
    server: raw(levels(200_000)),
    ...UNREADABLE,
    code: 'too-deep',
  },
  {
    id: 'E05',
    what: 'a description twice',
    command: 'mark',
    server: raw(
      '{"name":"t1","description":"LEAK a","description":"LEAK b","inputSchema":{"type":"object"}}',
    ),
    ...MATCH,
    findings: ['tool t1: duplicate-member:description'],
  },
  {
    id: 'E05',
    what: 'a member twice, in two spellings, deep inside',
    command: 'mark',
    server: raw(
      '{"name":"t1","inputSchema":{"type":"object","properties":{"a":{"LEAK":1},"\\u0061":{"LEAK":2}}}}',
    ),
    ...MATCH,
    findings: ['tool t1: duplicate-member:inputSchema'],
  },
  {
    id: 'E01',
    what: 'one unsafe integer becomes another',
    before: raw('{"name":"t1","inputSchema":{"type":"object","maximum":9007199254740993}}'),
    server: raw('{"name":"t1","inputSchema":{"type":"object","maximum":9007199254740992}}'),
    exit: 1,
    verdict: 'drift',
    items: 3,
    changes: ['tool t1: inputSchema changed shape'],
    findings: [],
  },
  {
    id: 'E02',
    what: '1.0 and 1 are one number',
    before: raw('{"name":"t1","inputSchema":{"type":"object","maximum":1.0,"minimum":-0.0}}'),
    server: raw('{"name":"t1","inputSchema":{"type":"object","maximum":1,"minimum":0}}'),
    ...MATCH,
  },
  {
    id: 'E03',
    what: 'a lone surrogate becomes another',
    before: raw('{"name":"t1","description":"LEAK \\ud800","inputSchema":{"type":"object"}}'),
    server: raw('{"name":"t1","description":"LEAK \\udc00","inputSchema":{"type":"object"}}'),
    exit: 1,
    verdict: 'drift',
    items: 3,
    changes: ['tool t1: description changed text'],
    findings: ['tool t1: lone-surrogate:description'],
  },
  {
    id: 'E07',
    what: 'what stands under __proto__ changes',
    before: raw('{"name":"t1","inputSchema":{"type":"object","__proto__":{"LEAK":1}}}'),
    server: raw('{"name":"t1","inputSchema":{"type":"object","__proto__":{"LEAK":2}}}'),
    exit: 1,
    verdict: 'drift',
    items: 3,
    changes: ['tool t1: inputSchema changed shape'],
  },
  {
    id: 'E07',
    what: 'a tool that is called __proto__',
    before: toolWith({ name: '__proto__' }),
    server: toolWith({ name: '__proto__', description: 'LEAK 2' }),
    exit: 1,
    verdict: 'drift',
    items: 3,
    changes: ['tool __proto__: description changed text'],
  },
  {
    id: 'F03',
    what: 'ANSI codes hide a part of a description',
    command: 'mark',
    server: toolWith({ description: 'LEAK \u001b[8mhidden\u001b[0m' }),
    ...MATCH,
    findings: ['tool t1: invisible-characters:description'],
  },
  {
    id: 'F04',
    what: 'a description grows characters that nobody sees',
    before: PLAIN,
    server: toolWith({
      description: `LEAK description 1${String.fromCodePoint(0xe0048, 0xe0049)}`,
    }),
    exit: 1,
    verdict: 'drift',
    items: 3,
    changes: ['tool t1: description changed hidden'],
    findings: ['tool t1: invisible-characters:description'],
  },
  {
    id: 'F06',
    what: 'a name with a letter of another script is another tool',
    before: PLAIN,
    server: toolWith({ name: '\u03c41' }),
    exit: 1,
    verdict: 'drift',
    items: 3,
    changes: ['tool t1 removed', 'tool \u03c41 added'],
  },
  {
    id: 'C01',
    what: 'a name that is a workflow command',
    command: 'mark',
    server: toolWith({ name: '::add-mask::x\n##[error]y' }),
    ...MATCH,
  },
];

describe('the wire and what is on it', () => {
  test.concurrent.each(SCENARIOS.map((each) => [each.id, each.what, each] as const))(
    '%s: %s',
    async (_id, _what, scenario) => playInTurn(scenario),
  );
});
