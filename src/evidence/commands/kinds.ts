import type { ShellWords } from '../../platform/shell.ts';
import type { CheckedKind, CommandKind } from '../evidence.ts';
import {
  BY_NAME,
  BY_SUBCOMMAND,
  FORMAT_SUBCOMMANDS,
  FORMATTERS,
  formatsWithoutWriting,
  isInert,
  type Subcommands,
  TASK_RUNNERS,
} from './programs.ts';
import { partTargets, targetsIn, withoutOptions } from './targets.ts';
import { kindOfTaskName } from './task-names.ts';
import { type ProjectTask, tasksIn } from './task-runners.ts';

/** What a program with its arguments is run for, and in which ecosystem. */
export interface Purpose {
  kind: CommandKind;
  /** A later run of the same kind in the same ecosystem can resolve a failed one. */
  ecosystem: string;
  /** The known program; undefined for a script, of which only the name is known. */
  tool?: string | undefined;
  /** The files or names it was narrowed to; empty: everything. */
  targets: string[];
  /** Nothing says what it runs: it may have tested, built or checked anything. Only its output can tell. */
  isOpaque: boolean;
  /** It rewrites code: a formatter. */
  rewrites: boolean;
  /** An option makes it end well whatever it finds, or whether there is anything to run: `--exit-zero`, `--if-present`. */
  endsWell: boolean;
  /** Further kinds of the tasks that it runs: `turbo run lint test`. */
  moreKinds: CheckedKind[];
  /** Tasks of the project that it runs, in case their definitions can be read. */
  tasks: ProjectTask[];
}

/** Options that only print something about the program, or stop before anything runs. */
const ONLY_PRINTS =
  /^(?:--?help|--?version|--list|--list-?tests?|-list(?:=.*)?|--collect-only|--co|--dry-?run(?:=.*)?|--showConfig|--print-config|--init|--setup-(?:show|plan|only)|--fixtures|--markers|--listTests|--just-print|--recon|--show-config|--env-info|--help-all|--clearCache|--clear-cache|--count|--show-only|--tests-regex-list)$/i;
/** The same if there is no other argument. */
const PRINTS_ALONE = /^-[hvV]$/;
/** Except where it makes a run verbose. */
const VERBOSE_RUN = /^(?:(?:py\.?test|unittest|tox|nox|nose2|behave|prove|rspec) -v|ctest -V)$/;
/** Programs that run other tools, so that those can resolve their failures. */
const RUNS_OTHERS = /^(?:tox|nox|nyc|c8|gotestsum|golangci-lint|pre-commit|prek)$/;
/** A subcommand that narrows nothing. */
const PLAIN_ACTION = /^(?:run|check|lint|ci|analy[sz]e)$/;

export const TEST_FILE =
  /(?:^|\/)(?:tests?|spec|__tests__)\/|(?:^|[/._-])(?:test|tests|spec|specs)(?:[._-][\w.-]*)?\.\w+$|(?:^|\/)run-?_?tests?\b|(?:^|\/)t\/[\w/-]+\.t$/i;

const purpose = (kind: CommandKind, ecosystem: string, more: Partial<Purpose> = {}): Purpose => ({
  kind,
  ecosystem,
  tool: undefined,
  targets: [],
  isOpaque: false,
  rewrites: false,
  endsWell: false,
  moreKinds: [],
  tasks: [],
  ...more,
});

const ENDS_WELL =
  /^(?:--exit-zero|--if-present|--ignore-errors|-Dmaven\.test\.failure\.ignore(?:=true)?|--exit-code[= ]0|--no-fail|-fn|--fail-never|--issues-exit-code=0|--ignore-exit-code)$/;

/** What one program was run for. Wrappers (`sudo`, `npx`, `timeout 60`) have been removed from its words. */
export function purposeOf(words: ShellWords): Purpose {
  const found = purposeOfProgram(words);
  const endsWell =
    words.some((word) => ENDS_WELL.test(word)) || (/(?:^|\/)g?make$/.test(words[0] ?? '') && words.includes('-i'));
  return endsWell ? { ...found, endsWell } : found;
}

function purposeOfProgram([path = '', ...args]: ShellWords): Purpose {
  const name = programName(path);
  const program = name === 'gradlew' ? 'gradle' : /^mvn[wd]$/.test(name) ? 'mvn' : name;
  // `bin/test` is a script of the project, `/usr/bin/test` is not.
  const isOwn = path.includes('/') && !/^[/~]/.test(path);
  if (isInert(program) && !isOwn && runsSomething(program, args)) return purpose('other', program, { isOpaque: true });
  if ((isInert(program) && !isOwn) || path === '' || onlyPrints(program, args)) return purpose('other', program);
  if (/^(?:git|gt|jj|sl)$/.test(program)) return gitPurpose(args);
  const formatter = formatterPurpose(program, args);
  if (formatter) return formatter;
  const known = BY_NAME.get(program);
  if (known) return knownProgram(program, known, args);
  if (/^pip\d?$/.test(program))
    return installsHere(args) ? purpose('build', 'python', { tool: 'pip' }) : purpose('other', 'python');
  const ruled = BY_SUBCOMMAND.get(program);
  if (ruled) return subcommand(program, ruled, args);
  const ecosystem = TASK_RUNNERS.get(program);
  if (ecosystem) return taskRunner(program, ecosystem, args);
  return scriptPurpose(program, path, args);
}

/** Programs that run nothing of the project, except with these arguments. */
function runsSomething(program: string, args: ShellWords): boolean {
  const [first = ''] = args;
  switch (program) {
    case 'find':
    case 'fd':
      return args.some((word) => /^-(?:exec|execdir|x)$/.test(word));
    case 'source':
    case '.':
      return /\.\w*sh$/.test(first) && !/activate|env|rc|profile|nvm|completion/i.test(first);
    case 'psql':
    case 'mysql':
    case 'sqlite3':
      return args.some((word) => /^(?:-f|--file)$/.test(word));
    default:
      return /^(?:supabase|vercel|netlify|gem|fly|flyctl)$/.test(program) && /^(?:test|build|lint|check)$/.test(first);
  }
}

/** `pip install -e .`: the project itself is built and installed. */
const installsHere = (args: ShellWords) =>
  args[0] === 'install' && args.some((word) => /^\.{1,2}(?:\/|\[|$)/.test(word));

const programName = (path: string) =>
  path
    .replace(/^.*\//, '')
    .replace(/\.(?:exe|cmd|bat|phar)$/, '')
    .replace(/(?<=\w)@[\w.^~-]+$/, '');

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

function onlyPrints(name: string, args: ShellWords): boolean {
  if (LISTS_WITH.get(name)?.test(args[0] ?? '')) return true;
  if (args.some((word) => ONLY_PRINTS.test(word)) && !(args.includes('--dry-run') && FORMATTERS.has(name))) return true;
  return args.length === 1 && PRINTS_ALONE.test(args[0] as string) && !VERBOSE_RUN.test(`${name} ${args[0]}`);
}

/** Git runs the hooks of the repository: its output shows what they ran. */
function gitPurpose(args: ShellWords): Purpose {
  const [command = ''] = withoutOptions(args.filter((word) => word !== '-C' && word !== '-c'));
  if (command === 'bisect' && args.includes('run')) return purposeOf(args.slice(args.indexOf('run') + 1));
  const runsHooks = /^(?:commit|push|merge|rebase|cherry-pick|am|pull|revert|create|modify|submit)$/.test(command);
  return purpose('other', 'git', { isOpaque: runsHooks && !args.includes('--no-verify') && !args.includes('-n') });
}

function formatterPurpose(program: string, args: ShellWords): Purpose | undefined {
  const words = args.join(' ');
  const formatter = FORMATTERS.get(program);
  if (formatter) {
    const { ecosystem, checks } = formatter;
    return checks.test(words)
      ? purpose('lint', ecosystem, { tool: program, targets: targetsIn(args) })
      : purpose('other', ecosystem, { rewrites: true });
  }
  const subcommand = FORMAT_SUBCOMMANDS.get(program);
  if (!subcommand?.test(withoutOptions(args).join(' '))) return undefined;
  const ecosystem = BY_SUBCOMMAND.get(program)?.ecosystem ?? program;
  return formatsWithoutWriting(words)
    ? purpose('lint', ecosystem, { tool: `${program} format`, targets: targetsIn(withoutOptions(args).slice(1)) })
    : purpose('other', ecosystem, { rewrites: true });
}

function knownProgram(
  program: string,
  { kind, ecosystem }: { kind: CheckedKind; ecosystem: string },
  args: ShellWords,
): Purpose {
  const tool = RUNS_OTHERS.test(program) ? undefined : program;
  if (program === 'tox' || program === 'nox') return environments(ecosystem, args);
  // Configuring a build builds nothing.
  if (program === 'cmake' && !args.some((word) => /^--(?:build|workflow|install)/.test(word)))
    return purpose('other', ecosystem);
  if (program === 'tsc' && args.includes('--init')) return purpose('other', ecosystem);
  const target = args[args.findIndex((word) => word === '--target' || word === '-t') + 1] ?? '';
  if (program === 'cmake' && kindOfTaskName(target) === 'test') return purpose('test', ecosystem);
  return purpose(kind, ecosystem, { tool, targets: targetsIn(args.filter((word) => !PLAIN_ACTION.test(word))) });
}

/** `tox -e lint`, `nox -s tests-3.12`: the name of the environment says what it runs. */
function environments(ecosystem: string, args: ShellWords): Purpose {
  const at = args.findIndex((word) => /^(?:-e|-s|--session|--sessions|--env)$/.test(word));
  const names = at < 0 ? [] : (args[at + 1] ?? '').split(',');
  const kinds = names.map(kindOfTaskName).filter((kind) => isKind(kind));
  return purpose(kinds.length > 0 && !kinds.includes('test') ? (kinds[0] as CheckedKind) : 'test', ecosystem, {
    targets: names.filter((name) => !/^py[\d.]*$/.test(name)),
  });
}

const isKind = (kind: string): kind is CheckedKind => !['harmless', 'unclear'].includes(kind);

function subcommand(program: string, { ecosystem, kindOf, anywhere }: Subcommands, args: ShellWords): Purpose {
  const plain = withoutOptions(args).filter((word) => !word.startsWith('+'));
  const [first = ''] = plain;
  const tool = RUNS_OTHERS.test(program) ? undefined : program;
  if (program === 'cargo' && /^(?:make|xtask)$/.test(first)) return byTaskName(ecosystem, plain.slice(1, 2));
  if (program === 'deno' && first === 'task') return byTaskName(ecosystem, plain.slice(1, 2), program);
  if (program === 'bun' && first === 'build') return purpose('build', ecosystem, { tool });
  if (program === 'go' && first === 'tool' && BY_NAME.has(plain[1] ?? '')) return purposeOf(plain.slice(1));
  // Installing a tool builds nothing of the project.
  if (program === 'go' && first === 'install' && plain.some((word) => word.includes('@')))
    return purpose('other', ecosystem);
  const isBuiltOnly = args.some((word) => word === '--no-run' || (program === 'go' && BUILT_ONLY.test(word)));
  const isSkipped = args.some((word) => /^-D(?:skipTests|maven\.test\.skip|skipITs)(?:=true)?$/.test(word));
  // `overcommit --run`: for some, an option says it.
  const found = kindOf(plain.join(' ')) ?? (anywhere ? undefined : kindOf(args.join(' ')));
  // `rebar3 do xref, ct`: several of them, of which the first words say nothing.
  if (first === 'do') return purpose('other', ecosystem, { isOpaque: true });
  const kind = found === 'test' && isBuiltOnly ? undefined : found === 'test' && isSkipped ? 'build' : found;
  // Several tasks do not narrow each other, except one of a part of the project (`:app:test`).
  const targets = anywhere
    ? targetsIn(args).filter((word) => /^-|:/.test(word))
    : targetsIn(args.slice(args.indexOf(first) + 1));
  if (kind === undefined)
    return purpose('other', ecosystem, {
      isOpaque: found === undefined && mayRunMore(program, first),
      rewrites: WRITES.test(first),
    });
  // `cargo fmt` and `cargo clippy` are different tools; every way to test is the same one.
  const lintTool = RUNS_OTHERS.test(program) ? undefined : program === 'biome' ? program : `${program} ${first}`;
  return purpose(kind, ecosystem, { tool: kind === 'lint' ? lintTool : tool, targets, rewrites: WRITES.test(first) });
}

/** Tasks of Gradle that write: `spotlessApply`, `ktlintFormat`. */
const WRITES = /(?:Apply|Format)$/;

/** `go test -c`, and a pattern that no test fits. */
const BUILT_ONLY = /^(?:-c|--?run=\^\$|\^\$)$/;

/** Subcommands of which nothing is known: a plugin, an alias or a task of the project. */
const mayRunMore = (program: string, first: string) =>
  (program === 'cargo' && !CARGO_COMMANDS.test(first)) ||
  (/^(?:mvn|gradle|sbt|mix|rails|mill|lein|fastlane|hatch|dotnet|docker|docker-compose|podman|pixi|stack|cabal|dune|nix)$/.test(
    program,
  ) &&
    !/^(?:ps|logs|images|pull|push|stop|rm|inspect|info|deps(?:\.\S+)?|dependencies|tasks|projects|help|clean|add|remove|list|new|restore|tool|nuget|sln|wrapper|--stop|ecto\.\S+|phx\.gen\S*|generate|g|db:\S+|routes|network|volume|login|tag|context|cp|kill|port|top|version|config|search|update|upgrade|store|profile|registry)$/.test(
      first,
    ));
const CARGO_COMMANDS =
  /^(?:|run|r|add|remove|rm|update|upgrade|install|uninstall|binstall|new|init|doc|rustdoc|clean|fetch|tree|metadata|search|info|publish|package|vendor|fix|bench|fmt|expand|pkgid|locate-project|generate-lockfile|owner|yank|login|logout|help|version|config|report|bloat|outdated)$/;

function taskRunner(program: string, ecosystem: string, args: ShellWords): Purpose {
  if (/^(?:g?make|bmake|ninja|samu|just|task|go-task)$/.test(program) && args.includes('-n'))
    return purpose('other', ecosystem);
  const named = tasksIn(program, args);
  if (named.kind === 'nothing') return purpose('other', ecosystem);
  if (named.kind === 'program') return purposeOf(named.words);
  const { names, rest } = named;
  if (names.length === 0)
    return /^(?:g?make|ninja|ant)$/.test(program)
      ? purpose('build', ecosystem)
      : purpose('other', ecosystem, { isOpaque: true });
  const found = byTaskName(ecosystem, names, program);
  const inPart = /^(?:npm|pnpm|yarn|bun|turbo|lerna|rush|nx|vlt)$/.test(program) ? partTargets(args) : [];
  return { ...found, targets: [...targetsIn(rest), ...inPart].sort() };
}

/** The order in which the kinds of several tasks are named. */
const BY_WEIGHT: CheckedKind[] = ['test', 'build', 'types', 'lint'];

function byTaskName(ecosystem: string, names: string[], runner = ''): Purpose {
  const kinds = names.map((name) =>
    /make|ninja/.test(runner)
      ? name === 'all'
        ? 'build'
        : name === 'check'
          ? 'test'
          : kindOfTaskName(name)
      : kindOfTaskName(name),
  );
  const [kind = 'other' as const, ...moreKinds] = BY_WEIGHT.filter((each) => kinds.includes(each));
  const tasks = runner === '' ? [] : names.map((name) => ({ runner, name }));
  return purpose(kind, ecosystem, {
    isOpaque: kind === 'other' && kinds.includes('unclear'),
    moreKinds,
    tasks,
    rewrites: isFormat(names),
  });
}

const isFormat = (names: string[]) =>
  names.some(
    (name) => /(?:^|[:_-])(?:fmt|format|prettier|fix)(?:$|[:_-])/i.test(name) && kindOfTaskName(name) === 'harmless',
  );

const INTERPRETER =
  /^(?:node|tsx|ts-node|bun|deno|python\d?(?:\.\d+)?|pypy\d?|ruby|php|perl|bash|sh|zsh|fish|java|lua|luajit|Rscript|R|julia|clj|clojure|pwsh|powershell|elixir|escript|groovy|dart|swift)$/;
const INLINE = /^(?:-e|-c|-p|--eval|-E|-Command|-r)$/;
/** Inline code that runs the tests of a package. */
const INLINE_TESTS =
  /\b(?:Pkg\.test|devtools::(?:test|check)|testthat::test_\w+|rcmdcheck|run_test\w*|unittest\.main|pytest\.main)\b/;

/** Inline code without one of these can run neither a test nor another program. */
const STARTS_PROGRAMS =
  /test|spec|subprocess|system|popen|exec|spawn|fork|check_|child_process|\brun|`|\$\(|import\(|require\(|eval|main\(/i;

/** A file: `node test/a.js`, `python tests/run.py`, `./run-tests.sh`, `node --test`, `manage.py test`. */
function scriptPurpose(program: string, path: string, args: ShellWords): Purpose {
  if (!INTERPRETER.test(program)) {
    // What was built or written somewhere else to try something out.
    if (/\$|\.exe$|\/te?mp\/|scratch/i.test(path)) return purpose('other', program, { isOpaque: true });
    const named = kindOfTaskName(program.replace(/\.\w+$/, ''));
    const isScript = path.includes('/') || /\.\w+$/.test(program);
    if (TEST_FILE.test(path)) return purpose('test', 'script', { targets: targetsIn(args) });
    if (isScript && isKind(named)) return purpose(named, 'script', { targets: targetsIn(args) });
    if (path === 'raco' && args[0] === 'test') return purpose('test', 'racket', { targets: targetsIn(args.slice(1)) });
    return purpose('other', program, { isOpaque: true });
  }
  const ecosystem = /^(?:node|tsx|ts-node|bun|deno)$/.test(program) ? 'js' : /^py/.test(program) ? 'python' : program;
  if (ecosystem === 'js' && args.includes('--test')) return purpose('test', ecosystem, { targets: targetsIn(args) });
  if (args.some((word) => /^(?:--check|-l|-n|--syntax-check)$/.test(word))) return purpose('other', ecosystem);
  if (/^clj/.test(program))
    return byTaskName(
      ecosystem,
      args.filter((word) => /^-[MXA]:/.test(word)),
    );
  if (args.some((word) => INLINE.test(word))) {
    const code = args.join(' ');
    return INLINE_TESTS.test(code)
      ? purpose('test', ecosystem)
      : purpose('other', ecosystem, { isOpaque: STARTS_PROGRAMS.test(code) });
  }
  const [named, ...rest] = withoutOptions(args);
  // Nothing but options: the code comes from standard input, or from a terminal.
  if (named === undefined) return purpose('other', ecosystem, { isOpaque: true });
  return fileOf(ecosystem, named, rest);
}

function fileOf(ecosystem: string, named: string, rest: ShellWords): Purpose {
  if (/(?:^|\/)manage\.py$/.test(named))
    return rest[0] === 'test' || rest[0] === 'check'
      ? purpose(rest[0] === 'test' ? 'test' : 'lint', ecosystem, { targets: rest.slice(1) })
      : purpose('other', ecosystem);
  if (/(?:^|\/)setup\.py$/.test(named)) {
    const kind = rest.includes('test')
      ? 'test'
      : rest.some((word) => /^(?:build\w*|install|develop|bdist\w*)$/.test(word))
        ? 'build'
        : 'other';
    return purpose(kind, ecosystem);
  }
  if (/junit-platform-console/.test(named)) return purpose('test', 'jvm');
  if (/^\/te?mp\/|scratch/i.test(named)) return purpose('other', ecosystem, { isOpaque: true });
  if (TEST_FILE.test(named)) return purpose('test', ecosystem, { targets: [named, ...targetsIn(rest)] });
  const kind = kindOfTaskName(named.replace(/\.\w+$/, '').replace(/^.*\//, ''));
  if (isKind(kind)) return purpose(kind, ecosystem, { targets: [named] });
  return purpose('other', ecosystem, { isOpaque: kind === 'unclear' });
}
