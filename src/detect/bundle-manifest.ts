import { memberValue, stringMember } from '../core/json-node.js';
import type { JsonNode } from '../core/json-text.js';
import { variableNames, NOTHING, type Findings } from './declaration.js';
import { entriesOf, parseJsonSource, scalarOf, stringsOf } from './json-source.js';

/** What starts an entry of each type that has no `mcp_config`. */
const INTERPRETERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', ['node']],
  ['python', ['python']],
  ['uv', ['uv', 'run']],
  ['binary', []],
]);

/**
 * Returns what the `manifest.json` of an MCP bundle declares. `${__dirname}` is where we start; what a user
 * would be asked for stands as its default or a placeholder. Any other manifest.json declares nothing.
 * Source: MCPB MANIFEST, `server` and `user_config`.
 */
export function parseBundleManifest(text: string): Findings {
  const source = parseJsonSource(text);
  if (source.kind === 'unusable')
    return { declarations: [], remarks: [`manifest.json ${source.why}`] };
  const server = memberValue(source.node, 'server');
  const isBundle = ['manifest_version', 'dxt_version'].some(
    (name) => memberValue(source.node, name) !== undefined,
  );
  if (server?.kind !== 'object' || !isBundle) return NOTHING;
  const config = memberValue(server, 'mcp_config');
  const fill = (word: string): string => filled(word, entriesOf(source.node, 'user_config'));
  const command = config === undefined ? undefined : stringMember(config, 'command');
  const entry = stringMember(server, 'entry_point');
  const interpreter = INTERPRETERS.get(stringMember(server, 'type') ?? '');
  if (config !== undefined && command !== undefined) {
    const args = stringsOf(config, 'args');
    if (args === undefined)
      return { declarations: [], remarks: ['manifest.json has arguments that are no strings'] };
    const variables = variableNames(entriesOf(config, 'env').map(([name]) => name));
    const words = [command, ...args].map(fill);
    const place = 'manifest.json (mcp_config)';
    return {
      declarations: [{ source: place, words, variables, isEntryOnly: false }],
      remarks: [],
    };
  }
  if (entry === undefined || interpreter === undefined)
    return { declarations: [], remarks: ['manifest.json says not how to start the server'] };
  const words = [...interpreter, entry].map(fill);
  const place = 'manifest.json (entry_point)';
  return {
    declarations: [{ source: place, words, variables: [], isEntryOnly: true }],
    remarks: [],
  };
}

function filled(word: string, asked: readonly (readonly [string, JsonNode])[]): string {
  return word
    .replace(/\$\{__dirname\}(?:\/|$)/g, (match) => (match.endsWith('/') ? '' : '.'))
    .replaceAll('${/}', '/')
    .replace(/\$\{user_config\.([\w-]+)\}/g, (match, name: string) => {
      const option = asked.find(([each]) => each === name)?.[1];
      if (option === undefined) return match;
      const byDefault = scalarOf(memberValue(option, 'default'));
      if (byDefault !== undefined && !byDefault.includes('${')) return byDefault;
      const isPlace = ['directory', 'file'].includes(stringMember(option, 'type') ?? '');
      return isPlace ? '.' : 'placeholder';
    });
}
