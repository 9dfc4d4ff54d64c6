import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { QuotingWorkshop, runCounted } from './quoting.js';

let workshop: QuotingWorkshop;
beforeEach(() => {
  workshop = new QuotingWorkshop();
});
afterEach(() => workshop.remove());

const COMMAND = ['--command', 'node quoting.mjs words'];
const MAC = { platform: 'darwin', arch: 'arm64' } as const;
const NOTICE =
  'Only Linux can isolate a server: what was read here is a claim about what CI will read, and CI has to confirm it.';

const flat = (text: string): string => text.replace(/\s+/g, ' ');
const conditions = (): unknown => {
  const { capture } = JSON.parse(workshop.text()) as {
    capture: { launch: { network: string; home: string }; isolation: unknown; runtime: unknown };
  };
  const { launch, isolation, runtime } = capture;
  return { network: launch.network, home: launch.home, isolation, runtime };
};

test('off Linux a first mark claims the conditions of the gate, says so, and the gate confirms it', async () => {
  const marked = await runCounted(workshop, ['mark', ...COMMAND], MAC);
  expect(marked.code).toBe(0);
  expect(flat(marked.stdout)).toContain(NOTICE);
  expect(conditions()).toEqual({
    network: 'none',
    home: '/home/wmhome',
    isolation: { layout: 'witnessmark-box/1' },
    runtime: { platform: 'linux' },
  });
  const there = await runCounted(workshop, ['check', ...COMMAND], MAC);
  expect(there.code).toBe(0);
  expect(flat(there.stdout)).toContain(NOTICE);
  const gate = await runCounted(workshop, ['check', ...COMMAND]);
  expect(gate.code).toBe(0);
  expect(flat(gate.stdout)).not.toContain(NOTICE);
  // What the gate would write is the same file.
  const file = workshop.text();
  expect((await runCounted(workshop, ['mark', ...COMMAND])).code).toBe(0);
  expect(workshop.text()).toBe(file);
});

test('a mark off Linux keeps the conditions that the baseline records, here those without isolation', async () => {
  await runCounted(workshop, ['mark', ...COMMAND, '--isolation', 'none']);
  const before = conditions();
  expect(before).toMatchObject({ network: 'full' });
  workshop.write('title.txt', 'A title');
  const marked = await runCounted(workshop, ['mark', ...COMMAND], MAC);
  expect(marked.stdout).toMatch(/^MARKED {2}wrote/);
  expect(conditions()).toEqual(before);
  expect((await runCounted(workshop, ['check', ...COMMAND, '--isolation', 'none'])).code).toBe(0);
});

test('drift is seen off Linux, and the record says how it was really read', async () => {
  await runCounted(workshop, ['mark', ...COMMAND]);
  workshop.write('title.txt', 'A title');
  const checked = await runCounted(workshop, ['check', ...COMMAND, '--json'], MAC);
  expect(checked.code).toBe(1);
  const { servers } = JSON.parse(checked.stdout) as {
    servers: { verdict: string; capture: unknown; notices: string[] }[];
  };
  expect(servers[0]).toMatchObject({
    verdict: 'drift',
    notices: [NOTICE],
    capture: {
      launch: { network: 'full' },
      isolation: { mechanism: 'none' },
      runtime: { platform: 'darwin', arch: 'arm64' },
    },
  });
});

test('an explicit isolation: none is no claim, and is recorded as what it is', async () => {
  const marked = await runCounted(workshop, ['mark', ...COMMAND, '--isolation', 'none'], MAC);
  expect(flat(marked.stdout)).not.toContain(NOTICE);
  expect(conditions()).toMatchObject({ network: 'full', runtime: { platform: 'darwin' } });
  const gate = await runCounted(workshop, ['check', ...COMMAND]);
  expect(gate.code).toBe(4);
  expect(flat(gate.stdout)).toContain('launch.network, isolation.layout, runtime.platform');
});
