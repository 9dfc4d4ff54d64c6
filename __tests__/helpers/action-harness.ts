import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { NODE_24 } from './node24.js';
import { parseCommands, parseOutputs, type RunnerCommand } from './runner-rules.js';

const ROOT = resolve(import.meta.dirname, '../..');
const SERVER = join(ROOT, '__tests__/e2e/action/surface-server.mjs');

/** What `surface-server.mjs` says; see there. */
export interface Surface {
  readonly tools?: readonly unknown[];
  readonly prompts?: readonly unknown[];
  readonly resources?: readonly unknown[];
  readonly resourceTemplates?: readonly unknown[];
  readonly instructions?: string;
  readonly serverInfo?: Readonly<Record<string, unknown>>;
  readonly errors?: Readonly<Record<string, { readonly code: number; readonly message: string }>>;
  readonly stderr?: string;
  readonly stdout?: string;
  readonly exitCode?: number;
  /** A variable after whose value a tool is named. */
  readonly echo?: string;
  readonly varies?: boolean;
  readonly lingers?: boolean;
}

/** What a job has and a server must not: by the names that the runner and workflows give such things. */
export const DECOYS: Readonly<Record<string, string>> = {
  GITHUB_TOKEN: 'ghs_decoy1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ACTIONS_RUNTIME_TOKEN: 'decoy2-runtime-token',
  ACTIONS_RUNTIME_URL: 'https://decoy3.invalid/runtime',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'decoy4-id-token',
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://decoy5.invalid/id-token',
  ACTIONS_CACHE_URL: 'https://decoy6.invalid/cache',
  ACTIONS_RESULTS_URL: 'https://decoy7.invalid/results',
  NPM_TOKEN: 'npm_decoy8',
  AWS_SECRET_ACCESS_KEY: 'decoy9-aws',
  DEPLOY_PASSWORD: 'decoy10-password',
};

/** What the server writes down about itself as it starts. */
export interface Probe {
  readonly env: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  readonly pid: number;
  readonly cwd: string;
  /** Of a server that lingers. */
  readonly child?: number;
}

/** How one run differs from an ordinary check on a pull request. */
export interface RunOptions {
  /** Inputs of the step; the rest gets the defaults of action.yml, as the runner does it. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: string;
  /** Members of the event's payload besides the repository. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Variables on top of the runner's; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Everything that one run of the step left behind. */
export interface ActionRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the runner obeys in either stream, annotations included. */
  readonly commands: readonly RunnerCommand[];
  /** The commands that are annotations. */
  readonly annotations: readonly RunnerCommand[];
  readonly outputs: ReadonlyMap<string, string>;
  readonly outputsText: string;
  readonly summary: string;
  /** Contents of the files that the run left in the runner's temporary directory, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** What the server wrote down, when one was started. */
  readonly probe: Probe | undefined;
  /** All text that the run produced, for tests that look for what must be nowhere. */
  readonly everything: string;
}

/** A real git checkout with the fixture server in it. */
export class Checkout {
  readonly directory: string;
  readonly #temporary: string;
  #surface: Surface = {};

  constructor(surface: Surface) {
    this.#temporary = realpathSync(mkdtempSync(join(tmpdir(), 'witnessmark-action-')));
    this.directory = join(this.#temporary, 'work', 'repo');
    mkdirSync(this.directory, { recursive: true });
    this.git('init', '--quiet', '--initial-branch=main');
    copyFileSync(SERVER, join(this.directory, 'server.mjs'));
    this.say(surface);
    this.commit();
  }

  /** Changes what the server says, uncommitted. */
  say(surface: Surface): void {
    this.#surface = surface;
    const text = JSON.stringify({ ...surface, probe: this.#probePath });
    writeFileSync(join(this.directory, 'surface.json'), text);
  }

  git(...words: readonly string[]): string {
    return execFileSync('git', words, {
      cwd: this.directory,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: this.#temporary,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@example.invalid',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@example.invalid',
      },
    });
  }

  commit(): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'state');
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  /** `git status` in one word a line; empty when the checkout is as it was committed. */
  status(): string {
    return this.git('status', '--porcelain', '--ignored');
  }

  /** Writes the baseline by the command line, in the Action's stead, and commits it. */
  mark(...options: readonly string[]): void {
    const isolation = options.includes('--isolation') ? [] : ['--isolation', 'none'];
    const words = ['mark', '--command', 'node server.mjs', ...isolation, ...options];
    execFileSync(process.execPath, [join(ROOT, 'dist/cli.js'), ...words], { cwd: this.directory });
    this.commit();
  }

  get #probePath(): string {
    return join(this.#temporary, 'probe.json');
  }

  /** Runs the step as the runner would. */
  async run({
    inputs = {},
    event = 'pull_request',
    payload = {},
    env = {},
  }: RunOptions = {}): Promise<ActionRun> {
    rmSync(this.#probePath, { force: true });
    const runner = join(this.#temporary, `runner-${randomBytes(4).toString('hex')}`);
    const temp = join(runner, '_temp');
    mkdirSync(temp, { recursive: true });
    const [output, summary, eventPath] = ['output', 'summary', 'event.json'].map((name) =>
      join(runner, name),
    ) as [string, string, string];
    writeFileSync(output, '');
    writeFileSync(summary, '');
    writeFileSync(
      eventPath,
      JSON.stringify({ repository: { full_name: 'octo/notes' }, ...payload }),
    );
    const variables: Record<string, string | undefined> = {
      PATH: process.env['PATH'],
      HOME: join(this.#temporary, 'home'),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: this.directory,
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_REPOSITORY: 'octo/notes',
      GITHUB_ACTION_REPOSITORY: 'octo/witnessmark',
      GITHUB_ACTION_REF: 'v1',
      GITHUB_SHA: '0'.repeat(40),
      RUNNER_TEMP: temp,
      RUNNER_OS: 'Linux',
      ...DECOYS,
      // The fixture writes down what it was given, which only a server without isolation can.
      ...inputVariables({ command: 'node server.mjs', isolation: 'none', ...inputs }),
      ...env,
    };
    const ended = await start(this.directory, variables);
    const files = filesBelow(temp);
    const outputsText = existsSync(output) ? readFileSync(output, 'utf8') : '';
    const summaryText = existsSync(summary) ? readFileSync(summary, 'utf8') : '';
    const commands = parseCommands(`${ended.stdout}\n${ended.stderr}`);
    return {
      ...ended,
      commands,
      annotations: commands.filter(({ name }) => ['error', 'warning', 'notice'].includes(name)),
      outputs: parseOutputs(outputsText),
      outputsText,
      summary: summaryText,
      files,
      probe: existsSync(this.#probePath)
        ? (JSON.parse(readFileSync(this.#probePath, 'utf8')) as Probe)
        : undefined,
      everything: [ended.stdout, ended.stderr, outputsText, summaryText, ...files.values()].join(
        '\n',
      ),
    };
  }

  get surface(): Surface {
    return this.#surface;
  }

  remove(): void {
    rmSync(this.#temporary, { recursive: true, force: true });
  }
}

const ACTION = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly main: string };
};

/** Every declared input is set, one without default and value to nothing; so is what is not declared. */
function inputVariables(given: Readonly<Record<string, string>>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, { default: byDefault }] of Object.entries(ACTION.inputs))
    values[name] = byDefault ?? '';
  Object.assign(values, given);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
      value,
    ]),
  );
}

async function start(
  cwd: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Pick<ActionRun, 'exitCode' | 'stdout' | 'stderr'>> {
  const env = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  const child = spawn(NODE_24.path, [join(ROOT, ACTION.runs.main)], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const streams = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8');
    child[name].on('data', (text: string) => (streams[name] += text));
  }
  const exitCode = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  return { exitCode, ...streams };
}

function filesBelow(directory: string): Map<string, string> {
  return new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
}

/** The file of a run that an output names by its path. */
export function fileOf(run: ActionRun, output: string): string {
  const path = run.outputs.get(output) ?? '';
  const text = run.files.get(path);
  if (text === undefined) throw new Error(`output ${output} names no file: ${basename(path)}`);
  return text;
}
