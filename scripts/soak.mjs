/**
 * `npm run soak [-- CHECKS]`: checks a mix of good and broken servers CHECKS times in a row (500), three in five of them
 * in this one process, the others through dist/cli.js and dist/action.js, and counts what is left: processes, kernel
 * namespaces, mounts, descriptors, timers and listeners, temporary files, memory. Ends with 1 where anything is, or
 * where a server got another verdict than it should.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { census, isAlone, leftInTheEnd } from './measure/census.mjs';
import { ROOT, makePlace, outputOf, runActionProcess, runCliProcess } from './measure/checkout.mjs';

const CHECKS = Number(process.argv[2] ?? 500);

const tool = (name, more = {}) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  ...more,
});
const THREE = [tool('read'), tool('write'), tool('list')];
const FIFTY = Array.from({ length: 50 }, (_, index) => tool(`tool_${index}`));
const silent = { 'tools/list': [{ silent: true }] };
const IMPATIENT = ['--timeout', '1'];

/** Each server, how it is checked, and the exit code. `marked` is what its baseline was written from. */
const MIX = [
  { name: 'plain', recipe: { tools: THREE }, code: 0 },
  {
    name: 'drift',
    recipe: { tools: [tool('read', { title: 'x' })] },
    marked: { tools: THREE },
    code: 1,
  },
  {
    name: 'ends-at-start',
    recipe: { on: { start: [{ exit: 3 }] } },
    marked: { tools: THREE },
    code: 3,
  },
  {
    name: 'leaves-a-child',
    recipe: {
      tools: THREE,
      on: { start: [{ grandchild: '/tmp/child', detached: true, orphan: true }] },
    },
    code: 0,
  },
  { name: 'over-http', http: true, recipe: { tools: THREE }, code: 0 },
  {
    name: 'never-the-same',
    recipe: { tools: THREE, on: { 'tools/list': [{ randomText: 'tools' }] } },
    marked: { tools: THREE },
    code: 5,
  },
  {
    name: 'pages',
    recipe: { tools: FIFTY, pageSize: 5, capabilities: { tools: { listChanged: true } } },
    code: 0,
  },
  {
    name: 'silent',
    recipe: { tools: THREE, on: silent },
    marked: { tools: THREE },
    words: IMPATIENT,
    code: 3,
  },
  {
    name: 'garbage',
    recipe: {
      tools: THREE,
      lines: { 'tools/list': '{"jsonrpc":"2.0","id":@ID@,"result":{"tools":\n' },
    },
    marked: { tools: THREE },
    words: IMPATIENT,
    code: 3,
  },
  {
    name: 'refuses',
    recipe: { tools: THREE, errors: { initialize: -32600 } },
    marked: { tools: THREE },
    code: 3,
  },
  {
    name: 'open',
    recipe: {
      tools: THREE,
      on: { start: [{ grandchild: '/tmp/witnessmark-soak-child', detached: true, orphan: true }] },
    },
    words: ['--isolation', 'none'],
    code: 0,
  },
  {
    name: 'stays',
    recipe: { tools: THREE, on: { start: [{ ignoreSignals: true }, { stay: true }] } },
    code: 0,
  },
  {
    name: 'noisy',
    recipe: {
      tools: THREE,
      on: { start: [{ write: 'starting\n' }, { stderr: 'noise\n', times: 50_000 }] },
    },
    code: 0,
  },
  {
    name: 'endless',
    recipe: {
      tools: THREE,
      pageSize: 1,
      cursors: { 'tools/list': ['page-2', 'page-3', 'page-2'] },
    },
    marked: { tools: THREE },
    code: 3,
  },
  {
    name: 'killed',
    recipe: { tools: THREE, on: { 'tools/list': [{ signal: 'SIGKILL' }] } },
    marked: { tools: THREE },
    code: 3,
  },
  {
    name: 'hangs-up',
    recipe: { tools: THREE, on: { 'tools/list': [{ closeStdout: true }, { silent: true }] } },
    marked: { tools: THREE },
    words: IMPATIENT,
    code: 3,
  },
  { name: 'nowhere', command: 'no-such-program', marked: { tools: THREE }, code: 3 },
  {
    name: 'http-hangs',
    http: true,
    recipe: { tools: THREE, on: { 'tools/list': { hang: true } } },
    marked: { tools: THREE },
    words: IMPATIENT,
    code: 3,
  },
  {
    name: 'too-deep',
    recipe: { tools: [`{"name":"deep","inputSchema":${'{"a":'.repeat(600)}1${'}'.repeat(600)}}`] },
    marked: { tools: THREE },
    code: 3,
  },
  {
    name: 'floods',
    recipe: { tools: THREE, on: { 'tools/list': [{ flood: 34 * 1024 * 1024 }] } },
    marked: { tools: THREE },
    code: 3,
  },
  { name: 'new', recipe: { tools: THREE }, marked: false, code: 2 },
  { name: 'damaged', recipe: { tools: THREE }, marked: '{"format":"witnessmark/1"}\n', code: 2 },
  { name: 'misused', recipe: { tools: THREE }, words: ['--timeout', 'soon'], code: 64 },
];

const recipeFile = ({ name }) => `${name}.recipe.json`;

/** `--name value` for both doors: words of the command line, and inputs of the step. */
function optionsOf(server) {
  const own = server.command ?? `node ${server.http ? 'http' : 'fake'}.mjs ${recipeFile(server)}`;
  return [
    '--command',
    server.http ? `${own} {port}` : own,
    ...(server.http ? ['--url', 'http://127.0.0.1:{port}/mcp'] : []),
    '--baseline',
    `${server.name}.json`,
    ...(server.words ?? []),
  ];
}

function inputsOf(server) {
  const words = optionsOf(server);
  return Object.fromEntries(
    words.flatMap((word, at) => (at % 2 === 0 ? [[word.slice(2), words[at + 1]]] : [])),
  );
}

/** The command line as a function of this process. */
async function loadProduct(directory) {
  const outfile = join(directory, 'product.mjs');
  await build({
    absWorkingDir: ROOT,
    stdin: {
      contents: `export { runCli } from './src/edge/cli/run-cli.ts';
        export { hostOf, realDependencies } from './src/dependencies.ts';`,
      resolveDir: ROOT,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    define: { __WITNESSMARK_VERSION__: '"0.0.0"' },
    banner: {
      js: "import { createRequire as __c } from 'node:module'; const require = __c(import.meta.url);",
    },
  });
  stop();
  return import(pathToFileURL(outfile).href);
}

async function runHere({ runCli, hostOf, realDependencies }, place, words) {
  let faults = 0;
  const silence = { write: () => true, isTTY: false };
  const host = hostOf({ PATH: process.env.PATH, HOME: place.home }, process);
  const code = await runCli(
    {
      argv: words,
      program: ['witnessmark'],
      currentDirectory: place.checkout,
      stdout: silence,
      stderr: silence,
      eventName: '',
      examples: join(ROOT, 'examples'),
    },
    realDependencies(host, { ci: false, meetStranger: false }, () => (faults += 1)),
  );
  return faults === 0 ? code : `${code} and a fault`;
}

/** Runs one step; what it hands to later steps is taken away, anything else in RUNNER_TEMP stays and is counted. */
async function runStep(place, server) {
  const { code, runner, temp } = await runActionProcess(place, inputsOf(server));
  for (const name of ['record', 'proposed-baseline']) {
    const path = outputOf(runner, name);
    if (path !== '') rmSync(path);
    const directory = dirname(path);
    if (path !== '' && directory !== temp && readdirSync(directory).length === 0)
      rmSync(directory, { recursive: true });
  }
  if (readdirSync(temp).length === 0) rmSync(runner, { recursive: true });
  return code;
}

async function prepare(product, place) {
  for (const name of ['fake.mjs', 'http.mjs']) place.take(name);
  for (const server of MIX) {
    const { name, recipe = {}, marked = recipe } = server;
    if (typeof marked === 'string') place.write(`${name}.json`, marked);
    else if (marked !== false) {
      place.write(recipeFile(server), JSON.stringify(marked));
      const words = optionsOf({
        ...server,
        command: undefined,
        words: server.code === 0 ? server.words : [],
      });
      const code = await runHere(product, place, ['mark', ...words]);
      if (code !== 0) throw new Error(`${name}: mark ended with ${code}`);
    }
    place.write(recipeFile(server), JSON.stringify(recipe));
  }
  place.commit();
}

/** KiB a check by least squares through `[check, KiB]`. */
function slope(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, kib]) => kib))];
  const over = points.reduce((sum, [at, kib]) => sum + (at - x) * (kib - y), 0);
  return over / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}

async function soak() {
  const place = makePlace();
  process.env.TMPDIR = place.temporary;
  const product = await loadProduct(place.base);
  const child = '/tmp/witnessmark-soak-child';
  const wrong = new Map();
  const memory = [];
  const doors = { here: 0, cli: 0, action: 0 };
  try {
    await prepare(product, place);
    const run = async (index) => {
      const server = MIX[index % MIX.length];
      // Servers and doors are both walked in turn; 23 and 5 have no common factor, so that every pair comes up.
      const door = ['here', 'cli', 'here', 'action', 'here'][index % 5];
      doors[door] += 1;
      const words = ['check', ...optionsOf(server)];
      const code =
        door === 'here'
          ? await runHere(product, place, words)
          : door === 'cli'
            ? (await runCliProcess(place, words)).code
            : await runStep(place, server);
      const key = `${server.name} (${door})`;
      if (code !== server.code) wrong.set(key, `${key}: ended with ${code}, not ${server.code}`);
    };
    // Once through everything first: what is loaded or opened once and kept is no leak.
    const warm = Math.min(CHECKS, MIX.length);
    for (const server of MIX.slice(0, warm))
      await runHere(product, place, ['check', ...optionsOf(server)]);
    const directories = [place.base];
    const before = census(directories);
    for (let index = 0; index < CHECKS; index += 1) {
      await run(index);
      if ((index + 1) % MIX.length === 0) {
        global.gc();
        const { rss, heapUsed } = process.memoryUsage();
        memory.push([index + 1, rss / 1024, heapUsed / 1024]);
        console.log(
          `${index + 1} checks, memory ${Math.round(rss / 1048576)} MiB, heap ${(heapUsed / 1048576).toFixed(1)} MiB`,
        );
      }
    }
    const left = await leftInTheEnd(before, directories, 5_000);
    console.log(
      `${CHECKS} checks of ${MIX.length} servers: ${doors.here} in one process, ${doors.cli} by dist/cli.js, ${doors.action} by dist/action.js`,
    );
    for (const [kind, words] of Object.entries(left)) {
      console.log(
        `left behind: ${words.length} ${kind}${words.length === 0 ? '' : `: ${words.slice(0, 10).join(', ')}`}`,
      );
    }
    const late = memory.slice(2);
    let grows = false;
    if (late.length >= 5) {
      const [rss, heap] = [1, 2].map((at) => slope(late.map((point) => [point[0], point[at]])));
      console.log(`memory a check: ${rss.toFixed(1)} KiB resident, ${heap.toFixed(1)} KiB of heap`);
      // A kept reading would be 10 KiB and more a check.
      grows = heap > 2;
    }
    for (const line of wrong.values()) console.log(line);
    const isClean = Object.values(left).every((words) => words.length === 0);
    console.log(isClean && wrong.size === 0 && !grows ? 'nothing left behind' : 'NOT CLEAN');
    if (!isClean || wrong.size > 0 || grows) process.exitCode = 1;
  } finally {
    if (existsSync(child)) rmSync(child);
    place.remove();
  }
}

if (isAlone(['--expose-gc'])) await soak();
