import type { Reported } from './several.js';
import { head, pushReading } from './terminal.js';
import { wrapPieces, wrapText } from './wrap.js';
import type { Problem } from '../errors.js';

/** A file of an `init`. */
export interface InitFile {
  /** As people write it, printable. */
  readonly path: string;
  /** The same as an argument, to be quoted. */
  readonly argument: string;
  /** What a baseline holds, in words. */
  readonly counts?: string;
  /**
   * `new` would be written; `same` and `different` are baselines that are there, `left-alone` is the workflow that
   * is, and `runs-check` another workflow that uses the action.
   */
  readonly state:
    'written' | 'new' | 'not-written' | 'same' | 'different' | 'left-alone' | 'runs-check';
  /** Why it could not be written. */
  readonly problem?: Problem;
}

/** What an `init` wrote, or would write. */
export interface InitReport {
  readonly isDryRun: boolean;
  readonly isCheckout: boolean;
  /** The baselines, then the workflow. */
  readonly files: readonly InitFile[];
  /** Absent where one is there already. */
  readonly workflow?: {
    readonly text: string;
    /** Number (from 1) of the line that has to be filled in. */
    readonly line: number;
  };
  /** The jobs from which the set-up steps are taken; none where the files of the repository say them. */
  readonly sources: readonly string[];
  readonly remarks: readonly string[];
  /** Lines for CODEOWNERS. */
  readonly owners: readonly string[];
}

const STATES: Readonly<Record<InitFile['state'], string>> = {
  written: 'written',
  new: 'would be written',
  'not-written': 'could not be written',
  same: 'is there already, with the same content',
  different: 'is there already, with other content: left alone',
  'left-alone': 'is there already: left alone',
  'runs-check': 'runs the check already',
};

/** The words of a command line that the screen ends with. */
export interface InitCommands {
  readonly check: string;
  readonly mark: string;
  /** Stages the files that were written, or would be. */
  readonly commit: string;
}

/**
 * Returns the screen of an `init` that could read its servers: each file with what became of it, how the server was read,
 * what has to be filled in, and last the line that commits. Ends with a line feed.
 */
export function renderInit(
  init: InitReport,
  entries: readonly Reported[],
  commands: InitCommands,
): string {
  const { files, workflow, isDryRun, isCheckout, sources, remarks, owners } = init;
  const out = head(...headOf(init));
  out.push('', ...files.flatMap(fileLines));
  const [only] = entries;
  if (only !== undefined && entries.length === 1) pushReading(out, only.report, only.context);
  const indent = ' '.repeat(9);
  if (workflow !== undefined) {
    const from =
      sources.length === 0
        ? 'by the files of the repository: no workflow has steps to take over'
        : `as in ${sources.join(', ')}`;
    if (entries.length > 1) out.push('');
    out.push(...wrapText(from, 'Set-up   ', indent));
    for (const [index, remark] of remarks.entries())
      out.push(...wrapText(remark, index === 0 ? 'Mind     ' : indent, indent));
  }
  if (isDryRun && workflow !== undefined)
    out.push('', 'The workflow:', '', ...workflow.text.trimEnd().split('\n').map(indented));
  for (const { problem } of files)
    if (problem !== undefined)
      out.push('', ...wrapText(`${problem.message} [${problem.code}]`, '', ''), ...wrapText(problem.hint, '', '')); // prettier-ignore
  const hasDifferent = files.some(({ state }) => state === 'different');
  if (hasDifferent)
    out.push(
      '',
      'See what differs, and approve it if it is meant:',
      indented(commands.check),
      indented(commands.mark),
    );
  if (owners.length > 0)
    out.push(
      '',
      ...wrapText(
        'Whoever may commit these files approves what the server says. With CODEOWNERS their owners are asked:',
        '',
        '',
      ),
      ...owners.map(indented),
    );
  const workflowPath = files.at(-1)?.path ?? '';
  if (workflow !== undefined)
    out.push(
      '',
      ...wrapText(
        `Put a release in the place of OWNER/witnessmark@COMMIT_SHA, in ${workflowPath}, line ${workflow.line}.`,
        '',
        '',
      ),
    );
  const hasNew = files.some(({ state }) => state === 'written' || (state === 'new' && isDryRun));
  if (!isCheckout)
    out.push(
      '',
      ...wrapText('This is no git checkout, and only what is committed counts in CI:', '', ''),
      indented('git init'),
    );
  if (hasNew)
    out.push(
      '',
      isDryRun ? 'Then commit them; that is the approval:' : 'Committing them is the approval:',
      indented(commands.commit),
    );
  else if (!hasDifferent) out.push('', 'Hold the server against them:', indented(commands.check));
  return `${out.join('\n')}\n`;
}

function headOf({ files, isDryRun }: InitReport): [string, string] {
  const has = (state: InitFile['state']): boolean => files.some((file) => file.state === state);
  if (has('not-written')) return ['NOT WRITTEN', 'not every file could be written'];
  if (isDryRun) return ['DRY RUN', 'the server was read, and nothing was written'];
  if (has('different')) return ['DIFFERS', 'the server does not say what the baseline records'];
  if (has('written'))
    return ['READY', 'the server was read, and the check can be committed with its baseline'];
  return ['READY', 'everything is there already, and nothing was written'];
}

function fileLines({ path, counts, state }: InitFile): string[] {
  const words = `${STATES[state]}${counts === undefined ? '' : ` (${counts})`}`;
  return wrapPieces([`${path}:`, ...words.split(' ')], '  ', '    ');
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}
