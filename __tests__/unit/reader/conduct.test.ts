import { describe, expect, test } from '@jest/globals';
import { conductNotices } from '../../../src/reader/conduct.js';

const STAYS =
  'the server did not leave within 300 ms after its stdin was closed, and was ended: clients that wait for it to leave keep it running';
const TWO =
  'the server runs 2 more processes beside its own: clients that end only the one they started leave them behind';

describe('how a server that was read behaves', () => {
  test('is not worth a word where it leaves and is alone', () => {
    expect(conductNotices({ stayed: false, others: 0 }, 'stdio', 'node')).toEqual([]);
  });

  test('is said where it stays, or is not alone', () => {
    expect(conductNotices({ stayed: true, others: 2 }, 'stdio', 'node')).toEqual([STAYS, TWO]);
    expect(conductNotices({ stayed: false, others: 1 }, 'stdio', './server')).toEqual([
      'the server runs 1 more process beside its own: clients that end only the one they started leave it behind',
    ]);
  });

  test('over HTTP no server has to heed its stdin', () => {
    expect(conductNotices({ stayed: true, others: 0 }, 'streamable-http', 'node')).toEqual([]);
  });

  test.each([
    'npx',
    '/usr/bin/sh',
    'bash',
    'uvx',
    'uv',
    'npm',
    '/opt/node/bin/pnpm',
    'go',
    'dotnet',
  ])('is expected of what only starts the server: %s', (command) => {
    expect(conductNotices({ stayed: false, others: 2 }, 'stdio', command)).toEqual([]);
  });

  test.each(['gopher', 'my-npx-server', 'node', 'python3', './fish.mjs'])(
    'and not of a server: %s',
    (command) => {
      expect(conductNotices({ stayed: false, others: 2 }, 'stdio', command)).toEqual([TWO]);
    },
  );
});
