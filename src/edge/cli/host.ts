import { printable } from '../../core/printable.js';
import { WitnessmarkError } from '../../errors.js';

/** Where text goes. */
export interface Output {
  readonly write: (text: string) => void;
  readonly isTTY: boolean;
  /** True where colours may stand in what is written. */
  readonly colour?: boolean;
  /** Columns of the terminal; absent where there is none. */
  readonly columns?: number | undefined;
}

/** The process, as far as the command line needs it. */
export interface CliHost {
  /** Arguments behind the program. */
  readonly argv: readonly string[];
  /** The words by which this program was started, for commands that can be copied. */
  readonly program: readonly string[];
  readonly currentDirectory: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Name of the GitHub event; empty elsewhere. */
  readonly eventName: string;
  /** True where the environment asks for no colours. Source: no-color.org. */
  readonly noColor?: boolean;
  /** Directory of the examples that come along. */
  readonly examples: string;
}

/**
 * Returns the same process with each stream coloured or not: a terminal is, unless `NO_COLOR` is set; `--color` decides otherwise.
 * @throws WitnessmarkError `bad-option-value`. Source: no-color.org.
 */
export function coloured(host: CliHost, word = 'auto'): CliHost {
  if (!['auto', 'always', 'never'].includes(word))
    throw new WitnessmarkError(
      'bad-option-value',
      `color takes auto, always or never, and not ${printable(word)}`,
      'Leave it out: a terminal is coloured, and a pipe is not.',
    );
  const painted = (output: Output): Output => ({
    ...output,
    colour: word === 'always' || (word === 'auto' && output.isTTY && host.noColor !== true),
  });
  return { ...host, stdout: painted(host.stdout), stderr: painted(host.stderr) };
}
