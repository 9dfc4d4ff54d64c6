import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../../helpers/workshop.js';

/** Somebody on a machine of their own kind. */
export interface User {
  /** Undefined for the one that runs the tests. */
  readonly uid: number | undefined;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

const isRoot = process.getuid?.() === 0;

/** Why two users cannot be had where the suite runs. */
export const ONE_USER = isRoot ? undefined : 'the suite does not run as root';

/** A place that everybody can read, with the shipped program in it. */
export class Street {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), 'wm-street-')));
  readonly cli = join(this.directory, 'witnessmark', 'dist', 'cli.js');

  constructor() {
    chmodSync(this.directory, 0o755);
    cpSync(join(ROOT, 'dist'), dirname(this.cli), { recursive: true });
  }

  user(name: string, uid: number, env: Readonly<Record<string, string>>): User {
    const home = join(this.directory, name);
    mkdirSync(home, { mode: 0o700 });
    const own = isRoot ? uid : undefined;
    if (own !== undefined) execFileSync('chown', [`${own}:${own}`, home]);
    return { uid: own, home, env };
  }

  /** Runs a command as a user, with the variables of that user and no others. */
  run(
    { uid, home, env }: User,
    directory: string,
    words: readonly string[],
  ): { readonly code: number | null; readonly stdout: string; readonly stderr: string } {
    const [program = '', ...args] = [...asUser(uid), ...words];
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: directory,
      encoding: 'utf8',
      env: { PATH: PATH, HOME: home, ...env },
    });
    return { code: status, stdout, stderr };
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

function asUser(uid: number | undefined): string[] {
  if (uid === undefined) return [];
  return ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--'];
}

/** Starts the shipped program and does not wait for it. */
export function startCli(directory: string, argv: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'dist/cli.js'), ...argv], {
    cwd: directory,
    env: { PATH, HOME: process.env['HOME'] ?? '' },
    stdio: 'ignore',
  });
}
