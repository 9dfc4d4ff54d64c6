import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LineSplitter } from '../../../src/reader/lines.js';

/** Splits a stream as one would on paper: everything at once, at line feeds, bytes as Latin-1. */
function byHand(bytes: Uint8Array): string[] {
  const parts = Buffer.from(bytes).toString('latin1').split('\n');
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts;
}

function split(
  bytes: Uint8Array,
  cuts: readonly number[],
  maxBytes = 1_000_000,
): { readonly lines: string[]; readonly tooLong: number } {
  const lines: string[] = [];
  let tooLong = 0;
  const splitter = new LineSplitter(
    {
      // Copied here, as the sink must.
      line: (line) => lines.push(Buffer.from(line).toString('latin1')),
      tooLong: () => (tooLong += 1),
    },
    maxBytes,
  );
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  for (const [index, from] of [0, ...places].entries()) {
    splitter.push(Uint8Array.from(bytes.subarray(from, places[index] ?? bytes.length)));
  }
  splitter.end();
  return { lines, tooLong };
}

/** Line feeds are frequent, and so are the bytes of characters that a cut may fall into. */
const stream = fc
  .array(fc.oneof(fc.constant(0x0a), fc.constant(0xe2), fc.constant(0x82), fc.nat(255)), {
    maxLength: 300,
  })
  .map((bytes) => Uint8Array.from(bytes));
const cuts = fc.array(fc.nat(1000), { maxLength: 40 });

test('however a stream is cut, its lines are the same', () => {
  fc.assert(
    fc.property(stream, cuts, (bytes, places) => {
      expect(split(bytes, places)).toEqual({ lines: byHand(bytes), tooLong: 0 });
    }),
    { numRuns: 2000 },
  );
});

test('a line over the bound is told once, wherever it is cut, and nothing after it is read', () => {
  fc.assert(
    fc.property(stream, cuts, fc.integer({ min: 1, max: 20 }), (bytes, places, maxBytes) => {
      const all = byHand(bytes);
      const first = all.findIndex((line) => line.length > maxBytes);
      expect(split(bytes, places, maxBytes)).toEqual({
        lines: first < 0 ? all : all.slice(0, first),
        tooLong: first < 0 ? 0 : 1,
      });
    }),
    { numRuns: 2000 },
  );
});
