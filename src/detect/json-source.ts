import { memberValue } from '../core/json-node.js';
import { parseJsonText, JsonTextError, type JsonNode, type JsonObject } from '../core/json-text.js';
import { MAX_DETECT_DEPTH } from '../limits.js';

/** A JSON object, or why it cannot be used: two parsers must not read different things in it. */
export type JsonSource =
  | { readonly kind: 'object'; readonly node: JsonObject }
  | { readonly kind: 'unusable'; readonly why: string };

/** Returns the object of a JSON text; comments and a comma at the end are allowed where `hasComments`. */
export function parseJsonSource(text: string, hasComments = false): JsonSource {
  const plain = text.replace(/^\u{FEFF}/u, '');
  try {
    const node = parseJsonText(hasComments ? withoutComments(plain) : plain, {
      maxDepth: MAX_DETECT_DEPTH,
    });
    if (node.kind !== 'object') return { kind: 'unusable', why: 'is not a JSON object' };
    if (hasDuplicates(node)) return { kind: 'unusable', why: 'has a member twice in one object' };
    return { kind: 'object', node };
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { kind: 'unusable', why: 'is not JSON' };
  }
}

function hasDuplicates(node: JsonNode): boolean {
  if (node.kind === 'array') return node.items.some(hasDuplicates);
  if (node.kind !== 'object') return false;
  const { members } = node;
  return (
    new Set(members.map(({ name }) => name)).size !== members.length ||
    members.some(({ value }) => hasDuplicates(value))
  );
}

/** Blanks out comments and commas before a closing bracket; strings stay. Source: the JSONC of editors. */
function withoutComments(text: string): string {
  const strings = /("(?:[^"\\\n]|\\.)*")/;
  const pieces = text.split(/("(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/)/);
  const bare = pieces.map((piece) => (/^\/[/*]/.test(piece) ? ' ' : piece)).join('');
  const parts = bare.split(strings);
  return parts
    .map((part) => (part.startsWith('"') ? part : part.replace(/,(\s*[}\]])/g, '$1')))
    .join('');
}

/** Members of an object that stands under a name; none when there is no such object. */
export function entriesOf(node: JsonNode, name: string): readonly (readonly [string, JsonNode])[] {
  const value = memberValue(node, name);
  return value?.kind === 'object' ? value.members.map((each) => [each.name, each.value]) : [];
}

/** Items of a list that stands under a name; none when there is no such list. */
export function itemsOf(node: JsonNode, name: string): readonly JsonNode[] {
  const value = memberValue(node, name);
  return value?.kind === 'array' ? value.items : [];
}

/** Strings of a list under a name; undefined when it holds anything else. Absent is empty. */
export function stringsOf(node: JsonNode, name: string): readonly string[] | undefined {
  const value = memberValue(node, name);
  if (value === undefined) return [];
  if (value.kind !== 'array') return undefined;
  const found = value.items.flatMap((item) => (item.kind === 'string' ? [item.value] : []));
  return found.length === value.items.length ? found : undefined;
}

/** A string, number or truth value as an argument has it. */
export function scalarOf(node: JsonNode | undefined): string | undefined {
  if (node?.kind === 'string') return node.value;
  if (node?.kind === 'number') return node.text;
  return node?.kind === 'literal' && node.value !== null ? String(node.value) : undefined;
}
