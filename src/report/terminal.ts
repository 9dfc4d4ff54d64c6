import type { ItemChange } from '../core/compare.js';
import { groupChanges, isHidden } from '../core/groups.js';
import { printable } from '../core/printable.js';
import { approvalLines, approvalTitle, originWords, untoldWords } from './base-words.js';
import type { ReportContext, ServerReport } from './server-report.js';
import { paintIn, toneOfChange, type Paint, type Tone } from './style.js';
import {
  againstWords,
  changeCounts,
  findingLines,
  groupFieldWords,
  groupSubject,
  headline,
  isMarked,
  listPieces,
  markHeadline,
  memberWords,
  movedWords,
  nextSteps,
  noticeLines,
  passedOverLines,
  plainName,
  readingWords,
  reportOnlyWords,
  variableWords,
  verdictWord,
} from './words.js';
import { wrapPieces, wrapText } from './wrap.js';

/** Lines of stderr that are shown, and the length of one. */
const STDERR_LINES = 20;
const STDERR_WIDTH = 200;

/**
 * Returns the screen of `check`: the verdict, what changed, how it was read, what to do last. Ends with a
 * line feed. Nothing on it is a value that the server sent, except its stderr where `showStderr` asks for
 * it, neutralised. `colour` adds SGR sequences to the same text. Source: PRODUCT "What nobody else does".
 */
export function renderCheck(
  report: ServerReport,
  context: ReportContext,
  showStderr: boolean,
  colour = false,
): string {
  const paint = paintIn(colour);
  const tone = report.verdict === 'match' ? 'good' : 'bad';
  const out = head(verdictWord(report.verdict), headline(report, context), paint, tone);
  if (context.isReportOnly === true)
    out.push('', ...head('REPORT ONLY', reportOnlyWords(report.verdict), paint, 'bold'));
  pushChanges(out, report.changes, paint);
  pushBase(out, report);
  pushReading(out, report, context);
  pushStderr(out, report, showStderr);
  pushNext(out, report, { ...context, showsStderr: showStderr });
  return `${out.join('\n')}\n`;
}

/** Returns the screen of `mark`. */
export function renderMark(
  report: ServerReport,
  context: ReportContext,
  showStderr: boolean,
  colour = false,
): string {
  if (!isMarked(report)) return renderCheck(report, context, showStderr, colour);
  const paint = paintIn(colour);
  const out = head('MARKED', markHeadline(report, context), paint, 'good');
  if (report.isFirst === true) out.push('', 'This is the first baseline of this server.');
  else if (report.changes.length > 0) {
    out.push('', `${againstWords(report)}: ${changeCounts(report.changes)}`);
    pushChanges(out, report.changes, paint);
  }
  const moved = movedWords(report);
  if (moved !== undefined) out.push('', ...wrapText(moved, '', ''));
  pushReading(out, report, context);
  if (context.commitment !== undefined) out.push('', ...wrapText(context.commitment, '', ''));
  else if (report.written === true) {
    out.push('', 'Committing the file is the approval:', `  ${context.next.commit}`);
  }
  return `${out.join('\n')}\n`;
}

/** The first lines of a screen: a word in capitals and a sentence. */
export function head(
  word: string,
  sentence: string,
  paint: Paint = paintIn(false),
  tone: Tone = 'bold',
): string[] {
  const [first = '', ...rest] = wrapText(sentence, `${word}  `, ' '.repeat(word.length + 2));
  return [`${paint(word, tone)}${first.slice(word.length)}`, ...rest];
}

/** What differs, one entry for each group of items; nothing where nothing does. */
export function pushChanges(
  out: string[],
  changes: readonly ItemChange[],
  paint: Paint = paintIn(false),
): void {
  if (changes.length === 0) return;
  out.push('');
  for (const group of groupChanges(changes)) {
    const change = paint(group.change, toneOfChange(group.change));
    out.push(`  ${groupSubject(group, plainName)} ${change}`);
    if (isHidden(group))
      out.push(
        `      ${paint('HIDDEN', 'bad')}: characters that a person does not see have come, gone or moved`,
      );
    for (const words of groupFieldWords(group, plainName))
      out.push(...wrapText(words, '      ', '        '));
    if (group.members.length > 1)
      out.push(...wrapPieces(listPieces(memberWords(group, plainName)), '      ', '      '));
  }
}

function pushBase(out: string[], report: ServerReport): void {
  const { base } = report;
  if (base === undefined) return;
  const origin = originWords(report, plainName);
  if (origin !== undefined) out.push('', ...wrapText(origin, '', ''));
  const untold = untoldWords(base);
  if (untold !== undefined) out.push('', ...wrapText(`${untold}.`, '', ''));
  const lines = approvalLines(base, plainName);
  if (lines.length === 0) return;
  out.push('', `${approvalTitle(base, plainName)}:`);
  for (const { text, isWeaker } of lines)
    out.push(...wrapText(text, isWeaker ? '  ! ' : '    ', '      '));
}

/** How the server was read and by what command, with findings and notices. */
export function pushReading(out: string[], report: ServerReport, context: ReportContext): void {
  const words = readingWords(report);
  // A command is there to be copied: it is not wrapped.
  const label = /^https?:/.test(context.commandLine) ? 'Server ' : 'Command';
  const command = `${label}  ${printable(context.commandLine, 200)}`;
  if (words === undefined) {
    if (context.commandLine !== '') out.push('', command, ...sourceLines(context));
    return;
  }
  const indent = ' '.repeat(9);
  out.push('', ...wrapPieces(words.split(/(?<=,) /), 'Read     ', indent), command);
  out.push(...sourceLines(context));
  for (const [index, line] of findingLines(report.findings, plainName).entries()) {
    out.push(...wrapText(line, index === 0 ? 'Findings ' : indent, `${indent}  `));
  }
  for (const [index, notice] of noticeLines(report).entries()) {
    out.push(...wrapText(notice, index === 0 ? 'Notices  ' : indent, indent));
  }
}

/** What the server gets, and why this command where nobody gave it. */
function sourceLines(context: ReportContext): string[] {
  const { foundIn } = context;
  const indent = ' '.repeat(9);
  const variables = variableWords(context);
  return [
    ...(variables === undefined ? [] : wrapText(variables, 'Env      ', indent)),
    ...(foundIn === undefined ? [] : wrapPieces(foundIn.split(/(?<=,) /), 'Found in ', indent)),
    ...passedOverLines(context).flatMap((words, index) =>
      wrapText(words, index === 0 ? 'Not used ' : indent, `${indent}  `),
    ),
  ];
}

function pushStderr(out: string[], { stderr }: ServerReport, showStderr: boolean): void {
  if (!showStderr || stderr === undefined) return;
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== '');
  out.push('', 'The server wrote to stderr, control characters shown as escapes:');
  for (const line of lines.slice(-STDERR_LINES)) out.push(`  | ${printable(line, STDERR_WIDTH)}`);
}

function pushNext(out: string[], report: ServerReport, context: ReportContext): void {
  for (const { text, commands } of nextSteps(report, context)) {
    out.push('', ...wrapText(text, '', ''), ...commands.map((command) => `  ${command}`));
  }
}
