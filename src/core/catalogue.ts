import type { ProblemList } from './baseline-problems.js';
import { parseValue } from './baseline-capture.js';
import { packageArguments, type Conditions, type ConditionValue } from './capture.js';
import {
  compareConditions,
  verdictOf,
  type ComparedReading,
  type Comparison,
} from './compare-readings.js';
import type { ItemChange } from './compare.js';
import { memberValue, membersNamed, stringMember } from './json-node.js';
import type { JsonNode } from './json-text.js';
import { compareCodeUnits } from './order.js';

/** A reading as the heldfast feed publishes it: of each tool its name and two digests, and little of the conditions. */
export interface Catalogue {
  readonly conditions: Conditions;
  /** The registry package; absent where it is not known. */
  readonly package?: string;
  readonly tools: readonly CatalogueTool[];
}

/** A tool as that system knows it. */
export interface CatalogueTool {
  readonly name: string | null;
  /** In the order of `DIGESTS`; empty where the system gives none. */
  readonly digests: readonly string[];
}

/** Names of the two digests in a catalogue; behind `heldfast.` those of a record. */
const DIGESTS = ['digest', 'fingerprint'] as const;
const HEX = /^[0-9a-f]{64}$/;

/** True for what looks like a catalogue: neither a record nor a baseline has these members. */
export function isCatalogue(root: JsonNode): boolean {
  return memberValue(root, 'tools') !== undefined && memberValue(root, 'format') === undefined;
}

/**
 * Returns a catalogue file of the heldfast feed. Members that it does not need are left alone, absent and null ones are
 * unknown; what is wrong goes to the list. Source: docs/PROFILES.md.
 */
export function parseCatalogue(root: JsonNode, problems: ProblemList): Catalogue {
  const text = (name: string): string | undefined => {
    const value = given(root, name);
    if (value === undefined || value.kind === 'string') return value?.value;
    problems.add(value, name, 'must be a string');
    return undefined;
  };
  refuseTwice(root, '', ['package', 'version', 'protocol', 'args', 'tools'], problems);
  const conditions = new Map<string, ConditionValue>();
  const [version, protocol, name] = [text('version'), text('protocol'), text('package')];
  if (protocol !== undefined) conditions.set('protocol.negotiated', protocol);
  if (version !== undefined) conditions.set('launch.resolvedVersion', version);
  const args = given(root, 'args');
  const words = args === undefined ? undefined : parseValue('strings', args);
  if (words !== undefined) conditions.set('launch.args', words);
  else if (args !== undefined) problems.add(args, 'args', 'must be an array of strings');
  const tools = given(root, 'tools');
  if (tools?.kind !== 'array') problems.add(tools ?? root, 'tools', 'must be an array');
  return {
    conditions,
    ...(name === undefined ? {} : { package: name }),
    tools: (tools?.kind === 'array' ? tools.items : []).flatMap(
      (tool, index) => parseTool(tool, `tools[${index}]`, problems) ?? [],
    ),
  };
}

function parseTool(node: JsonNode, path: string, problems: ProblemList): CatalogueTool | undefined {
  const name = stringMember(node, 'name');
  if (name === undefined) {
    problems.add(node, path, 'must be an object with a name');
    return undefined;
  }
  refuseTwice(node, path, ['name', ...DIGESTS], problems);
  const digests = DIGESTS.map((member) => {
    const value = given(node, member);
    if (value === undefined) return '';
    if (value.kind === 'string' && HEX.test(value.value)) return value.value;
    problems.add(value, `${path}.${member}`, 'must be 64 hex digits');
    return '';
  });
  return { name, digests };
}

/**
 * Returns what such a catalogue would hold of a server of a record; undefined where the record was made without the
 * digests of other systems. `node` is the record's entry of the server, which was parsed before.
 */
export function catalogueOf(
  { conditions }: ComparedReading,
  node: JsonNode,
  path: string,
  problems: ProblemList,
): Catalogue | undefined {
  const profiles = memberValue(node, 'profiles');
  if (profiles === undefined) return undefined;
  const capture = memberValue(node, 'capture');
  const launch = capture === undefined ? undefined : memberValue(capture, 'launch');
  const name = launch === undefined ? undefined : stringMember(launch, 'package');
  const tools = memberValue(profiles, 'tools');
  if (tools?.kind !== 'array') problems.add(profiles, `${path}.profiles.tools`, 'must be an array');
  return {
    conditions: withPackageArguments(conditions),
    ...(name === undefined ? {} : { package: name }),
    tools: (tools?.kind === 'array' ? tools.items : []).flatMap((tool, index) => {
      const digests = memberValue(tool, 'digests');
      if (digests?.kind !== 'object') {
        const place = `${path}.profiles.tools[${index}]`;
        problems.add(tool, place, 'must be an object with digests');
        return [];
      }
      const known = DIGESTS.map((each) => stringMember(digests, `heldfast.${each}`) ?? '');
      return [{ name: stringMember(tool, 'name') ?? null, digests: known }];
    }),
  };
}

/** A catalogue tells what the package gets; of a command that starts none it is not known what that would be. */
function withPackageArguments(conditions: Conditions): Conditions {
  const [command, args] = [conditions.get('launch.command'), conditions.get('launch.args')];
  const known = new Map(conditions);
  known.delete('launch.args');
  if (typeof command !== 'string' || !Array.isArray(args)) return known;
  const own = packageArguments(command, args as readonly string[]);
  return own === undefined ? known : known.set('launch.args', own);
}

/**
 * Compares two readings by what a catalogue tells. It never tells all that FORMAT 4.3 asks for, so that other digests
 * are incomparable and no drift. Source: FORMAT 6.
 */
export function compareCatalogues(a: Catalogue, b: Catalogue): Comparison {
  const { differing, unknown } = compareConditions(a.conditions, b.conditions);
  const isOther = a.package !== undefined && b.package !== undefined && a.package !== b.package;
  const all = isOther ? ['launch.package', ...differing] : differing;
  const changes = compareTools(a.tools, b.tools);
  return { verdict: verdictOf(all, unknown, changes), differing: all, unknown, changes };
}

/** Tools of one name are held against each other as multisets. A digest that only one has makes them differ. */
function compareTools(a: readonly CatalogueTool[], b: readonly CatalogueTool[]): ItemChange[] {
  const [left, right] = [byName(a), byName(b)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .sort((x, y) => (x === null ? -1 : y === null ? 1 : compareCodeUnits(x, y)))
    .flatMap((id): ItemChange[] => {
      const [before, after] = [left.get(id), right.get(id)];
      if (before?.sort().join() === after?.sort().join()) return [];
      const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
      return [{ kind: 'tool', id, change, fields: [] }];
    });
}

function byName(tools: readonly CatalogueTool[]): Map<string | null, string[]> {
  const found = new Map<string | null, string[]>();
  for (const { name, digests } of tools)
    found.set(name, [...(found.get(name) ?? []), digests.join(' ')]);
  return found;
}

/** The value of a member that is there and not null. */
function given(node: JsonNode, name: string): JsonNode | undefined {
  const value = memberValue(node, name);
  return value?.kind === 'literal' && value.value === null ? undefined : value;
}

/** Two readers could take two different values. */
function refuseTwice(
  node: JsonNode,
  path: string,
  names: readonly string[],
  problems: ProblemList,
): void {
  for (const name of names.filter((each) => membersNamed(node, each).length > 1))
    problems.add(node, path === '' ? name : `${path}.${name}`, 'stands there more than once');
}
