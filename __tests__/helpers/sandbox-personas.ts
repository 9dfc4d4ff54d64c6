import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { POISONED_ENVIRONMENT } from './never-arrives.js';
import type { DriverJob, DriverOutcome } from './sandbox-job.js';
import { NO_NAMESPACES, NO_UNPRIVILEGED_NAMESPACES } from './restricted-machine.js';

/** A machine and a user as which the sandbox is tried, and the mechanism that has to be chosen there. */
export interface Persona {
  readonly name: 'root' | 'user' | 'sudo' | 'container' | 'root without namespaces';
  readonly mechanism: 'namespaces' | 'sudo' | 'seccomp';
  /** Why it cannot be tried where this suite runs. */
  readonly missing: string | undefined;
}

const USER = 'wmsuite';
const isRoot = process.getuid?.() === 0;

/** True when a command ends well. */
function works(...words: readonly string[]): boolean {
  const [program = 'false', ...args] = words;
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const NO_ROOT = isRoot ? undefined : 'the suite does not run as root';
const AS_NOBODY = isRoot
  ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
  : [];
const UNSHARE = ['unshare', '--user', '--net', '--mount', '--pid', '--fork', '--', 'true'];
const refuses = (...words: readonly string[]): string | undefined =>
  works(...words) ? undefined : 'this machine refuses namespaces to it';
const NO_SUDO = works('sudo', '-V')
  ? undefined
  : 'sudo is not installed (scripts/ci-setup.sh installs it)';
const NO_LANDLOCK = works('perl', '-e', 'exit(syscall(444, 0, 0, 1) < 1)')
  ? undefined
  : 'this kernel has no Landlock';

/**
 * The personas. Those that need another user or a restricted machine need root; what cannot be tried
 * is said on the terminal and shows as a test named so.
 */
export const PERSONAS: readonly Persona[] = [
  { name: 'root', mechanism: 'namespaces', missing: NO_ROOT ?? refuses(...UNSHARE) },
  { name: 'user', mechanism: 'namespaces', missing: refuses(...AS_NOBODY, ...UNSHARE) },
  { name: 'sudo', mechanism: 'sudo', missing: NO_ROOT ?? NO_SUDO ?? refuses(...UNSHARE) },
  { name: 'container', mechanism: 'seccomp', missing: NO_LANDLOCK },
  { name: 'root without namespaces', mechanism: 'seccomp', missing: NO_ROOT ?? NO_LANDLOCK },
];

/** A laboratory: a directory that every persona can read, with the driver and a checkout of each. */
export interface Laboratory {
  readonly directory: string;
  /** A fresh checkout that belongs to the persona. */
  checkout(persona: Persona, files: Readonly<Record<string, string>>): string;
  run(persona: Persona, job: DriverJob): Promise<DriverOutcome>;
  /** The same, as a process of which nothing is awaited. */
  spawn(persona: Persona, job: DriverJob): ChildProcess;
  /** The persona's home, which the sandbox has to hide. */
  home(persona: Persona): string;
  remove(): void;
}

/**
 * A descriptor that the reader is started with, and that a server must not inherit. Node itself closes
 * inherited ones from 3 up to the first gap behind 15, so it lies behind such a gap.
 */
const LEAKED = 40;

/** Builds the driver and makes the user. */
export async function openLaboratory(): Promise<Laboratory> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'wm-lab-')));
  chmodSync(directory, 0o755);
  const driver = join(directory, 'driver.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('sandbox-driver.ts', import.meta.url))],
    outfile: driver,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  writeFileSync(join(directory, 'container.pl'), NO_NAMESPACES);
  writeFileSync(join(directory, 'ubuntu.pl'), NO_UNPRIVILEGED_NAMESPACES);
  // Copied, since the directory of the node that runs the tests may be closed to others.
  const node = join(directory, 'toolchain', 'bin', 'node');
  mkdirSync(dirname(node), { recursive: true });
  cpSync(process.execPath, node);
  const [uid, gid] = isRoot ? makeUser() : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const owner = (persona: Persona): readonly [number, number] =>
    persona.name.startsWith('root') ? [0, 0] : [uid, gid];
  const places = new Map<string, string>();
  const homeOf = (persona: Persona): string => {
    const known = places.get(persona.name);
    if (known !== undefined) return known;
    const home = join(directory, `home-${slug(persona)}`);
    mkdirSync(home, { mode: 0o750 });
    writeFileSync(join(home, 'secret'), 'a secret of the reader\n');
    giveTo(home, owner(persona));
    places.set(persona.name, home);
    return home;
  };
  let count = 0;
  const start = (persona: Persona, job: DriverJob): ChildProcess => {
    const file = join(directory, `job-${(count += 1)}.json`);
    writeFileSync(file, JSON.stringify(job));
    const words = [...wrapper(persona, directory, uid, gid), node, driver, file];
    const [program = node, ...args] = words;
    const leaked = openSync('/etc/hostname', 'r');
    const child = spawn(program, args, {
      cwd: '/',
      env: {
        ...POISONED_ENVIRONMENT,
        HOME: homeOf(persona),
        PATH: `${dirname(node)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      },
      stdio: ['ignore', 'pipe', 'pipe', ...Array<'ignore'>(LEAKED - 3).fill('ignore'), leaked],
    });
    closeSync(leaked);
    return child;
  };
  return {
    directory,
    home: homeOf,
    checkout(persona, files) {
      const root = mkdtempSync(join(directory, `checkout-${slug(persona)}-`));
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        writeFileSync(join(root, name), text, { mode: name.startsWith('bin/') ? 0o755 : 0o644 });
      }
      giveTo(root, owner(persona));
      return root;
    },
    spawn: start,
    run: (persona, job) =>
      new Promise((resolve, reject) => {
        const child = start(persona, job);
        let [out, err] = ['', ''];
        child.stdout?.on('data', (chunk) => (out += String(chunk)));
        child.stderr?.on('data', (chunk) => (err += String(chunk)));
        child.on('close', () => {
          try {
            resolve(JSON.parse(out) as DriverOutcome);
          } catch {
            reject(new Error(`the driver said ${JSON.stringify(out)} and ${JSON.stringify(err)}`));
          }
        });
      }),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** The words in front of the driver that make it run as the persona. */
function wrapper({ name }: Persona, directory: string, uid: number, gid: number): string[] {
  const ids = [String(uid), String(gid)];
  switch (name) {
    case 'root':
    case 'root without namespaces':
      return [];
    case 'user':
      return isRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'] : [];
    case 'sudo':
      return ['perl', join(directory, 'ubuntu.pl'), ...ids];
    case 'container':
      return ['perl', join(directory, 'container.pl'), ...(isRoot ? ids : ['0', '0'])];
  }
}

const slug = ({ name }: Persona): string => name.replaceAll(' ', '-');

function giveTo(path: string, [uid, gid]: readonly [number, number]): void {
  if (!isRoot) return;
  execFileSync('chown', ['-R', `${uid}:${gid}`, path]);
  chownSync(path, uid, gid);
}

/**
 * An ordinary user who may use sudo without a password; stays for the next run. `use_pty` is sudo's default
 * from 1.9.14 on, hosted machines have it, and it passes stdio through a process of its own.
 */
function makeUser(): readonly [number, number] {
  const id = (option: string): number =>
    Number(execFileSync('id', [option, USER], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    id('-u');
  } catch {
    execFileSync('useradd', ['--no-create-home', '--shell', '/bin/sh', USER]);
  }
  if (NO_SUDO === undefined)
    writeFileSync(
      `/etc/sudoers.d/${USER}`,
      `${USER} ALL=(ALL) NOPASSWD: ALL\nDefaults:${USER} use_pty\n`,
      { mode: 0o440 },
    );
  return [id('-u'), id('-g')];
}
