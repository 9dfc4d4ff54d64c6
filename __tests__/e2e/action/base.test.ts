import { afterAll, describe, expect, test } from '@jest/globals';
import { Checkout, fileOf, type ActionRun, type RunOptions } from '../../helpers/action-harness.js';
import { NODE_24 } from '../../helpers/node24.js';

const surface = (a: string, b = 'B.'): Parameters<Checkout['say']>[0] => ({
  tools: [
    { name: 'read_file', description: a, inputSchema: { type: 'object' } },
    { name: 'list', description: b, inputSchema: { type: 'object' } },
  ],
});

const checkouts: Checkout[] = [];
afterAll(() => checkouts.forEach((each) => each.remove()));

const idOf = (checkout: Checkout, name = 'HEAD'): string => checkout.git('rev-parse', name).trim();

/** A checkout of a pull request: the merge of a topic branch into main, with what GitHub says of it. */
class PullRequest {
  readonly checkout: Checkout;
  base = '';
  head = '';

  constructor(says: Parameters<Checkout['say']>[0]) {
    this.checkout = new Checkout(says);
    checkouts.push(this.checkout);
    this.checkout.mark();
  }

  /** Commits on a branch, then merges it as GitHub does. */
  propose(change: (checkout: Checkout) => void): void {
    this.checkout.git('checkout', '--quiet', '-b', 'topic');
    change(this.checkout);
    this.checkout.commit();
    this.head = idOf(this.checkout);
    this.checkout.git('checkout', '--quiet', 'main');
    this.base = idOf(this.checkout);
    this.checkout.git('merge', '--quiet', '--no-ff', '--message', 'merge', 'topic');
    this.checkout.git('checkout', '--quiet', '--detach');
  }

  run(options: RunOptions = {}): Promise<ActionRun> {
    const { base, head, checkout } = this;
    return checkout.run({
      payload: { pull_request: { base: { sha: base, ref: 'main' }, head: { sha: head } } },
      ...options,
      env: {
        GITHUB_SHA: idOf(checkout),
        GITHUB_BASE_REF: 'main',
        GITHUB_RUN_ID: '42',
        ...options.env,
      },
    });
  }
}

const noticesOf = (run: ActionRun): (readonly [string | undefined, string])[] =>
  run.annotations
    .filter(({ name }) => name === 'notice')
    .map(({ properties, data }) => [properties['title'], data]);

describe(`the Action on ${NODE_24.label}, what a pull request approves`, () => {
  test('is a notice of the run that passes: items and fields, no value', async () => {
    const pull = new PullRequest(surface('Reads a file.'));
    pull.propose((checkout) => {
      checkout.say(surface('Reads a file; VALUE.'));
      checkout.mark();
    });
    const run = await pull.run();
    expect(run.exitCode).toBe(0);
    expect(noticesOf(run)).toEqual([
      [
        `Approved by this pull request, against main (${pull.base.slice(0, 7)})`,
        'tool read_file changed: description changed (text)',
      ],
    ]);
    expect(run.commands).toHaveLength(1);
    expect(run.summary).toContain('\n- tool `read_file` changed: `description` changed (text)\n');
    expect(run.stdout).toContain('    tool read_file changed: description changed (text)\n');
    expect(run.everything).not.toContain('VALUE');
    expect(pull.checkout.status()).toBe('');
  });

  test('is nothing where the baseline stays, and then nothing is said', async () => {
    const pull = new PullRequest(surface('A.'));
    pull.propose((checkout) => checkout.write('README.md', 'words'));
    const run = await pull.run();
    expect(run.exitCode).toBe(0);
    expect(run.commands).toEqual([]);
    expect(run.summary).not.toContain('Approved');
  });

  test('lists a new allowance, a moved date and a changed configuration before anything else', async () => {
    const pull = new PullRequest(surface('A.'));
    const allowed = { 'allow-unstable': 'tool:list:description' };
    pull.propose((checkout) => {
      checkout.say(surface('A2.'));
      checkout.mark('--allow-unstable', 'tool:list:description');
      const text = checkout.read('witnessmark.json');
      checkout.write(
        'witnessmark.json',
        text.replaceAll(/"firstSeen": "[^"]+"/g, '"firstSeen": "2020-01-02"'),
      );
    });
    const run = await pull.run({ inputs: allowed });
    expect(run.exitCode).toBe(0);
    const [[, message] = [undefined, '']] = noticesOf(run);
    const lines = message.split('\n');
    expect(lines[0]).toBe(
      '! new allowance: description of tool list may say anything, and is not compared',
    );
    expect(lines[1]).toMatch(
      /^! moved date: the server itself, first seen \d{4}-\d\d-\d\d, is now dated 2020-01-02$/,
    );
    expect(lines.slice(-2)).toEqual([
      'tool read_file changed: description changed (text)',
      'tool list changed: description is now allowed to differ from reading to reading, and no longer compared',
    ]);
  });

  test('is told of the first baseline, of a push and of a merge group', async () => {
    const checkout = new Checkout(surface('A.'));
    checkouts.push(checkout);
    const before = idOf(checkout);
    checkout.mark();
    const env = { GITHUB_SHA: idOf(checkout), GITHUB_REF_NAME: 'trunk' };
    const push = await checkout.run({ event: 'push', payload: { before }, env });
    const expected = 'the first baseline at this path, with every item in it';
    expect(noticesOf(push)).toEqual([
      [`Approved by this push, against trunk (${before.slice(0, 7)})`, expected],
    ]);
    const group = await checkout.run({
      event: 'merge_group',
      payload: { merge_group: { base_sha: before, base_ref: 'refs/heads/release/1.x' } },
      env,
    });
    expect(noticesOf(group)).toEqual([
      [`Approved by this merge group, against release/1.x (${before.slice(0, 7)})`, expected],
    ]);
    const created = await checkout.run({ event: 'push', payload: { before: '0'.repeat(40) }, env });
    const scheduled = await checkout.run({ event: 'schedule', env });
    for (const run of [created, scheduled]) {
      expect(run.exitCode).toBe(0);
      expect(run.commands).toEqual([]);
    }
  });

  test('that cannot be told is a notice and never a failure, whatever the payload holds', async () => {
    const pull = new PullRequest(surface('A.'));
    pull.propose((checkout) => checkout.write('README.md', 'words'));
    const odd: RunOptions[] = [
      {
        payload: { pull_request: { base: { sha: 'f'.repeat(40), ref: 'main' } } },
        env: { GITHUB_SHA: 'x' },
      },
      {
        payload: { pull_request: { base: { sha: '--all\n::error::x', ref: '::error::x' } } },
        env: { GITHUB_BASE_REF: undefined },
      },
    ];
    for (const each of odd) {
      const run = await pull.run(each);
      expect(run.exitCode).toBe(0);
      expect(run.commands.map(({ name }) => name)).toEqual(['notice']);
      expect(run.commands[0]?.data).toMatch(/^What this pull request approves could not be told: /);
    }
    for (const each of [
      { payload: { pull_request: 7 } },
      { env: { GITHUB_EVENT_PATH: '/nowhere' } },
    ]) {
      const run = await pull.run({ ...each, env: { GITHUB_BASE_REF: undefined, ...each.env } });
      expect(run.exitCode).toBe(0);
      expect(run.commands).toEqual([]);
    }
  });

  test('is read before a server can touch the history', async () => {
    const pull = new PullRequest(surface('A.'));
    pull.propose((checkout) => {
      checkout.say(surface('A2.'));
      checkout.mark();
      // What a server without isolation may do as it starts.
      checkout.write(
        'server.mjs',
        `import { rmSync } from 'node:fs'; rmSync('.git/objects', { recursive: true, force: true });\n${checkout.read('server.mjs')}`,
      );
    });
    const run = await pull.run();
    expect(run.exitCode).toBe(0);
    expect(noticesOf(run)[0]?.[1]).toBe('tool read_file changed: description changed (text)');
  });
});

describe(`the Action on ${NODE_24.label}, where a failure comes from`, () => {
  test('is not the pull request that changes nothing but words beside the server, as far as can be told', async () => {
    const pull = new PullRequest(surface('A.'));
    // The base has drifted already.
    pull.checkout.say(surface('DRIFTED.'));
    pull.checkout.commit();
    pull.propose((checkout) => checkout.write('README.md', 'words'));
    const run = await pull.run();
    expect(run.exitCode).toBe(1);
    expect(noticesOf(run)).toEqual([
      [
        'witnessmark: where it comes from',
        `The baseline in main (${pull.base.slice(0, 7)}) records what differs as it does here: the server changed in this pull request or before it. Besides the baseline this pull request changes README.md.`,
      ],
    ]);
    const empty = new PullRequest(surface('A.'));
    empty.checkout.say(surface('DRIFTED.'));
    empty.checkout.commit();
    empty.propose(() => undefined);
    expect(noticesOf(await empty.run())[0]?.[1]).toMatch(
      /^Not caused by this pull request: it changes no file, /,
    );
  });

  test('is a baseline that was changed alone', async () => {
    const pull = new PullRequest(surface('A.'));
    pull.propose((checkout) => {
      checkout.say(surface('A2.'));
      checkout.mark();
      checkout.say(surface('A.'));
    });
    const run = await pull.run();
    expect(run.exitCode).toBe(1);
    expect(run.stdout.replaceAll('\n', ' ')).toContain(
      `The server says of tool read_file what main (${pull.base.slice(0, 7)}) records: this pull request changes the baseline and not the server.`,
    );
  });
});

describe(`the Action on ${NODE_24.label}, lines and ways on`, () => {
  test('a change stands in the baseline and at the one changed line that names the item', async () => {
    const pull = new PullRequest(surface('A.'));
    pull.propose((checkout) => {
      checkout.say(surface('A2.'));
      checkout.write(
        'src/a, b:c%.ts',
        '\n\nserver.tool("read_file", read)\nother("list"); other("list")\n',
      );
    });
    const run = await pull.run();
    // surface.json, which the fixture server reads, quotes the name too: in two files it is not once.
    expect(
      run.annotations
        .filter(({ name }) => name === 'error')
        .map(({ properties }) => properties['file']),
    ).toEqual(['witnessmark.json']);
    pull.checkout.git('checkout', '--quiet', 'main');
    const other = new PullRequest(surface('A.'));
    other.checkout.say(surface('A2.'));
    other.checkout.commit();
    other.propose((checkout) =>
      checkout.write(
        'src/a, b:c%.ts',
        '\n\nserver.tool("read_file", read)\nother("list"); other("list")\n',
      ),
    );
    const found = await other.run();
    expect(
      found.annotations
        .filter(({ name }) => name === 'error')
        .map(({ properties: { title, file, line } }) => [title, file, line]),
    ).toEqual([
      ['tool read_file: description', 'witnessmark.json', expect.stringMatching(/^\d+$/)],
      ['tool read_file: description', 'src/a, b:c%.ts', '3'],
    ]);
  });

  test('log and summary say how to take the proposed baseline, which passes once it is committed', async () => {
    const pull = new PullRequest(surface('A.'));
    pull.propose((checkout) => checkout.say(surface('A2.')));
    const run = await pull.run();
    const line =
      'rm -f witnessmark.json && gh run download 42 -R octo/notes -n witnessmark\ngit add witnessmark.json && git commit\n';
    expect(run.summary).toContain(`\`\`\`sh\n${line}\`\`\``);
    expect(run.stdout).toContain(`  ${line.split('\n').join('\n  ').trimEnd()}\n`);
    expect(run.summary).toMatch(
      /\n- {8}"description": "sha256:[0-9a-f]{64}",\n\+ {8}"description": "sha256:[0-9a-f]{64}",\n/,
    );
    pull.checkout.write('witnessmark.json', fileOf(run, 'proposed-baseline'));
    pull.checkout.commit();
    expect((await pull.run()).exitCode).toBe(0);
    const elsewhere = await pull.run({
      inputs: { 'client-capabilities': 'none' },
      env: { GITHUB_SERVER_URL: 'https://git.example.org' },
    });
    expect(elsewhere.summary).toContain(
      'gh run download 42 -R git.example.org/octo/notes -n witnessmark\n',
    );
    const unnamed = await pull.run({
      inputs: { 'client-capabilities': 'none' },
      env: { GITHUB_RUN_ID: '1;x' },
    });
    expect(unnamed.summary).not.toContain('gh run');
  });
});
