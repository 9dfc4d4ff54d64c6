import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { StdioTransport } from '../../../src/reader/stdio-transport.js';
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
