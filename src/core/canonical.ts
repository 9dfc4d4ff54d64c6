import canonicalize from 'canonicalize';
import { compareCodeUnits } from './order.js';
import { isExactNumber } from './numbers.js';
import type { JsonNode } from './json-text.js';

/** Why RFC 8785 cannot carry a value unchanged. Source: FORMAT 2.4. */
export type InexactReason = 'duplicate-member' | 'inexact-number' | 'lone-surrogate';

/** The text that is digested, and why it had to be the exact form; no reason means it is RFC 8785. */
export interface CanonicalForm {
  readonly text: string;
  /** Sorted, without repetition. */
  readonly reasons: readonly InexactReason[];
}

/**
 * Returns the RFC 8785 form of a value where RFC 8785 can carry it, else its exact form with the reasons.
 * Source: FORMAT 2.1, 2.4.
 */
export function canonicalForm(node: JsonNode): CanonicalForm {
  const reasons = new Set<InexactReason>();
  collectReasons(node, reasons);
  if (reasons.size > 0)
    return { text: exactForm(node), reasons: [...reasons].sort(compareCodeUnits) };
  const text = canonicalize(valueOf(node));
  if (text === undefined) throw new TypeError('a JSON value has no RFC 8785 form');
  return { text, reasons: [] };
}

/**
 * Returns RFC 8785 output in which a number that a double cannot carry stands as it was written, members
 * of one name stay next to each other in served order, and a lone surrogate is a `\udxxx` escape. The same
 * text as RFC 8785 for every value that it can carry.
 * Source: FORMAT 2.4.
 */
export function exactForm(node: JsonNode): string {
  switch (node.kind) {
    case 'literal':
      return String(node.value);
    case 'number':
      return isExactNumber(node.text) ? JSON.stringify(Number(node.text)) : node.text;
    case 'string':
      return JSON.stringify(node.value);
    case 'array':
      return `[${node.items.map(exactForm).join(',')}]`;
    case 'object': {
      const members = [...node.members].sort((a, b) => compareCodeUnits(a.name, b.name));
      return `{${members.map(({ name, value }) => `${JSON.stringify(name)}:${exactForm(value)}`).join(',')}}`;
    }
    case 'skipped':
      throw new TypeError('a skipped container has no form');
  }
}

function collectReasons(node: JsonNode, reasons: Set<InexactReason>): void {
  switch (node.kind) {
    case 'number':
      if (!isExactNumber(node.text)) reasons.add('inexact-number');
      break;
    case 'string':
      if (!node.value.isWellFormed()) reasons.add('lone-surrogate');
      break;
    case 'array':
      for (const item of node.items) collectReasons(item, reasons);
      break;
    case 'object': {
      const names = new Set<string>();
      for (const { name, value } of node.members) {
        if (names.has(name)) reasons.add('duplicate-member');
        names.add(name);
        if (!name.isWellFormed()) reasons.add('lone-surrogate');
        collectReasons(value, reasons);
      }
      break;
    }
    case 'literal':
    case 'skipped':
      break;
  }
}

/** The value as a JSON parser would give it, on objects without prototype: `__proto__` is a plain name. */
function valueOf(node: JsonNode): unknown {
  switch (node.kind) {
    case 'literal':
    case 'string':
      return node.value;
    case 'number':
      return Number(node.text);
    case 'array':
      return node.items.map(valueOf);
    case 'object': {
      const value = Object.create(null) as Record<string, unknown>;
      for (const member of node.members) value[member.name] = valueOf(member.value);
      return value;
    }
    case 'skipped':
      throw new TypeError('a skipped container has no value');
  }
}
