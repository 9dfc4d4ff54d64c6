/**
 * Perl programs that run a command as on a machine this one is not. Arguments: user id, group id, then
 * the command. They must be started by root; each drops to the user before it runs the command.
 */

const DROP = String.raw`
use strict;
my ($uid, $gid, @command) = @ARGV;
my $x64 = (unpack('A*', (split ' ', qx(uname -m))[0]) eq 'x86_64');
my %N = $x64 ? (seccomp => 317, unshare => 272, clone => 56, clone3 => 435, pidfd_open => 434, pidfd_getfd => 438, prctl => 157)
  : (seccomp => 277, unshare => 97, clone => 220, clone3 => 435, pidfd_open => 434, pidfd_getfd => 438, prctl => 167);
sub filter {
  my ($flags, @code) = @_;
  my $bytes = join '', map { pack 'SCCL', @$_ } @code;
  my $program = pack 'Sx6P', scalar(@code), $bytes;
  my $r = syscall($N{seccomp}, 1, $flags, $program);
  die "filter: $!" if $r < 0;
  return $r;
}
sub become { my ($u, $g) = @_; $( = $g; $) = "$g $g"; ($<, $>) = ($u, $u); die 'not dropped' if $< != $u || $> != $u }
sub run { exec { $command[0] } @command or die "exec: $!" }
`;

/**
 * As a container with the default profile: every namespace call is refused, for good, and sudo cannot
 * gain anything.
 */
export const NO_NAMESPACES = String.raw`${DROP}
become($uid, $gid) if $uid;
syscall($N{prctl}, 38, 1, 0, 0, 0) == 0 or die "no_new_privs: $!";
filter(0, [0x20, 0, 0, 0], [0x15, 4, 0, $N{unshare}], [0x15, 4, 0, $N{clone3}], [0x15, 0, 4, $N{clone}],
  [0x20, 0, 0, 16], [0x45, 0, 2, 0x7e020000], [0x06, 0, 0, 0x00050001], [0x06, 0, 0, 0x00050026], [0x06, 0, 0, 0x7fff0000]);
run();
`;

/**
 * As Ubuntu 24.04, whose AppArmor lets a process make user namespaces only when it holds CAP_SYS_ADMIN:
 * a supervisor decides every such call by the capabilities of the caller, so that sudo makes a difference.
 */
export const NO_UNPRIVILEGED_NAMESPACES = String.raw`${DROP}
pipe(my $tell, my $told); pipe(my $go, my $gone);
my $child = fork;
if (!$child) {
  my $fd = filter(8, [0x20, 0, 0, 0], [0x15, 0, 3, $N{unshare}], [0x20, 0, 0, 16], [0x45, 0, 1, 0x10000000],
    [0x06, 0, 0, 0x7fc00000], [0x06, 0, 0, 0x7fff0000]);
  syswrite $told, "$fd\n";
  sysread $go, my $byte, 1;
  close $_ for $tell, $told, $go, $gone;
  become($uid, $gid);
  run();
}
my $fd = <$tell>;
my $pidfd = syscall($N{pidfd_open}, $child, 0);
my $notify = syscall($N{pidfd_getfd}, $pidfd, 0 + $fd, 0);
die "supervisor: $!" if $notify < 0;
syswrite $gone, 'g';
open(my $events, '+<&=', $notify) or die;
my $supervisor = fork;
if (!$supervisor) {
  while (1) {
    my $request = "\0" x 80;
    defined ioctl($events, 0xc0502100, $request) or exit 0;
    my ($id, $pid) = unpack 'QL', $request;
    my $caps = 0;
    if (open my $status, '<', "/proc/$pid/status") { while (<$status>) { $caps = hex $1 if /^CapEff:\s*(\S+)/ } }
    my $answer = $caps & (1 << 21) ? pack('QqlL', $id, 0, 0, 1) : pack('QqlL', $id, 0, -1, 0);
    ioctl($events, 0xc0182101, $answer);
  }
}
waitpid $child, 0;
my $status = $?;
kill 9, $supervisor;
exit($status >> 8 || $status & 127);
`;
