import { HEREDOC, parseShellLine, type ShellWords } from '../../platform/shell.ts';
import { changesLines } from './filters.ts';

/**
 * Programs that print nothing but errors, whatever they are given. Everything that is not named in this file may print
 * any text, and with it what looks like the summary of a run.
 */
const SILENT = new Set(
  `cd export unset readonly local true : false exit return break continue wait sleep mkdir rmdir rm mv cp touch chmod chown
  ln test [ [[ kill ulimit umask setopt disown for case esac truncate`.split(/\s+/),
);
/** With which they tell what they do. */
const VERBOSE = /^-[a-zA-Z]*[vip]|^--(?:verbose|interactive|changes)$|^-c$/;
const TELLS_WITH = /^(?:mkdir|rmdir|rm|mv|cp|ln|chmod|chown|export|readonly|local)$/;

/** Programs that print a little, and the arguments with which that is certain. */
const BY_ARGUMENTS: Record<string, RegExp> = {
  set: /^(?: [-+][euo]+| pipefail| errexit| nounset)+$/,
  shopt: /^ -[su]( \w+)+$/,
  date: /^(?: -u| -[IR]| \+(?:%[-_0]?[a-zA-Z]|[-:_./ T])+)*$/,
  mktemp: /^(?: -d)?$/,
  nproc: /^$/,
  nvm: /^ (?:use|install)(?: [\w./*-]+)*$/,
  fnm: /^ (?:use|install)(?: [\w./*-]+)*$/,
  conda: /^ activate [\w./-]+$/,
  which: /^(?: [\w-]+)+$/,
  command: /^ -[vV] [\w-]+$/,
  python: /^ -m (?:py_compile|compileall|venv|ensurepip)(?: [\w@./-]+)*$/,
  python3: /^ -m (?:py_compile|compileall|venv|ensurepip)(?: [\w@./-]+)*$/,
  npm: /^ (?:ci|i|install)(?: (?:-[DgS]|--[\w-]+(?:=\w+)?|[\w@./^~-]+))*$/,
  pnpm: /^ (?:i|install)(?: --[\w-]+)*$/,
  yarn: /^ install(?: --[\w-]+)*$/,
  bun: /^ (?:i|install)(?: --[\w-]+)*$/,
  pip: /^ install(?: [\w@./=<>~[\]-]+)+$/,
  pip3: /^ install(?: [\w@./=<>~[\]-]+)+$/,
  uv: /^ (?:sync|pip install)(?: [\w@./=<>~[\]-]+)*$/,
  poetry: /^ install(?: --[\w-]+)*$/,
  bundle: /^ install(?: --[\w-]+)*$/,
  composer: /^ install(?: --[\w-]+)*$/,
  go: /^ mod (?:tidy|download|vendor|verify)$/,
  cargo: /^ fetch$/,
  // Getting a build ready, by files of fixed names.
  perl: /^ (?:Makefile|Build)\.PL(?: [\w=./-]+)*$/,
  './configure': /^(?: [\w=./:-]+)*$/,
  './bootstrap': /^(?: [\w=./:-]+)*$/,
  // Nothing of what it replaces is printed.
  sed: /^ -i(?: -E| '')? (?:s([/|#,:@])(?:(?!\1).)*\1(?:(?!\1).)*\1[gI\d]*|\d+(?:,\d+)?d|\/[^/]+\/d)(?: [\w@./-]+)+$/,
};

/** Of git, what prints nothing, or lines that begin with something else. A name may be that of an alias. */
const GIT =
  /^(?: -C [\w./~-]+)?(?: add(?: [^\n]+)?| status (?:-s|--short|-sb|--porcelain)| rev-parse(?: --[\w-]+)*(?: HEAD)?| (?:checkout|switch|restore|reset|fetch|pull|merge|clone|init|worktree \w+|stash(?: \w+)?) (?:[^\n]* )?(?:-q|--quiet)(?: [^\n]*)?)$/;

/** Files that are known to set up a shell, and to say nothing. */
const SET_UP =
  /(?:^|\/)(?:\.?v?env[\w.-]*\/bin\/activate|\.cargo\/env|\.?nvm\/nvm\.sh|nvm\.sh|conda\.sh|\.(?:bash|zsh)rc|\.(?:bash_|z)?profile|\.env(?:\.[\w-]+)?|\.sdkman\/bin\/sdkman-init\.sh|asdf\.sh)$/;
export const isSetUp = (path: string): boolean => SET_UP.test(path);

/** What tools that set up a shell print for it: `eval "$(fnm env)"`. */
export const evaluatesSetUp = (args: ShellWords): boolean =>
  /^\W*\$\((?:[\w./~-]*\/)?(?:direnv|fnm|pyenv|rbenv|nodenv|mise|rtx|asdf|ssh-agent|brew|opam|conda|goenv|jenv|volta|luarocks|plenv|keychain|docker-machine|minikube)\b[^()`]*\)\W*$/.test(
    args.join(' '),
  );

/** Whether a program, as it is called here, certainly prints nothing that looks like the summary of a run. */
export function isSilent(words: ShellWords): boolean {
  const [name = '', ...args] = words;
  if (name === 'eval') return evaluatesSetUp(args);
  if (words.some((word) => /[\n\\]/.test(word) || !areQuietSubstitutions(word))) return false;
  if (words.every((word) => /^[A-Za-z_]\w*\+?=/.test(word))) return true;
  if (SILENT.has(name)) {
    if (name === 'cd') return !args.includes('-');
    return !TELLS_WITH.test(name) || !args.some((word) => VERBOSE.test(word) && !isParents(name, word));
  }
  if (name === 'trap') return isCleanUp(args[0] ?? '');
  const line = args.map((word) => ` ${word}`).join('');
  if (name === 'git') return GIT.test(line);
  if (name === 'source' || name === '.') return args.length === 1 && isSetUp(args[0] as string);
  return Object.hasOwn(BY_ARGUMENTS, name) && BY_ARGUMENTS[name]?.test(line) === true;
}

/** `mkdir -p`, `cp -p`. */
const isParents = (name: string, word: string) =>
  /^(?:mkdir|rmdir|cp)$/.test(name) && /^-[a-zA-Z]*p/.test(word) && !/v/.test(word);

/** Removes files and ends processes: it keeps the status, and prints nothing. */
export const isCleanUp = (handler: string): boolean =>
  /^(?:(?:rm|kill|rmdir|docker|popd|cd|git worktree remove)\b[^;&|]*(?:[;&|]+ *(?:true|:|wait\b[^;&|]*|rm\b[^;&|]*|kill\b[^;&|]*))*;? *)?$/.test(
    handler.replaceAll(/\d?>+ *\S+/g, '').trim(),
  );

/** What they print goes into a word, and their errors are their own: `$(date)`, `$(git rev-parse HEAD)`. */
const QUIET_INSIDE =
  /^(?:date|pwd|mktemp|git|basename|dirname|realpath|readlink|cat|head|tail|grep|wc|cut|tr|sort|uniq|ls|jq|which|command|nproc|uname|whoami|id|hostname|echo|printf|sed|seq|pgrep|lsof|find|go|npm|brew)$/;

function areQuietSubstitutions(word: string): boolean {
  if (!/\$\(|`/.test(word)) return true;
  if (/`|\$\([^)]*\$\(/.test(word)) return false;
  return [...word.matchAll(/\$\((?!\()([^()]*)\)/g)].every(([, inner = '']) =>
    parseShellLine(inner).every(
      ({ programs, toErrors, hides }) =>
        !toErrors && !hides.output && programs.every(([name = '']) => QUIET_INSIDE.test(name)),
    ),
  );
}

const PRINTS_LINES = /^(?:cat|tail|head|[ef]?grep|rg|sort|uniq|nl|wc|less|more|tac|column|strings|sed|cut|tr)$/;

/** The files that a program which prints lines is given; undefined if it is none, or that cannot be told. */
export function filesPrinted([name = '', ...args]: ShellWords): string[] | undefined {
  if (!PRINTS_LINES.test(name)) return undefined;
  const plain: string[] = [];
  let isPattern = /grep$|^rg$|^sed$|^tr$/.test(name);
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    if (/^-[a-zA-Z]*[ef]$|^--(?:regexp|expression|file|files0-from)/.test(word) && /grep$|^rg$|^sed$|^wc$/.test(name)) {
      if (!/e$|^--(?:regexp|expression)$/.test(word)) return undefined;
      isPattern = false;
      at++;
    } else if (/^-[ABCmncdk]$/.test(word) && /^(?:tail|head|[ef]?grep|rg|cut|sort)$/.test(name)) at++;
    else if (!/^[-+]./.test(word)) {
      if (isPattern) isPattern = false;
      else if (name === 'tr') continue;
      else plain.push(word);
    }
  }
  return plain;
}

/** A program behind a pipe that prints lines of what it is given, and nothing else. */
export const isPlainFilter = (words: ShellWords): boolean =>
  !words.includes(HEREDOC) && filesPrinted(words)?.length === 0 && !changesLines([words]);

/** A program that prints numbers, or nothing: `wc -l`, `grep -c`, `grep -q`. */
export const printsNumbers = (words: ShellWords): boolean =>
  filesPrinted(words)?.length === 0 &&
  (words[0] === 'wc' ||
    (/grep$|^rg$/.test(words[0] ?? '') && words.some((word) => /^-[a-zA-Z]*[cq]|^--(?:count|quiet)$/.test(word))));

/** Programs that only read, and whose errors are their own. What they print is counted by what stands behind them. */
export const isReader = ([name = '', ...args]: ShellWords): boolean =>
  /^(?:cat|ls|grep|egrep|rg|head|tail|sort|uniq|cut|tr|git|find|echo|printf|du|wc)$/.test(name) &&
  !args.some((word) => /^-(?:exec|execdir|ok|okdir|fprint\w*|fls)$|\$\(|`/.test(word));
