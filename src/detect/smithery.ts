import type { Findings } from './declaration.js';

/**
 * Says what `smithery.yaml` is good for: how it starts a server stands there in JavaScript or in Smithery's own
 * tooling, and neither is evaluated.
 */
export function parseSmithery(text: string): Findings {
  const remark = /^\s*commandFunction\s*:/m.test(text)
    ? 'smithery.yaml says in JavaScript how to start the server, and that is not evaluated'
    : 'smithery.yaml names no command';
  return { declarations: [], remarks: [remark] };
}
