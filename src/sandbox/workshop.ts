import type { Pairs } from './frames.js';

/** One launch: what the launcher is told, and how the caller's view maps to the inside. */
export interface LaunchPlan {
  readonly pairs: Pairs;
  /** A path of this machine, as the server sees it. */
  readonly inside: (path: string) => string;
  /** Variables whose value depends on the place: replaced in the server's environment. */
  readonly environment: ReadonlyMap<string, string>;
  readonly relaySocket?: string;
}

/** Prepares the launches of one mechanism; each launch starts from the same files. */
export interface Workshop {
  /** The plan of the launch that runs the setup command, with network; its writes go to what later plans start from. */
  planSetup(): Promise<LaunchPlan>;
  plan(): Promise<LaunchPlan>;
  readonly notices: readonly string[];
}
