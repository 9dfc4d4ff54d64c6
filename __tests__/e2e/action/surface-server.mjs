// An MCP server over stdio that says what `surface.json` beside it holds. Where that file names a `probe`,
// the server writes there, as it starts, what it was given: its environment, arguments and directory.
import { spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** In one step: two readers may start this server at the same time. */
function probe(value) {
  const fresh = `${surface.probe}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(value));
  renameSync(fresh, surface.probe);
}

const surface = JSON.parse(readFileSync(new URL('surface.json', import.meta.url), 'utf8'));
if (surface.probe !== undefined) {
  const { env, argv, pid } = process;
  try {
    probe({ env, argv, pid, cwd: process.cwd() });
  } catch {
    // In the sandbox there is no such place, and that is as it should be.
  }
}
if (surface.stderr !== undefined) process.stderr.write(surface.stderr);
if (surface.stdout !== undefined) process.stdout.write(surface.stdout);
if (surface.exitCode !== undefined) process.exit(surface.exitCode);

// A server that does not end when its input does, and that has a child.
if (surface.lingers === true) {
  setInterval(() => undefined, 60_000);
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 60_000)']);
  probe({ child: child.pid, pid: process.pid });
}
// A tool that is named after the value of a variable.
if (surface.echo !== undefined) surface.tools.push({ name: process.env[surface.echo] });

let calls = 0;
/** With `varies`, no two lists are the same, and the server says that lists change. */
const listed = () => {
  calls += 1;
  return surface.varies === true ? [...tools, { name: `call_${calls}` }] : tools;
};

const { tools, prompts, resources, resourceTemplates, instructions, errors = {} } = surface;
const offered = { tools, prompts, resources: resources ?? resourceTemplates };
const capabilities = Object.fromEntries(
  Object.keys(offered)
    .filter((name) => offered[name] !== undefined)
    .map((name) => [name, surface.varies === true ? { listChanged: true } : {}]),
);
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities,
    serverInfo: surface.serverInfo ?? { name: 'fixture', version: '1.0.0' },
    instructions,
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: listed() }),
  'prompts/list': () => ({ prompts }),
  'resources/list': () => ({ resources: resources ?? [] }),
  'resources/templates/list': () => ({ resourceTemplates: resourceTemplates ?? [] }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const answer = Object.hasOwn(errors, method)
    ? { error: errors[method] }
    : Object.hasOwn(answers, method)
      ? { result: answers[method](params) }
      : { error: { code: -32601, message: 'Method not found' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});
