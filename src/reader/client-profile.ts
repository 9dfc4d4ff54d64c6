import { trimAscii } from '../core/ascii-space.js';
import { WitnessmarkError } from '../errors.js';

/**
 * Who we say we are and what we say we can do: servers show more to clients that can do more. A profile's
 * name fixes the exact objects below for good; changing one is a new profile. Source: FORMAT 4.2.
 */
export interface ClientProfile {
  /** Recorded and compared. */
  readonly name: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, object>>;
  /** Sorted names of the capabilities, recorded and compared. */
  readonly capabilityNames: readonly string[];
}

/** What each capability is declared as. Source: MCP specification 2025-11-25, `ClientCapabilities`. */
const DECLARED: Readonly<Record<string, object>> = {
  elicitation: { form: {}, url: {} },
  roots: { listChanged: false },
  sampling: { context: {}, tools: {} },
};

/** Constant over releases: a server may quote it. */
export const CLIENT_INFO = { name: 'witnessmark', version: '1' } as const;

/**
 * Returns the profile of the option's word: `full`, `none`, or a comma-separated list of capabilities.
 * @throws WitnessmarkError `bad-option-value`.
 */
export function clientProfile(option: string): ClientProfile {
  const all = Object.keys(DECLARED);
  if (option === 'full') return profileOf('full/1', all);
  if (option === 'none') return profileOf('none/1', []);
  const names = option.split(',').map(trimAscii);
  if (!names.every((name) => all.includes(name)) || new Set(names).size !== names.length) {
    throw new WitnessmarkError(
      'bad-option-value',
      'client-capabilities takes full, none, or a list without repetition',
      `Capabilities that can be listed, separated by commas: ${all.join(', ')}.`,
    );
  }
  return profileOf('list/1', names.sort());
}

function profileOf(name: string, capabilityNames: readonly string[]): ClientProfile {
  const capabilities = Object.fromEntries(
    capabilityNames.map((each) => [each, DECLARED[each] ?? {}]),
  );
  return { name, clientInfo: CLIENT_INFO, capabilities, capabilityNames };
}
