import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readBaseServer, type BaseServer } from '../../../src/app/base-server.js';
import { parseSettings } from '../../../src/app/settings.js';
import { realDependencies } from '../../../src/dependencies.js';
import { WitnessmarkError } from '../../../src/errors.js';
import { locate } from '../../../src/store/checkout.js';
import { likelyBase } from '../../../src/store/commit-tree.js';
import { COMMAND, Workshop, type Recipe } from '../../helpers/workshop.js';

const says = (description: string): Recipe => ({ tools: [{ name: 'read', description }] });

let workshop: Workshop;
let temporary: string;
const usual = process.env['TMPDIR'];
beforeEach(() => {
  workshop = new Workshop(says('WAS'));
  temporary = workshop.path('..', `${workshop.directory.split('/').at(-1) ?? ''}-tmp`);
  mkdirSync(temporary);
  process.env['TMPDIR'] = temporary;
});
afterEach(() => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  // Whatever happened, nothing of the commit is left.
  const left = readdirSync(temporary);
  rmSync(temporary, { recursive: true, force: true });
  workshop.remove();
  expect(left).toEqual([]);
});

async function readAt(
  base: string,
  options: Readonly<Record<string, string>> = {},
): Promise<BaseServer> {
  const faults: unknown[] = [];
  const dependencies = realDependencies(
    {
      path: process.env['PATH'] ?? '',
      home: '/nowhere',
      platform: 'linux',
      arch: 'x64',
      hidden: [],
    },
    { ci: false, meetStranger: false },
    (error) => faults.push(error),
  );
  const raw = new Map(Object.entries({ command: COMMAND, ...options }));
  const settings = parseSettings(raw, workshop.directory);
  const place = await locate(settings.workingDirectory, settings.baselinePath);
  return readBaseServer(base, settings, place, dependencies, () => undefined);
}
const descriptionOf = ({ reading }: BaseServer): unknown =>
  (
    JSON.parse(reading.reading.definitions.at(-1)?.text ?? '{}') as {
      readonly description?: unknown;
    }
  ).description;
async function refusalOf(reading: Promise<BaseServer>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof WitnessmarkError) return `${error.code}: ${error.message} | ${error.hint}`;
    throw error;
  }
  return 'read';
}

describe('the server of another commit', () => {
  test('is what stands in that commit, by a command that names the checkout too', async () => {
    workshop.commit();
    workshop.git('tag', 'v1');
    workshop.serve(says('NOW'));
    workshop.commit();
    workshop.serve(says('NOT COMMITTED'));
    const first = await readAt('v1');
    expect([descriptionOf(first), first.name]).toEqual([
      'WAS',
      `v1 (${workshop.git('rev-parse', '--short=7', 'v1').trim()})`,
    ]);
    expect(descriptionOf(await readAt('HEAD', { args: workshop.path('recipe.json') }))).toBe('NOW');
    const path = `node ${workshop.path('fake.mjs')} ${workshop.path('recipe.json')}`;
    expect(descriptionOf(await readAt('v1', { command: path }))).toBe('WAS');
    expect(
      await refusalOf(readAt('v1', { args: `--root=${workshop.path('recipe.json')}` })),
    ).toContain('base-unusable: at v1');
  });

  test('gets what its setup makes, and the checkout does not', async () => {
    workshop.commit();
    const made = await readAt('HEAD', {
      command: 'node fake.mjs made.json',
      setup: `echo '{"tools":[{"name":"x","description":"MADE"}]}' > made.json`,
    });
    expect(descriptionOf(made)).toBe('MADE');
    expect(existsSync(workshop.path('made.json'))).toBe(false);
  });

  test('that lacks what is not committed says how to make it', async () => {
    workshop.write('.gitignore', 'recipe.json\n');
    workshop.commit();
    const refusal = await refusalOf(readAt('HEAD'));
    expect(refusal).toMatch(/^server-exited: at HEAD \([0-9a-f]{7}\): /);
    expect(refusal).toContain(
      "| A commit holds neither dependencies nor what is built: say how they are made, as in --setup 'npm ci && npm run build'.",
    );
  });

  test('sees a committed .env, and git’s own files no more than the checkout’s', async () => {
    workshop.write('.env', JSON.stringify(says('FROM ENV')));
    workshop.git('init', '-q', '-b', 'main');
    workshop.commit();
    expect(descriptionOf(await readAt('HEAD', { command: 'node fake.mjs .env' }))).toBe('FROM ENV');
  });

  test('is not read where the working directory is a link in it, or is not there', async () => {
    symlinkSync('/etc', workshop.path('app'));
    workshop.commit();
    rmSync(workshop.path('app'));
    mkdirSync(workshop.path('app'));
    writeFileSync(workshop.path('app', 'x'), '');
    const options = { 'working-directory': 'app' };
    expect(await refusalOf(readAt('HEAD', options))).toContain(
      'the working directory is no directory of that commit',
    );
    workshop.commit();
    workshop.git('rm', '-rq', 'app');
    workshop.commit();
    mkdirSync(workshop.path('app'));
    expect(await refusalOf(readAt('HEAD', options))).toContain('base-unusable: at HEAD');
  });

  test('of a name that is none is not looked for', async () => {
    workshop.commit();
    expect(await refusalOf(readAt('nothing'))).toMatch(
      /^bad-base: nothing names no commit that is here \|/,
    );
  });

  test('needs a checkout', async () => {
    expect(await refusalOf(readAt('HEAD'))).toContain('bad-base: this is not a git checkout');
  });
});

describe('dependencies that no commit holds', () => {
  const install = (): void => {
    mkdirSync(workshop.path('node_modules', 'dep'), { recursive: true });
    workshop.write('node_modules/dep/recipe.json', JSON.stringify(says('DEPENDENCY')));
  };
  const COMMAND_OF_DEPENDENCY = { command: 'node fake.mjs node_modules/dep/recipe.json' };
  beforeEach(() => {
    install();
    workshop.write('.gitignore', 'node_modules\n');
    workshop.write('package.json', '{"dependencies":{"dep":"1"}}');
    workshop.write('package-lock.json', '{"lock":1}');
    workshop.commit();
  });

  test('are lent where the commit asks for the same', async () => {
    workshop.write('package.json', '{"dependencies":{"dep":"1"},"scripts":{}}');
    const found = await readAt('HEAD', COMMAND_OF_DEPENDENCY);
    expect(descriptionOf(found)).toBe('DEPENDENCY');
    expect(found.reading.notices).toContain(
      'The commit was read with a copy of node_modules from this checkout: it asks for the same dependencies.',
    );
  });

  test.each<[string, () => void]>([
    ['another lockfile', () => workshop.write('package-lock.json', '{"lock":2}')],
    ['a lockfile more', () => workshop.write('yarn.lock', '')],
    [
      'a package that is linked elsewhere',
      () => symlinkSync('/usr', workshop.path('node_modules', 'linked')),
    ],
    ['a setup command', () => undefined],
  ])('are not lent beside %s', async (what, change) => {
    change();
    const setup: Readonly<Record<string, string>> = what.includes('setup') ? { setup: 'true' } : {};
    const refusal = await refusalOf(readAt('HEAD', { ...COMMAND_OF_DEPENDENCY, ...setup }));
    expect(refusal).toMatch(/^server-exited: at HEAD/);
    expect(refusal.includes('Does --setup make')).toBe(what.includes('setup'));
  });

  test('are lent by package.json alone where there is no lockfile', async () => {
    rmSync(workshop.path('package-lock.json'));
    workshop.commit();
    expect(descriptionOf(await readAt('HEAD', COMMAND_OF_DEPENDENCY))).toBe('DEPENDENCY');
    workshop.write('package.json', '{}');
    expect(await refusalOf(readAt('HEAD', COMMAND_OF_DEPENDENCY))).toContain('server-exited');
  });
});

describe('the commit that most likely has what was approved', () => {
  const idOf = (name: string): string => workshop.git('rev-parse', name).trim().slice(0, 12);

  test('is where a branch left the default branch', async () => {
    workshop.commit('one');
    const left = idOf('HEAD');
    workshop.git('switch', '-q', '-c', 'feature');
    workshop.commit('two');
    expect(await likelyBase(workshop.directory, 'witnessmark.json')).toBe(left);
  });

  test('is on the default branch the last that changed the baseline', async () => {
    expect(await likelyBase(workshop.directory, 'witnessmark.json')).toBe('HEAD');
    workshop.write('witnessmark.json', '1');
    workshop.commit('one');
    expect(await likelyBase(workshop.directory, 'witnessmark.json')).toBe('HEAD');
    const marked = idOf('HEAD');
    workshop.serve(says('NOW'));
    workshop.commit('two');
    expect(await likelyBase(workshop.directory, 'witnessmark.json')).toBe(marked);
    expect(await likelyBase(workshop.directory, 'other.json')).toBe('HEAD');
  });
});
