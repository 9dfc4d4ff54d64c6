/**
 * Measures what each mechanism of the sandbox adds to a read: the time from the request to the first byte
 * of a server that answers at once, beside the same without isolation. `node scripts/bench-sandbox.mjs [rounds]`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const rounds = Number(process.argv[2] ?? 20);
const directory = await mkdtemp(join(tmpdir(), 'witnessmark-bench-'));
const source = (name) => fileURLToPath(new URL(`../src/sandbox/${name}.ts`, import.meta.url));

async function load() {
  const outfile = join(directory, 'sandbox.mjs');
  const lines = ['open', 'identity', 'environment', 'mechanism'].map(
    (name) => `export * from ${JSON.stringify(source(name))};`,
  );
  await build({
    stdin: { contents: lines.join('\n'), resolveDir: directory },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  return import(pathToFileURL(outfile).href);
}

async function once(sandbox, forbidMechanisms, isolation) {
  const { openSandbox, STANDARD_READER: identity, serverEnvironment } = sandbox;
  const [hostPath, hostHome] = [process.env.PATH ?? '', process.env.HOME ?? '/root'];
  const began = performance.now();
  const box = await openSandbox({
    isolation,
    checkout,
    workingDirectory: checkout,
    identity,
    command: 'sh',
    args: [],
    hostPath,
    hostHome,
    forbidMechanisms,
  });
  const server = await box.start({
    command: 'sh',
    args: ['-c', 'echo up; exec cat'],
    workingDirectory: checkout,
    env: serverEnvironment({ identity, declared: [], command: 'sh', hostPath, hostHome }),
  });
  await new Promise((resolve) => server.stdout.once('data', resolve));
  const up = performance.now() - began;
  await server.end();
  await box.close();
  return { up, whole: performance.now() - began };
}

const checkout = join(directory, 'checkout');
await mkdir(checkout);
await writeFile(join(checkout, 'a.txt'), 'a');
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const format = (value) => `${value.toFixed(0).padStart(5)} ms`;
try {
  const sandbox = await load();
  const results = new Map();
  for (const mechanism of ['none', ...sandbox.MECHANISMS]) {
    const forbid = sandbox.MECHANISMS.filter((each) => each !== mechanism);
    const measured = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        measured.push(await once(sandbox, forbid, mechanism === 'none' ? 'none' : 'required'));
      }
      results.set(mechanism, measured);
    } catch (error) {
      console.log(`${mechanism.padEnd(10)} not available: ${error.message}`);
    }
  }
  const plain = results.get('none');
  for (const [mechanism, measured] of results) {
    const up = median(measured.map((each) => each.up));
    const whole = median(measured.map((each) => each.whole));
    const added = whole - median(plain.map((each) => each.whole));
    console.log(
      `${mechanism.padEnd(10)} first byte ${format(up)}   start to end ${format(whole)}   added ${format(added)}`,
    );
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
