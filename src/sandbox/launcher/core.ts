/**
 * The launcher's first part, in perl without modules: system calls by number, the plan, and the frames
 * in which it speaks to us. Perl because it is an essential package on Debian and Ubuntu, can make any
 * system call, and starts in 2 ms: nothing is compiled, downloaded or left on disk.
 *
 * A frame is `wm1 LENGTH\n` and that many bytes. Everything before the server's first byte travels in
 * frames over stdin and stdout, because sudo closes every other descriptor; the server inherits both
 * exactly where the frames end.
 */
export const LAUNCHER_CORE = String.raw`
use strict;
my (%plan, %skip, %N, @secret_pids);

my %X64 = (mount => 165, umount2 => 166, pivot_root => 155, unshare => 272, setns => 308, mount_setattr => 442,
  open_tree => 428, move_mount => 429, fsopen => 430, fsconfig => 431, fsmount => 432, fspick => 433,
  prctl => 157, seccomp => 317, capset => 126, capget => 125, sethostname => 170, mknodat => 259, setgroups => 116,
  setresuid => 117, setresgid => 119, prlimit64 => 302, ppoll => 271, keyctl => 250, add_key => 248,
  request_key => 249, bpf => 321, perf_event_open => 298, userfaultfd => 323, ptrace => 101,
  process_vm_readv => 310, process_vm_writev => 311, pidfd_getfd => 438, pidfd_open => 434,
  pidfd_send_signal => 424, io_uring_setup => 425, io_uring_enter => 426, io_uring_register => 427,
  open_by_handle_at => 304, kexec_load => 246, init_module => 175, finit_module => 313, socket => 41,
  connect => 42, sendto => 44, sendmsg => 46, sendmmsg => 307, socketpair => 53, clone => 56, clone3 => 435,
  kill => 62, tkill => 200, tgkill => 234, rt_sigqueueinfo => 129, rt_tgsigqueueinfo => 297,
  landlock_create_ruleset => 444, landlock_add_rule => 445, landlock_restrict_self => 446);
my %ARM64 = (mount => 40, umount2 => 39, pivot_root => 41, unshare => 97, setns => 268, mount_setattr => 442,
  open_tree => 428, move_mount => 429, fsopen => 430, fsconfig => 431, fsmount => 432, fspick => 433,
  prctl => 167, seccomp => 277, capset => 91, capget => 90, sethostname => 161, mknodat => 33, setgroups => 159,
  setresuid => 147, setresgid => 149, prlimit64 => 261, ppoll => 73, keyctl => 219, add_key => 217,
  request_key => 218, bpf => 280, perf_event_open => 241, userfaultfd => 282, ptrace => 117,
  process_vm_readv => 270, process_vm_writev => 271, pidfd_getfd => 438, pidfd_open => 434,
  pidfd_send_signal => 424, io_uring_setup => 425, io_uring_enter => 426, io_uring_register => 427,
  open_by_handle_at => 265, kexec_load => 104, init_module => 105, finit_module => 273, socket => 198,
  connect => 203, sendto => 206, sendmsg => 211, sendmmsg => 269, socketpair => 199, clone => 220, clone3 => 435,
  kill => 129, tkill => 130, tgkill => 131, rt_sigqueueinfo => 138, rt_tgsigqueueinfo => 240,
  landlock_create_ruleset => 444, landlock_add_rule => 445, landlock_restrict_self => 446);

sub put {
  my $bytes = shift;
  while (length $bytes) {
    my $n = syswrite(STDOUT, $bytes);
    defined $n or exit 96;
    substr($bytes, 0, $n) = '';
  }
}
sub send_frame { my $payload = join("\0", @_); put('wm1 ' . length($payload) . "\n" . $payload) }
sub read_frame {
  my $head = '';
  while ((my $c = rd(1)) ne "\n") { $head .= $c; exit 95 if length $head > 32 }
  $head =~ /^wm1 (\d+)$/ or exit 95;
  return $1 ? rd($1) : '';
}
# A plan is pairs of name and value; a name may come more than once.
sub read_pairs {
  my %into;
  my @fields = split /\0/, read_frame(), -1;
  while (@fields > 1) { my ($name, $value) = splice @fields, 0, 2; push @{ $into{$name} }, $value }
  return %into;
}
sub all { return @{ $plan{$_[0]} || [] } }
sub one { return (all($_[0]))[0] // '' }
sub fail { my ($kind, $text) = @_; send_frame('fail', $kind, $text); exit 98 }
sub sys { my ($name, @args) = @_; return syscall($N{$name}, @args) }
# Makes a system call that has to work: set-up that half worked is no isolation.
sub must { my ($what, $name, @args) = @_; my $r = sys($name, @args); fail('isolation', "$what: $!") if $r < 0; return $r }
sub prctl { my ($op, $arg) = @_; return sys('prctl', $op, $arg // 0, 0, 0, 0) }
sub die_with_parent { return $skip{'die-with-parent'} ? 0 : prctl(1, 9) }
sub write_file {
  my ($path, $text, $what) = @_;
  open(my $fh, '>', $path) or fail('isolation', ($what || "write $path") . ": $!");
  defined syswrite($fh, $text) or fail('isolation', ($what || "write $path") . ": $!");
  close $fh;
}
`;
