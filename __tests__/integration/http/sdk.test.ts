import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ROOT, serverOf, Workshop, type RecordedServer } from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
  const name = 'sdk-http.mjs';
  copyFileSync(join(ROOT, '__tests__/fixtures/servers', name), workshop.path(name));
});
afterEach(() => workshop.remove());

const PACKAGES = join(ROOT, 'node_modules/@modelcontextprotocol');

async function read(
  sdk: 'sdk' | 'server',
  kind: string,
  options: readonly string[] = [],
): Promise<RecordedServer> {
  const command = `node sdk-http.mjs {port} ${join(PACKAGES, sdk)} ${kind}`;
  const url = ['--url', 'http://127.0.0.1:{port}/mcp'];
  const run = await workshop.cli(['check', '--json', '--command', command, ...url, ...options]);
  expect(run.faults).toEqual([]);
  return serverOf(run);
}

const protocolOf = ({ capture }: RecordedServer): unknown => capture?.['protocol'];
const toolsOf = ({ items }: RecordedServer): unknown =>
  items?.filter(({ kind }) => kind === 'tool').map(({ id, digest }) => [id, digest]);

const INITIALIZE_VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

describe.each([
  ['1.x, with sessions', 'sdk', 'sessions', INITIALIZE_VERSIONS, '2025-11-25'],
  ['1.x, without', 'sdk', 'stateless', INITIALIZE_VERSIONS, '2025-11-25'],
  ['2.x, both eras', 'server', 'both', [...INITIALIZE_VERSIONS, '2026-07-28'], '2025-11-25'],
  ['2.x, modern only', 'server', 'modern', ['2026-07-28'], '2026-07-28'],
] as const)('the official SDK %s, over HTTP', (_what, sdk, kind, versions, found) => {
  test('is read with the newest that it answers first, and alike with every version that it speaks', async () => {
    const [reading, ...readings] = await Promise.all([
      read(sdk, kind),
      ...versions.map((version) => read(sdk, kind, ['--protocol', version])),
    ]);
    expect([reading, ...readings].map(({ problem }) => problem?.message)).toEqual(
      ['auto', ...versions].map(() => 'there is no baseline'),
    );
    expect([reading, ...readings].map(protocolOf)).toEqual(
      [found, ...versions].map((version) => ({
        requested: version,
        negotiated: version,
        versionHeader: true,
      })),
    );
    expect(reading.items?.map(({ kind: each, id }) => [each, id])).toEqual([
      ['server', null],
      ['tool', 'greet'],
    ]);
    expect(reading.findings.filter(({ kind: each }) => each === null)).toEqual([]);
    for (const each of readings) expect(toolsOf(each)).toEqual(toolsOf(reading));
  });
});
