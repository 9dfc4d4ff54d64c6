import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { processesWith, areGone } from '../helpers/processes.js';
import { factsOf, inspect, layBait, type Bait } from '../helpers/sandbox-properties.js';
import {
  type Laboratory,
  openLaboratory,
  type Persona,
  PERSONAS,
} from '../helpers/sandbox-personas.js';
import type { DriverJob, DriverOutcome } from '../helpers/sandbox-job.js';

let laboratory: Laboratory;
let bait: Bait;
beforeAll(async () => {
  laboratory = await openLaboratory();
  bait = await layBait(laboratory.directory);
});
afterAll(() => {
  bait.close();
  laboratory.remove();
});

const user: Persona = { name: 'user', mechanism: 'namespaces', missing: undefined };
/** A test as one persona; loudly none where that persona cannot be had. */
function testAs(
  name: Persona['name'],
  title: string,
  body: (persona: Persona) => Promise<void>,
): void {
  const persona = PERSONAS.find((each) => each.name === name);
  if (persona !== undefined && persona.missing === undefined) {
    test(title, () => body(persona));
    return;
  }
  console.warn(`NOT TRIED: ${title}: ${persona?.missing ?? 'no such persona'}`);
  test.skip(`NOT TRIED HERE: ${title}: ${persona?.missing ?? 'no such persona'}`, () => undefined);
}

function jobOf(
  persona: Persona,
  request: Partial<DriverJob['request']>,
  code = 'console.log(1)',
): DriverJob {
  const checkout = laboratory.checkout(persona, { 's.cjs': code });
  return {
    request: {
      isolation: 'required',
      checkout,
      workingDirectory: checkout,
      command: 'node',
      args: [],
      ...request,
    },
    launches: [{ command: 'node', args: ['s.cjs'] }],
  };
}

const opened = (outcome: DriverOutcome): Exclude<DriverOutcome, { error: object }> => {
  if (outcome.error !== undefined) throw new Error(outcome.error.message);
  return outcome;
};

describe('the choice of a mechanism', () => {
  test('fails closed with the reason of each, and says what to change', async () => {
    const { error } = await laboratory.run(
      user,
      jobOf(user, { forbidMechanisms: ['namespaces', 'sudo', 'seccomp'] }),
    );
    expect(error).toMatchObject({
      code: 'isolation-unavailable',
      hint: expect.stringContaining('isolation: none'),
    });
    for (const each of ['namespaces:', 'sudo:', 'seccomp:']) expect(error?.message).toContain(each);
  });

  test('isolation: none is no isolation, and is recorded so', async () => {
    const outcome = opened(await laboratory.run(user, jobOf(user, { isolation: 'none' })));
    expect(outcome).toMatchObject({ layout: 'none', mechanism: 'none', network: 'full' });
    expect(Buffer.from(outcome.runs[0]?.stdout ?? '', 'base64').toString()).toBe('1\n');
  });

  test('a checkout that holds the home is refused', async () => {
    const { error } = await laboratory.run(user, jobOf(user, { checkout: laboratory.directory }));
    expect(error?.message).toContain('holds the home directory');
  });

  testAs(
    'sudo',
    'falls from 1 to 2 where only root may make namespaces, as on ubuntu-24.04',
    async (persona) => {
      const outcome = opened(await laboratory.run(persona, jobOf(persona, {})));
      expect(outcome).toMatchObject({
        mechanism: 'sudo',
        layout: 'witnessmark-box/1',
        network: 'none',
      });
      expect(outcome.refused).toEqual([
        expect.stringMatching(/^namespaces: namespaces \(unshare\): /),
      ]);
    },
  );

  testAs(
    'container',
    'falls to 3 where no namespace can be made, and says what that lacks',
    async (persona) => {
      const outcome = opened(await laboratory.run(persona, jobOf(persona, {})));
      expect(outcome).toMatchObject({
        mechanism: 'seccomp',
        layout: 'witnessmark-net/1',
        network: 'none',
      });
      expect(outcome.refused).toHaveLength(2);
      expect(outcome.notices.join()).toContain('host name');
    },
  );

  testAs(
    'container',
    'mechanism 3 without Landlock is refused where the environment of the reader could be read',
    async (persona) => {
      const { error } = await laboratory.run(persona, jobOf(persona, { denyLandlock: true }));
      expect(error?.message).toContain('processes: the environment of the reader can be read');
    },
  );

  testAs(
    'root without namespaces',
    'mechanism 3 without Landlock is refused where the files of the runner could be read',
    async (persona) => {
      const only = { forbidMechanisms: ['namespaces', 'sudo'], denyLandlock: true } as const;
      const { error } = await laboratory.run(
        persona,
        jobOf(persona, { ...only, hidden: [bait.hiddenPlace] }),
      );
      expect(error?.message).toContain(`hidden: ${bait.hiddenPlace} can be read`);
      const allowed = opened(await laboratory.run(persona, jobOf(persona, only)));
      expect(allowed.notices.join()).toContain('no Landlock');
    },
  );

  testAs('user', 'a box that would outlive its launcher is refused', async () => {
    const { error } = await laboratory.run(
      user,
      jobOf(user, { weaken: ['die-with-parent'], forbidMechanisms: ['sudo', 'seccomp'] }),
    );
    expect(error?.message).toContain('die-with-parent:');
  });
});

describe('the launcher', () => {
  const forever = 'setInterval(() => {}, 1000); console.log("ready " + process.argv[2])';

  /** Starts a server that runs for ever, kills the launcher, and says whether the server went with it. */
  async function killLauncher(
    persona: Persona,
    weaken: DriverJob['request']['weaken'],
  ): Promise<boolean> {
    const mark = `forever-${process.pid}-${String(weaken?.length)}`;
    const job = jobOf(persona, { weaken: weaken ?? [] }, forever);
    const reader = laboratory.spawn(persona, {
      ...job,
      announce: true,
      launches: [{ command: 'node', args: ['s.cjs', mark], until: 'ready' }],
    });
    await new Promise<void>((resolve) => reader.stderr?.once('data', () => resolve()));
    const launchers = processesWith('sub rd{').filter((pid) => parentOf(pid) === reader.pid);
    expect(launchers).toHaveLength(1);
    for (const pid of launchers) process.kill(pid, 'SIGKILL');
    const went = await areGone(`\0${mark}`, weaken?.length === 0 ? 10_000 : 1_000);
    for (const pid of processesWith(`\0${mark}`)) process.kill(pid, 'SIGKILL');
    reader.kill('SIGKILL');
    return went;
  }

  testAs(
    'root',
    'takes the box with it when it is killed; without the death signal it would not',
    async (persona) => {
      expect(await killLauncher(persona, [])).toBe(true);
      expect(await killLauncher(persona, ['die-with-parent', 'canary'])).toBe(false);
    },
  );
});

describe('two readers', () => {
  const stranger = {
    home: '/home/quixar', user: 'quixar', uid: 4213, hostName: 'brumolt', codeRoot: '/srv/veltrag', tmp: '/var/ozmint',
    timeZone: 'Pacific/Chatham', machineId: '0123456789abcdef0123456789abcdef', term: 'xterm', columns: 97, processesFirst: 1,
    extraPathEntries: ['/srv/nowhere/bin'],
  }; // prettier-ignore

  testAs(
    'user',
    'differ in everything that a server can see, and run at the same time',
    async () => {
      const code = `
      const os = require('node:os'), fs = require('node:fs');
      console.log([os.homedir(), os.userInfo().username, process.getuid(), os.hostname(), process.cwd(), os.tmpdir(), process.env.TZ,
        fs.readFileSync('/etc/machine-id', 'utf8').trim(), process.pid, fs.existsSync(os.homedir()), fs.existsSync(os.tmpdir())].join(' '));
      setTimeout(() => {}, 300);`;
      const [a, b] = await Promise.all([
        laboratory.run(user, jobOf(user, {}, code)),
        laboratory.run(user, jobOf(user, { identity: stranger }, code)),
      ]);
      const text = (outcome: DriverOutcome): string =>
        Buffer.from(opened(outcome).runs[0]?.stdout ?? '', 'base64').toString();
      expect(text(a)).toBe(
        '/home/wmhome wmuser 1000 wmhost /srv/wmcode /tmp UTC 77697473656d61726b00000000000001 2 true true\n',
      );
      expect(text(b)).toBe(
        '/home/quixar quixar 4213 brumolt /srv/veltrag /var/ozmint Pacific/Chatham 0123456789abcdef0123456789abcdef 3 true true\n',
      );
    },
  );

  testAs('root', 'two users with different homes and paths see the same', async (root) => {
    const [one, two] = [
      await inspect(laboratory, bait, root),
      await inspect(laboratory, bait, user),
    ];
    const same = (outcome: DriverOutcome): unknown => {
      const { status, mounts, exists, writes, ...rest } = factsOf(outcome);
      return [
        rest,
        status['NoNewPrivs'],
        mounts.split('\n').length,
        Object.values(exists).length,
        Object.values(writes),
      ];
    };
    expect(same(one.outcome)).toEqual(same(two.outcome));
  });
});

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
