import { FORMAT_NAME, parseBaseline } from '../core/baseline.js';
import { lineAt, ProblemList } from '../core/baseline-problems.js';
import {
  compareReadings,
  type ComparedReading,
  type Comparison,
} from '../core/compare-readings.js';
import { memberValue } from '../core/json-node.js';
import {
  JsonTextError,
  parseJsonText,
  upperBoundOfValues,
  type JsonNode,
} from '../core/json-text.js';
import { parseRecord, serversOf } from '../core/record-file.js';
import { WitnessmarkError } from '../errors.js';
import { MAX_BASELINE_VALUES } from '../limits.js';

/** Levels of a well-formed record: file, servers, server, items, item, fields; and those of its other members. */
const FILE_DEPTH = 10;

/**
 * Compares two files, each the text of a record or of a baseline. Of a record of several servers the one of the other
 * file's name is compared.
 * @throws WitnessmarkError `bad-compared-file` that says which file is wrong and where, and never quotes it.
 * Source: FORMAT 4.3, 6.
 */
export function compareFiles(a: string, b: string): Comparison {
  const [left, right] = [fileOf(a, 'A'), fileOf(b, 'B')];
  const [first, second] = [left.servers, right.servers];
  const of = (file: PublishedFile, others: readonly string[]): ComparedReading => {
    const [other] = others;
    if (file.servers.length === 1) return file.read(() => true);
    if (others.length !== 1 || other === undefined)
      throw badFile(
        file.side,
        `holds ${file.servers.length} servers, and the other file does not say which is meant`,
      );
    if (file.servers.filter((name) => name === other).length !== 1)
      throw badFile(
        file.side,
        `holds ${file.servers.length} servers, and not exactly one of the other file’s name`,
      );
    return file.read((name) => name === other);
  };
  return compareReadings(of(left, second), of(right, first));
}

/** A file whose kind is known and whose items are read when it is known which. */
interface PublishedFile {
  readonly side: 'A' | 'B';
  readonly servers: readonly string[];
  readonly read: (isWanted: (server: string) => boolean) => ComparedReading;
}

function fileOf(text: string, side: 'A' | 'B'): PublishedFile {
  const root = parsed(text, side);
  if (memberValue(root, 'servers') === undefined) {
    const baseline = baselineOf(text, side);
    return { side, servers: [baseline.server], read: () => baseline };
  }
  const format = memberValue(root, 'format');
  if (format?.kind !== 'string' || format.value !== FORMAT_NAME)
    throw badFile(side, `does not say "format": "${FORMAT_NAME}"`);
  const read = (isWanted: (server: string) => boolean): ComparedReading => {
    const problems = new ProblemList(text);
    const [reading] = parseRecord(root, isWanted, problems);
    const listed = problems.listed();
    if (reading !== undefined && listed.length === 0) return reading;
    throw badFile(side, `is no record that can be compared: ${listed.join('; ')}`);
  };
  const servers = serversOf(root);
  if (servers.length === 0) read(() => true);
  return { side, servers, read };
}

function baselineOf(text: string, side: 'A' | 'B'): ComparedReading {
  try {
    return parseBaseline(text);
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    throw badFile(side, `is neither a record nor a baseline: ${error.message}`, error);
  }
}

function parsed(text: string, side: 'A' | 'B'): JsonNode {
  if (upperBoundOfValues(text) > MAX_BASELINE_VALUES)
    throw badFile(side, `holds more than ${MAX_BASELINE_VALUES} values`);
  try {
    return parseJsonText(text.replace(/^\uFEFF/, ' '), { maxDepth: FILE_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const what = error.reason === 'syntax' ? 'is not JSON' : 'nests too deep';
    throw badFile(side, `${what}: reading stopped at line ${lineAt(text, error.offset)}`, error);
  }
}

function badFile(side: 'A' | 'B', what: string, cause?: unknown): WitnessmarkError {
  return new WitnessmarkError(
    'bad-compared-file',
    `the file ${side} ${what}`,
    'Give a committed baseline, or a record of one server: witnessmark check --json > record.json',
    { cause },
  );
}
