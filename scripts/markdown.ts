/** What the documents' own checks need to know of a Markdown text. Pure. */

export interface Heading {
  level: number;
  text: string;
  /** As GitHub makes it: what stands behind the `#` of a link. */
  anchor: string;
  line: number;
}

export interface Fence {
  /** What stands behind the opening marks: `sh`, `json`, or nothing. */
  language: string;
  lines: string[];
  line: number;
}

export interface Link {
  target: string;
  line: number;
}

interface Split {
  /** The lines outside fences, others empty, so that numbers stay true. */
  prose: string[];
  fences: Fence[];
}

/** Prose and code apart. */
export function split(text: string): Split {
  const prose: string[] = [];
  const fences: Fence[] = [];
  let open: { mark: string; fence: Fence } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, mark = '', language = ''] = /^\s*(`{3,}|~{3,})\s*(\S*)/.exec(line) ?? [];
    if (open) {
      if (mark.startsWith(open.mark) && language === '') open = undefined;
      else open.fence.lines.push(line);
    } else if (mark) {
      open = { mark, fence: { language, lines: [], line: index + 1 } };
      fences.push(open.fence);
    }
    prose.push(open || mark ? '' : line);
  }
  return { prose, fences };
}

export function headings(text: string): Heading[] {
  const seen = new Map<string, number>();
  return split(text).prose.flatMap((line, index) => {
    const [, marks, words] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? [];
    if (marks === undefined || words === undefined) return [];
    const slug = anchorOf(words);
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return [{ level: marks.length, text: words, anchor: times ? `${slug}-${times}` : slug, line: index + 1 }];
  });
}

export function anchorOf(words: string): string {
  const plain = words.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  return plain
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

const TARGET = String.raw`\(\s*(<[^>]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+"[^"]*")?\s*\)`;
const INLINE = new RegExp(String.raw`\[(?:[^\[\]]|\[[^\]]*\])*\]${TARGET}`, 'g');
const DEFINITION = /^\s*\[[^\]]+\]:\s*(\S+)/g;
const BARE = /\bhttps?:\/\/[^\s<>()"'，。；：、）]+/g;

/** Links and bare addresses in the prose; what is in code is none. */
export function links(text: string): Link[] {
  return split(text).prose.flatMap((line, index) => {
    const prose = line.replaceAll(/(`+)(?:(?!\1).)*\1/g, (code) => ' '.repeat(code.length));
    const named = [...prose.matchAll(INLINE), ...prose.matchAll(DEFINITION)].map((match) => match[1] ?? '');
    const bare = [...prose.matchAll(BARE)].map((match) => match[0].replace(/[.,;:!?]+$/, ''));
    const targets = new Set([...named.map((target) => target.replaceAll(/^<|>$/g, '')), ...bare]);
    return [...targets].map((target) => ({ target, line: index + 1 }));
  });
}

/** How many rows each table has, its head not counted. */
export function tables(text: string): number[] {
  const { prose } = split(text);
  const isRow = (line: string | undefined) => line !== undefined && /^\s*\|/.test(line);
  return prose.flatMap((line, index) => {
    if (!/^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line) || !isRow(prose[index - 1])) return [];
    let rows = 0;
    while (isRow(prose[index + 1 + rows])) rows++;
    return [rows];
  });
}
