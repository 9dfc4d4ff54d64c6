import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { areGone, processesWith } from '../helpers/processes.js';
import {
  type Laboratory,
  openLaboratory,
  type Persona,
  PERSONAS,
} from '../helpers/sandbox-personas.js';
import type { DriverJob } from '../helpers/sandbox-job.js';

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
      expect(processesWith(mark)).toEqual([]);
    });

    test('SIGKILL of the reader ends everything', async () => {
      const temporary = laboratory.checkout(persona, {});
      const { job, mark } = jobOf(persona, true, temporary);
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
      expect(await areGone(mark, 5_000)).toBe(true);
      // Mechanism 3 also removes its copy of the checkout when nobody is left to do it.
      for (let tries = 0; tries < 50 && readdirSync(temporary).length > 0; tries += 1)
        await pause(20);
      expect(readdirSync(temporary)).toEqual([]);
    });
  });
}

describe('without isolation', () => {
  const persona = PERSONAS.find(({ name }) => name === 'user');

  test('what detached itself is ended as far as its parent lives', async () => {
    if (persona === undefined) throw new Error('there is always a user');
    const { job, mark } = jobOf(persona, false);
    const launches = [
      {
        ...job.launches[0],
        command: 'node',
        args: ['kept.cjs', mark.split('\0')[1] ?? ''],
        until: 'ready',
      },
    ];
    const checkout = laboratory.checkout(persona, {
      'kept.cjs': `process.on('SIGTERM', () => {});
        require('node:child_process').spawn('sleep', [process.argv[2]], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
        setInterval(() => {}, 1000); console.log('ready')`,
    });
    const request = {
      ...job.request,
      isolation: 'none' as const,
      checkout,
      workingDirectory: checkout,
    };
    const outcome = await laboratory.run(persona, { ...job, request, launches });
    expect(outcome).toMatchObject({ mechanism: 'none' });
    expect(processesWith(mark)).toEqual([]);
  });
});
