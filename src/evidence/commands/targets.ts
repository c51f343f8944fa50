import type { ShellWords } from '../../platform/shell.ts';

/** Options with a value, which is not the name of a task or subcommand. */
const WITH_VALUE =
  /^(?:-w|--workspace|--prefix|-C|--cwd|--filter|-F|--dir|-f|-j|--jobs|--require|--import|-p|--project|-m|-x|--exclude-task|-pl|--projects|--manifest-path|--tests|--concurrency|--config|-scheme|-destination|-project|-workspace|-sdk|-configuration|-derivedDataPath|--build-file|--settings)$/;
/** Further options with a value that narrows nothing. */
const VALUE_WITHOUT_MEANING =
  /^(?:-timeout|--timeout|-tags|--tags|-count|-parallel|-cpu|-coverprofile|-o|--output|-c|--configuration|--features|--target-dir|--profile|--logger|--framework|--verbosity|-l|--max-warnings|--ext|--reporters?|--maxWorkers|-n|--numprocesses|--tb|--maxfail|-W|--cov|--cov-report|--durations|--junitxml|--format|-format|--target|--rcfile|-D|--define|--dart-define|--ignore|--deselect|--parallel|--seed|--log-level|--env|-e|--color|-v|-r|-d|--device|--fail-on|--show-trace)$/;

export function withoutOptions(args: ShellWords): ShellWords {
  const kept: ShellWords = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    if (word === '--') return [...kept, ...args.slice(i + 1)];
    if (word.startsWith('-')) i += WITH_VALUE.test(word) ? 1 : 0;
    else kept.push(word);
  }
  return kept;
}

/** Options whose value is a pattern of tests, files or parts of the project. */
const BY_PATTERN =
  /^(?:-t|-k|-g|--grep|--testNamePattern|--filter|-run|--tests|-pl|--projects|-m|-p|--package|--test|--bin|--example|--name|--plain-name|--testPathPatterns?|-only-testing|--group|--exclude-group|--test-name-pattern|--spec|-bench)(?:[=:](.*))?$/;
/** Options that narrow a run by themselves. */
const NARROWING =
  /^(?:--lf|--last-failed|--ff|--sw|--stepwise|--changed|--onlyChanged|--onlyFailures|--only-failures|--lib|--bins|--doc|--failed|--stale|--shard=.*|--run=.*|-D(?:it\.)?test=.*|-only-testing:.*)$/;
/** Whatever stands here, everything is run. */
const WHOLE =
  /^(?:\.|\.\/|\.\/\.\.\.|\.\.\.|\/\/\.\.\.|::|\d+\w?|(?:\.\/)?(?:src|tests?|lib|app|spec|\*\*?)\/?(?:\*\*?(?:\/\*)?)?|run|all|watch|--run)$/;

/** Options of package managers and task runners that pick a part of the project. */
const PART_OPTION = /^(?:-w|--workspace|--filter|-F|--scope|--only|--projects?)(?:=(.+))?$/;

/** The parts of the project that a task is run in, as targets: `npm test -w api`, `yarn workspace api test`. */
export function partTargets(args: ShellWords): string[] {
  return args.flatMap((word, at) => {
    const [option, value] = PART_OPTION.exec(word) ?? [];
    const named = option === undefined ? (word === 'workspace' ? args[at + 1] : undefined) : (value ?? args[at + 1]);
    // `!docs` and `[main]` leave parts out, or name a commit.
    if (named === undefined || /^[-!{[*]|\*/.test(named)) return [];
    return [`--package ${named.replaceAll(/^\.\.\.|\.\.\.$|^\.\//g, '')}`];
  });
}

/** What narrows a run: files, names, and the patterns of `-t`, `-k` and the like. */
export function targetsIn(args: ShellWords): string[] {
  const targets: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    const pattern = BY_PATTERN.exec(word);
    if (pattern) {
      const value = pattern[1] ?? args[++i] ?? '';
      if (!WHOLE.test(value)) targets.push(`${word.replace(/[=:].*/, '')} ${value}`);
    } else if (NARROWING.test(word)) targets.push(word);
    else if (word.startsWith('-')) i += takesValue(word, args[i + 1]) ? 1 : 0;
    else if (!WHOLE.test(word) && !/^\w+=/.test(word)) targets.push(word);
  }
  return targets.sort();
}

/** Most of these letters are also options without a value: then a path or another option follows. */
const takesValue = (word: string, next = '') =>
  (WITH_VALUE.test(word) && word !== '-x') ||
  // `gradle build -x test`, but `pytest -x tests/a.py`.
  ((VALUE_WITHOUT_MEANING.test(word) || word === '-x') && !/^[-.]|\/|\.\w+$/.test(next));

/** Folders that belong to the whole of a project, and folders that hold parts of it. */
const COMMON_FOLDER =
  /^(?:src|lib|app|source|sources|tests?|__tests__|specs?|e2e|unit|integration|internal|pkg|cmd|main|scripts|bin)$/i;
const FOLDER_OF_PARTS = /^(?:packages|apps|services|crates|modules|libs|projects|components|plugins|examples)$/i;

/** The part of the project that a file or folder belongs to; undefined: the whole of it. */
export function partOfPath(folders: readonly string[]): string | undefined {
  const [first = '', second] = folders;
  if (FOLDER_OF_PARTS.test(first)) return second;
  return first === '' || COMMON_FOLDER.test(first) ? undefined : first;
}

/** The parts of the project that a run was narrowed to; undefined in it: the whole. */
export function partsOfProject(targets: readonly string[]): (string | undefined)[] {
  return targets.flatMap((target) => {
    const named = /^(?:--package|-p|--project|-pl|--projects) (.+)$/.exec(target)?.[1];
    if (named !== undefined) return named.split(',').map((name) => name.replace(/^.*[/:]/, ''));
    if (target.startsWith('-')) return [];
    const task = /^:(?:.+:)?([^:]+):\w+$/.exec(target)?.[1];
    if (task !== undefined) return [task];
    const path = target.replace(/^(?:\.\/|\/\/)/, '').replace(/\/?\.\.\.$|::.*$/, '');
    return [partOfPath(path.split('/').slice(0, /\.\w+$/.test(path) ? -1 : undefined))];
  });
}

/** Whether a run of these targets includes a run of those. */
export function coversTargets(later: readonly string[], earlier: readonly string[]): boolean {
  if (later.length === 0) return true;
  if (earlier.length === 0) return false;
  const [laterFilters, laterPaths] = split(later);
  const [filters, paths] = split(earlier);
  return (
    (laterFilters.length === 0 || (filters.length > 0 && filters.every((one) => coversFilter(laterFilters, one)))) &&
    (laterPaths.length === 0 ||
      (paths.length > 0 && paths.every((path) => laterPaths.some((wider) => isInPath(wider, path)))))
  );
}

const split = (targets: readonly string[]) =>
  [targets.filter((target) => target.startsWith('-')), targets.filter((target) => !target.startsWith('-'))] as const;

/** `-run A|B`: a pattern finds every name that it is a part of. */
function coversFilter(wider: string[], filter: string): boolean {
  const [option = '', value = ''] = optionAndValue(filter);
  const found = wider
    .filter((one) => optionAndValue(one)[0] === option)
    .flatMap((one) => alternatives(optionAndValue(one)[1] ?? ''));
  return alternatives(value).every((name) =>
    found.some((other) => name === other || (/^[\w ./:-]+$/.test(other) && name.includes(other))),
  );
}

const optionAndValue = (filter: string) => {
  const at = filter.indexOf(' ');
  return at < 0 ? [filter, ''] : [filter.slice(0, at), filter.slice(at + 1)];
};

const alternatives = (pattern: string) => pattern.replace(/^\^?\(?(.*?)\)?\$?$/, '$1').split('|');

/** `./a/...` includes `./a/b`, `tests` includes `tests/a.py`, and a file each test in it. */
function isInPath(wider: string, path: string): boolean {
  const clean = (text: string) =>
    text
      .replace(/^\.\//, '')
      .replace(/\/?\.\.\.$/, '')
      .replace(/\/$/, '');
  const [a, b] = [clean(wider), clean(path)];
  return (
    a === b ||
    a === '' ||
    b.startsWith(`${a}/`) ||
    b.startsWith(`${a}::`) ||
    b.startsWith(`${a}:`) ||
    b.startsWith(`${a}#`)
  );
}
