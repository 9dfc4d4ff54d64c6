import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { recognisedCause, whyNoTools, type Evidence } from '../../../src/reader/causes.js';

const NOTHING: Evidence = {
  code: 'server-exited',
  isOpen: false,
  stderr: '',
  command: ['node', 'dist/index.js'],
  declared: [],
  exit: { code: 1, signal: null },
  noise: 0,
  spread: 0,
  unasked: 0,
};
const causeOf = (evidence: Partial<Evidence>): string | undefined =>
  recognisedCause({ ...NOTHING, ...evidence });

const VARIABLE = /^The server misses a variable: --env ([A-Z0-9_]+) gives it a placeholder\.$/;
const MANAGER = /^The command lets a package manager fetch or build the server/;
const NETWORK = /^The server tried to reach the network/;
const FILE = /^A file of the server itself is missing/;
const DIRECTORY = /not in the working directory/;
const PACKAGE = /^A package that the server imports is not installed/;
const NATIVE = /^A native module was built for another version/;
const RUNTIME = /^The server needs another version of its runtime/;
const SYNTAX = /^The server’s code does not parse/;
const MEMORY = /^The server ran out of memory/;
const PROGRAM = /^The command starts a program that is not installed/;
const TERMINAL = /^The server wants a terminal/;
const PERMISSION = /^The server may not read or write a file/;
const MACHINE = /^The command is a program for another machine/;
const BATCH = /^The command starts a \.cmd or \.bat file/;
const SCRIPT = /^The package\.json of the working directory has no such script/;
const SHIM = /^The command is a shim of a version manager/;
const PORT = /^The port that the server listens on is taken/;

describe('what servers and their tools print when they fail', () => {
  test.each<[string, string, RegExp]>([
    [
      'node, a package',
      `node:internal/modules/package_json_reader:255
  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);
        ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@modelcontextprotocol/sdk' imported from /home/runner/work/x/x/src/index.js
    at Object.getPackageJSONURL (node:internal/modules/package_json_reader:255:9) {
  code: 'ERR_MODULE_NOT_FOUND'
}

Node.js v22.20.0
`,
      PACKAGE,
    ],
    [
      'node, a package by require',
      `node:internal/modules/cjs/loader:1386
  throw err;
  ^

Error: Cannot find module 'express'
Require stack:
- /srv/app/index.js
    at Function._resolveFilename (node:internal/modules/cjs/loader:1383:15) {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/srv/app/index.js' ]
}
`,
      PACKAGE,
    ],
    [
      'node, a file of a package',
      `Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/srv/app/node_modules/zod/v4/index.js' imported from /srv/app/index.js
`,
      PACKAGE,
    ],
    [
      'node, the program itself',
      `node:internal/modules/cjs/loader:1386
  throw err;
  ^

Error: Cannot find module '/srv/app/dist/index.js'
    at Function._resolveFilename (node:internal/modules/cjs/loader:1383:15) {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}
`,
      FILE,
    ],
    [
      'node, TypeScript that was not built',
      `TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for /srv/app/src/index.ts
`,
      FILE,
    ],
    [
      'node, a native module',
      `Error: The module '/srv/app/node_modules/better-sqlite3/build/Release/better_sqlite3.node'
was compiled against a different Node.js version using
NODE_MODULE_VERSION 115. This version of Node.js requires
NODE_MODULE_VERSION 127. Please try re-compiling or re-installing
the module (for instance, using \`npm rebuild\` or \`npm install\`).
  code: 'ERR_DLOPEN_FAILED'
`,
      NATIVE,
    ],
    [
      'node, bindings',
      `Error: Could not locate the bindings file. Tried:
 → /srv/app/node_modules/better-sqlite3/build/better_sqlite3.node
`,
      NATIVE,
    ],
    [
      'node, a CommonJS program that requires ESM',
      `Error [ERR_REQUIRE_ESM]: require() of ES Module /srv/app/node_modules/chalk/source/index.js from /srv/app/index.js not supported.
`,
      RUNTIME,
    ],
    [
      'node, an export that is not there',
      `file:///srv/app/index.js:1
import { McpServer } from '@modelcontextprotocol/sdk/server/index.js';
         ^^^^^^^^^
SyntaxError: The requested module '@modelcontextprotocol/sdk/server/index.js' does not provide an export named 'McpServer'
`,
      RUNTIME,
    ],
    [
      'node, syntax',
      `/srv/app/index.js:3
  using x = y;
        ^
SyntaxError: Unexpected identifier 'x'
    at wrapSafe (node:internal/modules/cjs/loader:1662:18)
`,
      SYNTAX,
    ],
    [
      'node, memory',
      `<--- JS stacktrace --->

FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
`,
      MEMORY,
    ],
    [
      'node, the network',
      `TypeError: fetch failed
    at node:internal/deps/undici/undici:13510:13 {
  [cause]: Error: getaddrinfo EAI_AGAIN api.example.com
      at GetAddrInfoReqWrap.onlookupall [as oncomplete] (node:dns:122:26) {
    errno: -3001,
    code: 'EAI_AGAIN',
    syscall: 'getaddrinfo',
    hostname: 'api.example.com'
  }
}
`,
      NETWORK,
    ],
    [
      'node, a back end on this machine',
      'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect\n',
      NETWORK,
    ],
    ['node, a port', 'Error: listen EADDRINUSE: address already in use :::3000\n', PORT],
    ['node, a terminal', 'TypeError: process.stdin.setRawMode is not a function\n', TERMINAL],
    ['node, a directory', "Error: EROFS: read-only file system, mkdir '/opt/data'\n", PERMISSION],
    [
      'node on Windows, npx',
      `Error: spawn npx ENOENT
    at ChildProcess._handle.onexit (node:internal/child_process:285:19)
`,
      /npx\.cmd/,
    ],
    ['node on Windows, npx.cmd', 'Error: spawn npx.cmd EINVAL\n', /npx\.cmd/],
    ['node, another batch file', 'Error: spawn C:\\x y\\run.bat EINVAL\n', BATCH],
    ['sh, a batch file', 'sh: 1: server.cmd: not found\n', BATCH],
    ['bash, a batch file', 'run.sh: line 3: npx.cmd: command not found\n', BATCH],
    [
      'cmd',
      "'npx' is not recognized as an internal or external command,\r\noperable program or batch file.\r\n",
      BATCH,
    ],
    [
      'npm, the network',
      `npm error code EAI_AGAIN
npm error syscall getaddrinfo
npm error errno EAI_AGAIN
npm error request to https://registry.example/x failed, reason: getaddrinfo EAI_AGAIN registry.example
npm error A complete log of this run can be found in: /root/.npm/_logs/x.log
`,
      MANAGER,
    ],
    [
      'npm 9, only if cached',
      `npm ERR! code ENOTCACHED
npm ERR! request to https://registry.example/x failed: cache mode is 'only-if-cached' but no cached response is available.
`,
      MANAGER,
    ],
    [
      'npm, no package.json',
      `npm error code ENOENT
npm error syscall open
npm error path /srv/app/package.json
npm error errno -2
npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/srv/app/package.json'
`,
      DIRECTORY,
    ],
    ['npm, no script', 'npm error Missing script: "start"\nnpm error\n', SCRIPT],
    ['a shim of pyenv', '/srv/shims/python: line 21: pyenv: command not found\n', SHIM],
    ['a shim of asdf', '/home/a/.asdf/shims/node: line 6: exec: asdf: not found\n', SHIM],
    [
      'python, a package',
      `Traceback (most recent call last):
  File "/srv/app/server.py", line 3, in <module>
    from mcp.server.fastmcp import FastMCP
ModuleNotFoundError: No module named 'mcp'
`,
      PACKAGE,
    ],
    [
      'python, a module that was not installed',
      '/usr/bin/python3: No module named my_server\n',
      PACKAGE,
    ],
    [
      'python, a package of another version',
      `ImportError: cannot import name 'FastMCP' from 'mcp.server' (/srv/app/.venv/lib/python3.12/site-packages/mcp/server/__init__.py)
`,
      RUNTIME,
    ],
    [
      'python, no such file',
      "python3: can't open file '/srv/app/server.py': [Errno 2] No such file or directory\n",
      DIRECTORY,
    ],
    [
      'python, syntax',
      `  File "/srv/app/server.py", line 8
    match x:
          ^
SyntaxError: invalid syntax
`,
      SYNTAX,
    ],
    [
      'python, the network',
      `httpx.ConnectError: [Errno -3] Temporary failure in name resolution
`,
      NETWORK,
    ],
    [
      'pip',
      `ERROR: Could not find a version that satisfies the requirement mcp (from versions: none)
ERROR: No matching distribution found for mcp
`,
      MANAGER,
    ],
    [
      'uv, the network',
      `error: Failed to fetch: \`https://pypi.example/simple/mcp/\`
  Caused by: Request failed after 3 retries
  Caused by: error sending request for url (https://pypi.example/simple/mcp/)
  Caused by: client error (Connect)
  Caused by: dns error: failed to lookup address information: Temporary failure in name resolution
`,
      MANAGER,
    ],
    [
      'uv, resolution',
      `  × No solution found when resolving tool dependencies:
  ╰─▶ Because mcp-server was not found in the cache and you require mcp-server, we can conclude that your requirements are unsatisfiable.

      hint: Packages were unavailable because the network was disabled.
`,
      MANAGER,
    ],
    [
      'uv, no project',
      'error: No `pyproject.toml` found in current directory or any parent directory\n',
      DIRECTORY,
    ],
    [
      'go, the network',
      `go: github.com/mark3labs/mcp-go@v0.43.0: Get "https://proxy.golang.org/github.com/mark3labs/mcp-go/@v/v0.43.0.mod": dial tcp: lookup proxy.golang.org: Temporary failure in name resolution
`,
      MANAGER,
    ],
    [
      'go, no module',
      "go: go.mod file not found in current directory or any parent directory; see 'go help modules'\n",
      DIRECTORY,
    ],
    [
      'go, a package',
      'main.go:4:2: no required module provides package github.com/a/b; to add it:\n\tgo get github.com/a/b\n',
      PACKAGE,
    ],
    [
      'cargo, the network',
      `    Updating crates.io index
warning: spurious network error (3 tries remaining): [6] Could not resolve hostname (Could not resolve host: index.crates.io)
error: failed to get \`rmcp\` as a dependency of package \`x v0.1.0 (/srv/app)\`
`,
      MANAGER,
    ],
    [
      'cargo, no manifest',
      'error: could not find `Cargo.toml` in `/srv/app` or any parent directory\n',
      DIRECTORY,
    ],
    [
      'dotnet, the network',
      '/srv/app/x.csproj : error NU1301: Unable to load the service index for source https://api.nuget.example/v3/index.json.\n',
      MANAGER,
    ],
    [
      'dotnet, no project',
      "Couldn't find a project to run. Ensure a project exists in /srv/app, or pass the path to the project using --project.\n",
      DIRECTORY,
    ],
    [
      'dotnet, another runtime',
      'You must install or update .NET to run this application.\n\nApp: /srv/app/x\nArchitecture: x64\n',
      RUNTIME,
    ],
    ['java, not built', 'Error: Unable to access jarfile target/server.jar\n', FILE],
    [
      'java, an older runtime',
      'Exception in thread "main" java.lang.UnsupportedClassVersionError: x/Main has been compiled by a more recent version\n',
      RUNTIME,
    ],
    [
      'ruby, a gem',
      "<internal:kernel>:136:in 'Kernel#require': cannot load such file -- mcp (LoadError)\n",
      PACKAGE,
    ],
    [
      'a C library',
      "./server: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.39' not found (required by ./server)\n",
      RUNTIME,
    ],
    ['another machine', 'cannot start the program: Exec format error\n', MACHINE],
    ['sh, another machine', 'sh: 1: ./server: Exec format error\n', MACHINE],
    [
      'bash, another loader',
      'run.sh: line 2: ./server: cannot execute: required file not found\n',
      MACHINE,
    ],
    ['sh', 'sh: 1: tsx: not found\n', PROGRAM],
    ['bash', 'run.sh: line 3: bun: command not found\n', PROGRAM],
    ['env', '/usr/bin/env: ‘deno’: No such file or directory\n', PROGRAM],
    ['exec', 'exec: "bun": executable file not found in $PATH\n', PROGRAM],
    [
      'docker',
      'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?\n',
      /Docker daemon/,
    ],
  ])('%s', (_what, stderr, cause) => {
    expect(causeOf({ stderr })).toMatch(cause);
  });
});

describe('the name of a missing variable', () => {
  test.each<[string, string]>([
    ['Error: SLACK_BOT_TOKEN is required', 'SLACK_BOT_TOKEN'],
    ['Missing required environment variable: NOTION_API_KEY', 'NOTION_API_KEY'],
    [
      'GITHUB_PERSONAL_ACCESS_TOKEN environment variable is not set',
      'GITHUB_PERSONAL_ACCESS_TOKEN',
    ],
    ['Please set the BRAVE_API_KEY environment variable', 'BRAVE_API_KEY'],
    ['Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables', 'SLACK_BOT_TOKEN'],
    ['Error: Environment variable `TOKEN` not found', 'TOKEN'],
    ['panic: required environment variable "DATABASE_URL" is not set', 'DATABASE_URL'],
    ['required key OPENAI_API_KEY missing value', 'OPENAI_API_KEY'],
    [
      'called `Result::unwrap()` on an `Err` value: "API_TOKEN must be set: NotPresent"',
      'API_TOKEN',
    ],
    ['ValueError: OPENAI_API_KEY not found in environment', 'OPENAI_API_KEY'],
    ['  File "<frozen os>", line 685, in __getitem__\nKeyError: \'GITHUB_TOKEN\'', 'GITHUB_TOKEN'],
    [
      'ZodError: [\n  {\n    "path": [\n      "API_KEY"\n    ],\n    "message": "Required"\n  }\n]',
      'API_KEY',
    ],
    ['1 validation error for Settings\nAPI_KEY\n  Field required [type=missing]', 'API_KEY'],
    ["node_modules missing\nthrow new Error('X_TOKEN must be provided');", 'X_TOKEN'],
  ])('%s', (stderr, name) => {
    expect(VARIABLE.exec(causeOf({ stderr }) ?? '')?.[1]).toBe(name);
  });

  test('is told otherwise where the variable was given', () => {
    const given = { stderr: 'Error: API_KEY is required', declared: ['API_KEY'] };
    expect(causeOf(given)).toBe(
      'The server does not take what it was given for the variable API_KEY: a value of the right form may do (--env API_KEY=VALUE).',
    );
  });

  test.each([
    'Error: api_key is required',
    'the character set UTF_8 of the file is fine',
    'Error [ERR_MISSING_ARGS]: The "name" argument must be specified',
    'API_KEY=sk_live_123 was loaded; all required settings are there',
    'LOG_LEVEL is info, nothing is missing',
    `${'A'.repeat(65)}_B is required`,
    'Error: name is required',
  ])('is not made of other words: %s', (stderr) => {
    expect(causeOf({ stderr })).toBeUndefined();
  });
});

describe('why a server that answers lists no tools', () => {
  const why = (stderr: string): unknown =>
    whyNoTools({ stderr, command: 'node', args: ['dist/index.js'] });

  test('is a variable by its name, another cause by a sentence, or not known', () => {
    expect(why('[warn] GITHUB_TOKEN is not set, no tools are registered\n')).toEqual({
      variable: 'GITHUB_TOKEN',
    });
    expect(why('Error: connect ECONNREFUSED 127.0.0.1:5432\n')).toEqual({
      cause: expect.stringMatching(NETWORK) as unknown,
    });
    expect(why('listening on stdio\n')).toEqual({});
    expect(why('')).toEqual({});
  });
});

test('a value that was given is no name, whatever it is called', () => {
  const stderr = 'EXAMPLE_VALUE_1 is required\nEXAMPLE_KEY is required\n';
  const isSecret = (text: string): boolean => text.includes('EXAMPLE_VALUE_1');
  expect(causeOf({ stderr, isSecret })).toMatch(/--env EXAMPLE_KEY gives/);
  expect(whyNoTools({ stderr, command: 'node', args: [], isSecret })).toEqual({
    variable: 'EXAMPLE_KEY',
  });
  expect(causeOf({ stderr: 'EXAMPLE_VALUE_1 is required\n', isSecret })).toBeUndefined();
});

describe('words that only look like a cause', () => {
  test.each<[string, string]>([
    ['a log that says what it does', 'Server started on stdio\nno errors found\n'],
    ['a parse error of an input', "SyntaxError: Unexpected token '<' in JSON at position 0\n"],
    ['a word in the middle of a line', 'handled 3 SyntaxError: objects\n'],
    ['a fetcher in a log', 'npx is not needed\n'],
    ['a version', 'Node.js v22.20.0\n'],
    ['a not found of HTTP', 'GET /x 404 not found\n'],
  ])('%s', (_what, stderr) => {
    expect(causeOf({ stderr })).toBeUndefined();
  });

  test.each([
    'message-too-large',
    'too-many-pages',
    'repeated-cursor',
    'list-malformed',
    'protocol-unsupported',
    'handshake-malformed',
    'invalid-utf8',
    'ambiguous-message',
    'too-deep',
    'never-settles',
  ] as const)('what explains itself gets no cause: %s', (code) => {
    const evidence = { stderr: 'getaddrinfo ENOTFOUND x', noise: 3, command: ['npx', '-y', 'x'] };
    expect(causeOf({ ...evidence, code })).toBeUndefined();
  });
});

describe('a command that lets a package manager fetch the server', () => {
  test.each([
    'npx -y @modelcontextprotocol/server-everything',
    'npx.cmd -y x',
    '/usr/local/bin/npx x',
    'npm exec x',
    'pnpm dlx x',
    'bunx x',
    'uvx mcp-server-fetch',
    'uv run server.py',
    'uv tool run x',
    'pipx run x',
    'go run ./cmd/server',
    'cargo run --release',
    'dotnet run --project x',
    'docker run -i x',
    'sh -c cd app && npx x',
  ])('%s', (line) => {
    const command = line.split(' ');
    expect(causeOf({ command })).toMatch(MANAGER);
    expect(causeOf({ command, code: 'server-not-answering', exit: undefined })).toMatch(MANAGER);
    expect(causeOf({ command, stderr: 'ENOTFOUND' })).toMatch(MANAGER);
    // Once it has answered, it has been fetched.
    expect(causeOf({ command, isOpen: true })).toMatch(/^The handshake was good/);
  });

  test.each([
    'node npx.js',
    'node dist/go run.js',
    './npx-like x',
    'npx --no-install x',
    'npx --offline x',
    'cargo run --offline',
    'uv run --offline server.py',
    'npm start',
    'python -m server',
  ])('is none: %s', (line) => {
    expect(causeOf({ command: line.split(' ') })).toBeUndefined();
  });
});

describe('what a server does tells where its words do not', () => {
  const dead = (code: number | null, signal: NodeJS.Signals | null = null): Partial<Evidence> => ({
    exit: { code, signal },
  });
  test.each<[string, Partial<Evidence>, RegExp | undefined]>([
    [
      'exits with success before the handshake',
      dead(0),
      /^The command ended by itself before the handshake, with success/,
    ],
    ['exits with a fault and says nothing', dead(1), undefined],
    ['has no such program', dead(127), PROGRAM],
    ['is killed', dead(null, 'SIGKILL'), /^Something killed the server/],
    ['is killed in a shell', dead(137), /^Something killed the server/],
    ['crashes', dead(null, 'SIGSEGV'), undefined],
    [
      'never answers',
      { code: 'server-not-answering', exit: undefined },
      /^A server that first waits for the network/,
    ],
    [
      'never answers, and the whole time is over',
      { code: 'read-timeout', exit: undefined },
      /^A server that first waits/,
    ],
    [
      'fails to list',
      { code: 'list-refused', isOpen: true, exit: undefined },
      /^The handshake was good and the list failed/,
    ],
    ['dies while it lists', { isOpen: true }, /^The handshake was good and the list failed/],
    ['lists for too long', { code: 'read-timeout', isOpen: true, exit: undefined }, undefined],
    ['refuses the handshake', { code: 'handshake-refused', exit: undefined }, undefined],
    ['writes a line', { noise: 1 }, /wrote 1 line to stdout that is no MCP message:/],
    ['writes lines', { noise: 2 }, /wrote 2 lines to stdout that are no MCP messages:/],
    [
      'prints a message over several lines',
      { noise: 5, spread: 1 },
      /prints messages over several lines/,
    ],
    ['answers with another id', { noise: 1, unasked: 1 }, /answers with an id that was not asked/],
    ['says why', { noise: 5, stderr: 'MemoryError' }, MEMORY],
  ])('%s', (_what, evidence, cause) => {
    const found = causeOf(evidence);
    if (cause === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(cause);
  });
});

test('no word of a server but an upper-case name is ever part of a cause', () => {
  const words = [
    'secret',
    'sk-LIVE',
    'is required',
    'TOKEN_A',
    'missing',
    'Cannot find module',
    "'",
    '/dist/',
    '\n',
    'npm error code E',
    'set ',
    ': ',
  ];
  const stderr = fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 12 });
  const constant = new Set<string>();
  fc.assert(
    fc.property(stderr, (parts) => {
      const cause = causeOf({ stderr: parts.join(' ') });
      const name = VARIABLE.exec(cause ?? '')?.[1];
      if (name === undefined) constant.add(cause ?? '');
      else expect(name).toMatch(/^[A-Z][A-Z0-9_]{2,63}$/);
    }),
  );
  // What is no name is one of a fixed number of sentences.
  expect(constant.size).toBeLessThan(20);
  for (const sentence of constant) expect(sentence).not.toMatch(/secret|sk-LIVE/);
});

test.each<[string, string]>([
  ['filler words', `A_B${' is'.repeat(20_000)}`],
  ['names', 'A_B '.repeat(16_000)],
  ['one long name', `A_${'B'.repeat(64_000)}`],
  ['paths', `ENOENT ${'dist'.repeat(16_000)}`],
  ['shells', 'sh: x: '.repeat(9_000)],
  ['missing files', 'ENOENT '.repeat(9_000)],
])(
  '64 KiB of %s are searched to the end',
  (_what, stderr) => {
    expect(causeOf({ stderr, code: 'handshake-refused' })).toBeUndefined();
  },
  5_000,
);
