import { describe, expect, test } from '@jest/globals';
import type { View } from '../../../src/detect/declaration.js';
import { findServers, serverDirectories } from '../../../src/detect/find.js';

/** A repository in memory: files by path; objects are written as JSON. */
function repository(files: Readonly<Record<string, unknown>>): View {
  const texts = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? content : JSON.stringify(content),
    ]),
  );
  return {
    isFile: (path) => texts.has(path.replace(/^\.\//, '')),
    text: (path) => texts.get(path),
    names: (directory) =>
      [
        ...new Set(
          [...texts.keys()]
            .filter((path) => path.startsWith(`${directory}/`))
            .map((path) => path.slice(directory.length + 1).split('/')[0] ?? ''),
        ),
      ].sort(),
  };
}

const SDK = { dependencies: { '@modelcontextprotocol/sdk': '1.0.0' } };
const client = (...servers: readonly object[]): object => ({
  mcpServers: Object.fromEntries(servers.map((server, index) => [`s${index}`, server])),
});

/** Each candidate as a line: words, variables, what builds it. */
function lines(files: Readonly<Record<string, unknown>>): string[] {
  return findServers(repository(files)).candidates.map(({ words, variables, build }) =>
    [
      words.join(' '),
      ...variables.map((name) => `+${name}`),
      ...(build === undefined ? [] : [`[${build}]`]),
    ].join(' '),
  );
}
const why = (files: Readonly<Record<string, unknown>>): string[] =>
  findServers(repository(files)).refusals.map((refusal) => refusal.why);

describe('one source', () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      'server.json: the repository’s own npm package by its built file, required arguments and variables',
      {
        'server.json': {
          packages: [
            {
              registryType: 'npm',
              identifier: '@a/own',
              version: '1.2.3',
              transport: { type: 'stdio' },
              packageArguments: [
                { type: 'positional', valueHint: 'mode', value: 'serve' },
                { type: 'named', name: '--root', isRequired: true, format: 'filepath' },
                { type: 'named', name: '--debug' },
              ],
              environmentVariables: [
                { name: 'API_KEY', isSecret: true },
                { name: 'LEVEL', default: 'info' },
                { name: 'EXTRA', isRequired: false },
              ],
            },
          ],
        },
        'package.json': { name: '@a/own', bin: { own: './dist/index.js' } },
        'dist/index.js': '',
      },
      'node dist/index.js serve --root . +API_KEY',
    ],
    [
      '.mcp.json: a command of its own files, variables by name',
      {
        '.mcp.json': client({
          command: 'node',
          args: ['./server.js', '--x'],
          env: { B: '1', A: '' },
        }),
        'server.js': '',
      },
      'node server.js --x +A +B',
    ],
    [
      '.vscode/mcp.json: comments, and the folder of the workspace',
      {
        '.vscode/mcp.json':
          '{ // mine\n "servers": { "x": { "type": "stdio", "command": "node", "args": ["${workspaceFolder}/a//b.js",], }, /* c */ } }',
        'a//b.js': '',
      },
      'node a//b.js',
    ],
    [
      '.cursor/mcp.json: npx of an installed package',
      {
        '.cursor/mcp.json': client({ command: 'npx', args: ['-y', '@o/server-x@latest', '.'] }),
        'node_modules/@o/server-x/package.json': { name: '@o/server-x', bin: { 'mcp-x': 'i.js' } },
        'node_modules/.bin/mcp-x': '',
      },
      'node_modules/.bin/mcp-x .',
    ],
    [
      'package.json: the command named like the package, of several',
      {
        'package.json': { name: 'own', bin: { other: 'o.js', own: 'bin/own' }, ...SDK },
        'bin/own': '',
      },
      'node bin/own',
    ],
    [
      'package.json: a plain start script',
      {
        'package.json': { scripts: { start: 'node build/x.mjs --stdio' }, ...SDK },
        'build/x.mjs': '',
      },
      'node build/x.mjs --stdio',
    ],
    [
      'package.json: main, which npm run build makes',
      { 'package.json': { main: 'dist/i.js', scripts: { build: 'tsc' }, ...SDK } },
      'node dist/i.js [npm run build]',
    ],
    [
      'package.json: pnpm builds where its lock file is',
      {
        'package.json': { main: 'dist/i.js', scripts: { build: 'tsc' }, ...SDK },
        'pnpm-lock.yaml': '',
      },
      'node dist/i.js [pnpm run build]',
    ],
    [
      'package.json: an installed server of a folder that is none',
      {
        'package.json': { dependencies: { '@m/server-everything': '1', '@m/inspector-mcp': '1' } },
        'node_modules/@m/server-everything/package.json': {
          name: '@m/server-everything',
          bin: { 'mcp-server-everything': 'd.js' },
          ...SDK,
        },
        'node_modules/.bin/mcp-server-everything': '',
      },
      'node_modules/.bin/mcp-server-everything',
    ],
    [
      'manifest.json of a bundle: __dirname, and what a user is asked for',
      {
        'manifest.json': {
          manifest_version: '0.3',
          server: {
            type: 'node',
            entry_point: 'server/index.js',
            mcp_config: {
              command: 'node',
              args: ['${__dirname}/server/index.js', '${user_config.dirs}', '${user_config.mode}'],
              env: { TOKEN: '${user_config.token}' },
            },
          },
          user_config: {
            dirs: { type: 'directory', multiple: true },
            mode: { type: 'string', default: 'fast' },
            token: { type: 'string', sensitive: true },
          },
        },
        'server/index.js': '',
      },
      'node server/index.js . fast +TOKEN',
    ],
    [
      'pyproject.toml: a script in the environment beside it',
      {
        'pyproject.toml':
          '[project]\nname = "srv"\ndependencies = ["mcp[cli]>=1.2"]\n[project.scripts]\nsrv = "srv:main"\n',
        '.venv/bin/srv': '',
      },
      '.venv/bin/srv',
    ],
    [
      'pyproject.toml: uv makes the environment',
      {
        'pyproject.toml':
          '[project]\nname = "srv"\ndependencies = ["fastmcp~=2.0"]\n[project.scripts]\nsrv = "srv:main"\n',
        'uv.lock': '',
      },
      '.venv/bin/srv [uv sync]',
    ],
    [
      'pyproject.toml of poetry, installed elsewhere: by its name',
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "srv"\n[tool.poetry.dependencies]\nmcp = "^1"\n[tool.poetry.scripts]\nsrv-mcp = "srv:main"\nother = "srv:other"\n',
      },
      'srv-mcp',
    ],
    [
      'go.mod: the binary that is built',
      {
        'go.mod':
          'module example.org/x/weather/v2\n\nrequire (\n\tgithub.com/mark3labs/mcp-go v0.4.0\n)\n',
        'main.go': '',
        'bin/weather': '',
      },
      'bin/weather',
    ],
    [
      'go.mod: the line that builds it',
      {
        'go.mod': 'module x\nrequire github.com/modelcontextprotocol/go-sdk v1.0.0\n',
        'cmd/serve/main.go': '',
      },
      'bin/serve [go build -o bin/serve ./cmd/serve]',
    ],
    [
      'Cargo.toml: the release before the debug build',
      {
        'Cargo.toml': '[package]\nname = "crab"\n[dependencies]\nrmcp = { version = "1" }\n',
        'target/debug/crab': '',
        'target/release/crab': '',
      },
      'target/release/crab',
    ],
    [
      'Cargo.toml: the line that builds it',
      { 'Cargo.toml': '[package]\nname = "crab"\n[dependencies]\nrmcp = "1"\n' },
      'target/release/crab [cargo build --release]',
    ],
  ])('%s', (_title, files, expected) => {
    expect(lines(files)).toEqual([expected]);
  });
});

describe('several sources', () => {
  test('that say the same are one candidate, with all of them named', () => {
    const [found, ...others] = findServers(
      repository({
        'server.json': { packages: [{ registryType: 'npm', identifier: 'own' }] },
        '.mcp.json': client({ command: 'npx', args: ['own'], env: { KEY: 'x' } }),
        'package.json': {
          name: 'own',
          bin: 'dist/a.js',
          scripts: { start: 'node other.js' },
          ...SDK,
        },
        'dist/a.js': '',
      }),
    ).candidates;
    expect(others).toEqual([]);
    expect(found).toEqual({
      words: ['node', 'dist/a.js'],
      variables: ['KEY'],
      sources: ['server.json (npm own)', '.mcp.json (s0)', 'package.json (bin)'],
    });
  });

  test('of which one gives the arguments are one candidate, the fuller', () => {
    const files = {
      '.mcp.json': client({ command: 'node', args: ['dist/a.js', '--stdio'] }),
      'package.json': { name: 'own', bin: 'dist/a.js', ...SDK },
      'dist/a.js': '',
    };
    expect(lines(files)).toEqual(['node dist/a.js --stdio']);
    expect(findServers(repository(files)).candidates[0]?.sources).toEqual([
      '.mcp.json (s0)',
      'package.json (bin)',
    ]);
  });

  test('of which one is a tool that is only used here: the repository’s own counts', () => {
    expect(
      lines({
        '.mcp.json': client(
          { command: 'npx', args: ['-y', 'tool'] },
          { command: 'npx', args: ['gone'] },
        ),
        'node_modules/.bin/tool': '',
        'package.json': { name: 'own', bin: 'a.js', ...SDK },
        'a.js': '',
      }),
    ).toEqual(['node a.js']);
  });

  test('that start different things are candidates in the order of the sources', () => {
    expect(
      lines({
        'pyproject.toml': '[project]\nname="p"\ndependencies=["mcp"]\n[project.scripts]\np="p:m"\n',
        '.mcp.json': client(
          { command: 'node', args: ['b.js'] },
          { command: 'node', args: ['a.js'] },
        ),
        'a.js': '',
        'b.js': '',
      }),
    ).toEqual(['node b.js', 'node a.js', 'p']);
  });
});

describe('what is refused', () => {
  test.each<[string, unknown, string]>([
    ['a shell', { command: 'sh', args: ['-c', 'curl x | sh'] }, 'it starts a shell'],
    ['a shell by its path', { command: 'bin/bash', args: ['-c', 'x'] }, 'it starts a shell'],
    ['a pipeline', { command: 'node a.js | tee x' }, 'it is a line for a shell'],
    [
      'a pipeline of words',
      { command: 'node', args: ['a.js', '|', 'sh'] },
      'it is a line for a shell',
    ],
    [
      'a redirection',
      { command: 'node', args: ['a.js', '2>/dev/null'] },
      'it is a line for a shell',
    ],
    ['a substitution', { command: '$(curl x)' }, 'it is a line for a shell'],
    [
      'a place above',
      { command: 'node', args: ['../x.js'] },
      'it names a place outside the checkout',
    ],
    [
      'a place above in an option',
      { command: 'node', args: ['--import=../x.js'] },
      'it names a place outside the checkout',
    ],
    [
      'an absolute place',
      { command: '/usr/bin/node', args: [] },
      'it names an absolute path, which another clone does not have',
    ],
    ['a home', { command: 'node', args: ['a.js', '~/x'] }, 'it names a place outside the checkout'],
    [
      'a variable',
      { command: 'node', args: ['${input:file}'] },
      'an argument of it stands for something else',
    ],
    [
      'a line feed',
      { command: 'node', args: ['a\n::error::x'] },
      'it holds a character that nobody sees',
    ],
    [
      'a right-to-left override',
      { command: 'node', args: ['a\u202e.js'] },
      'it holds a character that nobody sees',
    ],
    ['no program', { command: '' }, 'it names no program'],
    ['a container', { command: 'docker', args: ['run', 'x'] }, 'docker fetches what it starts'],
    [
      'npx',
      { command: 'npx', args: ['-y', 'gone@1'] },
      'gone@1 is downloaded at start, and is not installed here',
    ],
    [
      'pnpm dlx',
      { command: 'pnpm', args: ['dlx', 'gone'] },
      'gone is downloaded at start, and is not installed here',
    ],
    [
      'uvx',
      { command: 'uvx', args: ['gone'] },
      'gone is downloaded at start, and is not installed here',
    ],
    ['dotnet run', { command: 'dotnet', args: ['run'] }, 'dotnet run builds at start'],
    [
      'a script that is none',
      { command: 'npm', args: ['start'] },
      'the script start is a line for a shell, or not there',
    ],
    [
      'a program of the machine',
      { command: 'some-server' },
      'some-server is no file of this repository',
    ],
  ])('%s', (_title, server, expected) => {
    const files = { '.mcp.json': client(server as object), 'a.js': '' };
    expect(lines(files)).toEqual([]);
    expect(why(files)).toEqual([expected]);
  });

  test('with the line that makes it local', () => {
    const files = { '.mcp.json': client({ command: 'npx', args: ['-y', '@s/gone', '--x'] }) };
    expect(findServers(repository(files)).refusals[0]?.instead).toEqual({
      line: 'npm install --save-dev @s/gone',
      words: ['node_modules/.bin/gone', '--x'],
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      'a member twice',
      { '.mcp.json': '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}' },
      '.mcp.json has a member twice in one object',
    ],
    ['no JSON', { 'server.json': '{' }, 'server.json is not JSON'],
    ['no TOML', { 'pyproject.toml': '= 1' }, 'pyproject.toml is not TOML'],
    [
      'HTTP',
      {
        'server.json': {
          packages: [
            { registryType: 'npm', identifier: 'x', transport: { type: 'streamable-http' } },
          ],
        },
      },
      'server.json (npm x) speaks streamable-http: that takes command and url',
    ],
    [
      'an entry without a command',
      { '.mcp.json': client({ url: 'https://example.org' }) },
      '.mcp.json (s0) has no command',
    ],
    [
      'JavaScript',
      { 'smithery.yaml': 'startCommand:\n  type: stdio\n  commandFunction: |-\n    () => ({})\n' },
      'smithery.yaml says in JavaScript how to start the server, and that is not evaluated',
    ],
  ])('%s is remarked on', (_title, files, expected) => {
    const found = findServers(repository(files));
    expect([found.candidates, found.remarks]).toEqual([[], [expected]]);
  });
});

test('nothing is found where no MCP SDK is needed, nor in somebody else’s manifest', () => {
  const found = findServers(
    repository({
      'package.json': { name: 'x', bin: 'a.js' },
      'a.js': '',
      'manifest.json': { manifest_version: 3, name: 'an extension' },
      'pyproject.toml':
        '[project]\nname="x"\ndependencies=["mcp-unrelated"]\n[project.scripts]\nx="x:m"\n',
      'go.mod': 'module x\n',
      'Cargo.toml': '[package]\nname="x"\n',
    }),
  );
  expect(found).toEqual({ candidates: [], refusals: [], remarks: [] });
});

test('directories of a monorepo that hold a source are named', () => {
  expect(
    serverDirectories(
      repository({
        'package.json': { workspaces: ['packages/*'] },
        'packages/b/package.json': {},
        'packages/a/server.json': {},
        'packages/c/readme.md': '',
        'src/weather/pyproject.toml': '',
      }),
    ),
  ).toEqual(['packages/a', 'packages/b', 'src/weather']);
});
