/**
 * The launcher's second part: system call filters (seccomp) and file rules (Landlock). The `box` filter
 * refuses what namespaces do not cover (vsock reaches a virtual machine's host from any network
 * namespace) and what only widens the kernel's attack surface. The `net` filter is the whole network
 * isolation of mechanism 3. Source: SANDBOX, "Mechanisms".
 */
export const LAUNCHER_FILTER = String.raw`
my ($EPERM, $ENOSYS, $EAFNOSUPPORT) = (1, 38, 97);
my ($LD, $AND, $JEQ, $JSET, $RET) = (0x20, 0x54, 0x15, 0x45, 0x06);
sub allow { return [$RET, 0x7fff0000] }
sub refuse { return [$RET, 0x00050000 | $_[0]] }
sub arg { return [$LD, 16 + 8 * $_[0]] }
sub arg_high { return [$LD, 20 + 8 * $_[0]] }
# The instructions for one system call. Jumps name where they go: ok (allowed), no (refused), or a count.
sub rule {
  my ($name, $errno, @body) = @_;
  my %at = (no => scalar(@body), ok => @body + 1);
  my @code;
  for my $i (0 .. $#body) {
    my ($op, $k, $yes, $else) = @{ $body[$i] };
    my @jump = map { !defined $_ ? 0 : exists $at{$_} ? $at{$_} - $i - 1 : $_ } ($yes, $else);
    push @code, [$op, $k, @jump];
  }
  push @code, refuse($errno), allow();
  return ([$JEQ, $N{$name}, 0, scalar @code], @code);
}
sub refuse_calls { my ($errno, @names) = @_; return map { rule($_, $errno) } @names }
sub one_of { my ($last, @values) = @_; return ((map { [$JEQ, $_, 'ok', 0] } @values[0 .. $#values - 1]), [$JEQ, $values[-1], 'ok', $last]) }

sub common_rules {
  return (
    refuse_calls($ENOSYS, qw(io_uring_setup io_uring_enter io_uring_register clone3)),
    refuse_calls($EPERM, qw(keyctl add_key request_key bpf perf_event_open userfaultfd pidfd_getfd open_by_handle_at
      kexec_load init_module finit_module unshare setns mount umount2 pivot_root mount_setattr open_tree move_mount
      fsopen fsconfig fsmount fspick)),
    rule('clone', $EPERM, arg(0), [$JSET, 0x7e020000, 'no', 'ok']),
  );
}
sub box_rules {
  return (common_rules(),
    rule('socket', $EAFNOSUPPORT, arg(0), one_of('no', 1, 2, 10, 16)),
    rule('socketpair', $EAFNOSUPPORT, arg(0), one_of('no', 1)));
}
sub net_rules {
  my @others = map { $_ & 0xffffffff } map { ($_, -$_) } (1, @secret_pids);
  my @spared = (arg(0), map { [$JEQ, $_, 'no', 0] } @others);
  $spared[-1][3] = 'ok';
  return (common_rules(),
    refuse_calls($EPERM, qw(connect ptrace process_vm_readv process_vm_writev pidfd_send_signal)),
    refuse_calls($ENOSYS, qw(pidfd_open)),
    # Only TCP streams, to listen with; their protocol is pinned since MPTCP and SCTP are streams too.
    rule('socket', $EPERM, arg(0), [$JEQ, 2, 1, 0], [$JEQ, 10, 0, 'no'], arg(1), [$AND, 15], [$JEQ, 1, 0, 'no'],
      arg(2), one_of('no', 0, 6)),
    # A datagram pair can still send to any path or abstract address; streams cannot.
    rule('socketpair', $EPERM, arg(0), [$JEQ, 1, 0, 'no'], arg(1), [$AND, 15], one_of('no', 1, 5)),
    # MSG_FASTOPEN connects without connect.
    rule('sendto', $EPERM, arg(3), [$JSET, 0x20000000, 'no', 0], arg(4), [$JEQ, 0, 0, 'no'], arg_high(4), [$JEQ, 0, 'ok', 'no']),
    rule('sendmsg', $EPERM, arg(2), [$JSET, 0x20000000, 'no', 'ok']),
    rule('sendmmsg', $EPERM, arg(3), [$JSET, 0x20000000, 'no', 'ok']),
    # Another process's limits can end it: only one's own.
    rule('prlimit64', $EPERM, arg(0), [$JEQ, 0, 'ok', 'no']),
    (map { rule($_, $EPERM, @spared) } qw(kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo)));
}
sub install_filter {
  my @rules = @_;
  my $arch = one('arch') eq 'x64' ? 0xc000003e : 0xc00000b7;
  my @x32 = one('arch') eq 'x64' ? ([0x35, 0x40000000, 0, 1], refuse($ENOSYS)) : ();
  my @code = ([$LD, 4], [$JEQ, $arch, 1, 0], refuse($ENOSYS), [$LD, 0], @x32, @rules, allow());
  my $bytes = join '', map { pack 'SCCL', $_->[0], $_->[2] // 0, $_->[3] // 0, $_->[1] } @code;
  my $program = pack 'Sx6P', scalar(@code), $bytes;
  return syscall($N{seccomp}, 1, 0, $program);
}

sub landlock_abi { return one('deny-landlock') ? 0 : sys('landlock_create_ruleset', 0, 0, 1) }
# Reading only below the given read paths, writing only below the given write paths; 0 where it is in force.
sub install_landlock {
  my ($read, $write) = @_;
  my $abi = landlock_abi();
  return -1 if $abi < 1;
  my $bits = $abi >= 5 ? 16 : $abi >= 3 ? 15 : $abi >= 2 ? 14 : 13;
  my $every = (1 << $bits) - 1;
  my $attr = pack('QQQ', $every, 0, $abi >= 6 ? 3 : 0);
  my $set = syscall($N{landlock_create_ruleset}, $attr, $abi >= 6 ? 24 : $abi >= 4 ? 16 : 8, 0);
  return -1 if $set < 0;
  for ([$every & 0b1101, $read], [$every, $write]) {
    my ($bits, $paths) = @$_;
    for my $path (@$paths) {
      sysopen(my $fh, $path, 0x200000) or next;
      my $rule = pack('Ql', -d $path ? $bits : $bits & $every & 0b1100000000000111, fileno $fh);
      return -1 if syscall($N{landlock_add_rule}, $set, 1, $rule, 0) < 0;
    }
  }
  return syscall($N{landlock_restrict_self}, $set, 0);
}

# Gives up every capability, in this process and for all that it will ever start.
sub drop_capabilities {
  for my $cap (0 .. 63) { last if prctl(24, $cap) < 0 }
  sys('prctl', 47, 4, 0, 0, 0);
  my ($head, $none) = (pack('LL', 0x20080522, 0), pack('L6', 0, 0, 0, 0, 0, 0));
  return syscall($N{capset}, $head, $none);
}
sub set_limits {
  my %limit = (4 => 0, 6 => 0 + one('max-processes'));
  for my $resource (keys %limit) {
    my $pair = pack('QQ', $limit{$resource}, $limit{$resource});
    next if $resource == 6 && (!$limit{6} || $skip{'process-limit'});
    syscall($N{prlimit64}, 0, $resource, $pair, 0) < 0 and fail('isolation', "limit $resource: $!");
  }
}
`;
