import { resolve } from 'node:path';
import { parseShellLine, type ShellWords, withoutAssignments } from '../platform/shell.ts';

/** What a command line would make git do. */
export interface GitCalls {
  /** Every folder in which git may look for its repository; relative ones are taken from each place the shell may be in. */
  folders: string[];
  /** Why it is refused, wherever it runs. */
  refused: string | undefined;
}

/** More than any review needs. */
const MAX_FOLDERS = 30;

const PLAIN_ONLY =
  'A review calls git in the plain form: git COMMAND, in the current folder or with -C FOLDER. Options and variables that choose programs, configuration, repository or output are refused.';
const FOLDER_UNKNOWN =
  'It cannot be told in which repository git would run. Name the folder literally, or read the files themselves instead.';

const NAME_HIDDEN =
  'A review writes the names of programs plainly, in short command lines: no quotes, backslashes, variables or patterns in a name.';

/**
 * Reads a command line for calls of git. It errs to the safe side: a word "git" anywhere counts as a call, and a folder
 * that is not written out literally refuses the line. Undefined: git is not called.
 */
export function gitCalls(command: string, startFolders: readonly string[]): GitCalls | undefined {
  if (hidesProgram(command)) return { folders: [...startFolders], refused: NAME_HIDDEN };
  if (!/\bgit\b/.test(unquoted(command))) return undefined;
  const folders = new Set(startFolders);
  const refuse = (refused: string) => ({ folders: [...folders], refused });
  const enter = (path: string | undefined): boolean => {
    if (path === undefined || !isLiteral(path)) return false;
    for (const folder of [...folders]) folders.add(resolve(folder, path));
    return folders.size <= MAX_FOLDERS;
  };
  // What stands in there is another command line.
  if (/\$\(|`|[<>]\(/.test(command)) return refuse(FOLDER_UNKNOWN);
  for (const words of parseShellLine(command).flatMap(({ programs }) => programs)) {
    if (words.some((word) => /^GIT_\w+=/.test(word))) return refuse(PLAIN_ONLY);
    const [name = ''] = words;
    if ((name === 'cd' || name === 'pushd') && !enter(words.slice(1).find((word) => !/^-[LPe]?$/.test(word))))
      return refuse(FOLDER_UNKNOWN);
    const at = words.findIndex((word) => /(?:^|\/)git$/.test(word));
    if (at < 0) continue;
    const call = readCall(words.slice(at + 1));
    if (!call.isPlain) return refuse(PLAIN_ONLY);
    if (!call.folders.every(enter)) return refuse(FOLDER_UNKNOWN);
  }
  return { folders: [...folders], refused: undefined };
}

/** As a shell joins it: `g""it` and `gi\\t` are git. What stands in quotes may be a command line as well. */
const unquoted = (command: string) => command.replaceAll(/['"]|\\\n?/g, '');

/** More is not read of a line. */
const MAX_LENGTH = 4_000;
/** Letters by their number. */
const ENCODED = /\$'[^']*\\[xuUc0-7]/;
const PLAIN_NAME = /^(?:[\w./+@%:,-]+|\[\[?|\(+|:)$/;

/** A program in the line is not what the line shows. */
function hidesProgram(command: string): boolean {
  if (command.length > MAX_LENGTH || ENCODED.test(command)) return true;
  const names = parseShellLine(command).flatMap(({ programs }) =>
    programs.flatMap((words) => withoutAssignments(words).slice(0, 1)),
  );
  return names.some((name) => !PLAIN_NAME.test(name) || !standsIn(command, name));
}

/** As a word of its own, without a quote beside it. */
function standsIn(command: string, name: string): boolean {
  for (let at = command.indexOf(name); at >= 0; at = command.indexOf(name, at + 1)) {
    const [before = ' ', after = ' '] = [command[at - 1], command[at + name.length]];
    if (/[\s;&|(!{`]/.test(before) && /[\s;&|()<>}`]/.test(after)) return true;
  }
  return false;
}

/** A shell would not make anything else of it. */
const isLiteral = (path: string) => !/[$~*?[\]{}]/.test(path) && path !== '-';

/** Options before the command that choose neither programs nor a repository. */
const HARMLESS = new Set(['--no-pager', '-P', '--no-optional-locks', '--literal-pathspecs', '--no-replace-objects']);

function readCall(args: ShellWords): { folders: string[]; isPlain: boolean } {
  const folders: string[] = [];
  let at = 0;
  for (; args[at]?.startsWith('-'); at++) {
    const option = args[at] as string;
    if (option === '-C') folders.push(args[++at] ?? '$');
    else if (option !== '--version' && !HARMLESS.has(option)) return { folders, isPlain: false };
  }
  const [name, ...rest] = args.slice(at);
  const beforePaths = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined);
  return { folders, isPlain: !beforePaths.some((word) => runsOrWrites(name, word)) };
}

/** Git takes the beginning of a long option for the whole. */
const LONG = [
  'ext-diff',
  'textconv',
  'output',
  'open-files-in-pager',
  'upload-pack',
  'exec',
  'paginate',
  'help',
  'filters',
];
/** Options of their own that others begin with. */
const WHOLE = new Set(['text', 'filter']);

function runsOrWrites(command: string | undefined, word: string): boolean {
  if (command === 'grep' && /^-[A-Za-z]*O/.test(word)) return true;
  const [, name] = /^--([a-z-]{3,})(?:=|$)/.exec(word) ?? [];
  return name !== undefined && !WHOLE.has(name) && LONG.some((long) => long.startsWith(name));
}
