import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

import {
  type Bait,
  BOX_PROPERTIES,
  factsOf,
  inspect,
  layBait,
  NET_PROPERTIES,
  NET_PROPERTIES_OF_ROOT,
} from '../helpers/sandbox-properties.js';
import { type Laboratory, openLaboratory, PERSONAS } from '../helpers/sandbox-personas.js';

let laboratory: Laboratory;
let bait: Bait;

beforeAll(async () => {
  laboratory = await openLaboratory();
  bait = await layBait(laboratory.directory);
});
afterAll(() => {
  bait.close();
  laboratory.remove();
});

for (const persona of PERSONAS) {
  if (persona.missing !== undefined) {
    console.warn(`NOT TRIED: the sandbox as ${persona.name}: ${persona.missing}`);
    test.skip(`NOT TRIED HERE as ${persona.name}: ${persona.missing}`, () => undefined);
    continue;
  }
  const properties =
    persona.mechanism === 'namespaces' || persona.mechanism === 'sudo'
      ? BOX_PROPERTIES
      : persona.name === 'container'
        ? NET_PROPERTIES
        : NET_PROPERTIES_OF_ROOT;
  describe(`as ${persona.name}`, () => {
    let inspection: Awaited<ReturnType<typeof inspect>>;
    beforeAll(async () => {
      inspection = await inspect(laboratory, bait, persona);
    });

    test(`the mechanism is ${persona.mechanism}`, () => {
      expect(inspection.outcome).toMatchObject({ mechanism: persona.mechanism, network: 'none' });
    });

    test('nothing changes in the checkout', () => {
      const { checkout } = inspection;
      expect(readdirSync(checkout).sort()).toEqual([
        '.env',
        '.git',
        'inspect.cjs',
        'module',
        'sub',
      ]);
      expect(readdirSync(`${checkout}/sub`).sort()).toEqual(['.env.local', '.git', 'kept.txt']);
      expect(
        execFileSync('find', [
          checkout,
          '-newer',
          `${checkout}/inspect.cjs`,
          '-type',
          'f',
          '-size',
          '+1M',
        ]),
      ).toHaveLength(0);
    });

    test('nothing of the environment of the reader arrives', () => {
      const { env } = factsOf(inspection.outcome);
      expect(JSON.stringify(env)).not.toContain('must-not-arrive');
      expect(env['HOME']).toBe('/home/wmhome');
    });

    test('untracked .env files are masked, with a notice', () => {
      const notices = inspection.outcome.error === undefined ? inspection.outcome.notices : [];
      expect(notices.filter((notice) => notice.includes('not tracked'))).toHaveLength(2);
    });

    test.each(properties)('$name', ({ holds }) => {
      const facts = factsOf(inspection.outcome);
      const { question, checkout } = inspection;
      if (!holds(facts, question, checkout)) throw new Error(JSON.stringify(facts, null, 1));
    });

    test.each(properties)(
      'without "$name" the canary refuses, and the test above notices',
      async ({ weakness, reported, holds }) => {
        const refused = await inspect(laboratory, bait, persona, [weakness]);
        expect(refused.outcome.error?.code).toBe('isolation-unavailable');
        expect(refused.outcome.error?.message).toContain(`${reported}:`);
        const weak = await inspect(laboratory, bait, persona, [weakness, 'canary']);
        expect(weak.outcome).toMatchObject({ network: 'full' });
        expect(holds(factsOf(weak.outcome), weak.question, weak.checkout)).toBe(false);
      },
    );
  });
}
