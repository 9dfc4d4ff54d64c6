/**
 * `npm run bench`: digests a list of 10,000 tools (about 20 MB), and says how long that took and how much
 * memory it held at its peak. No limits: speed is looked at, not tested.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const directory = await mkdtemp(join(tmpdir(), 'witnessmark-bench-'));

async function load(source) {
  const outfile = join(directory, `${source.replaceAll('/', '-')}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

/** A tool of about 2 kB, different for each index. */
function tool(index) {
  const properties = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `parameter_${at}`,
      {
        type: at % 2 === 0 ? 'string' : 'integer',
        description: `What parameter ${at} of tool ${index} is for, in one sentence.`,
        default: at,
      },
    ]),
  );
  return {
    name: `tool_${index}`,
    description: `Does the ${index}th of many things. `.repeat(16),
    inputSchema: { type: 'object', properties, required: ['parameter_0'] },
  };
}

try {
  const { parseJsonText } = await load('src/core/json-text.ts');
  const { itemsOf, surfaceDigest } = await load('src/core/item.ts');
  const text = JSON.stringify({ tools: Array.from({ length: 10_000 }, (_, index) => tool(index)) });
  global.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sample = () => (peak = Math.max(peak, process.memoryUsage().rss));
  const started = performance.now();
  const page = parseJsonText(text, { maxDepth: 514, buildDepth: 2 });
  const scanned = performance.now();
  sample();
  const definitions = page.members[0].value.items.map(({ start, end }) => ({
    kind: 'tool',
    text: text.slice(start, end),
  }));
  const items = itemsOf(definitions);
  sample();
  surfaceDigest(items);
  const done = performance.now();
  sample();
  const megabytes = (bytes) => (bytes / 1024 / 1024).toFixed(0);
  console.log(`${items.length} tools, ${megabytes(text.length)} MB of text`);
  console.log(
    `scan ${(scanned - started).toFixed(0)} ms, digest ${(done - scanned).toFixed(0)} ms`,
  );
  console.log(
    `memory at most ${megabytes(peak - before)} MB above the text (${((peak - before) / text.length).toFixed(1)} times it)`,
  );
} finally {
  await rm(directory, { recursive: true, force: true });
}
