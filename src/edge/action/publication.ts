import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Settings } from '../../app/settings.js';
import { renderBaseline } from '../../core/baseline.js';
import type { ChangeWord } from '../../core/compare.js';
import { printableJson } from '../../core/printable.js';
import { renderRecord } from '../../report/record.js';
import {
  renderRunSummary,
  renderScreen,
  runAnnotations,
  verdictOf,
  type Reported,
} from '../../report/several.js';
import { annotationFile, isProposed } from './context.js';
import type { ActionHost, Toolkit } from './host.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { MAX_OUTPUT_LENGTH } from '../../limits.js';

/** What is published, and where. */
export interface Publication {
  readonly mode: 'check' | 'mark';
  /** In the order of the entries, which may have more behind them. */
  readonly servers: readonly (Settings | undefined)[];
  readonly host: ActionHost;
  readonly toolkit: Toolkit;
}

/** Writes log, annotations, outputs, files and summary of a run. Source: PRODUCT "GitHub". */
export async function publish(
  entries: readonly Reported[],
  { mode, servers, host, toolkit }: Publication,
): Promise<void> {
  const screen = renderScreen(entries, mode, servers[0]?.showStderr ?? false);
  for (const line of screen.trimEnd().split(/[\r\n]/)) toolkit.info(inert(line));
  for (const { level, title, message, server, ...place } of runAnnotations(entries)) {
    const own = place.file ?? annotationFile(servers[server], host);
    const properties = own === undefined ? {} : { file: own, startLine: place.line ?? 1 };
    toolkit[level](inert(message), { title: inert(title), ...properties });
  }
  const verdict = verdictOf(entries);
  toolkit.setOutput('verdict', verdict);
  toolkit.setOutput('exit-code', String(EXIT_CODES[verdict]));
  for (const word of ['added', 'removed', 'changed'] as const)
    toolkit.setOutput(word, names(entries, word));
  await writeFiles(entries, servers, host, toolkit);
  try {
    await toolkit.summary.addRaw(renderRunSummary(entries)).write();
  } catch {
    // The verdict never depends on a summary. Source: field case C06.
    toolkit.warning('The job summary could not be written.');
  }
}

/**
 * A line that the runner obeys in no spelling. Names of a server come here harmless already; commands and
 * paths come from the workflow and stand as they are.
 */
function inert(line: string): string {
  return line.replace(/^([\s\u{85}]*):(?=:)/u, '$1\\u{3A}').replaceAll('##[', '#\\u{23}[');
}

/** Writes record and proposed baselines outside the checkout and sets their outputs. */
async function writeFiles(
  entries: readonly Reported[],
  servers: readonly (Settings | undefined)[],
  host: ActionHost,
  toolkit: Toolkit,
): Promise<void> {
  const { env, temporaryDirectory } = host;
  const directory = await mkdtemp(join(env['RUNNER_TEMP'] ?? temporaryDirectory, 'witnessmark-'));
  const record = join(directory, 'witnessmark-record.json');
  await writeFile(record, renderRecord(entries.map(({ report }) => report)));
  toolkit.setOutput('record', record);
  toolkit.setOutput('proposed-baseline', await writeProposed(entries, servers, host, directory));
}

/**
 * The proposed baseline of one server as a file. Of several those that differ, each at its path in the checkout below
 * one directory, so that the whole can be laid over the checkout. Returns the path; empty for none.
 */
async function writeProposed(
  entries: readonly Reported[],
  servers: readonly (Settings | undefined)[],
  host: ActionHost,
  directory: string,
): Promise<string> {
  const [only] = entries;
  if (only !== undefined && entries.length === 1) {
    if (only.report.reading === undefined) return '';
    const proposed = join(directory, basename(only.context.baseline));
    await writeFile(proposed, renderBaseline(only.report.reading.baseline));
    return proposed;
  }
  const root = join(directory, 'proposed');
  let path = '';
  for (const [index, { report }] of entries.entries()) {
    const place = annotationFile(servers[index], host);
    if (report.reading === undefined || !isProposed(report) || place === undefined) continue;
    const file = join(root, place);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, renderBaseline(report.reading.baseline));
    path = root;
  }
  return path;
}

/**
 * A JSON list of names, of several servers with the server's before. Past its bound the last entry, which begins with
 * no kind, says how many are left out.
 */
function names(entries: readonly Reported[], word: ChangeWord): string {
  const found = entries.flatMap(({ report, context }) =>
    report.changes
      .filter(({ change }) => change === word)
      .map(({ kind, id }) => ({ kind, id, of: context.serverName })),
  );
  const listed: string[] = [];
  let length = 0;
  for (const { kind, id, of } of found) {
    const item = id === null ? kind : `${kind} ${id}`;
    const name = printableJson(JSON.stringify(of === undefined ? item : `${of}: ${item}`));
    length += name.length + 1;
    if (length > MAX_OUTPUT_LENGTH) break;
    listed.push(name);
  }
  const left = found.length - listed.length;
  if (left > 0) listed.push(`"and ${left} more, which the record names"`);
  return `[${listed.join(',')}]`;
}
