import { hasVariant, membersNamed, stringMember } from '../core/json-node.js';
import { upperBoundOfValues, type JsonNode } from '../core/json-text.js';
import { KIND_FACTS, type Definition, type ListKind } from '../core/surface.js';
import type { Session } from './session.js';
import { WitnessmarkError } from '../errors.js';
import { MAX_DEFINITION_VALUES, MAX_ITEMS, MAX_PAGES } from '../limits.js';

/** A list that was read to its end, or that the server declares and does not have. */
export type ListResult =
  | {
      readonly kind: 'complete';
      readonly definitions: readonly Definition[];
      readonly pages: number;
    }
  | { readonly kind: 'not-offered' };

const METHOD_NOT_FOUND = -32601;

/**
 * Reads one list page by page until no cursor is left: absent or null; `""` is a cursor like any other.
 * A failed list is never an empty one. Tools must answer when they are declared; another kind that
 * answers "method not found" is not offered.
 * @throws WitnessmarkError `list-refused`, `list-malformed`, `ambiguous-message`, `repeated-cursor`,
 * `too-many-pages`, `too-many-items`, and whatever ended the wire.
 * Source: PRODUCT "Reading", MCP specification (pagination), field cases A01, A03, B01, B03, B04, B30.
 */
export async function readList(session: Session, kind: ListKind): Promise<ListResult> {
  const { method } = KIND_FACTS[kind];
  const definitions: Definition[] = [];
  const seen = new Set<string>();
  let cursor: string | null = null;
  for (let page = 1; ; page += 1) {
    const place = `list, ${method} page ${page}`;
    if (page > MAX_PAGES) throw tooMany('too-many-pages', place, `${MAX_PAGES} pages`);
    const answer = await session.ask(method, cursor === null ? undefined : { cursor }, place);
    if (answer.kind === 'refused') {
      if (kind !== 'tool' && page === 1 && answer.code === METHOD_NOT_FOUND)
        return { kind: 'not-offered' };
      throw refused(kind, place, answer.code);
    }
    for (const { start, end } of listOf(answer.node, kind, place)) {
      const text = answer.text.slice(start, end);
      if (holdsTooMuch(text)) throw tooMuch(place);
      definitions.push({ kind, text });
    }
    if (definitions.length > MAX_ITEMS)
      throw tooMany('too-many-items', place, `${MAX_ITEMS} items`);
    cursor = cursorOf(answer.node, place);
    if (cursor === null) return { kind: 'complete', definitions, pages: page };
    if (seen.has(cursor)) {
      throw new WitnessmarkError(
        'repeated-cursor',
        `${place}: the server sent a cursor that it had sent before, so the list has no end`,
        'The last page must leave nextCursor out; an empty string is a cursor like any other.',
      );
    }
    seen.add(cursor);
  }
}

function listOf(result: JsonNode, kind: ListKind, place: string): readonly JsonNode[] {
  const { listMember } = KIND_FACTS[kind];
  const lists = membersNamed(result, listMember);
  const [list] = lists;
  if (stringMember(result, 'resultType') === 'input_required') {
    throw new WitnessmarkError(
      'list-malformed',
      `${place}: the server asks for input before it lists anything`,
      'A list that depends on what someone answers has no digest: let the server list what it can do without asking.',
    );
  }
  if (lists.length > 1 || hasVariant(result, listMember)) throw ambiguous(place, listMember);
  if (list?.value.kind === 'array') return list.value.items;
  throw new WitnessmarkError(
    'list-malformed',
    `${place}: the result has no array "${listMember}"`,
    'A server without items answers with an empty array; a result without the list is not an empty list.',
  );
}

function cursorOf(result: JsonNode, place: string): string | null {
  const cursors = membersNamed(result, 'nextCursor');
  const [cursor] = cursors;
  if (cursors.length > 1 || hasVariant(result, 'nextCursor')) throw ambiguous(place, 'nextCursor');
  if (cursor === undefined) return null;
  if (cursor.value.kind === 'string') return cursor.value.value;
  if (cursor.value.kind === 'literal' && cursor.value.value === null) return null;
  throw new WitnessmarkError(
    'list-malformed',
    `${place}: nextCursor is neither a string nor null`,
    'A cursor is an opaque string; leave it out on the last page.',
  );
}

function ambiguous(place: string, member: string): WitnessmarkError {
  return new WitnessmarkError(
    'ambiguous-message',
    `${place}: the result holds "${member}" twice, in whatever case`,
    'Two clients would read two different lists; let the server send each member once.',
  );
}

function refused(kind: ListKind, place: string, code: number): WitnessmarkError {
  const others = Object.values(KIND_FACTS)
    .map(({ word }) => word)
    .filter((word) => word !== KIND_FACTS[kind].word);
  return new WitnessmarkError(
    'list-refused',
    `${place}: the server declares the kind and refused to list it with JSON-RPC code ${code}`,
    `Mend the server, or leave the kind out of the gate: surface: ${others.join(',')}`,
  );
}

function tooMany(
  code: 'too-many-pages' | 'too-many-items',
  place: string,
  bound: string,
): WitnessmarkError {
  return new WitnessmarkError(
    code,
    `${place}: the list goes on past ${bound}`,
    'This bound protects the reader and cannot be raised. Does the last page leave nextCursor out?',
  );
}

/** By an upper bound of its values. */
function holdsTooMuch(text: string): boolean {
  return text.length > MAX_DEFINITION_VALUES && upperBoundOfValues(text) > MAX_DEFINITION_VALUES;
}

function tooMuch(place: string): WitnessmarkError {
  return new WitnessmarkError(
    'message-too-large',
    `${place}: one definition holds more than ${MAX_DEFINITION_VALUES} values`,
    'This bound protects the reader and cannot be raised; a definition of this size is more than any model reads.',
  );
}
