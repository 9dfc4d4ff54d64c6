import { WitnessmarkError } from '../errors.js';

/** Versions whose conversation begins with `initialize`, newest first. Source: MCP specification. */
export const INITIALIZE_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];

/** The oldest version with Streamable HTTP: asked for once when a server refuses the newest. Source: field case B24. */
export const OLDER_HTTP_VERSION = '2025-03-26';

/**
 * Returns the version to ask for.
 * @throws WitnessmarkError `bad-option-value` for one that this reader does not speak.
 */
export function requestedVersion(option: string): string {
  if (option === 'auto') return INITIALIZE_VERSIONS[0] ?? option;
  if (INITIALIZE_VERSIONS.includes(option)) return option;
  throw new WitnessmarkError(
    'bad-option-value',
    'protocol takes auto or a protocol version that this reader speaks',
    `Known versions: ${INITIALIZE_VERSIONS.join(', ')}.`,
  );
}
