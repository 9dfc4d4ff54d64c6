import { afterAll, describe, expect, test } from '@jest/globals';
import { Checkout, fileOf } from '../../helpers/action-harness.js';
import { NODE_24 } from '../../helpers/node24.js';

const SURFACE = { tools: [{ name: 'a', description: 'One.', inputSchema: { type: 'object' } }] };
const CHANGED = { tools: [{ name: 'a', description: 'Two.', inputSchema: { type: 'object' } }] };

const checkouts: Checkout[] = [];
afterAll(() => checkouts.forEach((each) => each.remove()));

function checkoutOf(): Checkout {
  const checkout = new Checkout(SURFACE);
  checkouts.push(checkout);
  return checkout;
}

const ALLOWED = ['pull_request', 'push', 'merge_group', 'schedule', 'workflow_dispatch'];
const REFUSED = [
  'pull_request_target',
  'workflow_run',
  'issue_comment',
  'issues',
  'pull_request_review',
  'pull_request_review_comment',
  'repository_dispatch',
  'workflow_call',
  'release',
  'PULL_REQUEST',
  'constructor',
];

describe(`the Action on ${NODE_24.label}, events`, () => {
  test('a check runs on every event of the allow list, with one verdict', async () => {
    const checkout = checkoutOf();
    checkout.mark();
    const runs = [];
    for (const event of ALLOWED) runs.push(await checkout.run({ event }));
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
    expect(runs.map(({ probe }) => probe !== undefined)).toEqual([true, true, true, true, true]);
  });

  test('a detached head of one commit, as a runner checks it out, is enough', async () => {
    const checkout = checkoutOf();
    checkout.mark();
    checkout.git('checkout', '--quiet', '--detach');
    checkout.git('update-ref', '-d', 'refs/heads/main');
    expect((await checkout.run()).exitCode).toBe(0);
  });

  const shared = checkoutOf();
  shared.mark();

  test.each(REFUSED)('on %s no server is started, in neither mode', async (event) => {
    const checkout = shared;
    for (const mode of ['check', 'mark']) {
      const run = await checkout.run({ event, inputs: { mode } });
      expect(run.exitCode).toBe(64);
      expect(run.probe).toBeUndefined();
      expect(run.outputs.get('verdict')).toBe('usage');
      expect(run.outputs.get('exit-code')).toBe('64');
      expect(run.annotations[0]?.data).toContain(`on the event ${event} [event-refused]`);
    }
    expect(checkout.status()).toBe('');
  });

  test.each([undefined, ''])('with the event %j no server is started', async (event) => {
    const run = await shared.run({ env: { GITHUB_EVENT_NAME: event } });
    expect(run.exitCode).toBe(64);
    expect(run.probe).toBeUndefined();
    expect(run.annotations[0]?.data).toContain('on the event (none) [event-refused]');
  });

  test.each(['pull_request', 'merge_group'])('mode mark is refused on %s', async (event) => {
    const checkout = checkoutOf();
    const run = await checkout.run({ event, inputs: { mode: 'mark' } });
    expect(run.exitCode).toBe(64);
    expect(run.probe).toBeUndefined();
    expect(run.annotations[0]?.data).toContain('[mark-refused]');
    expect(checkout.status()).toBe('');
  });

  test.each(['push', 'workflow_dispatch', 'schedule'])('mode mark writes on %s', async (event) => {
    const checkout = checkoutOf();
    const first = await checkout.run({ event, inputs: { mode: 'mark' } });
    expect(first.exitCode).toBe(0);
    expect(first.stdout).toMatch(/^MARKED {2}wrote witnessmark\.json \(1 tool\)\n/);
    expect(first.summary).toMatch(/^## ✅ witnessmark: marked\n\nWrote witnessmark\.json/);
    expect(first.commands).toEqual([]);
    expect(checkout.status()).toBe('?? witnessmark.json\n');
    expect(fileOf(first, 'proposed-baseline')).toBe(checkout.read('witnessmark.json'));
    expect(first.outputs.get('verdict')).toBe('match');
    checkout.commit();

    const again = await checkout.run({ event, inputs: { mode: 'mark' } });
    expect(again.stdout).toContain('nothing to write');
    expect(again.summary).toContain('nothing to write');
    expect(checkout.status()).toBe('');

    checkout.say(CHANGED);
    checkout.commit();
    const renewed = await checkout.run({ event, inputs: { mode: 'mark' } });
    expect(renewed.outputs.get('changed')).toBe('["tool a"]');
    expect(renewed.summary).toContain('Against the earlier file: 1 changed.');
    expect(renewed.summary).toContain('| tool `a` | `description` changed (text) |');
    expect(renewed.summary).toMatch(/```sh\ngit add witnessmark\.json && git commit\n```\n$/);
    checkout.commit();
    expect((await checkout.run()).exitCode).toBe(0);
  });

  test('a mark that cannot read the server leaves the baseline as it is', async () => {
    const checkout = checkoutOf();
    checkout.mark();
    checkout.say({ exitCode: 1 });
    checkout.commit();
    const run = await checkout.run({ event: 'push', inputs: { mode: 'mark' } });
    expect(run.exitCode).toBe(3);
    expect(run.outputs.get('verdict')).toBe('unreadable');
    expect(checkout.status()).toBe('');
  });
});
