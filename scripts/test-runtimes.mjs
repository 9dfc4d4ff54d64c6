/**
 * Installs the Node releases that end-to-end tests start dist/ with (__tests__/runtimes). Runs before jest.
 * They are no devDependencies of the package: an optional one would reach its users, and a required one is
 * refused on macOS. Where they cannot be had, the tests run under the Node at hand and say so.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../__tests__/runtimes/', import.meta.url));
const { optionalDependencies } = JSON.parse(readFileSync(`${directory}package.json`, 'utf8'));
const wanted = Object.entries(optionalDependencies)
  .filter(([name]) => name.endsWith(`-${process.platform}-${process.arch}`))
  .map(([name, version]) => `${name}@${version.slice(version.lastIndexOf('@') + 1)}`);

function installed() {
  try {
    return readdirSync(`${directory}node_modules`).flatMap((name) => {
      if (!name.startsWith('node-')) return [];
      const { version } = JSON.parse(
        readFileSync(`${directory}node_modules/${name}/package.json`, 'utf8'),
      );
      return [`${name}@${version}`];
    });
  } catch {
    return [];
  }
}

const missing = () => wanted.filter((each) => !installed().includes(each));
if (missing().length > 0) {
  console.log(`Installing for tests: ${missing().join(', ')}`);
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Options of the npm that started this script, such as --prefix, are not for this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:config_(?:local_)?prefix|package)/.test(name),
    ),
  );
  spawnSync('npm', words, { cwd: directory, stdio: 'inherit', env });
}
const absent = wanted.length === 0 ? ['Node 24 and 22 for this platform'] : missing();
if (absent.length > 0) {
  console.warn(
    `NOT TESTED UNDER: ${absent.join(', ')}. Tests of dist/ run under ${process.version}.`,
  );
}
