import { arrayNode, stringNode } from './json-node.js';
import type { JsonNode } from './json-text.js';
import { compareCodeUnits } from './order.js';
import { WitnessmarkError } from '../errors.js';
import { MAX_PLACE_UNITS, MIN_PLACE_UNITS, PLACE_UNITS_PER_UNIT } from '../limits.js';

/**
 * JSON pointers and what stands there, for an aspect. Pointers repeat every name above them, so that a
 * long name over many short values would grow with the square of the text: their length is bounded.
 * Source: FORMAT 2.6.
 */
export class PlaceList {
  readonly #places: { readonly pointer: string; readonly value: JsonNode }[] = [];
  #left: number;

  /** `values` are the values of the field that the places are in. */
  constructor(values: readonly JsonNode[]) {
    const units = values.reduce((sum, { start, end }) => sum + (end - start), 0);
    this.#left = Math.min(MIN_PLACE_UNITS + units * PLACE_UNITS_PER_UNIT, MAX_PLACE_UNITS);
  }

  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  /** @throws WitnessmarkError `too-many-bytes` when the pointers are out of all proportion to the field. */
  add(pointer: string, value: JsonNode): void {
    this.#left -= pointer.length;
    if (this.#left < 0) {
      throw new WitnessmarkError(
        'too-many-bytes',
        'one field of a definition repeats long member names above very many values',
        'Shorten the names inside the schema that the server generates; it cannot be digested as it is.',
      );
    }
    this.#places.push({ pointer, value });
  }

  /** `[[pointer, value], …]`, sorted by pointer; of one pointer in the order in which they were added. */
  toNode(): JsonNode {
    const sorted = [...this.#places].sort((a, b) => compareCodeUnits(a.pointer, b.pointer));
    return arrayNode(sorted.map(({ pointer, value }) => arrayNode([stringNode(pointer), value])));
  }
}
