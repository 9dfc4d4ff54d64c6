import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCli } from '../../src/edge/cli/run-cli.js';
import {
  openServerReader,
  type ServerReader,
  type ServerReading,
  type ServerRequest,
} from '../../src/app/server-reader.js';
import type { WorkflowStore } from '../../src/app/run.js';
import type { Settings } from '../../src/app/settings.js';
import { realDependencies } from '../../src/dependencies.js';

/** What `__tests__/fixtures/servers/fake.mjs` is told to be; see there. */
export type Recipe = Readonly<Record<string, unknown>>;

/** One run of the command line, everything that it wrote. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Faults of the program itself; a test that does not look for one wants none. */
  readonly faults: readonly unknown[];
}

export interface RecordedChange {
  readonly kind: string;
  readonly id: string | null;
  readonly change: string;
  readonly fields: readonly {
    readonly field: string;
    readonly change: string;
    readonly grade: string;
    readonly properties: readonly { readonly name: string; readonly change: string }[];
  }[];
}

export interface RecordedServer {
  readonly verdict: string;
  readonly surface: string | null;
  readonly capture: Readonly<Record<string, unknown>> | null;
  readonly items:
    | readonly {
        readonly kind: string;
        readonly id: string | null;
        readonly firstSeen: string;
        readonly digest: string | null;
        readonly fields: Readonly<Record<string, string>>;
        readonly findings: readonly string[];
      }[]
    | null;
  readonly changes: readonly RecordedChange[];
  readonly conditions: readonly string[];
  readonly findings: readonly {
    readonly kind: string | null;
    readonly id: string | null;
    readonly finding: string;
    readonly count?: number;
  }[];
  readonly problem: {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
  } | null;
  readonly notices: readonly string[];
  readonly written?: boolean;
}

export interface Surroundings {
  readonly ci?: boolean;
  readonly meetStranger?: boolean;
  /**
   * By default a test of what is read starts its server once and as it is, so that the server can write down
   * what it was asked: tests of the sandbox and of the two readers say `true`.
   */
  readonly asShipped?: boolean;
  readonly today?: string;
  readonly eventName?: string;
  readonly isTTY?: boolean;
  readonly noColor?: boolean;
}

export const ROOT = resolve(import.meta.dirname, '../..');
const FAKE = join(ROOT, '__tests__/fixtures/servers/fake.mjs');

/** The command that starts the fake server in a workshop. */
export const COMMAND = 'node fake.mjs recipe.json';

/** A temporary directory with a fake server in it, and the command line at hand. */
export class Workshop {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), 'witnessmark-test-')));

  readonly #usual: Surroundings;

  /** `usual` holds for every run that does not say otherwise. */
  constructor(recipe?: Recipe, usual: Surroundings = {}) {
    this.#usual = usual;
    copyFileSync(FAKE, this.path('fake.mjs'));
    if (recipe !== undefined) this.serve(recipe);
  }

  path(...parts: readonly string[]): string {
    return join(this.directory, ...parts);
  }

  /** From now on the server is this one. */
  serve(recipe: Recipe): void {
    writeFileSync(this.path('recipe.json'), JSON.stringify(recipe));
  }

  text(name = 'witnessmark.json'): string {
    return readFileSync(this.path(name), 'utf8');
  }

  write(name: string, text: string | Uint8Array): void {
    writeFileSync(this.path(name), text);
  }

  /** Runs git here, without anybody's configuration. */
  git(...args: readonly string[]): string {
    const identity = [
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@example.invalid',
      '-c',
      'commit.gpgsign=false',
    ];
    return execFileSync('git', [...identity, ...args], {
      cwd: this.directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: this.directory,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
        GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
      },
    });
  }

  /** Makes the directory a checkout with everything in it committed. */
  commit(message = 'all'): void {
    if (!this.isCheckout) {
      this.git('init', '-q', '-b', 'main');
      this.isCheckout = true;
    }
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', message);
  }
  private isCheckout = false;

  /** Runs one command line in this process, with exactly these arguments; `workflows` stands in for parts of the real store. */
  async cli(
    argv: readonly string[],
    given: Surroundings = {},
    workflows: Partial<WorkflowStore> = {},
  ): Promise<Run> {
    const surroundings = { ...this.#usual, ...given };
    const [stdout, stderr, faults]: [string[], string[], unknown[]] = [[], [], []];
    const isTTY = surroundings.isTTY ?? false;
    const dependencies = realDependencies(
      {
        path: process.env['PATH'] ?? '',
        home: process.env['HOME'] ?? '',
        platform: 'linux',
        arch: 'x64',
        hidden: [],
      },
      { ci: surroundings.ci ?? false, meetStranger: surroundings.meetStranger ?? false },
      (error) => faults.push(error),
    );
    const today = surroundings.today ?? '2026-11-30';
    const code = await runCli(
      {
        argv,
        program: ['witnessmark'],
        currentDirectory: this.directory,
        stdout: { write: (text) => stdout.push(text), isTTY },
        stderr: { write: (text) => stderr.push(text), isTTY },
        eventName: surroundings.eventName ?? '',
        noColor: surroundings.noColor ?? false,
        examples: join(ROOT, 'examples'),
      },
      {
        ...dependencies,
        workflows: { ...dependencies.workflows, ...workflows },
        now: () => new Date(`${today}T12:34:56Z`),
        openServer: surroundings.asShipped === true ? dependencies.openServer : openPlainly,
      },
    );
    return { code, stdout: stdout.join(''), stderr: stderr.join(''), faults };
  }

  /** Runs `check` or `mark` on the fake server. */
  run(
    command: 'check' | 'mark',
    options: readonly string[] = [],
    surroundings?: Surroundings,
  ): Promise<Run> {
    return this.cli([command, '--command', COMMAND, ...options], surroundings);
  }

  /** Like `run`, and returns what the record says of the server. */
  async record(
    command: 'check' | 'mark',
    options: readonly string[] = [],
    surroundings?: Surroundings,
  ): Promise<RecordedServer> {
    return serverOf(await this.run(command, [...options, '--json'], surroundings));
  }

  /** Marks one server, then checks another in its place. */
  async drift(
    before: Recipe,
    after: Recipe,
    options: readonly string[] = [],
  ): Promise<RecordedServer> {
    this.serve(before);
    const marked = await this.run('mark', options);
    if (marked.code !== 0) throw new Error(`mark ended with ${marked.code}: ${marked.stdout}`);
    this.serve(after);
    return this.record('check', options);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Reads once, without isolation. */
function openPlainly(request: ServerRequest): ServerReader {
  const settings: Settings = { ...request.settings, isolation: 'none' };
  const server = openServerReader({ ...request, settings });
  let once: Promise<ServerReading> | undefined;
  const readOnce = (): Promise<ServerReading> => (once = server.readOnce());
  return { ...server, readOnce, readSteadily: () => once ?? readOnce() };
}

/** What the JSON document of a run says of its one server. */
export function serverOf(run: Run): RecordedServer {
  const document = JSON.parse(run.stdout) as { readonly servers: readonly RecordedServer[] };
  const [server] = document.servers;
  if (server === undefined || document.servers.length !== 1) throw new Error('not one server');
  return server;
}

/** `tool read: description changed text` for every changed field, `tool read added` for a whole item. */
export function changeLines({ changes }: Pick<RecordedServer, 'changes'>): string[] {
  return changes.flatMap(({ kind, id, change, fields }) => {
    const name = id === null ? kind : `${kind} ${id}`;
    if (fields.length === 0) return [`${name} ${change}`];
    return fields.map((field) => `${name}: ${field.field} ${field.change} ${field.grade}`);
  });
}

/** True while a process with this id exists and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until something holds, at most for some seconds; says whether it did. */
export async function eventually(holds: () => boolean, seconds = 10): Promise<boolean> {
  for (let left = seconds * 50; left > 0; left -= 1) {
    if (holds()) return true;
    await new Promise((done) => setTimeout(done, 20));
  }
  return holds();
}
