import { memberValue } from './json-node.js';
import { parseJsonText, type JsonNode } from './json-text.js';
import { recordedName } from './names.js';
import { compareCodeUnits } from './order.js';
import { idMemberOf, type Definition } from './surface.js';
import { MAX_DEPTH, MIN_SECRET_LENGTH } from '../limits.js';

/** Where a definition holds a value that was given for a variable. Source: FORMAT 4.7. */
export interface SecretPlaces {
  /** In a name that would be printed or recorded: an id, a member's name, a top-level property's name. */
  readonly inName: boolean;
  /** Recorded names of the fields that hold it anywhere else; sorted. */
  readonly fields: readonly string[];
}

/** Begins the finding of a field that quotes a given value; the field stands behind it. Source: FORMAT 4.7. */
export const SECRET_FINDING = 'quotes-secret:';

/** Looks for given values in texts: raw, URL-encoded and in base64. Source: FORMAT 4.7. */
export class SecretFinder {
  readonly #forms: readonly string[];

  /** Values shorter than six characters are ordinary words and are not looked for. */
  constructor(values: readonly string[]) {
    this.#forms = values.filter((value) => value.length >= MIN_SECRET_LENGTH).flatMap(formsOf);
  }

  get isEmpty(): boolean {
    return this.#forms.length === 0;
  }

  isIn(text: string): boolean {
    return this.#forms.some((form) => text.includes(form));
  }

  /** Replaces every form in which a value stands in a text. */
  masked(text: string, standIn: string): string {
    const longestFirst = [...this.#forms].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((rest, form) => rest.replaceAll(form, () => standIn), text);
  }

  /** @throws JsonTextError for a definition that cannot be digested either. */
  placesIn({ kind, text }: Definition): SecretPlaces {
    const node = parseJsonText(text, { maxDepth: MAX_DEPTH });
    if (node.kind !== 'object')
      return { inName: false, fields: this.#isInside(node) ? ['value'] : [] };
    const idMember = idMemberOf(kind);
    let inName = false;
    const fields = new Set<string>();
    for (const { name, value } of node.members) {
      const isId = name === idMember && value.kind === 'string';
      inName ||=
        this.isIn(name) || (isId && this.isIn(value.value)) || this.#isInPropertyName(value);
      if (!isId && this.#isInside(value)) fields.add(recordedName(name));
    }
    return { inName, fields: [...fields].sort(compareCodeUnits) };
  }

  #isInPropertyName(schema: JsonNode): boolean {
    const properties = memberValue(schema, 'properties');
    return properties?.kind === 'object' && properties.members.some(({ name }) => this.isIn(name));
  }

  #isInside(node: JsonNode): boolean {
    switch (node.kind) {
      case 'string':
        return this.isIn(node.value);
      case 'number':
        return this.isIn(node.text);
      case 'array':
        return node.items.some((item) => this.#isInside(item));
      case 'object':
        return node.members.some(({ name, value }) => this.isIn(name) || this.#isInside(value));
      case 'literal':
      case 'skipped':
        return false;
    }
  }
}

function formsOf(value: string): string[] {
  const base64 = Buffer.from(value, 'utf8').toString('base64');
  const withoutPadding = base64.replace(/=+$/, '');
  const urlSafe = withoutPadding.replaceAll('+', '-').replaceAll('/', '_');
  return [...new Set([value, encodeURIComponent(value.toWellFormed()), withoutPadding, urlSafe])];
}
