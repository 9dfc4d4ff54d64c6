/**
 * The launcher's fourth part: the canary. It runs in the very process that becomes the server, after
 * the last restriction and before the first foreign instruction, and tries what must fail and what must
 * work. A property that is not listed here is not promised. Source: SANDBOX, "Properties".
 */
export const LAUNCHER_CANARY = String.raw`
my @broken;
# A prototype, so that a match gives its truth and not its captures.
sub expect($$$) { my ($property, $holds, $found) = @_; push @broken, "$property: $found" unless $holds }

# Says how a connection could be made; empty where it could not.
sub reaches {
  my ($family, $type, $address) = @_;
  socket(my $s, $family, $type, 0) or return '';
  fcntl($s, 4, 2048);
  return 'connected' if connect($s, $address);
  return '' if $! + 0 != 115 && $! + 0 != 11;
  my ($wanted, $ready) = ('', '');
  vec($wanted, fileno $s, 1) = 1;
  return 'no answer, but a route' if select(undef, $ready = $wanted, undef, 0.2) < 1;
  return unpack('i', getsockopt($s, 1, 4)) == 0 ? 'connected' : '';
}
sub inet { return pack('Sna4x8', 2, $_[1], pack('C4', split /\./, $_[0])) }
sub inet6 { return pack('SnNa16N', 10, $_[1], 0, pack('n8', @{ $_[0] }), 0) }

sub check_network {
  my $seen = '';
  for (['TCP', 2, 1, inet('1.1.1.1', 53)], ['UDP', 2, 2, inet('1.1.1.1', 53)],
    ['TCP over IPv6', 10, 1, inet6([0x2606, 0x4700, 0x4700, 0, 0, 0, 0, 0x1111], 53)],
    ['UDP over IPv6', 10, 2, inet6([0x2606, 0x4700, 0x4700, 0, 0, 0, 0, 0x1111], 53)],
    ['a listener on the loopback of the host', 2, 1, inet('127.0.0.1', 0 + one('host-port'))],
    ['an abstract Unix socket of the host', 1, 1, pack('Sa*', 1, "\0" . one('host-abstract'))]) {
    my ($what, @target) = @$_;
    my $how = reaches(@target);
    expect('no-network', $how eq '', "$what: $how");
  }
  expect('no-network', !socket(my $vsock, 40, 1, 0), 'a vsock socket could be made');
  expect('no-network', !-S $_, "$_ is there") for one('layout') =~ /box/ ? ('/run/docker.sock', '/var/run/docker.sock') : ();
}
sub check_loopback {
  my ($connect) = @_;
  my $listener;
  socket($listener, 2, 1, 6) and bind($listener, inet('127.0.0.1', 0)) and listen($listener, 1)
    or return expect('loopback', 0, "cannot listen on 127.0.0.1: $!");
  return unless $connect;
  my ($port) = unpack('x2n', getsockname $listener);
  expect('loopback', reaches(2, 1, inet('127.0.0.1', $port)) eq 'connected', 'what listens on 127.0.0.1 cannot be reached');
}
sub check_powers {
  my %status;
  if (open my $fh, '<', '/proc/self/status') { while (<$fh>) { $status{$1} = $2 if /^(\w+):\s*(.*)$/ } }
  for my $set (qw(CapInh CapPrm CapEff CapAmb), one('layout') =~ /box/ ? ('CapBnd') : ()) {
    expect('no-capabilities', ($status{$set} // 'unknown') =~ /^0+$/, "$set is " . ($status{$set} // 'unknown'));
  }
  expect('no-new-privileges', ($status{NoNewPrivs} // '') eq '1', 'no_new_privs is not set');
  expect('filter', ($status{Seccomp} // '') eq '2' && sys('unshare', 0) < 0, 'no system call filter is in force');
  expect('no-capabilities', sys('unshare', 0x10000000) < 0, 'a user namespace could be made');
}
sub is_same_place { my ($path, $place) = @_; my @stat = stat $path; return @stat && "$stat[0]:$stat[1]" eq $place }
sub check_hidden {
  my @hidden = all('hidden-place');
  while (my ($path, $place) = splice @hidden, 0, 2) { expect('hidden', !is_same_place($path, $place), "$path can be seen") }
  for my $name (all('hide')) { expect('hidden', !lstat(one('code-root') . "/$name"), "$name of the checkout can be seen") }
  for my $path (qw(/etc/shadow /etc/sudoers /root/.ssh /var/run/secrets /run/secrets)) { expect('hidden', !lstat($path), "$path can be seen") }
}
sub check_processes {
  my ($self) = readlink('/proc/self') // '';
  expect('processes', $self eq $$, '/proc is of another process namespace');
  opendir(my $dir, '/proc') or return expect('processes', 0, "/proc: $!");
  my @seen = grep { /^\d+$/ && $_ > $$ } readdir $dir;
  expect('processes', getppid() == 1 && !@seen, 'processes of the host can be seen');
  expect('processes', !open(my $fh, '<', '/proc/1/environ'), 'the environment of the launcher can be read');
}
sub slurp { my ($path) = @_; open(my $fh, '<', $path) or return ''; local $/; my $text = <$fh>; return $text // '' }
sub check_identity {
  my @user = getpwuid $<;
  expect('identity', ($user[0] // '') eq one('user') && ($user[7] // '') eq one('home'), 'the user of the box has another name or home');
  expect('identity', $< == one('uid') && $> == one('uid') && $( == one('uid'), "user id $<");
  expect('identity', slurp('/proc/sys/kernel/hostname') eq one('host-name') . "\n", 'the host name is not the one of the box');
  my @files = all('file');
  while (my ($path, $text) = splice @files, 0, 2) { expect('identity', slurp($path) eq $text, "$path is not the one of the box") }
}
sub can_write { my ($path) = @_; my $ok = open(my $fh, '>', $path); close $fh if $ok; return $ok }
sub check_places {
  my %writable = map { $_ => 1 } all('writable');
  my %kind;
  for (split /\n/, slurp('/proc/self/mountinfo')) {
    my @field = split / /;
    # The kernel writes a space in a path as \040.
    (my $point = $field[4]) =~ s/\\([0-7]{3})/chr oct $1/ge;
    my $type = /- (\S+)/ ? $1 : '';
    $kind{$point} = $type;
    expect('read-only', $writable{$point} || $field[5] =~ /(^|,)ro(,|$)/, "$point can be written");
  }
  expect('overlay', ($kind{ one('code-root') } // '') eq 'overlay', 'the working directory is not an overlay');
  expect('overlay', can_write(one('code-root') . '/' . one('probe')), "cannot write in the working directory: $!");
  for my $dir (all('tmp'), one('home'), '/dev/shm') {
    my $probe = "$dir/" . one('probe');
    expect('tmp', can_write($probe), "cannot write in $dir: $!");
    unlink $probe;
  }
  my @places = all('tmp-place');
  while (my ($path, $place) = splice @places, 0, 2) { expect('tmp', !is_same_place($path, $place), "$path is the one of the host") }
}
sub check_descriptors {
  opendir(my $dir, '/proc/self/fd') or return expect('descriptors', 0, "/proc/self/fd: $!");
  # What stays open when the program starts; perl marks its own to close.
  my $fcntl = one('arch') eq 'x64' ? 72 : 25;
  for my $fd (grep { /^\d+$/ && $_ > 2 } readdir $dir) { expect('descriptors', syscall($fcntl, 0 + $fd, 1, 0) != 0, "descriptor $fd of the reader stays open") }
}
sub check_limits {
  my $now = pack('QQ', 0, 0);
  syscall($N{prlimit64}, 0, 6, 0, $now);
  my ($soft) = unpack('Q', $now);
  expect('process-limit', $soft <= one('max-processes'), "at most $soft processes");
}
sub check_box {
  my ($death_signal) = @_;
  check_network() unless one('keep-network');
  check_loopback(1) unless one('keep-network');
  check_powers();
  check_hidden();
  check_processes();
  check_identity();
  check_places();
  check_limits();
  check_descriptors();
  expect('die-with-parent', $death_signal == 9, 'the box would outlive its launcher');
  return @broken;
}
# What mechanism 3 promises. The reader's environment must not be readable: it holds the job's tokens.
sub check_net {
  my ($landlock) = @_;
  check_network() unless one('keep-network');
  check_loopback(0) unless one('keep-network');
  check_powers();
  check_limits();
  check_descriptors();
  expect('overlay', can_write('./' . one('probe')), "cannot write in the copy of the checkout: $!");
  unlink './' . one('probe');
  for my $pid (@secret_pids) {
    expect('processes', slurp("/proc/$pid/environ") eq '', 'the environment of the reader can be read, and this kernel has no Landlock to prevent it');
  }
  my $death = pack('i', 0);
  syscall($N{prctl}, 2, $death, 0, 0, 0);
  expect('die-with-parent', unpack('i', $death) == 9, 'the server would outlive its launcher');
  # Also without Landlock: in the runner's directory lie the files that set the environment of later steps.
  expect('hidden', !opendir(my $dir, $_), "$_ can be read, and this kernel has no Landlock to prevent it") for all('closed');
  if (!$landlock) { push @broken, 'note: no Landlock' }
  else {
    expect('hidden', !opendir(my $dir, $_), "$_ can be read") for all('hidden');
    expect('read-only', !can_write("$_/" . one('probe')), "$_ can be written") for all('unwritable');
  }
  return @broken;
}
`;
