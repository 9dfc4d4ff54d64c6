/**
 * `npm run sbom [FILE]`: writes a bill of materials (CycloneDX 1.5, JSON) of what dist/ holds: the packages of which code
 * is in the bundle, as npm describes them from package-lock.json. Without FILE to stdout. The same
 * commit gives the same bytes: no time and no random number is in it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, bundledPackages } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { name, version, description, license, devDependencies } = readJson('package.json');

const { metafile } = await bundle('dist', { write: false });
const packages = await bundledPackages(metafile);
const wanted = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]));

/** What npm says of a package that depends on what is bundled and on nothing else, with our lock file. */
function describedByNpm() {
  const dependencies = Object.fromEntries(
    Object.entries(devDependencies).filter(([each]) => packages.some((one) => one.name === each)),
  );
  const own = { name, version, description, license, dependencies };
  const lock = readJson('package-lock.json');
  const directory = mkdtempSync(join(tmpdir(), 'witnessmark-sbom-'));
  try {
    writeFileSync(join(directory, 'package.json'), JSON.stringify(own));
    writeFileSync(
      join(directory, 'package-lock.json'),
      JSON.stringify({ ...lock, packages: { ...lock.packages, '': own } }),
    );
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    const options = { cwd: directory, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
    return JSON.parse(execFileSync('npm', words, options));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const whole = describedByNpm();
const byReference = new Map(whole.components.map((component) => [component['bom-ref'], component]));
const own = `${name}@${version}`;
const components = [...wanted].map(([reference, { licence }]) => {
  const component = byReference.get(reference);
  if (component?.hashes === undefined) throw new Error(`not in package-lock.json: ${reference}`);
  // npm calls it a dependency of development; what is bundled is part of what is shipped.
  const shipped = { scope: 'required', properties: [], licenses: [{ license: { id: licence } }] };
  return { ...component, ...shipped };
});
const dependencies = whole.dependencies
  .filter(({ ref }) => ref === own || wanted.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => wanted.has(on)) }));

const document = {
  ...whole,
  serialNumber: undefined,
  metadata: {
    ...whole.metadata,
    timestamp: undefined,
    lifecycles: [{ phase: 'build' }],
    component: { ...whole.metadata.component, type: 'application', name },
  },
  components,
  dependencies,
};
const text = `${JSON.stringify(document, undefined, 2)}\n`;
const file = process.argv[2];
if (file === undefined) process.stdout.write(text);
else writeFileSync(file, text);
