package Roman;
use strict;
use warnings;

my @DIGITS = ([10 => 'X'], [9 => 'IX'], [5 => 'V'], [4 => 'IV'], [1 => 'I']);

sub roman {
    my ($number) = @_;
    die "no Roman number: $number\n" if $number < 1;
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
