package Distance;
use strict;
use warnings;
use Math::Trig qw(great_circle_distance deg2rad);

# Kilometres between two points given in degrees.
sub kilometres {
    my ($lat1, $lon1, $lat2, $lon2) = @_;
    my @from = (deg2rad($lon1), deg2rad(90 - $lat1));
    my @to   = (deg2rad($lon2), deg2rad(90 - $lat2));
    return great_circle_distance(@from, @to, 3959);
}

1;
