use strict;
use warnings;
use Test::More;
use Distance;

my $degree = Distance::kilometres(0, 0, 0, 0.25);
cmp_ok(abs($degree - 27.8), '<', 0.01, 'a quarter of a degree at the equator');
cmp_ok(Distance::kilometres(10, 20, 10, 20), '<', 0.001, 'no distance to itself');
done_testing;
