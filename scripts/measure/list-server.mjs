/**
 * A server of many tools for measuring, without an SDK: `node list-server.mjs TOOLS PAGE_SIZE START_MS WORD`. Each tool takes some 600 bytes; WORD
 * stands in every description.
 */
import { createInterface } from 'node:readline';

const [tools, pageSize, startMs, word] = process.argv.slice(2);
const count = Number(tools);
const size = Number(pageSize);

function tool(index) {
  const text = (what) => ({
    type: 'string',
    description: `The ${what} that tool ${index} works on.`,
  });
  return {
    name: `tool_${index}`,
    description: `Does the ${index}th of many things, ${word}. It reads what it is given, checks it and says what it found.`,
    inputSchema: {
      type: 'object',
      properties: {
        path: text('path'),
        query: text('query'),
        limit: { type: 'integer', minimum: 1 },
      },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

function page(cursor) {
  const from = cursor === undefined ? 0 : Number(cursor);
  const until = Math.min(count, from + size);
  return {
    tools: Array.from({ length: until - from }, (_, at) => tool(from + at)),
    ...(until < count ? { nextCursor: String(until) } : {}),
  };
}

const info = { name: 'list-server', version: '1.0.0' };
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: info,
  }),
  'tools/list': ({ cursor } = {}) => page(cursor),
  ping: () => ({}),
};

setTimeout(() => {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const answer = Object.hasOwn(answers, method) ? answers[method](params) : undefined;
    const rest =
      answer === undefined
        ? { error: { code: -32601, message: 'no such method' } }
        : { result: answer };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...rest })}\n`);
  });
}, Number(startMs));
