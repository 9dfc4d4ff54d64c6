#!/usr/bin/env node
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Output } from './edge/cli/host.js';
import { runCli } from './edge/cli/run-cli.js';
import { hostOf, realDependencies } from './dependencies.js';
import { faultLines } from './errors.js';
import { EXIT_CODES } from './exit-codes.js';

const { argv, env, stdout, stderr } = process;
const script = argv[1] ?? '';

const output = (stream: NodeJS.WriteStream): Output => {
  // A reader that has gone (`| head`) changes no verdict.
  stream.on('error', () => undefined);
  return {
    write: (text) => void stream.write(text),
    isTTY: stream.isTTY,
    columns: stream.columns,
  };
};
/** How to start this program again: by its file, also where npx has put it, else by its installed name. */
function programWords(): string[] {
  if (basename(script) === 'cli.js') return ['node', relative(process.cwd(), script)];
  return /[\\/]_npx[\\/]/.test(script) ? ['node', script] : ['witnessmark'];
}

const reportFault = (error: unknown): void =>
  void stderr.write(`${faultLines(error).join('\n')}\n`);

/** CI=1 and the like count: only what is committed does there, and a doubt must not loosen the gate. */
const isSet = (value: string | undefined): boolean => !['', '0', 'false'].includes(value ?? '');

// Whatever goes wrong must not end with the code of a verdict, nor print a message that quotes a server.
process.on('uncaughtException', (error) => {
  reportFault(error);
  process.exit(EXIT_CODES.internal);
});

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
    program: programWords(),
    currentDirectory: process.cwd(),
    stdout: output(stdout),
    stderr: output(stderr),
    eventName: env['GITHUB_ACTIONS'] === 'true' ? (env['GITHUB_EVENT_NAME'] ?? '') : '',
    noColor: (env['NO_COLOR'] ?? '') !== '',
    examples: fileURLToPath(new URL('../examples', import.meta.url)),
  },
  realDependencies(
    hostOf(env, process),
    { ci: env['GITHUB_ACTIONS'] === 'true' || isSet(env['CI']), meetStranger: false },
    reportFault,
  ),
);
