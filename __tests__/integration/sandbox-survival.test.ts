import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { observedEnd } from '../../src/sandbox/observed-end.js';
import { startPlainProcess } from '../../src/sandbox/plain.js';
import { areGone, processesWith } from '../helpers/processes.js';
import {
  type Laboratory,
  openLaboratory,
  type Persona,
  PERSONAS,
} from '../helpers/sandbox-personas.js';
import type { DriverJob } from '../helpers/sandbox-job.js';
import { eventually } from '../helpers/workshop.js';

/**
 * A server that ignores SIGTERM and the end of stdin, with a child and a detached grandchild that hold
 * stdout and carry a mark in their arguments.
 */
const STUBBORN_SERVER = String.raw`
const { spawn } = require('node:child_process');
process.on('SIGTERM', () => {});
const mark = process.argv[2];
spawn('sh', ['-c', 'trap "" TERM HUP; (setsid sleep 3' + mark + ' &) ; sleep 3' + mark], { stdio: ['ignore', 'inherit', 'ignore'], detached: true });
setInterval(() => {}, 1000);
setTimeout(() => process.stdout.write('ready\n'), 150);
`;

/** How it met its end: the shell, its `sleep`, and the `sleep` that detached itself and lost its parent. */
const STUBBORN_END = { stayed: true, others: 3 };

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await openLaboratory();
});
afterAll(() => laboratory.remove());

let marks = 0;
function jobOf(
  persona: Persona,
  announce: boolean,
  temporary?: string,
): { job: DriverJob; mark: string } {
  const checkout = laboratory.checkout(persona, { 'stubborn.cjs': STUBBORN_SERVER });
  // Digits that no other process has: `sleep 3MARK`.
  const mark = `${process.pid}${(marks += 1)}`;
  const launch = { command: 'node', args: ['stubborn.cjs', mark], until: 'ready' };
  return {
    mark: `sleep\x003${mark}`,
    job: {
      request: {
        isolation: 'required',
        checkout,
        workingDirectory: checkout,
        command: 'node',
        args: [],
        ...(temporary === undefined ? {} : { temporary }),
        forbidMechanisms: persona.name === 'root without namespaces' ? ['namespaces'] : [],
      },
      launches: [launch],
      announce,
    },
  };
}

/** Starts a reader and kills it once its server and what that started run. */
async function killWhenReady(persona: Persona, job: DriverJob, mark: string): Promise<void> {
  const reader = laboratory.spawn(persona, job);
  await new Promise<void>((resolve) => {
    let text = '';
    reader.stderr?.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('ready')) resolve();
    });
  });
  expect(processesWith(mark).length).toBeGreaterThan(1);
  const drivers = processesWith('driver.mjs').filter((pid) =>
    processesWith(laboratory.directory).includes(pid),
  );
  for (const pid of drivers) process.kill(pid, 'SIGKILL');
}

for (const persona of PERSONAS) {
  if (persona.missing !== undefined) {
    console.warn(`NOT TRIED: survival as ${persona.name}: ${persona.missing}`);
    test.skip(`NOT TRIED HERE as ${persona.name}: ${persona.missing}`, () => undefined);
    continue;
  }
  describe(`as ${persona.name}`, () => {
    test('ending a server that ignores SIGTERM ends everything it started, detached or not', async () => {
      const { job, mark } = jobOf(persona, false);
      const outcome = await laboratory.run(persona, job);
      if (outcome.error !== undefined) throw new Error(outcome.error.message);
      expect(outcome.runs[0]?.endedInMs).toBeLessThan(5_000);
      expect(outcome.mechanism).toBe(persona.mechanism);
      expect(outcome.runs[0]?.end).toEqual(STUBBORN_END);
      expect(processesWith(mark)).toEqual([]);
    });

    test('SIGKILL of the reader ends everything', async () => {
      const temporary = laboratory.checkout(persona, {});
      const { job, mark } = jobOf(persona, true, temporary);
      await killWhenReady(persona, job, mark);
      expect(await areGone(mark, 5_000)).toBe(true);
      // Mechanism 3 also removes its copy of the checkout when nobody is left to do it.
      for (let tries = 0; tries < 50 && readdirSync(temporary).length > 0; tries += 1)
        await pause(20);
      expect(readdirSync(temporary)).toEqual([]);
    });
  });
}

describe('without isolation', () => {
  const persona: Persona = { name: 'user', mechanism: 'namespaces', missing: undefined };
  const plainJob = (announce: boolean): { job: DriverJob; mark: string } => {
    const { job, mark } = jobOf(persona, announce);
    return { mark, job: { ...job, request: { ...job.request, isolation: 'none' } } };
  };

  test('what detached itself is ended, also when its parent had ended long before', async () => {
    const { job, mark } = plainJob(false);
    const outcome = await laboratory.run(persona, job);
    expect(outcome).toMatchObject({ mechanism: 'none', runs: [{ end: STUBBORN_END }] });
    expect(processesWith(mark)).toEqual([]);
  });

  test('SIGKILL of the reader ends it too', async () => {
    const { job, mark } = plainJob(true);
    await killWhenReady(persona, job, mark);
    expect(await areGone(mark, 5_000)).toBe(true);
  });

  test('what a guard that was stopped leaves is ended by what parents tell', async () => {
    const mark = `3${process.pid}${(marks += 1)}`;
    const line = `setsid sh -c "sleep ${mark} & sleep ${mark}" & wait`;
    const guard = spawn('sh', ['-c', line], { stdio: 'ignore' });
    expect(await eventually(() => processesWith(`sleep\x00${mark}`).length === 2)).toBe(true);
    const end = await observedEnd(guard.pid, () => Promise.resolve(undefined));
    expect(end).toEqual({ stayed: false, others: 2 });
    expect(await areGone(`sleep\x00${mark}`, 5_000)).toBe(true);
  });

  test('where the guard does not work, the group and what it knows of are ended', async () => {
    const mark = `3${process.pid}${(marks += 1)}`;
    const server = await startPlainProcess({
      command: 'sh',
      args: ['-c', `trap "" TERM HUP; sleep ${mark} & setsid sleep ${mark} & echo ready; wait`],
      workingDirectory: '/',
      env: new Map([['PATH', '/usr/bin:/bin']]),
    });
    await once(server.stdout, 'data');
    expect(await eventually(() => processesWith(`sleep\x00${mark}`).length === 2)).toBe(true);
    await server.end();
    expect(await areGone(`sleep\x00${mark}`, 5_000)).toBe(true);
  });
});
