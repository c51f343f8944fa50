import { type ShellWords, withoutAssignments } from '../../platform/shell.ts';
import type { CommandKind } from '../evidence.ts';
import { BY_NAME, BY_SUBCOMMAND, TASK_RUNNERS } from './programs.ts';
import { isHarmlessNode, isKnownFolder } from './replaced-programs.ts';

/**
 * Options with which a run is still the run that it is called. With any other one it may print something and end, load
 * code or run something else: then its exit status alone says nothing, and its own summary has to.
 */

/** Of programs that run another one (`timeout`, `npx`, `uv run`, `docker exec`). None of them means something else to another. */
const WRAPPER_OPTION =
  /^(?:-|-[0-9]+|-[EHyqTitpPnkwuCIdLeofr0a]|-it|-ti|-[PnIL]\S+|-[ioe][L0]|-k\S+|-c\d|--rm|--yes|--quiet|--silent|--no|--no-install|--prefer-offline|--offline|--bun|--frozen|--locked|--all-extras|--all-groups|--all-packages|--dev|--no-dev|--isolated|--no-sync|--no-project|--active|--exact|--foreground|--no-capture-output|--live-stream|--no-deps|--no-TTY|--interactive|--tty|--build|--auto-servernum|--recursive|--null|--(?:package|from|with|with-editable|python|extra|group|only-group|directory|project|env-file|signal|kill-after|adjustment|user|workdir|env|name|volume|network|platform|profile|index|chdir|server-args|filter|max-args|max-procs|prefix|cwd|dir|unset)(?:=.*)?|--)$/;

/** Of `bash -c`, and of other shells. */
const SHELL_OPTION = /^-(?:[eilux]*c|[eilux]+|[eilux]*o)$|^--(?:login|norc|noprofile|posix|pipefail|errexit)$/;

/** Of `node --test`: what is loaded before the tests may end them. */
const NODE_OPTION =
  /^--(?:test|test-reporter(?:=(?:spec|tap|dot|junit|lcov))?|test-reporter-destination=std(?:out|err)|test-(?:concurrency|timeout)(?:=\d+)?|test-force-exit|experimental-[\w-]+|no-warnings|no-deprecation|no-experimental-[\w-]+|enable-source-maps|expose-gc|trace-[\w-]+|max[-_]old[-_]space[-_]size=\d+|stack-size=\d+|unhandled-rejections=\w+|disable-warning=\w+)$/;

/** Of npm and its like, before `--`. */
const PACKAGE_OPTION =
  /^(?:-s|-w|-C|-r|-F|-ws|--silent|--loglevel(?:=\w+)?|--workspaces?(?:=.*)?|--include-workspace-root|--(?:prefix|cwd|dir|filter)(?:=.*)?|--recursive|--(?:no-)?color|--foreground-scripts|--no-(?:audit|fund|progress|update-notifier)|--if-present|--frozen-lockfile|--)$/;

const MAKE_OPTION =
  /^(?:-[BkwrRsSbdj]+\d*|-[CfIlO]|-l[\d.]+|-O\w+|--(?:jobs|directory|output-sync|load-average|file|makefile|debug)(?:=.*)?|--(?:keep-going|always-make|no-print-directory|print-directory|silent|quiet|no-builtin-rules|no-builtin-variables|warn-undefined-variables|trace|stop|no-keep-going|no-silent))$/;

/** Whether the exit status of a program says how its run ended, as far as its own words tell. */
export function isPlainRun(program: ShellWords, bare: ShellWords, kind: CommandKind): boolean {
  const words = withoutAssignments(program);
  if (/[$`]/.test((words[0] ?? '').replace(/^\$(?:\{(?:HOME|PWD)\}|HOME|PWD)(?=\/)/, ''))) return false;
  const isSuffix = bare.length <= words.length && bare[0] === words[words.length - bare.length];
  const around = isSuffix ? words.slice(0, words.length - bare.length) : [];
  return around.slice(1).every((word) => !word.startsWith('-') || WRAPPER_OPTION.test(word)) && isPlain(bare, kind);
}

/** Programs in whose surroundings the same path leads elsewhere. */
const ELSEWHERE = /^(?:unshare|nsenter|chroot|bwrap|proot|fakechroot|firejail)$/;

/**
 * Whether what it loads, or is told to run its tasks with, may stand in for the run and print its summary too. A package
 * and a file of the project count as its own, unless the line itself has written that file.
 */
export function loadsAnother([path = '', ...args]: ShellWords, written: readonly string[]): boolean {
  const name = path.replace(/^.*\//, '');
  if (ELSEWHERE.test(name)) return true;
  const dashes = args.indexOf('--');
  const own = dashes < 0 ? args : args.slice(0, dashes);
  const valuesOf = (option: RegExp) =>
    own.flatMap((word, at) => {
      const [, flag = '', value] = /^(--?[\w.-]+)(?:=(.*))?$/s.exec(word) ?? [];
      return option.test(flag) ? [value ?? own[at + 1] ?? ''] : [];
    });
  const isWritten = (file: string) => written.some((one) => baseOf(one) === baseOf(file));
  if (name === 'node')
    return (
      own.some((word) => word.startsWith('--test=')) ||
      valuesOf(/^(?:-r|--require|--import|--loader|--experimental-loader|--env-file)$/).some(
        (value) => /^(?:data:|file:|https?:|\/|~|\.\.)|[$`]/.test(value) || isWritten(value),
      )
    );
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name))
    return (
      valuesOf(/^--(?:script-shell|userconfig|globalconfig|shell)$/).length > 0 ||
      valuesOf(/^--node-options$/).some((value) => !isHarmlessNode(value))
    );
  return (
    /^g?make$/.test(name) &&
    (args.some((word) => /^(?:\.?SHELL\w*|MAKEFLAGS)[:+?]?=|^--eval/.test(word)) ||
      valuesOf(/^(?:-f|--file|--makefile)$/).some((value) => value === '-' || isWritten(value)))
  );
}

const baseOf = (path: string) => path.replace(/^.*\//, '');

/** Whether a tool is called by a path in a folder that is none for tools: anything may have been put there. */
export const isToolElsewhere = (path: string, folder: string): boolean =>
  path.includes('/') && /^[/~$]/.test(folder) && !isKnownFolder(folder) && isToolName(baseOf(path));

const isToolName = (name: string) =>
  BY_NAME.has(name) || BY_SUBCOMMAND.has(name) || TASK_RUNNERS.has(name) || name === 'node';

/** `bash -c`: the words before the line that it runs. */
export const isPlainShell = (words: ShellWords, line: string): boolean =>
  words
    .slice(1, Math.max(1, words.indexOf(line)))
    .every((word, at) =>
      /^[-+]/.test(word)
        ? SHELL_OPTION.test(word)
        : !/^-\w*o$/.test(words[at] ?? '') || /^(?:pipefail|errexit|nounset|xtrace)$/.test(word),
    );

function isPlain([path = '', ...args]: ShellWords, kind: CommandKind): boolean {
  const name = path.replace(/^.*\//, '');
  const dashes = args.indexOf('--');
  const own = dashes < 0 ? args : args.slice(0, dashes);
  const options = own.filter((word) => word.startsWith('-'));
  if (/^g?make$/.test(name))
    return (
      options.every((word) => MAKE_OPTION.test(word)) &&
      isUsualMakefile(args) &&
      !(kind === 'test' && args.some((word) => /^[\w.]+[:+?]?=/.test(word)))
    );
  if (kind !== 'test') return true;
  if (name === 'node') return options.every((word) => NODE_OPTION.test(word));
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(name)) return true;
  // What it is given goes to a tool that is not known.
  const given = dashes < 0 ? [] : args.slice(dashes + 1);
  return options.every((word) => PACKAGE_OPTION.test(word)) && !given.some((word) => word.startsWith('-'));
}

const isUsualMakefile = (args: ShellWords) =>
  args.every(
    (word, at) =>
      !/^(?:-f|--file|--makefile)$/.test(args[at - 1] ?? '') || /(?:^|\/)(?:GNU)?[Mm]akefile(?:\.\w+)?$/.test(word),
  ) && !args.some((word) => /^--(?:file|makefile)=/.test(word));
