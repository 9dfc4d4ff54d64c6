/**
 * `npm run mutation -- [NAMES]`: changes src/core one place at a time and asks the unit tests that import the changed file.
 * Takes names of files without ending (`digest profiles/mtl1`), all of src/core by default, which takes hours. Writes the figures of each
 * file to .cache/mutation/figures.json, where a later run of other files adds its own, and prints all of them. Ends with 1 below 90 %.
 * Stryker has a manifest of its own: some hundred packages that nobody needs to run the tests.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const FLOOR = 90;
const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, '__tests__/mutation');
const cache = join(root, '.cache/mutation');
const core = join(root, 'src/core');
const tests = join(root, '__tests__/unit/core');
const stryker = join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js');
/** Stryker wants Node 22 or later. */
const runtime = join(
  root,
  `__tests__/runtimes/node_modules/node-24-linux-${process.arch}/bin/node`,
);
const node = existsSync(runtime) ? runtime : process.execPath;

if (!existsSync(stryker))
  spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'], {
    cwd: home,
    stdio: 'inherit',
  });

function filesBelow(directory, end) {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(directory, name));
}

/** Names of the modules of src/core that a test file imports, itself or by a file beside it. */
function importsOf(path, seen = new Set()) {
  if (seen.has(path)) return [];
  seen.add(path);
  return [...readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)\.js'/g)].flatMap(([, name]) => {
    const target = join(dirname(path), `${name}.ts`);
    if (target.startsWith(core)) return [relative(core, target).slice(0, -3)];
    return target.startsWith(tests) ? importsOf(target, seen) : [];
  });
}

const testFiles = filesBelow(tests, '.test.ts').filter(
  (path) => !path.endsWith('large-inputs.test.ts'),
);
const importers = new Map();
for (const path of testFiles) {
  const name = relative(tests, path).slice(0, -'.test.ts'.length);
  for (const module of importsOf(path))
    importers.set(module, [...(importers.get(module) ?? []), name]);
}

const all = filesBelow(core, '.ts')
  .map((path) => relative(core, path).slice(0, -3))
  .sort();
const chosen = process.argv.length > 2 ? process.argv.slice(2) : all;
const figuresPath = join(cache, 'figures.json');
mkdirSync(cache, { recursive: true });
const figures = existsSync(figuresPath) ? JSON.parse(readFileSync(figuresPath, 'utf8')) : {};

for (const name of chosen) {
  const own = [
    ...new Set(importers.get(name) ?? testFiles.map((path) => relative(tests, path).slice(0, -8))),
  ];
  const report = join(cache, 'report.json');
  const { status } = spawnSync(
    node,
    [stryker, 'run', '__tests__/mutation/stryker.config.mjs', '--mutate', `src/core/${name}.ts`],
    {
      cwd: root,
      env: { ...process.env, MUTATION_TESTS: own.join(' ') },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (status !== 0 && status !== 1) {
    console.error(`${name}: Stryker ended with ${status}`);
    process.exitCode = 2;
    continue;
  }
  const [file] = Object.values(JSON.parse(readFileSync(report, 'utf8')).files);
  const of = (word) => (file?.mutants ?? []).filter((mutant) => mutant.status === word);
  figures[name] = {
    tests: own.length,
    killed: of('Killed').length,
    timeout: of('Timeout').length,
    survived: of('Survived').length,
    uncovered: of('NoCoverage').length,
    ignored: of('Ignored').length,
    left: [...of('Survived'), ...of('NoCoverage')].map(
      ({ mutatorName, replacement, location: { start } }) =>
        `${start.line}:${start.column} ${mutatorName}: ${replacement ?? ''}`,
    ),
  };
  writeFileSync(figuresPath, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(line(name, figures[name]));
}

function line(name, { killed, timeout, survived, uncovered }) {
  const found = killed + timeout;
  const total = found + survived + uncovered;
  const score = total === 0 ? 100 : (100 * found) / total;
  return `| ${name} | ${killed} | ${timeout} | ${survived} | ${uncovered} | ${score.toFixed(1)} % |`;
}

const sum = { killed: 0, timeout: 0, survived: 0, uncovered: 0 };
for (const each of Object.values(figures))
  for (const word of Object.keys(sum)) sum[word] += each[word];
console.log(
  '\n| file | killed | timeout | survived | not covered | score |\n| --- | --- | --- | --- | --- | --- |',
);
for (const [name, each] of Object.entries(figures)) console.log(line(name, each));
console.log(line(`**all ${Object.keys(figures).length} of ${all.length} files**`, sum));
const found = sum.killed + sum.timeout;
if ((100 * found) / (found + sum.survived + sum.uncovered) < FLOOR) process.exitCode ||= 1;
