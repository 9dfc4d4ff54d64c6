import { mkdirSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  COMMAND,
  serverOf,
  Workshop,
  type RecordedServer,
  type Run,
} from '../../helpers/workshop.js';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
  for (const name of ['files', 'notes', 'web']) {
    mkdirSync(workshop.path('packages', name), { recursive: true });
    serve(name, `says ${name}`);
    workshop.write(`packages/${name}/fake.mjs`, workshop.text('fake.mjs'));
  }
  configure({});
});
afterEach(() => workshop.remove());

function serve(name: string, description: string): void {
  const recipe = {
    tools: [{ name: `${name}_tool`, description, inputSchema: { type: 'object' } }],
  };
  workshop.write(`packages/${name}/recipe.json`, JSON.stringify(recipe));
}

/** Three servers, each in its directory; `more` are members of `web`. */
function configure(
  more: Readonly<Record<string, unknown>>,
  names = ['web', 'files', 'notes'],
): void {
  const servers = Object.fromEntries(
    names.map((name) => [
      name,
      {
        command: COMMAND,
        'working-directory': `packages/${name}`,
        ...(name === 'web' ? more : {}),
      },
    ]),
  );
  workshop.write('witnessmark.config.json', `${JSON.stringify({ servers }, null, 2)}\n`);
}

type NamedRecord = RecordedServer & { readonly server: string };

function serversOf(run: Run): readonly NamedRecord[] {
  return (JSON.parse(run.stdout) as { readonly servers: readonly NamedRecord[] }).servers;
}

const verdicts = (run: Run): string[] =>
  serversOf(run).map(({ server, verdict }) => `${server} ${verdict}`);

describe('a repository of three servers', () => {
  test('is marked and checked in one run, with a baseline each', async () => {
    const marked = await workshop.cli(['mark', '--json']);
    expect([marked.code, verdicts(marked)]).toEqual([
      0,
      ['files match', 'notes match', 'web match'],
    ]);
    for (const name of ['files', 'notes', 'web'])
      expect(workshop.text(`packages/${name}/witnessmark.${name}.json`)).toContain(
        `"server": "${name}"`,
      );
    workshop.commit();
    const run = await workshop.cli(['check'], { ci: true });
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^MATCH {2}3 servers: 3 match\n/);
  });

  test('the worst verdict decides, and a failure of one stops no other', async () => {
    await workshop.cli(['mark']);
    serve('files', 'says something else');
    workshop.write('packages/notes/recipe.json', 'no recipe');
    const run = await workshop.cli(['check', '--json']);
    expect([run.code, verdicts(run)]).toEqual([
      3,
      ['files drift', 'notes unreadable', 'web match'],
    ]);
    const screen = await workshop.cli(['check']);
    expect(screen.stdout).toMatch(
      /^UNREADABLE {2}3 servers: .*\n\n {2}files {2}drift\n {2}notes {2}unreadable\n {2}web {4}match\n\n== files ==\n/,
    );
    expect(screen.stdout).toContain('witnessmark mark --servers files\n');
    expect(screen.stdout).not.toContain('== web ==');
  });

  test('a subset is read alone; an unknown name is a usage error', async () => {
    const run = await workshop.cli(['mark', '--servers', 'web', '--json']);
    expect([run.code, verdicts(run)]).toEqual([0, ['web match']]);
    const rest = await workshop.cli(['check', '--json']);
    expect([rest.code, verdicts(rest)]).toEqual([
      2,
      ['files unmarked', 'notes unmarked', 'web match'],
    ]);
    const wrong = await workshop.cli(['check', '--servers', 'wep', '--json']);
    expect([wrong.code, serverOf(wrong).problem]).toMatchObject([
      64,
      { code: 'bad-option-value', hint: 'Servers: files, notes, web' },
    ]);
  });

  test('a baseline without server fails, with the line that removes it', async () => {
    await workshop.cli(['mark']);
    workshop.commit();
    configure({}, ['web', 'files']);
    const run = await workshop.cli(['check', '--json']);
    expect([run.code, verdicts(run)]).toEqual([
      2,
      ['files match', 'web match', 'packages/notes/witnessmark.notes.json unmarked'],
    ]);
    expect(serversOf(run)[2]?.problem?.code).toBe('baseline-without-server');
    const screen = await workshop.cli(['check']);
    expect(screen.stdout).toContain(
      '  git rm -- packages/notes/witnessmark.notes.json && git commit\n',
    );
  });

  test('an input wins over the file, where it is about one server', async () => {
    configure({ surface: 'prompts' });
    expect((await workshop.cli(['mark', '--servers', 'web'])).code).toBe(0);
    const drift = await workshop.cli(['check', '--servers', 'web', '--surface', 'tools', '--json']);
    expect([drift.code, verdicts(drift)]).toEqual([4, ['web incomparable']]);
    const several = await workshop.cli(['check', '--command', COMMAND, '--json']);
    expect([several.code, serverOf(several).problem]).toMatchObject([
      64,
      { message: 'command: this belongs to one server, and the run is about 3' },
    ]);
  });

  test('only what is committed counts in CI', async () => {
    await workshop.cli(['mark']);
    workshop.commit();
    configure({ surface: 'tools' });
    const run = await workshop.cli(['check', '--json'], { ci: true });
    expect([run.code, serverOf(run).problem?.code]).toEqual([64, 'config-not-committed']);
  });

  test('a link is refused, and wrong values are collected by their lines', async () => {
    configure({ surface: 'SECRET', protocol: 'SECRET' });
    const wrong = await workshop.cli(['check', '--json']);
    const { message } = serverOf(wrong).problem ?? { message: '' };
    expect([wrong.code, message]).toEqual([
      64,
      expect.stringMatching(/: line 3: servers\.web: .*surface.*/),
    ]);
    expect(wrong.stdout + wrong.stderr).not.toContain('SECRET');
    workshop.write('elsewhere.json', workshop.text('witnessmark.config.json'));
    workshop.git('init', '-q');
    workshop.git('clean', '-qf', 'witnessmark.config.json');
    symlinkSync('elsewhere.json', workshop.path('witnessmark.config.json'));
    const link = await workshop.cli(['check', '--json']);
    expect([link.code, serverOf(link).problem?.code]).toEqual([64, 'config-not-regular']);
  });

  test('arguments of the file and of the option are appended to the command', async () => {
    configure({ command: 'node fake.mjs', args: ['recipe.json'] });
    const run = await workshop.cli(['mark', '--servers', 'web', '--json']);
    expect([run.code, verdicts(run)]).toEqual([0, ['web match']]);
  });
});
