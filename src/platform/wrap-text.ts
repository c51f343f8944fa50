import { widthOf } from './columns.ts';

/** Lines of at most `width` columns, broken between words, or between any two Chinese characters. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = [];
    let current = '';
    for (const piece of line.match(PIECES) ?? []) {
      if (current !== '' && widthOf((current + piece).trimEnd()) > width) {
        lines.push(current.trimEnd());
        current = piece.trimStart();
      } else current += piece;
      while (widthOf(current.trimEnd()) > width) {
        const head = fitting(current, width);
        lines.push(head);
        current = current.slice(head.length);
      }
    }
    return [...lines, current.trimEnd()];
  });
}

/** A wide character with the punctuation that must not begin a line, or a word with the space behind it. */
const PIECES = /[\u2e80-\u9fff\uf900-\ufaff][，。、；：！？）」』】]*|[^\s\u2e80-\u9fff\uf900-\ufaff]+\s*|\s+/gu;

function fitting(text: string, width: number): string {
  let head = '';
  for (const letter of text) {
    if (widthOf(head + letter) > width) break;
    head += letter;
  }
  return head;
}
