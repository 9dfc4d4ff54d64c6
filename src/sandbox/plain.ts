import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReaderIdentity } from './identity.js';
import type { LaunchRequest, ProcessExit, Sandbox, ServerProcess } from './sandbox.js';
import { END_GRACE_MS, KILL_WAIT_MS } from '../limits.js';
import { WitnessmarkError } from '../errors.js';
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
    start: startPlainProcess,
  };
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
    child.once('error', (error) => reject(startError(error)));
  });
  const killOnExit = (): void => killGroup(child);
  process.once('exit', killOnExit);
  let ending: Promise<void> | undefined;
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
async function endProcess(child: Child, exited: Promise<ProcessExit>): Promise<void> {
  // Looked for while their parents live: who detaches from the group keeps its parent until then.
  const strays = descendantsOf(child.pid);
  child.stdin.end();
  await settledWithin(exited, END_GRACE_MS);
  strays.push(...descendantsOf(child.pid));
  killGroup(child);
  killAll(strays);
  await settledWithin(exited, KILL_WAIT_MS);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
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

function startError(error: Error & { readonly code?: string }): WitnessmarkError {
  if (error.code === 'ENOENT') {
    return new WitnessmarkError(
      'command-not-found',
      'start: the command was not found',
      'Is it installed, and built? A path is relative to the working directory; --working-directory sets it.',
      { cause: error },
    );
  }
  return new WitnessmarkError(
    'command-not-executable',
    `start: the command cannot be executed (${error.code ?? error.name})`,
    'Give the interpreter, for example "node server.js", or make the file executable: chmod +x FILE',
    { cause: error },
  );
}
