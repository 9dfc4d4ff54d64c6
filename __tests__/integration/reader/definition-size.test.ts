import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Workshop } from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.remove());

/**
 * A tool whose definition holds that many values by the reader's count: its commas and opening brackets and one.
 * `{"name":"t","x":[0,…]}` has two brackets and one comma before the list, which has one comma less than numbers.
 */
const toolOf = (values: number): string =>
  `{"name":"t","x":[${Array<string>(values - 3)
    .fill('0')
    .join(',')}]}`;

test('a definition at the bound is read', async () => {
  workshop.serve({ tools: [toolOf(200_000)] });
  expect((await workshop.record('check')).problem?.code).toBe('baseline-missing');
});

test('one value more ends the read, and says that nothing raises the bound', async () => {
  workshop.serve({ tools: [toolOf(200_001)] });
  const { problem } = await workshop.record('check');
  expect(problem?.code).toBe('message-too-large');
  expect(problem?.message.replace(/ \(\d+\.\d s after tools\/list was sent\)$/, '')).toBe(
    'list, tools/list page 1: one definition holds more than 200000 values',
  );
  expect(problem?.hint).toContain('cannot be raised');
});
