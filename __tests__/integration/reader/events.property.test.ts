import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EventStream } from '../../../src/reader/event-stream.js';

interface Seen {
  readonly messages: string[];
  readonly others: string[];
  readonly lastEventId: string;
  readonly tooLong: number;
}

/** Reads a whole stream as one would on paper. Source: HTML standard, "Interpreting an event stream". */
function byHand(text: string): Seen {
  const [messages, others]: [string[], string[]] = [[], []];
  let lastEventId = '';
  const lines = text.replace(/^\xef\xbb\xbf/, '').split(/\r\n|\r|\n/);
  // What stands behind the last end of a line is no line.
  lines.pop();
  let [data, type, id]: [string[], string, string | undefined] = [[], '', undefined];
  for (const line of lines) {
    if (line === '') {
      lastEventId = id ?? lastEventId;
      const whole = data.join('\n');
      if (whole !== '' && (type === '' || type === 'message')) messages.push(whole);
      else if (whole !== '') others.push(type);
      [data, type, id] = [[], '', undefined];
      continue;
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event') type = value;
    // What cannot be sent back in a header is no id.
    else if (name === 'id') id = /^[ -~]*$/.test(value) ? value : undefined;
  }
  return { messages, others, lastEventId, tooLong: 0 };
}

function read(bytes: Uint8Array, cuts: readonly number[]): Seen {
  const [messages, others]: [string[], string[]] = [[], []];
  let tooLong = 0;
  const events = new EventStream(
    {
      message: (data) => messages.push(Buffer.from(data).toString('latin1')),
      other: (type) => others.push(type),
      tooLong: () => (tooLong += 1),
    },
    1_000_000,
  );
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  for (const [index, from] of [0, ...places].entries()) {
    events.push(Uint8Array.from(bytes.subarray(from, places[index] ?? bytes.length)));
  }
  return { messages, others, lastEventId: events.lastEventId, tooLong };
}

/** Pieces of which streams are made, whole and broken ones. */
const piece = fc.constantFrom(
  ...['\n', '\r', '\r\n', '\n\n', '\r\n\r\n', 'data', 'data:', 'data: ', 'event: ', 'event:message', 'id:', 'id: 7'],
  ...['retry: 5', ':', ': x', ' ', 'x', '{"a":1}', '\xe2', '\x82\xac', '\xef\xbb\xbf', 'endpoint', 'other'],
); // prettier-ignore

test('however a stream of events is cut, its events are the same', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.array(fc.nat(500), { maxLength: 30 }),
      (pieces, cuts) => {
        const text = pieces.join('');
        expect(read(Buffer.from(text, 'latin1'), cuts)).toEqual(byHand(text));
      },
    ),
    { numRuns: 3000 },
  );
});

test.each([
  ['comments', ':\n'],
  ['unknown fields', 'a\n'],
  ['empty lines', '\n'],
  ['ids', 'id:\n'],
  ['events of another type', 'event:a\ndata:b\n\n'],
  ['events without data', 'event:a\n\n'],
])('%s without end cost what their bytes do', (_what, text) => {
  let tooLong = 0;
  const none = (): void => undefined;
  const sink = { message: none, other: none, tooLong: () => void (tooLong += 1) };
  const events = new EventStream(sink, 1_000_000);
  const chunk = Buffer.from(text.repeat((64 * 1024) / text.length));
  // A block of its own for each of the million lines would outlast the time of a test.
  for (let sent = 0; sent < 4 * 1024 * 1024; sent += chunk.length) events.push(chunk);
  expect(tooLong).toBe(0);
});
