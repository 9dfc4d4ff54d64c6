import { existsSync, readdirSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { QuotingWorkshop } from './quoting.js';

let workshop: QuotingWorkshop;
beforeEach(() => {
  workshop = new QuotingWorkshop();
});
afterEach(() => workshop.remove());

const titles = (): (string | undefined)[] => {
  const { items } = JSON.parse(workshop.text()) as {
    items: { kind: string; fields: Record<string, string> }[];
  };
  return items.filter(({ kind }) => kind === 'tool').map(({ fields }) => fields['title']);
};

test('the read sees what the setup command wrote, and the checkout does not', async () => {
  workshop.write('source.txt', 'from the checkout');
  workshop.commit();
  const setup = [
    '--setup',
    'cp source.txt title.txt && mkdir built && cp quoting.mjs built/server.mjs',
  ];
  const marked = await workshop.cli(
    ['mark', '--command', 'node built/server.mjs words', ...setup],
    { asShipped: true },
  );
  expect(marked.code).toBe(0);
  // printf '%s' '"from the checkout"' | sha256sum
  expect(titles()).toEqual([
    'sha256:b7a005a60cb1c67c73e2975e82833d633fd379786b1bfbf92241ec101581a99f',
  ]);
  expect(readdirSync(workshop.directory).sort()).toEqual([
    '.git',
    'fake.mjs',
    'quoting.mjs',
    'source.txt',
    'witnessmark.json',
  ]);
  expect(workshop.git('status', '--porcelain')).toBe('?? witnessmark.json\n');
  const checked = await workshop.cli(
    ['check', '--command', 'node built/server.mjs words', ...setup],
    { asShipped: true },
  );
  expect(checked.code).toBe(0);
  // Nothing is left of it for a read without it.
  const without = await workshop.cli(['check', '--command', 'node built/server.mjs words'], {
    asShipped: true,
  });
  expect(without.code).toBe(3);
});

test('it runs as each reader, in its home, with the declared variables and no others', async () => {
  const line = 'printf "%s %s" "$HOME" "$API_KEY" > title.txt && touch "$HOME/made"';
  const marked = await workshop.recordOf('mark', 'words', ['--setup', line, '--env', 'API_KEY']);
  expect(marked.verdict).toBe('match');
  expect(workshop.recordedFindings()).toEqual({
    'tool words': ['quotes-home:title', 'quotes-placeholder:title'],
  });
  // printf 'wmplaceholder\nAPI_KEY' | sha256sum begins with these 16 digits.
  const text = '"/home/wmhome wmplaceholder-7fcf8180b3643a45"';
  expect(titles()).toEqual([`sha256:${createHash('sha256').update(text).digest('hex')}`]);
});

test('one that fails ends the run, with nothing of what it printed', async () => {
  const options = [
    '--setup',
    'printf "se%s\\n" krit; printf "ge%s\\n" heim >&2; touch made; exit 3',
  ];
  const run = await workshop.quote('mark', 'words', options);
  expect(run.code).toBe(3);
  expect(run.stdout).toMatch(
    /^UNREADABLE {2}the setup command ended with exit code 3 \[setup-failed\]/,
  );
  const checked = await workshop.quote('check', 'words', [...options, '--json']);
  expect(checked.code).toBe(3);
  for (const text of [run.stdout, run.stderr, checked.stdout, checked.stderr])
    expect(text).not.toMatch(/sekrit|geheim/);
  // Where it is asked for, what it printed last is shown.
  const shown = await workshop.quote('mark', 'words', [...options, '--show-stderr']);
  expect(shown.stdout).toMatch(/^ {2}\| sekrit$/m);
  expect(shown.stdout).toMatch(/^ {2}\| geheim$/m);
  expect(workshop.isMarked).toBe(false);
  expect(existsSync(workshop.path('made'))).toBe(false);
});
