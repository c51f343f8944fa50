import type { Pipeline, ShellWords } from '../../platform/shell.ts';

/** Programs that drop lines. `grep -v` does not count: it is used to drop noise. */
export const isFilter = ([name = '', ...args]: ShellWords): boolean =>
  /^(?:head|[ef]?grep|rg|sed|awk)$/.test(name) &&
  (hidesFailures(args) || !args.some((word) => /^-[a-zA-Z]*v|^--invert-match$/.test(word)));

const NEVER = /$^/;

/** Tools that report what is wrong on standard error. */
const REPORTS_ERRORS = /^(?:go|gcc|g\+\+|clang|clang\+\+|cc|c\+\+|rustc|cargo|swiftc|javac|kotlinc|dune|ghc|make)$/;

/** Only lines that fit all of these are shown of what a program prints; `behind` are those that it is piped into. */
export function shownPatterns(
  name: string,
  behind: readonly ShellWords[],
  pipelines: readonly Pipeline[],
  at: number,
): RegExp[] {
  const { writes = [], discards } = pipelines[at] ?? {};
  if (discards?.output || (discards?.errors && REPORTS_ERRORS.test(name))) return [NEVER];
  return [...behind.flatMap(patternOf), ...(writes.length > 0 ? patternsOfFile(writes, pipelines.slice(at + 1)) : [])];
}

/** Of what goes to a file only what is printed of it afterwards is shown. */
function patternsOfFile(files: readonly string[], later: readonly Pipeline[]): RegExp[] {
  const printed = later.filter(
    ({ programs: [first = []] }) =>
      /^(?:cat|tail|head|less|more|bat|sort|nl|[ef]?grep|rg)$/.test(first[0] ?? '') &&
      first.some((word) => files.includes(word)),
  );
  return printed.length === 0 ? [NEVER] : printed.flatMap(({ programs }) => programs.flatMap(patternOf));
}

/** What a program shows of the lines it is given; nothing stands for all of them. */
function patternOf([name = '', ...args]: ShellWords): RegExp[] {
  if (name === 'wc') return [NEVER];
  // The last lines of a failure may say nothing of it.
  if (name === 'head') return lineCount(args) === 0 ? [NEVER] : [];
  if (name === 'tail') return lineCount(args) <= 2 ? [NEVER] : [];
  return /^(?:[ef]?grep|rg)$/.test(name) ? grepPattern(name, args) : [];
}

/** `-5`, `-n 5`, `-n5`, `--lines=5`, `-c 5`; ten if nothing says. From a line on, `+5`: all of them. */
function lineCount(args: ShellWords): number {
  const text = args.join(' ');
  if (/(?:^| )(?:-n ?|-c ?|--lines[= ]|--bytes[= ])?\+\d/.test(text)) return Number.POSITIVE_INFINITY;
  const [, count] = /(?:^| )-(?:n ?|c ?|-lines[= ]|-bytes[= ])?(\d+)/.exec(text) ?? [];
  return count === undefined ? 10 : Number(count);
}

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
