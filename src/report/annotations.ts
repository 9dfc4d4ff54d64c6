import { groupChanges, isHidden } from '../core/groups.js';
import { itemKey } from '../core/item.js';
import { MAX_ANNOTATIONS } from '../limits.js';
import type { ReportContext, ServerReport } from './server-report.js';
import { groupFieldWords, groupName, headline, memberNames, plainName } from './words.js';

/** One annotation of a workflow run, by names only. Source: PRODUCT "GitHub". */
export interface Annotation {
  readonly title: string;
  readonly message: string;
  /** Line (from 1) of the baseline file; absent where the item does not stand in it. */
  readonly line?: number;
}

/**
 * Returns the annotations of a report, gravest first: one for each group of changes, or one that says what
 * went wrong. At most ten, the most that GitHub shows for a step; the tenth then says how many more
 * there are. Source: PRODUCT "GitHub", field case C07.
 */
export function annotationsOf(report: ServerReport, context: ReportContext): Annotation[] {
  if (report.verdict === 'match') return [];
  const title = `witnessmark: ${report.verdict}`;
  if (report.changes.length === 0) {
    return [
      { title, message: `${headline(report, context)}. ${report.problem?.hint ?? ''}`.trim() },
    ];
  }
  const all = groupChanges(report.changes).map((group): Annotation => {
    const [first] = group.members;
    const line = first === undefined ? undefined : report.baselineLines?.get(itemKey(first));
    const fields = groupFieldWords(group, plainName).join('; ');
    const names = group.members.length > 1 ? ` (${memberNames(group, plainName)})` : '';
    const hidden = isHidden(group) ? 'HIDDEN characters: ' : '';
    return {
      title,
      message: `${hidden}${groupName(group, plainName)}${fields === '' ? '' : `: ${fields}`}${names}`,
      ...(line === undefined ? {} : { line }),
    };
  });
  if (report.verdict === 'incomparable') all.unshift({ title, message: headline(report, context) });
  if (all.length <= MAX_ANNOTATIONS) return all;
  const shown = all.slice(0, MAX_ANNOTATIONS - 1);
  const rest = all.length - shown.length;
  return [...shown, { title, message: `and ${rest} more changes: see the summary of this run` }];
}
