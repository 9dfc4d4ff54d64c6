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
  test('is read with the newest that it answers first', async () => {
    const reading = await read(sdk, kind);
    expect(reading.problem?.code).toBe('baseline-missing');
    expect(protocolOf(reading)).toEqual({
      requested: found,
      negotiated: found,
      versionHeader: true,
    });
    expect(reading.items?.map(({ kind: each, id }) => [each, id])).toEqual([
      ['server', null],
      ['tool', 'greet'],
    ]);
    expect(reading.findings.filter(({ kind: each }) => each === null)).toEqual([]);
  });

  test('is read alike with every version that it speaks', async () => {
    const readings = await Promise.all(
      versions.map((version) => read(sdk, kind, ['--protocol', version])),
    );
    expect(readings.map(({ problem }) => problem?.message)).toEqual(
      readings.map(() => 'there is no baseline'),
    );
    const [first, ...others] = readings.map(toolsOf);
    expect(readings.map(protocolOf)).toEqual(
      versions.map((version) => ({ requested: version, negotiated: version, versionHeader: true })),
    );
    expect(first).toEqual([['greet', expect.stringMatching(/^sha256:/)]]);
    for (const other of others) expect(other).toEqual(first);
  });
});
