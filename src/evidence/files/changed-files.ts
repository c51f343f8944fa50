import { existsSync, lstatSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Changes } from '../../git/changes.ts';
import { git } from '../../git/git.ts';
import { READ_ONLY_OPTIONS } from '../../git/git-reader.ts';
import { isWithin, realPath } from '../../platform/folders.ts';
import { readRegular } from '../../platform/regular-file.ts';
import type { FileFact } from '../facts.ts';
import { isAfter, type Moment } from '../moment.ts';
import { digest, type Edited, type Edits } from './edits.ts';

/** When a run began and ended; whether a path was taken away after that, by what commands say. */
type Ran = { began: Moment; ended: Moment };
type Removed = (full: string, shown: string) => boolean;

/** Where the project is, and how its paths are named. */
export interface Project {
  /** As it is shown: relative to the project folder if it is the project's. A path of git's is relative to its root. */
  shown(path: string, ofGit?: boolean): string;
  absolute(path: string, ofGit?: boolean): string;
  isInRepository(path: string): boolean;
  isThere: boolean;
  /** Files of the project that were changed after a moment: by tool calls, or by whatever else, as their times say. */
  changedAfter(run: Ran, edits: Edits, changes: Changes | undefined, isRemoved: Removed): string[];
}

/** Written in the same breath as a command ended, it was written by it. */
const SAME_BREATH_MS = 1_000;

export function projectAt(folder: string, changes: Changes | undefined): Project {
  const here = realPath(folder);
  const root = changes && realPath(changes.root);
  const absolute = (path: string, ofGit = false) => {
    if (ofGit) return join(root as string, path);
    if (!isAbsolute(path)) return resolve(here, path);
    // The client may name the folder by another way than git does.
    return path === folder || path.startsWith(`${folder}/`) ? join(here, path.slice(folder.length)) : path;
  };
  const isOurs = (full: string) => isBelow(here, full) || (root !== undefined && isBelow(root, full));
  const shown = (path: string, ofGit = false) => {
    const full = absolute(path, ofGit);
    return isOurs(full) ? relative(here, full) : full;
  };
  return {
    shown,
    absolute,
    isThere: existsSync(here),
    isInRepository: (path) => root !== undefined && isBelow(root, absolute(path)),
    changedAfter: ({ began, ended }, edits, changes, isRemoved) => {
      const isTouched = (full: string) => {
        const at = writtenAt(full);
        return at === undefined ? isRemoved(full, shown(full)) : at > ended.at + SAME_BREATH_MS;
      };
      const edited = [...edits.files.values()].map((file) => ({ ...file, full: absolute(file.path) }));
      const byCalls = edited.filter(({ last, full }) => isAfter(last, began) || isTouched(full));
      const back = byCalls
        .filter((file) => isAfter(file.first, ended) && isBack(file, file.full))
        .map(({ full }) => full);
      const named = (changes?.files ?? []).flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
      const byOthers = named.map((path) => absolute(path, true)).filter(isTouched);
      const after = new Set([...byCalls.map(({ full }) => full), ...byOthers].filter(isOurs));
      return [...after].filter((full) => !back.includes(full)).map((full) => shown(full));
    },
  };
}

/** Undefined if it is gone. */
function writtenAt(path: string): number | undefined {
  try {
    return lstatSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

/** As it was before the first call that changed it. */
const isBack = ({ before }: Edited, full: string) => before !== undefined && before === contentNow(full);

const isBelow = (folder: string, path: string) => path !== folder && isWithin(folder, path);

/** What tool calls and git say has changed, joined: the work of tools first, newest first. */
export async function filesIn(
  edits: Edits,
  changes: Changes | undefined,
  project: Project,
  since: Date | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FileFact[]> {
  const byGit = new Map((changes?.files ?? []).map((file) => [project.absolute(file.path, true), file]));
  const edited = [...edits.files.values()]
    .filter(({ last }) => since === undefined || last.at >= since.getTime())
    .sort((a, b) => (isAfter(a.last, b.last) ? -1 : 1));
  const quiet = edited.filter(({ path }) => !byGit.has(project.absolute(path)));
  const tracked = await trackedAmong(
    quiet.map(({ path }) => project.absolute(path)).filter((path) => project.isInRepository(path)),
    changes,
    env,
  );
  const facts = edited.map((file): FileFact => {
    const full = project.absolute(file.path);
    const changed = byGit.get(full);
    byGit.delete(full);
    const by: FileFact['by'] = [
      ...(file.byMain ? ['tool' as const] : []),
      ...(file.bySubagent ? ['subagent' as const] : []),
    ];
    if (!changed)
      return { path: project.shown(file.path), how: howWithoutGit(file, full, tracked, project.isThere), by };
    const from = changed.from === undefined ? {} : { from: project.shown(changed.from, true) };
    return { path: project.shown(file.path), how: changed.how, ...from, by: [...by, 'git'] };
  });
  const others = [...byGit.values()].map(
    ({ path, how, from }): FileFact => ({
      path: project.shown(path, true),
      how,
      ...(from === undefined ? {} : { from: project.shown(from, true) }),
      by: ['git'],
    }),
  );
  return [...facts, ...others];
}

const LARGEST_COMPARED = 4 * 1024 * 1024;

/** Git lists no difference, or is not there: what the file was before the first change may be known from the call. */
function howWithoutGit(
  { before }: Edited,
  full: string,
  tracked: ReadonlySet<string>,
  isThere: boolean,
): FileFact['how'] {
  // Where the whole project is gone, or elsewhere, no file of it says anything.
  const now = isThere ? contentNow(full) : undefined;
  if (before !== undefined && now !== undefined && before === now) return 'unchanged';
  if (tracked.has(full)) return 'unchanged';
  if (before === 'absent') return now === undefined ? 'edited' : 'added';
  if (now === 'absent') return 'deleted';
  return before === undefined ? 'edited' : 'modified';
}

function contentNow(full: string): string | undefined {
  try {
    if (!lstatSync(full).isFile()) return undefined;
    const content = readRegular(full, { maxBytes: LARGEST_COMPARED });
    return content && content.size <= LARGEST_COMPARED ? digest(content.bytes) : undefined;
  } catch {
    return 'absent';
  }
}

/** Files that git knows: if it lists no difference for one, there is none. */
async function trackedAmong(
  paths: string[],
  changes: Changes | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Set<string>> {
  if (!changes || changes.contentUnread || changes.cut || paths.length === 0) return new Set();
  const names = paths.slice(0, 200).map((path) => relative(realPath(changes.root), path));
  const { stdout } = await git(changes.root, [...READ_ONLY_OPTIONS, 'ls-files', '-z', '--', ...names], env);
  return new Set(
    stdout
      .toString('utf8')
      .split('\0')
      .filter(Boolean)
      .map((name) => join(realPath(changes.root), name)),
  );
}
