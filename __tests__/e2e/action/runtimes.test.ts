import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { NODE_22, NODE_24 } from '../../helpers/node24.js';

const ROOT = resolve(import.meta.dirname, '../../..');

describe.each([NODE_22, NODE_24])('dist/cli.js on $label', ({ path }) => {
  test('shows the whole round', () => {
    const screen = execFileSync(path, [join(ROOT, 'dist/cli.js'), 'demo'], { encoding: 'utf8' });
    expect(screen.match(/^ {2}(?:MARKED|DRIFT|MATCH) /gm)).toEqual([
      '  MARKED ',
      '  DRIFT ',
      '  MARKED ',
      '  MATCH ',
    ]);
    expect(screen).toContain('    tool add_note changed\n        description changed (text)\n');
    expect(screen).toMatch(/\nThat is the whole round\.\n$/);
  });
});
