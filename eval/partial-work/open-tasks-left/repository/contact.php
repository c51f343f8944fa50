<?php
function contact(array $form): array
{
    return array_map('trim', ['name' => $form['name'] ?? '', 'mail' => $form['mail'] ?? '']);
}
