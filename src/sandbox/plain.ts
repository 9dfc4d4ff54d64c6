import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReaderIdentity } from './identity.js';
import { MechanismFailure, prepareBox, type PreparedBox } from './launch.js';
import type { LaunchRequest, ProcessExit, Sandbox, ServerEnd, ServerProcess } from './sandbox.js';
import { commandNotExecutable, commandNotFound } from './start-problems.js';
import { END_GRACE_MS, KILL_WAIT_MS, SANDBOX_LIFETIME_SECONDS } from '../limits.js';
import type { WitnessmarkError } from '../errors.js';
import { descendantsOf, killAll } from './descendants.js';
import { PLAIN_LAYOUT } from './mechanism.js';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Returns the sandbox that is none: the exact environment, and whatever else the machine shows. */
export function plainSandbox(identity: ReaderIdentity): Sandbox {
  return {
    layout: PLAIN_LAYOUT,
    mechanism: 'none',
    network: 'full',
    home: identity.home,
    start: async (request) => {
      const guarded = await prepareGuarded();
      if (guarded === undefined) return startPlainProcess(request);
      return guarded.start({ ...request, directory: request.workingDirectory });
    },
  };
}

/**
 * The launcher without any restriction: its guard inherits what a server detaches, and ends it, also when this
 * program is killed. Undefined where it does not work; a process group then has to do.
 */
async function prepareGuarded(): Promise<PreparedBox | undefined> {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return undefined;
  try {
    return await prepareBox('none', [
      ['arch', process.arch],
      ['layout', PLAIN_LAYOUT],
      ['lifetime-seconds', String(SANDBOX_LIFETIME_SECONDS)],
      ['grace-ms', String(END_GRACE_MS)],
    ]);
  } catch (error) {
    if (error instanceof MechanismFailure) return undefined;
    throw error;
  }
}

/**
 * Starts a process in a process group of its own, with nothing but the given environment and no shell.
 * @throws WitnessmarkError `command-not-found`, `command-not-executable`.
 */
export async function startPlainProcess(request: LaunchRequest): Promise<ServerProcess> {
  const child = spawn(request.command, request.args, {
    cwd: request.workingDirectory,
    env: Object.fromEntries(request.env),
    detached: true,
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Registered before anything is awaited: a process may end within the same turn.
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  // Writing to a server that has gone shows as its exit, which carries more than EPIPE does.
  child.stdin.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(startError(request.command, error)));
  });
  const killOnExit = (): void => killGroup(child);
  process.once('exit', killOnExit);
  let ending: Promise<ServerEnd> | undefined;
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    end: () =>
      (ending ??= endProcess(child, exited).finally(() => process.off('exit', killOnExit))),
  };
}

/** A grandchild may hold our pipes open for ever: what is waited for is the exit, not the end of file. */
async function endProcess(child: Child, exited: Promise<ProcessExit>): Promise<ServerEnd> {
  // Looked for while their parents live: who detaches from the group keeps its parent until then.
  const strays = descendantsOf(child.pid);
  child.stdin.end();
  await settledWithin(exited, END_GRACE_MS);
  strays.push(...descendantsOf(child.pid));
  killGroup(child);
  killAll(strays);
  await settledWithin(exited, KILL_WAIT_MS);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  // Elsewhere than on Linux nothing tells who idles, and where the guard does not work nobody looks.
  return { stayed: false, others: 0 };
}

async function settledWithin(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([promise, timeout]);
  timer.abort();
}

function killGroup(child: Child): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing is left of the group; where there are no groups (Windows) the process itself is ended.
    child.kill('SIGKILL');
  }
}

function startError(command: string, error: Error & { readonly code?: string }): WitnessmarkError {
  return error.code === 'ENOENT'
    ? commandNotFound(command, 'plain', process.platform, error)
    : commandNotExecutable(command, 'plain', process.platform, error.code ?? error.name, error);
}
