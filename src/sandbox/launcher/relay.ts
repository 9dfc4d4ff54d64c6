/**
 * The launcher's relay: an HTTP server inside a box listens on a loopback of its own, which nothing outside
 * can reach. A Unix socket that was opened before the box was entered leads to it.
 */
export const LAUNCHER_RELAY = String.raw`
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
      # Not left to the end of the scope: what took the place of a closed STDIN, perl never closes by itself,
      # and whoever calls before the server listens would wait for ever.
      else { close $_ for grep { $_ } $client, $server }
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
sub open_relay {
  my $path = one('relay-socket');
  return undef unless length $path;
  my $s;
  socket($s, 1, 1, 0) and bind($s, pack('Sa*', 1, $path)) and listen($s, 16) or fail('isolation', "relay socket: $!");
  return $s;
}
`;
