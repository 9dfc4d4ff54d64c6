import { membersNamed, memberValue } from '../core/json-node.js';
import { JsonTextError, parseJsonText, type JsonNode } from '../core/json-text.js';
import { ENVELOPE_DEPTH, MAX_DEPTH } from '../limits.js';

/** One line of a server as a JSON-RPC message; raw text stands where definitions may be. */
export type Envelope =
  | { readonly kind: 'result'; readonly id: number; readonly resultText: string }
  | { readonly kind: 'error'; readonly id: number; readonly code: number }
  | { readonly kind: 'request'; readonly method: string; readonly text: string }
  | { readonly kind: 'notification'; readonly method: string; readonly text: string }
  /** Several messages in one array: the texts of each. */
  | { readonly kind: 'batch'; readonly texts: readonly string[] }
  /** Not a JSON-RPC 2.0 message, or none that could be meant for us. */
  | { readonly kind: 'noise'; readonly isAnswer?: true }
  | { readonly kind: 'too-deep' }
  /** Two clients would read two different messages. */
  | { readonly kind: 'ambiguous' };

/** Message, its result or params, and the list in it are built; definitions are only checked. */
const BUILD_DEPTH = 2;
const MEMBERS: readonly string[] = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/**
 * Returns what one line is. A look-alike (no `jsonrpc`, an id of another type) is noise and never an
 * answer. Source: JSON-RPC 2.0 sections 4 to 6, field cases B05, E05, E09.
 */
export function parseEnvelope(text: string): Envelope {
  let node: JsonNode;
  try {
    node = parseJsonText(text, { maxDepth: MAX_DEPTH + ENVELOPE_DEPTH, buildDepth: BUILD_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return {
      kind: error.reason === 'too-deep' && text.trimStart().startsWith('{') ? 'too-deep' : 'noise',
    };
  }
  if (node.kind === 'array') {
    return { kind: 'batch', texts: node.items.map(({ start, end }) => text.slice(start, end)) };
  }
  return node.kind === 'object' ? parseMessage(node, text) : { kind: 'noise' };
}

function parseMessage(node: JsonNode, text: string): Envelope {
  const version = memberValue(node, 'jsonrpc');
  if (version?.kind !== 'string' || version.value !== '2.0') return { kind: 'noise' };
  if (MEMBERS.some((name) => membersNamed(node, name).length > 1)) return { kind: 'ambiguous' };
  const method = memberValue(node, 'method');
  const [result, error] = [memberValue(node, 'result'), memberValue(node, 'error')];
  if (method?.kind === 'string') {
    if (result !== undefined || error !== undefined) return { kind: 'ambiguous' };
    const kind = memberValue(node, 'id') === undefined ? 'notification' : 'request';
    return { kind, method: method.value, text };
  }
  const id = integerId(memberValue(node, 'id'));
  if (id === undefined) {
    const isAnswer = result !== undefined || error !== undefined;
    return isAnswer ? { kind: 'noise', isAnswer } : { kind: 'noise' };
  }
  if (result !== undefined && error !== undefined) return { kind: 'ambiguous' };
  if (result !== undefined)
    return { kind: 'result', id, resultText: text.slice(result.start, result.end) };
  const code = error === undefined ? undefined : memberValue(error, 'code');
  if (error === undefined) return { kind: 'noise' };
  return { kind: 'error', id, code: code?.kind === 'number' ? Number(code.text) : 0 };
}

/** Our ids are integers; a string that spells one is another id. */
function integerId(node: JsonNode | undefined): number | undefined {
  return node?.kind === 'number' && /^\d{1,15}$/.test(node.text) ? Number(node.text) : undefined;
}
