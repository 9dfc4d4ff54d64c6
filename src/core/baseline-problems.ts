import { memberValue, membersNamed } from './json-node.js';
import type { JsonNode } from './json-text.js';
import { MAX_BASELINE_PROBLEMS } from '../limits.js';
import { WitnessmarkError } from '../errors.js';

/** Line of an offset, from 1. Counted, not split: the file may be 128 MiB of line feeds. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}

/** Collects what is wrong with a file by line and member; never any of its content. Source: FORMAT 3.5. */
export class ProblemList {
  readonly #text: string;
  readonly #found: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  add(node: JsonNode, member: string, problem: string): void {
    this.addAt(node.start, member, problem);
  }

  addAt(offset: number, member: string, problem: string): void {
    if (this.#found.length > MAX_BASELINE_PROBLEMS) return;
    this.#found.push(
      `line ${lineAt(this.#text, offset)}: ${member === '' ? 'the file' : member} ${problem}`,
    );
  }

  /** What was found, the first of it; empty when nothing was. */
  listed(): readonly string[] {
    const listed = this.#found.slice(0, MAX_BASELINE_PROBLEMS);
    return this.#found.length > listed.length ? [...listed, 'and more'] : listed;
  }

  /** @throws WitnessmarkError `baseline-malformed` that lists everything found, when anything was. */
  throwIfAny(hint: string): void {
    const listed = this.listed();
    if (listed.length === 0) return;
    throw new WitnessmarkError(
      'baseline-malformed',
      `the baseline is malformed: ${listed.join('; ')}`,
      hint,
    );
  }
}

/** Reads the members of one object of the file; whatever is wrong goes to the list. */
export class MemberReader {
  readonly #node: JsonNode;
  readonly #path: string;
  readonly #problems: ProblemList;

  constructor(node: JsonNode, path: string, problems: ProblemList, known: readonly string[]) {
    this.#node = node;
    this.#path = path;
    this.#problems = problems;
    if (node.kind !== 'object') {
      problems.add(node, path, 'must be an object');
      return;
    }
    for (const { name, nameStart } of node.members) {
      if (!known.includes(name))
        problems.addAt(nameStart, path, 'has a member that this format does not know');
    }
    for (const name of known) {
      if (membersNamed(node, name).length > 1)
        problems.add(node, this.at(name), 'stands there more than once');
    }
  }

  at(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  optional(name: string): JsonNode | undefined {
    return memberValue(this.#node, name);
  }

  required(name: string): JsonNode | undefined {
    const value = this.optional(name);
    if (value === undefined && this.#node.kind === 'object') {
      this.#problems.add(this.#node, this.at(name), 'is missing');
    }
    return value;
  }

  /** The string value of a required member that satisfies `isValid`; else `''` and a problem. */
  string(name: string, isValid: (value: string) => boolean, expected: string): string {
    const value = this.required(name);
    if (value === undefined) return '';
    if (value.kind === 'string' && isValid(value.value)) return value.value;
    this.#problems.add(value, this.at(name), `must be ${expected}`);
    return '';
  }

  /** The members of a required member that is a map from names to strings. */
  map(
    name: string,
    isValid: (key: string, value: string) => boolean,
    expected: string,
  ): Map<string, string> {
    const found = new Map<string, string>();
    const value = this.required(name);
    if (value === undefined) return found;
    if (value.kind !== 'object') {
      this.#problems.add(value, this.at(name), 'must be an object');
      return found;
    }
    for (const member of value.members) {
      const text = member.value.kind === 'string' ? member.value.value : undefined;
      if (text === undefined || !isValid(member.name, text)) {
        this.#problems.addAt(
          member.nameStart,
          this.at(name),
          `holds a value that is not ${expected}`,
        );
      } else if (found.has(member.name)) {
        this.#problems.addAt(member.nameStart, this.at(name), 'holds one name twice');
      } else found.set(member.name, text);
    }
    return found;
  }

  /** A required array of strings. */
  strings(name: string, isValid: (value: string) => boolean, expected: string): string[] {
    const value = this.required(name);
    if (value === undefined) return [];
    const strings =
      value.kind === 'array'
        ? value.items.flatMap((item) => (item.kind === 'string' ? [item.value] : []))
        : [];
    if (
      value.kind !== 'array' ||
      strings.length !== value.items.length ||
      !strings.every(isValid)
    ) {
      this.#problems.add(value, this.at(name), `must be an array of ${expected}`);
      return [];
    }
    return strings;
  }
}
