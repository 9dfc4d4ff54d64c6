import { afterAll, describe, expect, test } from '@jest/globals';
import { Checkout } from '../../helpers/action-harness.js';
import { NODE_24 } from '../../helpers/node24.js';

const surface = (description: string): Parameters<Checkout['say']>[0] => ({
  tools: [{ name: 'a', description, inputSchema: { type: 'object' } }],
});
const checkout = new Checkout(surface('One.'));
checkout.mark();
afterAll(() => checkout.remove());

describe(`the Action on ${NODE_24.label}, report-only`, () => {
  test.each<[string, Parameters<Checkout['say']>[0], string]>([
    ['drift', surface('Two.'), '1'],
    ['unreadable', { exitCode: 7 }, '3'],
  ])(
    '%s passes, and says so loudly in log, annotation and summary',
    async (verdict, says, code) => {
      checkout.say(says);
      const run = await checkout.run({ inputs: { 'report-only': 'true' } });
      expect(run.exitCode).toBe(0);
      expect(run.outputs.get('verdict')).toBe(verdict);
      expect(run.outputs.get('exit-code')).toBe(code);
      const sentence = `this step passes although the verdict is ${verdict}`;
      expect(run.stdout).toContain(`\nREPORT ONLY  ${sentence}\n`);
      expect(new Set(run.commands.map(({ name }) => name))).toEqual(new Set(['warning']));
      expect(run.commands[0]?.data).toBe(`Report only: ${sentence}.`);
      expect(run.everything).not.toContain('--report-only');
      expect(run.summary).toMatch(
        new RegExp(`^## ⚠️ witnessmark: ${verdict}\n\n\\*\\*Report only\\*\\*: ${sentence}\\.\n`),
      );
      // Without it the same run fails, with errors.
      const gate = await checkout.run();
      expect(gate.exitCode).toBe(Number(code));
      expect(new Set(gate.commands.map(({ name }) => name))).toEqual(new Set(['error']));
      expect(gate.stdout).not.toContain('REPORT ONLY');
    },
  );

  test('a match says that nothing can fail', async () => {
    checkout.say(surface('One.'));
    const run = await checkout.run({ inputs: { 'report-only': 'true' } });
    expect(run.exitCode).toBe(0);
    expect(run.commands.map(({ name, data }) => [name, data])).toEqual([
      ['warning', 'Report only: this step passes whatever the server says.'],
    ]);
  });

  test.each<[string, Record<string, string>, string, string]>([
    ['a wrong input', { timeout: 'x' }, 'pull_request', 'bad-option-value'],
    ['a refused event', {}, 'pull_request_target', 'event-refused'],
    [
      'another word than true or false',
      { 'report-only': 'yes' },
      'pull_request',
      'bad-option-value',
    ],
    ['mode mark', { mode: 'mark' }, 'push', 'bad-option-value'],
  ])('%s fails all the same', async (_name, inputs, event, code) => {
    const run = await checkout.run({ event, inputs: { 'report-only': 'true', ...inputs } });
    expect(run.exitCode).toBe(64);
    expect(run.probe).toBeUndefined();
    expect(run.commands.map(({ name }) => name)).toEqual(['error']);
    expect(run.annotations[0]?.data).toContain(`[${code}]`);
  });
});
