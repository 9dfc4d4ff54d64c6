import type { ItemRef } from './approval.js';
import { nearest } from './nearest.js';
import { compareCodeUnits } from './order.js';
import { printable } from './printable.js';
import { WitnessmarkError } from '../errors.js';
import { MAX_LISTED_NAMES } from '../limits.js';

/** `tool:read_file`: how a command line names an item; the server item is `server:`, and so is what has no identifier. */
export function itemSpelling({ kind, id }: ItemRef): string {
  return `${kind}:${id ?? ''}`;
}

/**
 * Returns the items that a word of a command line names: `KIND:ID`, or the identifier alone where no other item has it;
 * `server` is the server item. What reports print for an identifier with odd characters names it too. Several items are
 * returned only where they share a kind and have one and the same spelling.
 * @throws WitnessmarkError `unknown-item` where none is named, or items of more than one spelling are.
 */
export function chooseItems(word: string, known: readonly ItemRef[]): ItemRef[] {
  const named = known.filter((item) => isNamedBy(item, word));
  const spellings = [...new Set(named.map(itemSpelling))].sort(compareCodeUnits);
  if (spellings.length === 1) return named;
  const shown = printable(word);
  if (spellings.length > 1)
    throw new WitnessmarkError(
      'unknown-item',
      `${shown} names more than one item`,
      `Say which: ${listed(spellings)}`,
    );
  const close = closeTo(word, known);
  throw new WitnessmarkError(
    'unknown-item',
    `neither the baseline nor the server has an item ${shown}`,
    `${close === undefined ? '' : `Did you mean ${printable(close)}? `}An item is named KIND:ID, as in tool:read_file, or by its identifier alone.`,
  );
}

/** Both readings of a word count: what is printed for one item may be the very identifier of another. */
function isNamedBy(item: ItemRef, word: string): boolean {
  const spelling = itemSpelling(item);
  const bare = item.kind === 'server' ? 'server' : item.id;
  const names = [spelling, printable(spelling)];
  if (bare !== null && bare !== '') names.push(bare, printable(bare));
  return names.includes(word);
}

/** The item of that identifier and another kind, else one whose name is a slip of the keys away. */
function closeTo(word: string, known: readonly ItemRef[]): string | undefined {
  const id = word.slice(word.indexOf(':') + 1);
  const same = known.find((item) => item.id !== null && item.id !== '' && item.id === id);
  if (same !== undefined) return itemSpelling(same);
  const spellings = new Map(
    known.flatMap((item) => [
      [itemSpelling(item), item] as const,
      ...(item.id === null ? [] : [[item.id, item] as const]),
    ]),
  );
  const found = spellings.get(nearest(word, [...spellings.keys()]) ?? '');
  return found === undefined ? undefined : itemSpelling(found);
}

function listed(spellings: readonly string[]): string {
  const shown = spellings.slice(0, MAX_LISTED_NAMES).map((each) => printable(each));
  const rest = spellings.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
