import { memberValue, stringMember } from '../core/json-node.js';
import type { JsonNode } from '../core/json-text.js';
import { printable } from '../core/printable.js';
import { variableNames, type Declaration, type Findings } from './declaration.js';
import { itemsOf, parseJsonSource, scalarOf } from './json-source.js';

/** How a package of each registry is started by those who have not installed it. */
const RUNNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['npm', ['npx', '-y']],
  ['pypi', ['uvx']],
  ['nuget', ['dnx']],
  ['oci', ['docker', 'run', '-i', '--rm']],
]);

/**
 * Returns what `server.json` of the MCP registry declares: one way to start for each package that speaks
 * stdio. Arguments that are not required are left out; one without a value gets a placeholder.
 * Source: MCP registry, server.json schema.
 */
export function parseServerJson(text: string): Findings {
  const source = parseJsonSource(text);
  if (source.kind === 'unusable')
    return { declarations: [], remarks: [`server.json ${source.why}`] };
  const declarations: Declaration[] = [];
  const remarks: string[] = [];
  for (const entry of itemsOf(source.node, 'packages')) {
    const registry = stringMember(entry, 'registryType') ?? stringMember(entry, 'registry_type');
    const identifier = stringMember(entry, 'identifier') ?? stringMember(entry, 'name') ?? '';
    const place = `server.json (${printable(registry ?? 'package')} ${printable(identifier)})`;
    const transport = memberValue(entry, 'transport');
    const speaks = transport === undefined ? 'stdio' : (stringMember(transport, 'type') ?? 'stdio');
    const runner = RUNNERS.get(registry ?? 'npm');
    if (speaks !== 'stdio')
      remarks.push(`${place} speaks ${printable(speaks)}: that takes command and url`);
    else if (runner === undefined || identifier === '')
      remarks.push(`${place} cannot be started from the checkout`);
    else
      declarations.push({
        source: place,
        words: [
          ...runner,
          ...argumentsOf(entry, 'runtimeArguments').filter((word) => word !== '-y'),
          identifier,
          ...argumentsOf(entry, 'packageArguments'),
        ],
        variables: variableNames(itemsOf(entry, 'environmentVariables').flatMap(neededVariable)),
        isEntryOnly: false,
      });
  }
  return { declarations, remarks };
}

/** A variable that a server is meant to get: one with a default, or said not to be required, it does without. */
function neededVariable(entry: JsonNode): string[] {
  const isOptional =
    scalarOf(memberValue(entry, 'isRequired')) === 'false' ||
    memberValue(entry, 'default') !== undefined;
  return isOptional ? [] : [stringMember(entry, 'name') ?? ''];
}

function argumentsOf(entry: JsonNode, name: string): string[] {
  return itemsOf(entry, name).flatMap((argument) => {
    const fixed = scalarOf(memberValue(argument, 'value'));
    const isRequired = scalarOf(memberValue(argument, 'isRequired')) === 'true';
    if (fixed === undefined && !isRequired) return [];
    const isPath = stringMember(argument, 'format') === 'filepath';
    const value =
      fixed ?? scalarOf(memberValue(argument, 'default')) ?? (isPath ? '.' : 'placeholder');
    const isNamed = stringMember(argument, 'type') === 'named';
    const flag = stringMember(argument, 'name') ?? '';
    if (!isNamed) return [value];
    return scalarOf(memberValue(argument, 'format')) === 'boolean' ? [flag] : [flag, value];
  });
}
