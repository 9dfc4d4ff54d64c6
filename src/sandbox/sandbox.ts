import type { Readable, Writable } from 'node:stream';

/** What to start and where. Paths are the host's; `env` is all that the server gets. */
export interface LaunchRequest {
  /** The program: a name looked up in `env.PATH`, or a path relative to the working directory. */
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute path of the server's working directory. */
  readonly workingDirectory: string;
  readonly env: ReadonlyMap<string, string>;
}

/** How a process ended: `code` is null when a signal ended it, and the reverse. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How a server met the end of its input; what cannot be seen counts as nothing found. */
export interface ServerEnd {
  /** It did nothing to leave, and was ended. */
  readonly stayed: boolean;
  /** Processes beside the server's own, at that moment. */
  readonly others: number;
}

/** A running server. Its streams are raw bytes; nothing reads stderr unless the owner does. */
export interface ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the process has ended, whoever still holds its pipes. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Unix socket that leads to the port that was asked for; absent where the port itself can be reached. */
  readonly relaySocket?: string;
  /**
   * Closes stdin, waits a little, then ends everything the server started. Resolves when it is gone.
   * May be called at any time and more than once.
   */
  end(): Promise<ServerEnd>;
}

/** A way of starting a server, and what it promises. Source: FORMAT 4.2. */
export interface Sandbox {
  /** Name of the set of promised properties, recorded and compared. */
  readonly layout: string;
  /** How they are kept, recorded and not compared. */
  readonly mechanism: string;
  /** `none` only where a canary proved it. */
  readonly network: 'none' | 'full';
  /** HOME as the server sees it. */
  readonly home: string;
  /** @throws WitnessmarkError `command-not-found`, `command-not-executable`. */
  start(request: LaunchRequest): Promise<ServerProcess>;
}
