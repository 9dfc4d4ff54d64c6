/**
 * The launcher's last part: its processes. The guard stays outside, sees our end of stdin close and
 * ends everything; init is process 1 of the box; the server is a child of init, restricted, examined
 * by the canary, and only then told what to run.
 */
export const LAUNCHER_MAIN = String.raw`
sub ppoll { my ($fds, $ms) = @_; my $time = pack('QQ', int($ms / 1000), ($ms % 1000) * 1000000); my $r = syscall($N{ppoll}, $fds, length($fds) / 8, $time, 0, 8); return map { (unpack 'lss', substr($fds, 8 * $_, 8))[2] } 0 .. length($fds) / 8 - 1 }
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
sub exit_like {
  my ($status) = @_;
  exit($status >> 8) unless $status & 127;
  $SIG{$_} = 'DEFAULT' for qw(TERM INT HUP PIPE);
  kill $status & 127, $$;
  exit 128 + ($status & 127);
}
# Waits for the end: of what runs (its pipe closes), of the reader or its patience (stdin closes), of the time limit.
sub guard {
  my ($alive, $kill) = @_;
  alarm 0;
  $SIG{$_} = 'IGNORE' for qw(TERM INT HUP PIPE);
  my $until = time + one('lifetime-seconds');
  my ($grace, $watched) = (undef, 0);
  while (1) {
    my $ms = defined $grace ? 20 : 250;
    my @seen = ppoll(pack('lss', $watched, 0x2000, 0) . pack('lss', fileno $alive, 1, 0), $ms);
    last if $seen[1];
    if ($watched == 0 && $seen[0]) { $watched = -1; $grace = 0 }
    $grace += $ms if defined $grace && !$seen[0];
    last if time > $until || defined $grace && $grace >= one('grace-ms');
  }
  my $status = '';
  my ($ready) = ppoll(pack('lss', fileno $alive, 1, 0), 0);
  sysread($alive, $status, 16) if $ready & 1;
  $kill->();
  exit_like($status =~ /^\d+$/ ? $status : 9);
}
sub find_program {
  my ($command, $path) = @_;
  my @tried = $command =~ m{/} ? ($command) : map { (length $_ ? $_ : '.') . "/$command" } split /:/, $path, -1;
  my $denied;
  for my $each (@tried) {
    next if !-e $each || -d _;
    return $each if -x _;
    $denied = $each;
  }
  return fail('command-not-executable', 'it is not executable') if defined $denied;
  return fail('command-not-found', '');
}
sub check_interpreter {
  my ($program) = @_;
  open(my $fh, '<', $program) or return;
  my $line = '';
  sysread $fh, $line, 256;
  return unless $line =~ /^#!\s*(\S+)/;
  my $interpreter = $1;
  -x $interpreter or fail('command-not-executable', "its first line names an interpreter that is not there: $interpreter");
}
# Restricted and examined, waits to be told what to run, and becomes it.
sub become_server {
  my ($check) = @_;
  my $echo = read_frame();
  my @problems = $check->();
  my @broken_promises = grep { !/^note: / } @problems;
  fail('canary', join "\n", @broken_promises) if @broken_promises && !$skip{canary};
  send_frame('ready', @problems);
  send_frame($echo);
  my %go = read_pairs();
  exit 0 if !%go;
  unlink one('code-root') . '/' . one('probe') if one('layout') =~ /box/;
  my $dir = $go{directory}[0];
  chdir $dir or fail('bad-working-directory', "$!");
  %ENV = map { split /=/, $_, 2 } @{ $go{env} || [] };
  my $program = find_program($go{command}[0], $ENV{PATH} // '');
  check_interpreter($program);
  send_frame('started');
  $SIG{$_} = 'DEFAULT' for qw(PIPE TERM INT HUP CHLD);
  exec { $program } $go{command}[0], @{ $go{args} || [] };
  syswrite STDERR, "cannot start the program: $!\n";
  exit 127;
}
sub restrict_self {
  my ($confine, @rules) = @_;
  set_limits();
  $skip{'no-new-privileges'} or prctl(38, 1) >= 0 or fail('isolation', "no_new_privs: $!");
  my $confined = $confine->();
  $skip{filter} or install_filter(@rules) >= 0 or fail('isolation', "system call filter: $!");
  $skip{'no-capabilities'} or drop_capabilities() >= 0 or fail('isolation', "drop capabilities: $!");
  return $confined;
}
# Bytes between a Unix socket of the host, inherited, and a port of the box.
sub relay {
  my ($listener, $port) = @_;
  $SIG{PIPE} = 'IGNORE';
  my (%peer, %handle, %pending, %ended);
  my $forget = sub { my $fd = shift; my $other = $peer{$fd}; for (grep { defined } $fd, $other) { close $handle{$_} if $handle{$_}; delete $handle{$_}; delete $peer{$_}; delete $pending{$_}; delete $ended{$_} } };
  while (1) {
    my ($r, $w) = ('', '');
    vec($r, fileno $listener, 1) = 1;
    for my $fd (keys %handle) {
      vec($r, $fd, 1) = 1 if !$ended{$fd} && length($pending{ $peer{$fd} }) < 65536;
      vec($w, $fd, 1) = 1 if length $pending{$fd};
    }
    select($r, $w, undef, undef) < 0 and next;
    if (vec($r, fileno $listener, 1) && accept(my $client, $listener)) {
      my $server;
      if (socket($server, 2, 1, 6) && connect($server, inet('127.0.0.1', $port))) {
        my ($a, $b) = (fileno $client, fileno $server);
        ($peer{$a}, $peer{$b}, $handle{$a}, $handle{$b}, $pending{$a}, $pending{$b}) = ($b, $a, $client, $server, '', '');
        fcntl($_, 4, 2048) for $client, $server;
      }
    }
    for my $fd (keys %handle) {
      next unless $handle{$fd};
      if (vec($w, $fd, 1)) {
        my $n = syswrite $handle{$fd}, $pending{$fd};
        if (defined $n) { substr($pending{$fd}, 0, $n) = '' } elsif ($! + 0 != 11) { $forget->($fd); next }
        shutdown $handle{$fd}, 1 if $ended{ $peer{$fd} } && !length $pending{$fd};
      }
      if (vec($r, $fd, 1)) {
        my $n = sysread $handle{$fd}, my $bytes, 32768;
        if ($n) { $pending{ $peer{$fd} } .= $bytes }
        elsif (defined $n) { $ended{$fd} = 1; shutdown $handle{ $peer{$fd} }, 1 unless length $pending{ $peer{$fd} } }
        elsif ($! + 0 != 11) { $forget->($fd); next }
      }
      $forget->($fd) if $ended{$fd} && $ended{ $peer{$fd} } && !length($pending{$fd}) && !length $pending{ $peer{$fd} };
    }
  }
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
sub open_relay {
  my $path = one('relay-socket');
  return undef unless length $path;
  my $s;
  socket($s, 1, 1, 0) and bind($s, pack('Sa*', 1, $path)) and listen($s, 16) or fail('isolation', "relay socket: $!");
  return $s;
}
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
# Every process below the guard, however it detached itself: a child subreaper inherits orphans.
sub end_descendants {
  for (1 .. 200) {
    my %parent;
    opendir(my $dir, '/proc') or last;
    for my $pid (grep { /^\d+$/ } readdir $dir) { $parent{$pid} = $1 if slurp("/proc/$pid/stat") =~ /^.*\) \S (\d+)/s }
    my @ours = grep { my $p = $_; $p = $parent{$p} while $p && $p != $$ && defined $parent{$p}; $p && $p == $$ && $_ != $$ } keys %parent;
    kill 9, @ours if @ours;
    1 while waitpid(-1, 1) > 0;
    last unless @ours;
    select undef, undef, undef, 0.01;
  }
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
sub guard_process {
  my ($pid) = @_;
  pipe(my $alive, my $told);
  my $status;
  $SIG{CHLD} = sub { while ((my $gone = waitpid(-1, 1)) > 0) { if ($gone == $pid) { syswrite $told, "$?"; } } };
  if ((my $gone = waitpid($pid, 1)) == $pid) { syswrite $told, "$?" }
  guard($alive, sub {
    $SIG{CHLD} = 'DEFAULT';
    end_descendants();
    # The copy goes with the server, also when nobody is left to remove it.
    system '/bin/rm', '-rf', '--', one('remove-after') if length one('remove-after');
  });
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
  one('layout') =~ /box/ ? run_box() : run_net();
}
start();
`;
