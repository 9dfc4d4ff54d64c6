import { afterAll, describe, expect, test } from '@jest/globals';
import { isRunning } from '../../helpers/processes.js';
import { Checkout, DECOYS, type ActionRun, type Surface } from '../../helpers/action-harness.js';
import { NODE_24 } from '../../helpers/node24.js';

/** A word for each place of a definition where a value can stand; `n` tells versions apart. */
const surfaceOf = (n: number): Surface => {
  const leak = (place: string): string => `LEAK-${place}-${n}`;
  return {
    instructions: leak('instructions'),
    serverInfo: {
      name: leak('server-name'),
      title: leak('server-title'),
      version: leak('server-version'),
      websiteUrl: `https://${leak('website')}.invalid`,
    },
    stdout: `${leak('noise')}\n`,
    stderr: `${leak('stderr')}\n`,
    tools: [
      {
        name: 'tool_name',
        title: leak('title'),
        description: leak('description'),
        inputSchema: {
          type: 'object',
          $comment: leak('comment'),
          title: leak('schema-title'),
          properties: {
            property_name: {
              type: 'string',
              description: leak('property'),
              default: leak('default'),
              enum: [leak('default'), leak('enum')],
              const: leak('const'),
              pattern: leak('pattern'),
              examples: [leak('examples')],
              format: leak('format'),
            },
          },
          required: [leak('required')],
        },
        outputSchema: { type: 'object', description: leak('output') },
        annotations: { title: leak('annotations-title'), readOnlyHint: leak('hint') },
        icons: [{ src: `https://${leak('icon')}.invalid` }],
        _meta: { key: leak('meta') },
        vendorMember: { deep: [leak('vendor')] },
      },
    ],
    prompts: [
      {
        name: 'prompt_name',
        description: leak('prompt'),
        arguments: [{ name: leak('argument-name'), description: leak('argument') }],
      },
    ],
    resources: [
      {
        uri: 'file:///resource',
        name: leak('resource-name'),
        description: leak('resource'),
        mimeType: leak('mime'),
      },
    ],
    resourceTemplates: [
      { uriTemplate: 'file:///{id}', name: leak('template-name'), description: leak('template') },
    ],
  };
};

const checkout = new Checkout(surfaceOf(1));
afterAll(() => checkout.remove());

/** A value for the server, and its mirror image: half of it would be too much already. */
const VALUE = 'LEAK-value-5f0c2a';
const inputs = { env: `BARE_KEY\nAPI_KEY=${VALUE}` };

function expectNoLeak(run: ActionRun): void {
  expect(run.everything).not.toMatch(/LEAK-/);
  for (const decoy of Object.values(DECOYS)) expect(run.everything).not.toContain(decoy);
}

describe(`the Action on ${NODE_24.label}, what must be nowhere`, () => {
  test('no verdict shows a value of the server, of a variable or of the job', async () => {
    const unmarked = await checkout.run({ inputs });
    expect(unmarked.outputs.get('verdict')).toBe('unmarked');
    expect(unmarked.probe?.env['API_KEY']).toBe(VALUE);
    expectNoLeak(unmarked);

    const marked = await checkout.run({ event: 'push', inputs: { ...inputs, mode: 'mark' } });
    expect(marked.exitCode).toBe(0);
    expectNoLeak(marked);
    expect(checkout.read('witnessmark.json')).not.toContain('LEAK-');
    checkout.commit();

    const match = await checkout.run({ inputs });
    expect(match.outputs.get('verdict')).toBe('match');
    expectNoLeak(match);

    checkout.say(surfaceOf(2));
    const drift = await checkout.run({ inputs });
    expect(drift.outputs.get('verdict')).toBe('drift');
    expect(drift.outputs.get('changed')).toBe(
      '["prompt prompt_name","resource file:///resource","resourceTemplate file:///{id}","server","tool tool_name"]',
    );
    expectNoLeak(drift);

    const incomparable = await checkout.run({ inputs: { ...inputs, surface: 'tools' } });
    expect(incomparable.outputs.get('verdict')).toBe('incomparable');
    expectNoLeak(incomparable);

    checkout.say({ ...surfaceOf(2), varies: true });
    const unstable = await checkout.run({ inputs });
    expect(unstable.outputs.get('verdict')).toBe('unstable');
    expect(unstable.exitCode).toBe(5);
    expectNoLeak(unstable);

    checkout.say({
      ...surfaceOf(2),
      errors: { 'prompts/list': { code: -32000, message: 'LEAK-error' } },
    });
    const refused = await checkout.run({ inputs });
    expect(refused.outputs.get('verdict')).toBe('unreadable');
    expectNoLeak(refused);

    checkout.say({ ...surfaceOf(2), exitCode: 3 });
    const exited = await checkout.run({ inputs });
    expect(exited.outputs.get('verdict')).toBe('unreadable');
    expectNoLeak(exited);

    const usage = await checkout.run({
      inputs: { ...inputs, env: `API_KEY=${VALUE}\nA B=LEAK-2` },
    });
    expect(usage.outputs.get('verdict')).toBe('usage');
    expectNoLeak(usage);
  });

  test('commands that can be copied refer to a variable and do not hold its value', async () => {
    checkout.say(surfaceOf(3));
    const run = await checkout.run({ inputs });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain(
      ` mark --command 'node server.mjs' --env BARE_KEY --env "API_KEY=$API_KEY" --isolation none\n`,
    );
  });

  test('a server that is named after a value is not read, and the value is nowhere', async () => {
    checkout.say({ ...surfaceOf(1), echo: 'API_KEY' });
    const run = await checkout.run({ inputs });
    expect(run.exitCode).toBe(3);
    expect(run.annotations[0]?.data).toContain('[secret-in-name]');
    expectNoLeak(run);
  });

  test('a server gets exactly the standard environment and what is declared', async () => {
    checkout.say(surfaceOf(1));
    const { probe } = await checkout.run({ inputs });
    expect(Object.keys(probe?.env ?? {}).sort()).toEqual([
      'API_KEY',
      'BARE_KEY',
      'COLUMNS',
      'HOME',
      'LANG',
      'LC_ALL',
      'LINES',
      'LOGNAME',
      'NO_COLOR',
      'PATH',
      'PYTHONDONTWRITEBYTECODE',
      'PYTHONHASHSEED',
      'SHELL',
      'TERM',
      'TMPDIR',
      'TZ',
      'USER',
    ]);
    expect(probe?.env).toMatchObject({ HOME: '/home/wmhome', USER: 'wmuser', TZ: 'UTC' });
    for (const decoy of Object.values(DECOYS)) expect(JSON.stringify(probe)).not.toContain(decoy);
    expect(JSON.stringify(probe)).not.toContain('runner-');
    expect(probe?.cwd).toBe(checkout.directory);
    expect(probe?.argv.slice(1)).toEqual([checkout.path('server.mjs')]);
  });

  test('the server and what it started are gone when the step ends', async () => {
    checkout.say({ ...surfaceOf(1), lingers: true });
    const { probe, exitCode } = await checkout.run({ inputs });
    expect(exitCode).toBe(0);
    for (const pid of [probe?.pid ?? 0, probe?.child ?? 0]) {
      expect(pid).toBeGreaterThan(1);
      expect(isRunning(pid)).toBe(false);
    }
  });
});
