/**
 * Installs the Node releases that end-to-end tests start dist/ with (__tests__/runtimes). Runs before jest.
 * They are no devDependencies of the package: an optional one would reach its users, and a required one is
 * refused on macOS. Where they cannot be had, the tests run under the Node at hand and say so.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../__tests__/runtimes', import.meta.url));
const modules = join(directory, 'node_modules');
const manifest = join(directory, 'package.json');
const { optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
const wanted = Object.entries(optionalDependencies)
  .filter(([name]) => name.endsWith(`-${process.platform}-${process.arch}`))
  .map(([name, version]) => ({ name, version: version.slice(version.lastIndexOf('@') + 1) }));

function isInstalled({ name, version }) {
  const place = join(modules, name);
  return (
    existsSync(join(place, 'bin/node')) &&
    JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).version === version
  );
}

/** Into a folder of its own and then into place: two runs at the same time do not disturb each other. */
function install() {
  const fresh = join(directory, '.cache', String(process.pid));
  mkdirSync(fresh, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(directory, name), join(fresh, name));
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // A --prefix of the npm that started this script is not for this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(?:local_)?prefix$/.test(name)),
  );
  const { status } = spawnSync('npm', words, { cwd: fresh, stdio: 'inherit', env });
  if (status === 0 && !wanted.every(isInstalled)) {
    if (existsSync(modules)) renameSync(modules, join(fresh, 'replaced'));
    renameSync(join(fresh, 'node_modules'), modules);
  }
  rmSync(fresh, { recursive: true, force: true });
}

if (!wanted.every(isInstalled)) {
  console.log(`Installing for tests: ${wanted.map(({ name }) => name).join(', ')}`);
  install();
}
const absent = wanted.filter((each) => !isInstalled(each)).map(({ name }) => name);
if (wanted.length === 0)
  absent.push(`Node 20, 22, 24 and 26 on ${process.platform} ${process.arch}`);
if (absent.length > 0) {
  console.warn(`NOT TESTED UNDER ${absent.join(', ')}: dist/ is tested under ${process.version}.`);
}
