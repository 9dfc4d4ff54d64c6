import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Checkout, type Surface } from '../../helpers/action-harness.js';
import { NODE_24 } from '../../helpers/node24.js';

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const surface = (description: string): Surface => ({
  tools: [{ name: 'read_file', description, inputSchema: schema }],
});

let checkout: Checkout;
beforeEach(() => {
  checkout = new Checkout(surface('Reads a file.'));
  checkout.mark('--isolation', 'required');
});
afterEach(() => checkout.remove());

/** With the default of the input: the server is in the box, and its fixture can write nothing down. */
const inputs = { isolation: 'required' };

describe(`the Action as it is shipped, on ${NODE_24.label}, in its sandbox`, () => {
  test('matches, with the network closed as the record says', async () => {
    const run = await checkout.run({ inputs });
    expect([run.exitCode, run.outputs.get('verdict'), run.annotations]).toEqual([0, 'match', []]);
    const record = run.files.get(run.outputs.get('record') ?? '') ?? '';
    expect(record).toMatch(/"network": "none"/);
    expect(record).toMatch(/"layout": "witnessmark-box\/1"/);
    expect(run.probe).toBeUndefined();
  });

  test('fails on a description alone, reads as both readers, and leaves the checkout as it was', async () => {
    checkout.say(surface('Reads a file. QUOTED-VALUE'));
    checkout.commit();
    const run = await checkout.run({ inputs });
    expect([run.exitCode, run.outputs.get('verdict')]).toEqual([1, 'drift']);
    expect(run.annotations).toHaveLength(1);
    expect(run.annotations[0]?.data).toContain('description changed (text)');
    const record = run.files.get(run.outputs.get('record') ?? '') ?? '';
    expect(record).toMatch(/"reads": 3/);
    expect(run.everything).not.toContain('QUOTED-VALUE');
    expect(checkout.status()).toBe('');
  });
});
