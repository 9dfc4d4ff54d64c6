import { parseDocument } from 'yaml';

/** A parsed YAML file: its value as maps, lists and plain values, and the comment behind a scalar. */
export interface YamlDocument {
  readonly value: unknown;
  /** Text of the comment behind the scalar at a path; empty for none. */
  readonly commentAt: (path: readonly (string | number)[]) => string;
}

/**
 * Returns what a YAML text holds; undefined where it is not YAML, has a member twice, or aliases that stand for nothing
 * or for too much. This module is loaded only where there is a file to read.
 * Source: YAML 1.2, core schema.
 */
export function parseYamlDocument(text: string): YamlDocument | undefined {
  const document = parseDocument(text, { logLevel: 'silent' });
  if (document.errors.length > 0) return undefined;
  try {
    return {
      value: document.toJS({ mapAsMap: true, maxAliasCount: 20 }) as unknown,
      commentAt: (path) => {
        const node = document.getIn(path, true) as { readonly comment?: string | null } | undefined;
        return node?.comment ?? '';
      },
    };
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}
