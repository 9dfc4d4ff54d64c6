import { createServer, type Server } from 'node:net';

/** A port of 127.0.0.1 that no other reader on this machine uses until it is released. */
export interface HeldPort {
  readonly port: number;
  readonly release: () => void;
}

/** Ports that are tried where the wanted one is not to be had. */
const TRIES = 16;

/**
 * Returns the wanted port where it is free, else another one that is. Two readers that start servers at the same time
 * never get the same one: whichever server came second would end, and its reader would read the other.
 */
export async function holdFreePort(wanted: number): Promise<HeldPort> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = tries === 0 ? wanted : await listenOn(0);
    const held = port === undefined ? undefined : await holdPort(port);
    if (held !== undefined) return held;
  }
  return { port: wanted, release: () => undefined };
}

/** The port itself; undefined when something listens on it, or another reader holds it. */
export async function holdPort(port: number): Promise<HeldPort | undefined> {
  const lock = await lockOf(port);
  if (lock === 'taken') return undefined;
  const release = (): void => void lock?.close();
  if ((await listenOn(port)) !== undefined) return { port, release };
  release();
  return undefined;
}

/** A socket without a file that says who holds a port; undefined where there are none (not on Linux). */
function lockOf(port: number): Promise<Server | 'taken' | undefined> {
  if (process.platform !== 'linux') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const lock = createServer((socket) => socket.destroy());
    lock.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EADDRINUSE' ? 'taken' : undefined),
    );
    lock.listen(`\0witnessmark/port/${port}`, () => resolve(lock));
    lock.unref();
  });
}

/** The port that could be listened on; undefined where it is taken, or not ours to take. */
function listenOn(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(found));
    });
  });
}
