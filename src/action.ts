import { tmpdir } from 'node:os';
import { loadActionsCore } from './edge/action/host.js';
import { runAction } from './edge/action/run-action.js';
import { openApi } from './edge/action/api-client.js';
import { hostOf, realDependencies } from './dependencies.js';
import { faultLines } from './errors.js';

const { env } = process;

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
    openApi,
  },
  realDependencies(
    hostOf(env, process),
    { ci: true, meetStranger: env['GITHUB_EVENT_NAME'] === 'schedule' },
    (error) => console.error(faultLines(error).join('\n')),
  ),
);
