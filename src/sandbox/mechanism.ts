/**
 * How the promised properties are kept, in the order in which they are tried: namespaces of an ordinary
 * user, the same made through `sudo -n`, a system call filter alone. Source: SANDBOX, "Mechanisms".
 */
export const MECHANISMS = ['namespaces', 'sudo', 'seccomp'] as const;
export type Mechanism = (typeof MECHANISMS)[number];

/** Names of the promised sets of properties, recorded and compared. Source: FORMAT 4.2. */
export const BOX_LAYOUT = 'witnessmark-box/1';
export const NET_LAYOUT = 'witnessmark-net/1';
export const PLAIN_LAYOUT = 'none';

/** The set of properties that a mechanism can keep. */
export function layoutOf(mechanism: Mechanism): string {
  return mechanism === 'seccomp' ? NET_LAYOUT : BOX_LAYOUT;
}

/**
 * Properties a test can take away, to show that the canary and the tests notice. `canary` lets a
 * sandbox open although its canary found something; nothing outside the tests passes any of these.
 */
export type Weakness =
  | 'no-network'
  | 'loopback'
  | 'processes'
  | 'hidden'
  | 'identity'
  | 'user-id'
  | 'overlay'
  | 'tmp'
  | 'read-only'
  | 'no-capabilities'
  | 'no-new-privileges'
  | 'filter'
  | 'landlock'
  | 'process-limit'
  | 'die-with-parent'
  | 'descriptors'
  | 'canary';
