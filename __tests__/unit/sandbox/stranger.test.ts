import { describe, expect, test } from '@jest/globals';
import { BackMapper } from '../../../src/core/map-back.js';
import { STANDARD_READER } from '../../../src/sandbox/identity.js';
import { factorsBetween, strangerClient, strangerReader } from '../../../src/sandbox/stranger.js';

const CLIENT = { a: 'witnessmark', b: strangerClient() };

/** What a server can quote of a reader, as the words it would find. */
function wordsOf(reader: ReturnType<typeof strangerReader>): string[] {
  const last = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  return [
    last(reader.home),
    reader.user,
    String(reader.uid),
    reader.hostName,
    last(reader.codeRoot),
    last(reader.tmp),
    reader.machineId,
    reader.placeholderSalt,
    ...reader.extraPathEntries.map((entry) => entry.split('/')[2] ?? ''),
  ];
}

describe('reader B (SANDBOX, "The differential read")', () => {
  test('the standard reader is what the design says, for good', () => {
    expect(STANDARD_READER).toEqual({
      home: '/home/wmhome',
      user: 'wmuser',
      uid: 1000,
      hostName: 'wmhost',
      codeRoot: '/srv/wmcode',
      tmp: '/tmp',
      timeZone: 'UTC',
      machineId: '77697473656d61726b00000000000001',
      placeholderSalt: 'wmplaceholder',
      term: 'dumb',
      columns: 80,
      pythonHashSeed: 0,
      extraPathEntries: [],
      port: 8787,
    });
  });

  test('differs from the standard reader in everything', () => {
    const stranger: Readonly<Record<string, unknown>> = { ...strangerReader() };
    const standard: Readonly<Record<string, unknown>> = { processesFirst: 0, ...STANDARD_READER };
    expect(Object.keys(stranger).sort()).toEqual(Object.keys(standard).sort());
    const same = Object.keys(standard).filter(
      (name) => JSON.stringify(standard[name]) === JSON.stringify(stranger[name]),
    );
    expect(same).toEqual([]);
  });

  test('has values of the right shape', () => {
    const stranger = strangerReader();
    expect(stranger).toMatchObject({
      home: expect.stringMatching(/^\/home\/w[a-z]{13}$/),
      user: expect.stringMatching(/^w[a-z]{13}$/),
      hostName: expect.stringMatching(/^w[a-z]{13}$/),
      codeRoot: expect.stringMatching(/^\/srv\/w[a-z]{13}$/),
      tmp: expect.stringMatching(/^\/w[a-z]{13}$/),
      timeZone: 'Pacific/Chatham',
      machineId: expect.stringMatching(/^[0-9a-f]{32}$/),
      term: 'xterm-256color',
      columns: 97,
      processesFirst: 1,
    });
    expect(stranger.extraPathEntries.length).toBe(1);
    expect(stranger.uid).toBeGreaterThanOrEqual(30_000);
    expect(stranger.uid).toBeLessThan(60_000);
  });

  test('is another one each time', () => {
    const words = Array.from({ length: 50 }, () => [
      ...wordsOf(strangerReader()),
      strangerClient(),
    ]);
    const free = words.flat().filter((word) => !/^\d+$/.test(word));
    expect(new Set(free).size).toBe(free.length);
    expect(new Set(words.map((each) => each[2])).size).toBeGreaterThan(40);
  });

  test('none of its values contains another', () => {
    for (let times = 0; times < 200; times += 1) {
      const words = [...wordsOf(strangerReader()), strangerClient()];
      const inside = words.filter((word) =>
        words.some((other) => other !== word && other.includes(word)),
      );
      expect(inside).toEqual([]);
      expect(new Set(words).size).toBe(words.length);
    }
  });
});

describe('factorsBetween', () => {
  const stranger = strangerReader();
  const factors = factorsBetween(
    STANDARD_READER,
    stranger,
    [{ name: 'API_KEY' }, { name: 'GIVEN', value: 'real-value' }],
    CLIENT,
  );

  test('names what can be quoted, as findings do', () => {
    expect([...new Set(factors.map(({ name }) => name))].sort()).toEqual([
      'client',
      'directory',
      'home',
      'host',
      'machine',
      'path',
      'placeholder',
      'terminal',
      'timezone',
      'tmp',
      'uid',
      'user',
    ]);
  });

  test('holds no value that was given, and nothing empty or alike on the side that is looked for', () => {
    expect(JSON.stringify(factors)).not.toContain('real-value');
    expect(factors.filter(({ a, b }) => b === '' || a === b)).toEqual([]);
  });

  test.each([
    ['home', stranger.home, '/home/wmhome'],
    ['home', stranger.home.slice('/home/'.length), 'wmhome'],
    ['directory', `${stranger.codeRoot}/a`, '/srv/wmcode/a'],
    ['user', stranger.user, 'wmuser'],
    ['uid', String(stranger.uid), '1000'],
    ['host', stranger.hostName, 'wmhost'],
    ['tmp', `${stranger.tmp}/x`, '/tmp/x'],
    ['timezone', 'Pacific/Chatham', 'UTC'],
    ['machine', stranger.machineId, '77697473656d61726b00000000000001'],
    ['terminal', 'xterm-256color', 'dumb'],
    ['client', CLIENT.b, 'witnessmark'],
    ['path', `${stranger.extraPathEntries.join('')}:/usr/bin`, '/usr/bin'],
    ['placeholder', stranger.placeholderSalt, 'wmplaceholder'],
  ])('%s: %s is read as %s', (name, shown, expected) => {
    const { definition, factors: found } = new BackMapper(factors).map({
      kind: 'tool',
      text: JSON.stringify({ description: shown }),
    });
    expect(definition.text).toBe(JSON.stringify({ description: expected }));
    expect(found.get('description')).toEqual([name]);
  });
});
