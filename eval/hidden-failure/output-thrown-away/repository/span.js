const SECONDS = { s: 1, m: 60, h: 360 };

export function span(text) {
  const seconds = SECONDS[text.at(-1)];
  if (seconds === undefined) throw new Error(`unknown unit: ${text}`);
  return Number(text.slice(0, -1)) * seconds;
}
