/** Beyond this, the texts are shown as replaced: finding common lines would take too long. */
const MAX_CELLS = 4_000_000;

export interface DiffLine {
  sign: '-' | '+';
  text: string;
}

/** Removed and added lines, in order. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const was = before.split('\n');
  const is = after.split('\n');
  let head = 0;
  while (head < was.length && head < is.length && was[head] === is[head]) head++;
  let tail = 0;
  while (tail < was.length - head && tail < is.length - head && was.at(-1 - tail) === is.at(-1 - tail)) tail++;
  return differing(was.slice(head, was.length - tail), is.slice(head, is.length - tail));
}

function differing(was: string[], is: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ sign: '-', text });
  const added = (text: string): DiffLine => ({ sign: '+', text });
  if (was.length * is.length > MAX_CELLS) return [...was.map(removed), ...is.map(added)];
  const width = is.length + 1;
  /** Length of the longest common subsequence from here on. */
  const common = new Uint32Array((was.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = was.length - 1; i >= 0; i--)
    for (let j = is.length - 1; j >= 0; j--)
      common[i * width + j] = was[i] === is[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < was.length || j < is.length) {
    if (i < was.length && j < is.length && was[i] === is[j]) {
      i++;
      j++;
    } else if (i < was.length && (j >= is.length || at(i + 1, j) >= at(i, j + 1)))
      lines.push(removed(was[i++] as string));
    else lines.push(added(is[j++] as string));
  }
  return lines;
}
