package Roman;
use strict;
use warnings;

my @DIGITS = ([10 => 'X'], [5 => 'V'], [1 => 'I']);

sub roman {
    my ($number) = @_;
    my $text = '';
    for my $digit (@DIGITS) {
        while ($number >= $digit->[0]) {
            $text .= $digit->[1];
            $number -= $digit->[0];
        }
    }
    return $text;
}

1;
