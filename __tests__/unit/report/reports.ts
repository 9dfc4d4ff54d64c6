import type { Capture } from '../../../src/core/capture.js';
import type { FieldChange, ItemChange } from '../../../src/core/compare.js';
import type { Grade } from '../../../src/core/grades.js';
import type { ReportContext, ServerReport } from '../../../src/report/server-report.js';

export const CONTEXT: ReportContext = {
  baseline: 'witnessmark.json',
  commandLine: 'node server.js',
  next: {
    check: "witnessmark check --command 'node server.js'",
    mark: "witnessmark mark --command 'node server.js'",
    commit: 'git add witnessmark.json && git commit',
  },
};

export function field(
  name: string,
  grades: readonly Grade[] = ['text'],
  properties: FieldChange['properties'] = [],
): FieldChange {
  return { field: name, change: 'changed', grades, properties };
}

export function changed(
  kind: ItemChange['kind'],
  id: string | null,
  ...fields: FieldChange[]
): ItemChange {
  return { kind, id, change: 'changed', fields };
}

export function whole(
  kind: ItemChange['kind'],
  id: string,
  change: 'added' | 'removed',
): ItemChange {
  return { kind, id, change, fields: [] };
}

const CAPTURE: Capture = {
  observedAt: '2026-11-30T12:00:00Z',
  transport: 'stdio',
  protocol: { requested: '2025-11-25', negotiated: '2025-11-25' },
  pages: { read: 2, complete: true },
  clientCapabilities: ['roots'],
  client: 'full/1',
  surface: ['tools'],
  launch: {
    command: 'node',
    args: ['server.js'],
    envNames: [],
    envValues: 'none',
    network: 'none',
    home: '/home/wmhome',
  },
  isolation: { layout: '1', mechanism: 'bwrap' },
  runtime: { platform: 'linux', arch: 'x64' },
  placeholderSet: '1',
  reads: 1,
  reader: { name: 'witnessmark', version: '0.0.0' },
};

const ITEM = {
  firstSeen: '2026-11-30',
  itemDigest: 'sha256:00',
  fields: new Map([['description', 'sha256:01']]),
  aspects: new Map([['description/visible', '02']]),
  findings: [],
};

/** The report of a server with two tools and a prompt, read without trouble. */
export function report(
  verdict: ServerReport['verdict'],
  changes: readonly ItemChange[] = [],
  rest: Partial<ServerReport> = {},
): ServerReport {
  return {
    server: 'default',
    verdict,
    changes,
    conditions: [],
    findings: [],
    reading: {
      capture: CAPTURE,
      surfaceDigest: 'sha256:03',
      items: [
        { ...ITEM, kind: 'prompt', id: 'p' },
        { ...ITEM, kind: 'tool', id: 'a' },
        { ...ITEM, kind: 'tool', id: 'b' },
      ],
      baseline: { server: 'default', conditions: new Map(), items: [] },
      notices: [],
    },
    ...rest,
  };
}

/** The report of a run that ended with a problem before anything was read. */
export function failed(
  verdict: ServerReport['verdict'],
  problem: NonNullable<ServerReport['problem']>,
): ServerReport {
  return { server: 'default', verdict, changes: [], conditions: [], findings: [], problem };
}
