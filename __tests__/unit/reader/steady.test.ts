import { describe, expect, test } from '@jest/globals';
import type { Factor } from '../../../src/core/map-back.js';
import type { Definition } from '../../../src/core/surface.js';
import type { Reading } from '../../../src/reader/read.js';
import { readSteadily, type SteadyReading } from '../../../src/reader/steady.js';

const FACTORS: readonly Factor[] = [{ name: 'user', a: 'ann', b: 'wqqq' }];

const tool = (name: string, description: string): Definition => ({
  kind: 'tool',
  text: JSON.stringify({ name, description }),
});

function readingOf(...definitions: readonly Definition[]): Reading {
  const version = '2025-11-25';
  return {
    definitions,
    requested: version,
    negotiated: version,
    pages: 1,
    walks: 1,
    absent: [],
    noiseLines: 0,
    transport: 'stdio',
    notices: [],
  };
}

/** A server that is read: what each reader is shown next, who asked, and how many at once. */
class Server {
  readonly asked: string[] = [];
  running = 0;
  most = 0;
  readonly #next: Readonly<Record<'a' | 'b', (Reading | Error)[]>>;

  constructor(a: (Reading | Error)[], b: (Reading | Error)[] = []) {
    this.#next = { a, b };
  }

  readonly readAs = async (reader: 'a' | 'b'): Promise<Reading> => {
    this.asked.push(reader);
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    const answer = this.#next[reader].shift();
    // A failing start is noticed sooner than a whole reading.
    const turns = answer instanceof Error ? 1 : 20;
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    this.running -= 1;
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw new Error('read once too often');
    return answer;
  };
}

function findingsOf({ findings }: SteadyReading): string[][] {
  return [...findings.values()].map((found) => [...found]);
}

describe('readSteadily (SANDBOX, "The differential read")', () => {
  test('two readings at once where they agree, and no third', async () => {
    const first = readingOf(tool('x', 'same'));
    const server = new Server([first], [readingOf(tool('x', 'same'))]);
    const steady = await readSteadily(server.readAs, () => FACTORS);
    expect(server.asked).toEqual(['a', 'b']);
    expect(server.most).toBe(2);
    expect(steady).toEqual({
      reading: first,
      reads: 2,
      findings: new Map(),
      onlyB: [],
      unsteady: [],
    });
  });

  test('a third by the standard reader where they differ, never three at once', async () => {
    const a = readingOf(tool('x', 'of ann'));
    const b = readingOf(tool('x', 'of wqqq'));
    const server = new Server([a, readingOf(tool('x', 'of ann'))], [b]);
    const steady = await readSteadily(server.readAs, () => FACTORS);
    expect(server.asked).toEqual(['a', 'b', 'a']);
    expect(server.most).toBe(2);
    expect(steady.reads).toBe(3);
    expect(steady.reading).toBe(a);
    expect(findingsOf(steady)).toEqual([['quotes-user:description']]);
    expect([...steady.findings.keys()]).toEqual([a.definitions[0]]);
    expect(steady.unsteady).toEqual([]);
  });

  test('an item that only the other reader has asks for a third reading too', async () => {
    const server = new Server(
      [readingOf(tool('x', 'd')), readingOf(tool('x', 'd'))],
      [readingOf(tool('x', 'd'), tool('extra_wqqq', 'd'))],
    );
    const steady = await readSteadily(server.readAs, () => FACTORS);
    expect(steady.reads).toBe(3);
    expect(steady.onlyB.map(({ id }) => id)).toEqual(['extra_ann']);
  });

  test('a reading that was made already is not made anew: B and a second A follow', async () => {
    const first = readingOf(tool('x', 'of ann'));
    const server = new Server([readingOf(tool('x', 'of ann'))], [readingOf(tool('x', 'of wqqq'))]);
    const steady = await readSteadily(server.readAs, () => FACTORS, first);
    expect([...server.asked].sort()).toEqual(['a', 'b']);
    expect(server.most).toBe(2);
    expect(steady.reading).toBe(first);
    expect(steady.reads).toBe(3);
    expect(findingsOf(steady)).toEqual([['quotes-user:description']]);
  });

  test('what one reader does not read twice the same is unsteady and says nothing of the other', async () => {
    const a = readingOf(tool('x', 'one'), tool('y', 'of ann'), tool('gone', 'd'));
    const again = readingOf(tool('x', 'two'), tool('y', 'of ann'), tool('came', 'd'));
    const b = readingOf(tool('x', 'three'), tool('y', 'of wqqq'), tool('came', 'd'));
    const steady = await readSteadily(new Server([a, again], [b]).readAs, () => FACTORS);
    expect(steady.unsteady.map(({ id, field }) => `${id ?? ''}:${field}`).sort()).toEqual([
      'came:*',
      'gone:*',
      'x:description',
    ]);
    expect(findingsOf(steady)).toEqual([['quotes-user:description']]);
    expect(steady.onlyB).toEqual([]);
  });

  test('a steady field beside an unsteady one of the same item keeps its finding', async () => {
    const of = (description: string, title: string): Reading =>
      readingOf({ kind: 'tool', text: JSON.stringify({ name: 'x', description, title }) });
    const server = new Server([of('ann', '1'), of('ann', '2')], [of('wqqq', '3')]);
    const steady = await readSteadily(server.readAs, () => FACTORS);
    expect(findingsOf(steady)).toEqual([['quotes-user:description']]);
    expect(steady.unsteady.map(({ field }) => field)).toEqual(['title']);
  });

  test.each<[string, (Reading | Error)[], (Reading | Error)[], string]>([
    ['the standard reader', [new Error('a fails')], [readingOf()], 'a fails'],
    ['the other reader', [readingOf()], [new Error('b fails')], 'b fails'],
    ['both', [new Error('a fails')], [new Error('b fails')], 'a fails'],
  ])('a failing reading of %s waits for the other to end', async (_name, a, b, message) => {
    const server = new Server(a, b);
    await expect(readSteadily(server.readAs, () => FACTORS)).rejects.toThrow(message);
    expect(server.running).toBe(0);
    expect(server.asked).toEqual(['a', 'b']);
  });

  test('the same where the first reading was made already', async () => {
    const server = new Server([readingOf()], [new Error('b fails')]);
    await expect(readSteadily(server.readAs, () => FACTORS, readingOf())).rejects.toThrow(
      'b fails',
    );
    expect(server.running).toBe(0);
  });

  test('a third reading that fails is a failure', async () => {
    const server = new Server([readingOf(), new Error('again fails')], [readingOf(tool('x', 'd'))]);
    await expect(readSteadily(server.readAs, () => FACTORS)).rejects.toThrow('again fails');
  });
});
