import type { Capture } from '../core/capture.js';
import type { Approval } from '../core/approval.js';
import type { Baseline } from '../core/baseline.js';
import type { ChangeWord, ItemChange } from '../core/compare.js';
import type { ReadItem } from '../core/item.js';
import type { Origin } from '../core/origin.js';
import type { ItemKind } from '../core/surface.js';
import type { DigestReport } from './digest-report.js';
import type { Problem } from '../errors.js';
import type { Verdict } from '../exit-codes.js';

/** An item of the record: it has a digest unless a field of it is allowed to be unstable. */
export type RecordedItem = Omit<ReadItem, 'itemDigest'> & {
  readonly firstSeen: string;
  readonly itemDigest: string | null;
};

/** A finding of one item, or of the reading as a whole (`kind` null). */
export interface ReportedFinding {
  readonly kind: ItemKind | null;
  readonly id: string | null;
  readonly finding: string;
  /** How often, where that says something. */
  readonly count?: number;
}

/** What a run found about one server; holds digests and names and no value a server sent. */
export interface ServerReport {
  readonly server: string;
  readonly verdict: Verdict;
  readonly changes: readonly ItemChange[];
  /** Members of the capture block that differ; empty unless `incomparable`. */
  readonly conditions: readonly string[];
  readonly findings: readonly ReportedFinding[];
  readonly problem?: Problem;
  /** Present when the server could be read. */
  readonly reading?: {
    readonly capture: Capture;
    readonly surfaceDigest: string;
    readonly items: readonly RecordedItem[];
    /** The baseline that this reading makes; whoever wants its text renders it. */
    readonly baseline: Baseline;
    /** What the user should know of the sandbox. */
    readonly notices: readonly string[];
  };
  /** What other systems call the tools, where that was asked for; it decides nothing. */
  readonly profiles?: DigestReport;
  /** The baseline that the server was held against, where it could be read. */
  readonly committed?: Baseline;
  /** What this change of the repository does to the baseline; on events that have a base. */
  readonly base?: BaseReport;
  /** Line (from 1) of each item in the baseline file, by `itemKey`; where there is one. */
  readonly baselineLines?: ReadonlyMap<string, number>;
  /** True for a run of `mark`, one that failed too. */
  readonly isMark?: boolean;
  /** True for a run that was to take some items into the baseline and did not. */
  readonly isAcceptance?: boolean;
  /** `mark` only: the baseline that was taken over from another job, where no server was read. */
  readonly adopted?: Baseline;
  /** `mark` only: whether the file was written; false when its content was the same already. */
  readonly written?: boolean;
  /** `mark` only: true when there was no earlier baseline whose items could be read. */
  readonly isFirst?: boolean;
  /** `mark` only: true when the earlier file held the markers of a merge conflict. */
  readonly isResolved?: boolean;
  /** `check` only: `mark` does not write over what stands in the baseline's place. */
  readonly markRefuses?: boolean;
  /** The end of the server's stderr where the read failed; shown to people only, and neutralised. */
  readonly stderr?: string;
}

/**
 * What a pull request or a push does to the baseline of one server, by names, dates and conditions.
 * Source: PRODUCT "GitHub".
 */
export interface BaseReport {
  readonly subject: 'pull request' | 'merge group' | 'push';
  /** The commit it is held against, as people call it: `main (1a2b3c4)`. */
  readonly base: string;
  readonly told:
    | {
        readonly kind: 'told';
        /** Absent where this commit has no baseline that can be read. */
        readonly approval?: Approval;
        /** True where the base has a baseline and this commit has none. */
        readonly isRemoved: boolean;
        /** True where both have the same text, or none. */
        readonly isSame: boolean;
        /** What happened to the configuration file, where something did. */
        readonly configuration?: ChangeWord;
        /** Servers and members that changed in it, one line each; absent where they are not known. */
        readonly configurationChanges?: readonly string[];
        /** Of a check that found changes. */
        readonly origin?: Origin;
        /** Files that differ besides the baseline; absent where they are not all known. */
        readonly changedFiles?: readonly string[];
      }
    | { readonly kind: 'untold'; readonly why: string };
}

/** A line (from 1) of a file, relative to the checkout. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** Where things are and how to go on, for the texts of a report. */
export interface ReportContext {
  /** Set where a run is about several servers: this one's name. */
  readonly serverName?: string;
  /** Name of the baseline file as people write it. */
  readonly baseline: string;
  /** The command line that starts the server, quoted, values of variables left out. */
  readonly commandLine: string;
  /** Where the command was found, in words; absent where it was given. */
  readonly foundIn?: string;
  /** What the same files declare and cannot be started, with the reason, printable; absent for nothing. */
  readonly passedOver?: readonly string[];
  /** The variables that the server gets, each with what it holds in words and never with a value. */
  readonly variables?: string;
  /** Where the files that a pull request changes name an item exactly once, by `itemKey`. */
  readonly sources?: ReadonlyMap<string, SourcePlace>;
  /** True where the step passes whatever the verdict. Source: PRODUCT "Configuration" (`report-only`). */
  readonly isReportOnly?: boolean;
  /** Where this run commits the baseline itself, what became of that, in sentences of ours. */
  readonly commitment?: string;
  /** True where a reader of hints writes a workflow and not a command line. */
  readonly isWorkflow?: boolean;
  /** True where the server's own words are shown beside the report. */
  readonly showsStderr?: boolean;
  /** The exact commands, quoted. */
  readonly next: {
    readonly check: string;
    readonly mark: string;
    /** Shows what was and what is; absent where there is no command line to do it. */
    readonly diff?: string;
    /** Takes items into the baseline whose names stand behind it; absent where there is no command line to do it. */
    readonly accept?: string;
    readonly commit: string;
    /** Puts the proposed baseline of this run in its place; where there is a run of GitHub. */
    readonly download?: string;
    /** Name of the artifact that it takes; `witnessmark` where it is absent. */
    readonly artifact?: string;
  };
}
