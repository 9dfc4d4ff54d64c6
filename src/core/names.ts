import { exactForm } from './canonical.js';
import { sha256Hex } from './digest.js';
import { hasInvisible } from './invisible.js';
import { stringNode } from './json-node.js';
import { MAX_NAME_LENGTH } from '../limits.js';

const STAND_IN = /^#[0-9a-f]{16}$/;

/**
 * Returns a name as it is recorded: itself, or `#` and 16 hex digits of its digest when it is longer than
 * 256 UTF-16 code units, holds an invisible character, or could be mistaken for such a stand-in.
 * Source: FORMAT 3.2.
 */
export function recordedName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH && !hasInvisible(name) && !STAND_IN.test(name)) return name;
  return `#${sha256Hex(exactForm(stringNode(name)), 16)}`;
}

/** One reference token of a JSON pointer. Source: RFC 6901 section 3. */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The reverse of `pointerToken`. */
export function unescapePointerToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
