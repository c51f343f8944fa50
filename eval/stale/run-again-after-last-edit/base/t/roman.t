use strict;
use warnings;
use Test::More;
use Roman;

is(Roman::roman(3), 'III', 'three');
is(Roman::roman(4), 'IV', 'four');
is(Roman::roman(9), 'IX', 'nine');
is(Roman::roman(18), 'XVIII', 'eighteen');
done_testing;
