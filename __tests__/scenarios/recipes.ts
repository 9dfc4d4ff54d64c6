import type { Recipe } from '../helpers/workshop.js';

/** `t1` to `tN`, with texts that no output may hold. */
export function toolsNamed(count: number): readonly Readonly<Record<string, unknown>>[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `t${index + 1}`,
    description: `LEAK description ${index + 1}`,
    inputSchema: { type: 'object', properties: { path: { type: 'string', title: 'LEAK' } } },
  }));
}

export const SEVEN = toolsNamed(7);
export const THREE = toolsNamed(3);
/** A server that nothing is wrong with. */
export const PLAIN: Recipe = { tools: THREE };

/** A tool that differs from a plain one by what is given. */
export function toolWith(members: Readonly<Record<string, unknown>>): Recipe {
  return { tools: [{ ...THREE[0], ...members }, THREE[1], THREE[2]] };
}

/** Steps before the answer to a method. */
export function before(method: string, steps: readonly object[], rest: Recipe = PLAIN): Recipe {
  return { ...rest, on: { [method]: steps } };
}

/** What JSON-RPC calls an error, as one line. */
export function errorLine(code: number, id = '@ID@'): string {
  return `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"LEAK message","data":"LEAK data"}}\n`;
}
