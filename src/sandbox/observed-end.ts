import { familyBelow, readStat, type Family, type ProcessStat } from './descendants.js';
import type { ServerEnd } from './sandbox.js';
import { IDLE_FROM_MS, IDLE_UNTIL_MS } from '../limits.js';

/**
 * Ends a server by `end`, which closes its input, and tells how it met that. A server counts as staying only where it
 * was seen idle over a while: one that a busy machine keeps from leaving is not blamed. Nothing is found where there is no /proc.
 */
export async function observedEnd(
  launcher: number | undefined,
  end: () => Promise<void>,
): Promise<ServerEnd> {
  const { server, others } = familyBelow(launcher);
  let before: ProcessStat | undefined;
  let stayed = false;
  const look = (): ProcessStat | undefined => statOf(server);
  const timers = [
    setTimeout(() => (before = look()), IDLE_FROM_MS),
    setTimeout(() => (stayed = isIdle(before, look())), IDLE_UNTIL_MS),
  ];
  try {
    await end();
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
  return { stayed, others: others.length };
}

function statOf(server: Family['server']): ProcessStat | undefined {
  const stat = server === undefined ? undefined : readStat(server.pid);
  return stat?.startTime === server?.startTime ? stat : undefined;
}

function isIdle(before: ProcessStat | undefined, after: ProcessStat | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return before.sleeps && after.sleeps && before.ticks === after.ticks;
}
