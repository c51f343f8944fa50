use strict;
use warnings;
use Test::More;
use Roman;

for my $number (0, -3) {
    ok(!eval { Roman::roman($number); 1 }, "$number dies");
    like($@, qr/no Roman number/, 'and says why');
}
done_testing;
