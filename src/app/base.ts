import { dirname } from 'node:path';
import { CONFIGURATION, configurationChanges } from './configuration.js';
import { approvalOf } from '../core/approval.js';
import { parseBaseline } from '../core/baseline.js';
import type { ChangeWord } from '../core/compare.js';
import { itemKey } from '../core/item.js';
import { originOf } from '../core/origin.js';
import type { BaseReport, ServerReport, SourcePlace } from '../report/server-report.js';
import {
  baseCommit,
  changedFiles,
  fileAt,
  quotedOnce,
  type ChangedFiles,
  type ChangeEvent,
  type FileAtCommit,
  type RemoteRepository,
} from '../store/base.js';
import { decodeBaseline, normalised, placeInCheckout } from '../store/baseline-file.js';
import { checkoutRoot } from '../store/git.js';
import { BASE_TIMEOUT_MS, MAX_SOUGHT_NAMES } from '../limits.js';
import { WitnessmarkError } from '../errors.js';

/** The commits that a run compares, and who can tell what a clone does not have. */
export interface BaseAccess {
  readonly event: ChangeEvent;
  /** The branch that the change is aimed at, or was pushed to; empty where it is not known. */
  readonly branch: string;
  /** Absent where there is nobody to ask. */
  readonly remote?: RemoteRepository;
}

/** What stands at the base of a commit: read at once, told when the report is there. */
export interface OpenedBase {
  /** Never throws: what cannot be told is said to be so. */
  readonly reportOn: (report: ServerReport) => Promise<BaseReport>;
  /** Where the changed files name the changed items, by `itemKey`. Never throws. */
  readonly sourcesOf: (report: ServerReport) => Promise<ReadonlyMap<string, SourcePlace>>;
}

const SUBJECTS: Readonly<Record<ChangeEvent['kind'], BaseReport['subject']>> = {
  pull_request: 'pull request',
  merge_group: 'merge group',
  push: 'push',
};

/** Why something could not be told, as a clause. */
class Untold extends Error {}

/**
 * Reads from git what stands at the base, and begins to ask for what is not here; undefined where there is no base: a push that makes a branch. Never throws, and nothing of it decides a
 * verdict. Source: PRODUCT "GitHub" (approved in this pull request), field cases C16 and D07.
 */
export async function openBase(
  access: BaseAccess,
  baselinePath: string,
): Promise<OpenedBase | undefined> {
  const { event, branch } = access;
  if (/^0+$/.test(event.base)) return undefined;
  const local = await attempt(readLocal(event, baselinePath));
  const facts = local.kind === 'untold' ? local : attempt(complete(local.value, access));
  return {
    reportOn: async (report) => {
      const found = await facts;
      const id = found.kind === 'value' ? found.value.base : event.base;
      const short = id.slice(0, 7);
      return {
        subject: SUBJECTS[event.kind],
        base: branch === '' ? short : `${branch} (${short})`,
        told: found.kind === 'untold' ? found : await tellOf(found.value, report),
      };
    },
    sourcesOf: async (report) => {
      const found = await facts;
      const sources =
        found.kind === 'value' ? await attempt(sourcesOf(found.value, report)) : undefined;
      return sources?.kind === 'value' ? sources.value : new Map<string, SourcePlace>();
    },
  };
}

type Attempt<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'untold'; readonly why: string };

async function attempt<Value>(work: Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { kind: 'value', value: await work };
  } catch (error) {
    return { kind: 'untold', why: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Untold) return error.message;
  if (error instanceof WitnessmarkError) return `the baseline there is no baseline [${error.code}]`;
  return `a fault in witnessmark (${error instanceof Error ? error.name : typeof error})`;
}

/** Never the text of a stranger's error: an answer of a server may quote anything. */
function untoldByApi(error: unknown): Untold {
  const { status } = error as { readonly status?: unknown };
  const answer = typeof status === 'number' ? ` (status ${status})` : '';
  return new Untold(
    `GitHub’s API did not tell it${answer}; it takes contents: read, or fetch-depth: 0 in actions/checkout`,
  );
}

/** What git knows here of the two commits. */
interface Local {
  readonly root: string;
  readonly place: string;
  readonly head: string;
  /** Absent where the clone is too shallow to tell. */
  readonly base?: string;
  /** The baseline and the configuration. */
  readonly atHead: readonly [FileAtCommit, FileAtCommit];
  readonly atBase: readonly [FileAtCommit, FileAtCommit];
  readonly changed?: ChangedFiles;
}

async function readLocal(event: ChangeEvent, baselinePath: string): Promise<Local> {
  const root = await checkoutRoot(dirname(baselinePath));
  const found = root === undefined ? undefined : await baseCommit(root, event);
  if (root === undefined || found === undefined)
    throw new Untold('this is no git checkout with the commits of the event');
  const place = await placeInCheckout(baselinePath, root);
  // At once, since each call is a process and every check waits for them.
  const filesAt = (commit: string): Promise<[FileAtCommit, FileAtCommit]> =>
    Promise.all([fileAt(root, commit, place), fileAt(root, commit, CONFIGURATION)]);
  const common = { root, place, head: found.head };
  if (found.kind === 'undetermined') {
    const unknown: [FileAtCommit, FileAtCommit] = [{ kind: 'remote' }, { kind: 'remote' }];
    return { ...common, atHead: await filesAt(found.head), atBase: unknown };
  }
  const [atHead, atBase, changed] = await Promise.all([
    filesAt(found.head),
    filesAt(found.id),
    changedFiles(root, found.id, found.head),
  ]);
  return {
    ...common,
    base: found.id,
    atHead,
    atBase,
    ...(changed === undefined ? {} : { changed }),
  };
}

/** Everything that is to be told, whoever told it. */
interface Facts {
  readonly root: string;
  readonly place: string;
  readonly head: string;
  readonly base: string;
  readonly headBaseline: Uint8Array | undefined;
  readonly baseBaseline: Uint8Array | undefined;
  readonly configuration: ChangeWord | undefined;
  readonly configurationChanges: readonly string[] | undefined;
  /** Asked for when a check has failed only. */
  readonly changed: () => Promise<ChangedFiles>;
}

async function complete(local: Local, { event, remote }: BaseAccess): Promise<Facts> {
  const { root, place, head, atHead, atBase } = local;
  const ask = async <Value>(
    question: (asked: RemoteRepository) => Promise<Value>,
  ): Promise<Value> => {
    if (remote === undefined) throw new Untold(TOO_SHALLOW);
    return inTime(question(remote)).catch((error: unknown) => {
      throw error instanceof Untold ? error : untoldByApi(error);
    });
  };
  const base = local.base ?? (await ask(({ mergeBase }) => mergeBase(event.base, head)));
  const bytesOf = async (
    file: FileAtCommit,
    commit: string,
    path: string,
  ): Promise<Uint8Array | undefined> => {
    if (file.kind === 'remote') return ask((asked) => asked.file(commit, path));
    return file.kind === 'bytes' ? file.bytes : undefined;
  };
  const [baseBaseline, oldConfiguration, headBaseline, configuration] = await Promise.all([
    bytesOf(atBase[0], base, place),
    bytesOf(atBase[1], base, CONFIGURATION),
    bytesOf(atHead[0], head, place),
    bytesOf(atHead[1], head, CONFIGURATION),
  ]);
  return {
    root,
    place,
    head,
    base,
    headBaseline,
    baseBaseline,
    configuration: changeWordOf(oldConfiguration, configuration),
    configurationChanges: movedMembers(oldConfiguration, configuration),
    changed: async () => local.changed ?? (await ask((asked) => asked.changedFiles(base, head))),
  };
}

const TOO_SHALLOW =
  'this clone does not have the base; fetch-depth: 0 in actions/checkout, or a token that may read contents, lets it be told';

/** An answer that comes too late is none: a report never waits for long. */
async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(
      () => fail(new Untold('GitHub’s API did not answer in time')),
      BASE_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function tellOf(facts: Facts, report: ServerReport): Promise<BaseReport['told']> {
  const told = await attempt(tell(facts, report));
  return told.kind === 'value' ? told.value : told;
}

async function tell(facts: Facts, report: ServerReport): Promise<BaseReport['told']> {
  const { headBaseline, baseBaseline, configuration, configurationChanges: moved, place } = facts;
  const isSame = isSameText(baseBaseline, headBaseline);
  const head = report.committed;
  // Of two equal files that are no baselines nothing is approved.
  const base =
    baseBaseline === undefined || (isSame && head === undefined)
      ? undefined
      : parseBaseline(decodeBaseline(baseBaseline));
  const { changes, reading, verdict } = report;
  const isFailed = verdict === 'drift' || verdict === 'incomparable';
  const changed = isFailed ? await attempt(facts.changed()) : undefined;
  const files = changed?.kind === 'value' && changed.value.isComplete ? changed.value : undefined;
  return {
    kind: 'told',
    isRemoved: baseBaseline !== undefined && headBaseline === undefined,
    isSame,
    ...(configuration === undefined ? {} : { configuration }),
    ...(configuration === undefined || moved === undefined ? {} : { configurationChanges: moved }),
    ...(head === undefined ? {} : { approval: approvalOf(base, head) }),
    ...(isFailed && base !== undefined && head !== undefined && reading !== undefined
      ? { origin: originOf(changes, base, head, reading.items) }
      : {}),
    ...(files === undefined ? {} : { changedFiles: files.names.filter((name) => name !== place) }),
  };
}

/** Line ends and a byte order mark are no difference. Source: FORMAT 3.1. */
function isSameText(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  // Byte by byte: what is not UTF-8 must not become equal by being replaced.
  const [left, right] = [a, b].map((bytes) =>
    normalised(
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/^\u00EF\u00BB\u00BF/, ''),
    ),
  );
  return left === right;
}

function changeWordOf(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): ChangeWord | undefined {
  if (isSameText(before, after)) return undefined;
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** What moved in the configuration, by names; a file that was not there held no server. */
function movedMembers(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): readonly string[] | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [left, right] = [before, after].map((bytes) => Buffer.from(bytes).toString('utf8'));
  const moved = configurationChanges(left ?? '', right ?? '');
  return moved?.length === 0 ? undefined : moved;
}

async function sourcesOf(
  facts: Facts,
  { changes }: ServerReport,
): Promise<ReadonlyMap<string, SourcePlace>> {
  const named = changes.flatMap(({ kind, id }) => (id === null ? [] : [{ kind, id }]));
  if (named.length === 0) return new Map();
  const sought = named.slice(0, MAX_SOUGHT_NAMES);
  const { names, isComplete } = await facts.changed();
  const files = { isComplete, names: names.filter((name) => !isBaseline(name, facts.place)) };
  const ids = [...new Set(sought.map(({ id }) => id))];
  const found = await quotedOnce(facts.root, facts.head, files, ids);
  return new Map(
    sought.flatMap((ref) => {
      const place = found.get(ref.id);
      return place === undefined ? [] : [[itemKey(ref), place] as const];
    }),
  );
}

/** Baselines name every item; the configuration, of the same pattern, is a file like any other. */
function isBaseline(name: string, place: string): boolean {
  return (
    name === place ||
    (/(?:^|\/)witnessmark(?:\.[a-z0-9-]+)?\.json$/.test(name) && !name.endsWith(CONFIGURATION))
  );
}
