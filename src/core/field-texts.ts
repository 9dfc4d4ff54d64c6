import { digestOf } from './digest.js';
import { groupMembers } from './json-node.js';
import { JsonTextError, parseJsonText, type JsonNode } from './json-text.js';
import { recordedName } from './names.js';
import type { Definition } from './surface.js';
import { MAX_DEPTH } from '../limits.js';

/**
 * Returns the raw text of each field of definitions by its field digest, so that whoever has a digest finds what it is of. A member
 * that was served several times has a digest of all its values together, and no text of its own.
 * @throws JsonTextError for what is no definition. Source: FORMAT 2.2, 2.4.
 */
export function fieldTexts(definitions: readonly Definition[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { text } of definitions) {
    const node = parseJsonText(text, { maxDepth: MAX_DEPTH });
    for (const value of valuesOf(node)) {
      const raw = text.slice(value.start, value.end);
      texts.set(digestOf(value).digest, raw);
    }
  }
  return texts;
}

/** True where a text is what a field digest is of. */
export function isTextOf(digest: string, text: string): boolean {
  try {
    return digestOf(parseJsonText(text, { maxDepth: MAX_DEPTH })).digest === digest;
  } catch (error) {
    if (error instanceof JsonTextError) return false;
    throw error;
  }
}

function valuesOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind !== 'object') return [node];
  const named = node.members.map((member) => ({ ...member, name: recordedName(member.name) }));
  return [...groupMembers({ ...node, members: named }).values()].flatMap((values) =>
    values.length === 1 ? values : [],
  );
}
