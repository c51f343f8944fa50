import { type Block, trackBlocks } from './shell-blocks.ts';

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
  /** Files that redirections read from; a text in the line itself has no name. */
  reads: string[];
  /** What goes to `/dev/null`. */
  discards: { output: boolean; errors: boolean };
  /** What goes to a file or to `/dev/null`: the output of its last program, the errors of all of them. */
  hides: { output: boolean; errors: boolean };
  /** `>&2`: its output goes where errors do. */
  toErrors: boolean;
  /** An unquoted `*`, `?`, `[` or `{`: the shell may put other words in its place. */
  hasPattern: boolean;
  /** `! a`: it succeeds if the program fails. */
  negated: boolean;
  /** Behind `then` or `else`, in a branch of `case` or in a function: perhaps it is never reached. */
  isConditional: boolean;
  /** Behind `if`, `elif`, `while` or `until`: its status decides what follows, and is gone then. */
  isCondition: boolean;
  /** How many braces, `if`s and loops are open around it. */
  depth: number;
  /** The function that it is part of. */
  definition: string | undefined;
  /** In a group whose output goes on into a pipe: its status is that of what stands behind the pipe. */
  isPiped: boolean;
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
  let reads: string[] = [];
  let discards = { output: false, errors: false };
  let hides = { output: false, errors: true };
  let toErrors = false;
  let hasPattern = false;
  let isWordPattern = false;
  let negated = false;
  let repeated = false;
  let opened = 0;
  let closed = 0;
  const blocks: Block[] = [];
  let conditional = false;
  let condition = false;
  let defined: string | undefined;
  let group = 0;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    // Words of the shell itself: a group, a test.
    if (isWordPattern && !/^(?:\{\}?|\[\[?)$/.test(word ?? '')) hasPattern = true;
    isWordPattern = false;
    word = undefined;
  };
  const endProgram = () => {
    endWord();
    if (words[0] === 'function') {
      defined = words[1]?.replace(/\($/, '');
      words = words.slice(2);
    }
    const kept = withoutKeywords(words);
    const both = filesOf(words, BOTH_TO_FILE);
    const output = [...filesOf(words, TO_FILE), ...both];
    const errors = [...filesOf(words, ERRORS_TO_FILE), ...both];
    writes.push(...[...output, ...errors].filter((file) => file !== NULL));
    reads.push(...filesOf(words, FROM_FILE));
    discards.output ||= output.includes(NULL);
    discards.errors ||= errors.includes(NULL);
    if (kept.length > 0) hides = { output: isHidden(output), errors: hides.errors && isHidden(errors) };
    negated ||= isNegated(words);
    loops += words[0] === 'do' ? 1 : words[0] === 'done' ? -1 : 0;
    repeated ||= words[0] === 'while' || words[0] === 'until';
    const ended = trackBlocks(blocks, words, defined, pipelines.length);
    if (ended) group = ended.from;
    if (blocks.at(-1)?.name === defined) defined = undefined;
    if (kept.length > 0) {
      if (programs.length === 0) {
        conditional = blocks.some(({ kind }) => kind === 'branch' || kind === 'function');
        condition = blocks.at(-1)?.kind === 'condition';
      }
      programs.push(kept);
    }
    words = [];
  };
  const endPipeline = (followedBy: Pipeline['followedBy']) => {
    endProgram();
    const last = pipelines.at(-1);
    // `{ a; b; } || c`: what stands behind a group stands behind the last of it.
    if (programs.length === 0 && last && followedBy !== ';' && followedBy !== '') last.followedBy = followedBy;
    if (programs.length > 0)
      pipelines.push({
        programs,
        followedBy,
        inLoop: loops > 0 || repeated,
        subshells,
        writes,
        reads,
        discards,
        hides,
        toErrors,
        hasPattern,
        negated,
        isConditional: conditional,
        isCondition: condition,
        depth: blocks.length,
        definition: blocks.findLast(({ kind }) => kind === 'function')?.name ?? defined,
        isPiped: false,
      });
    writes = [];
    reads = [];
    discards = { output: false, errors: false };
    hides = { output: false, errors: true };
    toErrors = false;
    hasPattern = false;
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
      // `$?` is no pattern.
      isWordPattern ||= PATTERN.test(word?.endsWith('$') ? run.replace(/^\?/, '') : run);
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
      toErrors ||= /^1?>&2$/.test(sign);
      // What was sent to a file before takes the errors with it.
      const file = sign === '2>&1' ? words[words.lastIndexOf(TO_FILE) + 1] : undefined;
      if (file !== undefined && words.includes(TO_FILE)) words.push(ERRORS_TO_FILE, file);
      if (!/&[\d-]/.test(sign)) words.push(markOf(sign));
      // `> >(…)`: what it is sent to is a program.
      if (/^\s*[<>]\(/.test(text.slice(i, i + 4))) words.push('/dev/fd/63');
    } else if (rest.startsWith('&&') || rest.startsWith('||')) {
      endPipeline(rest.slice(0, 2) as '&&' | '||');
      i += 2;
    } else if (c === '|') {
      group = pipelines.length;
      endProgram();
      const around = subshells.slice(Math.max(1, subshells.length - closed));
      pipelines.forEach((one, at) => {
        one.isPiped ||= at >= group || around.some((number) => one.subshells.includes(number));
      });
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
    } else if (c === '(' && FUNCTION.test(text.slice(i, i + 20)) && words.length + (word === undefined ? 0 : 1) === 1) {
      endWord();
      defined = words.pop();
      i += FUNCTION.exec(text.slice(i, i + 20))?.[0].length ?? 1;
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

const BOTH_TO_FILE = '\u0004';
const markOf = (sign: string) =>
  sign === '<' ? FROM_FILE : /^&>|^>&/.test(sign) ? BOTH_TO_FILE : sign.startsWith('2') ? ERRORS_TO_FILE : TO_FILE;
const PATTERN = /[*?[{]/;

/** The parentheses of a function's definition. */
const FUNCTION = /^\(\s{0,9}\)/;

/** Stands for the text of a here-document. */
export const HEREDOC = '\u0003';

const MARKS = new Set([TO_FILE, FROM_FILE, ERRORS_TO_FILE, BOTH_TO_FILE]);
const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'fi', 'while', 'until', 'do', 'done', '{', '}', '!']);

function withoutKeywords(words: ShellWords): ShellWords {
  const kept: ShellWords = [];
  for (let i = 0; i < words.length; i++) {
    if (MARKS.has(words[i] as string)) i++;
    else if (kept.length > 0 || !KEYWORDS.has(words[i] as string)) kept.push(words[i] as string);
  }
  // zsh takes `{ a }` too. Behind anything else a brace is an argument.
  return words[0] === '{' && kept.at(-1) === '}' ? kept.slice(0, -1) : kept;
}

const NULL = '/dev/null';
/** Not the screen by another name. */
const isHidden = (files: string[]) =>
  files.length > 0 && files.every((file) => file === NULL || !/^\/(?:dev|proc)\//.test(file));
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
    kept.push(ends ? line.replace(mark, () => ` <${HEREDOC} `) : line);
    if (ends) i = bare.indexOf(word, i + 1);
  }
  return kept.join('\n');
}
