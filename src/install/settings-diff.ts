import { positionAt } from '../platform/json/parse.ts';
import { applyChange, type TextChange } from '../platform/json/text-changes.ts';

/** Every change as lines with `-` and `+`. Without context lines, because those may contain secrets. */
export function diffLines(path: string, text: string, changes: TextChange[]): string[] {
  let current = text;
  return changes.flatMap((change) => {
    const { at: offset, removed, inserted } = change;
    const before = current;
    current = applyChange(before, change);
    const [shownIn, shown] = removed ? [before, removed] : [current, inserted];
    const { line } = positionAt(shownIn, offset + shown.search(/[^\s,]/));
    return [`@@ ${path}:${line} @@`, ...prefixedLines('-', removed), ...prefixedLines('+', inserted)];
  });
}

const prefixedLines = (sign: string, text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .filter((line) => !/^\s*,?$/.test(line))
    .map((line) => `${sign} ${line}`.trimEnd());
