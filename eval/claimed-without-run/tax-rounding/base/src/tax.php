<?php
function price_with_tax(int $price, float $rate): int
{
    return (int) ($price * (1 + $rate));
}
