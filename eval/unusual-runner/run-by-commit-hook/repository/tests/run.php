<?php
require __DIR__ . '/../src/iban.php';

$cases = [
    'DE02120300000000202051' => 'DE02 1203 0000 0000 2020 51',
    'at483200000012345864' => 'AT48 3200 0000 1234 5864',
    'DE02 1203 0000 0000 2020 51' => 'DE02 1203 0000 0000 2020 51',
    '' => '',
];
$failed = 0;
foreach ($cases as $iban => $expected) {
    if (iban_format($iban) !== $expected) {
        echo "not ok: '$iban' gives '", iban_format($iban), "'\n";
        $failed++;
    }
}
echo count($cases) - $failed, " ok, $failed failed\n";
exit($failed ? 1 : 0);
