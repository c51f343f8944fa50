import type { ShellWords } from '../../platform/shell.ts';

/** They write no file, whatever their arguments are. */
const ONLY_READ: ReadonlySet<string> = new Set([
  ...['cat', 'head', 'tail', 'tac', 'nl', 'wc', 'cut', 'tr', 'rev', 'paste', 'join', 'comm', 'cmp', 'diff', 'fold'],
  ...['ls', 'stat', 'du', 'df', 'realpath', 'readlink', 'basename', 'dirname', 'pwd', 'cd', 'pushd', 'popd'],
  ...['grep', 'egrep', 'fgrep', 'zgrep', 'jq', 'column', 'expand', 'od', 'hexdump', 'strings', 'zcat'],
  ...['md5sum', 'sha1sum', 'sha256sum', 'sha512sum', 'shasum', 'cksum', 'b2sum'],
  ...['echo', 'printf', 'true', 'false', ':', 'test', '[', '[[', 'exit', 'return', 'break', 'continue', 'seq', 'expr'],
  ...['read', 'shift', 'local', 'let'],
  ...['sleep', 'wait', 'set', 'type', 'which', 'whereis', 'whoami', 'id', 'uname', 'uptime', 'ps', 'pgrep', 'printenv'],
  ...['nproc', 'free', 'locale', 'groups', 'tty', 'arch', 'getconf', 'lsof', 'cal'],
]);

/** They only read without these arguments. */
const WRITES_WITH: Record<string, RegExp> = {
  find: /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/,
  fd: /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)/,
  rg: /^--(?:pre|hostname-bin)/,
  sort: /^(?:-[a-zA-Z]*[oT]|--(?:o|comp|t))/,
  tree: /^-[a-zA-Z]*o/,
  file: /^(?:-[a-zA-Z]*C|--comp)/,
  date: /^(?:-[a-zA-Z]*s|--s)/,
  env: /^[^-]|^-S|^--split/,
  command: /^(?!-[vV]$)-/,
  // In its program `>` and `|` may also compare; then it is not known. `$1` is a field, `$p` may be any program.
  awk: /[>|`]|system|getline|^-(?!F|v)|@|^\$|\$(?!\d)/,
  hostname: /./,
};

const isPlainName = (name: string) => /^[a-z][\w.+-]*$/i.test(name);

/** Whether a program with these arguments is known to write no file and to start nothing that does. */
export function isReadOnlyProgram([path = '', ...args]: ShellWords): boolean {
  const name = path.replace(/^\/(?:usr\/)?bin\//, '');
  if (ONLY_READ.has(name)) return true;
  if (name === 'sed') return isReadOnlySed(args);
  if (name === 'awk') return !args.some((word) => WRITES_WITH.awk?.test(word));
  // It may become any option.
  if (args.some((word) => /^(?:\$|\{|SUBSTITUTED)/.test(word))) return false;
  if (name === 'git') return isReadOnlyGit(args);
  // A second file is the one it writes.
  if (name === 'uniq') return args.filter((word) => !word.startsWith('-')).length <= 1;
  if (name === 'command') return /^-[vV]$/.test(args[0] ?? '');
  if (Object.hasOwn(WRITES_WITH, name)) return !args.some((word) => WRITES_WITH[name]?.test(word));
  return isPlainName(name) && args.length === 1 && /^(?:--version|--help|-V)$/.test(args[0] as string);
}

const GIT_READS =
  /^(?:status|diff|log|show|blame|annotate|grep|ls-files|ls-tree|rev-parse|rev-list|cat-file|describe|shortlog|merge-base|name-rev|diff-tree|diff-index|diff-files|for-each-ref|check-ignore|check-attr|count-objects|whatchanged|cherry|var|version|show-ref)$/;
/** Those that also write: only in these forms do they read. */
const GIT_READS_AS: Record<string, RegExp> = {
  branch: /^(?: (?:-[avr]+|--list|--all|--show-current|--verbose|--remotes))*$/,
  tag: /^(?: (?:-l|--list|-n\d*))*$/,
  remote: /^(?: -v| show \S+| get-url \S+)?$/,
  config: /^ (?:-l|--list|--get(?:-all|-regexp)? \S+)(?: \S+)?$/,
  stash: /^ (?:list|show)\b/,
  worktree: /^ list\b/,
  submodule: /^ status\b/,
  reflog: /^(?: show\b.*)?$/,
};
/** Options that name a file to write or a program to run. Git takes the beginning of a long option for the whole. */
const GIT_WRITES_WITH = /^--(?:ou|op|ext|textc|filters|exec|upload)|^-O/;

function isReadOnlyGit(args: ShellWords): boolean {
  let at = 0;
  for (; args[at]?.startsWith('-'); at++)
    if (args[at] === '-C') at++;
    else if (!/^(?:--no-pager|-P|--no-optional-locks|--version)$/.test(args[at] as string)) return false;
  const [name = 'version', ...rest] = args.slice(at);
  if (rest.some((word) => GIT_WRITES_WITH.test(word))) return false;
  if (GIT_READS.test(name)) return true;
  return (
    Object.hasOwn(GIT_READS_AS, name) && GIT_READS_AS[name]?.test(rest.map((word) => ` ${word}`).join('')) === true
  );
}

/** Scripts of sed that only print or replace: its commands `w` and `e`, also behind `s`, write and run; `$p` may be any. */
const SED_SCRIPT =
  /^(?:[\d,$+~;! {}pdq=]*|\/[^/]+\/(?:,(?:\/[^/]+\/|\d+|\$))?[;! {}pdq=]*|s([/|#,:@])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gIp\d]*)$/;

function isReadOnlySed(args: ShellWords): boolean {
  const options = args.filter((word) => word.startsWith('-'));
  if (!options.every((word) => /^-[nErse]+$|^--(?:quiet|regexp-extended)$/.test(word))) return false;
  const named = args.flatMap((word, i) => (/^-[a-zA-Z]*e$/.test(args[i - 1] ?? '') ? [word] : []));
  const scripts = named.length > 0 ? named : args.filter((word) => !word.startsWith('-')).slice(0, 1);
  return scripts.every((script) => SED_SCRIPT.test(script) && !script.includes('$'));
}
