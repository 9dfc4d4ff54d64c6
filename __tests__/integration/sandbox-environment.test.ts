import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { NEVER_ARRIVES } from '../helpers/never-arrives.js';
import { type Laboratory, openLaboratory, PERSONAS } from '../helpers/sandbox-personas.js';

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await openLaboratory();
});
afterAll(() => laboratory.remove());

/** The whole of it, pinned. `_` and PWD would come from a shell; env adds nothing. */
const EXACTLY = [
  'COLUMNS=80',
  'HOME=/home/wmhome',
  'LANG=C.UTF-8',
  'LC_ALL=C.UTF-8',
  'LINES=24',
  'LOGNAME=wmuser',
  'NO_COLOR=1',
  'PYTHONDONTWRITEBYTECODE=1',
  'PYTHONHASHSEED=0',
  'SHELL=/bin/sh',
  'TERM=dumb',
  'TMPDIR=/tmp',
  'TZ=UTC',
  'USER=wmuser',
];

test('every name of the pinned list has a reason, once', () => {
  expect(NEVER_ARRIVES.every(([, reason]) => reason.length > 10)).toBe(true);
  expect(new Set(NEVER_ARRIVES.map(([name]) => name)).size).toBe(NEVER_ARRIVES.length);
});

for (const persona of PERSONAS) {
  if (persona.missing !== undefined) {
    console.warn(`NOT TRIED: the environment as ${persona.name}: ${persona.missing}`);
    test.skip(`NOT TRIED HERE as ${persona.name}: ${persona.missing}`, () => undefined);
    continue;
  }
  test(`as ${persona.name} exactly the fixed environment arrives, of a reader that holds every secret`, async () => {
    const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
    const outcome = await laboratory.run(persona, {
      request: {
        isolation: 'required',
        checkout,
        workingDirectory: checkout,
        command: 'env',
        args: [],
        forbidMechanisms: persona.name === 'root without namespaces' ? ['namespaces'] : [],
      },
      launches: [{ command: 'env', args: ['-0'] }],
    });
    if (outcome.error !== undefined) throw new Error(outcome.error.message);
    expect(outcome.mechanism).toBe(persona.mechanism);
    const lines = Buffer.from(outcome.runs[0]?.stdout ?? '', 'base64')
      .toString()
      .split('\0')
      .filter((line) => line !== '')
      .sort();
    const [path] = lines.filter((line) => line.startsWith('PATH='));
    expect(path).toMatch(/^PATH=(\/[^:]+:)*\/usr\/local\/bin:\/usr\/bin:\/bin$/);
    const rest = lines.filter((line) => line !== path);
    if (persona.mechanism !== 'seccomp') expect(rest).toEqual(EXACTLY);
    // Without a mount namespace TMPDIR is a random directory.
    else
      expect(
        rest.map((line) => line.replace(/^TMPDIR=.*\/witnessmark-\w+\/tmp$/, 'TMPDIR=/tmp')),
      ).toEqual(EXACTLY);
  });
}
