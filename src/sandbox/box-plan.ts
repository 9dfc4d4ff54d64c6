import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';

import { readCheckoutSecrets } from './checkout-secrets.js';
import { commonPairs } from './common-plan.js';
import type { Pairs } from './frames.js';
import type { ReaderIdentity } from './identity.js';
import { BOX_LAYOUT, type Mechanism } from './mechanism.js';
import type { SandboxRequest } from './request.js';
import type { StateDirectory } from './state-directory.js';
import { isBelow } from './toolchains.js';
import { visibleFiles, type Visible } from './visible.js';
import type { LaunchPlan, Workshop } from './workshop.js';

/**
 * Prepares launches of layout `witnessmark-box/1`: the whole file system is planned here and built by
 * the launcher inside namespaces of its own.
 */
export async function boxWorkshop(
  request: SandboxRequest,
  mechanism: Mechanism,
  state: StateDirectory,
): Promise<Workshop> {
  const { checkout, hostHome, identity } = request;
  const hidden = ['/run', '/etc/shadow', ...(request.hidden ?? [])];
  const visible = visibleFiles({ ...request, hidden });
  const secrets = await readCheckoutSecrets(checkout, request.trackedNames);
  const below = [hostHome, ...hidden].filter(
    (path) => path !== checkout && isBelow(path, checkout),
  );
  const fixed: Pairs = [
    ...commonPairs(request, BOX_LAYOUT, mechanism),
    ['checkout', realpathSync(checkout)],
    ...identityPairs(identity),
    ...visiblePairs(visible),
    ...[
      ...secrets.git,
      ...secrets.untrackedEnv,
      ...below.map((path) => relative(checkout, path)),
    ].map((name): [string, string] => ['hide', name]),
    ...[...new Set([hostHome, checkout, ...hidden])].map((path): [string, string] => [
      'hidden',
      path,
    ]),
    ...(visible.needsOriginalPath ? [['code-again', checkout] as const] : []),
    ...writablePlaces(identity, visible.needsOriginalPath ? checkout : undefined),
  ];
  let setupDone = false;
  const inside = (path: string): string => join(identity.codeRoot, relative(checkout, path));
  const place = (name: string): string => join(state.path, 'setup', name);
  return {
    notices: secrets.untrackedEnv.map(
      (name) => `${name} is not tracked by git: the server does not see it`,
    ),
    planSetup: () => {
      for (const name of ['code', 'home']) {
        for (const layer of ['upper', 'work'])
          mkdirSync(join(place(name), layer), { recursive: true });
      }
      setupDone = true;
      const pairs: Pairs = [
        ...fixed,
        ['keep-network', '1'],
        ['keep-code', place('code')],
        ['keep-home', place('home')],
        ...shownPairs('show', ['/etc/resolv.conf']),
      ];
      return Promise.resolve({ pairs, inside, environment: new Map() });
    },
    plan: (): Promise<LaunchPlan> => {
      const socket =
        request.relayPort === undefined
          ? undefined
          : join(state.path, `${randomBytes(6).toString('hex')}.sock`);
      const pairs: Pairs = [
        ...fixed,
        ['file', '/etc/resolv.conf'],
        ['file', 'nameserver 127.0.0.1\n'],
        ...(setupDone
          ? [['setup-code', place('code')] as const, ['setup-home', place('home')] as const]
          : []),
        ...(socket === undefined
          ? []
          : [
              ['relay-socket', socket] as const,
              ['relay-port', String(request.relayPort)] as const,
            ]),
      ];
      const environment = new Map<string, string>();
      return Promise.resolve(
        socket === undefined
          ? { pairs, inside, environment }
          : { pairs, inside, environment, relaySocket: socket },
      );
    },
  };
}

function identityPairs(identity: ReaderIdentity): Pairs {
  const { user, home, uid, hostName } = identity;
  const files: [string, string][] = [
    [
      '/etc/passwd',
      `root:x:0:0:root:/root:/bin/sh\n${user}:x:${uid}:${uid}::${home}:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n`,
    ],
    ['/etc/group', `root:x:0:\n${user}:x:${uid}:\nnogroup:x:65534:\n`],
    ['/etc/hosts', `127.0.0.1 localhost ${hostName}\n::1 localhost\n`],
    ['/etc/hostname', `${hostName}\n`],
    ['/etc/machine-id', `${identity.machineId}\n`],
    ['/etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'],
    ['/etc/gitconfig', ''],
  ];
  return [
    ['user', user],
    ['home', home],
    ['uid', String(uid)],
    ['host-name', hostName],
    ['code-root', identity.codeRoot],
    ['processes-first', String(identity.processesFirst ?? 0)],
    ...[...new Set([identity.tmp, '/tmp'])].map((path): [string, string] => ['tmp', path]),
    ...files.flatMap(([path, text]): [string, string][] => [
      ['file', path],
      ['file', text],
    ]),
  ];
}

function visiblePairs(visible: Visible): Pairs {
  return [
    ...visible.links.flatMap(([path, target]): [string, string][] => [
      ['link', path],
      ['link', target],
    ]),
    ...shownPairs('show', visible.shown),
    ...shownPairs('show-last', visible.shownLast),
    ...visible.masked.map((path): [string, string] => ['mask', path]),
  ];
}

/** Source and place of what is shown. The launcher sees the host below another root, where an absolute link would lead astray. */
function shownPairs(name: string, paths: readonly string[]): Pairs {
  return paths
    .filter((path) => existsSync(path))
    .flatMap((path): [string, string][] => [
      [name, realpathSync(path)],
      [name, path],
    ]);
}

/** Mount points that the canary accepts as writable; all others must be read-only. */
function writablePlaces(identity: ReaderIdentity, original: string | undefined): Pairs {
  const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'pts', 'shm'].map(
    (name) => `/dev/${name}`,
  );
  const own = [
    identity.home,
    identity.codeRoot,
    identity.tmp,
    '/tmp',
    '/var/tmp',
    '/proc',
    ...devices,
  ];
  return [...own, ...(original === undefined ? [] : [original])].map((path) => ['writable', path]);
}
