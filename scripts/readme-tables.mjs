/**
 * Holds the tables of README.md against the one table of options, outputs and exit codes, and its count of
 * dependencies against the bundle; `--write` renews them. They stand between comments: inputs, outputs, exit-codes,
 * bundle. Nobody edits them by hand.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundle, bundledPackages } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = `${root}README.md`;

/** What each verdict means to the reader of a README. Source: FORMAT 5. */
const MEANINGS = {
  match: 'The server says exactly what the committed baseline records.',
  drift: 'Something changed and the baseline did not: items and fields are named.',
  unmarked: 'There is no baseline, or it cannot be taken at its word; one is proposed.',
  unreadable: 'The server could not be started, spoken to, or read to the end.',
  incomparable: 'The server was read under other conditions than the baseline records.',
  unstable: 'The server does not agree with itself: its lists never settle.',
  usage: 'An input or option is wrong, or the event is refused; no server was started.',
  internal: 'A fault of witnessmark; please report it.',
};

/** Imports a module of src/ that may be TypeScript, under any Node. */
async function load(entry) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
}

const cell = (text) => text.replaceAll('|', '\\|');
const code = (text) => `\`${cell(text)}\``;
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');

const { OPTION_SPECS, OUTPUTS } = await load('src/app/options.ts');
const { EXIT_CODES } = await load('src/exit-codes.ts');

const { metafile } = await bundle('dist', { write: false });
const packages = await bundledPackages(metafile);
const { devDependencies } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const direct = packages.filter(({ name }) => Object.hasOwn(devDependencies, name));

const tables = {
  bundle:
    `Installing witnessmark installs no other package: \`dist/\` holds all that it needs. ` +
    `It holds code of ${packages.length} packages,\n${direct.length} of them chosen ` +
    `(${direct.map(({ name }) => code(name)).join(', ')}) and ${packages.length - direct.length} that\n` +
    'these need; `dist/licenses.txt` names each with its version and licence.\n',
  inputs: table(
    ['name', 'default', 'what it does'],
    OPTION_SPECS.filter(({ doors }) => doors.includes('action')).map((spec) => [
      code(spec.name),
      spec.default === undefined ? '' : code(spec.default),
      cell(spec.help),
    ]),
  ),
  outputs: table(
    ['name', 'what it holds'],
    OUTPUTS.map(({ name, help }) => [code(name), cell(help)]),
  ),
  'exit-codes': table(
    ['exit code', 'verdict', 'what it means'],
    Object.entries(EXIT_CODES).map(([verdict, exitCode]) => {
      if (!Object.hasOwn(MEANINGS, verdict)) throw new Error(`no meaning for ${verdict}`);
      return [String(exitCode), code(verdict), cell(MEANINGS[verdict])];
    }),
  ),
};

const found = await readFile(path, 'utf8');
let wanted = found;
for (const [name, text] of Object.entries(tables)) {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [wanted.indexOf(start), wanted.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md has no section ${start.trim()} … ${end}`);
  wanted = wanted.slice(0, from + start.length) + text + wanted.slice(to);
}

if (wanted === found) console.log('The tables of README.md are what the option table says.');
else if (process.argv.includes('--write')) await writeFile(path, wanted);
else {
  console.error(
    'README.md differs from the option table; run: node scripts/readme-tables.mjs --write',
  );
  process.exitCode = 1;
}
