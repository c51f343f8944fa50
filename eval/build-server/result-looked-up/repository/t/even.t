use strict;
use warnings;
use Test::More;
use Even;

ok(Even::even(4), 'four');
ok(!Even::even(7), 'seven');
ok(Even::even(0), 'zero');
done_testing;
