/**
 * Bundles src/ into dist/ (ESM, Node 22 and up), with the licences of what is bundled. `--verify` builds into a
 * temporary folder and fails when the committed dist/ is not byte for byte what the sources give.
 */
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, bundledPackages, renderLicenses } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

async function fill(outdir) {
  const { metafile } = await bundle(outdir);
  await writeFile(join(outdir, 'package.json'), '{ "type": "module" }\n');
  await writeFile(join(outdir, 'licenses.txt'), renderLicenses(await bundledPackages(metafile)));
}

async function listFiles(dir, prefix = '') {
  const names = [];
  for (const entry of await readdir(join(dir, prefix), { withFileTypes: true }).catch(() => [])) {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) names.push(...(await listFiles(dir, name)));
    else names.push(name);
  }
  return names.sort();
}

const dist = join(root, 'dist');
if (process.argv.includes('--verify')) {
  const fresh = await mkdtemp(join(tmpdir(), 'witnessmark-dist-'));
  try {
    await fill(fresh);
    const [wanted, found] = [await listFiles(fresh), await listFiles(dist)];
    const problems = [
      ...wanted.filter((name) => !found.includes(name)).map((name) => `missing: dist/${name}`),
      ...found.filter((name) => !wanted.includes(name)).map((name) => `left over: dist/${name}`),
    ];
    for (const name of wanted.filter((each) => found.includes(each))) {
      const [a, b] = [await readFile(join(fresh, name)), await readFile(join(dist, name))];
      if (!a.equals(b)) problems.push(`differs: dist/${name}`);
    }
    if (problems.length > 0) {
      console.error(`dist/ is not what src/ gives; run: npm run build\n${problems.join('\n')}`);
      process.exitCode = 1;
    } else {
      console.log(`dist/ is what src/ gives (${wanted.length} files)`);
    }
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
} else {
  // Built beside and moved into place: a build that fails leaves the last good one.
  const fresh = join(root, '.cache', `dist-${process.pid}`);
  await fill(fresh);
  await rm(dist, { recursive: true, force: true });
  await rename(fresh, dist);
}
