import { exactForm } from './canonical.js';
import { arrayNode, objectNode, stringNode } from './json-node.js';
import { parseJsonText, type JsonNode } from './json-text.js';
import { recordedName } from './names.js';
import { idMemberOf, type Definition } from './surface.js';
import { MAX_DEPTH } from '../limits.js';

/** One value of the reader that a server can see, as reader A and as reader B. Source: SANDBOX. */
export interface Factor {
  /** What stands in a finding behind `quotes-`. */
  readonly name: string;
  readonly a: string;
  readonly b: string;
}

/** A definition as reader A would have been shown it, and where that took replacing. */
export interface MappedDefinition {
  readonly definition: Definition;
  /** Factors replaced, by recorded member name; the identifier's member is one of them. */
  readonly factors: ReadonlyMap<string, readonly string[]>;
}

/**
 * Replaces reader B's values by reader A's, raw and URL-encoded, the longest first and each place once.
 * Source: SANDBOX, "The differential read" (3).
 */
export class BackMapper {
  readonly #byText = new Map<string, { readonly factor: string; readonly text: string }>();
  readonly #pattern: RegExp | undefined;

  constructor(factors: readonly Factor[]) {
    for (const { name, a, b } of factors) {
      for (const encode of [(text: string) => text, encodeURIComponent]) {
        if (!this.#byText.has(encode(b)))
          this.#byText.set(encode(b), { factor: name, text: encode(a) });
      }
    }
    const texts = [...this.#byText.keys()].sort((a, b) => b.length - a.length);
    if (texts.length > 0) this.#pattern = new RegExp(texts.map(escapePattern).join('|'), 'g');
  }

  /** @throws JsonTextError for a definition that cannot be digested either. */
  map({ kind, text }: Definition): MappedDefinition {
    const node = parseJsonText(text, { maxDepth: MAX_DEPTH });
    const factors = new Map<string, readonly string[]>();
    if (node.kind !== 'object') {
      const found = new Set<string>();
      const mapped = this.#node(node, found);
      factors.set('value', [...found].sort());
      return { definition: { kind, text: exactForm(mapped) }, factors };
    }
    const members = node.members.map(({ name, value }) => {
      const found = new Set<string>();
      const mapped = [this.#text(name, found), this.#node(value, found)] as const;
      const field = recordedName(mapped[0]);
      factors.set(field, [...new Set([...(factors.get(field) ?? []), ...found])].sort());
      return mapped;
    });
    return { definition: { kind, text: exactForm(objectNode(members)) }, factors };
  }

  #text(text: string, found: Set<string>): string {
    if (this.#pattern === undefined) return text;
    return text.replace(this.#pattern, (match) => {
      const replacement = this.#byText.get(match);
      if (replacement === undefined) return match;
      found.add(replacement.factor);
      return replacement.text;
    });
  }

  #node(node: JsonNode, found: Set<string>): JsonNode {
    switch (node.kind) {
      case 'string':
        return stringNode(this.#text(node.value, found));
      case 'number': {
        const text = this.#text(node.text, found);
        return /^-?\d+$/.test(text) ? { ...node, text } : node;
      }
      case 'array':
        return arrayNode(node.items.map((item) => this.#node(item, found)));
      case 'object':
        return objectNode(
          node.members.map(({ name, value }) => [
            this.#text(name, found),
            this.#node(value, found),
          ]),
        );
      case 'literal':
      case 'skipped':
        return node;
    }
  }
}

/** The finding of a field that quotes its reader, for each factor. */
export function quoteFindings({ factors }: MappedDefinition, field: string): string[] {
  return (factors.get(field) ?? []).map((factor) => `quotes-${factor}:${field}`);
}

/** The recorded name of the member that identifies an item of this kind; undefined for the server item. */
export function idFieldOf({ kind }: Definition): string | undefined {
  return idMemberOf(kind) ?? undefined;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
