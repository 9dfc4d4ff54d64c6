import type { View } from './declaration.js';
import type { LineKind } from './setup-lines.js';

/** One step that prepares the checkout. */
export type SetupStep =
  | {
      readonly kind: 'uses';
      readonly uses: string;
      /** The version behind a pinned action; empty for none. */
      readonly comment: string;
      readonly inputs: readonly (readonly [string, string])[];
    }
  | {
      readonly kind: 'run';
      /** Lines for a shell. */
      readonly lines: readonly string[];
      /** From the root of the checkout; `.` for the root. */
      readonly directory: string;
    };

/** What has to be known of a server to set it up. */
export interface SetupRequest {
  /** Root of the checkout. */
  readonly root: View;
  /** Where the server is started. */
  readonly here: View;
  /** The same from the root of the checkout; `.` for the root. */
  readonly directory: string;
  /** Program and arguments. */
  readonly words: readonly string[];
  /** What git says of the file that the server starts. */
  readonly entry: EntryState;
  /** True where the steps are only to put languages there, since the rest is done in the isolation. */
  readonly isToolsOnly: boolean;
}

/** `new` is neither tracked nor ignored. */
export type EntryState = 'tracked' | 'ignored' | 'new';

/** A step puts a language there, installs, builds, or does several of it. */
export type PartKind = 'tool' | LineKind;

/** A step with what it does. */
export interface SetupPart {
  readonly kinds: readonly PartKind[];
  readonly step: SetupStep;
}
