import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { areGone } from '../helpers/processes.js';
import {
  changeLines,
  ROOT,
  serverOf,
  Workshop,
  type Recipe,
  type RecordedServer,
  type Run,
} from '../helpers/workshop.js';

/** One fake server, and what the command line must make of it. */
export interface Scenario {
  /** The FIELD-CASE or the item of PRODUCT that it comes from. */
  readonly id: string;
  readonly what: string;
  readonly server: Recipe;
  /** A server that is marked first; its baseline is the one that is checked against. */
  readonly before?: Recipe;
  /** `check` by default. */
  readonly command?: 'check' | 'mark';
  readonly options?: readonly string[];
  /** How the server is started, where it is not the fake itself. */
  readonly start?: string;
  readonly exit: number;
  readonly verdict: string;
  readonly code?: string;
  /** `tool NAME: FINDING`; a finding of the whole reading stands alone, with its count where it has one. */
  readonly findings?: readonly string[];
  /** Every change; what `mark` approves for the first time is not held against anything. */
  readonly changes?: readonly string[];
  readonly conditions?: readonly string[];
  /** Each has to be among the notices. */
  readonly notices?: readonly RegExp[];
  /** None of the notices may say this. */
  readonly silentOn?: RegExp;
  /** How many items beside the server's own. */
  readonly items?: number;
  readonly message?: RegExp;
  readonly hint?: RegExp;
}

/** Stands in every text of a fake server that is no name. */
export const LEAK = 'LEAK';
const PEAK_MIB = 512;
const CLI = join(ROOT, 'dist/cli.js');

/** Scenarios of one test file that run at the same time. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Plays a scenario when its turn has come. */
export async function playInTurn(scenario: Scenario): Promise<void> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    await play(scenario);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Runs a scenario through the bundle as a child process and holds everything against what it says. */
async function play(scenario: Scenario): Promise<void> {
  const marker = `scenario-${randomUUID()}`;
  const workshop = new Workshop();
  try {
    let baseline: string | undefined;
    if (scenario.before !== undefined) {
      workshop.serve(scenario.before);
      expect((await run(workshop, 'mark', scenario, marker)).code).toBe(0);
      baseline = workshop.text();
    }
    workshop.serve(scenario.server);
    const command = scenario.command ?? 'check';
    const result = await run(workshop, command, scenario, marker);
    expectOutcome(scenario, serverOf(result), result.code);
    const { notices } = serverOf(result);
    for (const notice of scenario.notices ?? [])
      expect(notices).toContainEqual(expect.stringMatching(notice));
    if (scenario.silentOn !== undefined)
      expect(notices.filter((notice) => scenario.silentOn?.test(notice))).toEqual([]);
    expect(result.stdout + result.stderr).not.toContain(LEAK);
    if (command === 'check' && baseline !== undefined) expect(workshop.text()).toBe(baseline);
    if (command === 'mark' && scenario.exit !== 0) {
      const file = workshop.path('witnessmark.json');
      expect(existsSync(file) ? workshop.text() : undefined).toBe(baseline);
    }
    if (command === 'mark' && scenario.exit === 0) expect(workshop.text()).not.toContain(LEAK);
    expect(Number(workshop.text('peak'))).toBeGreaterThan(0);
    expect(Number(workshop.text('peak'))).toBeLessThan(PEAK_MIB * 1024);
    expect(await areGone(marker, 5_000)).toBe(true);
  } finally {
    workshop.remove();
  }
}

/** What the record must say, as one object, so that a failure shows all of it. */
function expectOutcome(scenario: Scenario, server: RecordedServer, exit: number): void {
  const { problem } = server;
  const isFirst = scenario.command === 'mark' && scenario.before === undefined;
  expect({
    exit,
    verdict: server.verdict,
    code: problem?.code,
    message: problem?.message,
    hint: problem?.hint,
    findings: findingLines(server),
    changes: isFirst ? [] : changeLines(server),
    conditions: server.conditions,
    items: server.items === null ? undefined : server.items.length - 1,
  }).toEqual({
    exit: scenario.exit,
    verdict: scenario.verdict,
    code: scenario.code,
    message: matching(scenario.message, problem?.message),
    hint: matching(scenario.hint, problem?.hint),
    findings: scenario.findings ?? [],
    changes: scenario.changes ?? [],
    conditions: scenario.conditions ?? [],
    items: scenario.items,
  });
}

/** Any text where a scenario does not care. */
function matching(pattern: RegExp | undefined, found: string | undefined): unknown {
  return pattern === undefined ? found : expect.stringMatching(pattern);
}

function findingLines({ findings }: RecordedServer): string[] {
  return findings.map(({ kind, id, finding, count }) => {
    if (kind === null) return count === undefined ? finding : `${finding} ${count}`;
    return id === null ? `${kind}: ${finding}` : `${kind} ${id}: ${finding}`;
  });
}

function run(
  workshop: Workshop,
  command: string,
  { options = [], start = 'node fake.mjs recipe.json' }: Scenario,
  marker: string,
): Promise<Run> {
  const peak = join(ROOT, '__tests__/scenarios/peak.mjs');
  const line = ['--command', `${start} ${marker}`, ...options];
  const child = spawn(process.execPath, ['--import', peak, CLI, command, '--json', ...line], {
    cwd: workshop.directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PEAK_FILE: workshop.path('peak'),
    },
  });
  const written: [string, string] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written[0] += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written[1] += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code: code ?? -1, stdout: written[0], stderr: written[1], faults: [] }),
    );
  });
}
