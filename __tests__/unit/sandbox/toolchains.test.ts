import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { isBelow, programPaths, toolchainRoot } from '../../../src/sandbox/toolchains.js';

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
    const path = { path: program, isLedTo: false };
    expect(toolchainRoot(path, home, ['/data/runner/_work'])).toBe(root);
  });

  test.each([
    ['/home/someone/miniconda3/bin/python', '/home/someone/miniconda3'],
    ['/srv/app/deploy.sh', '/srv/app/deploy.sh'],
    ['/home/someone/.config/tool/hook', '/home/someone/.config/tool/hook'],
  ])('of %s, to which the checkout leads, is %s', (program, root) => {
    expect(toolchainRoot({ path: program, isLedTo: true }, home, [])).toBe(root);
  });
});

describe('what a program is made of', () => {
  let place: string;
  let checkout: string;
  beforeEach(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'toolchains-')));
    checkout = join(place, 'checkout');
    mkdirSync(join(place, 'tool/bin'), { recursive: true });
    mkdirSync(checkout);
    writeFileSync(join(place, 'tool/bin/run'), '', { mode: 0o755 });
    writeFileSync(join(place, 'secret'), 'x', { mode: 0o600 });
  });
  afterEach(() => rmSync(place, { recursive: true }));
  const pathsOf = (): ReturnType<typeof programPaths> =>
    programPaths({ command: './server', workingDirectory: checkout, checkout, hostPath: '' });

  test('is its file, and the interpreter to which the checkout leads', () => {
    writeFileSync(join(checkout, 'server'), `#!${place}/tool/bin/run -x\n`, { mode: 0o755 });
    expect(pathsOf()).toEqual([
      { path: join(checkout, 'server'), isLedTo: false },
      { path: join(place, 'tool/bin/run'), isLedTo: true },
    ]);
  });

  test('is what a link of the checkout points to', () => {
    symlinkSync(join(place, 'tool/bin/run'), join(checkout, 'server'));
    expect(pathsOf()).toEqual([
      { path: join(checkout, 'server'), isLedTo: false },
      { path: join(place, 'tool/bin/run'), isLedTo: true },
    ]);
  });

  test.each([
    ['an interpreter that is no program', (to: string) => `#!${to}\n`],
    ['an option of env', (to: string) => `#!/usr/bin/env -S -u ${to} node\n`],
    ['a word behind an interpreter that begins with a dash', (to: string) => `#!-x ${to}\n`],
  ])('is never any file or directory that a script names as %s', (_what, line) => {
    for (const to of [join(place, 'secret'), place]) {
      writeFileSync(join(checkout, 'server'), line(to), { mode: 0o755 });
      const outside = pathsOf().filter(({ path }) => path === to);
      expect(outside).toEqual([]);
    }
  });

  test('is not a file that cannot be executed and that a link points to', () => {
    symlinkSync(join(place, 'secret'), join(checkout, 'server'));
    expect(pathsOf()).toEqual([]);
  });
});

test('a directory is below itself and its parents, not below one that only starts alike', () => {
  expect(isBelow('/a/b', '/a/b')).toBe(true);
  expect(isBelow('/a/b/c', '/a/b')).toBe(true);
  expect(isBelow('/a/bc', '/a/b')).toBe(false);
  expect(isBelow('/a', '/')).toBe(true);
});
