import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { QuotingWorkshop, runCounted } from './quoting.js';

let workshop: QuotingWorkshop;
beforeEach(() => {
  workshop = new QuotingWorkshop();
});
afterEach(() => workshop.remove());

/** What each tool of the quoting server is to be told of; `words` and what it says: of nothing. */
const FINDINGS: Readonly<Record<string, readonly string[]>> = {
  home: ['quotes-home:description'],
  homename: ['quotes-home:description'],
  homeurl: ['quotes-home:description'],
  user: ['quotes-user:description'],
  uid: ['quotes-uid:description'],
  host: ['quotes-host:description'],
  directory: ['quotes-directory:description'],
  tmp: ['quotes-tmp:description'],
  timezone: ['quotes-timezone:description'],
  machine: ['quotes-machine:description'],
  placeholder: ['quotes-placeholder:description'],
  client: ['quotes-client:description'],
  term: ['quotes-terminal:description'],
  path: ['quotes-path:description'],
  two: ['quotes-host:description', 'quotes-user:description'],
  // What mapping back does not explain is blamed on nobody.
  mixed: ['varies:description'],
  offset: ['varies:description'],
  base64: ['varies:description'],
  hash: ['varies:description'],
  pid: ['varies:description'],
  setorder: ['varies:description'],
  columns: ['varies:description'],
  onlystandard: ['varies:item'],
};
const NAMES = [...Object.keys(FINDINGS), 'words', 'onlystranger', 'uri'].join(',');
const KEY = ['--env', 'API_KEY'];

describe('a server that quotes its reader, in the real sandbox', () => {
  test('every quote is found, named and recorded, and none is that is not there; check matches', async () => {
    const marked = await workshop.recordOf('mark', NAMES, KEY);
    expect(marked.problem).toBeNull();
    expect(marked.verdict).toBe('match');
    expect(marked.capture).toMatchObject({
      reads: 3,
      isolation: { layout: 'witnessmark-box/1' },
      launch: { network: 'none', home: '/home/wmhome' },
    });
    const recorded = {
      ...Object.fromEntries(
        Object.entries(FINDINGS).map(([name, findings]) => [`tool ${name}`, findings]),
      ),
      'resource file:///home/wmhome/notes': ['quotes-home:uri'],
    };
    expect(workshop.recordedFindings()).toEqual(recorded);
    // The item that only the other reader is shown is told of, and not recorded.
    const told = marked.findings.map(
      ({ kind, id, finding }) => `${kind ?? ''} ${id ?? ''} ${finding}`,
    );
    const expected = Object.entries(recorded).flatMap(([item, findings]) =>
      findings.map((finding) => `${item} ${finding}`),
    );
    expect(told.sort()).toEqual([...expected, 'tool onlystranger varies:item'].sort());
    expect(workshop.itemsText()).not.toContain('onlystranger');

    const checked = await workshop.recordOf('check', NAMES, KEY);
    expect(checked.verdict).toBe('match');
    expect(checked.capture).toMatchObject({ reads: 1 });
    // What only two readers can find out is told from the baseline.
    const items = checked.items?.map(({ kind, id, findings }) => [`${kind} ${id ?? ''}`, findings]);
    expect(
      Object.fromEntries(items?.filter(([, findings]) => findings?.length !== 0) ?? []),
    ).toEqual(recorded);
  });

  test('what is recorded is what the standard reader is shown', async () => {
    await workshop.marked('home,uid,directory,timezone,columns', []);
    const { items } = JSON.parse(workshop.text()) as {
      items: { id: string | null; fields: Record<string, string> }[];
    };
    // printf '%s' '"Works in /home/wmhome/notes."' | sha256sum, and so on.
    expect(Object.fromEntries(items.map(({ id, fields }) => [id, fields['description']]))).toEqual({
      null: undefined,
      home: 'sha256:c5376a3d67e2814c1465b9869735010fa0395c3cde915109fccc6909de7bd13e',
      uid: 'sha256:3bf5c501ff75c77df6d656b12734c65c7e946324a91b7c5ddf09abe85a504068',
      directory: 'sha256:12a676ab2a43046533362e1531d83b422f2749ecdca55783fea05dfddb6c4c5b',
      timezone: 'sha256:a084990cf60ab2adc1d99929d7347f494e1b30a52ea158f872adf0d41bae2abd',
      columns: 'sha256:77c2a65972dc3ec0afeed8b524bb70c9d433dda91ebe51da2bc3460ff75341e0',
    });
  });

  test('ordinary words alone: two readings, nothing found', async () => {
    const marked = await workshop.recordOf('mark', 'words', KEY);
    expect(marked.capture).toMatchObject({ reads: 2 });
    expect(marked.findings).toEqual([]);
    expect(workshop.recordedFindings()).toEqual({});
  });

  test('people read it in words', async () => {
    const { stdout } = await workshop.quote('mark', 'home,placeholder,pid,onlystranger', KEY);
    const flat = stdout.replace(/\s+/g, ' ');
    for (const sentence of [
      'tool home: description quotes the home directory of its reader',
      'tool placeholder: description quotes a placeholder: with a real value it would say something else',
      'tool pid: description is another for another reader',
      'tool onlystranger: shown to one of two readers only',
    ])
      expect(flat).toContain(sentence);
    // Values of neither reader are shown.
    expect(stdout).not.toContain('wmhome');
    expect(stdout).not.toMatch(/\bw[a-z]{13}\b/);
  });
});

describe('how often a server is started', () => {
  const starts = (): number =>
    readFileSync(workshop.path('starts.log'), 'utf8').split('\n').length - 1;

  // Without isolation the server can write down that it was started; who reads how often is the same code.
  test('mark: two where readers agree, three where not; check: one where it matches, three where not', async () => {
    const log = ['--env', `START_LOG=${workshop.path('starts.log')}`, '--isolation', 'none'];
    const counted: number[] = [];
    const run = async (command: 'check' | 'mark', names: string): Promise<number> => {
      workshop.write('starts.log', '');
      const { code } = await workshop.quote(command, names, log);
      counted.push(starts());
      return code;
    };
    expect(await run('mark', 'words')).toBe(0);
    expect(await run('check', 'words')).toBe(0);
    workshop.write('title.txt', 'A title');
    expect(await run('check', 'words')).toBe(1);
    expect(await run('mark', 'home')).toBe(0);
    expect(await run('check', 'home')).toBe(0);
    expect(counted).toEqual([2, 1, 3, 3, 1]);
  });

  test('in the sandbox the same is asked of the reader, and it is closed once', async () => {
    const run = async (command: string): Promise<unknown> => {
      const { code, counts } = await runCounted(workshop, [
        command,
        '--command',
        'node quoting.mjs home',
      ]);
      return { code, ...counts };
    };
    expect(await run('mark')).toEqual({ code: 0, once: 0, steadily: 1, closed: 1 });
    expect(await run('check')).toEqual({ code: 0, once: 1, steadily: 0, closed: 1 });
    workshop.write('title.txt', 'A title');
    expect(await run('check')).toEqual({ code: 1, once: 1, steadily: 1, closed: 1 });
  });
});

test('drift in a server that quotes its reader is drift, named by field, with its findings', async () => {
  await workshop.marked('home,words');
  workshop.write('title.txt', 'A title');
  const checked = await workshop.recordOf('check', 'home,words');
  expect(checked.verdict).toBe('drift');
  expect(
    checked.changes.map(({ id, fields }) => [
      id,
      fields.map(({ field, change }) => [field, change]),
    ]),
  ).toEqual([
    ['home', [['title', 'added']]],
    ['words', [['title', 'added']]],
  ]);
  expect(checked.findings).toEqual([
    { kind: 'tool', id: 'home', finding: 'quotes-home:description' },
  ]);
});
