import type { Kind } from './facts.ts';
import { BY_NAME, BY_SUBCOMMAND, SCRIPT_RUNNERS } from './programs.ts';
import type { Words } from './shell.ts';

/** What a program with its arguments is run for, and in which ecosystem. */
export interface Purpose {
  kind: Kind;
  /** Runs of the same kind in the same ecosystem can make up for each other. */
  family: string;
  /** What it was narrowed to: files, names. None: all there is. */
  targets: string[];
}

const part = (words: string) => new RegExp(`(?:^|[:_./-])(?:${words})(?:$|[:_./-])`, 'i');
const SCRIPTS: [RegExp, Kind][] = [
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
  /^(?:--?help|-h|--?version|-v|-V|--list-?tests?|--collect-only|--co|--dry-run|--showConfig|--print-config|--init)$/;

const TEST_FILE =
  /(?:^|\/)(?:tests?|spec|__tests__)\/|(?:^|[/._-])(?:test|tests|spec|specs)(?:[._-][\w.-]*)?\.\w+$|(?:^|\/)run-?tests?\b/i;

/** The purpose of one program. `words` begin with its name: wrappers (`sudo`, `npx`, `timeout 60`) are off already. */
export function purposeOf([path = '', ...args]: Words): Purpose {
  const name = path.replace(/^.*\//, '').replace(/\.(?:exe|cmd|bat|phar)$/, '');
  const other: Purpose = { kind: 'other', family: name, targets: [] };
  if (args.some((word) => ONLY_ASKS.test(word))) return other;
  const program = name === 'gradlew' ? 'gradle' : name === 'mvnw' ? 'mvn' : name;
  const known = BY_NAME.get(program);
  if (known)
    return { kind: known.kind, family: known.family, targets: targetsIn(args.filter((word) => word !== 'run')) };
  const ruled = BY_SUBCOMMAND.get(program);
  if (ruled) {
    const plain = args.filter((word) => !word.startsWith('-'));
    const kind = ruled.kinds.find(([pattern]) => pattern.test(plain.join(' ')))?.[1] ?? 'other';
    return { kind, family: ruled.family, targets: targetsIn(args).slice(1) };
  }
  const family = SCRIPT_RUNNERS.get(program);
  if (family) return script(program, family, args) ?? other;
  return file(program, path, args) ?? other;
}

function script(program: string, family: string, args: Words): Purpose | undefined {
  const words = withoutOptions(args);
  const [first = '', ...rest] = words;
  if (program === 'make' || program === 'gmake' || program === 'just' || program === 'task') {
    const targets = words.filter((word) => !word.includes('='));
    const kinds = targets.map(kindOfScript);
    const kind = targets.length === 0 || targets[0] === 'all' ? 'build' : targets[0] === 'check' ? 'test' : kinds[0];
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
  // npm takes only its own commands without `run`; the others take a script's name.
  if (program === 'npm') return undefined;
  if (
    /^(?:install|add|remove|i|ci|x|dlx|exec|why|audit|create|init|publish|pack|link|store|dedupe|outdated|up|upgrade|update)$/.test(
      first,
    )
  )
    return undefined;
  return { kind: kindOfScript(first), family, targets: targetsIn(rest) };
}

/** `node test/a.js`, `python tests/run.py`, `./run-tests.sh`, `node --test`, `manage.py test`. */
function file(program: string, path: string, args: Words): Purpose | undefined {
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
const WITH_VALUE = /^(?:-w|--workspace|--prefix|-C|--cwd|--filter|-F|--dir|-f|-j|--require|--import|-p|--project|-m)$/;

function withoutOptions(args: Words): Words {
  const kept: Words = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    if (word === '--') return [...kept, ...args.slice(i + 1)];
    if (word.startsWith('-')) i += WITH_VALUE.test(word) ? 1 : 0;
    else kept.push(word);
  }
  return kept;
}

/** What narrows a run: files and names, and what `-t`, `-k` and their like ask for. */
function targetsIn(args: Words): string[] {
  const targets: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    const pattern = /^(?:-t|-k|-g|--grep|--testNamePattern|--filter|-run|--run|--testPathPattern)(?:=(.*))?$/.exec(
      word,
    );
    if (pattern) targets.push(`${word}${pattern[1] === undefined ? ` ${args[++i] ?? ''}` : ''}`);
    else if (!word.startsWith('-') && !/^(?:\.|\.\/\.\.\.|\d+|src|tests?|run)$/.test(word)) targets.push(word);
  }
  return targets.sort();
}
