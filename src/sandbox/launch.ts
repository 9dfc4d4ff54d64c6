import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

import { WitnessmarkError } from '../errors.js';
import {
  END_GRACE_MS,
  KILL_WAIT_MS,
  MAX_LAUNCHER_STDERR_BYTES,
  SANDBOX_READY_TIMEOUT_MS,
} from '../limits.js';
import { encodeFrame, encodePairs, type Pairs, readFrame } from './frames.js';
import { LAUNCHER_BOOTSTRAP, LAUNCHER_SOURCE } from './launcher/source.js';
import type { Mechanism } from './mechanism.js';
import { observedEnd } from './observed-end.js';
import type { ProcessExit, ServerEnd, ServerProcess } from './sandbox.js';
import { commandNotExecutable, commandNotFound, type StartPlace } from './start-problems.js';

type Launcher = ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };

/** Why a mechanism did not give what it promises; text for the user, about this machine. */
export class MechanismFailure extends Error {}

/** What to run in a prepared box. Paths are those of the inside. */
export interface GoRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly env: ReadonlyMap<string, string>;
}

/** An isolated process whose canary has passed and that waits to be told what to become. */
export interface PreparedBox {
  /** What the canary found; empty unless a test let it pass. */
  readonly problems: readonly string[];
  /** What the user should know of this machine. */
  readonly notes: readonly string[];
  /** @throws WitnessmarkError `command-not-found`, `command-not-executable`, `bad-working-directory`. */
  start(go: GoRequest): Promise<ServerProcess>;
  /** Ends it unused. */
  discard(): Promise<void>;
  readonly alive: boolean;
}

/**
 * Starts the launcher with a plan, lets its canary run, and returns the box in which it waits.
 * @throws MechanismFailure with the reason, once nothing of the launcher is left.
 */
export async function prepareBox(mechanism: Mechanism | 'none', plan: Pairs): Promise<PreparedBox> {
  const place = mechanism === 'none' ? 'plain' : 'box';
  const launcher = spawnLauncher(mechanism);
  const exited = new Promise<ProcessExit>((resolve) => {
    launcher.once('exit', (code, signal) => resolve({ code, signal }));
    launcher.once('error', () => resolve({ code: null, signal: null }));
  });
  const failed = once(launcher, 'error').then(
    ([error]) => error as Error,
    () => undefined,
  );
  const echo = echoBytes();
  launcher.stdin.write(`${Buffer.byteLength(LAUNCHER_SOURCE)}\n${LAUNCHER_SOURCE}`);
  launcher.stdin.write(encodePairs(plan));
  launcher.stdin.write(encodeFrame(echo));
  const timer = setTimeout(() => {
    launcher.stdin.destroy();
    launcher.kill('SIGKILL');
    launcher.stdout.destroy();
  }, SANDBOX_READY_TIMEOUT_MS);
  try {
    const answer = (await readFrame(launcher.stdout))?.toString().split('\0');
    if (answer?.[0] === 'fail') throw new MechanismFailure(reasonOf(answer));
    if (answer?.[0] !== 'ready') throw new MechanismFailure(await silentReason(launcher, failed));
    const echoed = await readFrame(launcher.stdout);
    if (echoed?.equals(echo) !== true) {
      throw new MechanismFailure('stdio: the bytes of the canary came back changed');
    }
    return preparedBox(launcher, place, exited, answer.slice(1));
  } catch (error) {
    await endLauncher(launcher, exited);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function spawnLauncher(mechanism: Mechanism | 'none'): Launcher {
  const perl = ['/usr/bin/perl', '/bin/perl', '/usr/local/bin/perl'].find(existsSync) ?? 'perl';
  const words = [perl, '-e', LAUNCHER_BOOTSTRAP];
  const [program = perl, ...args] = mechanism === 'sudo' ? ['sudo', '-n', '--', ...words] : words;
  const launcher = spawn(program, args, {
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin' },
    stdio: 'pipe',
  });
  // An early end of the launcher shows as a missing frame, not as a failed write.
  launcher.stdin.on('error', () => undefined);
  return launcher;
}

/** Every byte value and some chance: stdio that changes, splits or swallows one would show. */
function echoBytes(): Buffer {
  return Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, i) => i)), randomBytes(32)]);
}

function reasonOf([, kind, text]: readonly string[]): string {
  return kind === 'canary'
    ? `the canary failed: ${(text ?? '').replaceAll('\n', '; ')}`
    : (text ?? 'no reason given');
}

/** What sudo, perl or the system said when the launcher never spoke. */
async function silentReason(
  launcher: Launcher,
  failed: Promise<Error | undefined>,
): Promise<string> {
  const chunks: Buffer[] = [];
  launcher.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const error = await Promise.race([failed, once(launcher, 'close').then(() => undefined)]);
  if (error !== undefined) return `it could not be started (${error.message})`;
  const text = Buffer.concat(chunks).subarray(-MAX_LAUNCHER_STDERR_BYTES).toString().trim();
  return text === '' ? 'the launcher ended without an answer' : text.replace(/\s+/g, ' ');
}

function preparedBox(
  launcher: Launcher,
  place: StartPlace,
  exited: Promise<ProcessExit>,
  findings: readonly string[],
): PreparedBox {
  // A box that waits must not keep the program that made it alive.
  holdOpen(launcher, false);
  return {
    problems: findings.filter((each) => !each.startsWith(NOTE)),
    notes: findings.filter((each) => each.startsWith(NOTE)).map((each) => each.slice(NOTE.length)),
    get alive() {
      return launcher.exitCode === null && launcher.signalCode === null;
    },
    discard: () => endLauncher(launcher, exited),
    async start(go) {
      holdOpen(launcher, true);
      launcher.stdin.write(
        encodePairs([
          ['command', go.command],
          ['directory', go.directory],
          ...go.args.map((each): [string, string] => ['args', each]),
          ...[...go.env].map(([name, value]): [string, string] => ['env', `${name}=${value}`]),
        ]),
      );
      const answer = (await readFrame(launcher.stdout))?.toString().split('\0');
      if (answer?.[0] !== 'started') {
        await endLauncher(launcher, exited);
        throw startFailure(go, place, answer);
      }
      const { stdin, stdout, stderr } = launcher;
      let ended: ProcessExit | undefined;
      void exited.then((exit) => (ended = exit));
      let ending: Promise<ServerEnd> | undefined;
      const end = (): Promise<ServerEnd> =>
        (ending ??= observedEnd(launcher.pid, async () => {
          await endLauncher(launcher, exited);
          return ended;
        }));
      return { stdin, stdout, stderr, exited, end };
    },
  };
}

/** Marks what the canary says without holding it against the box. */
const NOTE = 'note: ';

function startFailure(
  go: GoRequest,
  place: StartPlace,
  answer: readonly string[] | undefined,
): WitnessmarkError {
  const [, kind, text] = answer ?? [];
  switch (kind) {
    case 'command-not-found':
      return commandNotFound(go.command, place, 'linux');
    case 'command-not-executable':
      return commandNotExecutable(go.command, place, 'linux', text ?? 'no reason given');
    case 'bad-working-directory':
      return new WitnessmarkError(
        'bad-working-directory',
        `start: the working directory cannot be entered${place === 'box' ? ' inside the sandbox' : ''}: ${text ?? ''}`,
        'Give a directory of the checkout.',
      );
    case undefined:
    default:
      return new WitnessmarkError(
        'isolation-unavailable',
        'start: the launcher ended before it could start the server',
        'Run it again; if it happens again, report it.',
      );
  }
}

/** Whether the launcher and its pipes keep our event loop running. */
function holdOpen(launcher: Launcher, hold: boolean): void {
  for (const each of [launcher, launcher.stdin, launcher.stdout, launcher.stderr]) {
    const handle = each as { ref?: () => void; unref?: () => void };
    if (hold) handle.ref?.();
    else handle.unref?.();
  }
}

/** Closes stdin, which the guard answers by ending everything inside; insists where it does not. */
async function endLauncher(launcher: Launcher, exited: Promise<ProcessExit>): Promise<void> {
  holdOpen(launcher, true);
  if (launcher.stdin.writableLength > 0) launcher.stdin.destroy();
  else launcher.stdin.end();
  if (!(await within(exited, END_GRACE_MS + KILL_WAIT_MS))) {
    launcher.kill('SIGKILL');
    await within(exited, KILL_WAIT_MS);
  }
  for (const stream of [launcher.stdin, launcher.stdout, launcher.stderr]) stream.destroy();
}

/** True when the promise settles in time. */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return done;
}
