/** A server that tells what it sees and can do; its one argument is JSON: InspectQuestion. */
export const INSPECT_SERVER = String.raw`
const fs = require('node:fs'), os = require('node:os'), net = require('node:net'), dgram = require('node:dgram'), dns = require('node:dns');
const { execFileSync } = require('node:child_process');
const ask = JSON.parse(process.argv[2]);
const attempt = (action) => { try { return action() ?? 'done' } catch (error) { return 'error ' + (error.code ?? error.message) } };
const read = (path) => attempt(() => fs.readFileSync(path, 'utf8'));
const dial = (options) => new Promise((resolve) => {
  let socket;
  const done = (what) => { socket?.destroy(); resolve(what) };
  try { socket = net.connect(options, () => done('connected')) } catch (error) { return done(error.code) }
  socket.on('error', (error) => done('error ' + error.code));
  setTimeout(done, 1500, 'no answer');
});
const loopback = () => new Promise((resolve) => {
  const server = net.createServer((peer) => peer.end('x'));
  server.on('error', (error) => resolve('error ' + error.code));
  server.listen(0, '127.0.0.1', async () => { const how = await dial({ host: '127.0.0.1', port: server.address().port }); server.close(); resolve(how) });
});
const udp = (address, family) => new Promise((resolve) => {
  let socket;
  try { socket = dgram.createSocket(family) } catch (error) { return resolve('error ' + error.code) }
  socket.on('error', (error) => resolve('error ' + error.code));
  socket.send('x', 53, address, (error) => { resolve(error ? 'error ' + error.code : 'sent'); socket.close() });
});
const perl = (code) => attempt(() => execFileSync('/usr/bin/perl', ['-e', code], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
const status = () => Object.fromEntries(read('/proc/self/status').split('\n').map((line) => line.split(/:\s*/)));
(async () => {
  const facts = {
    pid: process.pid, cwd: process.cwd(), uid: process.getuid(), gid: process.getgid(), env: process.env,
    user: attempt(() => os.userInfo().username), home: os.homedir(), hostName: os.hostname(),
    machineId: read('/etc/machine-id').trim(), hosts: read('/etc/hosts'), resolver: read('/etc/resolv.conf'),
    network: {
      tcp: await dial({ host: '1.1.1.1', port: 53 }), tcp6: await dial({ host: '2606:4700:4700::1111', port: 53 }),
      host: await dial({ host: '127.0.0.1', port: ask.hostPort }), udp: await udp('1.1.1.1', 'udp4'), udp6: await udp('2606:4700:4700::1111', 'udp6'),
      dns: await new Promise((resolve) => dns.lookup('example.com', (error) => resolve(error ? 'error ' + error.code : 'resolved'))),
      path: await dial({ path: ask.hostSocket }), abstract: perl('socket(my $s,1,1,0) and connect($s,pack("Sa*",1,"\\0' + ask.hostAbstract + '")) and print "connected"'),
      fastOpen: perl('socket(my $s,2,1,0); send($s,"x",0x20000000,pack("Sna4x8",2,' + ask.hostPort + ',pack("C4",127,0,0,1))) and print "connected"'),
      datagramPair: perl('socketpair(my $s,my $t,1,2,0) and send($s,"x",0,pack("Sa*",1,"\\0' + ask.hostAbstract + '-datagram")) and print "sent"'),
      vsock: perl('socket(my $s,40,1,0) and print "made"'),
      interfaces: attempt(() => Object.keys(os.networkInterfaces())),
    },
    loopback: await loopback(),
    exists: Object.fromEntries(ask.paths.map((path) => [path, attempt(() => { const stat = fs.statSync(path); return stat.isDirectory() ? fs.readdirSync(path) : fs.readFileSync(path, 'utf8') })])),
    writes: Object.fromEntries(ask.writes.map((path) => [path, attempt(() => fs.writeFileSync(path, 'written by the server'))])),
    processes: attempt(() => fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)),
    environs: attempt(() => fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map((name) => read('/proc/' + name + '/environ')).filter((text) => text.includes('must-not-arrive')).length),
    status: status(),
    unshare: perl('print "made" if syscall(' + (process.arch === 'x64' ? 272 : 97) + ',0x10000000)==0'),
    mounts: read('/proc/self/mountinfo'), roots: attempt(() => fs.readdirSync('/')), processLimit: (/Max processes\s+(\d+)/.exec(read('/proc/self/limits')) ?? [])[1],
    deathOfOne: attempt(() => process.kill(1, 0)),
  };
  process.stdout.write(JSON.stringify(facts) + '\n');
  process.stdin.resume();
})();
`;

export interface InspectQuestion {
  readonly hostPort: number;
  readonly hostSocket: string;
  readonly hostAbstract: string;
  readonly paths: readonly string[];
  readonly writes: readonly string[];
}

type Named = Readonly<Record<string, string>>;

/** What it answers; a failure reads `error CODE`. */
export interface Facts {
  readonly pid: number;
  readonly cwd: string;
  readonly uid: number;
  readonly gid: number;
  readonly env: Named;
  readonly user: string;
  readonly home: string;
  readonly hostName: string;
  readonly machineId: string;
  readonly hosts: string;
  readonly resolver: string;
  readonly network: Named & { readonly interfaces: readonly string[] | string };
  readonly loopback: string;
  readonly exists: Readonly<Record<string, string | readonly string[]>>;
  readonly writes: Named;
  readonly processes: readonly number[];
  readonly environs: number;
  readonly status: Named;
  readonly unshare: string;
  readonly mounts: string;
  readonly roots: readonly string[] | string;
  readonly processLimit: string;
}
