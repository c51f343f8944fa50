import type { ShellWords } from '../../platform/shell.ts';
import type { Kind } from '../facts.ts';
import { BY_NAME, BY_SUBCOMMAND, SCRIPT_RUNNERS, type Subcommands } from './programs.ts';

/** What a program with its arguments is run for, and in which ecosystem. */
export interface Purpose {
  kind: Kind;
  /** Runs of the same kind in the same ecosystem can make up for each other. */
  family: string;
  /** The program that is known; none where somebody wrote into a file what is run. */
  tool?: string | undefined;
  /** What it was narrowed to: files, names. None: all there is. */
  targets: string[];
}

const part = (words: string) => new RegExp(`(?:^|[:_./-])(?:${words})(?:$|[:_./-])`, 'i');
const SCRIPTS: [RegExp, Kind][] = [
  // What is built for tests has not been tested.
  [/^(?:build|compile|bundle)[:_-](?:.+[:_-])?(?:tests?|e2e|specs?)$/i, 'build'],
  [part('type-?checks?|check[-:_]?types?|types?|tsc|mypy|pyright'), 'types'],
  [part('lint|eslint|biome|format|fmt|prettier|ruff|clippy|style'), 'lint'],
  [part('tests?|spec|specs|e2e|unit|integration|vitest|jest|pytest|coverage|cov|playwright|cypress|测试'), 'test'],
  [part('build|compile|bundle|dist|package|构建'), 'build'],
  [part('check|checks'), 'lint'],
];

/** The name of a script or target. */
export const kindOfScript = (name: string): Kind => SCRIPTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';

/** Says something about the program and runs nothing. */
const ONLY_ASKS =
  /^(?:--?help|--?version|--list|--list-?tests?|--collect-only|--co|--dry-run|--no-run|--showConfig|--print-config|--init)$/i;
/** The same if there is nothing else. */
const ASKS_ALONE = /^-[hvV]$/;
/** But here it is a run that says more. */
const SAYS_MORE = /^(?:(?:py\.?test|unittest|tox|nox|nose2) -v|ctest -V)$/;
/** Run what other tools may run as well. */
const RUNS_OTHERS = /^(?:tox|nox|nyc|c8|gotestsum|golangci-lint|pre-commit)$/;
/** What a tool is told to do with all there is. */
const PLAIN_ACTION = /^(?:run|check|lint|ci|analy[sz]e)$/;

const TEST_FILE =
  /(?:^|\/)(?:tests?|spec|__tests__)\/|(?:^|[/._-])(?:test|tests|spec|specs)(?:[._-][\w.-]*)?\.\w+$|(?:^|\/)run-?tests?\b/i;

/** The purpose of one program. `words` begin with its name: wrappers (`sudo`, `npx`, `timeout 60`) are off already. */
export function purposeOf([path = '', ...args]: ShellWords): Purpose {
  const name = path
    .replace(/^.*\//, '')
    .replace(/\.(?:exe|cmd|bat|phar)$/, '')
    .replace(/(?<=\w)@[\w.^~-]+$/, '');
  const other: Purpose = { kind: 'other', family: name, targets: [] };
  if (onlyAsks(name, args)) return other;
  const program = name === 'gradlew' ? 'gradle' : name === 'mvnw' ? 'mvn' : name;
  const known = BY_NAME.get(program);
  const tool = RUNS_OTHERS.test(program) ? undefined : program;
  if (known) return { ...known, tool, targets: targetsIn(args.filter((word) => !PLAIN_ACTION.test(word))) };
  const ruled = BY_SUBCOMMAND.get(program);
  if (ruled) return subcommand(ruled, tool, args);
  const family = SCRIPT_RUNNERS.get(program);
  if (family) return script(program, family, args) ?? other;
  return file(program, path, args) ?? other;
}

function onlyAsks(name: string, args: ShellWords): boolean {
  if (args.some((word) => ONLY_ASKS.test(word))) return true;
  return args.length === 1 && ASKS_ALONE.test(args[0] as string) && !SAYS_MORE.test(`${name} ${args[0]}`);
}

function subcommand({ family, kinds, anywhere }: Subcommands, program: string | undefined, args: ShellWords): Purpose {
  const plain = withoutOptions(args).filter((word) => !word.startsWith('+'));
  const isSkipped = args.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(word));
  const kind = kinds.find(([pattern]) => pattern.test(plain.join(' ')))?.[1] ?? 'other';
  // Where tasks stand side by side, the others of them narrow nothing; one of a part of the project does.
  const targets = anywhere
    ? targetsIn(args).filter((word) => /^-|:/.test(word))
    : targetsIn(args.slice(args.indexOf(plain[0] ?? '') + 1));
  // `cargo fmt` is no `cargo clippy`; all that tests are the same.
  const tool = kind === 'lint' ? `${program} ${plain[0]}` : program;
  return { kind: isSkipped && kind === 'test' ? 'build' : kind, family, tool, targets };
}

/** A failed one of several targets fails them all: what is most telling counts. */
const MOST_TELLING: Kind[] = ['test', 'build', 'types', 'lint', 'other'];

function script(program: string, family: string, args: ShellWords): Purpose | undefined {
  const words = withoutOptions(args);
  const [first = '', ...rest] = words;
  if (/^(?:g?make|ninja|just|task)$/.test(program)) {
    if (args.includes('-n')) return undefined;
    const targets = words.filter((word) => !word.includes('='));
    const named = targets.map((word) => (word === 'all' ? 'build' : word === 'check' ? 'test' : kindOfScript(word)));
    const kind = targets.length === 0 ? 'build' : MOST_TELLING.find((kind) => named.includes(kind));
    return { kind: kind ?? 'other', family, targets: [] };
  }
  if (/^(?:t|tst|test)$/.test(first)) return { kind: 'test', family, targets: targetsIn(rest) };
  if (program === 'bun' && first === 'build') return { kind: 'build', family, targets: targetsIn(rest) };
  if (/^(?:run|run-script|rum|urn|run-many|affected)$/.test(first)) {
    const named = rest[0]?.split(':').at(program === 'nx' ? 1 : 0) ?? rest[0] ?? '';
    return {
      kind: kindOfScript(program === 'nx' ? named : (rest[0] ?? '')),
      family,
      targets: targetsIn(rest.slice(1)),
    };
  }
  if (program === 'yarn' && first === 'workspace') return script(program, family, rest.slice(1));
  // npm takes only its own commands without `run`; the others take a script's name.
  if (program === 'npm') return undefined;
  if (
    /^(?:install|add|remove|i|ci|x|dlx|exec|why|audit|create|init|publish|pack|link|store|dedupe|outdated|up|upgrade|update)$/.test(
      first,
    )
  )
    return undefined;
  // `pnpm playwright install`: a program that is known needs no guess.
  if (BY_NAME.has(first) || BY_SUBCOMMAND.has(first)) return purposeOf(args.slice(args.indexOf(first)));
  return { kind: kindOfScript(first), family, targets: targetsIn(rest) };
}

/** `node test/a.js`, `python tests/run.py`, `./run-tests.sh`, `node --test`, `manage.py test`. */
function file(program: string, path: string, args: ShellWords): Purpose | undefined {
  const interpreter = /^(?:node|tsx|ts-node|python\d?(?:\.\d+)?|ruby|php|perl|bash|sh|zsh|java|lua|Rscript)$/.test(
    program,
  );
  const family = /^(?:node|tsx|ts-node)$/.test(program) ? 'js' : /^python/.test(program) ? 'python' : program;
  if (!interpreter)
    return TEST_FILE.test(path) ? { kind: 'test', family: 'script', targets: targetsIn(args) } : undefined;
  if (family === 'js' && args.includes('--test')) return { kind: 'test', family, targets: targetsIn(args) };
  if (args.includes('-e') || args.includes('-c') || args.includes('-p')) return undefined;
  const [named, ...rest] = withoutOptions(args);
  if (named === undefined) return undefined;
  if (/(?:^|\/)manage\.py$/.test(named))
    return rest[0] === 'test' ? { kind: 'test', family, targets: rest.slice(1) } : undefined;
  if (TEST_FILE.test(named)) return { kind: 'test', family, targets: [named, ...targetsIn(rest)] };
  const kind = kindOfScript(named.replace(/\.\w+$/, '').replace(/^.*\//, ''));
  return kind === 'other' ? undefined : { kind, family, targets: [named] };
}

/** Options that are followed by a value, which is no script's name. */
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
/** Options that narrow by themselves, or have it in the same word. */
const NARROWING =
  /^(?:--lf|--last-failed|--sw|--stepwise|--changed|--onlyChanged|--onlyFailures|--only-failures|--lib|--bins|--doc|-short|--shard=.*|--run=.*|-D(?:it\.)?test=.*)$/;

/** What narrows a run: files and names, and what `-t`, `-k` and their like ask for. */
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
