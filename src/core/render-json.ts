import { JSON_CHUNK_UNITS } from '../limits.js';

/**
 * What can be written as JSON. Names that come from a server stand in a `Map`, ours in a plain object;
 * a member whose value is undefined is left out.
 */
export type JsonOutput =
  | string
  | number
  | boolean
  | null
  | readonly JsonOutput[]
  | ReadonlyMap<string, JsonOutput>
  | { readonly [name: string]: JsonOutput | undefined };

/** Columns that a short list may take up on one line: what common formatters allow. */
const PRINT_WIDTH = 80;

/** Writes a string as a JSON string; the form of `JSON.stringify` or one with more escapes. */
export type Quote = (text: string) => string;

/**
 * Returns JSON text with two-space indent and a final line feed, members in the given order. A list of
 * scalars stands on one line where that fits, so that common formatters change nothing.
 * Source: FORMAT 3.1, field case C26.
 */
export function renderJson(value: JsonOutput, quote: Quote = JSON.stringify): string {
  const chunks: string[] = [];
  writeJson(value, (chunk) => chunks.push(chunk), quote);
  return chunks.join('');
}

/** The text of `renderJson`, handed on piece by piece: one of 50,000 items is never whole in memory. */
export function writeJson(
  value: JsonOutput,
  write: (chunk: string) => void,
  quote: Quote = JSON.stringify,
): void {
  const out = new Chunks(write);
  render(value, { indent: '', room: 0, quote }, out);
  out.push('\n');
  out.flush();
}

/** Joins small pieces, so that they do not stand in memory one by one. */
class Chunks {
  readonly #write: (chunk: string) => void;
  #pieces: string[] = [];
  #length = 0;

  constructor(write: (chunk: string) => void) {
    this.#write = write;
  }

  push(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length >= JSON_CHUNK_UNITS) this.flush();
  }

  flush(): void {
    this.#write(this.#pieces.join(''));
    this.#pieces = [];
    this.#length = 0;
  }
}

/** Where a value stands. */
interface Position {
  readonly indent: string;
  /** What stands on the line before and after the value, in columns. */
  readonly room: number;
  readonly quote: Quote;
}

function render(value: JsonOutput, { indent, room, quote }: Position, out: Chunks): void {
  if (value === null || typeof value !== 'object') {
    out.push(scalar(value, quote));
    return;
  }
  const inner = `${indent}  `;
  if (isList(value)) {
    const scalars = value.filter((item) => item === null || typeof item !== 'object');
    const isFlat = scalars.length === value.length;
    const line = isFlat ? `[${scalars.map((item) => scalar(item, quote)).join(', ')}]` : '';
    if (value.length === 0 || (isFlat && room + line.length <= PRINT_WIDTH)) {
      out.push(line);
      return;
    }
    for (const [index, item] of value.entries()) {
      out.push(index === 0 ? `[\n${inner}` : `,\n${inner}`);
      render(item, { indent: inner, room: 0, quote }, out);
    }
    out.push(`\n${indent}]`);
    return;
  }
  const members =
    value instanceof Map ? [...(value as ReadonlyMap<string, JsonOutput>)] : definedMembers(value);
  if (members.length === 0) {
    out.push('{}');
    return;
  }
  for (const [index, [name, member]] of members.entries()) {
    const start = `${inner}${quote(name)}: `;
    const comma = index < members.length - 1 ? 1 : 0;
    out.push(`${index === 0 ? '{' : ','}\n${start}`);
    render(member, { indent: inner, room: start.length + comma, quote }, out);
  }
  out.push(`\n${indent}}`);
}

function scalar(value: string | number | boolean | null, quote: Quote): string {
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

function isList(value: object): value is readonly JsonOutput[] {
  return Array.isArray(value);
}

function definedMembers(value: object): (readonly [string, JsonOutput])[] {
  return Object.entries(value).filter(
    (entry): entry is [string, JsonOutput] => entry[1] !== undefined,
  );
}
