import { parseShellLine, type ShellWords, withoutAssignments } from '../../platform/shell.ts';
import { purposeOf } from './kinds.ts';
import { effectOf } from './line-effects.ts';
import { isReadOnlyProgram } from './read-only-programs.ts';
import { isPlainRun, loadsAnother } from './run-options.ts';
import type { FindTask } from './task-definitions.ts';
import { withoutWrappers } from './wrappers.ts';

/** Which programs, beside those that only read, a command may run: given as the words of each. */
export type AllowedPrograms = ReadonlySet<string>;

/** What the parser would cut off is not known. */
const MAX_LENGTH = 4_000;
const MAX_SUBSTITUTIONS = 20;

/**
 * Whether a command line may have written a file, as far as its text tells: it may unless each of its programs is known
 * only to read, is a run of tests, linter or type check, or is allowed, and its output goes to no file. Ignored files
 * do not show in the work tree, so this is all there is to see of them.
 */
export function mayWrite(command: string, allowed: AllowedPrograms): boolean {
  const line = withoutSubstitutions(command, allowed);
  if (line === undefined || line.length > MAX_LENGTH) return true;
  if (HIDING.test(line) || writesToFile(line)) return true;
  return parseShellLine(line).some(
    ({ programs, writes }) => writes.length > 0 || programs.some((words) => programMayWrite(words, allowed)),
  );
}

/** What a command could hide in: `$'…'`, a quoted `<<`, a quote in a comment; and a variable that is run. */
const HIDING = /\$'|<<|@P\}|(?:^|[\s;&|()])#[^\n]*['"][^\n]*\n/;

/** The programs of the checks themselves, and of the tasks that they name: a check that is left out would run them too. */
export function programsOfChecks(lines: readonly string[], findTask: FindTask): AllowedPrograms {
  const allowed = new Set<string>();
  for (const words of lines.flatMap(programsIn)) {
    allowed.add(keyOf(words));
    for (const task of purposeOf(withoutWrappers(words)).tasks)
      for (const inner of programsIn(findTask(task, '.') ?? '')) allowed.add(keyOf(inner));
  }
  return allowed;
}

const programsIn = (line: string): ShellWords[] => parseShellLine(line).flatMap(({ programs }) => programs);

/** `sh -x ./t.sh a` and `./t.sh a` are the same script. */
function keyOf(words: ShellWords): string {
  const bare = withoutAssignments(words);
  const isShell = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/.test(bare[0] ?? '');
  const at = isShell ? bare.findIndex((word, i) => i > 0 && !/^-[xeuv]+$/.test(word)) : 0;
  const [script = '', ...args] = isShell && at > 0 && !bare[at]?.startsWith('-') ? bare.slice(at) : bare;
  return JSON.stringify([script.replace(/^\.\//, ''), ...args]);
}

/** `$(…)` and backticks that write nothing, innermost first, replaced by a word. Undefined: one may write. */
function withoutSubstitutions(command: string, allowed: AllowedPrograms): string | undefined {
  let line = command;
  for (let count = 0; count < MAX_SUBSTITUTIONS; count++) {
    const found = /\$\(\([\w\s+*/%$?-]*\)\)|\$\(([^()`]*)\)|`([^`()]*)`/.exec(line);
    if (!found) return /\$\(|`|[<>]\(/.test(line) ? undefined : line;
    const inner = found[1] ?? found[2];
    if (inner !== undefined && mayWrite(inner, allowed)) return undefined;
    // A program of this name is not known to read.
    line = `${line.slice(0, found.index)}SUBSTITUTED${line.slice(found.index + found[0].length)}`;
  }
  return undefined;
}

/** Read from the text itself: a redirection without a program (`> file`) truncates the file too. */
function writesToFile(line: string): boolean {
  const plain = line.replaceAll(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs, '_');
  return plain.replaceAll(/>>?\s*\/dev\/(?:null|stdout|stderr)(?![\w/.$-])|>&(?:\d|-)(?![\w/.$-])/g, '').includes('>');
}

/** Variables of a program that choose neither another program nor a file. */
const HARMLESS_VARIABLE = /^(?:LC_[A-Z]+|LANG|TZ|CI|NO_COLOR|FORCE_COLOR|COLUMNS|TERM|NODE_ENV)=|^(?:GIT_)?PAGER=cat$/;
/** Those of the shell that are exported, and choose what runs behind them. */
const STEERING_VARIABLE = /^(?:PATH|path|IFS|ENV|BASH_ENV|SHELLOPTS|(?:LD|DYLD|NODE|PYTHON|GIT|BUN|npm)\w*)=/;

function programMayWrite(all: ShellWords, allowed: AllowedPrograms): boolean {
  const words = withoutAssignments(all);
  if (words.length === 0) return all.some((word) => STEERING_VARIABLE.test(word));
  if (!all.slice(0, all.length - words.length).every((word) => HARMLESS_VARIABLE.test(word))) return true;
  const [name = ''] = words;
  // What sets a variable that chooses programs, or the shell itself, decides what runs under the names behind it.
  if (SETS.test(name) && effectOf(words, ANYWHERE) !== 'none') return true;
  if (allowed.has(keyOf(words)) || isReadOnlyProgram(words)) return false;
  // `for f in a b`: what it does stands behind `do`.
  if (name === 'for' && words[2] === 'in') return false;
  if (name === 'xargs' || name === 'timeout' || name === 'time') {
    const inner = withoutWrappers(words);
    return inner.length === words.length || programMayWrite(inner, allowed);
  }
  return !isTestRun(words);
}

const SETS = /^(?:for|read|printf|print|local|let|set|shift|cd|pushd|popd|command|time|\[\[?|test|:|echo)$/;
const ANYWHERE = { isBefore: true, isAlternative: true, isInLoop: false };

const PACKAGE_RUNNER =
  /^(?:npx|bunx|uvx|npm|pnpm|yarn|bun|poetry|uv|pipenv|pdm|hatch|bundle|python[\d.]*|py|node|php|nice|command)$/;
/** Options with which a test run or a linter writes what it is told to. */
const WRITING_OPTION =
  /^-(?:o|u|w|i)$|^--?(?:fix|write|update|in-?place|apply|unsafe|bless|accept|emit)|(?:out|output|dir|file|xml|log|report)(?:=|$)/i;

/** Options with which it loads a file or starts a program that is named there. */
const LOADING_OPTION =
  /^(?:-r|-c|-p|--?exec|--(?:config|require|import|loader|plugin|rulesdir|setupFiles|globalSetup|preload|test-reporter))(?:=|$)|^--?reporters?=.*[./]/;

/** A run of tests, linter or type check: at most it leaves a cache or a report. A build is made to write. */
function isTestRun(words: ShellWords): boolean {
  const bare = withoutWrappers(words);
  if (bare !== words && !PACKAGE_RUNNER.test(words[0] ?? '')) return false;
  const { kind, moreKinds, rewrites, isOpaque } = purposeOf(bare);
  if (rewrites || isOpaque || kind === 'other' || [kind, ...moreKinds].includes('build')) return false;
  if (/(?:^|\/)tsc$/.test(bare[0] ?? '') && !bare.includes('--noEmit')) return false;
  if (loadsAnother(bare, []) || !isPlainRun(words, bare, kind)) return false;
  return !bare.some((word) => LOADING_OPTION.test(word)) && !words.some((word) => WRITING_OPTION.test(word));
}
