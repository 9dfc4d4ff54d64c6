/** The page of `npm run bench`: tables, and each goal with what was measured for it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { nodeOf, ROOT } from './checkout.mjs';

const MIB = 1024 * 1024;

function quantile(values, at) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * at;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

const of = (runs, member = 'ms') => runs.map((run) => run[member]);
const median = (runs, member) => quantile(of(runs, member), 0.5);
const number = (value, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** `123 (120–130)`: median, and the quartiles. */
function spread(runs, member, scale = 1) {
  const [q1, q2, q3] = [0.25, 0.5, 0.75].map((at) =>
    number(quantile(of(runs, member), at) * scale),
  );
  return `${q2} (${q1}–${q3})`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, at) => (at === 0 ? '---' : '---:'))),
    ...rows.map(line),
  ].join('\n');
}

export function renderBenchmarks({ cases, starts, all }) {
  const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  const version = (name) =>
    JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;
  const node = execFileSync(nodeOf(24), ['--version'], { encoding: 'utf8' }).trim();
  const [cpu] = cpus();
  const wall = cases.map(({ name, runs: { floor, open, check, drift } }) => [
    name,
    ...[floor, open, check, drift].map((runs) => spread(runs)),
  ]);
  const more = cases.map(({ name, rounds, runs: { floors, mark, action } }) => [
    name,
    ...[floors, mark, action].map((runs) => spread(runs)),
    number(rounds),
  ]);
  const space = cases.map(({ name, runs: { check, drift, mark }, baselineBytes, listBytes }) => [
    name,
    spread(check, 'cpuMs'),
    ...[check, drift, mark].map((runs) => number(Math.max(...of(runs, 'maxRssKiB')) / 1024)),
    listBytes === undefined ? '–' : number(listBytes),
    number(baselineBytes),
  ]);
  return `# Benchmarks

Written by \`npm run bench\` and not by hand. Commit ${commit}, Node ${node}, Linux ${release().split('-')[0]}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${number(totalmem() / MIB / 1024)} GiB of
memory; server-everything ${version('@modelcontextprotocol/server-everything')}, server-memory ${version('@modelcontextprotocol/server-memory')}, server-filesystem ${version('server-filesystem-2026')}. Each number is of a whole process, from its start to its end: the median, and in
brackets the quartiles. Runs of all kinds take turns, so that what else the machine does meets all of them alike.

- *floor*: a reader of thirty lines (\`scripts/measure/raw-reader.mjs\`) that starts the server, shakes hands, reads every page and stops. It digests nothing.
- *open*: \`check\` without isolation, where the server says what the baseline records.
- *check*: \`check\` as users run it, in the box. *drift*: the same where one digest differs, so that the server is read by both readers.
- *two floors*: two of those readers at once. *mark*: \`mark\`, which reads by two readers. *action*: the Action as a step of a job, matching.

## Milliseconds

${table(['server', 'floor', 'open', 'check', 'drift'], wall)}

${table(['server', 'two floors', 'mark', 'action', 'rounds'], more)}

## Processor and memory

Processor time and peak memory are those of our own process, without the server.

${table(['server', 'processor, check (ms)', 'peak, check (MiB)', 'peak, drift (MiB)', 'peak, mark (MiB)', 'text of the lists (bytes)', 'baseline (bytes)'], space)}

5,000 tools that all changed: ${spread(all.runs)} ms, summary of the Action ${number(all.summaryBytes)} bytes.

## Goals

${table(['goal', 'measured', ''], goals({ cases, starts, all }))}

## Where the time goes

A check of server-everything, from the start of our process: some 100 ms until the server is started (Node, our modules, a few questions to git, the box), the server's own start of some 400 ms, in
which the SDK is loaded (250 ms of processor time, on the same two processors), 120 ms for two walks of all lists with 50 ms of silence between, since the server declares that its lists may change, 300 ms
because it does not leave when its stdin closes (\`END_GRACE_MS\`), and 100 ms to digest, compare and end. The floor kills its server at once and asks every list once. A server that leaves by itself saves the 300 ms.

For long lists digesting decides: a third of the processor time is the scanner and both canonical forms, a quarter SHA-256 over some ten values of each tool, the rest the baseline's own text, which is twice the list's. The cost of a
tool falls with their number, as the code is compiled meanwhile. Peak memory is mostly what V8 leaves uncollected on a machine with much of it; what is needed is less, and a test holds a list of 50,000 smaller tools below 512 MiB.
`;
}

/** What the project promises itself, each with its measure. */
function goals({ cases, starts, all }) {
  const rows = [];
  const row = (goal, measured, isMet) => rows.push([goal, measured, isMet ? 'met' : '**missed**']);
  const slow = cases.filter(({ kind, runs }) => kind !== 'large' && median(runs.floor) > 400);
  for (const { name, runs } of slow) {
    const most = 1.1 * median(runs.floor) + 150;
    row(
      `${name}: check at most 1.10 × floor + 150 ms`,
      `${number(median(runs.check))} of ${number(most)} ms`,
      median(runs.check) <= most,
    );
  }
  for (const { name, runs } of cases.filter(({ kind }) => kind === 'small')) {
    const above = median(runs.check) - median(runs.floor);
    row(`${name}: check at most 350 ms above the floor`, `${number(above)} ms`, above <= 350);
  }
  if (starts !== undefined)
    row('one start of the server for a check that matches', number(starts), starts === 1);
  for (const { name, runs } of slow) {
    const ratio = median(runs.mark) / median(runs.floors);
    row(`${name}: mark at most 1.2 × two floors`, `${number(ratio, 2)} ×`, ratio <= 1.2);
  }
  const [least] = cases;
  const each = cases
    .filter(({ name, tools }) => tools !== undefined && tools > 3 && !name.includes('pages'))
    .map(({ tools, runs }) => ({
      tools,
      us: (1000 * (median(runs.check, 'cpuMs') - median(least.runs.check, 'cpuMs'))) / (tools - 3),
    }));
  if (each.length > 0) {
    const costs = each.map(({ us }) => us);
    const ratio = Math.max(...costs) / Math.min(...costs);
    row(
      'processor time for each tool above three flat within 1.3 ×, from 100 to 50,000',
      `${each.map(({ tools, us }) => `${number(tools)}: ${number(us)} µs`).join(', ')}; ${number(ratio, 2)} ×`,
      ratio <= 1.3,
    );
  }
  for (const { name, kind, tools = 0, runs, listBytes } of cases) {
    const peak = Math.max(...of(runs.check, 'maxRssKiB')) * 1024;
    if (kind === 'small' || kind === 'real')
      row(`${name}: peak memory of a check below 90 MB`, `${number(peak / 1e6)} MB`, peak < 90e6);
    else if (tools >= 10_000)
      row(
        `${name}: peak memory of a check below 6 × the text of its lists`,
        `${number(peak / listBytes, 1)} ×`,
        peak < 6 * listBytes,
      );
  }
  const took = median(all.runs);
  row('5,000 changed tools in 2 s', `${number(took)} ms`, took < 2_000);
  row('their summary below 1 MiB', `${number(all.summaryBytes)} bytes`, all.summaryBytes < MIB);
  return rows;
}
