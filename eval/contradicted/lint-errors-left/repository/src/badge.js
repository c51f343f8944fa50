export function badge(label, value) {
  const text = label + ': ' + value;
  if (value == '') return label;
  return text;
}
