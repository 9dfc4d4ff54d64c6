/**
 * The launcher's guard: it stays outside, sees our end of stdin close, and ends everything. sudo passes no
 * signal and forgets the death signal, so that this is the only thing that works through it.
 */
export const LAUNCHER_GUARD = String.raw`
sub ppoll { my ($fds, $ms) = @_; my $time = pack('QQ', int($ms / 1000), ($ms % 1000) * 1000000); my $r = syscall($N{ppoll}, $fds, length($fds) / 8, $time, 0, 8); return map { (unpack 'lss', substr($fds, 8 * $_, 8))[2] } 0 .. length($fds) / 8 - 1 }
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
`;
