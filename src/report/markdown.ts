import { baselineHunks } from '../core/baseline-patch.js';
import { CONDITIONS, conditionsOf, type ConditionValue } from '../core/capture.js';
import { GRADES } from '../core/grades.js';
import { groupChanges, isHidden, type ChangeGroup } from '../core/groups.js';
import { printable, printableJson } from '../core/printable.js';
import { MAX_LISTED_NAMES, MAX_SUMMARY_BYTES, MAX_SUMMARY_NAMES } from '../limits.js';
import { approvalLines, approvalTitle, originWords, untoldWords } from './base-words.js';
import type { ReportContext, ServerReport } from './server-report.js';
import {
  againstWords,
  changeCounts,
  findingLines,
  GRADE_WORDS,
  groupFieldWords,
  groupSubject,
  headline,
  isMarked,
  listPieces,
  markHeadline,
  memberWords,
  nextSteps,
  noticeLines,
  passedOverLines,
  readingWords,
  reportOnlyWords,
  variableWords,
  formOf,
  type NameStyle,
} from './words.js';

/** Names of a group that stand in the open; more of them unfold. */
const OPEN_NAMES = 6;

/**
 * A name in Markdown: a code span whose fence is longer than any run of backticks in the name. Nothing in
 * a code span is obeyed: no markup, no entity, no link, no mention. Source: CommonMark 6.1.
 */
export function codeSpan(text: string): string {
  const runs = (text.match(/`+/g) ?? []).map((run) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = /^[` ]|[` ]$/.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

const codeName: NameStyle = (name, form) => codeSpan(name === '' ? '""' : formOf(name, form));

/** In a table a pipe ends the cell, in a code span too. `printable` doubled the backslashes. */
const cellName: NameStyle = (name, form) => codeName(name, form).replaceAll('|', '\\|');

/**
 * Returns the job summary: verdict, what changed as a table, how it was read, what to do. Cut on whole rows
 * below the size that GitHub drops. Source: PRODUCT "GitHub", field case C06.
 */
export function renderSummary(
  report: ServerReport,
  context: ReportContext,
  maxBytes = MAX_SUMMARY_BYTES,
): string {
  const head = `${headSection(report, context)}${originSection(report)}`;
  const middle = `${approvalSection(report)}${readingSection(report, context)}`;
  const tail = nextSection(report, context);
  const budget = maxBytes - [head, middle, tail].reduce((sum, each) => sum + byteLength(each), 0);
  const changes = changesSection(report, budget);
  const patch = patchSection(report, context, budget - byteLength(changes));
  return `${head}${changes}${middle}${patch}${tail}`;
}

/**
 * Returns what a comment says of one server: verdict, what changed, what is approved, what to do. It is cut as the summary is;
 * how the server was read stands in the summary alone. Source: PRODUCT "GitHub".
 */
export function renderInShort(
  report: ServerReport,
  context: ReportContext,
  maxBytes: number,
): string {
  const head = `${headSection(report, context)}${originSection(report)}`;
  const approval = approvalSection(report);
  const tail = nextSection(report, context);
  const room = maxBytes - byteLength(head) - byteLength(tail);
  // What the base approves is bounded by lines, and its names are long only where somebody means them to be.
  const shown =
    byteLength(approval) <= room / 2
      ? approval
      : '\nWhat it approves is too long to be shown here: the summary of the run has it.\n';
  return `${head}${changesSection(report, room - byteLength(shown))}${shown}${tail}`;
}

/** Returns the table of what changed, cut on whole rows below `maxBytes`; empty where nothing did. */
export function renderChanges(report: ServerReport, maxBytes: number): string {
  return changesSection(report, maxBytes);
}

/** Whether the base tells where a failure comes from. */
function originSection(report: ServerReport): string {
  const words = originWords(report, codeName);
  return words === undefined ? '' : `\n${words}\n`;
}

/** What the pull request approves, what makes the gate see less first. */
function approvalSection({ base }: ServerReport): string {
  if (base === undefined) return '';
  const untold = untoldWords(base);
  if (untold !== undefined) return `\n${escapeMarkup(untold)}.\n`;
  const lines = approvalLines(base, codeName).map(({ text, isWeaker }) =>
    isWeaker ? `- ⚠️ ${text}\n` : `- ${text}\n`,
  );
  return lines.length === 0 ? '' : `\n### ${approvalTitle(base, codeName)}\n\n${lines.join('')}`;
}

function headSection(report: ServerReport, context: ReportContext): string {
  const { serverName } = context;
  const subject = serverName === undefined ? 'witnessmark' : codeSpan(printable(serverName));
  if (!isMarked(report)) {
    const isLoud = context.isReportOnly === true;
    const sign = isLoud ? '⚠️' : report.verdict === 'match' ? '✅' : '❌';
    const loud = isLoud ? `**Report only**: ${reportOnlyWords(report.verdict)}.\n\n` : '';
    const sentence = escapeMarkup(capitalised(headline(report, context)));
    return `## ${sign} ${subject}: ${report.verdict}\n\n${loud}${sentence}.\n`;
  }
  const against =
    report.isFirst === true
      ? ' This is the first baseline of this server.'
      : report.changes.length > 0
        ? ` ${againstWords(report)}: ${changeCounts(report.changes)}.`
        : '';
  const sentence = escapeMarkup(capitalised(markHeadline(report, context)));
  return `## ✅ ${subject}: marked\n\n${sentence}.${against}\n`;
}

function changesSection(report: ServerReport, budget: number): string {
  const groups = report.isFirst === true ? [] : groupChanges(report.changes);
  if (groups.length === 0) return '';
  const legend = legendOf(groups);
  const why =
    report.verdict === 'incomparable'
      ? '\nUnder other conditions a server may say other things. This is what differs, whatever the reason:\n'
      : '';
  const section = [`${why}\n| Item | What changed |\n| :--- | :--- |\n`];
  let size = byteLength(section[0] ?? '') + byteLength(legend) + 200;
  for (const [index, group] of groups.entries()) {
    const row = rowOf(group);
    size += byteLength(row);
    if (size > budget) {
      const rest = groups.slice(index).reduce((sum, { members }) => sum + members.length, 0);
      section.push(`\nand ${rest} more items: the record of this run has all of them.\n`);
      break;
    }
    section.push(row);
  }
  return `${section.join('')}${legend}`;
}

function rowOf(group: ChangeGroup): string {
  const words = groupFieldWords(group, cellName);
  const what = words.length === 0 ? [`**${group.change}**`] : words;
  const hidden = isHidden(group) ? ['⚠️ **hidden characters** came, went or moved'] : [];
  return `| ${membersOf(group)} | ${[...hidden, ...what].join('<br>')} |\n`;
}

/** One item by its name; several by a count, the first names, and the rest folded away. */
function membersOf(group: ChangeGroup): string {
  const { members } = group;
  // The column beside it says what happened.
  const title = groupSubject(group, cellName);
  if (members.length === 1) return title;
  const words = memberWords(group, cellName);
  const isMixed = members.some(({ kind }) => kind !== members[0]?.kind);
  if (words.length <= OPEN_NAMES + 1)
    return isMixed && words.length === 2
      ? words.join('<br>')
      : `**${title}**<br>${words.join(', ')}`;
  const open = words.slice(0, OPEN_NAMES).join(', ');
  const folded = listPieces(words.slice(OPEN_NAMES), MAX_SUMMARY_NAMES).join(' ');
  const more = `<details><summary>and ${words.length - OPEN_NAMES} more</summary>${folded}</details>`;
  return `**${title}**<br>${open}${more}`;
}

/** What the grades in the table mean. */
function legendOf(groups: readonly ChangeGroup[]): string {
  const grades = GRADES.filter((grade) =>
    groups.some(({ fields }) => fields.some((field) => field.grades.includes(grade))),
  );
  if (grades.length === 0) return '';
  return `\n<sub>${grades.map((grade) => `**${grade}**: ${GRADE_WORDS[grade]}`).join(' · ')}</sub>\n`;
}

function readingSection(report: ServerReport, context: ReportContext): string {
  const words = readingWords(report);
  if (words === undefined) return '';
  const findings = findingLines(report.findings, codeName).map((line) => `- ${line}\n`);
  const found = context.foundIn === undefined ? '' : `, found in ${escapeMarkup(context.foundIn)}`;
  const command = `Read with ${codeSpan(printable(context.commandLine, 200))}${found}: ${escapeMarkup(words)}.\n`;
  const variables = variableWords(context);
  const given = variables === undefined ? '' : `\nVariables: ${escapeMarkup(variables)}.\n`;
  const others = passedOverLines(context).map((words) => `\nNot used: ${escapeMarkup(words)}.\n`);
  const title = `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`;
  const list =
    findings.length === 0
      ? ''
      : `\n<details><summary>${title}</summary>\n\n${findings.join('')}\n</details>\n`;
  const notices = noticeLines(report).map((notice) => `\n${escapeMarkup(notice)}\n`);
  return `\n${command}${given}${others.join('')}${list}${conditionsSection(report)}${notices.join('')}`;
}

/** The conditions of the reading that a baseline keeps; where they differ, beside the recorded ones. */
function conditionsSection({ reading, committed, verdict }: ServerReport): string {
  if (reading === undefined) return '';
  const now = conditionsOf(reading.capture);
  const recorded = verdict === 'incomparable' ? committed?.conditions : undefined;
  const names = CONDITIONS.map(({ name }) => name).filter(
    (name) => now.has(name) || recorded?.has(name) === true,
  );
  const rows = names.map((name) => {
    const cells = [now, ...(recorded === undefined ? [] : [recorded])].map((each) =>
      conditionCell(each.get(name)),
    );
    const isOther = cells.length > 1 && cells[0] !== cells[1];
    return `| ${isOther ? `⚠️ **${name}**` : name} | ${cells.join(' | ')} |\n`;
  });
  const head =
    recorded === undefined
      ? '| Condition | Now |\n| :--- | :--- |\n'
      : '| Condition | Now | Recorded |\n| :--- | :--- | :--- |\n';
  return `\n<details><summary>Conditions of this reading</summary>\n\n${head}${rows.join('')}\n</details>\n`;
}

function conditionCell(value: ConditionValue | undefined): string {
  if (value === undefined) return '–';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return cellName(value);
  const shown = value
    .slice(0, MAX_LISTED_NAMES)
    .map((name) => cellName(name))
    .join(', ');
  const rest = value.length - MAX_LISTED_NAMES;
  return value.length === 0 ? 'none' : `${shown}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The lines of the baseline that committing the proposed one changes, cut on whole hunks. */
function patchSection(report: ServerReport, { baseline }: ReportContext, budget: number): string {
  const { reading, committed, verdict } = report;
  const isProposed = ['drift', 'incomparable', 'unmarked'].includes(verdict);
  if (reading === undefined || committed === undefined || !isProposed) return '';
  const hunks = baselineHunks(committed, reading.baseline);
  if (hunks?.length === 0) return '';
  const open = '\n<details><summary>Lines of the baseline that a new one changes</summary>\n\n';
  const close = '\n</details>\n';
  const tooLong =
    'They are too long to be shown here: the proposed baseline of this run has them.\n';
  const path = printable(baseline, 200);
  const lines = [`--- a/${path}`, `+++ b/${path}`];
  let left = budget - byteLength(open) - byteLength(close) - byteLength(tooLong) - 2_000;
  let shown = 0;
  for (const { head, lines: own } of hunks ?? []) {
    // Characters that nobody sees, and what a runner would obey, stand as JSON escapes.
    const block = [head, ...own.map(printableJson)];
    left -= block.reduce((sum, line) => sum + byteLength(line) + 1, 0);
    if (left < 0) break;
    for (const line of block) lines.push(line);
    shown += 1;
  }
  if (left < 0 && shown === 0) return budget < 3_000 ? '' : `${open}${tooLong}${close}`;
  if (hunks === undefined) return `${open}${tooLong}${close}`;
  const rest = hunks.length - shown;
  const more =
    rest > 0 ? `\nand ${rest} more places: the proposed baseline of this run has them.\n` : '';
  return `${open}${fence('diff', lines)}${more}${close}`;
}

/** A fenced block whose fence is longer than any run of backticks in it. Source: CommonMark 4.5. */
function fence(language: string, lines: readonly string[]): string {
  const longest = lines.reduce(
    (most, line) => Math.max(most, ...(line.match(/`+/g) ?? []).map((run) => run.length)),
    2,
  );
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${lines.join('\n')}\n${marks}\n`;
}

function nextSection(report: ServerReport, context: ReportContext): string {
  if (isMarked(report) && context.commitment !== undefined)
    return `\n${escapeMarkup(context.commitment)}\n`;
  const steps = isMarked(report)
    ? report.written === true
      ? [{ text: 'Committing the file is the approval:', commands: [context.next.commit] }]
      : []
    : nextSteps(report, context);
  return steps
    .map(({ text, commands }) => {
      const block =
        commands.length === 0 ? '' : `\n\`\`\`sh\n${commands.map(fenced).join('\n')}\n\`\`\`\n`;
      return `\n${escapeMarkup(text)}\n${block}`;
    })
    .join('');
}

/** A command inside a fence cannot end it. */
function fenced(command: string): string {
  return command.replace(/\s+/g, ' ').replaceAll('```', '` ` `');
}

function capitalised(text: string): string {
  return /^[a-z]+(?: |$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/**
 * What GitHub obeys in plain text, entities or not: addresses, mentions, references to issues and commits, emoji, mathematics.
 * Source: GFM 6.9, GitHub "Autolinked references", "Writing mathematical expressions".
 */
const OBEYED = /:\/\/|www\.|[@$]|:[\w+-]+:|(?:#|GH-)\d|(?<![0-9a-z])[0-9a-f]{7,64}(?![0-9a-z])/i;

/** A sentence as plain text. A word of it that GitHub would obey, which is a name or a part of one, stands as code. */
function escapeMarkup(text: string): string {
  return text
    .split(' ')
    .map((word) => {
      if (!OBEYED.test(word)) return escapeCharacters(word);
      const [, body = '', end = ''] = /^(.*?)([,.;:]*)$/su.exec(word) ?? [];
      return `${codeSpan(body)}${end}`;
    })
    .join(' ');
}

function escapeCharacters(text: string): string {
  return text.replace(/[&<>"'`|*_~[\]()#!\\]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
