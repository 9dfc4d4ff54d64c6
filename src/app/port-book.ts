import type { ReaderIdentity } from '../sandbox/identity.js';
import { BOX_LAYOUT } from '../sandbox/mechanism.js';
import { holdFreePort, holdPort } from '../sandbox/ports.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { fixedPort, type Endpoint } from './endpoint.js';
import { WitnessmarkError } from '../errors.js';

/**
 * Which port each reader's server listens on. In a box every server has a loopback of its own, and the port
 * is the reader's constant. Elsewhere ports are shared with the machine: a free one is picked, the constant
 * where it can be had; a fixed one is never used by two servers at once, nor when something else has it. What is picked is held against other readers on the machine.
 */
export class PortBook {
  readonly #endpoint: Endpoint | undefined;
  readonly #known = new Map<'a' | 'b', number>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(endpoint: Endpoint | undefined) {
    this.#endpoint = endpoint;
  }

  /**
   * Calls `read` with the port of a reader; with undefined for a server on stdio.
   * @throws WitnessmarkError `port-taken`.
   */
  async with<Value>(
    reader: 'a' | 'b',
    identity: ReaderIdentity,
    { layout }: Pick<Sandbox, 'layout'>,
    read: (port: number | undefined) => Promise<Value>,
  ): Promise<Value> {
    if (this.#endpoint === undefined) return read(undefined);
    const fixed = fixedPort(this.#endpoint);
    if (fixed === undefined) {
      if (layout === BOX_LAYOUT) {
        this.#known.set(reader, identity.port);
        return read(identity.port);
      }
      const { port, release } = await holdFreePort(identity.port);
      this.#known.set(reader, port);
      return read(port).finally(release);
    }
    if (layout === BOX_LAYOUT) return read(fixed);
    const mine = this.#turn.then(async () => {
      const held = await holdPort(fixed);
      if (held === undefined) throw portTaken(fixed);
      return read(fixed).finally(held.release);
    });
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** The ports that the two readers' servers were told; undefined where they were told none. */
  both(): { readonly a: number; readonly b: number } | undefined {
    const [a, b] = [this.#known.get('a'), this.#known.get('b')];
    return a === undefined || b === undefined ? undefined : { a, b };
  }
}

function portTaken(port: number): WitnessmarkError {
  return new WitnessmarkError(
    'port-taken',
    `start: port ${port} of 127.0.0.1 is in use already`,
    'Write {port} in the url and in the command, its arguments or env: a free port is picked.',
  );
}
