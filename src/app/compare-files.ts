import { FORMAT_NAME, parseBaseline } from '../core/baseline.js';
import { lineAt, ProblemList } from '../core/baseline-problems.js';
import {
  catalogueOf,
  compareCatalogues,
  isCatalogue,
  parseCatalogue,
  type Catalogue,
} from '../core/catalogue.js';
import {
  compareReadings,
  compareServers,
  type ComparedReading,
  type Comparison,
  type ServerComparison,
  type SeveralComparison,
  type Side,
} from '../core/compare-readings.js';
import {
  JsonTextError,
  parseJsonText,
  upperBoundOfValues,
  type JsonNode,
} from '../core/json-text.js';
import { memberValue } from '../core/json-node.js';
import { compareCodeUnits } from '../core/order.js';
import { isUnread, parseRecord, serverEntry, serversOf } from '../core/record-file.js';
import { WitnessmarkError } from '../errors.js';
import { MAX_BASELINE_VALUES } from '../limits.js';

/** Levels of a well-formed record: file, servers, server, items, item, fields; and those of its other members. */
const FILE_DEPTH = 10;

/** What was found between two files: of records of several servers, each of them. */
export type FileComparison =
  | { readonly kind: 'one'; readonly comparison: Comparison }
  | { readonly kind: 'several'; readonly comparison: SeveralComparison };

/**
 * Compares two files, each the text of a record, of a baseline or of a catalogue of the heldfast feed. Of two records of
 * several servers each server is compared; else, of a record of several, the one of the other file's name.
 * @throws WitnessmarkError `bad-compared-file` that says which file is wrong and where, and never quotes it.
 * Source: FORMAT 4.3, 6.
 */
export function compareFiles(a: string, b: string): FileComparison {
  const [left, right] = [fileOf(a, 'A'), fileOf(b, 'B')];
  if (left.kind === 'catalogue' || right.kind === 'catalogue')
    return one(compareCatalogues(asCatalogue(left), asCatalogue(right)));
  if (left.servers.length > 1 && right.servers.length > 1)
    return { kind: 'several', comparison: compareAll(left, right) };
  const [ofLeft, ofRight] = [readingOf(left, right.servers), readingOf(right, left.servers)];
  return one(compareReadings(ofLeft, ofRight));
}

function one(comparison: Comparison): FileComparison {
  return { kind: 'one', comparison };
}

/** A file whose kind is known and whose items are read when it is known which. */
type PublishedFile =
  { readonly kind: 'catalogue'; readonly side: Side; readonly catalogue: Catalogue } | ReadingsFile;

interface ReadingsFile {
  readonly kind: 'baseline' | 'record';
  readonly side: Side;
  readonly root: JsonNode;
  readonly text: string;
  /** At least one. */
  readonly servers: readonly string[];
  readonly read: (isWanted: (server: string) => boolean) => ComparedReading;
}

/** The one reading that is meant; `others` are the servers of the other file. */
function readingOf(
  { side, servers, read }: ReadingsFile,
  others: readonly string[],
): ComparedReading {
  const [other] = others;
  if (servers.length === 1) return read(() => true);
  if (servers.filter((name) => name === other).length !== 1)
    throw badFile(
      side,
      `holds ${servers.length} servers, and not exactly one of the other file’s name`,
    );
  return read((name) => name === other);
}

/** Each server of two records by its name. */
function compareAll(left: ReadingsFile, right: ReadingsFile): SeveralComparison {
  for (const { side, servers } of [left, right])
    if (new Set(servers).size !== servers.length)
      throw badFile(side, 'holds two servers of one name');
  const names = [...new Set([...left.servers, ...right.servers])].sort(compareCodeUnits);
  return compareServers(
    names.map((server): ServerComparison => {
      if (!right.servers.includes(server)) return { server, kind: 'only', side: 'A' };
      if (!left.servers.includes(server)) return { server, kind: 'only', side: 'B' };
      const unread = [left, right].filter(({ root }) => isUnread(root, server));
      if (unread.length > 0)
        return { server, kind: 'unread', sides: unread.map(({ side }) => side) };
      const isWanted = (name: string): boolean => name === server;
      const comparison = compareReadings(left.read(isWanted), right.read(isWanted));
      return { server, kind: 'compared', comparison };
    }),
  );
}

/** What a file tells of what a catalogue holds. */
function asCatalogue(file: PublishedFile): Catalogue {
  if (file.kind === 'catalogue') return file.catalogue;
  const { side, servers, root, text, read } = file;
  if (file.kind === 'baseline')
    throw badFile(side, 'is a baseline, which holds no digests of other systems', WITH_PROFILES);
  if (servers.length > 1)
    throw badFile(side, `holds ${servers.length} servers, and a catalogue is of one`);
  const reading = read(() => true);
  const entry = serverEntry(root);
  const problems = new ProblemList(text);
  const catalogue =
    entry === undefined ? undefined : catalogueOf(reading, entry, 'servers[0]', problems);
  refuseProblems(side, 'record', problems);
  if (catalogue !== undefined) return catalogue;
  throw badFile(side, 'is a record without the digests of other systems', WITH_PROFILES);
}

function fileOf(text: string, side: Side): PublishedFile {
  const root = parsed(text, side);
  if (isCatalogue(root)) {
    const problems = new ProblemList(text);
    const catalogue = parseCatalogue(root, problems);
    refuseProblems(side, 'catalogue', problems);
    return { kind: 'catalogue', side, catalogue };
  }
  if (memberValue(root, 'servers') === undefined) {
    const baseline = baselineOf(text, side);
    const servers = [baseline.server];
    return { kind: 'baseline', side, root, text, servers, read: () => baseline };
  }
  const format = memberValue(root, 'format');
  if (format?.kind !== 'string' || format.value !== FORMAT_NAME)
    throw badFile(side, `does not say "format": "${FORMAT_NAME}"`);
  const read = (isWanted: (server: string) => boolean): ComparedReading => {
    const problems = new ProblemList(text);
    const [reading] = parseRecord(root, isWanted, problems);
    refuseProblems(side, 'record', problems);
    if (reading === undefined) throw badFile(side, 'holds no reading');
    return reading;
  };
  const servers = serversOf(root);
  if (servers.length === 0) read(() => true);
  return { kind: 'record', side, root, text, servers, read };
}

/** @throws WitnessmarkError `bad-compared-file` where something was found. */
function refuseProblems(side: Side, what: string, problems: ProblemList): void {
  const listed = problems.listed();
  if (listed.length === 0) return;
  throw badFile(side, `is no ${what} that can be compared: ${listed.join('; ')}`);
}

function baselineOf(text: string, side: Side): ComparedReading {
  try {
    return parseBaseline(text);
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    // What is wrong with it as a baseline is told only where it claims to be one.
    const claims = error.code !== 'baseline-unknown-format';
    const why = claims ? `: ${error.message.replace(/^the baseline /, 'as a baseline it ')}` : '';
    const message = `is neither a record, a baseline nor a catalogue${why}`;
    throw badFile(side, message, HINT, error);
  }
}

function parsed(text: string, side: Side): JsonNode {
  if (upperBoundOfValues(text) > MAX_BASELINE_VALUES)
    throw badFile(side, `holds more than ${MAX_BASELINE_VALUES} values`);
  try {
    return parseJsonText(text.replace(/^\uFEFF/, ' '), { maxDepth: FILE_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const what = error.reason === 'syntax' ? 'is not JSON' : 'nests too deep';
    const line = lineAt(text, error.offset);
    throw badFile(side, `${what}: reading stopped at line ${line}`, HINT, error);
  }
}

const HINT =
  'Give a record (witnessmark check --json > record.json), a committed baseline, or a catalogue of the heldfast feed.';
const WITH_PROFILES =
  'Make a record that holds them: witnessmark check --profiles --json > record.json';

function badFile(side: Side, what: string, hint = HINT, cause?: unknown): WitnessmarkError {
  return new WitnessmarkError('bad-compared-file', `the file ${side} ${what}`, hint, { cause });
}
