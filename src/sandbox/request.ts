import type { ReaderIdentity } from './identity.js';
import type { Mechanism, Weakness } from './mechanism.js';
import type { Sandbox } from './sandbox.js';

/** What a sandbox is opened for. All paths are absolute paths of this machine. */
export interface SandboxRequest {
  /** `required` fails where no mechanism passes its canary; `none` is the caller's explicit choice. */
  readonly isolation: 'required' | 'none';
  /** Root of the checkout; never modified. */
  readonly checkout: string;
  /** Inside the checkout. */
  readonly workingDirectory: string;
  /** Of a tree that is no checkout of git: the files that a commit holds, relative to its root. */
  readonly trackedNames?: readonly string[];
  readonly identity: ReaderIdentity;
  /** The server's program and arguments, from which the toolchains it needs are found. */
  readonly command: string;
  readonly args: readonly string[];
  /** The reader's own PATH and home. */
  readonly hostPath: string;
  readonly hostHome: string;
  /** More places that must not be seen: RUNNER_TEMP, the runner's directory. */
  readonly hidden?: readonly string[];
  /** A port on 127.0.0.1 inside that has to be reachable: see `ServerProcess.relaySocket`. */
  readonly relayPort?: number;
  /** Run inside the same layout, with network, before the first read. */
  readonly setup?: SetupRequest;
  /** Where temporary directories are made; default the system's. */
  readonly temporary?: string;
  /** Not to be tried; for tests and for finding out which one works. */
  readonly forbidMechanisms?: readonly Mechanism[];
  /** For tests alone: properties to leave out. */
  readonly weaken?: readonly Weakness[];
  /** For tests alone: behave as on a kernel without Landlock. */
  readonly denyLandlock?: boolean;
}

/** A shell line that prepares the checkout, as `npm ci`; what it writes there and in HOME stays for the reads. */
export interface SetupRequest {
  readonly commandLine: string;
  readonly env: ReadonlyMap<string, string>;
  readonly timeoutMs?: number;
  /** Receives what it prints, as it comes. */
  readonly onOutput?: (chunk: Buffer) => void;
}

/** A sandbox that was opened; `start` may be called more than once, and at the same time. */
export interface OpenSandbox extends Sandbox {
  /** What the user should know: masked files, what a layout lacks. */
  readonly notices: readonly string[];
  /** Mechanisms that were tried before, each with its reason. */
  readonly refused: readonly string[];
  /** Removes what it left on disk. Servers must have ended. */
  close(): Promise<void>;
}
