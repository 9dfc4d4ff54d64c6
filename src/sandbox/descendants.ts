import { readdirSync, readFileSync } from 'node:fs';

/** A process, told apart from a later one of the same number by when it started. */
export interface KnownProcess {
  readonly pid: number;
  readonly startTime: string;
}

/** What /proc says of a process. */
export interface ProcessStat extends KnownProcess {
  readonly parent: number;
  readonly session: number;
  /** True where its main thread waits for something. */
  readonly sleeps: boolean;
  /** Processor time of all its threads, in ticks of the kernel. */
  readonly ticks: number;
}

/** A server and what it started, as seen from outside whatever it runs in. */
export interface Family {
  readonly server: KnownProcess | undefined;
  /** Processes that the server started, directly or not. */
  readonly others: readonly KnownProcess[];
}

/**
 * Lists what a process started, directly or not, as far as parents tell: a process whose parent has
 * ended is not found. Empty where there is no /proc.
 */
export function descendantsOf(pid: number | undefined): ProcessStat[] {
  if (pid === undefined) return [];
  const all = processIds().flatMap((each) => readStat(each) ?? []);
  const found: ProcessStat[] = [];
  for (let parents = new Set([pid]); parents.size > 0;) {
    const children = all.filter(({ parent }) => parents.has(parent));
    found.push(...children);
    parents = new Set(children.map((child) => child.pid));
  }
  return found;
}

/**
 * Finds the server below its launcher: the first child with a session of its own, of the box's first process
 * where there is a box, else of the launcher. A relay stays in the launcher's session and counts for neither.
 */
export function familyBelow(launcher: number | undefined): Family {
  const all = descendantsOf(launcher);
  const top = all.find(({ pid }) => isFirstOfItsNamespace(pid))?.pid ?? launcher;
  const [server] = all
    .filter(({ pid, parent, session }) => parent === top && session === pid)
    .sort((a, b) => Number(a.startTime) - Number(b.startTime));
  if (server === undefined || top === undefined) return { server: undefined, others: [] };
  const outside = readStat(top)?.session;
  const inside = top === launcher ? all : descendantsOf(top);
  return {
    server,
    others: inside.filter(({ pid, session }) => pid !== server.pid && session !== outside),
  };
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

/**
 * Reads /proc/PID/stat; undefined for a process that is gone. The name in field 2 may hold anything, so fields are
 * counted from its end: 3 is the state, 4 the parent, 6 the session, 14 and 15 times, 22 the start.
 */
export function readStat(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      parent: Number(fields[1]),
      session: Number(fields[3]),
      sleeps: fields[0] === 'S',
      ticks: Number(fields[11]) + Number(fields[12]),
      startTime: fields[19] ?? '',
    };
  } catch {
    return undefined;
  }
}

/** True for process 1 of a namespace below ours. */
function isFirstOfItsNamespace(pid: number): boolean {
  try {
    return /^NSpid:\t\d+\t(?:\d+\t)*1$/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}
