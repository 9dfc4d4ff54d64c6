import { describe, expect, test } from '@jest/globals';

import { toolchainRoot } from '../../../src/sandbox/toolchains.js';
import { isBelow } from '../../../src/sandbox/visible.js';

const home = '/home/someone';

describe('the root of a toolchain', () => {
  test.each([
    ['/nix/store/abc-node-22/bin/node', '/nix/store/abc-node-22'],
    ['/home/someone/miniconda3/bin/python', '/home/someone/miniconda3'],
    ['/home/someone/.asdf/installs/nodejs/22/bin/node', '/home/someone/.asdf/installs/nodejs/22'],
    // Beside these lie credentials: the directory of the programs and no more.
    ['/home/someone/.cargo/bin/tool', '/home/someone/.cargo/bin'],
    ['/home/someone/.local/bin/tool', '/home/someone/.local/bin'],
    // These would show the home, or a hidden place.
    ['/home/someone/bin/tool', '/home/someone/bin'],
    ['/home/someone/tool', '/home/someone/tool'],
    ['/data/runner/bin/tool', '/data/runner/bin'],
    ['/srv/tool', '/srv/tool'],
  ])('of %s is %s', (program, root) => {
    expect(toolchainRoot(program, home, ['/data/runner/_work'])).toBe(root);
  });
});

test('a directory is below itself and its parents, not below one that only starts alike', () => {
  expect(isBelow('/a/b', '/a/b')).toBe(true);
  expect(isBelow('/a/b/c', '/a/b')).toBe(true);
  expect(isBelow('/a/bc', '/a/b')).toBe(false);
  expect(isBelow('/a', '/')).toBe(true);
});
