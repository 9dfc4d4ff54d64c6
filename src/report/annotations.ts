import { groupChanges, isHidden, type ChangeGroup } from '../core/groups.js';
import { itemKey } from '../core/item.js';
import { MAX_ANNOTATIONS } from '../limits.js';
import type { ReportContext, ServerReport } from './server-report.js';
import {
  groupFieldWords,
  groupName,
  headline,
  listPieces,
  memberWords,
  plainName,
} from './words.js';

/** One annotation of a workflow run, by names only. Source: PRODUCT "GitHub". */
export interface Annotation {
  readonly title: string;
  readonly message: string;
  /** Line (from 1) of the baseline file; absent where the item does not stand in it. */
  readonly line?: number;
}

/**
 * Returns the annotations of a report, gravest first: one for each changed item where ten are enough, else
 * one for each group of changes that read the same; or one that says what went wrong. At most ten, the most
 * that GitHub shows for a step; the tenth then says how many items more there are.
 * Source: PRODUCT "GitHub", field case C07.
 */
export function annotationsOf(report: ServerReport, context: ReportContext): Annotation[] {
  if (report.verdict === 'match') return [];
  const title = `witnessmark: ${report.verdict}`;
  const isListed = report.changes.length > 0;
  const first: Annotation[] =
    isListed && report.verdict === 'drift' ? [] : [{ title, message: overall(report, context) }];
  if (!isListed) return first;
  const room = MAX_ANNOTATIONS - first.length;
  const folded = groupChanges(report.changes);
  const groups = report.changes.length <= room ? folded.flatMap(unfolded) : folded;
  const shown = groups.length <= room ? groups : groups.slice(0, room - 1);
  const all = [...first, ...shown.map((group) => annotationOf(group, title, report))];
  if (shown.length === groups.length) return all;
  const rest = groups.slice(shown.length).reduce((sum, { members }) => sum + members.length, 0);
  return [...all, { title, message: `and ${rest} more items: the summary of this run lists them` }];
}

function overall(report: ServerReport, context: ReportContext): string {
  return `${headline(report, context)}. ${report.problem?.hint ?? ''}`.trim();
}

function unfolded({ members, change }: ChangeGroup): ChangeGroup[] {
  return members.map((member) => ({ change, fields: member.fields, members: [member] }));
}

function annotationOf(group: ChangeGroup, title: string, report: ServerReport): Annotation {
  const [first] = group.members;
  const line = first === undefined ? undefined : report.baselineLines?.get(itemKey(first));
  const fields = groupFieldWords(group, plainName).join('; ');
  const names =
    group.members.length > 1 ? ` (${listPieces(memberWords(group, plainName)).join(' ')})` : '';
  const hidden = isHidden(group) ? 'HIDDEN characters: ' : '';
  return {
    title,
    message: `${hidden}${groupName(group, plainName)}${fields === '' ? '' : `: ${fields}`}${names}`,
    ...(line === undefined ? {} : { line }),
  };
}
