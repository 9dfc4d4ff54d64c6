/**
 * Opens a sandbox and runs servers in it, as told by a JSON file; prints what came of it. A program of
 * its own, so that a test can run it as another user, on a restricted machine, or kill it.
 */
import { readFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';

import { problemOf } from '../../src/errors.js';
import { serverEnvironment } from '../../src/sandbox/environment.js';
import { STANDARD_READER } from '../../src/sandbox/identity.js';
import { openSandbox } from '../../src/sandbox/open.js';
import type { OpenSandbox } from '../../src/sandbox/request.js';
import type { DriverJob, DriverOutcome, DriverRun, Launch } from './sandbox-job.js';

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as DriverJob;
const hostPath = process.env['PATH'] ?? '';
const hostHome = process.env['HOME'] ?? '/nonexistent';

async function main(): Promise<DriverOutcome> {
  const { setup, identity: changes, ...request } = job.request;
  const identity = { ...STANDARD_READER, ...changes };
  const environmentOf = (command: string): Map<string, string> =>
    serverEnvironment({ identity, declared: [], command, hostPath, hostHome });
  const began = performance.now();
  const output: Buffer[] = [];
  const sandbox = await openSandbox({
    ...request,
    identity,
    hostPath,
    hostHome,
    ...(setup === undefined
      ? {}
      : {
          setup: {
            commandLine: setup,
            env: environmentOf('sh'),
            onOutput: (chunk: Buffer): void => void output.push(chunk),
          },
        }),
  });
  const openedMs = performance.now() - began;
  const runs: DriverRun[] = [];
  for (const launch of job.launches) {
    runs.push(await run(sandbox, launch, environmentOf(launch.command)));
  }
  await sandbox.close();
  const { layout, mechanism, network, notices, refused } = sandbox;
  return {
    layout,
    mechanism,
    network,
    notices,
    refused,
    runs,
    openedMs,
    setupOutput: String(Buffer.concat(output)),
  };
}

async function run(
  sandbox: OpenSandbox,
  { command, args, stdin, until, relayRequest }: Launch,
  env: ReadonlyMap<string, string>,
): Promise<DriverRun> {
  const began = performance.now();
  const server = await sandbox.start({
    command,
    args,
    workingDirectory: job.request.workingDirectory,
    env,
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let relayed = '';
  const seen = new Promise<void>((resolve) => {
    server.stdout.on('data', (chunk: Buffer) => {
      out.push(chunk);
      if (job.announce === true) writeSync(2, chunk);
      if (until !== undefined && String(Buffer.concat(out)).includes(until)) resolve();
    });
  });
  server.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  if (stdin !== undefined) server.stdin.write(Buffer.from(stdin, 'base64'));
  if (until !== undefined) await Promise.race([seen, server.exited]);
  if (relayRequest !== undefined && server.relaySocket !== undefined) {
    relayed = await exchange(server.relaySocket, relayRequest);
  }
  const beforeEnd = performance.now();
  // Closing stdin begins the end of a server, so a command that ends by itself keeps it open.
  if (until !== undefined && job.announce !== true) await server.end();
  const exit = await server.exited;
  const end = await server.end();
  return {
    stdout: Buffer.concat(out).toString('base64'),
    stderr: String(Buffer.concat(err)),
    exit,
    end,
    relayed,
    endedInMs: performance.now() - beforeEnd,
    totalMs: performance.now() - began,
  };
}

function exchange(socket: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = connect(socket, () => client.write(request));
    let text = '';
    client.on('data', (chunk) => (text += String(chunk)));
    client.on('end', () => resolve(text));
    client.on('error', reject);
  });
}

const outcome = await main().catch((error: unknown): DriverOutcome => ({
  error: problemOf(error),
}));
process.stdout.write(JSON.stringify(outcome));
