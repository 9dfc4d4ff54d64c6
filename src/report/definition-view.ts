import { printable, printableJson } from '../core/printable.js';
import type { ItemKind } from '../core/surface.js';
import { itemName, plainName } from './words.js';

/** One side of a field. */
export type FieldText =
  /** The raw JSON text of the field's value. */
  | { readonly kind: 'text'; readonly json: string }
  | { readonly kind: 'absent' }
  /** Only its digest is known, and why no more. */
  | { readonly kind: 'unknown'; readonly digest: string; readonly reason: string }
  /** It quotes the value of a secret. */
  | { readonly kind: 'withheld' };

/** One field of an item, as it was and as it is. */
export interface FieldView {
  readonly name: string;
  readonly was: FieldText;
  readonly now: FieldText;
  /** Those that differ: `shape`, `text`, `hints`, `invisible`. */
  readonly aspects: readonly string[];
}

/** One item, as it was and as it is. */
export interface ItemView {
  readonly kind: ItemKind;
  readonly id: string | null;
  readonly change: 'added' | 'removed' | 'changed' | 'same';
  readonly fields: readonly FieldView[];
}

/** What the text is for. */
export interface ViewStyle {
  /** True where SGR sequences may stand in it. */
  readonly colour: boolean;
  /** Columns. */
  readonly width: number;
}

/** Returns definitions as they are, or as they were where they are no more, for a person to read. */
export function renderDefinitions(items: readonly ItemView[], style: ViewStyle): string {
  return linesOf(
    items.flatMap((item) => [
      itemName(item, plainName),
      ...item.fields.flatMap(({ name, was, now }) => [
        `  ${printable(name)}`,
        `    ${words(now.kind === 'absent' ? was : now)}`,
      ]),
    ]),
    style,
  );
}

/** Returns what differs between two states of definitions, for a person to read. */
export function renderDifferences(items: readonly ItemView[], style: ViewStyle): string {
  return linesOf(
    items.flatMap((item) => [
      `${itemName(item, plainName)} ${item.change}`,
      ...item.fields.flatMap(({ name, was, now }) => [
        `  ${printable(name)}`,
        `    was ${words(was)}`,
        `    now ${words(now)}`,
      ]),
    ]),
    style,
  );
}

function words(text: FieldText): string {
  switch (text.kind) {
    case 'text':
      return printableJson(text.json).replace(/\s+/g, ' ');
    case 'absent':
      return '(absent)';
    case 'unknown':
      return `(not known: ${text.reason}; ${text.digest})`;
    case 'withheld':
      return '(not shown: it quotes the value of a secret)';
  }
}

function linesOf(lines: readonly string[], { width }: ViewStyle): string {
  const room = new RegExp(`[^]{1,${Math.max(width, 20)}}`, 'g');
  return lines
    .flatMap((line) => line.match(room) ?? [''])
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}
