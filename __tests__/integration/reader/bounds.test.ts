import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { LineSplitter } from '../../../src/reader/lines.js';
import { StdioTransport } from '../../../src/reader/stdio-transport.js';
import { TailBuffer } from '../../../src/reader/tail-buffer.js';
import { WIRE_BOUNDS, type WireBounds } from '../../../src/reader/wire.js';
import type { ProcessExit, ServerProcess } from '../../../src/sandbox/sandbox.js';

/** A process that is only its pipes. */
function pipes(): ServerProcess & {
  readonly stdout: PassThrough;
  readonly exit: (exit: ProcessExit) => void;
} {
  let exit: (exit: ProcessExit) => void = () => undefined;
  const exited = new Promise<ProcessExit>((resolve) => (exit = resolve));
  return {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    exited,
    end: () => Promise.resolve({ stayed: false, others: 0 }),
    exit: (how) => exit(how),
  };
}

/** What the wire comes to when a server writes these chunks under these bounds. */
async function wire(
  bounds: Partial<WireBounds>,
  chunks: readonly string[],
): Promise<{
  readonly code: string | undefined;
  readonly methods: string[];
  readonly noise: number;
}> {
  const process = pipes();
  const transport = new StdioTransport(process, { ...WIRE_BOUNDS, ...bounds });
  const methods: string[] = [];
  transport.onmessage = (message) => methods.push((message as { method?: string }).method ?? '');
  await transport.start();
  for (const chunk of chunks) process.stdout.write(chunk);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const found = { code: transport.failure?.code, methods, noise: transport.counts.noise };
  await transport.close();
  return found;
}

const note = (method: string): string => `{"jsonrpc":"2.0","method":"${method}"}\n`;

describe('bounds of the wire', () => {
  test('a message as long as the bound is read, one byte more ends it all', async () => {
    const exact = note('a').length - 1;
    expect(await wire({ maxMessageBytes: exact }, [note('a'), note('b')])).toEqual({
      code: undefined,
      methods: ['a', 'b'],
      noise: 0,
    });
    // What stands behind the line that was too long is never taken for a message.
    expect(await wire({ maxMessageBytes: exact }, [note('a'), note('bb'), note('c')])).toEqual({
      code: 'message-too-large',
      methods: ['a'],
      noise: 0,
    });
    expect((await wire({ maxMessageBytes: 10 }, ['x'.repeat(6), 'y'.repeat(5)])).code).toBe(
      'message-too-large',
    );
  });

  test('all bytes together are bounded, noise and white space too', async () => {
    const two = note('a').length * 2;
    expect((await wire({ maxTotalBytes: two }, [note('a'), note('b')])).code).toBeUndefined();
    expect(await wire({ maxTotalBytes: two }, [note('a'), note('b'), ' '])).toEqual({
      code: 'too-many-bytes',
      methods: ['a', 'b'],
      noise: 0,
    });
  });

  test('lines are bounded, noise and the messages of a batch too', async () => {
    expect((await wire({ maxMessages: 2 }, ['x\ny\n'])).code).toBeUndefined();
    expect((await wire({ maxMessages: 2 }, ['x\ny\nz\n'])).code).toBe('too-many-messages');
    expect((await wire({ maxMessages: 2 }, ['\n \n\n'])).code).toBe('too-many-messages');
    const batch = `[${[note('a'), note('b'), note('c')].map((each) => each.trim()).join(',')}]\n`;
    expect(await wire({ maxMessages: 3 }, [batch])).toEqual({
      code: 'too-many-messages',
      methods: ['a', 'b'],
      noise: 0,
    });
  });

  test('values of one message are bounded', async () => {
    expect((await wire({ maxMessageValues: 20 }, [note('a')])).methods).toEqual(['a']);
    const many = `{"jsonrpc":"2.0","method":"a","params":[${'1,'.repeat(30)}1]}\n`;
    expect(await wire({ maxMessageValues: 20 }, [many, note('b')])).toEqual({
      code: 'message-too-large',
      methods: [],
      noise: 0,
    });
  });

  test('the first failure is the one that is told', async () => {
    expect((await wire({ maxMessageBytes: 5, maxTotalBytes: 5 }, ['123456'])).code).toBe(
      'too-many-bytes',
    );
  });
});

/** What the wire comes to under the bounds as they are, when a server writes all this and ends. */
async function wholeWire(chunks: Iterable<Uint8Array>): Promise<{
  readonly code: string | undefined;
  readonly messages: number;
  readonly noise: number;
}> {
  const process = pipes();
  const transport = new StdioTransport(process);
  let messages = 0;
  transport.onmessage = () => void (messages += 1);
  const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
  await transport.start();
  for (const chunk of chunks) {
    if (!process.stdout.write(chunk)) await new Promise((resolve) => setImmediate(resolve));
    if (transport.failure !== undefined) break;
  }
  process.stdout.end();
  await closed;
  return { code: transport.failure?.code, messages, noise: transport.counts.noise };
}

const MIB = 1024 * 1024;
/** Every byte was taken, and nothing but the end of the server ended it. */
const ALL = 'server-exited';

describe('the bounds as they are', () => {
  /** A notification of so many bytes, without its line feed. */
  const padded = (bytes: number): Buffer => {
    const [head, tail] = ['{"jsonrpc":"2.0","method":"a","params":{"a":"', '"}}'];
    return Buffer.from(`${head}${'x'.repeat(bytes - head.length - tail.length)}${tail}`);
  };
  const LINE_FEED = Buffer.from('\n');
  const X = Buffer.from('x');

  test('one message of 32 MiB, and of one byte more', async () => {
    expect(await wholeWire([padded(32 * MIB), LINE_FEED])).toEqual({
      code: ALL,
      messages: 1,
      noise: 0,
    });
    expect(await wholeWire([padded(32 * MIB + 1), LINE_FEED])).toEqual({
      code: 'message-too-large',
      messages: 0,
      noise: 0,
    });
  });

  test('128 MiB in all, and one byte more', async () => {
    const line = Buffer.alloc(MIB, 'x');
    line[MIB - 1] = 0x0a;
    const lines = Array<Buffer>(128).fill(line);
    expect(await wholeWire(lines)).toEqual({ code: ALL, messages: 0, noise: 128 });
    expect(await wholeWire([...lines, LINE_FEED])).toEqual({
      code: 'too-many-bytes',
      messages: 0,
      noise: 128,
    });
  });

  test('200,000 lines, and one more', async () => {
    const lines = Buffer.from('1\n'.repeat(200_000));
    expect(await wholeWire([lines])).toEqual({ code: ALL, messages: 0, noise: 200_000 });
    expect(await wholeWire([lines, Buffer.from('1\n')])).toEqual({
      code: 'too-many-messages',
      messages: 0,
      noise: 200_000,
    });
  });

  test('2,000,000 values of one message, and one more', async () => {
    // Two brackets of objects, one of the array, and a value before the first comma.
    const message = (commas: number): Buffer =>
      Buffer.from(`{"jsonrpc":"2.0","method":"a","params":{"a":[${'1,'.repeat(commas)}1]}}\n`);
    // Commas behind the two members of the message count too.
    const most = 2_000_000 - 1 - 3 - 2;
    expect(await wholeWire([message(most)])).toEqual({ code: ALL, messages: 1, noise: 0 });
    expect((await wholeWire([message(most + 1)])).code).toBe('message-too-large');
  });

  test('a line that comes in single bytes is held in one block', async () => {
    const bytes = function* (): Generator<Uint8Array> {
      for (const byte of padded(200_000)) yield Uint8Array.of(byte);
      yield LINE_FEED;
    };
    expect(await wholeWire(bytes())).toEqual({ code: ALL, messages: 1, noise: 0 });
    // A list of its chunks would take some 150 bytes for each.
    const splitter = new LineSplitter(
      { line: () => undefined, tooLong: () => undefined },
      32 * MIB,
    );
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 3_000_000; count += 1) splitter.push(X);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * MIB);
  });

  test('of stderr the last 64 KiB are kept, from a whole line on', () => {
    const whole = 'a'.repeat(64 * 1024 - 2);
    const kept = new TailBuffer(64 * 1024);
    kept.push(Buffer.from(`b\n${whole}`));
    expect(kept.text() === `b\n${whole}`).toBe(true);
    kept.push(Buffer.from('c'));
    expect(kept.text() === `${whole}c`).toBe(true);
    // One chunk alone may be too long.
    const other = new TailBuffer(4);
    other.push(Buffer.from('ab\ncd'));
    expect(other.text()).toBe('cd');
    for (const byte of 'e\nfgh') other.push(Buffer.from(byte));
    expect(other.text()).toBe('fgh');
  });
});

describe('the end of a server', () => {
  test.each<[string, ProcessExit, string]>([
    ['with a code', { code: 3, signal: null }, 'the server exited with code 3'],
    ['by a signal', { code: null, signal: 'SIGSEGV' }, 'the server was ended by SIGSEGV'],
  ])('%s is told, also when its output is held open by another', async (_what, exit, message) => {
    const process = pipes();
    const transport = new StdioTransport(process);
    const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
    await transport.start();
    process.exit(exit);
    await closed;
    expect([transport.failure?.code, transport.failure?.message]).toEqual([
      'server-exited',
      message,
    ]);
  });

  test('an answer that was written before the exit counts', async () => {
    const process = pipes();
    const transport = new StdioTransport(process);
    const methods: string[] = [];
    transport.onmessage = (message) => methods.push((message as { method?: string }).method ?? '');
    const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
    await transport.start();
    process.exit({ code: 0, signal: null });
    process.stdout.end(note('last').trim());
    await closed;
    expect(methods).toEqual(['last']);
  });
});
