import { constants } from 'node:fs';
import { cp, lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Place } from './checkout.js';

/** Where npm, pnpm, Yarn and Bun install, from beside the file that says what. */
const FOLDER = 'node_modules';
const LOCKFILES: readonly string[] = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
];

/**
 * Copies `node_modules` of a checkout into a commit that was laid out, of each directory from the working directory up to
 * the root, where the commit asks for the same dependencies: its lockfiles there are byte by byte those of the checkout,
 * or without any the `package.json` is. Returns what was copied, relative to the root; nothing where it is in doubt.
 * A folder that links to absolute places is left, since those are the checkout's and not the commit's.
 */
export async function lendDependencies(from: Place, to: Place): Promise<string[]> {
  if (!(await isRealDirectory(to.workingDirectory))) return [];
  const directories = upwards(relative(from.checkout, from.workingDirectory));
  if (!(await asksForTheSame(from.checkout, to.checkout, directories))) return [];
  const lent: string[] = [];
  for (const directory of directories) {
    const path = join(directory, FOLDER);
    const [source, target] = [join(from.checkout, path), join(to.checkout, path)];
    if (!(await isRealDirectory(source)) || (await lstat(target).catch(() => undefined))) continue;
    if (await linksAway(source)) continue;
    await cp(source, target, {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
    lent.push(path);
  }
  return lent;
}

/** A directory and those above it, the root (an empty text) last. */
function upwards(directory: string): string[] {
  return directory === '' ? [''] : [directory, ...upwards(parentOf(directory))];
}

function parentOf(directory: string): string {
  const parent = dirname(directory);
  return parent === '.' ? '' : parent;
}

async function asksForTheSame(
  left: string,
  right: string,
  directories: readonly string[],
): Promise<boolean> {
  const isSame = async (names: readonly string[]): Promise<boolean | undefined> => {
    let found = false;
    for (const path of directories.flatMap((each) => names.map((name) => join(each, name)))) {
      const [a, b] = await Promise.all([textOf(join(left, path)), textOf(join(right, path))]);
      if (a !== b) return false;
      found ||= a !== undefined;
    }
    return found ? true : undefined;
  };
  return (await isSame(LOCKFILES)) ?? (await isSame(['package.json'])) ?? false;
}

/** The bytes of a regular file, as a text that tells any two apart. */
async function textOf(path: string): Promise<string | undefined> {
  const facts = await lstat(path).catch(() => undefined);
  return facts?.isFile() === true ? readFile(path, 'latin1') : undefined;
}

/** No link, and behind none: what is copied there must not end elsewhere. */
async function isRealDirectory(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => undefined);
  return facts?.isDirectory() === true && (await realpath(path)) === path;
}

/** True where a package is a link to an absolute place, as `npm link` makes them. */
async function linksAway(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink() && isAbsolute(await readlink(path))) return true;
    if (entry.isDirectory() && entry.name.startsWith('@') && (await linksAway(path))) return true;
  }
  return false;
}
