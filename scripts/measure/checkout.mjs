/** A git checkout with the fixture servers in it, and the two doors of the product as a user opens them. */
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const ACTION = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));

/** A Node release that scripts/test-runtimes.mjs installed, else the one that runs this. */
export function nodeOf(line) {
  const name = `node-${line}-${process.platform}-${process.arch}`;
  const path = join(ROOT, '__tests__/runtimes/node_modules', name, 'bin/node');
  return existsSync(path) ? path : process.execPath;
}

/** A temporary place: `checkout` is a git repository, `temporary` is where programs put temporary files. */
export function makePlace() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'witnessmark-measure-')));
  const [checkout, temporary, home] = ['work/repo', 'tmp', 'home'].map((name) => join(base, name));
  for (const path of [checkout, temporary, home]) mkdirSync(path, { recursive: true });
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=m', '-c', 'user.email=m@example.invalid', ...words], {
      cwd: checkout,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
    });
  git('init', '--quiet', '--initial-branch=main');
  return {
    base,
    checkout,
    temporary,
    home,
    git,
    path: (name) => join(checkout, name),
    write(name, text) {
      mkdirSync(dirname(join(checkout, name)), { recursive: true });
      writeFileSync(join(checkout, name), text);
    },
    read: (name) => readFileSync(join(checkout, name), 'utf8'),
    take(name) {
      copyFileSync(join(ROOT, '__tests__/fixtures/servers', name), join(checkout, name));
    },
    commit() {
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'state');
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Runs a program to its end: `{ code, signal, stdout, stderr }`. */
export async function ended(command, words, options) {
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const streams = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8');
    child[name].on('data', (text) => (streams[name] += text));
  }
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...how) => resolve(how));
  });
  return { code, signal, ...streams };
}

/** Variables of a process that has nothing of this shell's but where programs are. */
export function bareEnvironment(place) {
  return { PATH: process.env.PATH, HOME: place.home, TMPDIR: place.temporary };
}

/** Runs dist/cli.js in the checkout. */
export function runCliProcess(place, words, { node = process.execPath, nodeOptions = [] } = {}) {
  return ended(node, [...nodeOptions, join(ROOT, 'dist/cli.js'), ...words], {
    cwd: place.checkout,
    env: bareEnvironment(place),
  });
}

/** What the runner sets for one step with these inputs, and the files that it gives the step. */
export function actionEnvironment(place, inputs, event = 'pull_request') {
  const runner = mkdtempSync(join(place.base, 'runner-'));
  const temp = join(runner, '_temp');
  mkdirSync(temp);
  for (const name of ['output', 'summary']) writeFileSync(join(runner, name), '');
  writeFileSync(join(runner, 'event.json'), '{"repository":{"full_name":"octo/notes"}}');
  const values = Object.entries(ACTION.inputs).map(([name, { default: byDefault }]) => [
    `INPUT_${name.toUpperCase()}`,
    inputs[name] ?? (name === 'token' ? '' : (byDefault ?? '')),
  ]);
  return {
    runner,
    temp,
    env: {
      ...bareEnvironment(place),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: place.checkout,
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: join(runner, 'event.json'),
      GITHUB_OUTPUT: join(runner, 'output'),
      GITHUB_STEP_SUMMARY: join(runner, 'summary'),
      GITHUB_REPOSITORY: 'octo/notes',
      GITHUB_ACTION_REPOSITORY: 'octo/witnessmark',
      GITHUB_ACTION_REF: 'v1',
      GITHUB_SHA: '0'.repeat(40),
      RUNNER_TEMP: temp,
      ...Object.fromEntries(values),
    },
  };
}

/** Value of one output that a step wrote to its GITHUB_OUTPUT. */
export function outputOf(runner, name) {
  const text = readFileSync(join(runner, 'output'), 'utf8');
  return new RegExp(`^${name}<<(.*)\\n([^]*?)\\n\\1$`, 'm').exec(text)?.[2] ?? '';
}

/** Runs dist/action.js as one step. */
export async function runActionProcess(place, inputs, node = nodeOf(24)) {
  const { runner, temp, env } = actionEnvironment(place, inputs);
  const run = await ended(node, [join(ROOT, 'dist/action.js')], { cwd: place.checkout, env });
  return { ...run, runner, temp };
}
