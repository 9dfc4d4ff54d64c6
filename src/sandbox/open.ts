import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { WitnessmarkError } from '../errors.js';
import { boxWorkshop } from './box-plan.js';
import { MechanismFailure, prepareBox, type PreparedBox } from './launch.js';
import { layoutOf, type Mechanism, MECHANISMS } from './mechanism.js';
import { netWorkshop } from './net-plan.js';
import { plainSandbox } from './plain.js';
import type { OpenSandbox, SandboxRequest } from './request.js';
import type { LaunchRequest, ServerProcess } from './sandbox.js';
import { runSetup } from './setup.js';
import { StateDirectory } from './state-directory.js';
import { isBelow } from './toolchains.js';
import type { LaunchPlan, Workshop } from './workshop.js';

/** A box that waits, and the plan it was made by. */
interface Prepared {
  readonly plan: LaunchPlan;
  readonly box: PreparedBox;
}

/**
 * Opens a sandbox with the first mechanism that keeps every property its layout promises, as its canary
 * proved inside. The box in which it did is the one that the first `start` uses, so that proof and
 * server cost one launch; every later start has a canary of its own.
 * @throws WitnessmarkError `isolation-unavailable` with the reason of every mechanism, `setup-failed`.
 * Source: SANDBOX, "Mechanisms".
 */
export async function openSandbox(request: SandboxRequest): Promise<OpenSandbox> {
  if (!isBelow(request.workingDirectory, request.checkout)) {
    throw new WitnessmarkError(
      'bad-working-directory',
      'the working directory is not inside the checkout',
      'Give a directory of the checkout.',
    );
  }
  if (request.isolation === 'none') {
    return {
      ...plainSandbox(request.identity),
      notices: [],
      refused: [],
      close: () => Promise.resolve(),
    };
  }
  if (process.platform !== 'linux') throw offLinux();
  const reasons: string[] = [];
  const hidden = withRealPaths(request);
  for (const mechanism of MECHANISMS) {
    const state = new StateDirectory(request.temporary);
    try {
      return await openWith({ ...request, hidden }, mechanism, state, reasons);
    } catch (error) {
      state.remove();
      if (!(error instanceof MechanismFailure)) throw error;
      reasons.push(`${mechanism}: ${error.message}`);
    }
  }
  throw new WitnessmarkError(
    'isolation-unavailable',
    `no way of isolating the server works on this machine. ${reasons.join('. ')}`,
    'Run on a virtual machine such as ubuntu-latest (in a container, allow user namespaces), or accept a reading without isolation: isolation: none',
  );
}

async function openWith(
  request: SandboxRequest,
  mechanism: Mechanism,
  state: StateDirectory,
  refused: readonly string[],
): Promise<OpenSandbox> {
  refuseWhatCannotWork(request, mechanism);
  const workshop = await workshopOf(request, mechanism, state);
  const prepare = async (): Promise<Prepared> => {
    const plan = await workshop.plan();
    const box = await prepareBox(mechanism, plan.pairs);
    const leaks = existsSync(join(request.checkout, probeOf(plan)));
    if (leaks && request.weaken?.includes('canary') !== true) {
      await box.discard();
      throw new MechanismFailure(
        'the canary failed: overlay: what is written inside reaches the checkout',
      );
    }
    return { plan, box };
  };
  // A mechanism is proved before its setup command gets to run, so that a fall to the next one costs little.
  let waiting: Prepared | undefined = await prepare();
  const { problems, notes } = waiting.box;
  if (request.setup !== undefined) {
    await waiting.box.discard();
    await runSetup(request, request.setup, mechanism, await workshop.planSetup());
    waiting = await prepare();
  }
  return {
    layout: layoutOf(mechanism),
    mechanism,
    network: problems.length === 0 ? 'none' : 'full',
    home: request.identity.home,
    notices: [
      ...workshop.notices,
      ...notes.map((note) => `${note}: the server can read and write what this user can`),
      ...problems,
    ],
    refused,
    async start(launch: LaunchRequest): Promise<ServerProcess> {
      const ready = waiting?.box.alive === true ? waiting : await again(prepare);
      waiting = undefined;
      return startIn(ready, launch);
    },
    async close(): Promise<void> {
      await waiting?.box.discard();
      waiting = undefined;
      state.remove();
    },
  };
}

async function workshopOf(
  request: SandboxRequest,
  mechanism: Mechanism,
  state: StateDirectory,
): Promise<Workshop> {
  try {
    return await (mechanism === 'seccomp'
      ? netWorkshop(request, state)
      : boxWorkshop(request, mechanism, state));
  } catch (error) {
    throw new MechanismFailure(`the checkout cannot be prepared: ${(error as Error).message}`);
  }
}

/** What the caller hides, and where links of it, of the home and of the checkout really lead. */
function withRealPaths({ checkout, hostHome, hidden = [] }: SandboxRequest): string[] {
  const real = [checkout, hostHome, ...hidden]
    .filter((path) => existsSync(path) && realpathSync(path) !== path)
    .map((path) => realpathSync(path));
  return [...hidden, ...real];
}

/** Reasons that need no attempt. */
function refuseWhatCannotWork(
  { checkout, hostHome, forbidMechanisms }: SandboxRequest,
  mechanism: Mechanism,
): void {
  if (forbidMechanisms?.includes(mechanism) === true) throw new MechanismFailure('not to be tried');
  if (process.arch !== 'x64' && process.arch !== 'arm64') {
    throw new MechanismFailure(`no system call numbers for ${process.arch}`);
  }
  if (mechanism === 'sudo' && process.getuid?.() === 0) {
    throw new MechanismFailure('this is root already');
  }
  if (checkout === '/' || isBelow(hostHome, checkout)) {
    throw new MechanismFailure(
      'the checkout holds the home directory, whose files must not be seen',
    );
  }
}

async function startIn({ plan, box }: Prepared, launch: LaunchRequest): Promise<ServerProcess> {
  const server = await box.start({
    command: launch.command,
    args: launch.args,
    directory: plan.inside(launch.workingDirectory),
    env: new Map([...launch.env, ...plan.environment]),
  });
  return plan.relaySocket === undefined ? server : { ...server, relaySocket: plan.relaySocket };
}

/** A mechanism that has worked once and fails now is no reason to try a weaker one. */
async function again(prepare: () => Promise<Prepared>): Promise<Prepared> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof MechanismFailure)) throw error;
    throw new WitnessmarkError(
      'isolation-unavailable',
      `the sandbox could not be made a second time: ${error.message}`,
      'Run it again; if it happens again, report it.',
    );
  }
}

function probeOf(plan: LaunchPlan): string {
  return plan.pairs.find(([name]) => name === 'probe')?.[1] ?? '';
}

function offLinux(): WitnessmarkError {
  return new WitnessmarkError(
    'isolation-unavailable',
    `a server can be isolated on Linux only, and this is ${process.platform}`,
    'Run the check on ubuntu-latest, or accept a reading without isolation: isolation: none',
  );
}
