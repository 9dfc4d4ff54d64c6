/** The floor: starts a server, shakes hands, reads every page of every list that it has, ends it. `node raw-reader.mjs COMMAND ARGS`. */
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
const waiting = new Map();
let chunks = [];
server.stdout.on('data', (chunk) => {
  chunks.push(chunk);
  if (!chunk.includes(10)) return;
  const lines = Buffer.concat(chunks).toString('utf8').split('\n');
  chunks = [Buffer.from(lines.pop())];
  for (const line of lines) {
    const { id, result, method } = JSON.parse(line);
    if (method === undefined) waiting.get(id)?.(result);
    else if (id !== undefined) send({ id, result: method === 'roots/list' ? { roots: [] } : {} });
  }
});
const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let last = 0;
const ask = (method, params) =>
  new Promise((resolve) => {
    waiting.set((last += 1), resolve);
    send({ id: last, method, params });
  });
const clientInfo = { name: 'raw', version: '1' };
const capabilities = { roots: {}, sampling: {}, elicitation: {} };
const { capabilities: has } = await ask('initialize', {
  protocolVersion: '2025-11-25',
  capabilities,
  clientInfo,
});
send({ method: 'notifications/initialized' });
const lists = {
  tools: ['tools/list'],
  prompts: ['prompts/list'],
  resources: ['resources/list', 'resources/templates/list'],
};
for (const [kind, methods] of Object.entries(lists))
  for (const method of has[kind] === undefined ? [] : methods) {
    let cursor;
    do ({ nextCursor: cursor } = (await ask(method, cursor === undefined ? {} : { cursor })) ?? {});
    while (cursor !== undefined);
  }
server.kill('SIGKILL');
