import { hash } from 'node:crypto';
import { canonicalForm, exactForm, type InexactReason } from './canonical.js';
import type { JsonNode } from './json-text.js';

/** A digest with its prefix, and why it had to be over the exact form. */
export interface Digest {
  /** `sha256:` or `exact-sha256:` and 64 lower-case hex digits. */
  readonly digest: string;
  readonly reasons: readonly InexactReason[];
}

/** Hex digits of a cut digest: of aspects, and of those that decide no grade. Source: FORMAT 2.6. */
export const ASPECT_HEX = 32;
/** See `ASPECT_HEX`. */
export const PROPERTY_HEX = 16;

/** All hex digits of a SHA-256 digest. */
const SHA256_HEX = 64;

/**
 * SHA-256 of the UTF-8 bytes of a text, lower-case hex; the first `length` digits of it. Source: FIPS 180-4.
 */
export function sha256Hex(text: string, length = SHA256_HEX): string {
  // Cut as bytes: a cut string would keep the whole one in memory, a million times over for a long list.
  return hash('sha256', text, 'buffer').toString('hex', 0, length / 2);
}

/** Digest of one JSON value. Source: FORMAT 2.1, 2.4. */
export function digestOf(node: JsonNode): Digest {
  const { text, reasons } = canonicalForm(node);
  return { digest: prefixed(sha256Hex(text), reasons.length === 0), reasons };
}

/**
 * Digest of a member that was served several times: over the exact forms of its values in served order,
 * joined by a comma, which is no JSON value and so the digest of no single one. Source: FORMAT 2.4.
 */
export function digestOfDuplicates(nodes: readonly JsonNode[]): Digest {
  const reasons = new Set<InexactReason>(['duplicate-member']);
  for (const node of nodes) for (const reason of canonicalForm(node).reasons) reasons.add(reason);
  return {
    digest: prefixed(sha256Hex(duplicatesForm(nodes)), false),
    reasons: [...reasons].sort(),
  };
}

/** See `digestOfDuplicates`. */
export function duplicatesForm(nodes: readonly JsonNode[]): string {
  return nodes.map(exactForm).join(',');
}

/** The first `length` hex digits of a digest over an exact form, without prefix. Source: FORMAT 2.6. */
export function aspectDigest(node: JsonNode, length = ASPECT_HEX): string {
  return sha256Hex(exactForm(node), length);
}

function prefixed(hex: string, exact: boolean): string {
  return `${exact ? 'sha256' : 'exact-sha256'}:${hex}`;
}

/** True for a text that one of the functions above could have made. */
export function isDigest(text: string): boolean {
  return /^(?:exact-)?sha256:[0-9a-f]{64}$/.test(text);
}
