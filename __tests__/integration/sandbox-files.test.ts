import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { processesWith } from '../helpers/processes.js';
import type { DriverJob, DriverOutcome, Launch } from '../helpers/sandbox-job.js';
import { type Laboratory, openLaboratory, PERSONAS } from '../helpers/sandbox-personas.js';

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await openLaboratory();
});
afterAll(() => laboratory.remove());

const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7 + (i >> 8)) % 256));

function job(
  checkout: string,
  launches: readonly Launch[],
  more: Partial<DriverJob['request']> = {},
): DriverJob {
  const { command = 'true', args = [] } = launches[0] ?? {};
  return {
    request: {
      isolation: 'required',
      checkout,
      workingDirectory: checkout,
      command,
      args,
      ...more,
    },
    launches,
  };
}

function outputs(outcome: DriverOutcome): string[] {
  if (outcome.error !== undefined)
    throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.runs.map(
    ({ stdout, stderr }) => Buffer.from(stdout, 'base64').toString() + stderr,
  );
}

const shell = (line: string): Launch => ({ command: 'sh', args: ['-c', line] });

for (const persona of PERSONAS) {
  if (persona.missing !== undefined) {
    console.warn(`NOT TRIED: files of a sandbox as ${persona.name}: ${persona.missing}`);
    test.skip(`NOT TRIED HERE as ${persona.name}: ${persona.missing}`, () => undefined);
    continue;
  }
  const forbid: Partial<DriverJob['request']> =
    persona.name === 'root without namespaces' ? { forbidMechanisms: ['namespaces'] } : {};
  const boxed = persona.mechanism !== 'seccomp';
  const run = (
    checkout: string,
    launches: readonly Launch[],
    more: Partial<DriverJob['request']> = {},
  ): Promise<DriverOutcome> =>
    laboratory.run(persona, job(checkout, launches, { ...forbid, ...more }));

  describe(`as ${persona.name}`, () => {
    test('stdio passes every byte, and the exit code and signal arrive', async () => {
      const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
      const outcome = await run(checkout, [
        { command: 'head', args: ['-c', String(bytes.length)], stdin: bytes.toString('base64') },
        shell('exit 42'),
        shell('kill -KILL $$'),
      ]);
      if (outcome.error !== undefined) throw new Error(outcome.error.message);
      expect(outcome.runs[0]?.stdout).toBe(bytes.toString('base64'));
      expect(outcome.runs.map(({ exit }) => exit)).toEqual([
        { code: 0, signal: null },
        { code: 42, signal: null },
        { code: null, signal: 'SIGKILL' },
      ]);
    });

    test('no descriptor of the reader but stdio arrives; without closing them the canary refuses', async () => {
      const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
      const list: Launch = { command: 'ls', args: ['/proc/self/fd'] };
      expect(outputs(await run(checkout, [list]))).toEqual(['0\n1\n2\n3\n']);
      const only = {
        forbidMechanisms: (['namespaces', 'sudo', 'seccomp'] as const).filter(
          (each) => each !== persona.mechanism,
        ),
      };
      // sudo closes them by itself.
      if (persona.mechanism === 'sudo') return;
      const refused = await run(checkout, [list], { ...only, weaken: ['descriptors'] });
      expect(refused.error?.message).toContain('descriptors:');
    });

    test('what one launch writes is not there for the next, nor in the checkout', async () => {
      const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
      const line =
        'cat b.txt /tmp/b 2>&1; rm a.txt; mkdir -p d/e; echo b >b.txt; echo b >$TMPDIR/b; ls';
      const said = outputs(await run(checkout, [shell(line), shell(line)]));
      expect(said[0]).toContain('b.txt: No such file');
      expect(said[1]).toBe(said[0]);
      expect(readdirSync(checkout)).toEqual(['a.txt']);
    });

    test('a missing program and one that cannot run are told apart', async () => {
      const checkout = laboratory.checkout(persona, {
        'plain.txt': 'x',
        'bin/lost': '#!/nowhere/interpreter\n',
      });
      const codeOf = async (command: string): Promise<string | undefined> =>
        (await run(checkout, [{ command, args: [] }])).error?.code;
      expect(await codeOf('no-such-program')).toBe('command-not-found');
      expect(await codeOf('./plain.txt')).toBe('command-not-executable');
      expect(await codeOf('./bin/lost')).toBe('command-not-executable');
    });

    test('the setup command writes for the reads, and nothing it started is left', async () => {
      const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
      const outcome = await run(
        checkout,
        [
          shell('cat built.txt; cat /tmp/left "$HOME/cached" 2>&1; echo x >>built.txt'),
          shell('cat built.txt; ls'),
        ],
        {
          setup: `echo built >built.txt; rm a.txt; echo t >\${TMPDIR}/left; echo c >"$HOME/cached"; (sleep 377 &); grep -c lo: /proc/net/dev; getent hosts localhost >/dev/null; echo said`,
        },
      );
      const said = outputs(outcome);
      expect(said[0]).toContain('built\n');
      expect(said[0]).toContain('/tmp/left: No such file');
      if (boxed) expect(said[0]).toContain('\nc\n');
      expect(said[1]).toBe('built\nbuilt.txt\n');
      expect(readdirSync(checkout)).toEqual(['a.txt']);
      expect(outcome.error === undefined && outcome.setupOutput).toContain('said');
      expect(processesWith('sleep\x00377')).toEqual([]);
    });

    test('a setup command that fails is named so', async () => {
      const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
      const outcome = await run(checkout, [shell('true')], { setup: 'exit 7' });
      expect(outcome.error).toMatchObject({
        code: 'setup-failed',
        message: 'the setup command ended with exit code 7',
      });
    });

    test('no temporary directory is left', async () => {
      const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
      const temporary = laboratory.checkout(persona, {});
      await run(checkout, [shell('true')], {
        setup: 'mkdir -p deep/er; echo x >deep/er/x',
        temporary,
        relayPort: 4000,
      });
      expect(readdirSync(temporary)).toEqual([]);
    });
  });

  if (!boxed) continue;
  describe(`as ${persona.name}, in a box`, () => {
    test('what belongs to the caller outside cannot be changed or read: the caller may be root', async () => {
      const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
      const attacks = [
        'chmod 600 /dev/null',
        'chmod 600 /usr/bin/env',
        'touch /etc/passwd',
        'touch /usr/x',
        'touch /x',
        'echo 1 >/proc/sys/kernel/core_pattern',
        'echo 1 >/proc/sys/vm/drop_caches',
        'echo h >/proc/sysrq-trigger',
        'mount -t tmpfs none /tmp',
        'umount /proc/sys',
        'unshare -r true',
        'chroot / true',
        'mknod /tmp/d b 1 1',
        'cat /proc/1/environ',
        'ls /proc/1/root/',
        'ls /proc/1/cwd/',
        'grep . /proc/kcore',
        'grep . /proc/kpageflags',
        'grep . /proc/vmallocinfo',
        'su -c true </dev/null',
        'kill -9 1 && kill -0 1 && sleep 0.1 && false',
      ];
      const line = attacks
        .map((attack) => `if (${attack}) >/dev/null 2>&1; then echo "worked: ${attack}"; fi`)
        .join('\n');
      const [said] = outputs(
        await run(checkout, [
          shell(`${line}\necho through; echo text >/dev/null && cat /dev/null && echo null works`),
        ]),
      );
      expect(said).toBe('through\nnull works\n');
    });

    test('a virtual environment works, at the path that its scripts name', async () => {
      const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
      const bin = join(checkout, '.venv', 'bin');
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(checkout, '.venv', 'pyvenv.cfg'), 'home = /usr/bin\n');
      symlinkSync('/usr/bin/python3', join(bin, 'python'));
      writeFileSync(
        join(bin, 'tool'),
        `#!${bin}/python\nimport sys, os; print(sys.prefix, os.getcwd())\n`,
        { mode: 0o755 },
      );
      const said = outputs(await run(checkout, [{ command: '.venv/bin/tool', args: [] }]));
      expect(said[0]).toBe(`${checkout}/.venv /srv/wmcode\n`);
      const plain = outputs(
        await run(checkout, [shell(`ls ${checkout} 2>&1`)], { command: 'sh', args: [] }),
      );
      expect(plain[0]).toContain('No such file');
    });

    test('a toolchain below the home is shown, and nothing beside it', async () => {
      const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
      const home = laboratory.home(persona);
      const bin = join(home, '.local', 'bin');
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, 'tool'), '#!/bin/sh\necho tool\n', { mode: 0o755 });
      const [said] = outputs(
        await run(checkout, [
          shell(`${bin}/tool; ls -A ${home}; ls -A ${home}/.local; touch ${bin}/x 2>&1`),
        ]),
      );
      expect(said).toContain('tool\n.local\nbin\n');
      expect(said).toMatch(/Read-only file system/);
    });

    test('absolute links on the way to the checkout, a toolchain and the temporary directory are followed', async () => {
      const real = laboratory.checkout(persona, { 'a.txt': 'linked\n' });
      const tools = laboratory.checkout(persona, { 'bin/tool-2': '#!/bin/sh\necho tool-2\n' });
      const link = (name: string, to: string): string => {
        const path = join(laboratory.directory, `${name}-${Date.now()}`);
        symlinkSync(to, path);
        return path;
      };
      const checkout = link('checkout', real);
      mkdirSync(join(laboratory.home(persona), '.bun'), { recursive: true });
      symlinkSync(join(tools, 'bin'), join(laboratory.home(persona), '.bun', 'bin'));
      const temporary = link('temporary', laboratory.checkout(persona, {}));
      const tool = join(laboratory.home(persona), '.bun', 'bin', 'tool-2');
      const [said] = outputs(
        await run(checkout, [shell(`cat a.txt built; ${tool}; ls ${real} 2>/dev/null`)], {
          temporary,
          setup: 'echo built >built',
        }),
      );
      expect(said).toBe('linked\nbuilt\ntool-2\n');
    });

    test('the toolchain that a link leads to is shown', async () => {
      const checkout = laboratory.checkout(persona, { 'a.txt': 'a' });
      const other = laboratory.checkout(persona, {
        'bin/tool-1': '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/../share/text"\n',
        'share/text': 'shared\n',
      });
      const links = join(laboratory.home(persona), '.cargo', 'bin');
      mkdirSync(links, { recursive: true });
      const name = `linked${Date.now()}`;
      symlinkSync(join(other, 'bin', 'tool-1'), join(links, name));
      const [said] = outputs(await run(checkout, [{ command: join(links, name), args: [] }]));
      expect(said).toBe('shared\n');
    });

    test('node_modules with links works', async () => {
      const checkout = laboratory.checkout(persona, {
        'node_modules/pkg/cli.js': '#!/usr/bin/env node\nconsole.log(require("pkg"))\n',
        'node_modules/pkg/index.js': 'module.exports = "pkg"',
      });
      mkdirSync(join(checkout, 'node_modules', '.bin'));
      symlinkSync('../pkg/cli.js', join(checkout, 'node_modules', '.bin', 'pkg'));
      execFileSync('chmod', ['755', join(checkout, 'node_modules', 'pkg', 'cli.js')]);
      mkdirSync(join(checkout, 'here'));
      cpSync(process.execPath, join(checkout, 'here', 'node'));
      const [said] = outputs(
        await run(checkout, [shell('PATH=$PWD/here:$PATH node_modules/.bin/pkg')]),
      );
      expect(said).toBe('pkg\n');
    });

    test('tracked .env files stay, untracked ones and every .git go', async () => {
      const checkout = laboratory.checkout(persona, { '.env.example': 'tracked\n' });
      const git = (...args: string[]): Buffer =>
        execFileSync('git', ['-c', 'safe.directory=*', '-C', checkout, ...args]);
      git('init', '-q');
      git('add', '.env.example');
      writeFileSync(join(checkout, '.env'), 'secret\n');
      execFileSync('chown', ['-R', `--reference=${checkout}`, checkout]);
      const [said] = outputs(await run(checkout, [shell('ls -A')]));
      expect(said).toBe('.env.example\n');
    });

    test('an HTTP server inside is reached through the relay', async () => {
      const checkout = laboratory.checkout(persona, {
        'http.cjs':
          'require("node:http").createServer((q, s) => s.end("hello " + q.url + " " + "x".repeat(200000))).listen(4567, "127.0.0.1", () => console.log("up"))',
      });
      const launch = {
        command: 'node',
        args: ['http.cjs'],
        until: 'up',
        relayRequest: 'GET /a HTTP/1.0\r\n\r\n',
      };
      const outcome = await run(checkout, [launch, launch], { relayPort: 4567 });
      if (outcome.error !== undefined) throw new Error(outcome.error.message);
      for (const { relayed } of outcome.runs) {
        expect(relayed).toMatch(/^HTTP\/1.1 200 OK[^]*hello \/a xxx/);
        expect(relayed.length).toBeGreaterThan(200_000);
      }
    });
  });
}
