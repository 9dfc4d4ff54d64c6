/**
 * Counts what programs leave behind. `isAlone` starts the calling script again as the only program of a process
 * namespace, so that every process, mount and kernel namespace that `census` then finds is the script's own doing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const INSIDE = 'WITNESSMARK_MEASURE_ALONE';

/**
 * True inside the namespace. Outside it runs the script there, takes over its exit code and returns false. The first
 * process there is a shell, since the first one inherits orphans and has to collect them. Where no such namespace can be
 * had the script runs as it is, says so, and counts what carries a name of ours.
 */
export function isAlone(nodeOptions = []) {
  if (process.env[INSIDE] !== undefined) return true;
  const space = ['--pid', '--mount', '--fork', '--kill-child', '--mount-proc'];
  const ways = [space, ['--user', '--map-root-user', ...space]];
  const way = ways.find((each) => spawnSync('unshare', [...each, 'true']).status === 0);
  if (way === undefined) {
    console.error(
      'NOT ALONE: no process namespace can be made here; only what is named like ours is counted.',
    );
  }
  const words = [process.execPath, ...nodeOptions, ...process.argv.slice(1)];
  const [command, ...rest] =
    way === undefined ? words : ['unshare', ...way, 'sh', '-c', '"$@"; exit $?', 'sh', ...words];
  const { status } = spawnSync(command, rest, {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: way === undefined ? 'no' : 'yes' },
  });
  process.exitCode = status ?? 1;
  return false;
}

const read = (path) => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};
const link = (path) => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};
const list = (path) => (existsSync(path) ? readdirSync(path) : []);

const isOurs = (pid) =>
  process.env[INSIDE] === 'yes' ||
  /witnessmark-\w{6}|witnessmark-measure|recipe\.json/.test(
    read(`/proc/${pid}/cmdline`) + link(`/proc/${pid}/cwd`),
  );

/** All processes of this namespace, `[{ pid, name }]`; zombies too. */
function processes() {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map((pid) => ({ pid: Number(pid), status: read(`/proc/${pid}/status`) }))
    .filter(({ status }) => status !== '')
    .map(({ pid, status }) => ({
      pid,
      name: `${/^Name:\s+(.*)$/m.exec(status)?.[1]} (${/^State:\s+(\S)/m.exec(status)?.[1]})`,
    }));
}

/** What runs outside of CI keep on purpose, bounded by the store itself: what a server said, by digest. */
const KEPT = /\/\.git\/witnessmark(?:\/definitions(?:\/[0-9a-f]{64}\.jsonl)?)?$/;

const below = (directory) => readdirSync(directory, { recursive: true }).map(String).sort();

/** What there is now, as sets of words; `directories` are searched for files. */
export function census(directories) {
  const own = `/proc/${process.pid}`;
  return {
    processes: processes().map(({ pid, name }) => `${pid} ${name}`),
    namespaces: [
      ...new Set(
        processes().flatMap(({ pid }) =>
          list(`/proc/${pid}/ns`).map((kind) => link(`/proc/${pid}/ns/${kind}`)),
        ),
      ),
    ],
    mounts: read(`${own}/mountinfo`)
      .split('\n')
      .filter((line) => line !== ''),
    // Numbers are reused; what they lead to counts, but for the listing's own.
    descriptors: list(`${own}/fd`)
      .map((fd) => link(`${own}/fd/${fd}`))
      .filter((to) => to !== '' && !to.startsWith(`${own}/fd`) && !to.startsWith('/proc/')),
    resources: process.getActiveResourcesInfo(),
    listeners: process
      .eventNames()
      .flatMap((name) => Array.from({ length: process.listenerCount(name) }, () => String(name))),
    files: directories.flatMap((directory) =>
      below(directory)
        .map((name) => join(directory, name))
        .filter((path) => !KEPT.test(path)),
    ),
  };
}

/** What the second list has more of than the first, as often as it has. */
function more(before, after) {
  const left = new Map();
  for (const word of before) left.set(word, (left.get(word) ?? 0) + 1);
  return after.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/** Kinds of things to what is there and was not before: `{ processes: [...], ... }`. */
export function leftBehind(before, after) {
  return Object.fromEntries(
    Object.entries(after).map(([kind, words]) => [kind, more(before[kind], words)]),
  );
}

/** Waits until nothing is there that was not before, at most so long, and returns what is left then. */
export async function leftInTheEnd(before, directories, withinMs) {
  for (const until = performance.now() + withinMs; ; await pause(20)) {
    const left = leftBehind(before, census(directories));
    const isClean = Object.values(left).every((words) => words.length === 0);
    if (isClean || performance.now() > until) return left;
  }
}

/** Waits until no process is there that was not before, at most so long; says whether it is so. */
export async function settled(before, withinMs) {
  const idOf = (word) => word.split(' ')[0];
  for (const until = performance.now() + withinMs; ; await pause(20)) {
    const now = processes().map(({ pid }) => String(pid));
    if (more(before.processes.map(idOf), now).length === 0) return true;
    if (performance.now() > until) return false;
  }
}
