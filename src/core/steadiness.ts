import { pairItems } from './compare.js';
import { withoutEqualTexts } from './equal-texts.js';
import { itemOf, type ReadItem } from './item.js';
import { parseJsonText, type JsonNode } from './json-text.js';
import { recordedName } from './names.js';
import type { Definition, ItemKind } from './surface.js';
import { MAX_DEPTH } from '../limits.js';

/** Stands for the whole item where a field's name is expected: it comes and goes. */
export const WHOLE_ITEM = '*';

/** Something of a server that differs from reading to reading. Source: FORMAT 4.6. */
export interface UnstablePlace {
  readonly kind: ItemKind;
  readonly id: string | null;
  /** A field, or `*` for an item that comes and goes. */
  readonly field: string;
  /** `reader`: shown to one of two readers, and to the standard one it is not. */
  readonly why: 'differs' | 'date' | 'secret' | 'reader';
}

/** Returns what differs between two readings by one reader. Source: FORMAT 4.6. */
export function unsteadyPlaces(
  first: readonly Definition[],
  second: readonly Definition[],
): UnstablePlace[] {
  const { onlyA, onlyB } = withoutEqualTexts(first, second);
  const { pairs, removed, added } = pairItems(onlyA.map(itemOf), onlyB.map(itemOf));
  const places = [...removed, ...added].map((item) => placeOf(item, WHOLE_ITEM));
  for (const { before, after } of pairs) {
    for (const field of new Set([...before.fields.keys(), ...after.fields.keys()])) {
      if (before.fields.get(field) !== after.fields.get(field)) places.push(placeOf(after, field));
    }
  }
  return places;
}

/** A field that holds one of several texts, and which. */
export interface FoundText {
  readonly field: string;
  readonly text: string;
}

/** Returns the fields of a definition in whose strings one of the texts stands, with that text; digits
 * around it make it another text. */
export function fieldsHolding({ text }: Definition, wanted: readonly string[]): FoundText[] {
  if (wanted.length === 0) return [];
  const node = parseJsonText(text, { maxDepth: MAX_DEPTH });
  const members = node.kind === 'object' ? node.members : [{ name: 'value', value: node }];
  return members.flatMap(({ name, value }) => {
    const found = new Set<string>();
    collect(value, wanted, found);
    return [...found].map((each) => ({ field: recordedName(name), text: each }));
  });
}

function collect(node: JsonNode, wanted: readonly string[], found: Set<string>): void {
  const look = (text: string): void => {
    for (const each of wanted) if (stands(each, text)) found.add(each);
  };
  switch (node.kind) {
    case 'string':
      look(node.value);
      break;
    case 'array':
      for (const item of node.items) collect(item, wanted, found);
      break;
    case 'object':
      for (const { name, value } of node.members) {
        look(name);
        collect(value, wanted, found);
      }
      break;
    case 'number':
    case 'literal':
    case 'skipped':
      break;
  }
}

/** True when `wanted` stands in a text and is no part of a longer number. */
function stands(wanted: string, text: string): boolean {
  const isDigit = (at: number): boolean => /[0-9]/.test(text.charAt(at));
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!isDigit(at - 1) && !isDigit(at + wanted.length)) return true;
  }
  return false;
}

function placeOf({ kind, id }: ReadItem, field: string): UnstablePlace {
  return { kind, id, field, why: 'differs' };
}
