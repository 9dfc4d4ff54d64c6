import { printable } from '../core/printable.js';
import { MAX_ANNOTATIONS, MAX_COMMENT_BYTES, MAX_SUMMARY_BYTES } from '../limits.js';
import { worstVerdict, type Verdict } from '../exit-codes.js';
import { annotationsOf, type Annotation } from './annotations.js';
import { approvalLines, untoldWords } from './base-words.js';
import { codeSpan, renderInShort, renderSummary } from './markdown.js';
import type { ReportContext, ServerReport } from './server-report.js';
import { paintIn, type Tone } from './style.js';
import { renderCheck, renderMark } from './terminal.js';
import { bounded, isMarked, plainName, reportOnlyWords } from './words.js';

/** One server of a run, with the texts that belong to it. */
export interface Reported {
  readonly report: ServerReport;
  readonly context: ReportContext;
}

/** An annotation of one of several servers. */
export interface PlacedAnnotation extends Annotation {
  /** Place of its server in the run, from 0. */
  readonly server: number;
}

/** Returns the verdict that decides a run. Source: FORMAT 5. */
export function verdictOf(entries: readonly Reported[]): Verdict {
  return worstVerdict(entries.map(({ report }) => report.verdict));
}

/**
 * Returns the one screen of a run: of one server as ever, of several an overview and then, one below another, those of
 * which there is more to say than that they match. `colour` adds SGR sequences to the same text.
 */
export function renderScreen(
  entries: readonly Reported[],
  command: 'check' | 'mark',
  showStderr: boolean,
  colour = false,
): string {
  const paint = paintIn(colour);
  const render = command === 'mark' ? renderMark : renderCheck;
  const [only] = entries;
  if (only !== undefined && entries.length === 1)
    return render(only.report, only.context, showStderr, colour);
  const verdict = verdictOf(entries);
  const word = command === 'mark' && verdict === 'match' ? 'MARKED' : verdict.toUpperCase();
  const names = entries.map(({ report }) => printable(report.server));
  const width = Math.max(...names.map((name) => name.length));
  const overview = entries.map(
    ({ report }, index) =>
      `  ${(names[index] ?? '').padEnd(width)}  ${paint(stateOf(report), toneOf(report.verdict))}`,
  );
  const sections = entries.flatMap(({ report, context }, index) =>
    isQuiet(report)
      ? []
      : [`\n== ${names[index] ?? ''} ==\n\n${render(report, context, showStderr, colour)}`],
  );
  return `${paint(word, toneOf(verdict))}  ${countsOf(entries)}\n\n${overview.join('\n')}\n${sections.join('')}`;
}

function toneOf(verdict: Verdict): Tone {
  return verdict === 'match' ? 'good' : 'bad';
}

/** What became of one server, in a word. */
function stateOf(report: ServerReport): string {
  if (!isMarked(report)) return report.verdict;
  return report.written === true ? 'written' : 'up to date';
}

/** `3 servers: 1 drift, 2 match`. */
function countsOf(entries: readonly Reported[]): string {
  const verdicts = entries.map(({ report }) => stateOf(report));
  const counts = [...new Set(verdicts)].map((word) => {
    const count = verdicts.filter((each) => each === word).length;
    return `${count} ${word}`;
  });
  return `${entries.length} servers: ${counts.join(', ')}`;
}

/** True where the overview says all: it matches, and nothing is approved, noticed or found. */
function isQuiet(report: ServerReport): boolean {
  const { base, reading, findings } = report;
  if (report.verdict !== 'match' || report.written === true) return false;
  if ((reading?.notices ?? []).length > 0 || findings.length > 0) return false;
  return (
    base === undefined ||
    (untoldWords(base) === undefined && approvalLines(base, plainName).length === 0)
  );
}

/** Returns the one job summary of a run, below the size that GitHub drops. Source: field case C06. */
export function renderRunSummary(entries: readonly Reported[]): string {
  return renderRun(entries, renderSummary, MAX_SUMMARY_BYTES, 'record');
}

/** What a comment says of a run, and whether it is worth one where there is none yet. */
export interface RunComment {
  /** Markdown without the comment's marker. */
  readonly text: string;
  readonly isNeeded: boolean;
}

/**
 * Returns the one comment of a run, below the size that GitHub refuses. `runUrl` is where the run is, `commit` what it read, both
 * empty for unknown. Where nothing fails and nothing is approved the text is the same for every run, and there need not be one.
 * Source: PRODUCT "GitHub".
 */
export function renderRunComment(
  entries: readonly Reported[],
  { runUrl, commit }: { readonly runUrl: string; readonly commit: string },
): RunComment {
  const isNeeded = verdictOf(entries) !== 'match' || entries.some(({ report }) => approves(report));
  const text = renderRun(entries, renderInShort, MAX_COMMENT_BYTES, 'summary');
  if (!isNeeded) return { text: `${text}\nWhat this comment said before is resolved.\n`, isNeeded };
  const run = runUrl === '' ? 'The run' : `[The run](${runUrl})`;
  const of = commit === '' ? '' : ` of ${codeSpan(commit.slice(0, 7))}`;
  return {
    text: `${text}\n<sub>${run}${of} has the rest in its summary. This comment is kept up to date; what decides is the check.</sub>\n`,
    isNeeded,
  };
}

function approves({ base }: ServerReport): boolean {
  return base !== undefined && approvalLines(base, plainName).length > 0;
}

/** One text of all servers: of one as ever, of several a table and then those of which there is more to say. */
function renderRun(
  entries: readonly Reported[],
  render: (report: ServerReport, context: ReportContext, maxBytes: number) => string,
  maxBytes: number,
  elsewhere: 'record' | 'summary',
): string {
  const [only] = entries;
  if (only !== undefined && entries.length === 1)
    return render(only.report, only.context, maxBytes);
  const verdict = verdictOf(entries);
  const isLoud = entries.some(({ context }) => context.isReportOnly === true);
  const sign = isLoud ? '⚠️' : verdict === 'match' ? '✅' : '❌';
  const loud = isLoud ? `**Report only**: ${reportOnlyWords(verdict)}.\n\n` : '';
  const rows = entries.map(
    ({ report }) =>
      `| ${codeSpan(printable(report.server)).replaceAll('|', '\\|')} | ${stateOf(report)} |\n`,
  );
  let text =
    `## ${sign} witnessmark: ${verdict}\n\n${loud}${countsOf(entries)}.\n\n` +
    `| Server | Verdict |\n| :--- | :--- |\n${rows.join('')}\n`;
  const told = entries.filter(({ report }) => !isQuiet(report));
  for (const [index, { report, context }] of told.entries()) {
    const left = maxBytes - Buffer.byteLength(text);
    const section = render(report, context, Math.floor(left / (told.length - index)));
    if (Buffer.byteLength(section) > left - 200)
      return `${text}\nThe ${elsewhere} of this run has the rest, which did not fit here.\n`;
    text += `${section}\n`;
  }
  return text;
}

/**
 * Returns the annotations of a run: at most ten of one level over all servers, the gravest of each server first; the
 * tenth then says how many more there are. Source: PRODUCT "GitHub".
 */
export function runAnnotations(entries: readonly Reported[]): PlacedAnnotation[] {
  const all = entries.map(({ report, context }, server) =>
    annotationsOf(report, context).map((each) => ({
      ...each,
      server,
      title:
        context.serverName === undefined
          ? each.title
          : `${printable(context.serverName)}: ${each.title}`,
    })),
  );
  if (all.length === 1) return all.flat();
  const rounds = Math.max(0, ...all.map((own) => own.length));
  const inTurn = Array.from({ length: rounds }, (_, round) =>
    all.flatMap((own) => own.slice(round, round + 1)),
  ).flat();
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const own = inTurn.filter((each) => each.level === level);
    if (own.length <= MAX_ANNOTATIONS) return own;
    const shown = own.slice(0, MAX_ANNOTATIONS - 1);
    const rest = own.slice(MAX_ANNOTATIONS - 1);
    const names = [
      ...new Set(rest.map(({ server }) => printable(entries[server]?.report.server ?? ''))),
    ];
    const message = `and ${rest.length} more, of ${bounded(names).join(', ')}: the summary of this run lists them`;
    return [...shown, { level, title: 'witnessmark', message, server: rest[0]?.server ?? 0 }];
  });
}
