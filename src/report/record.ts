import { FORMAT_NAME } from '../core/baseline.js';
import type { Capture } from '../core/capture.js';
import type { ItemChange } from '../core/compare.js';
import { gradeWord } from '../core/groups.js';
import { printableJson } from '../core/printable.js';
import { writeJson, type JsonOutput } from '../core/render-json.js';
import { digestOutput } from './digest-report.js';
import type { RecordedItem, ServerReport } from './server-report.js';
import type { Problem } from '../errors.js';
import { worstVerdict } from '../exit-codes.js';

/**
 * Returns the record of a run as JSON text: items with digests, the whole capture block, verdict, changes
 * and findings; names and digests, no values. Characters that no one sees and what a runner would obey
 * stand as JSON escapes. Source: FORMAT 6.
 */
export function renderRecord(reports: readonly ServerReport[]): string {
  const chunks: string[] = [];
  writeRecord(reports, (chunk) => chunks.push(chunk));
  return chunks.join('');
}

/** The text of `renderRecord`, handed on piece by piece. */
export function writeRecord(
  reports: readonly ServerReport[],
  write: (chunk: string) => void,
): void {
  const record: JsonOutput = {
    format: FORMAT_NAME,
    verdict: worstVerdict(reports.map(({ verdict }) => verdict)),
    servers: reports.map(serverOutput),
  };
  writeJson(record, write, (text) => printableJson(JSON.stringify(text)));
}

function serverOutput(report: ServerReport): JsonOutput {
  const { reading } = report;
  return {
    server: report.server,
    verdict: report.verdict,
    capture: reading === undefined ? null : captureOutput(reading.capture),
    surface: reading?.surfaceDigest ?? null,
    items: reading === undefined ? null : reading.items.map(itemOutput),
    ...(report.profiles === undefined ? {} : { profiles: digestOutput(report.profiles) }),
    changes: report.changes.map(changeOutput),
    conditions: report.conditions,
    findings: report.findings.map(({ kind, id, finding, count }) => ({ kind, id, finding, count })),
    problem: report.problem === undefined ? null : problemOutput(report.problem),
    notices: reading?.notices ?? [],
    written: report.written,
  };
}

function problemOutput({ code, message, hint }: Problem): JsonOutput {
  return { code, message, hint };
}

function captureOutput(capture: Capture): JsonOutput {
  return {
    observedAt: capture.observedAt,
    transport: capture.transport,
    ...(capture.endpoint === undefined ? {} : { endpoint: capture.endpoint }),
    ...(capture.headerNames === undefined ? {} : { headerNames: capture.headerNames }),
    protocol: { ...capture.protocol },
    pages: { ...capture.pages },
    clientCapabilities: capture.clientCapabilities,
    client: capture.client,
    surface: capture.surface,
    launch: { ...capture.launch },
    ...(capture.isolation === undefined ? {} : { isolation: { ...capture.isolation } }),
    ...(capture.runtime === undefined ? {} : { runtime: { ...capture.runtime } }),
    ...(capture.placeholderSet === undefined ? {} : { placeholderSet: capture.placeholderSet }),
    reads: capture.reads,
    reader: { ...capture.reader },
  };
}

function itemOutput({
  kind,
  id,
  firstSeen,
  itemDigest,
  fields,
  aspects,
  findings,
}: RecordedItem): JsonOutput {
  return { kind, id, firstSeen, digest: itemDigest, fields, aspects, findings };
}

/** One changed item as the record has it. */
export function changeOutput({ kind, id, change, fields }: ItemChange): JsonOutput {
  return {
    kind,
    id,
    change,
    fields: fields.map((field) => ({
      field: field.field,
      change: field.change,
      grade: gradeWord(field),
      properties: field.properties.map(({ name, change: how }) => ({ name, change: how })),
    })),
  };
}
