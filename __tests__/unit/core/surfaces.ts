import { compareSurfaces } from '../../../src/core/compare.js';
import { itemsOf, type ReadItem } from '../../../src/core/item.js';
import type { ItemKind } from '../../../src/core/surface.js';

/** The items of tools, each given by its whole JSON text or by its value. */
export function tools(...definitions: readonly unknown[]): ReadItem[] {
  return itemsOfKind('tool', ...definitions);
}

/** See `tools`. */
export function itemsOfKind(kind: ItemKind, ...definitions: readonly unknown[]): ReadItem[] {
  return itemsOf(
    definitions.map((each) => ({
      kind,
      text: typeof each === 'string' ? each : JSON.stringify(each),
    })),
  );
}

/**
 * The grades of one field between two values of it, given as JSON text; undefined means absent. An empty
 * text when nothing changed.
 */
export function gradeOf(
  field: string,
  before: string | undefined,
  after: string | undefined,
  kind: ItemKind = 'tool',
): string {
  const definition = (value: string | undefined): string =>
    value === undefined ? '{"name":"x"}' : `{"name":"x",${JSON.stringify(field)}:${value}}`;
  const [change, ...rest] = compareSurfaces(
    itemsOfKind(kind, definition(before)),
    itemsOfKind(kind, definition(after)),
  );
  if (rest.length > 0 || (change !== undefined && change.fields.length !== 1)) {
    throw new Error('more than one field changed');
  }
  return change?.fields[0]?.grades.join('+') ?? '';
}
