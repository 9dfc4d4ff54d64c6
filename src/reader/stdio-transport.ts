import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { LineSplitter } from './lines.js';
import { MessageWire, WIRE_BOUNDS, withinDrainTime, type WireBounds } from './wire.js';
import type { ServerProcess } from '../sandbox/sandbox.js';

/**
 * MCP over a child process's stdin and stdout: one message a line.
 * Source: MCP specification, transports (stdio); PRODUCT "Reading".
 */
export class StdioTransport extends MessageWire {
  readonly transport = 'stdio';
  readonly #process: ServerProcess;
  readonly #splitter: LineSplitter;

  constructor(process: ServerProcess, bounds: WireBounds = WIRE_BOUNDS) {
    super(bounds);
    this.#process = process;
    this.#splitter = new LineSplitter(
      {
        line: (bytes) => this.receive(bytes, (line) => !looksLikeMessage(line)),
        tooLong: () => this.messageTooLong(),
      },
      bounds.maxMessageBytes,
    );
    // Drained from the first byte on: a full pipe would stop the server. Source: field case B08.
    process.stderr.on('data', (chunk: Uint8Array) => this.stderr.push(chunk));
    process.stderr.on('error', () => undefined);
  }

  /** Starts reading. The process is running already. */
  start(): Promise<void> {
    const { stdout } = this.#process;
    stdout.on('data', (chunk: Uint8Array) => {
      if (this.countBytes(chunk.length)) this.#splitter.push(chunk);
    });
    const ended = new Promise<void>((resolve) => {
      stdout.once('end', resolve).once('close', resolve).once('error', resolve);
    });
    void ended.then(() => this.#splitter.end());
    // What a server wrote before it exited counts; a grandchild that holds the pipe does not delay us.
    void this.#process.exited.then(async (exit) => {
      await withinDrainTime(ended);
      this.serverGone(exit);
    });
    // A server that exits closes its stdout first: how it exited says more.
    void ended.then(async () => this.serverGone(await withinDrainTime(this.#process.exited)));
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.expect(message);
    if (!this.closed && this.#process.stdin.writable) {
      this.#process.stdin.write(`${JSON.stringify(message)}\n`);
    }
    return Promise.resolve();
  }

  protected end(): Promise<void> {
    this.#splitter.stop();
    return Promise.resolve();
  }
}

/** True when a line begins like a JSON-RPC message or a batch of them. */
function looksLikeMessage(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b;
}
