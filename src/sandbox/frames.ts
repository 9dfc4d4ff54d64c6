import type { Readable } from 'node:stream';

import { SANDBOX_MAX_FRAME_BYTES } from '../limits.js';

/** Names and values for the launcher, in order; a name may come more than once. No value holds NUL. */
export type Pairs = readonly (readonly [string, string])[];

/** Returns one frame of the launcher's protocol: `wm1 LENGTH`, a line feed, the bytes. */
export function encodeFrame(payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`wm1 ${payload.byteLength}\n`), payload]);
}

/** Returns a frame of pairs, as the launcher reads them. */
export function encodePairs(pairs: Pairs): Buffer {
  return encodeFrame(Buffer.from(pairs.flat().join('\0')));
}

/**
 * Takes one frame from the start of a paused stream and leaves every byte after it unread, for whoever
 * reads next. Returns undefined when the stream ends, or holds something else, before a whole frame.
 */
export function readFrame(stream: Readable): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let held: Buffer = Buffer.alloc(0);
    const finish = (frame: Buffer | undefined): void => {
      stream.off('readable', take);
      stream.off('end', stop);
      stream.off('error', stop);
      stream.off('close', stop);
      resolve(frame);
    };
    const stop = (): void => finish(undefined);
    const take = (): void => {
      for (;;) {
        const chunk = stream.read() as Buffer | null;
        if (chunk === null) return;
        held = Buffer.concat([held, chunk]);
        const parsed = splitFrame(held);
        if (parsed === 'partial') continue;
        if (parsed === 'foreign') {
          finish(undefined);
          return;
        }
        if (parsed.rest.byteLength > 0) stream.unshift(parsed.rest);
        finish(parsed.frame);
        return;
      }
    };
    stream.on('readable', take);
    stream.on('end', stop);
    stream.on('error', stop);
    stream.on('close', stop);
    take();
  });
}

/** Divides bytes into the frame they start with and the rest. */
function splitFrame(held: Buffer): 'partial' | 'foreign' | { frame: Buffer; rest: Buffer } {
  const newline = held.indexOf(0x0a);
  if (newline === -1) return held.byteLength > 32 ? 'foreign' : 'partial';
  const length = /^wm1 (\d{1,7})$/.exec(held.subarray(0, newline).toString('latin1'))?.[1];
  if (length === undefined || Number(length) > SANDBOX_MAX_FRAME_BYTES) return 'foreign';
  const end = newline + 1 + Number(length);
  if (held.byteLength < end) return 'partial';
  return { frame: held.subarray(newline + 1, end), rest: held.subarray(end) };
}
