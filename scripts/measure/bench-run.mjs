/** Runs the cases of `npm run bench` and returns what they took. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  actionEnvironment,
  bareEnvironment,
  ended,
  makePlace,
  nodeOf,
  outputOf,
  ROOT,
} from './checkout.mjs';
import { install } from './bench-cases.mjs';

const READER = join(ROOT, 'scripts/measure/raw-reader.mjs');
const USAGE = join(ROOT, 'scripts/measure/usage.mjs');
const CLI = join(ROOT, 'dist/cli.js');
const ACTION = join(ROOT, 'dist/action.js');
/** On which the Action runs; the command line is measured under the same. */
const NODE = nodeOf(24);

/** Kinds of runs, in the order of a round, with the exit code that each must have. */
export const RUNS = [
  { id: 'floor', code: 0 },
  { id: 'open', code: 0 },
  { id: 'check', code: 0 },
  { id: 'drift', code: 1 },
  { id: 'floors', code: 0 },
  { id: 'mark', code: 0 },
  { id: 'action', code: 0 },
];

/** One program from its start to its end. */
async function timed(words, options) {
  const began = performance.now();
  const run = await ended(NODE, words, options);
  return { ms: performance.now() - began, ...run };
}

export async function measureAll(cases, say) {
  const place = makePlace();
  try {
    place.write('.gitignore', 'node_modules\n');
    place.write(
      'list-server.mjs',
      readFileSync(join(ROOT, 'scripts/measure/list-server.mjs'), 'utf8'),
    );
    place.write('package.json', '{"type":"module"}\n');
    install(place, [
      '@modelcontextprotocol/server-everything',
      '@modelcontextprotocol/server-memory',
      'server-filesystem-2026',
    ]);
    place.commit();
    const results = [];
    for (const each of cases) {
      say(`${each.name}: ${each.rounds} rounds`);
      results.push(await measureCase(place, each));
    }
    return { cases: results, starts: await countStarts(place), all: await measureDrift(place) };
  } finally {
    place.remove();
  }
}

async function measureCase(place, { name, kind, command, rounds, tools }) {
  const server = command();
  const cli = async (verb, ...rest) => {
    const usage = join(place.temporary, 'usage.json');
    rmSync(usage, { force: true });
    const run = await timed(['--import', USAGE, CLI, verb, '--command', server, ...rest], {
      cwd: place.checkout,
      env: { ...bareEnvironment(place), MEASURED_USAGE: usage },
    });
    return { ...run, ...JSON.parse(readFileSync(usage, 'utf8')) };
  };
  const floor = () =>
    timed([READER, ...server.split(' ')], { cwd: place.checkout, env: bareEnvironment(place) });
  // One baseline for each way of reading, and one that drifted by a digit of one digest.
  await cli('mark');
  await cli('mark', '--baseline', 'open.json', '--isolation', 'none');
  const text = place.read('witnessmark.json');
  place.write(
    'drift.json',
    text.replace(
      /("description": "sha256:.*)(.)"/,
      (_, start, end) => `${start}${end === '0' ? '1' : '0'}"`,
    ),
  );
  place.commit();
  const action = () => {
    const { runner, env } = actionEnvironment(place, { command: server });
    return timed([ACTION], { cwd: place.checkout, env: { ...env, MEASURED_RUNNER: runner } });
  };
  const kinds = {
    floor,
    open: () => cli('check', '--baseline', 'open.json', '--isolation', 'none'),
    check: () => cli('check'),
    drift: () => cli('check', '--baseline', 'drift.json'),
    floors: async () => {
      const began = performance.now();
      const both = await Promise.all([floor(), floor()]);
      return { ms: performance.now() - began, code: both.every(({ code }) => code === 0) ? 0 : 1 };
    },
    mark: () => cli('mark'),
    action,
  };
  const found = Object.fromEntries(RUNS.map(({ id }) => [id, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const { id, code } of RUNS) {
      const run = await kinds[id]();
      if (run.code !== code)
        throw new Error(`${name}, ${id}: ended with ${run.code}\n${run.stdout}${run.stderr}`);
      found[id].push(run);
    }
  return {
    name,
    kind,
    tools,
    rounds,
    runs: found,
    baselineBytes: statSync(place.path('witnessmark.json')).size,
    listBytes: await bytesOfLists(place, server),
  };
}

/** Bytes that the server writes: the text of its lists. */
async function bytesOfLists(place, server) {
  if (!server.includes('list-server')) return undefined;
  const [, , tools, pageSize] = server.split(' ');
  const lines = [
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
  ];
  for (let from = 0; from < Number(tools); from += Number(pageSize))
    lines.push(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: from === 0 ? {} : { cursor: String(from) },
      }),
    );
  place.write('requests.jsonl', `${lines.join('\n')}\n`);
  const { stdout } = await ended('sh', ['-c', `${server} < requests.jsonl`], {
    cwd: place.checkout,
    env: bareEnvironment(place),
  });
  rmSync(place.path('requests.jsonl'));
  return Buffer.byteLength(stdout);
}

/** How many processes of the server one matching check starts, as /proc has them. */
async function countStarts(place) {
  if (!existsSync('/proc/self/cmdline')) return undefined;
  const marker = `w${process.pid}`;
  const command = `node list-server.mjs 3 3 300 ${marker}`;
  const check = (verb) =>
    ended(NODE, [CLI, verb, '--command', command, '--baseline', 'starts.json'], {
      cwd: place.checkout,
      env: bareEnvironment(place),
    });
  await check('mark');
  const seen = new Set();
  const look = setInterval(() => {
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid) || seen.has(pid)) continue;
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        if (words[1]?.endsWith('list-server.mjs') && words.includes(marker)) seen.add(pid);
      } catch {
        // It has ended.
      }
    }
  }, 5);
  const { code } = await check('check');
  clearInterval(look);
  if (code !== 0) throw new Error(`the counted check ended with ${code}`);
  return seen.size;
}

/** 5,000 tools of which every one changed: the check, and the summary of the Action. */
async function measureDrift(place) {
  const options = { cwd: place.checkout, env: bareEnvironment(place) };
  // The word stands in the command, which is a condition: a file says it instead.
  place.write(
    'all-server.mjs',
    `process.argv.splice(2, 9, '5000', '5000', '0', (await import('node:fs')).readFileSync('word', 'utf8'));\nawait import('./list-server.mjs');\n`,
  );
  place.write('word', 'plain');
  const server = 'node all-server.mjs';
  await ended(NODE, [CLI, 'mark', '--command', server, '--baseline', 'all.json'], options);
  place.write('word', 'other');
  place.commit();
  const runs = [];
  for (let round = 0; round < 5; round += 1)
    runs.push(await timed([CLI, 'check', '--command', server, '--baseline', 'all.json'], options));
  const { runner, env } = actionEnvironment(place, { command: server, baseline: 'all.json' });
  const action = await timed([ACTION], { cwd: place.checkout, env });
  if (runs.some(({ code }) => code !== 1) || action.code !== 1)
    throw new Error(
      `5,000 changed tools ended with ${runs[0].code} and ${action.code}: ${outputOf(runner, 'verdict')}`,
    );
  return { runs, summaryBytes: statSync(join(runner, 'summary')).size };
}
