import { tmpdir } from 'node:os';
import { loadActionsCore, runAction } from './edge/action/run-action.js';
import { realDependencies } from './dependencies.js';
import { faultLines } from './errors.js';

const { env, platform, arch } = process;

// The handlers that end a server's process group run on exit.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => process.exit(code));
}

process.exitCode = await runAction(
  {
    env,
    currentDirectory: env['GITHUB_WORKSPACE'] ?? process.cwd(),
    temporaryDirectory: tmpdir(),
    loadToolkit: loadActionsCore,
  },
  realDependencies(
    { path: env['PATH'] ?? '', home: env['HOME'] ?? '', platform, arch },
    true,
    (error) => console.error(faultLines(error).join('\n')),
  ),
);
