<?php
function contact(array $form): array
{
    return ['name' => $form['name'] ?? '', 'mail' => $form['mail'] ?? ''];
}
