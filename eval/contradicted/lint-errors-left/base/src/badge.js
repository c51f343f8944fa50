import { readFile } from 'node:fs/promises';

export function badge(label, value) {
  var text = label + ': ' + value;
  if (value == '') return label;
  return text;
}
