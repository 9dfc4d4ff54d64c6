import { NOTHING, type Findings } from './declaration.js';

const SDK =
  /^\s*(?:require\s+)?github\.com\/(?:modelcontextprotocol\/go-sdk|mark3labs\/mcp-go|metoro-io\/mcp-golang)\s+v/m;

/** Last part of the module's path that is no version; empty when the text names no module. */
export function goModuleName(text: string): string {
  const path = /^module\s+"?([^\s"]+)/m.exec(text)?.[1] ?? '';
  return (
    path
      .replace(/\/v\d+$/, '')
      .split('/')
      .at(-1) ?? ''
  );
}

/**
 * Returns the programs of a Go module that requires an MCP SDK: `main.go` beside go.mod, else each directory
 * below `cmd`.
 */
export function parseGoMod(
  text: string,
  hasMain: boolean,
  commandDirectories: readonly string[],
): Findings {
  if (!SDK.test(text)) return NOTHING;
  const programs = hasMain ? ['.'] : commandDirectories.map((name) => `./cmd/${name}`);
  return {
    declarations: programs.map((program) => ({
      source: 'go.mod',
      words: ['go', 'run', program],
      variables: [],
      isEntryOnly: true,
    })),
    remarks: programs.length > 0 ? [] : ['go.mod requires an MCP SDK, and there is no main.go'],
  };
}
