import { describe, expect, test } from '@jest/globals';
import { PassThrough } from 'node:stream';

import { encodeFrame, encodePairs, readFrame } from '../../../src/sandbox/frames.js';

describe('frames', () => {
  test('a frame is taken off the front, byte for byte, however it arrives, and the rest is left', async () => {
    const stream = new PassThrough();
    const payload = Buffer.from([0, 10, 255, 119, 109, 49]);
    const whole = Buffer.concat([
      encodeFrame(payload),
      encodeFrame(Buffer.alloc(0)),
      Buffer.from('rest'),
    ]);
    const first = readFrame(stream);
    for (const byte of whole) stream.write(Buffer.from([byte]));
    expect(await first).toEqual(payload);
    expect(await readFrame(stream)).toEqual(Buffer.alloc(0));
    stream.end();
    const rest: Buffer[] = [];
    for await (const chunk of stream) rest.push(chunk as Buffer);
    expect(Buffer.concat(rest).toString()).toBe('rest');
  });

  test.each([
    ['nothing', ''],
    ['half a frame', 'wm1 10\nabc'],
    ['other text', 'perl: warning: something went wrong somewhere\n'],
    ['a length beyond the limit', 'wm1 9999999\n'],
  ])('%s is no frame', async (_name, text) => {
    const stream = new PassThrough();
    stream.end(text);
    expect(await readFrame(stream)).toBeUndefined();
  });

  test('pairs keep order, repetition and line feeds', () => {
    const bytes = encodePairs([
      ['a', '1\n2'],
      ['a', ''],
    ]);
    expect(bytes.toString()).toBe('wm1 8\na\x001\n2\0a\0');
  });
});
