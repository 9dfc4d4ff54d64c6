/** The servers that `npm run bench` reads, and how often. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './checkout.mjs';

const list =
  (tools, pageSize = tools, startMs = 0) =>
  (word = 'plain') =>
    `node list-server.mjs ${tools} ${pageSize} ${startMs} ${word}`;
const real =
  (path, rest = '') =>
  () =>
    `node node_modules/${path}${rest}`;

/** `rounds` in a full run; `kind` groups the goals: small, real, slow or large. */
export const CASES = [
  { name: 'three tools', kind: 'small', command: list(3), rounds: 15, tools: 3 },
  {
    name: 'server-everything',
    kind: 'real',
    command: real('@modelcontextprotocol/server-everything/dist/index.js'),
    rounds: 7,
  },
  {
    name: 'server-memory',
    kind: 'real',
    command: real('@modelcontextprotocol/server-memory/dist/index.js'),
    rounds: 7,
  },
  {
    name: 'server-filesystem',
    kind: 'real',
    command: real('server-filesystem-2026/dist/index.js', ' .'),
    rounds: 7,
  },
  { name: '100 tools', kind: 'large', command: list(100), rounds: 9, tools: 100 },
  { name: '1,000 tools', kind: 'large', command: list(1_000), rounds: 7, tools: 1_000 },
  { name: '10,000 tools', kind: 'large', command: list(10_000), rounds: 3, tools: 10_000 },
  { name: '50,000 tools', kind: 'large', command: list(50_000, 10_000), rounds: 3, tools: 50_000 },
  { name: '1,000 tools on 20 pages', kind: 'large', command: list(1_000, 50), rounds: 5 },
  { name: '1,000 tools on 200 pages', kind: 'large', command: list(1_000, 5), rounds: 5 },
  { name: 'three tools after 3 s', kind: 'slow', command: list(3, 3, 3_000), rounds: 3 },
];

/** All of a package and of what it needs, as an installation in the checkout has it. */
export function install(place, names) {
  const todo = [...names];
  const done = new Set();
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    const from = join(ROOT, 'node_modules', name);
    if (done.has(name) || !existsSync(from)) continue;
    done.add(name);
    cpSync(from, join(place.checkout, 'node_modules', name), { recursive: true });
    const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    todo.push(...Object.keys(dependencies));
  }
}
