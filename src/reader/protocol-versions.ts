import { WitnessmarkError } from '../errors.js';

/** How a conversation begins: with a handshake, or with none and the version on every request. */
export type Era = 'initialize' | 'stateless';

/** Versions whose conversation begins with `initialize`, newest first. Source: MCP specification. */
export const INITIALIZE_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];

/** The oldest version with Streamable HTTP: asked for once when a server refuses the newest. Source: field case B24. */
export const OLDER_HTTP_VERSION = '2025-03-26';

/** Versions without a handshake: `server/discover`, and `_meta` on each request. Source: MCP specification. */
export const STATELESS_VERSIONS: readonly string[] = ['2026-07-28'];

/** Returns the era of a version that this reader speaks. */
export function eraOf(version: string): Era {
  return STATELESS_VERSIONS.includes(version) ? 'stateless' : 'initialize';
}

/** All versions that this reader speaks, for messages. */
export function knownVersions(): string {
  return [...STATELESS_VERSIONS, ...INITIALIZE_VERSIONS].join(', ');
}

/**
 * Returns the versions to ask for, each in a process of its own, until one is answered: exactly the one that
 * the option names; for `auto` the newest with a handshake, then the newest without. A baseline's era comes
 * first. Source: PRODUCT "Reading".
 * @throws WitnessmarkError `bad-option-value` for a version that this reader does not speak.
 */
export function requestedVersions(option: string, recorded?: string): readonly string[] {
  if (option === 'auto') {
    const [withHandshake = '', without = ''] = [INITIALIZE_VERSIONS[0], STATELESS_VERSIONS[0]];
    const isStateless = recorded !== undefined && eraOf(recorded) === 'stateless';
    return isStateless ? [without, withHandshake] : [withHandshake, without];
  }
  if ([...STATELESS_VERSIONS, ...INITIALIZE_VERSIONS].includes(option)) return [option];
  throw new WitnessmarkError(
    'bad-option-value',
    'protocol takes auto or a protocol version that this reader speaks',
    `Known versions: ${knownVersions()}.`,
  );
}
