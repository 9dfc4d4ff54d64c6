import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

import { CHECKOUT_WALK_TIMEOUT_MS } from '../limits.js';
import { readCheckoutSecrets } from './checkout-secrets.js';
import { commonPairs } from './common-plan.js';
import type { Pairs } from './frames.js';
import { NET_LAYOUT } from './mechanism.js';
import type { SandboxRequest } from './request.js';
import type { StateDirectory } from './state-directory.js';
import { isBelow } from './toolchains.js';
import { visibleFiles } from './visible.js';
import type { LaunchPlan, Workshop } from './workshop.js';

const run = promisify(execFile);

/**
 * Prepares launches of layout `witnessmark-net/1`: no namespaces, so every launch gets a copy of the
 * checkout to write in, and Landlock, where the kernel has it, confines reading and writing.
 */
export async function netWorkshop(
  request: SandboxRequest,
  state: StateDirectory,
): Promise<Workshop> {
  const { checkout, hostHome } = request;
  const hidden = request.hidden ?? [];
  const secrets = await readCheckoutSecrets(checkout, request.trackedNames);
  const hide = [...secrets.git, ...secrets.untrackedEnv];
  const visible = visibleFiles({ ...request, hidden });
  const readable = [
    ...visible.links.map(([path]) => path),
    ...visible.shown,
    ...visible.shownLast,
    ...PUBLIC_PLACES,
    ...(visible.needsOriginalPath ? harmlessEntries(checkout, hide) : []),
  ].filter((path) => existsSync(path));
  const fixed: Pairs = [
    ...commonPairs(request, NET_LAYOUT, 'seccomp'),
    ...readable.map((path): [string, string] => ['readable', path]),
    ...[hostHome, ...hidden, '/run']
      .filter((path) => existsSync(path) && !readable.some((root) => isBelow(path, root)))
      .map((path): [string, string] => ['hidden', path]),
    ...hidden
      .filter((path) => existsSync(path) && !readable.some((root) => isBelow(path, root)))
      .map((path): [string, string] => ['closed', path]),
    ...['/tmp', '/var/tmp', checkout, hostHome].map((path): [string, string] => [
      'unwritable',
      path,
    ]),
  ];
  let source = checkout;

  const plan = async (setup: boolean): Promise<LaunchPlan> => {
    const place = state.another();
    const [code, tmp, home] = ['code', 'tmp', 'home'].map((name) => join(place, name)) as [
      string,
      string,
      string,
    ];
    for (const each of [code, tmp, home]) mkdirSync(each);
    await copyTree(source, code, source === checkout ? hide : []);
    if (setup) source = code;
    const inside = (path: string): string => join(code, relative(checkout, path));
    const writable = [code, tmp, ...(setup ? [home] : []), ...DEVICES];
    return {
      inside,
      environment: new Map([['TMPDIR', tmp], ...(setup ? [['HOME', home] as const] : [])]),
      pairs: [
        ...fixed,
        ['directory', inside(request.workingDirectory)],
        ...writable.map((path): [string, string] => ['writable', path]),
        ...(setup ? [['keep-network', '1'] as const] : [['remove-after', place] as const]),
      ],
    };
  };
  return {
    notices: [
      ...secrets.untrackedEnv.map(
        (name) => `${name} is not tracked by git: the copy that the server sees lacks it`,
      ),
      "the server sees this machine's host name, user and processes; its working directory and TMPDIR are random",
    ],
    planSetup: () => plan(true),
    plan: () => plan(false),
  };
}

/** Devices that every program may open; also for writing. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`);
/** What programs read beside their own files. Other processes' secrets below /proc stay closed by Landlock. */
const PUBLIC_PLACES = ['/proc', '/sys/devices/system/cpu', '/sys/fs/cgroup', '/etc/passwd', '/etc/group', '/etc/hosts',
  '/etc/nsswitch.conf', '/etc/resolv.conf', '/etc/localtime']; // prettier-ignore

/** Copies a tree without the hidden names; symbolic links, modes and times stay as they are. */
async function copyTree(from: string, to: string, hide: readonly string[]): Promise<void> {
  const names = readdirSync(from).filter((name) => !hide.includes(name));
  for (let at = 0; at < names.length; at += 256) {
    const paths = names.slice(at, at + 256).map((name) => join(from, name));
    await run('cp', ['-a', '--reflink=auto', '--', ...paths, to], {
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      timeout: CHECKOUT_WALK_TIMEOUT_MS,
    });
  }
  for (const name of hide) rmSync(join(to, name), { recursive: true, force: true });
}

/**
 * Entries of the checkout that hold nothing hidden: readable where a program names them by path. A link is none: its
 * rule would be one for whatever it points to.
 */
function harmlessEntries(checkout: string, hide: readonly string[]): string[] {
  return readdirSync(checkout, { withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map(({ name }) => name)
    .filter((name) => !hide.some((each) => isBelow(each, name)))
    .map((name) => join(checkout, name));
}
