import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';

import { LAUNCHER_BOOTSTRAP, LAUNCHER_SOURCE } from '../../../src/sandbox/launcher/source.js';

test('the launcher is perl that compiles under strict, and needs no module', () => {
  const { status, stderr } = spawnSync('perl', ['-c'], {
    input: `sub rd{}\n${LAUNCHER_SOURCE}`,
    encoding: 'utf8',
  });
  expect(stderr).toContain('syntax OK');
  expect(status).toBe(0);
  expect(LAUNCHER_SOURCE).not.toMatch(/^\s*(use (?!strict)|require)/m);
});

test('the bootstrap reads the program and not one byte more', () => {
  const program = 'print "got "; sysread STDIN, my $rest, 100; print $rest';
  const { stdout } = spawnSync('perl', ['-e', LAUNCHER_BOOTSTRAP], {
    input: `${program.length}\n${program}the rest`,
    encoding: 'utf8',
  });
  expect(stdout).toBe('got the rest');
});
