import { memberValue, objectNode, stringMember } from '../core/json-node.js';
import type { JsonNode, JsonObject } from '../core/json-text.js';
import { sameNodes } from '../core/same-node.js';
import { folded } from './fold.js';
import { jsonDifference, isThereOnce } from './json-difference.js';
import { ALONE, jsonLines, placed } from './json-view.js';
import { ownLine, plain, type Span, type ViewLine } from './layout.js';
import { nameSpans } from './name-view.js';
import { proseDifference, proseLines } from './prose-view.js';
import { toneOfChange } from './style.js';

/**
 * Returns what became of the schema of a tool, parameter by parameter: its description as prose, what else it says as
 * JSON; then the rest of the schema. Undefined where the schema has no parameters of one name each.
 */
export function schemaDifference(
  was: JsonNode,
  now: JsonNode,
  column: number,
): ViewLine[] | undefined {
  const [old, fresh] = [parametersOf(was), parametersOf(now)];
  if (old === undefined || fresh === undefined) return undefined;
  const required = { was: requiredOf(was), now: requiredOf(now) };
  const same = sameNodes();
  const lines: ViewLine[] = [];
  let unchanged = 0;
  for (const name of new Set([...fresh.parameters.keys(), ...old.parameters.keys()])) {
    const [before, after] = [old.parameters.get(name), fresh.parameters.get(name)];
    const needs = { was: required.was.has(name), now: required.now.has(name) };
    if (before === undefined && after !== undefined) {
      lines.push(heading(column, name, 'added', needs.now ? 'required' : 'optional'));
      lines.push(...placed(jsonLines(after, ALONE, '+', true), column + 2));
    } else if (before !== undefined && after === undefined) {
      lines.push(heading(column, name, 'removed', ''));
      lines.push(...placed(jsonLines(before, ALONE, '-', true), column + 2));
    } else if (before !== undefined && after !== undefined) {
      const moved =
        needs.was === needs.now ? '' : needs.now ? 'now required' : 'no longer required';
      if (same(before, after) && moved === '') {
        unchanged += 1;
        continue;
      }
      lines.push(heading(column, name, 'changed', moved));
      lines.push(...parameterDifference(before, after, column + 2, same));
    }
  }
  if (unchanged > 0)
    lines.push(
      ownLine(column, {
        text: `${unchanged} ${unchanged === 1 ? 'parameter' : 'parameters'} unchanged`,
        tone: 'dim',
      }),
    );
  if (!same(old.rest, fresh.rest)) {
    lines.push(ownLine(column, plain('beside the parameters')));
    lines.push(...placed(folded(jsonDifference(old.rest, fresh.rest, ALONE)), column + 2));
  }
  return lines;
}

interface Parameters {
  readonly parameters: ReadonlyMap<string, JsonNode>;
  /** The schema without them. */
  readonly rest: JsonObject;
}

function parametersOf(schema: JsonNode): Parameters | undefined {
  if (schema.kind !== 'object') return undefined;
  const properties = memberValue(schema, 'properties');
  if (properties === undefined) return { parameters: new Map(), rest: schema };
  if (properties.kind !== 'object' || !isThereOnce(schema, 'properties')) return undefined;
  const parameters = new Map(properties.members.map(({ name, value }) => [name, value]));
  if (parameters.size !== properties.members.length) return undefined;
  return { parameters, rest: without(schema, 'properties') };
}

function without(node: JsonObject, name: string): JsonObject {
  return objectNode(
    node.members
      .filter((member) => member.name !== name)
      .map((member) => [member.name, member.value]),
  );
}

function requiredOf(schema: JsonNode): Set<string> {
  const required = memberValue(schema, 'required');
  if (required?.kind !== 'array') return new Set();
  return new Set(required.items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])));
}

function heading(
  column: number,
  name: string,
  change: 'added' | 'removed' | 'changed',
  more: string,
): ViewLine {
  const tone = toneOfChange(change);
  const rest: Span[] = more === '' ? [] : [plain(`, ${more}`)];
  return ownLine(
    column,
    plain('parameter '),
    ...nameSpans(name),
    plain('  '),
    { text: change, tone },
    ...rest,
  );
}

/** A description that is prose on both sides is shown as prose, and not as a string. */
function parameterDifference(
  was: JsonNode,
  now: JsonNode,
  column: number,
  same: (a: JsonNode, b: JsonNode) => boolean,
): ViewLine[] {
  if (!isProse(was) || !isProse(now))
    return same(was, now) ? [] : placed(folded(jsonDifference(was, now, ALONE)), column);
  const [old, fresh] = [stringMember(was, 'description'), stringMember(now, 'description')];
  const lines: ViewLine[] = [];
  if (old !== fresh) {
    const word = old === undefined ? ' added' : fresh === undefined ? ' removed' : '';
    lines.push(ownLine(column, plain(`description${word}`)));
    if (old === undefined) lines.push(...proseLines(fresh ?? '', column + 2, '+'));
    else if (fresh === undefined) lines.push(...proseLines(old, column + 2, '-'));
    else lines.push(...proseDifference(old, fresh, column + 2));
  }
  const rest = [without(was, 'description'), without(now, 'description')] as const;
  if (!same(...rest)) lines.push(...placed(folded(jsonDifference(...rest, ALONE)), column));
  return lines;
}

function isProse(node: JsonNode): node is JsonObject {
  if (node.kind !== 'object') return false;
  const described = node.members.filter(({ name }) => name === 'description');
  return (
    described.length === 0 || (described.length === 1 && described[0]?.value.kind === 'string')
  );
}
