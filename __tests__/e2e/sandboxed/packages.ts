import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../../helpers/workshop.js';

/**
 * Copies installed packages with all that they depend on into a directory, each to the place below its
 * node_modules that it has below ours: a server in a sandbox sees nothing outside its checkout.
 */
export function copyPackages(names: readonly string[], target: string): void {
  const waiting = names.map((name) => packageDirectory(name, ROOT));
  const seen = new Set<string>();
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const from = at;
    cpSync(from, join(target, relative(ROOT, from)), {
      recursive: true,
      dereference: true,
      filter: (path) => path !== join(from, 'node_modules') && !/\.(?:map|d\.[cm]?ts)$/.test(path),
    });
    const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    waiting.push(...Object.keys(dependencies).map((name) => packageDirectory(name, from)));
  }
}

/** Where Node finds a package that is asked for from a directory. */
function packageDirectory(name: string, from: string): string {
  for (let directory = from; directory !== dirname(directory); directory = dirname(directory)) {
    const found = join(directory, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
  }
  throw new Error(`${name} is not installed`);
}
