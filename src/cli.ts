#!/usr/bin/env node
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli, type Output } from './edge/cli/run-cli.js';
import { hostOf, realDependencies } from './dependencies.js';
import { faultLines } from './errors.js';

const { argv, env, stdout, stderr } = process;
const script = argv[1] ?? '';

const output = (stream: NodeJS.WriteStream): Output => ({
  write: (text) => void stream.write(text),
  isTTY: stream.isTTY,
});

// Whoever reads our output may leave early (`| head`); the exit code is what counts.
for (const stream of [stdout, stderr]) stream.on('error', () => undefined);

// The handlers that end a server's process group run on exit.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, () => process.exit(code));
}

process.exitCode = await runCli(
  {
    argv: argv.slice(2),
    program:
      basename(script) === 'cli.js' ? ['node', relative(process.cwd(), script)] : ['witnessmark'],
    currentDirectory: process.cwd(),
    stdout: output(stdout),
    stderr: output(stderr),
    eventName: env['GITHUB_ACTIONS'] === 'true' ? (env['GITHUB_EVENT_NAME'] ?? '') : '',
    examples: fileURLToPath(new URL('../examples', import.meta.url)),
  },
  realDependencies(
    hostOf(env, process),
    { ci: env['GITHUB_ACTIONS'] === 'true' || env['CI'] === 'true', meetStranger: false },
    (error) => stderr.write(`${faultLines(error).join('\n')}\n`),
  ),
);
