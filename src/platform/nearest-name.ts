/** The known name that a typing mistake most likely meant, if any is close enough. */
export function nearestName(typed: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, steps: name !== typed && name.startsWith(typed) ? 1 : distance(typed, name) }))
    .sort((a, b) => a.steps - b.steps || a.name.length - b.name.length);
  const best = ranked[0];
  if (best === undefined) return undefined;
  // Two wrong letters are half of a short name: `tcsh` does not mean `bash`.
  const most = best.name.length < 5 ? 1 : Math.max(2, best.name.length / 3);
  return best.steps <= most ? best.name : undefined;
}

/** Letters to add, remove or replace, and neighbours to swap. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const areSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = areSwapped ? (beforeLast[j - 2] as number) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, swapped, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    beforeLast = row;
    row = next;
  }
  return row[b.length] as number;
}
