/** Where text goes. */
export interface Output {
  readonly write: (text: string) => void;
  readonly isTTY: boolean;
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
