import type { Environment } from './inputs.js';

/** Returns the address of this run; empty where the runner does not say. */
export function runUrl(env: Environment): string {
  const server = /^https:\/\/[\w.:-]+$/.exec(env['GITHUB_SERVER_URL'] ?? '')?.[0];
  const repository = /^[\w.-]+\/[\w.-]+$/.exec(env['GITHUB_REPOSITORY'] ?? '')?.[0];
  const run = /^\d+$/.exec(env['GITHUB_RUN_ID'] ?? '')?.[0];
  return server === undefined || repository === undefined || run === undefined
    ? ''
    : `${server}/${repository}/actions/runs/${run}`;
}
