import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../../src/edge/cli/run-cli.js';
import { openServerReader, type Host } from '../../../src/app/server-reader.js';
import { realDependencies } from '../../../src/dependencies.js';
import {
  ROOT,
  serverOf,
  Workshop,
  type RecordedServer,
  type Run,
  type Surroundings,
} from '../../helpers/workshop.js';

const QUOTING = join(ROOT, '__tests__/fixtures/servers/quoting.mjs');

/** A workshop with the quoting server, read as shipped: in the real sandbox, by both readers. */
export class QuotingWorkshop extends Workshop {
  constructor() {
    super();
    copyFileSync(QUOTING, this.path('quoting.mjs'));
  }

  /** Whether anything has been written where the baseline belongs. */
  get isMarked(): boolean {
    return existsSync(this.path('witnessmark.json'));
  }

  quote(
    command: 'check' | 'mark',
    names: string,
    options: readonly string[] = [],
    surroundings: Surroundings = {},
  ): Promise<Run> {
    const argv = [command, '--command', `node quoting.mjs ${names}`, ...options];
    return this.cli(argv, { asShipped: true, ...surroundings });
  }

  async recordOf(
    command: 'check' | 'mark',
    names: string,
    options: readonly string[] = [],
    surroundings: Surroundings = {},
  ): Promise<RecordedServer> {
    const run = await this.quote(command, names, [...options, '--json'], surroundings);
    return serverOf(run);
  }

  /** Marks and expects that to work. */
  async marked(names: string, options: readonly string[] = []): Promise<void> {
    const run = await this.quote('mark', names, options);
    if (run.code !== 0) throw new Error(`mark ended with ${run.code}: ${run.stdout}`);
  }

  /** Findings of the baseline file by `kind id`; items without one are left out. */
  recordedFindings(): Record<string, readonly string[]> {
    const { items } = JSON.parse(this.text()) as {
      readonly items: readonly { kind: string; id: string | null; findings: string[] }[];
    };
    return Object.fromEntries(
      items
        .filter(({ findings }) => findings.length > 0)
        .map(({ kind, id, findings }) => [`${kind} ${id ?? ''}`.trim(), findings]),
    );
  }

  /** The file without what is compared before the items. */
  itemsText(): string {
    return this.text().slice(this.text().indexOf('\n  "items":'));
  }
}

/** How often each way of reading was used in a run as shipped. */
export interface Counts {
  readonly once: number;
  readonly steadily: number;
  readonly closed: number;
}

/** One run as shipped on a machine of one's choice, with what was asked of the reader. */
export async function runCounted(
  workshop: Workshop,
  argv: readonly string[],
  machine: Partial<Host> & { readonly meetStranger?: boolean } = {},
): Promise<Run & { readonly counts: Counts }> {
  const [stdout, stderr, faults]: [string[], string[], unknown[]] = [[], [], []];
  const counts = { once: 0, steadily: 0, closed: 0 };
  const { meetStranger = false, ...host } = machine;
  const dependencies = realDependencies(
    {
      path: process.env['PATH'] ?? '',
      home: process.env['HOME'] ?? '',
      platform: 'linux',
      arch: 'x64',
      hidden: [],
      ...host,
    },
    { ci: false, meetStranger },
    (error) => faults.push(error),
  );
  const code = await runCli(
    {
      argv,
      program: ['witnessmark'],
      currentDirectory: workshop.directory,
      stdout: { write: (text) => stdout.push(text), isTTY: false },
      stderr: { write: (text) => stderr.push(text), isTTY: false },
      eventName: '',
      examples: join(ROOT, 'examples'),
    },
    {
      ...dependencies,
      openServer: (request) => {
        const server = openServerReader(request);
        return {
          readOnce: () => ((counts.once += 1), server.readOnce()),
          readSteadily: (first) => ((counts.steadily += 1), server.readSteadily(first)),
          close: () => ((counts.closed += 1), server.close()),
        };
      },
    },
  );
  return { code, stdout: stdout.join(''), stderr: stderr.join(''), faults, counts };
}

/** The arguments behind `witnessmark` of the one printed command of a kind, as a shell takes them apart. */
export function printedCommand(text: string, command: 'check' | 'mark'): string[] {
  const lines = text.split('\n').filter((each) => each.startsWith(`  witnessmark ${command} `));
  const [line] = lines;
  if (line === undefined || lines.length !== 1) throw new Error(`not one ${command} in: ${text}`);
  return wordsOf(line).slice(1);
}

/** The words of a command line as a shell takes them apart. */
export function wordsOf(line: string): string[] {
  const script = `set -- ${line}\nprintf '%s\\0' "$@"`;
  const words = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env: {} });
  return words.split('\0').slice(0, -1);
}
