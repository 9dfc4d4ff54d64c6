import { readdirSync, readFileSync } from 'node:fs';

/** A process, told apart from a later one of the same number by when it started. */
export interface KnownProcess {
  readonly pid: number;
  readonly startTime: string;
}

/**
 * Lists what a process started, directly or not, as far as parents tell: a process whose parent has
 * ended is not found. Empty where there is no /proc.
 */
export function descendantsOf(pid: number | undefined): KnownProcess[] {
  if (pid === undefined) return [];
  const all = processIds().flatMap((each) => readStat(each) ?? []);
  const found: KnownProcess[] = [];
  for (let parents = new Set([pid]); parents.size > 0;) {
    const children = all.filter(({ parent }) => parents.has(parent));
    found.push(...children);
    parents = new Set(children.map((child) => child.pid));
  }
  return found;
}

/** Ends those that are still the same processes. */
export function killAll(processes: readonly KnownProcess[]): void {
  for (const { pid, startTime } of processes) {
    if (readStat(pid)?.startTime !== startTime) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself, or belongs to another user.
    }
  }
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

/** Fields 4 and 22 of /proc/PID/stat; the name in field 2 may hold anything, so they are counted from its end. */
function readStat(pid: number): (KnownProcess & { readonly parent: number }) | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), startTime: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
