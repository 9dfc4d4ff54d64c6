import { groupChanges, isHidden } from '../core/groups.js';
import { printable } from '../core/printable.js';
import { MAX_SUMMARY_BYTES } from '../limits.js';
import type { ReportContext, ServerReport } from './server-report.js';
import {
  findingLines,
  groupFieldWords,
  groupName,
  headline,
  memberNames,
  nextSteps,
  readingWords,
  verdictWord,
  type NameStyle,
} from './words.js';

/** A name in Markdown: every character that Markdown or HTML could act on stands as an entity. */
const codeName: NameStyle = (name) => `<code>${escapeMarkup(printable(name))}</code>`;

/**
 * Returns the job summary: verdict, what changed as a table, how it was read, what to do. Cut on whole rows
 * below the size that GitHub drops. Source: PRODUCT "GitHub", field case C06.
 */
export function renderSummary(report: ServerReport, context: ReportContext): string {
  const head = `## ${verdictWord(report.verdict)}: witnessmark\n\n${escapeMarkup(headline(report, context))}.\n`;
  const tail = [readingSection(report, context), nextSection(report, context)].join('');
  const budget = MAX_SUMMARY_BYTES - byteLength(head) - byteLength(tail);
  return `${head}${changesSection(report, budget)}${tail}`;
}

function changesSection(report: ServerReport, budget: number): string {
  const rows = groupChanges(report.changes).map((group) => {
    const names = group.members.length > 1 ? `<br>${memberNames(group, codeName)}` : '';
    const fields = groupFieldWords(group, codeName).map((words) =>
      isHidden(group) ? `**hidden** ${words}` : words,
    );
    return `| ${groupName(group, codeName)}${names} | ${fields.join('<br>')} |\n`;
  });
  if (rows.length === 0) return '';
  const section = ['\n| item | fields |\n| --- | --- |\n'];
  let size = byteLength(section[0] ?? '') + 200;
  for (const [index, row] of rows.entries()) {
    size += byteLength(row);
    if (size > budget) {
      section.push(
        `\nand ${rows.length - index} more rows: the record of this run has all of them.\n`,
      );
      break;
    }
    section.push(row);
  }
  return section.join('');
}

function readingSection(report: ServerReport, context: ReportContext): string {
  const words = readingWords(report);
  if (words === undefined) return '';
  const findings = findingLines(report.findings, codeName).map((line) => `- ${line}\n`);
  const command = `Read with ${codeName(context.commandLine)}: ${escapeMarkup(words)}.\n`;
  const list =
    findings.length === 0
      ? ''
      : `\n<details><summary>Findings</summary>\n\n${findings.join('')}\n</details>\n`;
  return `\n${command}${list}`;
}

function nextSection(report: ServerReport, context: ReportContext): string {
  return nextSteps(report, context)
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

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'`|*_~[\]()#@!\\]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
