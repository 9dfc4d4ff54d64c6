import { NOTHING, type Findings } from './declaration.js';
import { isTable, parseToml, tableOf } from './pyproject.js';

/** Crates by which a crate shows that it is an MCP server. */
const SDKS: readonly string[] = ['rmcp', 'rust-mcp-sdk', 'mcp-server', 'pmcp'];

/** Returns the binaries of `Cargo.toml` and whether an MCP SDK is among its dependencies; undefined when it is no TOML. */
export function parseCargoFacts(
  text: string,
): { readonly bins: readonly string[]; readonly hasSdk: boolean } | undefined {
  const document = parseToml(text);
  if (document === undefined) return undefined;
  const name = tableOf(document, 'package')['name'];
  const declared = document['bin'];
  const named = (Array.isArray(declared) ? declared : [])
    .filter(isTable)
    .map((bin) => bin['name'])
    .filter((each) => typeof each === 'string');
  const bins = named.length > 0 ? named : typeof name === 'string' ? [name] : [];
  const needed = Object.keys(tableOf(document, 'dependencies'));
  return { bins: [...bins].sort(), hasSdk: SDKS.some((sdk) => needed.includes(sdk)) };
}

/** Returns the binaries of `Cargo.toml` when an MCP SDK is among its dependencies. */
export function parseCargo(text: string): Findings {
  const facts = parseCargoFacts(text);
  if (facts === undefined) return { declarations: [], remarks: ['Cargo.toml is not TOML'] };
  if (!facts.hasSdk) return NOTHING;
  return {
    declarations: facts.bins.map((name) => ({
      source: 'Cargo.toml',
      words: ['cargo', 'run', '--bin', name],
      variables: [],
      isEntryOnly: true,
    })),
    remarks: [],
  };
}
