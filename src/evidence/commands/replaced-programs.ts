import type { ShellWords } from '../../platform/shell.ts';
import { isSetUp } from './silent-programs.ts';

/** How a program was prepared for: `other`: what runs is not what it is called; `loose`: it may end well whatever happens. */
export type Prepared = 'other' | 'loose' | undefined;

/** What stands right before a program, and may make it another one; or a function of its name in the same line. */
export function preparation(command: string, program: ShellWords, bare: ShellWords): Prepared {
  const before = program.slice(0, Math.max(0, program.lastIndexOf(bare[0] ?? '')));
  const names = [...before.filter((word) => !isSetting(word)), bare[0] ?? ''];
  if (names.some((name) => isDefined(command, name))) return 'other';
  // `env -S "A=1 npm test"`: several words in one.
  if (before.some((word) => /^-\w*S|^--split/.test(word))) return 'other';
  return strongest(before.filter(isSetting).map(preparedBy));
}

/** A definition in any form: `npm() { …; }`, `function npm { …; }`, `function npm() ( … )`. */
function isDefined(command: string, name: string): boolean {
  if (!/^[\w@.+-]+$/.test(name) || !/\(\s*\)|\bfunction\b/.test(command)) return false;
  const word = name.replaceAll(/[.+]/g, '\\$&');
  return new RegExp(`(?:^|[\\s;&|({"'])(?:function\\s+${word}(?![\\w-])|${word}\\s*\\(\\s*\\))`).test(command);
}

const isSetting = (word: string) => /^[A-Za-z_]\w*=/.test(word);
const strongest = (all: Prepared[]): Prepared =>
  all.includes('other') ? 'other' : all.includes('loose') ? 'loose' : undefined;

/** Variables through which options reach a program. */
const LOOSE: Record<string, RegExp> = {
  MAKEFLAGS: /(?:^|\s)-?(?!-)[a-z]*[intq]|--(?:ignore-errors|touch|question|just-print|dry-run)/,
  GNUMAKEFLAGS: /(?:^|\s)-?(?!-)[a-z]*[intq]|--(?:ignore-errors|touch|question|just-print|dry-run)/,
  PYTEST_ADDOPTS: /(?:^|\s)(?:-k|-m|-p|-c|--co|--collect-only|--deselect|--ignore\S*|--exit\S*|--rootdir\S*)\b/,
  PYTEST_PLUGINS: /./,
  GOFLAGS: /-(?:run|list|skip|c)\b|-exec/,
  MAVEN_ARGS: /skip|failure\.ignore|-fn/i,
  MAVEN_OPTS: /skip|failure\.ignore/i,
  GRADLE_OPTS: /skip|ignoreFailures/i,
  JAVA_TOOL_OPTIONS: /-javaagent|skip/i,
  _JAVA_OPTIONS: /-javaagent|skip/i,
  JDK_JAVA_OPTIONS: /-javaagent|skip/i,
  RUBYOPT: /-r/,
  PERL5OPT: /-M/,
  PHPUNIT_ARGS: /./,
};

/** Options of npm that choose neither what runs nor how it ends. */
const HARMLESS_NPM =
  /^npm_config_(?:registry|loglevel|update_notifier|fund|audit|cache|color|progress|yes|legacy_peer_deps|engine_strict|offline|prefer_offline|fetch_\w+|https?_proxy|strict_ssl|unicode|foreground_scripts|save\w*)$/i;
/** Options of Node with which it runs the same: memory, warnings, modules that are built in. */
const HARMLESS_NODE =
  /^(?:\s*(?:\$\{?NODE_OPTIONS\}?|--(?:max[-_]old[-_]space[-_]size|max-semi-space-size|stack-size|stack-trace-limit|unhandled-rejections|dns-result-order|max-http-header-size)=[\w-]+|--(?:no-warnings|no-deprecation|trace-\w+(?:-\w+)?|enable-source-maps|experimental-(?:vm-modules|strip-types|transform-types|global-\w+|sqlite|websocket|webstorage|wasm-modules|json-modules|specifier-resolution=node)|openssl-legacy-provider|expose-gc|preserve-symlinks|inspect(?:-brk)?|no-experimental-[\w-]+|disable-warning=\w+|use-\w+-ca)))*\s*$/;

export const isHarmlessNode = (options: string): boolean => HARMLESS_NODE.test(options);

/** Names that choose which program runs, or what the shell does. */
const CHOOSES_PROGRAM =
  /^(?:(?:LD|DYLD)_\w+|BASH_\w+|BASHOPTS|SHELLOPTS|EXECIGNORE|FPATH|fpath|ENV|ZDOTDIR|aliases|functions|commands|builtins|options|PYTHONSTARTUP|PYTHONOPTIMIZE|NODE_TEST_CONTEXT|GIT_EXEC_PATH)$/;
/** Names of a shell or of a tool through which options and code reach a run; then those of them that do not. */
const REACHES_RUN =
  /^(?:HOME|PWD|OLDPWD|IFS|CDPATH|cdpath|TMOUT|GLOBIGNORE|POSIXLY_CORRECT|PHPRC|PHP_INI_SCAN_DIR|PERL5LIB|PERLLIB|RUBYLIB|DOTNET_STARTUP_HOOKS|(?:NODE|PYTHON|MAKE|RUSTC|RUSTDOC|BUN)\w*|CARGO_\w*(?:RUNNER|RUSTC|WRAPPER|RUSTDOC)\w*|npm_\w+)$/;
const REACHES_NOTHING =
  /^(?:NODE|NODE_(?:ENV|NO_WARNINGS|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED|DEBUG|DISABLE_COLORS|VERSION|PENDING_DEPRECATION|COMPILE_CACHE|AUTH_TOKEN)|PYTHON|PYTHON(?:PATH|UNBUFFERED|DONTWRITEBYTECODE|WARNINGS|IOENCODING|UTF8|HASHSEED|ASYNCIODEBUG|FAULTHANDLER|DEVMODE|TRACEMALLOC|PYCACHEPREFIX|NOUSERSITE|_VERSION)|MAKELEVEL|BUN|BUN_INSTALL)$/;

/** What a variable does to a run if nothing says what it is set to. */
export function steering(name: string): Prepared {
  if (/^(?:PATH|path|SHELL|MAKESHELL)$/.test(name) || CHOOSES_PROGRAM.test(name)) return 'other';
  if (/^npm_config_/i.test(name)) return HARMLESS_NPM.test(name) ? undefined : 'other';
  if (Object.hasOwn(LOOSE, name)) return 'loose';
  return REACHES_RUN.test(name) && !REACHES_NOTHING.test(name) ? 'loose' : undefined;
}

/** What a setting does to a run: `A=1`. */
export function preparedBy(word: string): Prepared {
  const at = word.indexOf('=');
  const [name, value] = [word.slice(0, at), word.slice(at + 1)];
  if (name === 'PATH' || name === 'path') return value.split(':').every(isKnownFolder) ? undefined : 'other';
  if (name === 'NODE_OPTIONS') return HARMLESS_NODE.test(value) ? undefined : 'loose';
  if (name === 'SHELL' || name === 'MAKESHELL') return /(?:ba|z|da)?sh$/.test(value) ? undefined : 'other';
  const rule = Object.hasOwn(LOOSE, name) ? LOOSE[name] : undefined;
  return rule ? (rule.test(value) ? 'loose' : undefined) : steering(name);
}

/** Where tools are installed, and what was there before. Anything may have been put into any other folder. */
export const isKnownFolder = (folder: string) =>
  /^\$\{?PATH\}?$/.test(folder) ||
  /(?:^|\/)(?:node_modules\/\.bin|\.?v?env[\w.-]*\/bin|vendor\/bin)\/?$/.test(folder) ||
  /^(?:\/usr|\/bin|\/sbin|\/opt|\/snap|\/nix|\/Library|\/Applications|\/System|\/mnt\/c|\/c)(?:\/|$)/.test(folder) ||
  /^(?:~|\$\{?HOME\}?|\/home\/[^/]+|\/Users\/[^/]+|\/root)\/(?:\.[\w-]+\/[\w./@+-]*|go\/bin|bin|sdk\/[\w./-]+|Library\/[\w./ -]+|n\/bin|miniconda3?\/[\w./-]+|anaconda3?\/[\w./-]+|flutter\/bin)\/?$/.test(
    folder,
  ) ||
  /^\$\{?(?:GOPATH|GOROOT|GOBIN|CARGO_HOME|BUN_INSTALL|PNPM_HOME|NVM_BIN|NVM_DIR|VOLTA_HOME|JAVA_HOME|ANDROID_HOME|DENO_INSTALL|VIRTUAL_ENV|CONDA_PREFIX)\}?(?:\/[\w./-]+)?$/.test(
    folder,
  ) ||
  /^\$\((?:npm (?:bin|prefix)(?: -g)?|go env GOPATH|go env GOROOT|brew --prefix(?: [\w@.-]+)?|yarn global bin|pnpm bin|python3? -m site --user-base|ruby -e [^()]*|gem env [^()]*|dirname "?\$\(which [\w-]+\)"?)\)(?:\/[\w./-]+)?$/.test(
    folder,
  );

/** Where the tools of a project and of the system are kept. */
const TOOL_PATH =
  /(?:^|\/)(?:node_modules\/(?:\.bin\/)?|\.?v?env\/bin\/|vendor\/bin\/|\.local\/bin\/|usr\/(?:local\/)?bin\/)((?:@[\w.-]+\/)?[\w.-]+)/;

/** The tool that somebody who writes this file replaces, or the file itself if shells are set up by it. */
export const replacedAt = (path: string): string | undefined =>
  TOOL_PATH.exec(path)?.[1] ?? (isSetUp(path) ? /[^/]+$/.exec(path)?.[0] : undefined);

/** Options of npm that choose what its scripts are run with, or whether they are. */
const CHOOSES_SHELL = /script-shell|node-options|if-present|\bshell\b|ignore-scripts|\bprefix\b|workspace/;

/** Whether a file that sets up npm, with this text, may make it run something else. */
export const replacesScripts = (path: string, text: string): boolean =>
  /(?:^|\/)\.npmrc$/.test(path) && CHOOSES_SHELL.test(text);

/** The same, written by a command: only a plain text is known. */
export function commandReplacesScripts(command: string, written: readonly string[]): boolean {
  if (/\b(?:npm|pnpm|yarn)\s+(?:config\s+set|set|c\s+set)\b/.test(command)) return CHOOSES_SHELL.test(command);
  if (!written.some((path) => /(?:^|\/)\.npmrc$/.test(path))) return false;
  return CHOOSES_SHELL.test(command) || !/\becho\s+(["']?)[\w@:/.=-]+\1\s*>>?\s*\S*\.npmrc(?:\s|$|[;&])/.test(command);
}
