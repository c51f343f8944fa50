<?php
require __DIR__ . '/contact.php';
assert(contact(['name' => ' Ana ', 'mail' => 'ana@example.com'])['name'] === 'Ana');
echo "bien\n";
