/**
 * The launcher's server process: gives up every power, is examined by the canary, waits to be told what to
 * run, and becomes it.
 */
export const LAUNCHER_SERVER = String.raw`
sub find_program {
  my ($command, $path) = @_;
  my $is_path = $command =~ m{/|^\.\.?$};
  my @tried = $is_path ? ($command) : map { (length $_ ? $_ : '.') . "/$command" } split /:/, $path, -1;
  my $denied;
  for my $each (@tried) {
    next if !-e $each || -d _ && !$is_path;
    return $each if -x _ && !-d _;
    $denied = $each;
  }
  return fail('command-not-executable', -d $denied ? 'it is a directory' : 'it is not executable') if defined $denied;
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
`;
