import { WitnessmarkError } from '../errors.js';
import { SETUP_TIMEOUT_MS } from '../limits.js';
import { MechanismFailure, prepareBox } from './launch.js';
import type { Mechanism } from './mechanism.js';
import type { SandboxRequest, SetupRequest } from './request.js';
import type { LaunchPlan } from './workshop.js';

/**
 * Runs the setup command in the layout of the read, but with network, and waits for its end; everything
 * it started ends with it, and of what it wrote only the checkout's overlay and HOME stay.
 * @throws WitnessmarkError `setup-failed`.
 */
export async function runSetup(
  request: SandboxRequest,
  setup: SetupRequest,
  mechanism: Mechanism,
  plan: LaunchPlan,
): Promise<void> {
  const box = await prepareBox(mechanism, plan.pairs).catch((error: unknown) => {
    if (!(error instanceof MechanismFailure)) throw error;
    throw failure(`could not be started: ${error.message}`);
  });
  const shell = await box.start({
    command: '/bin/sh',
    args: ['-c', setup.commandLine],
    directory: plan.inside(request.workingDirectory),
    env: new Map([...setup.env, ...plan.environment]),
  });
  const onOutput = setup.onOutput ?? ((): void => undefined);
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', onOutput);
  const timeoutMs = setup.timeoutMs ?? SETUP_TIMEOUT_MS;
  const patience = { isOver: false };
  const timer = setTimeout(() => {
    patience.isOver = true;
    void shell.end();
  }, timeoutMs);
  const { code, signal } = await shell.exited;
  clearTimeout(timer);
  if (patience.isOver) throw failure(`did not end within ${timeoutMs / 1000} s`);
  if (code !== 0)
    throw failure(
      code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${code}`,
    );
}

function failure(what: string): WitnessmarkError {
  return new WitnessmarkError(
    'setup-failed',
    `the setup command ${what}`,
    '--show-stderr (show-stderr: true) shows what it printed. It runs in the sandbox, with network, as an ordinary user in a copy of the checkout.',
  );
}
