package Even;
use strict;
use warnings;

sub even { return $_[0] && $_[0] % 2 == 0 }

1;
