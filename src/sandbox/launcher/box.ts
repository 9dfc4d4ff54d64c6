/**
 * The launcher's third part: the file system of layout `witnessmark-box/1`, built from nothing on a
 * tmpfs, inside namespaces of its own. What the plan does not name is not there.
 * Source: SANDBOX, "Properties".
 */
export const LAUNCHER_BOX = String.raw`
my ($MS_RDONLY, $MS_NOSUID, $MS_NODEV, $MS_NOEXEC, $MS_BIND, $MS_REC, $MS_SLAVE) = (1, 2, 4, 8, 4096, 16384, 1 << 19);
my $scratch_count = 0;

sub mount_at { my ($what, @args) = @_; return must("mount $what", 'mount', @args) }
sub parents {
  my ($path) = @_;
  while ($path =~ m{/}g) { my $part = substr($path, 0, pos($path) - 1); mkdir $part, 0755 if length $part && !-d $part }
}
sub make_dir { my ($path, $mode) = @_; parents($path); -d $path or mkdir $path, 0755 or fail('isolation', "mkdir $path: $!"); chmod $mode, $path if defined $mode }
sub restrict {
  my ($path, $flags, $recursive) = @_;
  return if $skip{'read-only'} && $flags & 1;
  my $attr = pack('QQQQ', $flags, 0, 0, 0);
  my $where = $path;
  my $r = syscall($N{mount_setattr}, -100, $where, $recursive ? 0x8000 : 0, $attr, 32);
  $r < 0 and fail('isolation', "make $path read-only: $!");
}
# Shows a file or directory of the host read-only; what the host does not have is left out.
sub show {
  my ($from, $to) = @_;
  lstat $from or return;
  if (-d $from) { make_dir($to) } else { parents($to); -e $to or do { open(my $fh, '>', $to) or fail('isolation', "create $to: $!") } }
  mount_at("$from", $from, $to, '', $MS_BIND | $MS_REC, 0);
  restrict($to, $MS_RDONLY | $MS_NOSUID | $MS_NODEV, 1);
}
# A writable directory that is gone with the box; all of them share one bounded tmpfs.
sub scratch {
  my ($to, $mode) = @_;
  my $from = '/scratch/' . $scratch_count++;
  mkdir $from, 0755 or fail('isolation', "mkdir $from: $!");
  chmod $mode, $from;
  make_dir($to);
  mount_at($to, $from, $to, '', $MS_BIND, 0);
  restrict($to, $MS_NOSUID | $MS_NODEV, 0);
  return $from;
}
# A layer that hides names below it, the way overlayfs does: a 0/0 character device.
sub hide_in_layer {
  my ($layer, $lower, $name) = @_;
  my $at = '';
  my @parts = split m{/}, $name;
  my $last = pop @parts;
  for my $part (@parts) {
    $at .= "/$part";
    my @stat = lstat "$lower$at" or return;
    -d _ or return;
    next if -d "$layer$at";
    mkdir "$layer$at", $stat[2] & 07777 or fail('isolation', "mkdir in layer: $!");
    utime $stat[8], $stat[9], "$layer$at";
  }
  lstat "$lower$at/$last" or return;
  my $path = "$layer$at/$last";
  lstat $path and return;
  must('hide a name', 'mknodat', -100, $path, 020000, 0);
}
# A directory of the host, seen with changes that go to a layer above it.
sub overlay {
  my ($to, $lower, $between, $kept) = @_;
  my $n = $scratch_count++;
  make_dir("/layers/$n.lower");
  mount_at($lower, $lower, "/layers/$n.lower", '', $MS_BIND | $MS_REC, 0);
  my @lower = ("/layers/$n.lower");
  for my $each (grep { length } ($between, $kept)) {
    my $at = "/layers/$n." . scalar @lower;
    make_dir($at);
    mount_at($each, $each, $at, '', $MS_BIND, 0);
    unshift @lower, $at;
  }
  my ($upper, $work) = ("/scratch/$n.upper", "/scratch/$n.work");
  if (length $kept) {
    my $base = shift @lower;
    ($upper, $work) = ("$base/upper", "$base/work");
  } elsif (length $between) {
    $lower[0] .= '/upper';
  }
  for ($upper, $work) { -d $_ or mkdir $_, 0755 or fail('isolation', "mkdir $_: $!") }
  return ($upper, "/layers/$n.lower", sub {
    make_dir($to);
    mount_at("an overlay at $to", 'overlay', $to, 'overlay', $MS_NOSUID | $MS_NODEV,
      'lowerdir=' . join(':', @lower) . ",upperdir=$upper,workdir=$work,userxattr");
  });
}
sub mount_code {
  my ($root, $host) = @_;
  my $to = $root . one('code-root');
  my $real = $host . one('checkout');
  if ($skip{overlay}) { make_dir($to); mount_at('the checkout', $real, $to, '', $MS_BIND | $MS_REC, 0) }
  else {
    my ($upper, $lower, $finish) = overlay($to, $real, length one('setup-code') ? $host . one('setup-code') : '', length one('keep-code') ? $host . one('keep-code') : '');
    my @stat = stat $lower;
    chmod $stat[2] & 07777, $upper;
    utime $stat[8], $stat[9], $upper;
    if (!$skip{hidden}) { hide_in_layer($upper, $lower, $_) for all('hide') }
    $finish->();
  }
  for my $again (all('code-again')) { make_dir("$root$again"); mount_at('the checkout again', $to, "$root$again", '', $MS_BIND | $MS_REC, 0) }
}
sub mount_proc {
  my ($root) = @_;
  make_dir("$root/proc");
  if ($skip{processes}) { mount_at('/proc', '/old/proc', "$root/proc", '', $MS_BIND | $MS_REC, 0); return }
  mount_at('a fresh /proc', 'proc', "$root/proc", 'proc', $MS_NOSUID | $MS_NODEV | $MS_NOEXEC, 0);
  for my $part (qw(sys irq bus fs acpi scsi sysrq-trigger)) {
    my $path = "$root/proc/$part";
    next unless -e $path;
    mount_at($path, $path, $path, '', $MS_BIND | $MS_REC, 0);
    restrict($path, $MS_RDONLY | $MS_NOSUID | $MS_NODEV | $MS_NOEXEC, 1);
  }
  # Kernel memory, keys and timers of the whole machine; and what is for root alone, which a caller who is root would be.
  opendir(my $dir, "$root/proc") or fail('isolation', "/proc: $!");
  my %covered = map { $_ => 1 } qw(kcore keys key-users kallsyms kmsg timer_list sched_debug config.gz);
  for my $part (grep { !/^(\d+|\.+)$/ } readdir $dir) {
    my @stat = lstat "$root/proc/$part" or next;
    next unless -f _ && ($covered{$part} || !($stat[2] & 4));
    next if $part eq 'sysrq-trigger';
    mount_at("$part hidden", '/empty-file', "$root/proc/$part", '', $MS_BIND, 0);
    restrict("$root/proc/$part", $MS_RDONLY | $MS_NOSUID | $MS_NODEV | $MS_NOEXEC, 0);
  }
}
sub mount_dev {
  my ($root) = @_;
  make_dir("$root/dev");
  for my $node (qw(null zero full random urandom tty)) {
    my $to = "$root/dev/$node";
    -e "/old/dev/$node" or next;
    open(my $fh, '>', $to) or fail('isolation', "create $to: $!");
    close $fh;
    mount_at("/dev/$node", "/old/dev/$node", $to, '', $MS_BIND, 0);
    # A device can be written all the same; read-only keeps its owner, where that is us, from changing its mode.
    restrict($to, $MS_RDONLY | $MS_NOSUID | $MS_NOEXEC, 0);
  }
  symlink $_->[1], "$root/dev/$_->[0]" for ['fd', '/proc/self/fd'], ['stdin', '/proc/self/fd/0'], ['stdout', '/proc/self/fd/1'],
    ['stderr', '/proc/self/fd/2'], ['ptmx', 'pts/ptmx'];
  make_dir("$root/dev/pts");
  mount_at('/dev/pts', 'devpts', "$root/dev/pts", 'devpts', $MS_NOSUID | $MS_NOEXEC, 'newinstance,ptmxmode=0666,mode=620');
  scratch("$root/dev/shm", 01777);
}
# Builds the new root and enters it; the host's files are out of reach when this returns.
sub enter_box {
  umask 022;
  mount_at('/ slave', 'none', '/', '', $MS_SLAVE | $MS_REC, 0);
  my $size = 'mode=0755,size=' . one('scratch-bytes') . ',nr_inodes=' . one('scratch-files');
  mount_at('a tmpfs', 'tmpfs', '/tmp', 'tmpfs', $MS_NOSUID | $MS_NODEV, $size);
  mkdir "/tmp/$_", 0755 for qw(old new scratch layers empty);
  write_file('/tmp/empty-file', '');
  must('pivot_root', 'pivot_root', '/tmp', '/tmp/old');
  chdir '/' or fail('isolation', "chdir /: $!");
  my ($root, $host) = ('/new', '/old');
  mount_at('the new root', '/new', '/new', '', $MS_BIND, 0);

  my @links = all('link');
  while (my ($path, $target) = splice @links, 0, 2) { parents("$root$path"); symlink $target, "$root$path" }
  my @files = all('file');
  while (my ($path, $text) = splice @files, 0, 2) { parents("$root$path"); write_file("$root$path", $text) }
  my @shown = all('show');
  while (my ($from, $to) = splice @shown, 0, 2) { show("$host$from", "$root$to") }
  my @masks;
  if (!$skip{hidden}) {
    for my $path (all('mask')) {
      -e "$root$path" or next;
      if (-d _) { my $over = '/layers/mask' . $scratch_count++; mkdir $over, 0755; mount_at("$path hidden", $over, "$root$path", '', $MS_BIND, 0) }
      else { mount_at("$path hidden", '/empty-file', "$root$path", '', $MS_BIND, 0) }
      push @masks, "$root$path";
    }
  }
  scratch("$root$_", 01777) for ($skip{tmp} ? () : all('tmp')), '/var/tmp';
  if ($skip{tmp}) { for (all('tmp')) { make_dir("$root$_"); mount_at('/tmp', '/old/tmp', "$root$_", '', $MS_BIND | $MS_REC, 0) } }
  make_dir("$root/run");
  make_dir("$root/sys");
  mount_home($root, $host);
  mount_code($root, $host);
  my @inner = all('show-last');
  while (my ($from, $to) = splice @inner, 0, 2) { show("$host$from", "$root$to") }
  restrict($_, $MS_RDONLY | $MS_NOSUID | $MS_NODEV, 0) for @masks;
  if ($skip{hidden}) { for my $path (all('hidden')) { -d "$host$path" or next; make_dir("$root$path"); mount_at($path, "$host$path", "$root$path", '', $MS_BIND | $MS_REC, 0) } }
  mount_dev($root);
  mount_proc($root);

  chdir $root or fail('isolation', "chdir to the new root: $!");
  must('pivot_root into the box', 'pivot_root', '.', '.');
  must('let go of the host', 'umount2', '.', 2);
  chdir '/' or fail('isolation', "chdir /: $!");
  restrict('/', $MS_RDONLY | $MS_NOSUID | $MS_NODEV, 0);
}
# HOME starts empty, or as the setup command left it.
sub mount_home {
  my ($root, $host) = @_;
  my $to = $root . one('home');
  my ($between, $kept) = map { length one($_) ? $host . one($_) : '' } ('setup-home', 'keep-home');
  if (length $between || length $kept) {
    make_dir('/empty-home');
    my ($upper, $lower, $finish) = overlay($to, '/empty-home', $between, $kept);
    $finish->();
  } else { scratch($to, 0755) }
  for my $file (map { $to . $_ } ('/.gitconfig', '/.npmrc')) { -e $file or write_file($file, '') }
}
sub raise_loopback {
  return if $skip{loopback} || $skip{'no-network'};
  socket(my $s, 2, 2, 0) or fail('isolation', "socket for lo: $!");
  my $request = pack('a16sx22', 'lo', 0x41);
  ioctl($s, 0x8914, $request) or fail('isolation', "raise lo: $!");
}
`;
