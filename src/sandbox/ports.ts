import { createServer } from 'node:net';

/** Returns the wanted port of 127.0.0.1 where it is free, else another one that is. */
export async function freePort(wanted: number): Promise<number> {
  return (await listenOn(wanted)) ?? (await listenOn(0)) ?? wanted;
}

/** True when nothing listens on a port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
  return (await listenOn(port)) !== undefined;
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
