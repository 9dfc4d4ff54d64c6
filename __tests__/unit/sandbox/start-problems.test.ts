import { describe, expect, test } from '@jest/globals';
import {
  commandNotExecutable,
  commandNotFound,
  shimHint,
} from '../../../src/sandbox/start-problems.js';

describe('a batch file of Windows', () => {
  test.each(['npx.cmd', 'C:\\x\\run.BAT', './node_modules/.bin/tsx.cmd', 'server.exe', 'a.ps1'])(
    'elsewhere than there, %s is written without its ending',
    (command) => {
      expect(shimHint(command, 'linux')).toMatch(/leave the ending out/);
      expect(commandNotFound(command, 'box', 'linux').hint).toMatch(/leave the ending out/);
    },
  );

  test.each(['npx', 'npm', 'NPX.cmd', 'C:\\x\\run.bat', 'yarn'])(
    'on Windows only a shell starts %s',
    (command) => {
      expect(shimHint(command, 'win32')).toMatch(/cmd \/c/);
      const problem = commandNotExecutable(command, 'plain', 'win32', 'EINVAL');
      expect([problem.code, problem.message]).toEqual([
        'command-not-executable',
        'start: the command cannot be executed (EINVAL)',
      ]);
      expect(problem.hint).toMatch(/cmd \/c/);
    },
  );

  test.each([
    ['npx', 'linux'],
    ['server.cmd.mjs', 'linux'],
    ['cmd', 'linux'],
    ['node', 'win32'],
    ['server.exe', 'win32'],
  ])('%s on %s is none', (command, platform) => {
    expect(shimHint(command, platform)).toBeUndefined();
  });
});

describe('a source that cannot be executed', () => {
  test.each([
    ['./server.js', 'node ./server.js'],
    ['src/server.py', 'python src/server.py'],
    ['out/Server.dll', 'dotnet out/Server.dll'],
  ])('%s wants its interpreter', (command, line) => {
    const { hint } = commandNotExecutable(command, 'box', 'linux', 'Permission denied');
    expect(hint).toContain(`Name the interpreter: ${line}.`);
  });

  test('a program does not', () => {
    const { hint } = commandNotExecutable('bin/server', 'box', 'linux', 'Permission denied');
    expect(hint).not.toContain('interpreter:');
  });
});
