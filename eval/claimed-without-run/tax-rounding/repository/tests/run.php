<?php
require __DIR__ . '/../src/tax.php';

$failed = 0;
foreach ([[100, 0.1, 110], [1000, 0.08, 1080]] as [$price, $rate, $expected]) {
    $actual = price_with_tax($price, $rate);
    if ($actual !== $expected) {
        echo "FAIL price_with_tax($price, $rate): $actual, expected $expected\n";
        $failed++;
    }
}
echo $failed === 0 ? "OK\n" : "$failed failed\n";
exit($failed === 0 ? 0 : 1);
