import { posix } from 'node:path';
import type { Pipeline, ShellWords } from '../../platform/shell.ts';
import { purposeOf } from './kinds.ts';
import { plainPath, type Variables, variablesIn } from './printed-text.ts';
import { isReadOnlyProgram } from './read-only-programs.ts';
import { filesPrinted, isSilent } from './silent-programs.ts';
import { foldersAlong, inside } from './working-folder.ts';
import { withoutWrappers } from './wrappers.ts';

/** What becomes of the file that a pipeline sends its output to: `npm test > t.log 2>&1; tail -5 t.log`. */
export interface Log {
  /** The later pipelines that print it, and nothing else. */
  readers: readonly number[];
  /** What they print it with, without the name of the file. */
  shownBy: readonly ShellWords[];
  /** Nothing can have written to it between the run and the last that prints it. */
  isKept: boolean;
}

const known = new WeakMap<readonly Pipeline[], Map<number, Log | undefined>>();

/** Undefined if its output goes to no file. */
export function logOf(pipelines: readonly Pipeline[], at: number): Log | undefined {
  const logs = known.get(pipelines) ?? new Map<number, Log | undefined>();
  known.set(pipelines, logs);
  if (!logs.has(at)) logs.set(at, findLog(pipelines, at));
  return logs.get(at);
}

function findLog(pipelines: readonly Pipeline[], at: number): Log | undefined {
  const own = pipelines[at] as Pipeline;
  const named = [...own.writes, ...own.programs.flatMap(teeFiles)];
  if (named.length === 0) return undefined;
  const variables = variablesIn(pipelines);
  const folders = foldersAlong(pipelines);
  const pathOf = (word: string, position: number) => {
    const path = plainPath(word, variables);
    return path === undefined ? undefined : inside(folders[position] as string, path);
  };
  const files = new Set(named.map((word) => pathOf(word, at)));
  const isLog = (word: string, position: number) => {
    const path = pathOf(word, position);
    return path !== undefined && files.has(path);
  };
  const readers: number[] = [];
  const shownBy: ShellWords[] = [];
  for (let position = at + 1; position < pipelines.length; position++) {
    const { programs, reads, hasPattern } = pipelines[position] as Pipeline;
    const [first = [], ...behind] = programs;
    const printed = [...(filesPrinted(first) ?? []), ...reads];
    if (hasPattern || printed.length === 0 || !printed.every((word) => isLog(word, position))) continue;
    readers.push(position);
    shownBy.push(
      first.filter((word) => !printed.includes(word)),
      ...behind,
    );
  }
  const last = readers.at(-1) ?? at;
  const isRepeated = readers.some((position) => pipelines[position]?.inLoop);
  const names = namesIn(files);
  const isKept = pipelines.every((other, position) => {
    const isBetween = position > at && (position < last || isRepeated);
    const isBeside = position < at && other.followedBy === '&';
    return !(isBetween || isBeside) || readers.includes(position) || leavesFile(other, names, variables);
  });
  return { readers, shownBy, isKept };
}

const teeFiles = ([name, ...args]: ShellWords) => (name === 'tee' ? args.filter((word) => !word.startsWith('-')) : []);

/** The names in the paths of these files: none of them may be written, moved or linked. */
const namesIn = (files: ReadonlySet<string | undefined>) =>
  new Set([...files].flatMap((file) => (file ?? '').split('/')).filter((name) => !/^(?:|\.{1,2}|~)$/.test(name)));

/** Of the programs that do more than read, those that write no file. */
const WRITES_NO_FILE = /^(?:export|unset|mkdir)$/;

/** Whether it cannot have written a file of these names. The other checks of a project write none that is not their own. */
function leavesFile(
  { programs, writes, hasPattern }: Pipeline,
  names: ReadonlySet<string>,
  variables: Variables,
): boolean {
  if (hasPattern || writes.some((file) => names.has(posix.basename(plainPath(file, variables) ?? [...names][0] ?? ''))))
    return false;
  return programs.every((words) => {
    const [name = ''] = words;
    if (WRITES_NO_FILE.test(name) || isReadOnlyProgram(words)) return true;
    if (words.every((word) => /^\w+=/.test(word))) return isSilent(words);
    const { kind, tool, tasks } = purposeOf(withoutWrappers(words));
    return (
      kind !== 'other' &&
      (tool !== undefined || tasks.length > 0) &&
      !words.some((word) => names.has(posix.basename(word)))
    );
  });
}
