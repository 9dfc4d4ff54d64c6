import { memberValue, stringMember } from '../core/json-node.js';
import type { JsonObject } from '../core/json-text.js';
import { printable } from '../core/printable.js';
import { NOTHING, type Declaration, type Findings, type Project } from './declaration.js';
import { entriesOf, parseJsonSource } from './json-source.js';

/** Packages by which a package shows that it is, or starts, an MCP server. */
const SDKS: readonly string[] = [
  '@modelcontextprotocol/sdk',
  '@modelcontextprotocol/server',
  'fastmcp',
  'mcp-framework',
  'mcp-handler',
  'tmcp',
  'xmcp',
];

/** What `package.json` says of a package. */
export interface PackageFacts extends Pick<Project, 'packageName' | 'bins' | 'scripts'> {
  readonly hasSdk: boolean;
  /** Names under `dependencies`. */
  readonly dependencies: readonly string[];
  readonly main: string;
}

export const NO_PACKAGE: PackageFacts = {
  packageName: '',
  bins: new Map(),
  scripts: new Map(),
  hasSdk: false,
  dependencies: [],
  main: '',
};

/** Returns what a `package.json` says; undefined when it is no JSON object, or an ambiguous one. */
export function parsePackageFacts(text: string): PackageFacts | undefined {
  const source = parseJsonSource(text);
  if (source.kind === 'unusable') return undefined;
  const { node } = source;
  const named = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((member) =>
    entriesOf(node, member).map(([name]) => name),
  );
  return {
    packageName: stringMember(node, 'name') ?? '',
    bins: binsOf(node),
    scripts: new Map(textEntries(node, 'scripts')),
    hasSdk: SDKS.some((sdk) => named.includes(sdk)),
    dependencies: entriesOf(node, 'dependencies').map(([name]) => name),
    main: stringMember(node, 'main') ?? '',
  };
}

function textEntries(node: JsonObject, member: string): (readonly [string, string])[] {
  return entriesOf(node, member).flatMap(([name, value]) =>
    value.kind === 'string' ? [[name, value.value] as const] : [],
  );
}

function binsOf(node: JsonObject): Map<string, string> {
  const bin = memberValue(node, 'bin');
  if (bin?.kind === 'string')
    return new Map([[(stringMember(node, 'name') ?? '').replace(/^@[^/]*\//, ''), bin.value]]);
  return new Map(textEntries(node, 'bin'));
}

/**
 * Returns what `package.json` declares when an MCP SDK is among its dependencies: its command, else its plain
 * start script, else its main file. Of several commands the one named like the package, else those named
 * after MCP.
 */
export function parsePackageJson(text: string): Findings {
  const facts = parsePackageFacts(text);
  if (facts === undefined)
    return {
      declarations: [],
      remarks: ['package.json is not a JSON object with each member once'],
    };
  if (!facts.hasSdk) return NOTHING;
  const { packageName, bins, scripts, main } = facts;
  const declare = (member: string, words: readonly string[]): Declaration => ({
    source: `package.json (${member})`,
    words,
    variables: [],
    isEntryOnly: true,
  });
  if (bins.size > 0)
    return {
      declarations: chosenBins(packageName, bins).map(([name, file]) =>
        declare(bins.size === 1 ? 'bin' : `bin ${printable(name)}`, startOf(file)),
      ),
      remarks: [],
    };
  const start = plainWords(scripts.get('start') ?? '');
  if (start !== undefined) return { declarations: [declare('start', start)], remarks: [] };
  if (main !== '') return { declarations: [declare('main', startOf(main))], remarks: [] };
  return {
    declarations: [],
    remarks: ['package.json depends on an MCP SDK and has no bin, main or plain start script'],
  };
}

/** How a file of a package is started: JavaScript by node, anything else by itself. */
export function startOf(file: string): readonly string[] {
  return /\.[cm]?js$|(?:^|\/)[^./]+$/.test(file) ? ['node', file] : [file];
}

function chosenBins(
  packageName: string,
  bins: ReadonlyMap<string, string>,
): (readonly [string, string])[] {
  const own = packageName.replace(/^@[^/]*\//, '');
  const named = [...bins].filter(([name]) => name === own);
  if (named.length > 0) return named;
  const spoken = [...bins].filter(([name]) => name.includes('mcp'));
  return spoken.length > 0 ? spoken : [...bins];
}

/** Words of a script that means the same without a shell; undefined for any other. */
export function plainWords(script: string): readonly string[] | undefined {
  if (!/^[\w@%+:,./= -]+$/.test(script)) return undefined;
  const words = script.split(' ').filter((word) => word !== '');
  const [first = ''] = words;
  return words.length < 2 || first.includes('=') ? undefined : words;
}
