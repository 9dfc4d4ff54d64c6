import { familyBelow, killAll, readStat, type Family, type ProcessStat } from './descendants.js';
import type { ProcessExit, ServerEnd } from './sandbox.js';
import { IDLE_FROM_MS, IDLE_UNTIL_MS } from '../limits.js';

/**
 * Ends a server by `end`, which closes its input and resolves with its exit, and tells how it met that. A server counts as
 * staying where it was killed and had been seen idle over a while: one that a busy machine keeps from leaving is not blamed.
 * Nothing is found where there is no /proc.
 */
export async function observedEnd(
  launcher: number | undefined,
  end: () => Promise<ProcessExit | undefined>,
): Promise<ServerEnd> {
  const { server, others } = familyBelow(launcher);
  const seen: { before?: ProcessStat | undefined; idle: boolean } = { idle: false };
  const look = (): ProcessStat | undefined => statOf(server);
  const timers = [
    setTimeout(() => (seen.before = look()), IDLE_FROM_MS),
    setTimeout(() => (seen.idle = isIdle(seen.before, look())), IDLE_UNTIL_MS),
  ];
  try {
    const exit = await end();
    return { stayed: seen.idle && exit?.signal === 'SIGKILL', others: others.length };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    // The guard has ended them, unless something stopped it.
    killAll(others);
  }
}

function statOf(server: Family['server']): ProcessStat | undefined {
  const stat = server === undefined ? undefined : readStat(server.pid);
  return stat?.startTime === server?.startTime ? stat : undefined;
}

function isIdle(before: ProcessStat | undefined, after: ProcessStat | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return before.sleeps && after.sleeps && before.ticks === after.ticks;
}
