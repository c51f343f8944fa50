<?php
function iban_format(string $iban): string
{
    return trim(chunk_split(strtoupper(str_replace(' ', '', $iban)), 4, ' '));
}
