import { memberValue, stringMember } from '../core/json-node.js';
import { printable } from '../core/printable.js';
import { variableNames, type Declaration, type Findings } from './declaration.js';
import { entriesOf, parseJsonSource, scalarOf, stringsOf } from './json-source.js';

/** The files in which MCP clients keep the servers of a project, with the member that holds them. */
export const CLIENT_FILES: readonly (readonly [path: string, member: string])[] = [
  ['.mcp.json', 'mcpServers'],
  ['mcp.json', 'mcpServers'],
  ['.vscode/mcp.json', 'servers'],
  ['.cursor/mcp.json', 'mcpServers'],
  ['.gemini/settings.json', 'mcpServers'],
  ['.kiro/settings/mcp.json', 'mcpServers'],
  ['.roo/mcp.json', 'mcpServers'],
  ['.amazonq/mcp.json', 'mcpServers'],
];

/** The project's directory, as clients write it; we start there. */
const HERE = /^\$\{(?:workspaceFolder|workspaceRoot|CLAUDE_PROJECT_DIR|PWD)(?::-\.)?\}(?:\/|$)/;

/** Returns what a client's file declares: each entry of its map with a command. */
export function parseClientFile(path: string, member: string, text: string): Findings {
  const source = parseJsonSource(text, true);
  if (source.kind === 'unusable') return { declarations: [], remarks: [`${path} ${source.why}`] };
  const declarations: Declaration[] = [];
  const remarks: string[] = [];
  for (const [name, entry] of entriesOf(source.node, member)) {
    const place = `${path} (${printable(name)})`;
    const command = stringMember(entry, 'command');
    const args = stringsOf(entry, 'args');
    const directory = stringMember(entry, 'cwd') ?? '.';
    if (command === undefined) remarks.push(`${place} has no command`);
    else if (args === undefined) remarks.push(`${place} has arguments that are no strings`);
    else if (!['.', './', ''].includes(fromHere(directory)))
      remarks.push(`${place} starts in another directory`);
    else if (scalarOf(memberValue(entry, 'disabled')) !== 'true')
      declarations.push({
        source: place,
        words: [command, ...args].map(fromHere),
        variables: variableNames(entriesOf(entry, 'env').map(([variable]) => variable)),
        isEntryOnly: false,
      });
  }
  return { declarations, remarks };
}

function fromHere(word: string): string {
  if (!HERE.test(word)) return word;
  const rest = word.replace(HERE, '');
  return rest === '' ? '.' : rest;
}
