import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

import type { Weakness } from '../../src/sandbox/mechanism.js';
import { type Facts, INSPECT_SERVER, type InspectQuestion } from './inspect-server.js';
import type { DriverOutcome } from './sandbox-job.js';
import type { Laboratory, Persona } from './sandbox-personas.js';

/** Something to reach, to see and to damage on this machine, beside the sandbox. */
export interface Bait {
  readonly question: (checkout: string, home: string) => InspectQuestion;
  readonly hiddenPlace: string;
  close(): void;
}

/** Listeners of every kind, a directory of secrets, and the question that goes after them. */
export async function layBait(directory: string): Promise<Bait> {
  const tcp = await listening(createServer(), { host: '127.0.0.1', port: 0 });
  const hostSocket = join(directory, 'bait.sock');
  const unix = await listening(createServer(), { path: hostSocket });
  execFileSync('chmod', ['0777', hostSocket]);
  const hostAbstract = `wm-bait-${process.pid}`;
  const abstract = await abstractListener(hostAbstract);
  const hiddenPlace = join(directory, 'runner-temp');
  mkdirSync(hiddenPlace);
  writeFileSync(join(hiddenPlace, 'set_env'), 'secret');
  execFileSync('chmod', ['-R', 'a+rwX', hiddenPlace]);
  const address = tcp.address();
  const hostPort = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    hiddenPlace,
    question: (checkout, home) => ({
      hostPort,
      hostSocket,
      hostAbstract,
      paths: [
        home,
        join(home, 'secret'),
        join(hiddenPlace, 'set_env'),
        '.git',
        'sub/.git',
        'module/.git',
        '.env',
        'sub/.env.local',
        'tracked/.env',
        '/etc/shadow',
        '/run',
        join(checkout, 'inspect.cjs'),
        directory,
      ],
      writes: [
        'written',
        'sub/written',
        '/tmp/written',
        '/usr/written',
        '/opt/written',
        '/written',
        '/etc/written',
        join(hiddenPlace, 'set_env'),
        join(checkout, 'leaked'),
      ],
    }),
    close: () => {
      tcp.close();
      unix.close();
      abstract.kill('SIGKILL');
    },
  };
}

function listening(
  server: Server,
  where: { host?: string; port?: number; path?: string },
): Promise<Server> {
  server.on('connection', (socket) => socket.destroy());
  return new Promise((resolve) => server.listen(where, () => resolve(server)));
}

/** A stream and a datagram socket in the abstract namespace, which Node cannot open. */
function abstractListener(name: string): Promise<ChildProcess> {
  const code = `$|=1;socket(my $a,1,1,0);bind($a,pack("Sa*",1,"\\0${name}"))or die;listen($a,9);socket(my $d,1,2,0);bind($d,pack("Sa*",1,"\\0${name}-datagram"))or die;print "ready";accept(my $c,$a)while 1`;
  const child = spawn('perl', ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve) => child.stdout.once('data', () => resolve(child)));
}

/** Files of a checkout that holds everything a sandbox has to hide. */
export const BAITED_CHECKOUT: Readonly<Record<string, string>> = {
  'inspect.cjs': INSPECT_SERVER,
  '.git/config': '[http]\n\textraheader = AUTHORIZATION: basic c2VjcmV0\n',
  'sub/.git/config': 'a token\n',
  'module/.git': 'gitdir: ../.git/modules/module\n',
  '.env': 'SECRET=1\n',
  'sub/.env.local': 'SECRET=2\n',
  'sub/kept.txt': 'kept\n',
};

/** Reads one inspection. */
export function factsOf(outcome: DriverOutcome): Facts {
  if (outcome.error !== undefined)
    throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  const run = outcome.runs[0];
  const text = Buffer.from(run?.stdout ?? '', 'base64').toString();
  if (text === '') throw new Error(`the server said nothing: ${run?.stderr ?? ''}`);
  return JSON.parse(text) as Facts;
}

/** Opens a sandbox as a persona, weakened or not, and inspects it from inside. */
export async function inspect(
  laboratory: Laboratory,
  bait: Bait,
  persona: Persona,
  weaken: readonly Weakness[] = [],
): Promise<{ outcome: DriverOutcome; checkout: string; question: InspectQuestion }> {
  const checkout = laboratory.checkout(persona, BAITED_CHECKOUT);
  const question = bait.question(checkout, laboratory.home(persona));
  const outcome = await laboratory.run(persona, {
    request: {
      isolation: 'required',
      checkout,
      workingDirectory: checkout,
      command: 'node',
      args: ['inspect.cjs'],
      hidden: [bait.hiddenPlace],
      // What weakens a mechanism must not be answered by falling to another one.
      forbidMechanisms: (['namespaces', 'sudo', 'seccomp'] as const).filter(
        (each) =>
          (weaken.length > 0 || persona.name === 'root without namespaces') &&
          each !== persona.mechanism,
      ),
      weaken,
    },
    launches: [{ command: 'node', args: ['inspect.cjs', JSON.stringify(question)], until: '\n' }],
  });
  return { outcome, checkout, question };
}

const denied = (text: string | readonly string[] | undefined): boolean =>
  text === undefined || (typeof text === 'string' && (text === '' || text.startsWith('error')));

/** A property, how it shows from inside, and the way to take it away. */
export interface Property {
  readonly name: string;
  readonly weakness: Weakness;
  /** The name under which the canary reports its absence. */
  readonly reported: string;
  readonly holds: (facts: Facts, question: InspectQuestion, checkout: string) => boolean;
}

const noNetwork = ({ network }: Facts): boolean =>
  [
    'tcp',
    'tcp6',
    'host',
    'udp',
    'udp6',
    'dns',
    'path',
    'abstract',
    'fastOpen',
    'datagramPair',
    'vsock',
  ].every((way) => denied(network[way]));
const unprivileged = ({ status }: Facts): boolean =>
  ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'].every((set) => /^0+$/.test(status[set] ?? ''));
const nothingLeaked = (checkout: string, name: string): boolean =>
  statSync(join(checkout, name), { throwIfNoEntry: false }) === undefined;

/** What `witnessmark-box/1` promises. */
export const BOX_PROPERTIES: readonly Property[] = [
  { name: 'no network', weakness: 'no-network', reported: 'no-network', holds: (facts) => noNetwork(facts) && String(facts.network.interfaces) === 'lo' },
  { name: 'its own loopback works', weakness: 'loopback', reported: 'loopback', holds: ({ loopback }) => loopback === 'connected' },
  {
    name: 'nothing of ours is visible',
    weakness: 'hidden',
    reported: 'hidden',
    holds: ({ exists }, { paths }) => paths.filter((path) => !['/run', 'tracked/.env'].includes(path)).every((path) => denied(exists[path]) || (typeof exists[path] !== 'string' && !exists[path]?.includes('secret') && !exists[path]?.includes('job-1.json') && !exists[path]?.includes('config'))) && exists['/run']?.length === 0,
  },
  { name: 'no process of the host', weakness: 'processes', reported: 'processes', holds: ({ processes, environs, pid }) => environs === 0 && pid === 2 && String(processes) === '1,2' },
  { name: 'a fixed name and home', weakness: 'identity', reported: 'identity', holds: (facts) => facts.user === 'wmuser' && facts.home === '/home/wmhome' && facts.hostName === 'wmhost' && facts.machineId === '77697473656d61726b00000000000001' },
  { name: 'a fixed user id', weakness: 'user-id', reported: 'identity', holds: ({ uid, gid }) => uid === 1000 && gid === 1000 },
  { name: 'a working directory that can be written and is not the checkout', weakness: 'overlay', reported: 'overlay', holds: ({ cwd, writes }, _, checkout) => cwd === '/srv/wmcode' && writes['written'] === 'done' && writes['sub/written'] === 'done' && nothingLeaked(checkout, 'written') && nothingLeaked(checkout, 'sub/written') },
  { name: 'a /tmp of its own', weakness: 'tmp', reported: 'tmp', holds: ({ writes, mounts }) => writes['/tmp/written'] === 'done' && / \/[^ ]* \/tmp [^-]*- tmpfs /.test(mounts) },
  { name: 'programs and settings that cannot be written', weakness: 'read-only', reported: 'read-only', holds: ({ mounts }) => mounts.split('\n').filter((line) => / \/(usr|opt|etc\/ssl)? ?rw/.test(line.split(' ').slice(4, 6).join(' '))).length === 0 && !/ \/(usr|opt) rw/.test(mounts) },
  { name: 'no capabilities', weakness: 'no-capabilities', reported: 'no-capabilities', holds: (facts) => unprivileged(facts) && /^0+$/.test(facts.status['CapBnd'] ?? '') },
  { name: 'no new privileges', weakness: 'no-new-privileges', reported: 'no-new-privileges', holds: ({ status }) => status['NoNewPrivs'] === '1' },
  { name: 'a system call filter', weakness: 'filter', reported: 'filter', holds: ({ status, unshare, network }) => status['Seccomp'] === '2' && unshare === '' && denied(network['vsock']) },
  { name: 'a bounded number of processes', weakness: 'process-limit', reported: 'process-limit', holds: ({ processLimit }) => processLimit === '1024' },
]; // prettier-ignore

/** What `witnessmark-net/1` promises, where the kernel has Landlock. */
export const NET_PROPERTIES: readonly Property[] = [
  { name: 'no network', weakness: 'filter', reported: 'no-network', holds: noNetwork },
  { name: 'the environment of the reader is closed, and files are confined', weakness: 'landlock', reported: 'read-only', holds: ({ environs, exists, writes }, { paths }, checkout) => environs === 0 && paths.filter((path) => path.startsWith('/')).every((path) => denied(exists[path])) && Object.entries(writes).every(([path, what]) => denied(what) === path.startsWith('/')) && nothingLeaked(checkout, 'leaked') },
]; // prettier-ignore

/** What an ordinary user in a container lacks anyway, and therefore only root can show. */
export const NET_PROPERTIES_OF_ROOT: readonly Property[] = [
  ...NET_PROPERTIES,
  {
    name: 'no capabilities',
    weakness: 'no-capabilities',
    reported: 'no-capabilities',
    holds: unprivileged,
  },
  {
    name: 'no new privileges',
    weakness: 'no-new-privileges',
    reported: 'no-new-privileges',
    holds: ({ status }) => status['NoNewPrivs'] === '1',
  },
];
