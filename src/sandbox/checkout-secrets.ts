import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { CHECKOUT_WALK_TIMEOUT_MS, GIT_TIMEOUT_MS, MAX_CHECKOUT_LISTING_BYTES } from '../limits.js';

const run = promisify(execFile);

/** Names of a checkout that a server must not see, relative to it. */
export interface CheckoutSecrets {
  /** Every `.git`, directory or file: a checkout leaves a token in its configuration. */
  readonly git: readonly string[];
  /** `.env*` files that are not tracked: a developer's or a job's own secrets. */
  readonly untrackedEnv: readonly string[];
}

/**
 * Lists them by walking the checkout; symbolic links are not followed. Where git cannot say what is
 * tracked, every `.env*` file counts as untracked; `trackedNames` says it for a tree that is no checkout of git.
 * Source: SANDBOX, "nothing of ours is visible" and "fixed place".
 */
export async function readCheckoutSecrets(
  checkout: string,
  trackedNames?: readonly string[],
): Promise<CheckoutSecrets> {
  const listed = await walk(checkout);
  const git = listed.filter((name) => name === '.git' || name.endsWith('/.git'));
  const env = listed.filter((name) => !git.includes(name));
  if (env.length === 0) return { git, untrackedEnv: [] };
  const tracked =
    trackedNames === undefined ? await readTracked(checkout, env) : new Set(trackedNames);
  return { git, untrackedEnv: env.filter((name) => !tracked.has(name)) };
}

/** One run of find: it asks the file system for names only, where Node would open every directory twice. */
async function walk(checkout: string): Promise<string[]> {
  const wanted = [
    '-name',
    '.git',
    '-prune',
    '-print0',
    '-o',
    '-name',
    '.env*',
    '!',
    '-type',
    'd',
    '-print0',
  ];
  try {
    const { stdout } = await run('find', ['.', ...wanted], {
      cwd: checkout,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      maxBuffer: MAX_CHECKOUT_LISTING_BYTES,
      timeout: CHECKOUT_WALK_TIMEOUT_MS,
    });
    return split(stdout).map((name) => name.slice(2));
  } catch (error) {
    // A directory that we may not list cannot be listed by a server either; anything else is a failure.
    const { code, stdout } = error as { code?: unknown; stdout?: unknown };
    if (code === 1 && typeof stdout === 'string') return split(stdout).map((name) => name.slice(2));
    throw error;
  }
}

const split = (text: string): string[] => text.split('\0').filter((each) => each !== '');

/** The tracked ones among the names. A hostile `.git` can lie here; then its own file stays visible. */
async function readTracked(checkout: string, names: readonly string[]): Promise<Set<string>> {
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
  try {
    const { stdout } = await run(
      'git',
      [...safe, 'ls-files', '-z', '--', ...names.map((n) => `:(literal)${n}`)],
      {
        cwd: checkout,
        env: GIT_ENVIRONMENT,
        maxBuffer: MAX_CHECKOUT_LISTING_BYTES,
        timeout: GIT_TIMEOUT_MS,
      },
    );
    return new Set(split(stdout));
  } catch {
    return new Set();
  }
}

/** Nothing of ours, and nothing that a hostile repository could use. Source: SANDBOX, "Found the hard way". */
const GIT_ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ALLOW_PROTOCOL: 'none',
};
