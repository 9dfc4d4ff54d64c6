import type { JsonNode } from '../json-text.js';

/** A digest as a system writes it, or that the system gives none, with its code or ours. */
export type ProfileDigest =
  | { readonly kind: 'digest'; readonly digest: string }
  | { readonly kind: 'refused'; readonly code: string };

/**
 * One digest of another public system. Output only: nothing here decides a verdict. Source: docs/PROFILES.md.
 */
export type Profile =
  | {
      readonly name: string;
      readonly unit: 'tool';
      /** `tool` is a definition as it was served. */
      readonly digestOf: (tool: JsonNode) => ProfileDigest;
    }
  | {
      readonly name: string;
      readonly unit: 'set';
      /** `tools` are all definitions of a complete list, in served order. */
      readonly digestOf: (tools: readonly JsonNode[]) => ProfileDigest;
    };

/** Thrown inside a profile where its system gives no digest. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
  }
}

/** Runs a computation that may refuse. */
export function digestOrRefusal(compute: () => string): ProfileDigest {
  try {
    return { kind: 'digest', digest: compute() };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', code: error.code };
    throw error;
  }
}
