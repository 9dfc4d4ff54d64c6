import type { ItemRef } from '../core/approval.js';
import type { FieldChange, ItemChange } from '../core/compare.js';
import { gradeWord, type ChangeGroup } from '../core/groups.js';
import type { Grade } from '../core/grades.js';
import { itemSpelling } from '../core/item-choice.js';
import { printable, printableAscii } from '../core/printable.js';
import { ITEM_KINDS, type ItemKind } from '../core/surface.js';
import type { ReportContext, ReportedFinding, ServerReport } from './server-report.js';
import type { Verdict } from '../exit-codes.js';
import { MAX_LISTED_NAMES, MAX_MEMBER_PROPERTIES } from '../limits.js';

/** How a report writes a name, so that one set of sentences serves a screen, a log and Markdown. */
export type NameStyle = (name: string, form?: NameForm) => string;

/** `ascii` shows every character beyond ASCII as an escape, where letters that look alike are to be told apart. */
export type NameForm = 'ascii';

/** Names on a screen or in a log; an empty one stands as two quotation marks. */
export const plainName: NameStyle = (name, form) => (name === '' ? '""' : formOf(name, form));

/** The printable text of a name in one of its forms. */
export function formOf(name: string, form?: NameForm): string {
  return form === 'ascii' ? printableAscii(name) : printable(name);
}

const KIND_WORDS: Readonly<Record<ItemKind, readonly [string, string]>> = {
  server: ['server', 'servers'],
  tool: ['tool', 'tools'],
  prompt: ['prompt', 'prompts'],
  resource: ['resource', 'resources'],
  resourceTemplate: ['resource template', 'resource templates'],
};

/** `3 tools`, `1 prompt`. */
export function countOf(kind: ItemKind, count: number): string {
  return `${count} ${KIND_WORDS[kind][count === 1 ? 0 : 1]}`;
}

/** `tool read_file`; the server item and an item without identifier by their kind alone. */
export function itemName({ kind, id }: Pick<ItemChange, 'kind' | 'id'>, style: NameStyle): string {
  const word = KIND_WORDS[kind][0];
  if (kind === 'server') return 'the server itself';
  return id === null ? `${word} without identifier` : `${word} ${style(id)}`;
}

/** `14 tools, 2 prompts`: the items of a reading by kind, the server item left out. */
export function surfaceCounts(items: readonly { readonly kind: ItemKind }[]): string {
  const counts = ITEM_KINDS.filter((kind) => kind !== 'server').map(
    (kind) => [kind, items.filter((item) => item.kind === kind).length] as const,
  );
  const found = counts.filter(([, count]) => count > 0);
  return found.length === 0
    ? 'no items'
    : found.map(([kind, count]) => countOf(kind, count)).join(', ');
}

/** `description changed (text)`, `inputSchema changed (shape+text): path changed, mode added`. */
export function fieldWords(field: FieldChange, style: NameStyle): string {
  const listed = propertyWords([field], style, MAX_LISTED_NAMES);
  const properties = listed === '' ? '' : `: ${listed}`;
  if (field.allowance !== undefined) return `${style(field.field)} ${ALLOWANCE[field.allowance]}`;
  return `${style(field.field)} ${field.change} (${gradeWord(field)})${properties}`;
}

const ALLOWANCE: Readonly<Record<NonNullable<FieldChange['allowance']>, string>> = {
  given: 'is now allowed to differ from reading to reading, and no longer compared',
  withdrawn: 'is no longer allowed to differ from reading to reading',
};

/** `path changed, mode added and 3 more`; empty where no field names a property. */
function propertyWords(fields: readonly FieldChange[], style: NameStyle, most: number): string {
  const properties = fields.flatMap((field) => field.properties);
  const listed = properties.slice(0, most).map(({ name, change }) => `${style(name)} ${change}`);
  const rest = properties.length - listed.length;
  return `${listed.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Like `fieldWords`, for a group: of several members, properties stand beside the names (`memberWords`). */
export function groupFieldWords(group: ChangeGroup, style: NameStyle): string[] {
  const isOne = group.members.length === 1;
  const words = group.fields
    .slice(0, MAX_LISTED_NAMES + 1)
    .map((field) => fieldWords(isOne ? field : { ...field, properties: [] }, style));
  return bounded(words, MAX_LISTED_NAMES, group.fields.length);
}

/** The members of a group and what happened to them as one phrase, with a count where there are many. */
export function groupName(group: ChangeGroup, style: NameStyle): string {
  return `${groupSubject(group, style)} ${group.change}`;
}

/** The one member of a group by its name, many of them by their count. */
export function groupSubject({ members }: ChangeGroup, style: NameStyle): string {
  const [first] = members;
  if (first === undefined) return '';
  if (members.length === 1) return itemName(first, style);
  const kinds = ITEM_KINDS.map(
    (kind) => [kind, members.filter((each) => each.kind === kind).length] as const,
  );
  const counts = kinds
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => countOf(kind, count));
  return counts.join(', ');
}

/**
 * The members of a group of several, each with its kind where kinds are mixed and with the properties that
 * changed in it alone. Members that name properties stand first, so that a bounded list shows them.
 * Source: FORMAT 2.7 (what rides along is named apart).
 */
export function memberWords({ members }: ChangeGroup, style: NameStyle): string[] {
  const isMixed = members.some(({ kind }) => kind !== members[0]?.kind);
  const words = members.map((member) => {
    const name = isMixed || member.id === null ? itemName(member, style) : style(member.id);
    const properties = propertyWords(member.fields, style, MAX_MEMBER_PROPERTIES);
    return properties === '' ? name : `${name} (${properties})`;
  });
  const hasProperties = (index: number): boolean =>
    members[index]?.fields.some((field) => field.properties.length > 0) === true;
  return [
    ...words.filter((_word, index) => hasProperties(index)),
    ...words.filter((_word, index) => !hasProperties(index)),
  ];
}

/** The first names of a list as pieces to be set one after another: commas, then how many more there are. */
export function listPieces(names: readonly string[], most = MAX_LISTED_NAMES): string[] {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  return [
    ...shown.map((name, index) => (index === shown.length - 1 ? name : `${name},`)),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ];
}

/** The first lines, then how many more there are; `all` counts those that were never put into words. */
export function bounded(
  words: readonly string[],
  most = MAX_LISTED_NAMES,
  all = words.length,
): string[] {
  const rest = all - most;
  return rest > 0 ? [...words.slice(0, most), `and ${rest} more`] : [...words];
}

/** The sentence that says what a verdict means for this server. */
export function headline(report: ServerReport, { baseline }: ReportContext): string {
  const { changes, reading, conditions, problem } = report;
  switch (report.verdict) {
    case 'match':
      return `the server says exactly what ${baseline} records (${surfaceCounts(reading?.items ?? [])})`;
    case 'drift':
      return `what the server says has changed and ${baseline} has not: ${changeCounts(changes)}`;
    case 'incomparable':
      return problem === undefined
        ? `the server was read under other conditions than ${baseline} records: ${conditions.join(', ')}`
        : `${problem.message} [${problem.code}]`;
    case 'unmarked':
    case 'unreadable':
    case 'unstable':
    case 'usage':
    case 'internal':
      return problem === undefined ? '' : `${problem.message} [${problem.code}]`;
  }
}

/** What a run that gates nothing says of itself, first and loudly. */
export function reportOnlyWords(verdict: Verdict): string {
  return verdict === 'match'
    ? 'this step passes whatever the server says'
    : `this step passes although the verdict is ${verdict}`;
}

/** The sentence of a `mark` that succeeded. */
export function markHeadline(report: ServerReport, { baseline }: ReportContext): string {
  const counts = surfaceCounts(report.reading?.items ?? report.adopted?.items ?? []);
  return report.written === true
    ? `wrote ${baseline} (${counts})`
    : `${baseline} is up to date, nothing to write (${counts})`;
}

/** True for the report of a `mark` that succeeded. */
export function isMarked(report: ServerReport): boolean {
  return report.written !== undefined && report.problem === undefined;
}

/** `1 item changed, 2 added`. */
export function changeCounts(changes: readonly ItemChange[]): string {
  const words = (['changed', 'added', 'removed'] as const).map((word) => {
    const count = changes.filter(({ change }) => change === word).length;
    return count === 0 ? '' : `${count} ${word}`;
  });
  return words.filter((word) => word !== '').join(', ');
}

/** One line on how the server was read. */
export function readingWords(report: ServerReport): string | undefined {
  const { reading } = report;
  if (reading === undefined) return undefined;
  const { capture, items } = reading;
  return (
    `${surfaceCounts(items)}, ${capture.transport}, protocol ${capture.protocol.negotiated}, ` +
    `${capture.pages.read} ${capture.pages.read === 1 ? 'page' : 'pages'}, network ${capture.launch.network}, ` +
    `client ${capture.client}`
  );
}

/** What findings mean, by the code before the colon. */
const FINDING_WORDS: Readonly<Record<string, string>> = {
  'no-identifier': 'has no identifier, or one that is not a string',
  'not-an-object': 'is not an object',
  'duplicate-identifier':
    'shares its identifier with another item: clients differ in which one they use',
  'mixed-script-name': 'mixes letters of two scripts in one word, which look alike',
  'lookalike-name': 'looks like the name of another item of its kind',
  'duplicate-member': 'holds one member twice: clients differ in which one they read',
  'inexact-number': 'holds a number that most parsers change',
  'lone-surrogate': 'holds half of a surrogate pair',
  'invalid-hint': 'has a hint that is not a boolean',
  'invisible-characters': 'holds characters that a person does not see',
  nonconforming:
    'is not what the MCP specification asks for: clients that validate reject the item',
  'not-offered': 'is declared and not there',
  'no-tools': 'no tool is listed: a model is shown nothing that it could call',
  'missing-variable':
    'is a variable that the server calls missing: give it a placeholder (env: NAME) or a value of the right form',
  'stdout-noise': 'lines on stdout are no MCP messages: logs belong on stderr',
  'stray-messages': 'messages of the server are no MCP messages, or answer nothing',
  'allowance-unused': 'is allowed to be unstable and is not there',
  'quotes-home': 'quotes the home directory of its reader',
  'quotes-directory': 'quotes the working directory of its reader',
  'quotes-tmp': 'quotes the temporary directory of its reader',
  'quotes-user': 'quotes the user name of its reader',
  'quotes-uid': 'quotes the user number of its reader',
  'quotes-host': 'quotes the host name of its reader',
  'quotes-timezone': 'quotes the time zone of its reader',
  'quotes-machine': 'quotes the machine-id of its reader',
  'quotes-terminal': 'quotes the terminal of its reader',
  'quotes-port': 'quotes the port that it was told to listen on',
  'quotes-client': 'quotes the name of the client',
  'quotes-path': 'quotes the search path of its reader',
  'quotes-placeholder': 'quotes a placeholder: with a real value it would say something else',
  'quotes-secret': 'quotes a value that was given for a variable or header',
  varies: 'is another for another reader',
};

/**
 * One line for each kind of finding: `tool a, tool b and 11 more: inputSchema is not what …`. Bounded: a
 * server may have as many fields, and so kinds of finding, as it likes.
 */
export function findingLines(findings: readonly ReportedFinding[], style: NameStyle): string[] {
  const groups = new Map<string, ReportedFinding[]>();
  for (const each of findings) {
    const group = groups.get(each.finding);
    if (group === undefined) groups.set(each.finding, [each]);
    else group.push(each);
  }
  const lines = [...groups].slice(0, MAX_LISTED_NAMES + 1).map(([finding, members]) => {
    const at = finding.indexOf(':');
    const code = at < 0 ? finding : finding.slice(0, at);
    const meaning = Object.hasOwn(FINDING_WORDS, code) ? (FINDING_WORDS[code] ?? code) : code;
    const subject = at < 0 ? '' : `${style(finding.slice(at + 1))} `;
    const [first] = members;
    if (finding === 'varies:item')
      return `${itemNames(members, style)}: shown to one of two readers only`;
    if (first === undefined || first.kind === null) {
      if (first?.count === undefined) return `${subject}${meaning}`;
      const one = first.count === 1 ? ONE_OF.get(finding) : undefined;
      return one ?? `${first.count} ${meaning}`;
    }
    const named: NameStyle = NAME_FINDINGS.includes(code) ? withEscapes(style) : style;
    return `${itemNames(members, named)}: ${subject}${meaning}`;
  });
  return bounded(lines, MAX_LISTED_NAMES, groups.size);
}

/** Counted findings that were met once. */
const ONE_OF: ReadonlyMap<string, string> = new Map([
  ['stdout-noise', '1 line on stdout is no MCP message: logs belong on stderr'],
  ['stray-messages', '1 message of the server is no MCP message, or answers nothing'],
]);

/** What `mark` compared with. */
export function againstWords({ isResolved }: ServerReport): string {
  return isResolved === true
    ? 'Against both sides of the conflict (“theirs” where both have an item)'
    : 'Against the earlier file';
}

/** Findings about what a name looks like: its letters are told apart by their code points. */
const NAME_FINDINGS: readonly string[] = ['mixed-script-name', 'lookalike-name'];

/** A name, and beside it the same with everything outside ASCII as escapes. */
function withEscapes(style: NameStyle): NameStyle {
  return (name) => {
    const [shown, plain] = [style(name), style(name, 'ascii')];
    return plain === shown ? shown : `${shown} (${plain})`;
  };
}

/** The first few of the items that share a finding, and how many more there are. */
function itemNames(members: readonly ReportedFinding[], style: NameStyle): string {
  const names = members
    .slice(0, 3)
    .map(({ kind, id }) => itemName({ kind: kind ?? 'server', id }, style));
  const rest = members.length - names.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** What the user should know of the sandbox, each one printable line. */
export function noticeLines({ reading }: ServerReport): string[] {
  const notices = (reading?.notices ?? []).map((notice) => printable(notice, 300));
  return bounded(notices, MAX_LISTED_NAMES, notices.length);
}

/** Declarations that cannot be started and are named: clients’ files list tools of developers too. */
const MAX_PASSED_OVER = 3;

/** What the repository declares besides and cannot be started, one printable line each. */
export function passedOverLines({ passedOver = [] }: ReportContext): string[] {
  return bounded(
    passedOver.map((words) => printable(words, 200)),
    MAX_PASSED_OVER,
  );
}

/** The variables that the server gets, printable; undefined where it gets none. */
export function variableWords({ variables }: ReportContext): string | undefined {
  return variables === undefined ? undefined : printable(variables, 1000);
}

/** What to do next: a sentence, and the lines to copy. */
export interface NextStep {
  readonly text: string;
  readonly commands: readonly string[];
}

/** What to do, as sentences and commands; a command stands alone in its entry. */
export function nextSteps(report: ServerReport, context: ReportContext): readonly NextStep[] {
  const { mark, commit, download, artifact = 'witnessmark' } = context.next;
  const approve = [mark, commit];
  const again = report.isMark === true ? mark : context.next.check;
  const hint = hintWords(report, context);
  const orDownload =
    download === undefined || report.reading === undefined
      ? []
      : [
          {
            text: `Or take the file that this run proposes, without installing anything, where its workflow uploads it as the artifact ${artifact}:`,
            commands: [download, commit],
          },
        ];
  switch (report.verdict) {
    case 'match':
      return [];
    case 'drift':
      return [
        ...seen(context),
        {
          text: 'If the change is meant, approve it by committing a new baseline:',
          commands: approve,
        },
        ...someOf(report, context),
        ...orDownload,
      ];
    case 'incomparable':
      return [
        {
          text:
            report.problem !== undefined
              ? hint
              : report.changes.length === 0
                ? 'No field differs: reading under these conditions from now on changes the capture lines only:'
                : 'Read under the old conditions, or record the new ones:',
          commands: approve,
        },
        ...orDownload,
      ];
    case 'unmarked':
      return [
        { text: hint, commands: wayOutOfUnmarked(report, context) },
        ...(report.markRefuses === true ? [] : orDownload),
      ];
    case 'unreadable':
      return [
        {
          // What just failed is no way out of its failure by itself.
          text: report.problem?.tryWith === undefined ? `${hint} Then again:` : hint,
          commands: [withOption(again, report)],
        },
      ];
    case 'unstable':
      return [{ text: hint, commands: [...new Set([again, withOption(again, report)])] }];
    case 'usage':
      return [{ text: hint, commands: report.problem?.lines ?? [] }];
    case 'internal':
      return [{ text: hint, commands: [] }];
  }
}

/** How to see what was and what is, where no log can be read by others. */
function seen({ next, isWorkflow }: ReportContext): NextStep[] {
  if (next.diff === undefined || isWorkflow === true) return [];
  return [{ text: 'See what was and what is:', commands: [next.diff] }];
}

/** How to approve some of several changes, with a name that needs no quotes. */
function someOf({ changes }: ServerReport, { next, isWorkflow }: ReportContext): NextStep[] {
  // A workflow accepts nothing, and its reader has the whole file to take.
  if (next.accept === undefined || isWorkflow === true || changes.length < 2) return [];
  return [
    {
      text: 'To approve some of it alone, by name:',
      commands: [`${next.accept} ${exampleItem(changes)}`],
    },
  ];
}

/** Returns how a command line names the first of the items whose name needs no quotes. */
export function exampleItem(items: readonly ItemRef[]): string {
  return items.map(itemSpelling).find((each) => PLAIN_WORD.test(each)) ?? 'KIND:ID';
}

/** What every shell takes as one word and as it is. */
const PLAIN_WORD = /^[A-Za-z]+:[\w./:-]+$/;

/** The command with the option that the hint proposes. */
function withOption(command: string, { problem }: ServerReport): string {
  return problem?.tryWith === undefined ? command : `${command} ${problem.tryWith}`;
}

/** Committing is enough where the file is right and only not committed. */
function wayOutOfUnmarked(report: ServerReport, { next }: ReportContext): string[] {
  if (report.problem?.code === 'no-checkout') return [];
  if (report.problem?.code === 'baseline-not-committed') return [next.commit];
  if (report.problem?.code === 'baseline-without-server') return [...(report.problem.lines ?? [])];
  const offersMark = report.reading !== undefined || report.isAcceptance === true;
  return !offersMark || report.markRefuses === true ? [] : [next.mark, next.commit];
}

/** Says where the server's own words can be had; hints carry both spellings, of a command line and of a workflow. */
const STDERR_CLAUSE =
  /; --show-stderr \(show-stderr: true\) shows it here|--show-stderr \(show-stderr: true\) shows what it printed\. /;

/**
 * The way out in the language of the door: a workflow has inputs and no options. What is shown already, or was not
 * printed, is not offered.
 */
export function hintWords({ problem, stderr }: ServerReport, context: ReportContext): string {
  const hint = problem?.hint ?? '';
  const offered =
    context.showsStderr === true || (stderr ?? '') === '' ? hint.replace(STDERR_CLAUSE, '') : hint;
  return context.isWorkflow === true
    ? offered
        .replaceAll('--show-stderr (show-stderr: true)', 'show-stderr: true')
        .replaceAll(/--([a-z][a-z-]*)(?: ((?:[A-Z'"][^\s,;)]*|\S+:\S+)))?/g, asInput)
    : offered.replaceAll(' (show-stderr: true)', '');
}

function asInput(_option: string, name: string, value: string | undefined): string {
  return value === undefined ? `the input ${name}` : `${name}: ${value}`;
}

/** What a new baseline says of how it was read and the earlier one did not; undefined where that is the same. */
export function movedWords({ conditions }: ServerReport): string | undefined {
  return conditions.length === 0
    ? undefined
    : `Read under other conditions than the earlier file: ${conditions.join(', ')}.`;
}

/** What each grade of a change means, for people who see it for the first time. Source: FORMAT 2.7. */
export const GRADE_WORDS: Readonly<Record<Grade, string>> = {
  hidden: 'characters that a person does not see',
  shape: 'what a call must or may hold',
  hint: 'what a tool says it may do',
  text: 'words that a model reads',
  other: 'icons, metadata or a member of a vendor’s own',
  notation: 'written differently, to the same effect',
};

/** Verdicts as they stand at the head of a report. */
export function verdictWord(verdict: Verdict): string {
  return verdict.toUpperCase();
}
