import type { ShellWords } from '../../platform/shell.ts';
import { FORMATTERS } from './programs.ts';

/** Options that only print something about the program, or stop before anything runs. */
const ONLY_PRINTS =
  /^(?:--?help|--?version|--versions|--usage|--list|--list-?tests?|-list(?:=.*)?|--collect-?only|--co|--dry(?:-?run)?(?:=.*)?|--showConfig|--print-config|--init|--setup-(?:show|plan|only)|--fixtures|--markers|--listTests|--just-print|--recon|--show-config|--env-info|--help-all|--clearCache|--clear-cache|--count|--show-only|--tests-regex-list|--notest|--no-run-tests|--listFilesOnly|--listFiles-only|--noCheck)$/i;
/** The same if there is no other argument. */
const PRINTS_ALONE = /^-[hvV?]$/;
/** Except where it makes a run verbose. */
const VERBOSE_RUN = /^(?:(?:py\.?test|unittest|tox|nox|nose2|behave|prove|rspec) -v|ctest -V)$/;
/** Short options, or a first word, with which these only list. */
const LISTS_WITH = new Map([
  ['tox', /^-l$/],
  ['nox', /^-l$/],
  ['ctest', /^-N$/],
  ['ant', /^-p$/],
  ['vitest', /^(?:list|bench)$/],
  ['nyc', /^(?:report|merge|instrument|check-coverage)$/],
  ['c8', /^(?:report|check-coverage)$/],
  ['golangci-lint', /^(?:linters|formatters|cache|config|version|help|completion)$/],
]);
/** The same wherever these stand. */
const PRINTS_ANYWHERE = new Map([
  ...['vitest', 'jest', 'mocha', 'ava', 'eslint', 'tsc', 'vue-tsc', 'npm', 'pnpm'].map(
    (name) => [name, /^-[hvV?]$/] as const,
  ),
  ['go', /^-n$/],
  ['tox', /^-n$/],
  ['rake', /^(?:-n|-P|-T|-D)$/],
  ['prove', /^-D$/],
  ['bats', /^-c$/],
  ['gradle', /^-m$/],
  ['task', /^-n$/],
  ['go-task', /^-n$/],
]);

/** Whether these arguments make a program print something, and run nothing. */
export function onlyPrints(name: string, args: ShellWords): boolean {
  if (LISTS_WITH.get(name)?.test(args[0] ?? '')) return true;
  // What stands behind `--` is for somebody else.
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (own.some((word) => PRINTS_ANYWHERE.get(name)?.test(word))) return true;
  if (args.some((word) => ONLY_PRINTS.test(word)) && !(args.includes('--dry-run') && FORMATTERS.has(name))) return true;
  return args.length === 1 && PRINTS_ALONE.test(args[0] as string) && !VERBOSE_RUN.test(`${name} ${args[0]}`);
}

/** `npm test -- -v`: of a task it is not known whether that makes it verbose, or print its version. */
export const mayOnlyPrint = (args: ShellWords): boolean =>
  args.includes('--') && args.slice(args.indexOf('--') + 1).some((word) => /^-[hvV?]$/.test(word));
