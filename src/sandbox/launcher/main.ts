/**
 * The launcher's last part: its processes. The guard stays outside, sees our end of stdin close and
 * ends everything; init is process 1 of the box; the server is a child of init, restricted, examined
 * by the canary, and only then told what to run.
 */
export const LAUNCHER_MAIN = String.raw`
# What a canary tries to reach: listeners of the host, made before any namespace is entered.
my @listeners;
sub open_host_listeners {
  my ($tcp, $unix, $name) = (undef, undef, one('probe') . "-$$");
  socket($tcp, 2, 1, 6) and bind($tcp, inet('127.0.0.1', 0)) and listen($tcp, 4) or fail('isolation', "a listener for the canary: $!");
  socket($unix, 1, 1, 0) and bind($unix, pack('Sa*', 1, "\0" . $name)) and listen($unix, 4) or fail('isolation', "a Unix listener for the canary: $!");
  $plan{'host-port'} = [unpack('x2n', getsockname $tcp)];
  $plan{'host-abstract'} = [$name];
  @listeners = ($tcp, $unix);
  # A test that could not fail proves nothing: both must be reachable from here.
  fail('isolation', 'the loopback of the host does not work, so the canary would prove nothing')
    unless reaches(2, 1, getsockname $tcp) && reaches(1, 1, getsockname $unix);
}
sub note_places {
  for (['hidden', 'hidden-place'], ['tmp', 'tmp-place']) {
    my ($from, $to) = @$_;
    for my $path (all($from)) { my @stat = stat $path; push @{ $plan{$to} }, $path, "$stat[0]:$stat[1]" if @stat }
  }
}
# From root to the caller's user id, with the capabilities that making namespaces takes.
sub become_caller {
  my ($uid, $gid) = (0 + one('caller-uid'), 0 + one('caller-gid'));
  must('setgroups', 'setgroups', 0, 0);
  prctl(8, 1);
  must('setresgid', 'setresgid', $gid, $gid, $gid);
  must('setresuid', 'setresuid', $uid, $uid, $uid);
  my ($head, $caps) = (pack('LL', 0x20080522, 0), pack('L6', (0) x 6));
  syscall($N{capget}, $head, $caps);
  my @set = unpack('L6', $caps);
  $caps = pack('L6', $set[1], $set[1], 0, $set[4], $set[4], 0);
  syscall($N{capset}, $head, $caps) < 0 and fail('isolation', "capset: $!");
  prctl(4, 1);
}
sub enter_namespaces {
  my ($uid, $gid) = ($<, $( + 0);
  my $flags = 0x10000000 | 0x00020000 | 0x08000000 | 0x04000000 | 0x20000000 | 0x02000000;
  $flags |= 0x40000000 unless one('keep-network') || $skip{'no-network'};
  must('namespaces (unshare)', 'unshare', $flags);
  write_file('/proc/self/setgroups', 'deny', 'setgroups');
  my $inside = $skip{'user-id'} ? 12345 : one('uid');
  write_file('/proc/self/uid_map', "$inside $uid 1\n", 'user id map');
  write_file('/proc/self/gid_map', "$inside $gid 1\n", 'group id map');
}
sub run_init {
  my ($alive, $gate_in, $gate_out, $relay) = @_;
  die_with_parent();
  my $signal = pack('i', 0);
  syscall($N{prctl}, 2, $signal, 0, 0, 0);
  prctl(4, 0);
  # The guard answers only while it lives; had it died before the signal was asked for, nothing would end us.
  syswrite $gate_out, 'r';
  my $answer = '';
  sysread($gate_in, $answer, 1) or exit 94;
  $0 = 'init';
  %ENV = ();
  sys('keyctl', 1, 0, 0, 0, 0);
  enter_box();
  raise_loopback() unless one('keep-network');
  if (!$skip{identity}) { my $name = one('host-name'); must('sethostname', 'sethostname', $name, length $name) }
  for (1 .. one('processes-first')) { my $pid = fork; defined $pid or fail('isolation', "fork: $!"); exit 0 unless $pid; waitpid $pid, 0 }
  if ($relay) {
    my $pid = fork // fail('isolation', "fork: $!");
    if (!$pid) { close STDIN; close STDOUT; close STDERR; close $alive; @listeners = (); restrict_self(sub { 0 }, box_rules()); relay($relay, one('relay-port')); exit 0 }
    close $relay;
  }
  my $server = fork // fail('isolation', "fork: $!");
  if (!$server) {
    sys_setsid();
    restrict_self(sub { 0 }, box_rules());
    become_server(sub { check_box(unpack 'i', $signal) });
  }
  close STDIN; close STDOUT; close STDERR;
  while ((my $pid = wait) > 0) { if ($pid == $server) { syswrite $alive, "$?"; exit 0 } }
  exit 0;
}
sub sys_setsid { return syscall(one('arch') eq 'x64' ? 112 : 157) }
sub run_box {
  become_caller() if one('mechanism') eq 'sudo';
  note_places();
  open_host_listeners();
  my $relay = open_relay();
  enter_namespaces();
  die_with_parent();
  pipe(my $alive, my $alive_in);
  pipe(my $ready, my $ready_in);
  pipe(my $go, my $go_in);
  my $init = fork // fail('isolation', "fork: $!");
  if (!$init) { close $_ for $alive, $ready, $go_in; run_init($alive_in, $go, $ready_in, $relay) }
  close $_ for $alive_in, $ready_in, $go;
  close $relay if $relay;
  sysread($ready, my $byte, 1) or exit 93;
  syswrite $go_in, 'g';
  close STDOUT; close STDERR;
  guard($alive, sub { kill 9, $init; waitpid $init, 0 });
}
sub run_net {
  my $reader = getppid;
  @secret_pids = ($reader, $$);
  open_host_listeners();
  # No death signal here: the guard has to outlive the reader by the moment it takes to end what it started.
  prctl(36, 1);
  prctl(4, 0);
  pipe(my $alive, my $alive_in);
  my $guard = $$;
  my $watch = fork // fail('isolation', "fork: $!");
  if (!$watch) {
    close $alive;
    die_with_parent();
    exit 92 if getppid != $guard;
    sys_setsid();
    umask 022;
    %ENV = ();
    close $_ for splice @listeners;
    chdir one('directory') or fail('isolation', "chdir: $!");
    my $has_landlock = landlock_abi() > 0;
    restrict_self(sub { $skip{landlock} || install_landlock([all('readable')], [all('writable')]) },
      one('keep-network') ? common_rules() : net_rules());
    become_server(sub { check_net($has_landlock) });
  }
  close $alive_in;
  close STDOUT; close STDERR;
  # The pipe closes at exec; what counts here is the end of the process.
  guard_process($watch);
}
# No isolation: only the guard, so that nothing of the server outlives its reading.
sub run_plain {
  prctl(36, 1);
  pipe(my $alive, my $alive_in);
  my $guard = $$;
  my $watch = fork // fail('isolation', "fork: $!");
  if (!$watch) {
    close $alive;
    die_with_parent();
    exit 92 if getppid != $guard;
    sys_setsid();
    become_server(sub { () });
  }
  close $alive_in;
  close STDOUT; close STDERR;
  guard_process($watch);
}
# Whatever descriptor the reader was started with and did not mark, it must not reach the server.
sub close_inherited {
  return if syscall(436, 3, 0xffffffff, 0) == 0;
  my $close = one('arch') eq 'x64' ? 3 : 57;
  syscall($close, $_) for 3 .. 4095;
}
sub start {
  alarm 60;
  %plan = read_pairs();
  %skip = map { $_ => 1 } all('skip');
  %N = one('arch') eq 'x64' ? %X64 : %ARM64;
  close_inherited() unless $skip{descriptors};
  one('layout') eq 'none' ? run_plain() : one('layout') =~ /box/ ? run_box() : run_net();
}
start();
`;
