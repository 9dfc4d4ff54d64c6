import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, type Recipe } from './workshop.js';

/** One request as the fake saw it. */
export interface SeenRequest {
  readonly verb: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly message?: {
    readonly method?: string;
    readonly params?: Readonly<Record<string, unknown>>;
    readonly result?: unknown;
    readonly error?: unknown;
  };
}

export const HTTP_FAKE = join(ROOT, '__tests__/fixtures/servers/http.mjs');

/** `__tests__/fixtures/servers/http.mjs` in a process of its own, as a server that is deployed somewhere. */
export class HttpServer {
  readonly #directory: string;
  readonly #process: ChildProcess;
  readonly port: number;

  private constructor(directory: string, process: ChildProcess, port: number) {
    this.#directory = directory;
    this.#process = process;
    this.port = port;
  }

  static async start(recipe: Recipe): Promise<HttpServer> {
    const directory = mkdtempSync(join(tmpdir(), 'witnessmark-http-'));
    const file = join(directory, 'recipe.json');
    writeFileSync(file, JSON.stringify({ log: join(directory, 'log'), ...recipe }));
    const child = spawn(process.execPath, [HTTP_FAKE, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const port = await new Promise<number>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += String(chunk);
        const found = /PORT (\d+)/.exec(text)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
      child.once('exit', () => reject(new Error('the fake ended before it listened')));
    });
    return new HttpServer(directory, child, port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  requests(): SeenRequest[] {
    const file = join(this.#directory, 'log');
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8').trimEnd();
    return text.split('\n').map((line) => JSON.parse(line) as SeenRequest);
  }

  stop(): void {
    this.#process.kill('SIGKILL');
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
