import type { ShellWords } from '../../platform/shell.ts';
import { BY_NAME, BY_SUBCOMMAND } from './programs.ts';
import { withoutOptions } from './targets.ts';

/** A task of the project, by the program that runs it. */
export interface ProjectTask {
  runner: string;
  name: string;
}

/** What the arguments of a task runner ask for. */
type Asked =
  | { kind: 'tasks'; names: string[]; rest: ShellWords }
  /** A program of its own: `pnpm vitest run`. */
  | { kind: 'program'; words: ShellWords }
  /** A command of the runner itself, which runs no task: `npm install`. */
  | { kind: 'nothing' };

const tasks = (names: string[], rest: ShellWords = []): Asked => ({ kind: 'tasks', names, rest });
const NOTHING: Asked = { kind: 'nothing' };

/** Commands of package managers and task runners that run no task of the project. */
const OWN_COMMANDS =
  /^(?:install|add|remove|rm|uninstall|i|ci|x|dlx|exec|why|audit|create|init|publish|pack|link|unlink|store|dedupe|outdated|up|upgrade|update|view|info|ls|list|config|cache|login|logout|whoami|version|search|import|patch|rebuild|prune|root|bin|env|fund|doctor|ping|set|get|use|trust|settings|plugins|self-update|activate|which|current|tasks?|show|require|dump-autoload|dumpautoload|clear-cache|validate|diagnose|licenses|global|status|browse|bump|shell|completion|completions|pm|repl|upgrade-interactive|plugin|prepare|sync|graph|format:write|reset|daemon|migrate|fmt)$/;

/** Which tasks these arguments run. */
export function tasksIn(program: string, args: ShellWords): Asked {
  const words = withoutOptions(args);
  const [first = '', ...rest] = words;
  switch (program) {
    case 'npm':
    case 'vlt':
      if (/^(?:t|tst|test|it|cit|install-test|install-ci-test)$/.test(first)) return tasks(['test'], rest);
      if (/^(?:run|run-script|rum|urn)$/.test(first)) return tasks(rest.slice(0, 1), rest.slice(1));
      return NOTHING;
    case 'pnpm':
    case 'yarn':
    case 'bun':
      return packageManager(program, args, words);
    case 'nx':
      return nx(args, words);
    case 'turbo':
      return tasks(first === 'run' ? rest : words);
    case 'lerna':
    case 'wireit':
    case 'lage':
    case 'rush':
      return tasks((first === 'run' ? rest : words).slice(0, 1));
    case 'moon':
      if (first === 'ci' || first === 'check') return tasks([first]);
      return moon(first === 'run' ? rest : words);
    case 'composer':
    case 'melos':
    case 'devbox':
    case 'pixi':
    case 'bb':
    case 'castor':
      if (/^(?:run|run-script|r)$/.test(first)) return known(rest) ?? tasks(rest.slice(0, 1), rest.slice(1));
      return first === '' || OWN_COMMANDS.test(first) ? NOTHING : tasks([first], rest);
    case 'mise':
    case 'rtx':
      if (/^(?:run|r|watch)$/.test(first)) return tasks(separated(rest), []);
      return first === '' || OWN_COMMANDS.test(first) ? NOTHING : tasks([first], rest);
    case 'lefthook':
    case 'dagger':
      return first === 'run' || first === 'call' ? tasks(rest.slice(-1)) : NOTHING;
    case 'earthly':
      return tasks(words.map((word) => word.replace(/^.*\+/, '')));
    case 'act': {
      const at = args.findIndex((word) => word === '-j' || word === '--job');
      return args.includes('-l') ? NOTHING : tasks([at < 0 ? 'workflow' : (args[at + 1] ?? '')]);
    }
    case 'just':
    case 'poe':
    case 'thor':
      if (args.some((word) => /^(?:--list|-l|--summary|--show|--evaluate)$/.test(word))) return NOTHING;
      return tasks(words.slice(0, 1), rest);
    default:
      if (
        args.some((word) => /^(?:-p|--print-data-base|-T|--tasks|-l|--list|--list-all)$/.test(word)) &&
        program !== 'make'
      )
        return NOTHING;
      return tasks(words.filter((word) => !word.includes('=')));
  }
}

function packageManager(program: string, args: ShellWords, words: ShellWords): Asked {
  const [first = '', ...rest] = words;
  if (/^(?:t|tst|test)$/.test(first)) return tasks(['test'], rest);
  if (/^(?:run|run-script|rum|urn)$/.test(first)) return tasks(rest.slice(0, 1), rest.slice(1));
  if (program === 'bun' && first === 'build') return { kind: 'program', words: ['esbuild', ...rest] };
  if (program === 'bun' && /\.[cm]?[jt]sx?$/.test(first)) return { kind: 'program', words: ['node', ...words] };
  if (program === 'yarn' && first === 'workspace') return packageManager(program, args, rest.slice(1));
  if (program === 'yarn' && first === 'workspaces') {
    const at = rest.findIndex((word) => word === 'run' || word === 'exec');
    return at < 0 ? NOTHING : tasks(rest.slice(at + 1, at + 2), rest.slice(at + 2));
  }
  if (first === '' || OWN_COMMANDS.test(first)) return NOTHING;
  // `pnpm playwright install`: a known program needs no guess by the name of a script.
  return known(args.slice(args.indexOf(first))) ?? tasks([first], rest);
}

function known(words: ShellWords): Asked | undefined {
  const [first = ''] = words;
  return BY_NAME.has(first) || BY_SUBCOMMAND.has(first) || /^python\d?$|^node$/.test(first)
    ? { kind: 'program', words }
    : undefined;
}

/** `moon run api:test`: the part of the project stands before the task; `:test` is all of them. */
const moon = (words: ShellWords): Asked =>
  tasks(
    words.map((name) => name.replace(/^.*:/, '')),
    words.flatMap((name) => {
      const [part] = name.split(':');
      return part && name.includes(':') && !/^[~^#]/.test(part) ? ['--package', part] : [];
    }),
  );

/** `nx test app`, `nx run app:test`, `nx run-many -t lint test`, `nx affected --target=test`. */
function nx(args: ShellWords, words: ShellWords): Asked {
  const [first = '', ...rest] = words;
  if (first === 'run') {
    const [part = '', task = ''] = rest[0]?.split(':') ?? [];
    return tasks([task], ['--package', part, ...rest.slice(1)]);
  }
  if (first !== 'run-many' && first !== 'affected') return OWN_COMMANDS.test(first) ? NOTHING : tasks([first], rest);
  const inline = args.find((word) => /^(?:--targets?|-t)=/.test(word));
  if (inline !== undefined) return tasks(inline.replace(/^[^=]*=/, '').split(','));
  const at = args.findIndex((word) => /^(?:-t|--targets?)$/.test(word));
  const end = args.findIndex((word, i) => i > at && word.startsWith('-'));
  return tasks(at < 0 ? rest : args.slice(at + 1, end < 0 ? args.length : end).flatMap((word) => word.split(',')));
}

/** `mise run lint ::: test`: several tasks; what follows a name are its arguments. */
function separated(words: ShellWords): string[] {
  const names: string[] = [];
  words.forEach((word, at) => {
    if (at === 0 || words[at - 1] === ':::') names.push(word);
  });
  return names;
}
