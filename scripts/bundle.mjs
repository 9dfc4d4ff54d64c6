/**
 * What is bundled: the options that dist/ is built with, the packages that end up in it, and their licences.
 * scripts/build.mjs, scripts/sbom.mjs, scripts/audit.mjs and scripts/readme-tables.mjs use it; it does nothing by itself.
 */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundled CommonJS packages call `require` for Node's own modules; ESM output has none. */
const banner =
  "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);\n";

/** Bundles src/ (ESM, Node 22 and up) into a folder, or nowhere with `write: false`; returns esbuild's result. */
export async function bundle(outdir, { write = true } = {}) {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return build({
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli.ts', action: 'src/action.ts' },
    outdir,
    write,
    metafile: true,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    chunkNames: 'chunks/[name]-[hash]',
    banner: { js: banner },
    define: { __WITNESSMARK_VERSION__: JSON.stringify(version) },
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'warning',
  });
}

/** The folder of the innermost package that a source file belongs to; undefined for our own sources. */
function packageFolder(path) {
  const parts = path.split('/');
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return undefined;
  const length = parts[at + 1]?.startsWith('@') ? 3 : 2;
  return parts.slice(0, at + length).join('/');
}

const byCodeUnits = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The packages of which at least one byte is in the bundle, sorted by name and version, each once:
 * `{ name, version, licence, texts }`, where texts are its licence and notice files as they are published.
 * Throws where one names no licence or brings no text: nothing is shipped whose terms are unknown.
 */
export async function bundledPackages({ outputs }) {
  const folders = new Set();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = packageFolder(path);
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  const found = new Map();
  for (const folder of folders) {
    const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    const { name, version, license: licence } = manifest;
    const names = (await readdir(join(root, folder))).filter((each) =>
      /^(?:licen[cs]e|copying|notice)\b/i.test(each),
    );
    if (typeof licence !== 'string' || names.length === 0) throw new Error(`no licence: ${folder}`);
    const texts = await Promise.all(
      names.sort(byCodeUnits).map((each) => readFile(join(root, folder, each), 'utf8')),
    );
    found.set(`${name}@${version}`, { name, version, licence, texts });
  }
  return [...found.values()].sort(
    (a, b) => byCodeUnits(a.name, b.name) || byCodeUnits(a.version, b.version),
  );
}

/** dist/licenses.txt: a list, then each package's own words, whole. */
export function renderLicenses(packages) {
  const line = ({ name, version, licence }) => `${name} ${version} (${licence})`;
  const rule = '-'.repeat(78);
  const text = ({ texts }) =>
    texts.map((each) => each.replaceAll('\r\n', '\n').trim()).join('\n\n');
  return [
    `dist/ holds code of these ${packages.length} packages, under their licences:\n`,
    `${packages.map((each) => `  ${line(each)}\n`).join('')}`,
    ...packages.map((each) => `${rule}\n${line(each)}\n\n${text(each)}\n`),
  ].join('\n');
}
