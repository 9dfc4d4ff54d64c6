import type { Approval, ItemRef } from '../core/approval.js';
import { groupChanges, isHidden } from '../core/groups.js';
import { MAX_LISTED_NAMES } from '../limits.js';
import type { BaseReport, ServerReport } from './server-report.js';
import {
  bounded,
  groupFieldWords,
  groupName,
  itemName,
  listPieces,
  memberWords,
  type NameStyle,
} from './words.js';

/** A line of what is approved; `isWeaker` marks what makes the gate see less. */
export interface ApprovalLine {
  readonly text: string;
  readonly isWeaker: boolean;
}

/** Members of a group that are named: the pull request itself shows them all. */
const IN_GROUP = 8;
/** Names of items in one sentence, and changed files, before "and N more". */
const IN_SENTENCE = 3;
const FILES = 5;

/**
 * Returns what a pull request or push approves, one line each: first what makes the gate see less (configuration,
 * conditions, allowances, dates), then items and fields, hidden characters first. Empty where nothing is approved.
 * Source: PRODUCT "GitHub", FORMAT 3.6, 4.6.
 */
export function approvalLines({ told }: BaseReport, style: NameStyle): ApprovalLine[] {
  if (told.kind === 'untold') return [];
  const { approval, configuration, configurationChanges = [], isRemoved } = told;
  const weaker = [
    ...(configuration === undefined
      ? []
      : [
          `configuration: ${style('witnessmark.config.json')} ${configuration}${
            configurationChanges.length === 0 ? '' : ` (${configurationChanges.join('; ')})`
          }`,
        ]),
    ...(isRemoved ? ['the baseline is removed'] : []),
    ...(approval === undefined ? [] : weakerWords(approval, style)),
  ];
  return [
    ...weaker.map((text) => ({ text, isWeaker: true })),
    ...(approval === undefined ? [] : changeWords(approval, style)).map((text) => ({
      text,
      isWeaker: false,
    })),
  ];
}

function weakerWords(approval: Approval, style: NameStyle): string[] {
  const { allowances, dates, conditions, isRenamed, restated } = approval;
  const few = <Each>(all: readonly Each[], words: (each: Each) => string): string[] =>
    bounded(all.slice(0, MAX_LISTED_NAMES + 1).map(words), MAX_LISTED_NAMES, all.length);
  return [
    ...(conditions.length > 0 ? [`read under other conditions: ${conditions.join(', ')}`] : []),
    ...(isRenamed ? ['the file names another server'] : []),
    ...few(allowances, (each) =>
      each.field === '*'
        ? `new allowance: ${itemName(each, style)} may come and go, and is not compared`
        : `new allowance: ${style(each.field)} of ${itemName(each, style)} may say anything, and is not compared`,
    ),
    ...few(
      dates,
      (each) =>
        `moved date: ${itemName(each, style)}, first seen ${each.before}, is now dated ${each.after}`,
    ),
    ...(restated.length > 0 ? [`findings or aspects alone: ${names(restated, style)}`] : []),
  ];
}

function changeWords({ isFirst, changes }: Approval, style: NameStyle): string[] {
  if (isFirst) return ['the first baseline at this path, with every item in it'];
  const groups = groupChanges(changes);
  const words = groups.slice(0, MAX_LISTED_NAMES + 1).map((group) => {
    const fields = groupFieldWords(group, style).join('; ');
    const members =
      group.members.length > 1
        ? ` (${listPieces(memberWords(group, style), IN_GROUP).join(' ')})`
        : '';
    const hidden = isHidden(group) ? 'HIDDEN characters: ' : '';
    return `${hidden}${groupName(group, style)}${fields === '' ? '' : `: ${fields}`}${members}`;
  });
  return bounded(words, MAX_LISTED_NAMES, groups.length);
}

/** `Approved by this pull request, against main (1a2b3c4)`. */
export function approvalTitle({ subject, base }: BaseReport, style: NameStyle): string {
  return `Approved by this ${subject}, against ${style(base)}`;
}

/** Says that what is approved could not be told, and why; undefined where it could. */
export function untoldWords({ subject, told }: BaseReport): string | undefined {
  return told.kind === 'told'
    ? undefined
    : `What this ${subject} approves could not be told: ${told.why}`;
}

/**
 * Says of a check that fails what the base tells of the cause; undefined where it tells nothing. The server of the base
 * is not started: what digests, and the files that differ, do not decide is left open.
 * Source: PRODUCT "GitHub" ("not caused by this pull request"), field case D07.
 */
export function originWords(report: ServerReport, style: NameStyle): string | undefined {
  const { verdict, problem, base } = report;
  if (verdict === 'match' || base?.told.kind !== 'told') return undefined;
  const { told, subject } = base;
  const name = style(base.base);
  if (problem === undefined) return changesOrigin(report, base, told, style);
  if (!/^baseline-(?!not-committed)/.test(problem.code) || !told.isSame) return undefined;
  return problem.code === 'baseline-missing'
    ? `There is no baseline in ${name} either.`
    : `Not caused by this ${subject}: the baseline is the same in ${name}.`;
}

type Told = Extract<BaseReport['told'], { readonly kind: 'told' }>;

function changesOrigin(
  { changes }: ServerReport,
  { subject, base }: BaseReport,
  { origin, changedFiles, isSame, approval }: Told,
  style: NameStyle,
): string | undefined {
  if (origin === undefined) return undefined;
  const name = style(base);
  const { onlyBaseline, asAtBase } = origin;
  const isAll = asAtBase.length === changes.length;
  const isAsRecorded = isAll && (isSame || approval?.conditions.length === 0);
  const sentences =
    onlyBaseline.length === 0
      ? []
      : [
          `The server says of ${names(onlyBaseline, style)} what ${name} records: this ${subject} changes the baseline and not the server.`,
        ];
  if (changedFiles?.length === 0 && isAsRecorded) {
    const what = isSame ? 'no file' : 'no file but the baseline';
    sentences.push(
      `Not caused by this ${subject}: it changes ${what}, and ${name} records the same. The mismatch is there already, or comes from outside the repository.`,
    );
  } else if (asAtBase.length > 0) {
    const items = isAll ? 'what differs' : names(asAtBase, style);
    sentences.push(
      `The baseline in ${name} records ${items} as it does here: the server changed in this ${subject} or before it.`,
    );
    if (changedFiles !== undefined && changedFiles.length > 0)
      sentences.push(
        `Besides the baseline this ${subject} changes ${listPieces(
          changedFiles.map((name) => style(name)),
          FILES,
        ).join(' ')}.`,
      );
  }
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function names(refs: readonly ItemRef[], style: NameStyle): string {
  const shown = refs.slice(0, IN_SENTENCE).map((ref) => itemName(ref, style));
  const rest = refs.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
