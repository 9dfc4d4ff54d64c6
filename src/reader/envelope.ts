import { hasVariant, membersNamed, memberValue } from '../core/json-node.js';
import { JsonTextError, parseJsonText, type JsonNode, type JsonObject } from '../core/json-text.js';
import { ENVELOPE_DEPTH, MAX_DEPTH } from '../limits.js';

/** One line of a server as a JSON-RPC message; raw text stands where definitions may be. */
export type Envelope =
  | {
      readonly kind: 'result';
      readonly id: number;
      readonly resultText: string;
      readonly isPlain: boolean;
    }
  | {
      readonly kind: 'error';
      readonly id: number;
      readonly code: number;
      readonly isPlain: boolean;
    }
  | { readonly kind: 'request'; readonly method: string; readonly text: string }
  | { readonly kind: 'notification'; readonly method: string; readonly text: string }
  /** Several messages in one array: the texts of each. */
  | { readonly kind: 'batch'; readonly texts: readonly string[] }
  /** Not a JSON-RPC 2.0 message, or none that could be meant for us. */
  | {
      readonly kind: 'noise';
      readonly isAnswer?: true;
      /** Ids of ours that other clients may take it for an answer to. */
      readonly seemsToAnswer?: readonly number[];
    }
  | { readonly kind: 'too-deep' }
  /** Two clients would read two different messages. */
  | { readonly kind: 'ambiguous' };

/** Message, its result or params, and the list in it are built; definitions are only checked. */
const BUILD_DEPTH = 2;
const MEMBERS: readonly string[] = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];
/** Members of an answer that every client reads alike; some refuse one that has more. */
const ANSWER_MEMBERS: readonly string[] = ['jsonrpc', 'id', 'result', 'error'];

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
    if (error.reason === 'too-deep' && text.trimStart().startsWith('{'))
      return { kind: 'too-deep' };
    return { kind: 'noise', ...seemingAnswers(text) };
  }
  if (node.kind === 'array') {
    return { kind: 'batch', texts: node.items.map(({ start, end }) => text.slice(start, end)) };
  }
  return node.kind === 'object' ? parseMessage(node, text) : { kind: 'noise' };
}

function parseMessage(node: JsonObject, text: string): Envelope {
  const version = memberValue(node, 'jsonrpc');
  if (version?.kind !== 'string' || version.value !== '2.0') {
    return { kind: 'noise', ...lookAlike(node) };
  }
  if (MEMBERS.some((name) => membersNamed(node, name).length > 1 || hasVariant(node, name)))
    return { kind: 'ambiguous' };
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
    return isAnswer ? { kind: 'noise', isAnswer, ...lookAlike(node) } : { kind: 'noise' };
  }
  if (result !== undefined && error !== undefined) return { kind: 'ambiguous' };
  const isPlain = node.members.every(({ name }) => ANSWER_MEMBERS.includes(name));
  if (result !== undefined)
    return { kind: 'result', id, resultText: text.slice(result.start, result.end), isPlain };
  const code = error === undefined ? undefined : memberValue(error, 'code');
  if (error === undefined) return { kind: 'noise' };
  return { kind: 'error', id, code: code?.kind === 'number' ? Number(code.text) : 0, isPlain };
}

/**
 * The id of ours that a look-alike names for a client which is less strict: one that takes `"1"` or `1.0` for 1, or looks
 * at no version.
 */
function lookAlike(node: JsonObject): { readonly seemsToAnswer?: readonly number[] } {
  const isAnswer = ['result', 'error'].some((name) => memberValue(node, name) !== undefined);
  const ids = membersNamed(node, 'id').map(({ value }) =>
    value.kind === 'number'
      ? Number(value.text)
      : value.kind === 'string'
        ? Number(value.value)
        : NaN,
  );
  return isAnswer && ids.length > 0 ? { seemsToAnswer: ids } : {};
}

/** What stands in a line that is no JSON here: other clients read `NaN`, or end a line at a carriage return. */
const LOOSE_ID = /"id"\s*:\s*"?(\d{1,15})(?!\d)/g;
const MAX_LOOSE_IDS = 1_000;

function seemingAnswers(text: string): { readonly seemsToAnswer?: readonly number[] } {
  if (!text.includes('"jsonrpc"') || !/"(?:result|error)"\s*:/.test(text)) return {};
  const ids = new Set<number>();
  for (const [, digits] of text.matchAll(LOOSE_ID)) {
    ids.add(Number(digits));
    if (ids.size > MAX_LOOSE_IDS) break;
  }
  return { seemsToAnswer: [...ids] };
}

/** Our ids are integers; a string that spells one is another id. */
function integerId(node: JsonNode | undefined): number | undefined {
  return node?.kind === 'number' && /^\d{1,15}$/.test(node.text) ? Number(node.text) : undefined;
}
