import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { ROOT } from '../helpers/workshop.js';

const run = promisify(execFile);

/** Runs one of the long measurements in short. */
async function lines(script: string, count: number): Promise<string[]> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'scripts', script), String(count)]);
  return stdout.trim().split('\n');
}

test('a handful of checks, good and bad, by every door, leaves nothing', async () => {
  const said = await lines('soak.mjs', 7);
  for (const kind of 'processes,namespaces,mounts,descriptors,resources,listeners,files'.split(','))
    expect(said).toContain(`left behind: 0 ${kind}`);
  expect(said.at(-1)).toBe('nothing left behind');
});

test('a mark that is killed leaves the old baseline or the new one', async () => {
  const said = await lines('fault-run.mjs', 4);
  expect(said).toContainEqual(expect.stringMatching(/, anything else 0 times$/));
  expect(said).toContainEqual(
    expect.stringMatching(/^left behind: 0 processes, 0 mounts, 0 namespaces;/),
  );
  expect(said.at(-1)).toBe('the next mark works');
});
