import { memberValue, stringMember } from '../core/json-node.js';
import type { View } from './declaration.js';
import { entriesOf, parseJsonSource } from './json-source.js';
import type { Language } from './setup-lines.js';
import type { SetupPart, SetupRequest } from './setup-part.js';

/** A virtual environment inside the checkout. */
export const VIRTUAL_ENVIRONMENT = /^(?:\.\/)?(\.venv|venv)\//;

/** Released versions of the actions that are written where a repository uses none of its own, by full SHA. */
const PINS = {
  node: { uses: 'actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444', comment: 'v5.0.0' },
  pnpm: { uses: 'pnpm/action-setup@a7487c7e89a18df4991f7f222e4898a00d66ddda', comment: 'v4.1.0' },
  python: {
    uses: 'actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065',
    comment: 'v5.6.0',
  },
  uv: { uses: 'astral-sh/setup-uv@d0cc045d04ccac9d8b7881df0226f9e82c39688e', comment: 'v6.8.0' },
  go: { uses: 'actions/setup-go@d35c59abb061a4a6fb18e82ac0862c26744d6ab5', comment: 'v5.5.0' },
  dotnet: {
    uses: 'actions/setup-dotnet@67a3573c9a986a3f9c594539f4ab511d57bb3ce9',
    comment: 'v4.3.1',
  },
} as const;

/** What a server needs by the files of its repository. */
export interface OwnSteps {
  readonly parts: readonly SetupPart[];
  /** What the user should know of the installation. */
  readonly remarks: readonly string[];
}

/** Returns the steps that the files of a repository ask for, where no workflow of it has them. */
export function ownSteps(language: Language, request: SetupRequest): OwnSteps {
  switch (language) {
    case 'node':
      return nodeSteps(request);
    case 'python':
      return pythonSteps(request);
    case 'go':
      return { parts: goSteps(request), remarks: [] };
    case 'rust':
      return { parts: rustSteps(request), remarks: [] };
    case 'dotnet':
      return { parts: dotnetSteps(request), remarks: [] };
    case 'java':
    case 'ruby':
    case 'other':
      return { parts: [], remarks: ['No set-up is known for this server: add it to the workflow'] };
  }
}

function tool(
  pin: keyof typeof PINS,
  ...inputs: readonly (readonly [string, string])[]
): SetupPart {
  return { kinds: ['tool'], step: { kind: 'uses', ...PINS[pin], inputs } };
}

function run(kind: 'tool' | 'install' | 'build', directory: string, line: string): SetupPart {
  return { kinds: [kind], step: { kind: 'run', lines: [line], directory } };
}

/** Where a file is: beside the server, else in the root of the checkout. */
function placeOf(
  { here, root, directory }: SetupRequest,
  names: readonly string[],
): { readonly view: View; readonly directory: string; readonly name: string } | undefined {
  for (const [view, place] of [
    [here, directory],
    [root, '.'],
  ] as const) {
    const name = names.find((each) => view.isFile(each));
    if (name !== undefined) return { view, directory: place, name };
  }
  return undefined;
}

/** A path from the root of the checkout. */
function fromRoot(place: { readonly directory: string; readonly name: string }): string {
  return place.directory === '.' ? place.name : `${place.directory}/${place.name}`;
}

const NODE_LOCKS: readonly string[] = [
  ...['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock'],
  ...['bun.lock', 'bun.lockb'],
];

function nodeSteps(request: SetupRequest): OwnSteps {
  const { words, entry } = request;
  const version = placeOf(request, ['.nvmrc', '.node-version']);
  const node = tool(
    'node',
    version === undefined ? ['node-version', '24'] : ['node-version-file', fromRoot(version)],
  );
  const manifest = placeOf(request, ['package.json']);
  const facts = manifestFacts(manifest?.view.text('package.json') ?? '');
  const isBuilt = entry === 'ignored' || (entry === 'new' && isOutput(words));
  const builds = isBuilt && facts.hasBuild;
  const lock = placeOf(request, NODE_LOCKS);
  if (manifest === undefined || (!facts.hasDependencies && !builds && lock === undefined))
    return { parts: [node], remarks: [] };
  const at = lock?.directory ?? manifest.directory;
  const { before, install, build } = managerOf(lock?.name, facts.manager, at, lock?.view);
  return {
    parts: [
      ...before,
      node,
      run('install', at, install),
      ...(builds ? [run('build', manifest.directory, build)] : []),
    ],
    remarks:
      lock === undefined
        ? ['No lockfile: a release of somebody else’s may turn a pull request red. Commit one']
        : [],
  };
}

/** How a package manager installs and builds, and what has to stand before Node. */
function managerOf(
  lock: string | undefined,
  named: string,
  directory: string,
  view: View | undefined,
): {
  readonly before: readonly SetupPart[];
  readonly install: string;
  readonly build: string;
} {
  switch (lock) {
    case 'pnpm-lock.yaml':
      return {
        before: [named.startsWith('pnpm@') ? tool('pnpm') : tool('pnpm', ['version', '10'])],
        install: 'pnpm install --frozen-lockfile',
        build: 'pnpm run build',
      };
    case 'yarn.lock': {
      const isModern = /^yarn@(?!1\.)/.test(named) || view?.isFile('.yarnrc.yml') === true;
      return {
        before: isModern ? [run('tool', directory, 'corepack enable')] : [],
        install: isModern ? 'yarn install --immutable' : 'yarn install --frozen-lockfile',
        build: 'yarn run build',
      };
    }
    case 'bun.lock':
    case 'bun.lockb':
      return {
        before: [run('tool', directory, 'npm install --global bun')],
        install: 'bun install --frozen-lockfile',
        build: 'bun run build',
      };
    case undefined:
      return { before: [], install: 'npm install', build: 'npm run build' };
    default:
      return { before: [], install: 'npm ci', build: 'npm run build' };
  }
}

function manifestFacts(text: string): {
  readonly hasDependencies: boolean;
  readonly hasBuild: boolean;
  readonly manager: string;
} {
  const source = parseJsonSource(text);
  if (source.kind === 'unusable') return { hasDependencies: false, hasBuild: false, manager: '' };
  const { node } = source;
  const members = ['dependencies', 'devDependencies', 'workspaces'];
  return {
    hasDependencies: members.some(
      (name) => entriesOf(node, name).length > 0 || memberValue(node, name)?.kind === 'array',
    ),
    hasBuild: entriesOf(node, 'scripts').some(([name]) => name === 'build'),
    manager: stringMember(node, 'packageManager') ?? '',
  };
}

/** True for a file where builds usually put what they make. */
function isOutput(words: readonly string[]): boolean {
  return words.some((word) => /^(?:\.\/)?(?:dist|build|out|lib)\//.test(word));
}

function pythonSteps(request: SetupRequest): OwnSteps {
  const { words } = request;
  const environment = VIRTUAL_ENVIRONMENT.exec(words[0] ?? '')?.[1];
  const version = placeOf(request, ['.python-version']);
  const python = tool(
    'python',
    version === undefined ? ['python-version', '3.13'] : ['python-version-file', fromRoot(version)],
  );
  const uv = placeOf(request, ['uv.lock']);
  if (uv !== undefined && environment !== undefined)
    return {
      parts: [tool('uv'), run('install', uv.directory, 'uv sync --locked')],
      remarks: [],
    };
  const poetry = placeOf(request, ['poetry.lock']);
  if (poetry !== undefined && environment !== undefined)
    return {
      parts: [
        python,
        run('install', poetry.directory, 'pipx install poetry'),
        run('install', poetry.directory, 'poetry config virtualenvs.in-project true'),
        run('install', poetry.directory, 'poetry install'),
      ],
      remarks: [],
    };
  const list = placeOf(request, ['requirements.txt', 'pyproject.toml', 'setup.py']);
  if (list === undefined) return { parts: [python], remarks: [] };
  const what = list.name === 'requirements.txt' ? '-r requirements.txt' : '-e .';
  const pip = environment === undefined ? 'python -m pip' : `${environment}/bin/pip`;
  return {
    parts: [
      python,
      ...(environment === undefined
        ? []
        : [run('install', list.directory, `python -m venv ${environment}`)]),
      run('install', list.directory, `${pip} install ${what}`),
    ],
    remarks: [],
  };
}

function goSteps(request: SetupRequest): SetupPart[] {
  const { here, directory, words, entry } = request;
  const [command = ''] = words;
  const mod = placeOf(request, ['go.mod']);
  const name = command.split('/').at(-1) ?? '';
  const mains = here.names('cmd').filter((each) => here.isFile(`cmd/${each}/main.go`));
  const [only = ''] = mains.length === 1 ? mains : mains.filter((each) => each === name);
  const main = /^[\w-]+$/.test(only) ? `./cmd/${only}` : '.';
  const isBuilt = entry !== 'tracked' && /^(?!\/)[\w./-]+\/[\w.-]+$/.test(command);
  return [
    tool('go', mod === undefined ? ['go-version', 'stable'] : ['go-version-file', fromRoot(mod)]),
    ...(isBuilt
      ? [run('build', directory, `go build -o ${command.replace(/^\.\//, '')} ${main}`)]
      : []),
  ];
}

function rustSteps(request: SetupRequest): SetupPart[] {
  const { words, entry, directory } = request;
  const lock = placeOf(request, ['Cargo.lock']);
  if (entry === 'tracked') return [];
  const flags = `${lock === undefined ? '' : ' --locked'}${words[0]?.includes('/debug/') === true ? '' : ' --release'}`;
  return [run('build', directory, `cargo build${flags}`)];
}

function dotnetSteps({ root, directory, words, entry }: SetupRequest): SetupPart[] {
  const file = words.slice(1).find((word) => word.endsWith('.dll')) ?? '';
  const output = /^([\w-]+)\/[\w.-]+\.dll$/.exec(file)?.[1];
  const line =
    output === undefined || output === 'bin'
      ? `dotnet build${file.includes('/Release/') ? ' --configuration Release' : ''}`
      : `dotnet publish --configuration Release --output ${output}`;
  return [
    root.isFile('global.json')
      ? tool('dotnet', ['global-json-file', 'global.json'])
      : tool('dotnet'),
    ...(entry === 'tracked' ? [] : [run('build', directory, line)]),
  ];
}
