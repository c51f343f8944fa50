import type { ShellWords } from '../../platform/shell.ts';
import type { CommandKind } from '../evidence.ts';
import { BY_NAME, BY_SUBCOMMAND, SCRIPT_RUNNERS, type Subcommands } from './programs.ts';

/** What a program with its arguments is run for, and in which ecosystem. */
export interface Purpose {
  kind: CommandKind;
  /** A later run of the same kind in the same ecosystem can resolve a failed one. */
  ecosystem: string;
  /** The known program; undefined for a script, of which only the name is known. */
  tool?: string | undefined;
  /** The files or names it was narrowed to; empty: everything. */
  targets: string[];
}

const namePart = (words: string) => new RegExp(`(?:^|[:_./-])(?:${words})(?:$|[:_./-])`, 'i');
const SCRIPTS: [RegExp, CommandKind][] = [
  // Building the tests runs none.
  [/^(?:build|compile|bundle)[:_-](?:.+[:_-])?(?:tests?|e2e|specs?)$/i, 'build'],
  [namePart('type-?checks?|check[-:_]?types?|types?|tsc|mypy|pyright'), 'types'],
  [namePart('lint|eslint|biome|format|fmt|prettier|ruff|clippy|style'), 'lint'],
  [namePart('tests?|spec|specs|e2e|unit|integration|vitest|jest|pytest|coverage|cov|playwright|cypress|测试'), 'test'],
  [namePart('build|compile|bundle|dist|package|构建'), 'build'],
  [namePart('check|checks'), 'lint'],
];

/** By the name of a script or target. */
export const kindOfScript = (name: string): CommandKind =>
  SCRIPTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';

/** Options that only print something about the program. */
const ONLY_PRINTS =
  /^(?:--?help|--?version|--list|--list-?tests?|--collect-only|--co|--dry-run|--no-run|--showConfig|--print-config|--init)$/i;
/** The same if there is no other argument. */
const PRINTS_ALONE = /^-[hvV]$/;
/** Except where it makes a run verbose. */
const VERBOSE_RUN = /^(?:(?:py\.?test|unittest|tox|nox|nose2) -v|ctest -V)$/;
/** Programs that run other tools, so that those can resolve their failures. */
const RUNS_OTHERS = /^(?:tox|nox|nyc|c8|gotestsum|golangci-lint|pre-commit)$/;
/** A subcommand that narrows nothing. */
const PLAIN_ACTION = /^(?:run|check|lint|ci|analy[sz]e)$/;

const TEST_FILE =
  /(?:^|\/)(?:tests?|spec|__tests__)\/|(?:^|[/._-])(?:test|tests|spec|specs)(?:[._-][\w.-]*)?\.\w+$|(?:^|\/)run-?tests?\b/i;

/** What one program was run for. Wrappers (`sudo`, `npx`, `timeout 60`) have been removed from its words. */
export function purposeOf([path = '', ...args]: ShellWords): Purpose {
  const name = path
    .replace(/^.*\//, '')
    .replace(/\.(?:exe|cmd|bat|phar)$/, '')
    .replace(/(?<=\w)@[\w.^~-]+$/, '');
  const other: Purpose = { kind: 'other', ecosystem: name, targets: [] };
  if (onlyPrints(name, args)) return other;
  const program = name === 'gradlew' ? 'gradle' : name === 'mvnw' ? 'mvn' : name;
  const known = BY_NAME.get(program);
  const tool = RUNS_OTHERS.test(program) ? undefined : program;
  if (known) return { ...known, tool, targets: targetsIn(args.filter((word) => !PLAIN_ACTION.test(word))) };
  const ruled = BY_SUBCOMMAND.get(program);
  if (ruled) return subcommand(ruled, tool, args);
  const ecosystem = SCRIPT_RUNNERS.get(program);
  if (ecosystem) return script(program, ecosystem, args) ?? other;
  return file(program, path, args) ?? other;
}

function onlyPrints(name: string, args: ShellWords): boolean {
  if (args.some((word) => ONLY_PRINTS.test(word))) return true;
  return args.length === 1 && PRINTS_ALONE.test(args[0] as string) && !VERBOSE_RUN.test(`${name} ${args[0]}`);
}

function subcommand(
  { ecosystem, kinds, anywhere }: Subcommands,
  program: string | undefined,
  args: ShellWords,
): Purpose {
  const plain = withoutOptions(args).filter((word) => !word.startsWith('+'));
  const isSkipped = args.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(word));
  const kind = kinds.find(([pattern]) => pattern.test(plain.join(' ')))?.[1] ?? 'other';
  // Several tasks do not narrow each other, except one of a part of the project (`:app:test`).
  const targets = anywhere
    ? targetsIn(args).filter((word) => /^-|:/.test(word))
    : targetsIn(args.slice(args.indexOf(plain[0] ?? '') + 1));
  // `cargo fmt` and `cargo clippy` are different tools; every way to test is the same one.
  const tool = kind === 'lint' ? `${program} ${plain[0]}` : program;
  return { kind: isSkipped && kind === 'test' ? 'build' : kind, ecosystem, tool, targets };
}

/** One failed target of several fails them all; the first of these kinds counts. */
const BY_WEIGHT: CommandKind[] = ['test', 'build', 'types', 'lint', 'other'];

function script(program: string, ecosystem: string, args: ShellWords): Purpose | undefined {
  const words = withoutOptions(args);
  const [first = '', ...rest] = words;
  if (/^(?:g?make|ninja|just|task)$/.test(program)) {
    if (args.includes('-n')) return undefined;
    const targets = words.filter((word) => !word.includes('='));
    const named = targets.map((word) => (word === 'all' ? 'build' : word === 'check' ? 'test' : kindOfScript(word)));
    const kind = targets.length === 0 ? 'build' : BY_WEIGHT.find((kind) => named.includes(kind));
    return { kind: kind ?? 'other', ecosystem, targets: [] };
  }
  if (/^(?:t|tst|test)$/.test(first)) return { kind: 'test', ecosystem, targets: targetsIn(rest) };
  if (program === 'bun' && first === 'build') return { kind: 'build', ecosystem, targets: targetsIn(rest) };
  if (/^(?:run|run-script|rum|urn|run-many|affected)$/.test(first)) {
    const named = rest[0]?.split(':').at(program === 'nx' ? 1 : 0) ?? rest[0] ?? '';
    return {
      kind: kindOfScript(program === 'nx' ? named : (rest[0] ?? '')),
      ecosystem,
      targets: targetsIn(rest.slice(1)),
    };
  }
  if (program === 'yarn' && first === 'workspace') return script(program, ecosystem, rest.slice(1));
  // npm takes only its own commands without `run`; the others take a script's name.
  if (program === 'npm') return undefined;
  if (
    /^(?:install|add|remove|i|ci|x|dlx|exec|why|audit|create|init|publish|pack|link|store|dedupe|outdated|up|upgrade|update)$/.test(
      first,
    )
  )
    return undefined;
  // `pnpm playwright install`: a known program needs no guess by the script's name.
  if (BY_NAME.has(first) || BY_SUBCOMMAND.has(first)) return purposeOf(args.slice(args.indexOf(first)));
  return { kind: kindOfScript(first), ecosystem, targets: targetsIn(rest) };
}

/** A file: `node test/a.js`, `python tests/run.py`, `./run-tests.sh`, `node --test`, `manage.py test`. */
function file(program: string, path: string, args: ShellWords): Purpose | undefined {
  const interpreter = /^(?:node|tsx|ts-node|python\d?(?:\.\d+)?|ruby|php|perl|bash|sh|zsh|java|lua|Rscript)$/.test(
    program,
  );
  const ecosystem = /^(?:node|tsx|ts-node)$/.test(program) ? 'js' : /^python/.test(program) ? 'python' : program;
  if (!interpreter)
    return TEST_FILE.test(path) ? { kind: 'test', ecosystem: 'script', targets: targetsIn(args) } : undefined;
  if (ecosystem === 'js' && args.includes('--test')) return { kind: 'test', ecosystem, targets: targetsIn(args) };
  if (args.includes('-e') || args.includes('-c') || args.includes('-p')) return undefined;
  const [named, ...rest] = withoutOptions(args);
  if (named === undefined) return undefined;
  if (/(?:^|\/)manage\.py$/.test(named))
    return rest[0] === 'test' ? { kind: 'test', ecosystem, targets: rest.slice(1) } : undefined;
  if (TEST_FILE.test(named)) return { kind: 'test', ecosystem, targets: [named, ...targetsIn(rest)] };
  const kind = kindOfScript(named.replace(/\.\w+$/, '').replace(/^.*\//, ''));
  return kind === 'other' ? undefined : { kind, ecosystem, targets: [named] };
}

/** Options with a value, which is not the name of a script. */
const WITH_VALUE =
  /^(?:-w|--workspace|--prefix|-C|--cwd|--filter|-F|--dir|-f|-j|--require|--import|-p|--project|-m|-x|--exclude-task|-pl|--projects|--manifest-path|--tests)$/;

function withoutOptions(args: ShellWords): ShellWords {
  const kept: ShellWords = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    if (word === '--') return [...kept, ...args.slice(i + 1)];
    if (word.startsWith('-')) i += WITH_VALUE.test(word) ? 1 : 0;
    else kept.push(word);
  }
  return kept;
}

const BY_PATTERN =
  /^(?:-t|-k|-g|--grep|--testNamePattern|--filter|-run|--tests|-pl|--projects|--testPathPatterns?)(?:=(.*))?$/;
/** Options that narrow a run by themselves. */
const NARROWING =
  /^(?:--lf|--last-failed|--sw|--stepwise|--changed|--onlyChanged|--onlyFailures|--only-failures|--lib|--bins|--doc|-short|--shard=.*|--run=.*|-D(?:it\.)?test=.*)$/;

/** What narrows a run: files, names, and the patterns of `-t`, `-k` and the like. */
function targetsIn(args: ShellWords): string[] {
  const targets: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    const pattern = BY_PATTERN.exec(word);
    if (pattern) targets.push(`${word}${pattern[1] === undefined ? ` ${args[++i] ?? ''}` : ''}`);
    else if (NARROWING.test(word)) targets.push(word);
    else if (!word.startsWith('-') && !/^(?:\.|\.\/\.\.\.|\d+|(?:src|tests?)\/?|run)$/.test(word)) targets.push(word);
  }
  return targets.sort();
}
