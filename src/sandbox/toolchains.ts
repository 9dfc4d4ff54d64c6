import {
  accessSync,
  constants,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  closeSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Where the reader looks for programs. */
export interface ProgramSearch {
  readonly command: string;
  /** Absolute; a command with a slash is relative to it. */
  readonly workingDirectory: string;
  readonly hostPath: string;
}

/** One path that a program is made of. */
export interface ProgramPath {
  readonly path: string;
  /** True where a file of the checkout, which may be a stranger's, leads there: a link, or the first line of a script. */
  readonly isLedTo: boolean;
}

/**
 * Every path that a program is made of: as named, each link on the way, the file, its interpreters. Only what ends at
 * an executable file is one: else the first line of a script could name any file of this machine.
 */
export function programPaths(search: ProgramSearch & { readonly checkout: string }): ProgramPath[] {
  const paths = new Map<string, boolean>();
  let isLedTo = false;
  let next = findProgram(search);
  // A script's interpreter may be a script, or `env` with a name: four steps are more than anyone uses.
  for (let step = 0; next !== undefined && step < 4; step += 1) {
    if (!isFile(next) || !isExecutable(next)) break;
    for (const path of linkChain(next)) {
      if (!paths.has(path)) paths.set(path, isLedTo);
      isLedTo ||= isBelow(path, search.checkout);
    }
    const [interpreter, name] = interpreterOf(next);
    if (interpreter === undefined) break;
    const isEnv = basename(interpreter) === 'env' && name !== undefined;
    next = isEnv
      ? findProgram({ ...search, command: name })
      : resolve(search.workingDirectory, interpreter);
  }
  return [...paths].map(([path, ledTo]) => ({ path, isLedTo: ledTo }));
}

/** True for a directory itself and everything below it. */
export function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`);
}

/** The file that a command names on this machine, or undefined. */
function findProgram({ command, workingDirectory, hostPath }: ProgramSearch): string | undefined {
  if (command.includes('/')) {
    const path = resolve(workingDirectory, command);
    return isFile(path) ? path : undefined;
  }
  return hostPath
    .split(':')
    .filter((entry) => entry.startsWith('/'))
    .map((entry) => join(entry, command))
    .find((path) => isFile(path) && isExecutable(path));
}

/** The path, what each symbolic link on the way points to, and where it ends. */
function linkChain(path: string): string[] {
  const chain = [path];
  for (let at = path; chain.length < 16 && isLink(at);) {
    at = resolve(dirname(at), readlinkSync(at));
    chain.push(at);
  }
  try {
    chain.push(realpathSync(path));
  } catch {
    // A dangling link: the launcher will say that the program is not there.
  }
  return chain;
}

/** The words of a script's first line after `#!`, the interpreter as the kernel reads it; without the options of `env`. */
function interpreterOf(path: string): string[] {
  const head = Buffer.alloc(256);
  let length: number;
  try {
    const file = openSync(path, 'r');
    try {
      length = readSync(file, head, 0, head.length, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return [];
  }
  const line = head.subarray(0, length).toString('latin1').split('\n', 1)[0] ?? '';
  if (!line.startsWith('#!')) return [];
  const [interpreter = '', ...words] = line
    .slice(2)
    .split(/[ \t]+/)
    .filter((word) => word !== '');
  return interpreter === '' ? [] : [interpreter, ...words.filter((word) => !word.startsWith('-'))];
}

/**
 * The directory of a toolchain that a program belongs to: the parent of its `bin`, else its own
 * directory, and never one that holds the home, a hidden place or more than one toolchain. Where the checkout leads to
 * a program that lies in no `bin`, it is the program alone: nobody has said that it is a toolchain.
 */
export function toolchainRoot(
  { path: program, isLedTo }: ProgramPath,
  hostHome: string,
  hidden: readonly string[],
): string {
  const own = dirname(program);
  const isInBin = ['bin', 'sbin', 'libexec'].includes(basename(own));
  if (isLedTo && !isInBin) return program;
  const candidates = isInBin ? [dirname(own), own] : [own];
  return candidates.find((each) => isNarrow(each, hostHome, hidden)) ?? program;
}

function isNarrow(directory: string, hostHome: string, hidden: readonly string[]): boolean {
  // `/home`, `/var`, `/etc` and the like are never one toolchain.
  if (directory.split('/').length < 3) return false;
  if ([hostHome, ...hidden].some((each) => each === directory || each.startsWith(`${directory}/`)))
    return false;
  // `~/.cargo`, `~/.local`: credentials lie beside the programs.
  return !(dirname(directory) === hostHome && basename(directory).startsWith('.'));
}

/** What cannot be looked at is as good as absent: a server of the same user could not start it either. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
