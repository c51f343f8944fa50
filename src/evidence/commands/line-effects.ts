import { type Pipeline, type ShellWords, withoutAssignments } from '../../platform/shell.ts';
import { type Prepared, preparedBy, steering } from './replaced-programs.ts';
import { evaluatesSetUp, isCleanUp, isSetUp } from './silent-programs.ts';

/**
 * What a part of a line can do to a run beside it. `none`: nothing; `status`: end the line before the run, or change the
 * status; `replaces`: also run something else, or elsewhere, under its name.
 */
export type LineEffect = 'none' | 'status' | 'replaces';

/**
 * Words that bash and zsh take for their own. Every other program is a process of its own, which can neither end the
 * shell nor set anything in it, so that of these alone the harmless forms have to be known.
 */
const BUILTINS = new Set(
  `. : [ [[ - alias autoload bg bind bindkey break builtin bye caller case cd chdir command compadd compcall compctl
  compgen complete compopt comparguments compdescribe compset continue coproc declare dirs disable disown do done echo
  echotc echoti elif else emulate enable end esac eval exec exit export false fc fg fi float for foreach function
  functions getcap getln getopts hash help history if in integer jobs kill let limit local log logout mapfile nocorrect
  noglob popd print printf private pushd pushln pwd r read readarray readonly rehash repeat return sched select set
  setcap setopt shift shopt source stat suspend test then time times trap true ttyctl type typeset ulimit umask unalias
  unfunction unhash unlimit unset unsetopt until vared wait whence where which while zargs zcompile zformat zle zmodload
  zparseopts zprof zpty zregexparse zselect zsocket zstyle zsystem ztcp`.split(/\s+/),
);

/** They set nothing, whatever they are given. */
const HARMLESS = new Set(
  ': [ [[ bg caller cd chdir dirs disown echo false fg help jobs kill popd pushd pwd sleep test times true type ulimit umask wait whence where which'.split(
    ' ',
  ),
);

/** Options of the shell that leave commands to be run, and in their order. `e` and `pipefail` are followed elsewhere. */
const SET =
  /^(?: [-+](?:[abefhmuvxBCEHPT]+|[abefhmuvxBCEHPT]*o (?:pipefail|errexit|nounset|xtrace|verbose|allexport|errtrace|functrace|noglob|noclobber|monitor)))+$/;
const SHOPT = /^ -[su](?: (?:globstar|nullglob|extglob|dotglob|nocaseglob|failglob|inherit_errexit|checkwinsize))+$/;
const SETOPT =
  /^(?: (?:pipe_?fail|err_?exit|no_?unset|x_?trace|(?:no_?)?null_?glob|(?:no_?)?nomatch|extended_?glob|glob_?star_?short|sh_?word_?split))+$/i;

/** Where a program stands beside the run. */
export interface Beside {
  isBefore: boolean;
  /** Right behind `||`. */
  isAlternative: boolean;
  /** The run is in a loop. */
  isInLoop: boolean;
}

/** What the pipelines around one of them can do to it. */
export function effectAround(pipelines: readonly Pipeline[], at: number): LineEffect {
  const own = pipelines[at] as Pipeline;
  let found: LineEffect = 'none';
  for (const [position, { programs, definition, writes }] of pipelines.entries()) {
    if (definition !== undefined) {
      if (BUILTINS.has(definition)) return 'replaces';
      found = 'status';
    }
    if (position === at) continue;
    const beside = {
      isBefore: position < at,
      isAlternative: pipelines[position - 1]?.followedBy === '||',
      isInLoop: own.inLoop,
    };
    if (position < at && writes.some((file) => TASK_FILE.test(file))) found = 'status';
    // `[[ -f a && -f b ]]`
    if (isRestOfTest(pipelines, position)) continue;
    for (const words of programs) {
      const effect = knownEffect(words, beside);
      if (effect === 'replaces') return effect;
      if (effect === 'status') found = effect;
    }
  }
  return found;
}

/** By program and place: each is asked about once for every other run of the line, and a line may have hundreds. */
const effects = new WeakMap<ShellWords, LineEffect[]>();

function knownEffect(words: ShellWords, beside: Beside): LineEffect {
  const place = (beside.isBefore ? 1 : 0) + (beside.isAlternative ? 2 : 0) + (beside.isInLoop ? 4 : 0);
  const known = effects.get(words) ?? [];
  effects.set(words, known);
  known[place] ??= effectOf(words, beside);
  return known[place];
}

/** What a task of this name runs is written by the line itself. */
const TASK_FILE =
  /(?:^|\/)(?:package\.json|(?:GNU)?[Mm]akefile|\.?[Jj]ustfile|[Tt]askfile\.ya?ml|\.?mise\.toml|pyproject\.toml|composer\.json|deno\.jsonc?)$/;

const isRestOfTest = (pipelines: readonly Pipeline[], position: number) => {
  const before = pipelines[position - 1]?.programs.at(-1);
  return before?.[0] === '[[' && !before.includes(']]') && pipelines[position]?.programs[0]?.at(-1) === ']]';
};

/** What one program can do to a run beside it. Only what is known to be harmless does nothing. */
export function effectOf(all: ShellWords, beside: Beside): LineEffect {
  if (all.some(mayAssign)) return 'replaces';
  const words = withoutAssignments(all);
  const settings = all.slice(0, all.length - words.length);
  const [name, ...args] = words;
  if (name === undefined) return strongest(settings.map((word) => effectOfSetting(preparedBy(word))));
  if (/^[a-z]\w*(?:\+\+|--)$/.test(name)) return 'none';
  if (!isPlainProgram(name)) return 'replaces';
  if (!BUILTINS.has(name)) return 'none';
  // Before these a setting may stay.
  const kept = KEEPS_SETTINGS.test(name) ? settings.map((word) => effectOfSetting(preparedBy(word))) : [];
  return strongest([effectOfBuiltin(name, args, beside), ...kept]);
}

const KEEPS_SETTINGS =
  /^(?:[.:]|source|break|continue|eval|exec|exit|export|readonly|return|set|shift|times|trap|unset)$/;

const strongest = (all: readonly LineEffect[]): LineEffect =>
  all.includes('replaces') ? 'replaces' : all.includes('status') ? 'status' : 'none';

const effectOfSetting = (prepared: Prepared): LineEffect =>
  prepared === 'other' ? 'replaces' : prepared === 'loose' ? 'status' : 'none';

function effectOfBuiltin(name: string, args: ShellWords, beside: Beside): LineEffect {
  const line = args.map((word) => ` ${word}`).join('');
  const known = (isHarmless: boolean, otherwise: LineEffect = 'replaces') => (isHarmless ? 'none' : otherwise);
  if (name === '[[' || name === '[' || name === 'test') return known(!comparesNumbers(args), 'status');
  if (HARMLESS.has(name)) return 'none';
  switch (name) {
    case 'set':
      return known(SET.test(line), 'status');
    case 'shopt':
      return known(SHOPT.test(line), /\balias/.test(line) ? 'replaces' : 'status');
    case 'setopt':
    case 'unsetopt':
      return known(SETOPT.test(line), /alias/i.test(line) ? 'replaces' : 'status');
    case 'printf':
    case 'print':
      return known(name === 'printf' ? !/^-v/.test(args[0] ?? '') : !args[0]?.startsWith('-'));
    case 'hash':
      return known(args.every((word) => word === '-r'));
    case 'export':
    case 'readonly':
    case 'declare':
    case 'typeset':
    case 'local':
      return setsOnly(args, name === 'export' || name === 'readonly' ? /^$/ : /^-[xgraA]+$/, true);
    case 'unset':
      return setsOnly(args, /^-v$/);
    case 'read':
      return setsOnly(withoutReadOptions(args), /^$/);
    case 'for':
      return setsOnly(args.slice(0, 1), /^$/);
    case 'shift':
      return 'none';
    case 'exec':
      return known(args.length === 0 || !beside.isBefore, 'status');
    case 'exit':
    case 'return':
    case 'bye':
    case 'logout':
      return known(!beside.isBefore || isFailingExit(name, args, beside), 'status');
    case 'break':
    case 'continue':
      return known(!beside.isBefore || !beside.isInLoop, 'status');
    case 'trap':
      return known(isHarmlessTrap(args), 'status');
    case 'time':
      return args.length === 0 ? 'none' : effectOf(args, beside);
    case 'command':
      return known(/^-[vV]$/.test(args[0] ?? '') || isProgram(args[0]));
    case 'eval':
      return evaluatesSetUp(args) ? 'status' : 'replaces';
    case 'source':
    case '.':
      return args.length === 1 && isSetUp(args[0] as string) ? 'status' : 'replaces';
    default:
      return 'replaces';
  }
}

/** A word that the shell does not replace by others; the home folder of the user is one. */
const isPlainProgram = (name: string) => /^(?:~|\$HOME|\$\{HOME\}|\$PWD|\$\{PWD\})?[\w.+@%,:/[\]-]+$/.test(name);
const isProgram = (name: string | undefined) => name !== undefined && isPlainProgram(name) && !BUILTINS.has(name);

/** `${x:=1}`, `$((x = 1))`, `$[x = 1]`: a word that sets a variable. */
const mayAssign = (word: string) =>
  word.includes('$') &&
  (/\$\{[^}]*?(?<![!=~<>#%/]):?=/.test(word) || /\$\(\([^)]*?(?:[^=!<>]=(?!=)|\+\+|--)|\$\(\(.*\$\(|\$\[/.test(word));

/** In a comparison of numbers a text is calculated, and may set a variable: `[[ x=0 -eq 0 ]]`. */
const comparesNumbers = (args: ShellWords) =>
  args.some((word) => /^-(?:eq|ne|lt|le|gt|ge)$/.test(word)) && args.some((word) => /\w=|\[.+\]/.test(word));

/** Names, and what they are set to, in the open. A name alone is set to anything, except where that only exports it. */
function setsOnly(args: ShellWords, options: RegExp, isNameKept = false): LineEffect {
  return strongest(
    args
      .filter((word) => !options.test(word))
      .map((word) => {
        const [, name, value] = /^([A-Za-z_]\w*)(\+?=.*)?$/s.exec(word) ?? [];
        if (name === undefined) return 'replaces';
        if (value === undefined) return isNameKept ? 'none' : effectOfSetting(steering(name));
        return effectOfSetting(value.startsWith('=') ? preparedBy(word) : steering(name));
      }),
  );
}

function withoutReadOptions(args: ShellWords): ShellWords {
  const names: ShellWords = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    if (/^-[a-zA-Z]*[ptndNiu]$/.test(word)) at++;
    else if (!/^-(?:[rsea]+|[tnNu]\d+)$/.test(word)) names.push(word);
  }
  return names;
}

/** `cd web || exit 1`: if the line ended well, it was not reached. */
function isFailingExit(name: string, [status, ...more]: ShellWords, { isAlternative }: Beside): boolean {
  if (name !== 'exit' || more.length > 0) return false;
  if (status === undefined || status === '$?') return isAlternative;
  return /^\d{1,3}$/.test(status) && Number(status) % 256 !== 0;
}

/** What is run at the end, or after every command, may only remove files; what is run on a signal may do anything. */
function isHarmlessTrap(args: ShellWords): boolean {
  const [handler = '', ...signals] = args[0] === '--' ? args.slice(1) : args;
  if (handler === '-' || isCleanUp(handler)) return true;
  return signals.length > 0 && signals.every((signal) => /^(?:SIG)?(?:INT|TERM|HUP|QUIT|USR[12])$/i.test(signal));
}
