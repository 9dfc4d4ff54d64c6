import { acceptItems, type Acceptance } from '../core/accept.js';
import type { ItemRef } from '../core/approval.js';
import { renderBaseline, type Baseline } from '../core/baseline.js';
import { differingConditions } from '../core/capture.js';
import { compareSurfaces, type ItemChange } from '../core/compare.js';
import { itemKey } from '../core/item.js';
import { chooseItems } from '../core/item-choice.js';
import { openNotices, readForBaseline } from './baseline-reading.js';
import {
  failureReport,
  findBaseline,
  withNotices,
  type Dependencies,
  type FoundBaseline,
  type PreparedReading,
} from './run.js';
import type { ServerReport } from '../report/server-report.js';
import type { Settings } from './settings.js';
import { WitnessmarkError } from '../errors.js';

/** What became of an acceptance: `report` is of the reading, and of what went wrong where something did. */
export type AcceptOutcome =
  | {
      readonly kind: 'accepted';
      readonly acceptance: Acceptance;
      /** Whether the file was written; false where none of the chosen items differs. */
      readonly written: boolean;
      readonly report: ServerReport;
    }
  | { readonly kind: 'failed'; readonly report: ServerReport };

/**
 * Reads a server and takes the items that `words` name into its baseline, and those alone: whatever else differs goes
 * on failing. `words` are at least one. Nothing is written when the reading fails, an item is not known, or the
 * conditions differ, since one file has one set of them. Never throws.
 * Source: FORMAT 3.3, 4.3.
 */
export async function accept(
  words: readonly string[],
  settings: Settings,
  dependencies: Dependencies,
): Promise<AcceptOutcome> {
  let stderr: string | undefined;
  let markRefuses: Pick<ServerReport, 'markRefuses'> = {};
  let found: Pick<ServerReport, 'changes' | 'conditions'> = { changes: [], conditions: [] };
  try {
    const place = await dependencies.locate(settings.workingDirectory, settings.baselinePath);
    // Before the server is started: without a baseline there is nothing to take an item into.
    const file = await findBaseline(() =>
      dependencies.baselines.read(place.baselinePath, place.checkout),
    );
    if (file.kind === 'rejected' && !file.isReplaceable) markRefuses = { markRefuses: true };
    const known = baselineToMend(file, settings);
    const prepared = await readForBaseline(settings, dependencies, place, known, (text) => {
      stderr = text;
    });
    found = differencesOf(known, prepared);
    refuseOtherConditions(found.conditions);
    const acceptance = acceptItems(
      known.items,
      prepared.baseline.items,
      chosenItems(words, [...known.items, ...prepared.items]),
    );
    const written =
      acceptance.accepted.length > 0 &&
      (await dependencies.baselines.write(
        place.baselinePath,
        place.checkout,
        renderBaseline({ ...known, items: acceptance.items }),
      ));
    const { findings, reading } = prepared;
    const report: ServerReport = {
      server: settings.server,
      verdict: 'match',
      ...found,
      findings,
      reading,
    };
    return {
      kind: 'accepted',
      acceptance,
      written,
      report: withNotices(report, openNotices(settings)),
    };
  } catch (error) {
    const failure = failureReport(settings, error, dependencies, stderr);
    return { kind: 'failed', report: { ...failure, ...found, ...markRefuses, isAcceptance: true } };
  }
}

/** The content of the working file, which must be one that this server can be held against. */
function baselineToMend(found: FoundBaseline, { server }: Settings): Baseline {
  switch (found.kind) {
    case 'missing':
      throw new WitnessmarkError(
        'baseline-missing',
        'there is no baseline into which items could be taken',
        'The first one is written whole: witnessmark mark',
      );
    case 'rejected':
      throw found.error;
    case 'baseline':
      if (found.baseline.server === server) return found.baseline;
      throw new WitnessmarkError(
        'baseline-inconsistent',
        'the baseline is one of another server: its "server" is not the name of this one',
        'Is it the right file? Items are taken into the baseline of their own server; a new one is written by witnessmark mark.',
      );
  }
}

function differencesOf(
  known: Baseline,
  { baseline }: PreparedReading,
): { readonly changes: readonly ItemChange[]; readonly conditions: readonly string[] } {
  return {
    changes: compareSurfaces(known.items, baseline.items),
    conditions: differingConditions(known.conditions, baseline.conditions),
  };
}

/** Items that were read under two sets of conditions must not stand in one file, which has room for one. */
function refuseOtherConditions(conditions: readonly string[]): void {
  if (conditions.length === 0) return;
  throw new WitnessmarkError(
    'accept-incomparable',
    `nothing was accepted: the server was read under other conditions than the baseline records (${conditions.join(', ')}), and a file has one set of conditions for all its items`,
    'Read under the old conditions, or approve the new ones, and with them all items:',
  );
}

/** Every item that a word names; what is wrong with one word leaves the file as it is. */
function chosenItems(words: readonly string[], known: readonly ItemRef[]): ItemRef[] {
  const refs = [
    ...new Map(known.map(({ kind, id }) => [itemKey({ kind, id }), { kind, id }])).values(),
  ];
  return words.flatMap((word) => chooseItems(word, refs));
}
