import { createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { holdFreePort, holdPort, type HeldPort } from '../../../src/sandbox/ports.js';

const WANTED = 8941;
const held: HeldPort[] = [];
afterEach(() => {
  for (const { release } of held.splice(0)) release();
});

async function hold(wanted = WANTED): Promise<number> {
  const port = await holdFreePort(wanted);
  held.push(port);
  return port.port;
}

test('readers that start servers at the same time get different ports, and the wanted one again later', async () => {
  const ports = await Promise.all(Array.from({ length: 6 }, () => hold()));
  expect(new Set(ports).size).toBe(6);
  expect(ports).toContain(WANTED);
  expect(await holdPort(WANTED)).toBeUndefined();
  for (const { release } of held.splice(0)) release();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await hold()).toBe(WANTED);
});

test('a port that something else listens on is not held', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(WANTED, '127.0.0.1', resolve));
  try {
    expect(await holdPort(WANTED)).toBeUndefined();
    expect(await hold()).not.toBe(WANTED);
  } finally {
    other.close();
  }
});
