import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { WitnessmarkError } from '../errors.js';
import { END_GRACE_MS, KILL_WAIT_MS } from '../limits.js';
import type { ReaderIdentity } from './identity.js';
import { PLAIN_LAYOUT } from './mechanism.js';
import type { LaunchRequest, ProcessExit, Sandbox, ServerProcess } from './sandbox.js';

/** The sandbox that isolates nothing: `isolation: none`, recorded as `network: full`. */
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
 * Starts a server as an ordinary process in a group of its own.
 * @throws WitnessmarkError `command-not-found`, `command-not-executable`.
 */
export async function startPlainProcess(request: LaunchRequest): Promise<ServerProcess> {
  const { command, args, workingDirectory, env } = request;
  const marker = randomUUID();
  const child = spawn(command, [...args], {
    cwd: workingDirectory,
    detached: true,
    env: Object.fromEntries([...env, [MARKER, marker]]),
    stdio: 'pipe',
  });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error: NodeJS.ErrnoException) => reject(startFailure(command, error)));
  });
  const group = child.pid ?? 0;
  const strays = (): number[] => markedProcesses(marker);
  let ended: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    child.stdin.end();
    await Promise.race([exited, pause(END_GRACE_MS)]);
    for (let round = 0; round < 20; round += 1) {
      const targets = [-group, ...strays()];
      const alive = targets.filter((pid) => kill(pid)).length > 0;
      if (!alive) break;
      await pause(10);
    }
    await Promise.race([exited, pause(KILL_WAIT_MS)]);
  };
  const { stdin, stdout, stderr } = child;
  return { stdin, stdout, stderr, exited, end: () => (ended ??= end()) };
}

/** A variable that every descendant inherits, however it detaches itself, unless it clears its environment. */
const MARKER = 'WITNESSMARK_PROCESS';

/** Processes of this machine that carry the marker; none where there is no /proc. */
function markedProcesses(marker: string): number[] {
  const wanted = `${MARKER}=${marker}`;
  return processIds().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(wanted);
    } catch {
      // Ended meanwhile, or another user's.
      return false;
    }
  });
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** True when there was something to kill. */
function kill(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function startFailure(command: string, error: NodeJS.ErrnoException): WitnessmarkError {
  if (error.code === 'EACCES' || error.code === 'ENOEXEC') {
    return new WitnessmarkError(
      'command-not-executable',
      `${command} is not executable`,
      `Run: chmod +x ${command}`,
      { cause: error },
    );
  }
  return new WitnessmarkError(
    'command-not-found',
    `${command} could not be started: it was not found`,
    'Check the spelling, install it, or give a path relative to the working directory.',
    { cause: error },
  );
}
