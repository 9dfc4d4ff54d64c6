/**
 * JSON text as a tree that loses nothing: members stay in served order with their duplicates, numbers
 * keep their spelling, strings may hold lone surrogates, every node knows where it stands in the text.
 * Grammar: RFC 8259. One pass, linear in the length of the text.
 */
export type JsonNode = JsonObject | JsonArray | JsonString | JsonNumber | JsonLiteral | JsonSkipped;

interface Span {
  /** Offset of the first UTF-16 code unit. */
  readonly start: number;
  /** Offset behind the last one. */
  readonly end: number;
}
export interface JsonMember {
  readonly name: string;
  /** Offset of the name's opening quote. */
  readonly nameStart: number;
  readonly value: JsonNode;
}
export interface JsonObject extends Span {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
}
export interface JsonArray extends Span {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}
export interface JsonString extends Span {
  readonly kind: 'string';
  readonly value: string;
}
export interface JsonNumber extends Span {
  readonly kind: 'number';
  /** The number as it was written. */
  readonly text: string;
}
export interface JsonLiteral extends Span {
  readonly kind: 'literal';
  readonly value: true | false | null;
}
/** A container below `buildDepth`: its grammar was checked, its content was not built. */
export interface JsonSkipped extends Span {
  readonly kind: 'skipped';
}

/** The text is not JSON, or nests too deep. Holds a place and never any content. */
export class JsonTextError extends Error {
  readonly reason: 'syntax' | 'too-deep';
  /** Offset in UTF-16 code units at which reading stopped. */
  readonly offset: number;

  constructor(reason: 'syntax' | 'too-deep', offset: number) {
    super(
      reason === 'syntax' ? `not JSON at offset ${offset}` : `nested too deep at offset ${offset}`,
    );
    this.name = 'JsonTextError';
    this.reason = reason;
    this.offset = offset;
  }
}

/** How deep to go. The outermost container is level 1. */
export interface ParseOptions {
  /** Levels allowed; one more is `too-deep`. */
  readonly maxDepth: number;
  /** Containers below this level are checked and skipped; by default everything is built. */
  readonly buildDepth?: number;
}

/**
 * Returns the tree of one JSON text, white space around it allowed.
 * @throws JsonTextError for anything that is not exactly one JSON value, or deeper than `maxDepth`.
 */
export function parseJsonText(text: string, options: ParseOptions): JsonNode {
  const scanner = new Scanner(text, options);
  return scanner.document();
}

/**
 * Returns the tree of the value that starts at an offset of a text which was checked before: a container
 * that was skipped. Offsets are those of the whole text. `maxDepth` counts from the value.
 */
export function parseJsonAt(text: string, offset: number, options: ParseOptions): JsonNode {
  return new Scanner(text, options, offset).value();
}

/** An upper bound of the values in a JSON text: its commas and opening brackets, those in strings too. */
export function upperBoundOfValues(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x2c || unit === 0x5b || unit === 0x7b) count += 1;
  }
  return count;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class Scanner {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #buildDepth: number;
  #at: number;

  constructor(
    text: string,
    { maxDepth, buildDepth = Number.POSITIVE_INFINITY }: ParseOptions,
    offset = 0,
  ) {
    this.#text = text;
    this.#at = offset;
    this.#maxDepth = maxDepth;
    this.#buildDepth = buildDepth;
  }

  document(): JsonNode {
    this.#space();
    const node = this.#value(1);
    this.#space();
    if (this.#at !== this.#text.length) this.#fail();
    return node;
  }

  value(): JsonNode {
    return this.#value(1);
  }

  #fail(): never {
    throw new JsonTextError('syntax', this.#at);
  }

  #space(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }

  #value(depth: number): JsonNode {
    switch (this.#text[this.#at]) {
      case '{':
      case '[':
        if (depth > this.#maxDepth) throw new JsonTextError('too-deep', this.#at);
        return this.#text[this.#at] === '{' ? this.#object(depth) : this.#array(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#literal('true', true);
      case 'f':
        return this.#literal('false', false);
      case 'n':
        return this.#literal('null', null);
      case undefined:
        return this.#fail();
      default:
        return this.#number();
    }
  }

  #object(depth: number): JsonNode {
    const start = this.#at;
    const build = depth <= this.#buildDepth;
    const members: JsonMember[] = [];
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] === '}') this.#at += 1;
    else {
      for (;;) {
        const nameStart = this.#at;
        if (this.#text.charCodeAt(this.#at) !== QUOTE) this.#fail();
        const hasEscapes = this.#skipString();
        const name = build ? this.#stringValue(nameStart, hasEscapes) : '';
        this.#space();
        this.#expect(':');
        this.#space();
        const value = this.#value(depth + 1);
        if (build) members.push({ name, nameStart, value });
        if (this.#endOfContainer('}')) break;
      }
    }
    return build
      ? { kind: 'object', members, start, end: this.#at }
      : { kind: 'skipped', start, end: this.#at };
  }

  #array(depth: number): JsonNode {
    const start = this.#at;
    const build = depth <= this.#buildDepth;
    const items: JsonNode[] = [];
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] === ']') this.#at += 1;
    else {
      for (;;) {
        const value = this.#value(depth + 1);
        if (build) items.push(value);
        if (this.#endOfContainer(']')) break;
      }
    }
    return build
      ? { kind: 'array', items, start, end: this.#at }
      : { kind: 'skipped', start, end: this.#at };
  }

  /** After a member or an item: true at the closing bracket, false after a comma. */
  #endOfContainer(close: '}' | ']'): boolean {
    this.#space();
    const found = this.#text[this.#at];
    if (found !== ',' && found !== close) this.#fail();
    this.#at += 1;
    if (found === close) return true;
    this.#space();
    return false;
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) this.#fail();
    this.#at += 1;
  }

  #string(): JsonString {
    const start = this.#at;
    const hasEscapes = this.#skipString();
    return { kind: 'string', value: this.#stringValue(start, hasEscapes), start, end: this.#at };
  }

  /** Moves behind the string at the current place; true when it holds an escape. */
  #skipString(): boolean {
    const text = this.#text;
    let at = this.#at + 1;
    let hasEscapes = false;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) {
        hasEscapes = true;
        ESCAPE.lastIndex = at;
        if (!ESCAPE.test(text)) {
          this.#at = at;
          this.#fail();
        }
        at = ESCAPE.lastIndex;
      } else if (unit >= 0x20) at += 1;
      else {
        // A control character, or NaN at the end of the text.
        this.#at = at;
        this.#fail();
      }
    }
    this.#at = at + 1;
    return hasEscapes;
  }

  /** The value of the string that was just skipped. */
  #stringValue(start: number, hasEscapes: boolean): string {
    return hasEscapes
      ? (JSON.parse(this.#text.slice(start, this.#at)) as string)
      : this.#text.slice(start + 1, this.#at - 1);
  }

  #number(): JsonNumber {
    const start = this.#at;
    NUMBER.lastIndex = start;
    if (!NUMBER.test(this.#text)) this.#fail();
    this.#at = NUMBER.lastIndex;
    return { kind: 'number', text: this.#text.slice(start, this.#at), start, end: this.#at };
  }

  #literal(word: string, value: true | false | null): JsonLiteral {
    const start = this.#at;
    if (!this.#text.startsWith(word, start)) this.#fail();
    this.#at += word.length;
    return { kind: 'literal', value, start, end: this.#at };
  }
}
