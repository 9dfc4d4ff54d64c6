import type { Acceptance } from '../core/accept.js';
import type { ItemRef } from '../core/approval.js';
import { printableJson } from '../core/printable.js';
import { renderJson } from '../core/render-json.js';
import { changeOutput } from './record.js';
import type { ReportContext, ServerReport } from './server-report.js';
import { paintIn } from './style.js';
import { head, pushChanges, pushReading } from './terminal.js';
import { changeCounts, itemName, listPieces, plainName } from './words.js';
import { wrapPieces, wrapText } from './wrap.js';

/**
 * Returns the screen of an acceptance: what went into the baseline, what goes on failing, the line that makes it an
 * approval. Names only. `colour` adds SGR sequences to the same text. Ends with a line feed.
 */
export function renderAcceptance(
  acceptance: Acceptance,
  written: boolean,
  report: ServerReport,
  context: ReportContext,
  colour = false,
): string {
  const { accepted, held, unchanged, restated } = acceptance;
  const paint = paintIn(colour);
  const out = written
    ? head('ACCEPTED', `went into ${context.baseline}: ${changeCounts(accepted)}`, paint, 'good')
    : head('UNCHANGED', `nothing to accept, ${context.baseline} is as it was`, paint);
  pushChanges(out, accepted, paint);
  pushNames(out, 'The server says of these what the file records:', unchanged);
  if (written)
    pushNames(out, 'Renewed besides, since their fields are the same (findings):', restated);
  out.push('', ...wrapText(heldWords(acceptance, written), '', ''));
  pushChanges(out, held, paint);
  pushReading(out, report, context);
  if (written) out.push('', 'Committing the file is the approval:', `  ${context.next.commit}`);
  return `${out.join('\n')}\n`;
}

function heldWords({ held }: Acceptance, written: boolean): string {
  if (held.length > 0)
    return `Still held, so that the check goes on failing: ${changeCounts(held)}`;
  return written ? 'Nothing else differs: with this file the check passes.' : 'Nothing differs.';
}

function pushNames(out: string[], title: string, refs: readonly ItemRef[]): void {
  if (refs.length === 0) return;
  const names = refs.map((ref) => itemName(ref, plainName));
  out.push('', title, ...wrapPieces(listPieces(names), '  ', '  '));
}

/** Returns an acceptance as one JSON document; changes are those of a record. */
export function renderAcceptanceJson(
  { accepted, held, unchanged, restated }: Acceptance,
  written: boolean,
): string {
  return renderJson(
    {
      written,
      accepted: accepted.map(changeOutput),
      held: held.map(changeOutput),
      unchanged: unchanged.map(refOutput),
      restated: restated.map(refOutput),
    },
    (text) => printableJson(JSON.stringify(text)),
  );
}

function refOutput({ kind, id }: ItemRef): { readonly kind: string; readonly id: string | null } {
  return { kind, id };
}
