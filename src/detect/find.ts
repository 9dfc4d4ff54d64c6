import { parseBundleManifest } from './bundle-manifest.js';
import { parseCargo, parseCargoFacts } from './cargo.js';
import { CLIENT_FILES, parseClientFile } from './client-file.js';
import {
  NOTHING,
  variableNames,
  type Declaration,
  type Findings,
  type Project,
  type View,
} from './declaration.js';
import { goModuleName, parseGoMod } from './go-mod.js';
import { installedCommand, localCommand, type LocalCommand } from './local-command.js';
import { NO_PACKAGE, parsePackageFacts, parsePackageJson } from './package-json.js';
import { NO_PYTHON, parsePyproject, parsePythonFacts } from './pyproject.js';
import { parseServerJson } from './server-json.js';
import { parseSmithery } from './smithery.js';
import { compareCodeUnits } from '../core/order.js';

/** A way to start the repository's server. */
export interface Candidate {
  readonly words: readonly string[];
  /** Names, sorted. */
  readonly variables: readonly string[];
  /** The sources that say so, in the order in which they are looked at. */
  readonly sources: readonly string[];
  /** Set when what it starts is not there yet: the line that makes it. */
  readonly build?: string;
}

/** A declaration that cannot be used as it stands. */
export interface Refusal {
  readonly source: string;
  readonly why: string;
  readonly instead?: { readonly line: string; readonly words: readonly string[] };
}

/** What was found: each different candidate once, in a fixed order. */
export interface Detection {
  readonly candidates: readonly Candidate[];
  readonly refusals: readonly Refusal[];
  readonly remarks: readonly string[];
}

/** Files that are looked at, for the message that nothing was found. */
export const SOURCES: readonly string[] = [
  'server.json',
  ...CLIENT_FILES.map(([path]) => path),
  'package.json',
  'manifest.json',
  'pyproject.toml',
  'go.mod',
  'Cargo.toml',
  'smithery.yaml',
];

/**
 * Returns the ways to start a server that the files of a directory declare. What starts the repository's own
 * files comes before packages that are installed beside it, which clients' files name for other purposes; of
 * two that start the same the fuller one counts. The order is that of `SOURCES`. Pure but for the view.
 * Source: PRODUCT "Configuration".
 */
export function findServers(view: View): Detection {
  const project = projectOf(view);
  const read = (path: string, parse: (text: string) => Findings): Findings => {
    const text = view.text(path);
    return text === undefined ? NOTHING : parse(text);
  };
  const findings: Findings[] = [
    read('server.json', parseServerJson),
    ...CLIENT_FILES.map(([path, member]) =>
      read(path, (text) => parseClientFile(path, member, text)),
    ),
    read('package.json', parsePackageJson),
    read('manifest.json', parseBundleManifest),
    read('pyproject.toml', parsePyproject),
    read('go.mod', (text) => parseGoMod(text, view.isFile('main.go'), view.names('cmd'))),
    read('Cargo.toml', parseCargo),
    read('smithery.yaml', parseSmithery),
  ];
  const declarations = findings.flatMap((each) => each.declarations);
  const located = declarations.map((declaration) => ({
    declaration,
    command: localCommand(declaration.words, project, view),
  }));
  const own = located.filter(isUsable).filter(({ command }) => command.isOwn);
  const beside = located.filter(isUsable).filter(({ command }) => !command.isOwn);
  const usable = own.length > 0 ? own : beside;
  return {
    candidates:
      usable.length > 0 ? merged(usable, buildLine(view, project)) : installedServers(view),
    refusals: located.flatMap(({ declaration, command }) =>
      command.kind === 'refused' ? [refusalOf(declaration, command)] : [],
    ),
    remarks: findings.flatMap((each) => each.remarks),
  };
}

interface Located {
  readonly declaration: Declaration;
  readonly command: LocalCommand;
}
interface Usable {
  readonly declaration: Declaration;
  readonly command: Extract<LocalCommand, { readonly kind: 'local' }>;
}

function isUsable(located: Located): located is Usable {
  return located.command.kind === 'local';
}

function refusalOf(
  { source }: Declaration,
  command: Extract<LocalCommand, { kind: 'refused' }>,
): Refusal {
  const { why, instead } = command;
  return { source, why, ...(instead === undefined ? {} : { instead }) };
}

/** What the project files say of the repository itself. */
function projectOf(view: View): Project {
  const text = (path: string): string => view.text(path) ?? '';
  const { packageName, bins, scripts } = parsePackageFacts(text('package.json')) ?? NO_PACKAGE;
  const { pythonName, pythonScripts } = parsePythonFacts(text('pyproject.toml')) ?? NO_PYTHON;
  return {
    packageName,
    bins,
    scripts,
    pythonName,
    pythonScripts,
    goModule: goModuleName(text('go.mod')),
    cargoBins: parseCargoFacts(text('Cargo.toml'))?.bins ?? [],
  };
}

/** The line that builds a JavaScript package; in words where there is no script for it. */
function buildLine(view: View, { scripts }: Project): string {
  const manager = view.isFile('pnpm-lock.yaml')
    ? 'pnpm'
    : view.isFile('yarn.lock')
      ? 'yarn'
      : view.isFile('bun.lock') || view.isFile('bun.lockb')
        ? 'bun'
        : 'npm';
  return scripts.has('build') ? `${manager} run build` : 'build it first';
}

function merged(usable: readonly Usable[], byDefault: string): Candidate[] {
  const groups = new Map<string, Candidate & { readonly isEntryOnly: boolean }>();
  for (const { declaration, command } of usable) {
    const key = JSON.stringify(command.words);
    const known = groups.get(key);
    const build = command.build === 'build it first' ? byDefault : command.build;
    groups.set(key, {
      words: command.words,
      variables: variableNames([...(known?.variables ?? []), ...declaration.variables]),
      sources: [...(known?.sources ?? []), declaration.source],
      isEntryOnly: (known?.isEntryOnly ?? true) && declaration.isEntryOnly,
      ...(build === undefined ? {} : { build }),
    });
  }
  const all = [...groups.values()];
  const fuller = (short: Candidate): (Candidate & { readonly isEntryOnly: boolean })[] =>
    all.filter(
      (long) =>
        !long.isEntryOnly &&
        long.words.length > short.words.length &&
        short.words.every((word, index) => long.words[index] === word),
    );
  return all
    .filter((each) => !each.isEntryOnly || fuller(each).length !== 1)
    .map(({ words, variables, sources, build }) => ({
      words,
      variables,
      sources: [
        ...sources,
        ...all
          .filter(
            (short) => short.isEntryOnly && fuller(short).some((long) => long.words === words),
          )
          .filter((short) => fuller(short).length === 1)
          .flatMap((short) => short.sources),
      ],
      ...(build === undefined ? {} : { build }),
    }));
}

/** Servers among the installed dependencies of a folder that declares none: those named so that need an MCP SDK. */
function installedServers(view: View): Candidate[] {
  const facts = parsePackageFacts(view.text('package.json') ?? '');
  if (facts === undefined || facts.bins.size > 0) return [];
  return [...facts.dependencies].sort(compareCodeUnits).flatMap((name) => {
    if (!/server|mcp/.test(name) || !/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name)) return [];
    const text = view.text(`node_modules/${name}/package.json`);
    const installed = text === undefined ? undefined : parsePackageFacts(text);
    const command = installed?.hasSdk === true ? installedCommand(name, view) : undefined;
    if (command === undefined) return [];
    return [{ words: [command], variables: [], sources: [`package.json (dependency ${name})`] }];
  });
}

/** Directories of a monorepo in which servers usually live, and that hold one of the sources. */
export function serverDirectories(view: View): string[] {
  return ['packages', 'servers', 'apps', 'src'].flatMap((parent) =>
    view
      .names(parent)
      .map((name) => `${parent}/${name}`)
      .filter((directory) => SOURCES.some((source) => view.isFile(`${directory}/${source}`))),
  );
}
