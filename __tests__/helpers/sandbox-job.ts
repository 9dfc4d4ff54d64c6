import type { Problem } from '../../src/errors.js';
import type { ReaderIdentity } from '../../src/sandbox/identity.js';
import type { SandboxRequest } from '../../src/sandbox/request.js';
import type { ProcessExit, ServerEnd } from '../../src/sandbox/sandbox.js';

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Base 64. */
  readonly stdin?: string;
  /** Ends the server once its output holds this; without it, the exit is awaited. */
  readonly until?: string;
  readonly relayRequest?: string;
}

/** What the driver is told. */
export interface DriverJob {
  readonly request: Omit<SandboxRequest, 'identity' | 'hostPath' | 'hostHome' | 'setup'> & {
    readonly identity?: Partial<ReaderIdentity>;
    readonly setup?: string;
  };
  readonly launches: readonly Launch[];
  /** Repeats the server's output on stderr as it comes, and waits for the server for ever. */
  readonly announce?: boolean;
}

export interface DriverRun {
  /** Base 64. */
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: ProcessExit;
  readonly end: ServerEnd;
  readonly relayed: string;
  readonly endedInMs: number;
  readonly totalMs: number;
}

export type DriverOutcome =
  | {
      readonly layout: string;
      readonly mechanism: string;
      readonly network: string;
      readonly notices: readonly string[];
      readonly refused: readonly string[];
      readonly runs: readonly DriverRun[];
      readonly openedMs: number;
      readonly setupOutput: string;
      readonly error?: undefined;
    }
  | { readonly error: Problem };
