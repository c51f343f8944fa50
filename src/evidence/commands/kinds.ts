import type { ShellWords } from '../../platform/shell.ts';
import type { CheckedKind } from '../evidence.ts';
import { mayOnlyPrint, onlyPrints } from './only-prints.ts';
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
import { type Purpose, purpose } from './purpose.ts';
import { scriptPurpose } from './script-purpose.ts';
import { partTargets, targetsIn, withoutOptions } from './targets.ts';
import { kindOfTaskName } from './task-names.ts';
import { byTaskName, isKind } from './task-purpose.ts';
import { tasksIn } from './task-runners.ts';

/** Programs that run other tools, so that those can resolve their failures. */
const RUNS_OTHERS = /^(?:tox|nox|nyc|c8|gotestsum|golangci-lint|pre-commit|prek)$/;
/** A subcommand that narrows nothing. */
const PLAIN_ACTION = /^(?:run|check|lint|ci|analy[sz]e)$/;

const ENDS_WELL =
  /^(?:--exit-zero|--if-present|--ignore-errors|-Dmaven\.test\.failure\.ignore(?:=true)?|--exit-code[= ]0|--no-fail|-fn|--fail-never|--issues-exit-code=0|--ignore-exit-code|--script-shell(?:=.*)?|--pass-?with-?no-?tests|--allow-no-tests|--no-tests=(?:pass|warn|ignore)|--no-error-on-unmatched-pattern|--pass-on-no-patterns|--?exec(?:=.*)?|--continue|-Dmaven\.test\.failure\.ignore=\w+|-PignoreFailures\S*|--xtest)$/i;

/** Make goes on after errors, takes a target for made, or uses another shell. */
const isLooseMake = (word: string) =>
  /^-[bdeikmnrsStw]*i[a-zA-Z]*$|^-o$|^--(?:old-file|assume-old)|^\.?SHELL\w*=/.test(word);

/** What is up to date is not made again, and with these it does not say so. */
const isSilentMake = (word: string) => /^-[a-zA-Z]*s|^--(?:silent|quiet)$/.test(word);

/** `gradle test -x test`: the task is named, and left out. */
const leavesOutTests = ([path = '', ...args]: ShellWords) =>
  /(?:^|\/)gradlew?$/.test(path) &&
  args.some((word, at) => /^(?:-x|--exclude-task)$/.test(args[at - 1] ?? '') && /test|check/i.test(word));

/** What one program was run for. Wrappers (`sudo`, `npx`, `timeout 60`) have been removed from its words. */
export function purposeOf(words: ShellWords): Purpose {
  const found = purposeOfProgram(words);
  const endsWell =
    words.some((word) => ENDS_WELL.test(word)) ||
    (found.kind === 'test' && leavesOutTests(words)) ||
    (found.tasks.length > 0 && mayOnlyPrint(words)) ||
    (/(?:^|\/)g?make$/.test(words[0] ?? '') &&
      words.some((word) => isLooseMake(word) || (found.kind === 'test' && isSilentMake(word))));
  return endsWell ? { ...found, endsWell } : found;
}

function purposeOfProgram([path = '', ...args]: ShellWords): Purpose {
  const name = programName(path);
  const program = name === 'gradlew' ? 'gradle' : /^mvn[wd]$/.test(name) ? 'mvn' : name;
  // `bin/test` is a script of the project, `/usr/bin/test` is not.
  const isOwn = path.includes('/') && !/^[/~]/.test(path);
  if (isInert(program) && !isOwn && (runsSomething(program, args) || (PRINTERS.test(program) && args.some(runsInside))))
    return purpose('other', program, { isOpaque: true });
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

const PRINTERS = /^(?:echo|printf)$/;

/** `echo "$(npm test)"`: an argument that is one command, of which nothing is known here. */
function runsInside(word: string): boolean {
  const name = /^(?:\$\(|`)\s*([\w./-]+).*[)`]$/s.exec(word)?.[1];
  return name !== undefined && !isInert(programName(name)) && name !== 'git';
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
    case 'awk':
    case 'gawk':
      return args.some((word) => /\bsystem\s*\(|\|\s*getline/.test(word));
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

function subcommand(program: string, { ecosystem, kindOf, anywhere }: Subcommands, args: ShellWords): Purpose {
  const plain = withoutOptions(args).filter((word) => !word.startsWith('+'));
  const [first = ''] = plain;
  const tool = RUNS_OTHERS.test(program) ? undefined : program;
  if (program === 'cargo' && /^(?:make|xtask)$/.test(first)) return byTaskName(ecosystem, plain.slice(1, 2));
  if (program === 'deno' && first === 'task') return byTaskName(ecosystem, plain.slice(1, 2), program);
  if (program === 'bun' && first === 'build') return purpose('build', ecosystem, { tool });
  if (program === 'go' && first === 'tool' && BY_NAME.has(plain[1] ?? '')) return purposeOf(plain.slice(1));
  // What is started in place of the tests is anything.
  if (program === 'go' && args.some((word) => /^--?exec(?:=|$)/.test(word)))
    return purpose('other', ecosystem, { isOpaque: true });
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
  if (
    /^g?make$/.test(program) &&
    args.some((word) => /^-[bdeikmrsSw]*[tq][a-zA-Z]*$|^--(?:touch|question)$/.test(word))
  )
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
