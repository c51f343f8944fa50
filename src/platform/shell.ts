/** One program of a command line: its words, unquoted. */
export type ShellWords = string[];

/** Programs joined by pipes, and the operator behind them. */
export interface Pipeline {
  programs: ShellWords[];
  followedBy: '&&' | '||' | ';' | '&' | '';
  /** Between `do` and `done`, or behind `while` and `until`: only the status of the last turn remains. */
  inLoop: boolean;
  /** The parentheses around it by number, the outermost first: a `cd` in there ends with them. */
  subshells: readonly number[];
  /** Files that redirections write to. */
  writes: string[];
  /** What goes to `/dev/null`. */
  discards: { output: boolean; errors: boolean };
  /** `! a`: it succeeds if the program fails. */
  negated: boolean;
}

/** One word for a shell, whatever is in it. */
export const quoteForShell = (word: string) =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** `A=1 B=2 npm test` without what is set for it. */
export function withoutAssignments(words: ShellWords): ShellWords {
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return at === 0 ? words : at < 0 ? [] : words.slice(at);
}

/** More of a command line says nothing new about what it runs. */
const MAX_LENGTH = 4_000;

/**
 * Splits a command line as a shell would, as far as it takes to see what runs and whose exit status remains. It has no
 * grammar, so it never fails: loops and functions come out as their parts, and what is not closed ends with the line.
 * docs/adr/0017 compares it with a full parser.
 */
export function parseShellLine(line: string): Pipeline[] {
  // First: the lines of a heredoc that is cut off would look like commands.
  const text = withoutHeredocs(line).slice(0, MAX_LENGTH);
  const pipelines: Pipeline[] = [];
  let programs: ShellWords[] = [];
  let words: ShellWords = [];
  let word: string | undefined;
  let loops = 0;
  let subshells = [0];
  let writes: string[] = [];
  let discards = { output: false, errors: false };
  let negated = false;
  let repeated = false;
  let opened = 0;
  let closed = 0;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endProgram = () => {
    endWord();
    const kept = withoutKeywords(words);
    const output = filesOf(words, TO_FILE);
    const errors = filesOf(words, ERRORS_TO_FILE);
    writes.push(...[...output, ...errors].filter((file) => file !== NULL));
    discards.output ||= output.includes(NULL);
    discards.errors ||= errors.includes(NULL);
    negated ||= isNegated(words);
    loops += words[0] === 'do' ? 1 : words[0] === 'done' ? -1 : 0;
    repeated ||= words[0] === 'while' || words[0] === 'until';
    if (kept.length > 0) programs.push(kept);
    words = [];
  };
  const endPipeline = (followedBy: Pipeline['followedBy']) => {
    endProgram();
    if (programs.length > 0)
      pipelines.push({ programs, followedBy, inLoop: loops > 0 || repeated, subshells, writes, discards, negated });
    writes = [];
    discards = { output: false, errors: false };
    negated = false;
    repeated = false;
    subshells = subshells.slice(0, Math.max(1, subshells.length - closed));
    closed = 0;
    programs = [];
  };
  for (let i = 0; i < text.length; ) {
    PLAIN.lastIndex = i;
    const run = PLAIN.exec(text)?.[0];
    if (run !== undefined) {
      word = (word ?? '') + run;
      i += run.length;
      continue;
    }
    const c = text[i] as string;
    if (c === ' ') {
      endWord();
      i++;
      continue;
    }
    const rest = text.slice(i, i + 3);
    if (c === '\\') {
      if (text[i + 1] !== '\n') word = (word ?? '') + (text[i + 1] ?? '');
      i += 2;
    } else if (c === "'" || c === '"') {
      const end = closing(text, i);
      word = (word ?? '') + text.slice(i + 1, end);
      i = end + 1;
    } else if (c === '$' && text[i + 1] === '(') {
      const end = balanced(text, i + 1);
      word = (word ?? '') + text.slice(i, end + 1);
      i = end + 1;
    } else if (REDIRECTION.test(rest) && (word === undefined || /^\d$/.test(word) || c === '>')) {
      // A redirection: neither a word nor the end of a command.
      if (word !== undefined && /^\d$/.test(word)) word = undefined;
      endWord();
      const [sign = c] = REDIRECTION.exec(text.slice(i, i + 6)) ?? [];
      i += sign.length;
      if (!/&[\d-]/.test(sign)) words.push(sign === '<' ? FROM_FILE : sign.startsWith('2') ? ERRORS_TO_FILE : TO_FILE);
    } else if (rest.startsWith('&&') || rest.startsWith('||')) {
      endPipeline(rest.slice(0, 2) as '&&' | '||');
      i += 2;
    } else if (c === '|') {
      endProgram();
      i += rest.startsWith('|&') ? 2 : 1;
    } else if (c === ';' || c === '\n') {
      endPipeline(';');
      i++;
    } else if (c === '&') {
      endPipeline('&');
      i++;
    } else if (c === '#' && word === undefined) {
      const end = text.indexOf('\n', i);
      i = end < 0 ? text.length : end;
    } else if (/\s/.test(c)) {
      endWord();
      i++;
    } else if (c === ')' || (c === '(' && word === undefined)) {
      endWord();
      if (c === ')') closed++;
      else subshells = [...subshells, ++opened];
      i++;
    } else {
      word = (word ?? '') + c;
      i++;
    }
  }
  endPipeline('');
  return pipelines;
}

/** Characters without a meaning to the shell. A digit may be the number of a redirected stream. */
const PLAIN = /(?:[^\s\\'"$&|;<>()#\d]|\d(?!>))+/y;
const REDIRECTION = /^(?:\d?>&\d?-?|&>>?|\d?>>?\|?|<)/;
/** These mark the next word as the file of a redirection, which is not an argument. */
const TO_FILE = '\u0000';
const FROM_FILE = '\u0001';
const ERRORS_TO_FILE = '\u0002';

const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'fi', 'while', 'until', 'do', 'done', '{', '}', '!']);

function withoutKeywords(words: ShellWords): ShellWords {
  const kept: ShellWords = [];
  for (let i = 0; i < words.length; i++) {
    if (words[i] === TO_FILE || words[i] === FROM_FILE || words[i] === ERRORS_TO_FILE) i++;
    else if (kept.length > 0 || !KEYWORDS.has(words[i] as string)) kept.push(words[i] as string);
  }
  // zsh takes `{ a }` too. Behind anything else a brace is an argument.
  return words[0] === '{' && kept.at(-1) === '}' ? kept.slice(0, -1) : kept;
}

const NULL = '/dev/null';
const filesOf = (words: ShellWords, sign: string) => words.filter((_, at) => words[at - 1] === sign);

const isNegated = (words: ShellWords) => words[words.findIndex((word) => !KEYWORDS.has(word)) - 1] === '!';

function closing(text: string, open: number): number {
  const quote = text[open];
  for (let i = open + 1; i < text.length; i++) {
    if (text[i] === '\\' && quote === '"') i++;
    else if (text[i] === quote) return i;
  }
  return text.length;
}

function balanced(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "'" || text[i] === '"') i = closing(text, i);
    else if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return text.length;
}

function withoutHeredocs(text: string): string {
  if (!text.includes('<<')) return text;
  const lines = text.split('\n');
  const bare = lines.map((line) => line.replace(/^[\t ]+/, ''));
  const last = new Map(bare.map((line, i) => [line, i]));
  const kept: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const [mark = '', , word = ''] = /<<-?\s*(['"]?)\\?([\w.-]+)\1/.exec(line) ?? [];
    const ends = mark !== '' && (last.get(word) ?? -1) > i;
    kept.push(ends ? line.replace(mark, '') : line);
    if (ends) i = bare.indexOf(word, i + 1);
  }
  return kept.join('\n');
}
