import { groupChanges, isHidden, type ChangeGroup } from '../core/groups.js';
import { itemKey } from '../core/item.js';
import { MAX_ANNOTATIONS, MAX_MESSAGE_UNITS, MAX_TITLE_FIELDS } from '../limits.js';
import { approvalLines, approvalTitle, originWords, untoldWords } from './base-words.js';
import type { ReportContext, ServerReport, SourcePlace } from './server-report.js';
import {
  groupFieldWords,
  groupSubject,
  headline,
  hintWords,
  listPieces,
  memberWords,
  nextSteps,
  plainName,
  reportOnlyWords,
} from './words.js';

/** One annotation of a workflow run, by names only. Source: PRODUCT "GitHub". */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  /** A file of the pull request, relative to the checkout; absent for the baseline file. */
  readonly file?: string;
  /** Line (from 1) of that file; absent where the item does not stand in it. */
  readonly line?: number;
}

/**
 * Returns the annotations of a report, gravest first: one for each changed item where ten are enough, else
 * one for each group of changes that read the same; or one that says what went wrong. At most ten of one level, the
 * most that GitHub shows for a step; the tenth then says how many items more there are. What room is left goes to the
 * same changes once more, at the line of the pull request that names the item.
 * Source: PRODUCT "GitHub", field case C07.
 */
export function annotationsOf(report: ServerReport, context: ReportContext): Annotation[] {
  return [...verdictAnnotations(report, context), ...baseNotices(report)];
}

/**
 * What a pull request approves, whether it caused a failure, or that neither could be told: a notice each.
 * Source: PRODUCT "GitHub" (approved in this pull request).
 */
function baseNotices(report: ServerReport): Annotation[] {
  const { base } = report;
  if (base === undefined) return [];
  const level = 'notice';
  const lines = approvalLines(base, plainName);
  const texts = lines.map(({ text, isWeaker }) => `${isWeaker ? '! ' : ''}${text}`);
  const approved: Annotation[] =
    lines.length === 0
      ? []
      : [{ level, title: approvalTitle(base, plainName), message: linesWithin(texts) }];
  const others = (
    [
      ['where it comes from', originWords(report, plainName)],
      ['approvals', untoldWords(base)],
    ] as const
  ).flatMap(([what, message]) =>
    message === undefined ? [] : [{ level, title: `witnessmark: ${what}`, message } as const],
  );
  return [...approved, ...others];
}

function verdictAnnotations(report: ServerReport, context: ReportContext): Annotation[] {
  const level: Annotation['level'] = context.isReportOnly === true ? 'warning' : 'error';
  const title = `witnessmark: ${report.verdict}`;
  const first: Annotation[] = [];
  if (context.isReportOnly === true)
    first.push({ level, title, message: `Report only: ${reportOnlyWords(report.verdict)}.` });
  if (report.verdict === 'match') return first;
  const isListed = report.changes.length > 0;
  if (!isListed || report.verdict !== 'drift')
    first.push({ level, title, message: overall(report, context) });
  if (!isListed) return first;
  const room = MAX_ANNOTATIONS - first.length;
  const folded = groupChanges(report.changes);
  const groups = report.changes.length <= room ? folded.flatMap(unfolded) : folded;
  const shown = groups.length <= room ? groups : groups.slice(0, room - 1);
  const way = wayOut(report, context);
  const all = [...first, ...shown.map((group) => ({ level, ...annotationOf(group, report, way) }))];
  if (shown.length < groups.length) {
    const rest = groups.slice(shown.length).reduce((sum, { members }) => sum + members.length, 0);
    const message = `and ${rest} more items: the summary of this run lists them`;
    return [...all, { level, title, message }];
  }
  const inSources = shown.flatMap((group) => {
    const place = sourceOf(group, context.sources);
    return place === undefined ? [] : [{ level, ...annotationOf(group, report, way), ...place }];
  });
  return [...all, ...inSources.slice(0, MAX_ANNOTATIONS - all.length)];
}

function overall(report: ServerReport, context: ReportContext): string {
  return `${headline(report, context)}. ${hintWords(report, context)}`.trim();
}

/** What to do about a change, in one line; of other conditions the first annotation says it. */
function wayOut(report: ServerReport, context: ReportContext): string {
  if (report.verdict !== 'drift') return '';
  const [step] = nextSteps(report, context);
  return step === undefined ? '' : `\n${step.text} ${step.commands.join(' && ')}`;
}

function unfolded({ members, change }: ChangeGroup): ChangeGroup[] {
  return members.map((member) => ({ change, fields: member.fields, members: [member] }));
}

function annotationOf(
  group: ChangeGroup,
  report: ServerReport,
  way: string,
): Omit<Annotation, 'level'> {
  const [first] = group.members;
  const line = first === undefined ? undefined : report.baselineLines?.get(itemKey(first));
  const fields = groupFieldWords(group, plainName).join('; ');
  const what = fields === '' ? WHOLE_WORDS[group.change] : fields;
  const names =
    group.members.length > 1 ? ` (${listPieces(memberWords(group, plainName)).join(' ')})` : '';
  const hidden = isHidden(group) ? 'HIDDEN characters: ' : '';
  return {
    title: titleOf(group),
    message: `${cut(`${hidden}${what}${names}`, MAX_MESSAGE_UNITS - way.length)}${way}`,
    ...(line === undefined ? {} : { line }),
  };
}

const WHOLE_WORDS: Readonly<Record<ChangeGroup['change'], string>> = {
  added: 'the server says it and the baseline does not have it',
  removed: 'the baseline has it and the server does not say it',
  changed: 'changed',
};

/** `tool read_file: description`, `3 tools: added`. */
function titleOf(group: ChangeGroup): string {
  const names = group.fields.slice(0, MAX_TITLE_FIELDS).map(({ field }) => plainName(field));
  const rest = group.fields.length - names.length;
  const fields = `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return `${groupSubject(group, plainName)}: ${fields === '' ? group.change : fields}`;
}

/** The one line of the pull request's files that names the only member of a group. */
function sourceOf(
  { members }: ChangeGroup,
  sources: ReportContext['sources'],
): SourcePlace | undefined {
  const [first] = members;
  return first === undefined || members.length > 1 ? undefined : sources?.get(itemKey(first));
}

/** Cuts without leaving half of a surrogate pair or of one of our escapes. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, Math.max(0, length - 1));
  return `${kept.replace(/[\uD800-\uDBFF]$|\\(?:u(?:\{[0-9A-F]*)?)?$/, '')}…`;
}

/** The first lines that fit into one message, and how many more there are. */
function linesWithin(lines: readonly string[]): string {
  let left = MAX_MESSAGE_UNITS - 100;
  const count = lines.findIndex((line) => (left -= line.length + 1) < 0);
  if (count < 0) return lines.join('\n');
  const shown = lines.slice(0, count);
  return [...shown, `and ${lines.length - count} more: the summary of this run lists them`].join(
    '\n',
  );
}
