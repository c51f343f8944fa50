import type { Pipeline, ShellWords } from '../../platform/shell.ts';
import { withoutWrappers } from './wrappers.ts';

/** Programs that drop lines. `grep -v` does not count: it is used to drop noise. */
export const isFilter = ([name = '', ...args]: ShellWords): boolean =>
  /^(?:head|[ef]?grep|rg|sed|awk)$/.test(name) &&
  (hidesFailures(args) || !args.some((word) => /^-[a-zA-Z]*v|^--invert-match$/.test(word)));

/** Programs that drop lines, the first ones too. */
export const dropsLines = ([name = '']: ShellWords): boolean => /^(?:head|tail|[ef]?grep|rg|sed|awk)$/.test(name);

const NEVER = /$^/;

/** Tools that report what is wrong on standard error. */
const REPORTS_ERRORS = /^(?:go|gcc|g\+\+|clang|clang\+\+|cc|c\+\+|rustc|cargo|swiftc|javac|kotlinc|dune|ghc|make)$/;

/** Only lines that fit all of these are shown of what a program prints; `behind` is what it is shown by. */
export function shownPatterns(
  name: string,
  behind: readonly ShellWords[],
  { discards }: Pipeline,
  isLost: boolean,
): RegExp[] {
  if (discards.output || isLost || (discards.errors && REPORTS_ERRORS.test(name))) return [NEVER];
  return behind.flatMap(patternOf);
}

/** What a program shows of the lines it is given; nothing stands for all of them. */
function patternOf([name = '', ...args]: ShellWords): RegExp[] {
  if (name === 'wc') return [NEVER];
  // The last lines of a failure may say nothing of it.
  if (name === 'head') return lineCount(args) === 0 ? [NEVER] : [];
  if (name === 'tail') return lineCount(args) <= 2 || skipsFirst(args) ? [NEVER] : [];
  if (name === 'awk') return [NEVER];
  if (name === 'sed') return args.every((word) => isColourSed(word) || /^-[Eru]+$/.test(word)) ? [] : [NEVER];
  return /^(?:[ef]?grep|rg)$/.test(name) ? grepPattern(name, args) : [];
}

/** `-5`, `-n 5`, `-n5`, `--lines=5`, `-c 5`; ten if nothing says. From a line on, `+5`: all of them. */
function lineCount(args: ShellWords): number {
  const text = args.join(' ');
  if (/(?:^| )(?:-n ?|-c ?|--lines[= ]|--bytes[= ])?\+\d/.test(text)) return Number.POSITIVE_INFINITY;
  const [, count] = /(?:^| )-(?:n ?|c ?|-lines[= ]|-bytes[= ])?(\d+)/.exec(text) ?? [];
  return count === undefined ? 10 : Number(count);
}

/** `tail -n +50`: everything before that line is missing. */
const skipsFirst = (args: ShellWords) =>
  Number(/(?:^| )(?:-n ?|--lines[= ])?\+(\d+)/.exec(args.join(' '))?.[1] ?? 0) > 1;

const hidesFailures = (args: ShellWords) => args.some((word) => /fail|error|✗|✖|×/i.test(word));

/** The pattern of a `grep`; one that never fits if it cannot be read, or if lines are only counted. */
function grepPattern(name: string, args: ShellWords): RegExp[] {
  if (args.some((word) => /^-[a-zA-Z]*v|^--invert-match$/.test(word))) return hidesFailures(args) ? [NEVER] : [];
  const options = args.filter((word) => word.startsWith('-'));
  if (options.some((word) => /^-[a-zA-Z]*[cq]|^--(?:count|quiet|silent)$/.test(word))) return [NEVER];
  const flag = args.findIndex((word) => /^-[a-zA-Z]*e$|^--regexp$/.test(word));
  const source =
    flag >= 0
      ? args[flag + 1]
      : args.find((word, at) => !word.startsWith('-') && !/^-[ABCm]$/.test(args[at - 1] ?? ''));
  const extended = name !== 'grep' || options.some((word) => /^-[a-zA-Z]*[EP]/.test(word));
  const written = extended ? source : source?.replaceAll('\\|', '|').replaceAll('\\(', '(').replaceAll('\\)', ')');
  try {
    return [new RegExp(written ?? '$^', options.some((word) => /^-[a-zA-Z]*i/.test(word)) ? 'i' : '')];
  } catch {
    return [NEVER];
  }
}

/** Programs behind a pipe that leave lines out, but change none. */
const KEEPS_LINES =
  /^(?:tail|head|cat|tee|[ef]?grep|rg|less|more|sort|uniq|nl|wc|ts|col|strings|ansi2txt|tac|column|expand)$/;

/** Whether what stands behind a program in its pipe may print other lines than the program did. */
export const changesLines = (behind: readonly ShellWords[]): boolean =>
  behind.some((words) => {
    const [path = '', ...args] = withoutWrappers(words);
    const name = path.replace(/^.*\//, '');
    if (name === 'sed')
      return args.filter((word) => !/^-(?:[nEru]+|-\w+)$/.test(word)).some((word) => !isPlainSed(word));
    if (name === 'awk') return args.some((word) => /["']|\bsub\(|\bgsub\(|print\s/.test(word));
    if (!KEEPS_LINES.test(name)) return true;
    if (/^(?:tail|head)$/.test(name)) return args.some((word) => /^(?:-c|--bytes)/.test(word));
    return /grep$|^rg$/.test(name) && args.some((word) => /^-\w*o|^--only-matching|^-r$|^--replace/.test(word));
  });

/** Deletes or prints whole lines, or takes colours away. */
const isPlainSed = (script: string) =>
  script
    .split(/[;\n]/)
    .map((one) => one.trim())
    .every(
      (one) =>
        /^(?:(?:\d+|\$|\/(?:[^/\\]|\\.)*\/)(?:, *[+~]?(?:\d+|\$|\/(?:[^/\\]|\\.)*\/))?!?)?[pdqPD]?$/.test(one) ||
        /^-e$/.test(one) ||
        isColourSed(one),
    );

/** `s/\x1b\[[0-9;]*m//g`. */
const isColourSed = (script: string) => /^s(.)(?:\\x1b|\\x1B|\\033|\\o33|\$'\\x1b)[^/]*\1\1g?$/.test(script);
