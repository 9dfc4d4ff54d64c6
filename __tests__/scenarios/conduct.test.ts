import { describe, test } from '@jest/globals';
import { before, PLAIN, SEVEN, THREE, toolsNamed } from './recipes.js';
import { playInTurn, type Scenario } from './scenario.js';

const MATCH = { exit: 0, verdict: 'match', items: 3 } as const;
const UNREADABLE = { exit: 3, verdict: 'unreadable' } as const;
const PLAINLY = ['--isolation', 'none'];
const SOON = ['--timeout', '2'];
const STAYS = /^the server did not leave within 300 ms after its stdin was closed/;
const RUNS_MORE = /^the server runs /;
const FORK = { grandchild: 'pid' };
const ended = (stderr: string, exit = 1): Scenario['server'] => ({
  on: { start: [{ stderr }, { exit }] },
});
const DISCOVERY = JSON.stringify({
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'LEAK', version: '1' } },
});
const discovers = (rest: object): Scenario['server'] => ({
  tools: THREE,
  errors: { initialize: { code: -32601, message: 'LEAK' } },
  lines: { 'server/discover': `{"jsonrpc":"2.0","id":@ID@,"result":${DISCOVERY}}`, ...rest },
});

const SCENARIOS: readonly Scenario[] = [
  // Processes.
  {
    id: 'B09',
    what: 'a grandchild holds stdout',
    before: PLAIN,
    server: before('start', [FORK, { wait: 100 }]),
    ...MATCH,
  },
  {
    id: 'B09',
    what: 'a grandchild in a session of its own holds stdout',
    before: PLAIN,
    server: before('start', [{ ...FORK, detached: true }, { wait: 100 }]),
    ...MATCH,
  },
  {
    id: 'B09',
    what: 'a grandchild in a session of its own, without isolation',
    command: 'mark',
    options: PLAINLY,
    server: before('start', [{ ...FORK, detached: true }, { wait: 100 }]),
    ...MATCH,
    notices: [/^the server runs 1 more process beside its own/],
  },
  {
    id: 'B09',
    what: 'a grandchild whose parent ended long ago, without isolation',
    command: 'mark',
    options: PLAINLY,
    server: before('start', [{ ...FORK, detached: true, orphan: true }, { wait: 300 }]),
    ...MATCH,
    notices: [/^the server runs 1 more process beside its own/],
  },
  {
    id: 'B09',
    what: 'starts no other process and leaves when it is asked to',
    command: 'mark',
    server: PLAIN,
    ...MATCH,
    silentOn: /^the server (?:did not leave|runs)/,
  },
  {
    id: 'B09',
    what: 'a grandchild outlives a server that exits',
    server: { on: { start: [FORK, { wait: 100 }, { exit: 0 }] } },
    ...UNREADABLE,
    code: 'server-exited',
    message: /^handshake: the server exited with code 0/,
  },
  {
    id: 'A15',
    what: 'ignores SIGTERM and the end of its input',
    before: PLAIN,
    server: before('start', [{ ignoreSignals: true }, { stay: true }]),
    ...MATCH,
    notices: [STAYS],
    silentOn: RUNS_MORE,
  },
  {
    id: 'A15',
    what: 'ignores SIGTERM and the end of its input, without isolation',
    command: 'mark',
    options: PLAINLY,
    server: before('start', [{ ignoreSignals: true }, { stay: true }]),
    ...MATCH,
    notices: [STAYS],
    silentOn: RUNS_MORE,
  },
  {
    id: 'A15',
    what: 'started through a shell that stays',
    before: PLAIN,
    start: 'sh -c "node fake.mjs recipe.json; true"',
    server: before('start', [{ ignoreSignals: true }, { stay: true }, FORK, { wait: 100 }]),
    ...MATCH,
    notices: [STAYS],
    silentOn: RUNS_MORE,
  },
  {
    id: 'A15',
    what: 'starts more processes while it lists',
    command: 'mark',
    server: before('tools/list', Array<object>(20).fill(FORK)),
    ...MATCH,
    // Node waits for its children.
    notices: [/^the server runs 20 more processes beside its own/, STAYS],
  },
  // Servers that end, or do not answer.
  {
    id: 'A12',
    what: 'never answers',
    before: { tools: SEVEN },
    options: SOON,
    server: { tools: SEVEN, on: { start: [{ stay: true }], initialize: [{ silent: true }] } },
    ...UNREADABLE,
    code: 'read-timeout',
    message:
      /^handshake: the whole read took longer than 2 s \(\d+\.\d s after initialize was sent\)$/,
    hint: /never answers here: the isolation has neither.*option timeout/,
  },
  {
    id: 'A14',
    what: 'never answers the list',
    options: SOON,
    server: before('tools/list', [{ silent: true }]),
    ...UNREADABLE,
    code: 'read-timeout',
    message: /^list, tools\/list page 1: the whole read took longer than 2 s/,
    hint: /option timeout/,
  },
  {
    id: 'B27',
    what: 'a slow start',
    command: 'mark',
    server: before('start', [{ wait: 2_500 }]),
    ...MATCH,
  },
  {
    id: 'A12',
    what: 'dies after the handshake',
    before: { tools: SEVEN },
    server: { tools: SEVEN, on: { initialized: [{ exit: 0 }] } },
    ...UNREADABLE,
    code: 'server-exited',
    message: /^list, tools\/list page 1: the server exited with code 0/,
    hint: /handshake was good and the list failed/,
  },
  {
    id: '4.6',
    what: 'exits with success before the handshake',
    server: { on: { start: [{ exit: 0 }] } },
    ...UNREADABLE,
    code: 'server-exited',
    message: /^handshake: the server exited with code 0 \(\d+\.\d s after initialize was sent\)$/,
    hint: /ended by itself before the handshake, with success/,
  },
  {
    id: 'A14',
    what: 'the program is not there',
    start: 'no-such-program-here',
    server: {},
    ...UNREADABLE,
    code: 'command-not-found',
  },
  {
    id: '4.6',
    what: 'a batch file of Windows',
    start: 'npx.cmd some-server',
    server: {},
    ...UNREADABLE,
    code: 'command-not-found',
    message: /^start: npx\.cmd was not found/,
    hint: /leave the ending out, as in npx/,
  },
  {
    id: '4.6',
    what: 'a batch file of Windows, started by a shell',
    start: 'sh -c "server.cmd"',
    server: {},
    ...UNREADABLE,
    code: 'server-exited',
    hint: /only Windows has.*leave the ending out/,
  },
  {
    id: 'B27',
    what: 'a package manager that wants the network',
    server: ended('npm error code EAI_AGAIN\nnpm error network LEAK\n'),
    ...UNREADABLE,
    code: 'server-exited',
    hint: /move the install into an earlier step/,
  },
  {
    id: 'C18',
    what: 'a variable is missing',
    server: ended('Error: EXAMPLE_API_KEY is required, LEAK\n'),
    ...UNREADABLE,
    code: 'server-exited',
    hint: /--env EXAMPLE_API_KEY gives it a placeholder/,
  },
  {
    id: 'C18',
    what: 'a variable is given and not taken',
    options: ['--env', 'EXAMPLE_API_KEY'],
    server: ended('Error: EXAMPLE_API_KEY is required, LEAK\n'),
    ...UNREADABLE,
    code: 'server-exited',
    hint: /--env EXAMPLE_API_KEY=VALUE/,
  },
  {
    id: 'C18',
    what: 'a value that the server calls a missing variable stays unsaid',
    options: ['--env', 'EXAMPLE_API_KEY=LEAK_OF_A_VALUE'],
    server: ended('Error: LEAK_OF_A_VALUE is required\n'),
    ...UNREADABLE,
    code: 'server-exited',
    hint: /^Start the command by hand/,
  },
  {
    id: 'B32',
    what: 'not built yet',
    server: ended("Error: Cannot find module '/LEAK/dist/index.js'\n"),
    ...UNREADABLE,
    code: 'server-exited',
    hint: /build it before the check/,
  },
  // What a server asks of us.
  {
    id: 'B22',
    what: 'sampling, roots, elicitation and ping while it lists',
    before: { tools: THREE },
    server: before('tools/list', [
      ...['sampling/createMessage', 'roots/list', 'elicitation/create', 'ping', 'LEAK/unknown'].map(
        (request) => ({ request, params: { messages: [{ content: 'LEAK' }] } }),
      ),
      { wait: 20 },
    ]),
    ...MATCH,
  },
  {
    id: 'B22',
    what: 'a thousand requests while it lists',
    command: 'mark',
    server: before('tools/list', Array<object>(1_000).fill({ request: 'roots/list' })),
    ...MATCH,
  },
  // Versions and eras.
  {
    id: 'B24',
    what: 'a protocol version that nobody knows',
    server: { tools: THREE, protocolVersion: '1999-LEAK' },
    ...UNREADABLE,
    code: 'protocol-unsupported',
    hint: /2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05/,
  },
  {
    id: 'B24',
    what: 'an older version is another condition',
    before: PLAIN,
    server: { ...PLAIN, protocolVersion: '2024-11-05' },
    exit: 4,
    verdict: 'incomparable',
    items: 3,
    conditions: ['protocol.negotiated'],
  },
  {
    id: 'B25',
    what: 'modern only',
    command: 'mark',
    server: discovers({}),
    ...MATCH,
  },
  {
    id: 'B25',
    what: 'modern only, and the list asks for input',
    server: discovers({
      'tools/list':
        '{"jsonrpc":"2.0","id":@ID@,"result":{"resultType":"input_required","inputRequests":{"LEAK":1}}}',
    }),
    ...UNREADABLE,
    code: 'list-malformed',
    message: /asks for input before it lists anything/,
  },
  {
    id: 'B25',
    what: 'dies on a probe, and is never probed',
    before: PLAIN,
    server: before('server/discover', [{ exit: 9 }]),
    ...MATCH,
  },
  {
    id: 'B25',
    what: 'refuses initialize and dies on server/discover',
    server: {
      errors: { initialize: -32603 },
      on: { 'server/discover': [{ exit: 9 }] },
    },
    ...UNREADABLE,
    code: 'handshake-refused',
    message: /^handshake: the server refused initialize with JSON-RPC code -32603/,
  },
  // Size.
  {
    id: '4.5',
    what: '50,000 tools',
    command: 'mark',
    server: { tools: toolsNamed(50_000) },
    ...MATCH,
    items: 50_000,
  },
  {
    id: '4.5',
    what: '50,001 tools',
    server: { tools: toolsNamed(50_001) },
    ...UNREADABLE,
    code: 'too-many-items',
    message: /^list, tools\/list page 1: the list goes on past 50000 items/,
    hint: /cannot be raised/,
  },
  {
    id: '4.5',
    what: '50,000 tools over 500 pages',
    command: 'mark',
    server: { tools: toolsNamed(50_000), pageSize: 100 },
    ...MATCH,
    items: 50_000,
  },
];

describe('what a server does', () => {
  test.concurrent.each(SCENARIOS.map((each) => [each.id, each.what, each] as const))(
    '%s: %s',
    async (_id, _what, scenario) => playInTurn(scenario),
  );
});
