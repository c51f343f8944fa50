import { existsSync, lstatSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Changes } from '../../git/changes.ts';
import { git } from '../../git/git.ts';
import { READ_ONLY_OPTIONS } from '../../git/git-reader.ts';
import { isWithin, realPath } from '../../platform/folders.ts';
import { readRegular } from '../../platform/regular-file.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { FileChange } from '../evidence.ts';
import { isAfter } from '../moment.ts';
import type { EditedFile, Edits } from './edits.ts';

/** The project folder, and how paths are shown. */
export interface ProjectPaths {
  /** Relative to the project folder if it belongs to the project. */
  displayPath(path: string): string;
  absolutePath(path: string): string;
  /** The same for a path from git, which is relative to git's root. */
  displayGitPath(path: string): string;
  absoluteGitPath(path: string): string;
  isInRepository(path: string): boolean;
  exists: boolean;
  /** In the project, or in the folder that a run was in: a work tree elsewhere. */
  isWithin(folder: string, path: string): boolean;
}

export function projectAt(
  folder: string,
  changes: Changes | undefined,
  { looksAtFiles = true }: { looksAtFiles?: boolean } = {},
): ProjectPaths {
  const here = realPath(folder);
  const root = changes && realPath(changes.root);
  const absoluteGitPath = (path: string) => join(root as string, path);
  const absolutePath = (path: string) => {
    if (!isAbsolute(path)) return resolve(here, path);
    // The client may name the folder through a link, and git by its real path.
    return path === folder || path.startsWith(`${folder}/`) ? join(here, path.slice(folder.length)) : path;
  };
  const isInProject = (full: string) => isBelow(here, full) || (root !== undefined && isBelow(root, full));
  const display = (full: string) => (isInProject(full) ? relative(here, full) : full);
  const displayPath = (path: string) => display(absolutePath(path));
  return {
    displayPath,
    absolutePath,
    displayGitPath: (path) => display(absoluteGitPath(path)),
    absoluteGitPath,
    exists: looksAtFiles && existsSync(here),
    isWithin: (folder, path) =>
      isInProject(absolutePath(path)) || (isAbsolute(folder) && isBelow(folder, path) && !isTemporary(path)),
    isInRepository: (path) => root !== undefined && isBelow(root, absolutePath(path)),
  };
}

/** Where programs keep what nobody needs later. */
const isTemporary = (path: string) =>
  /^(?:\/private)?(?:\/var)?\/tmp\/|^(?:\/private)?\/var\/folders\/|\/scratchpad\/|\/\.claude\/(?!worktrees\/)|\\Temp\\/.test(
    path,
  );

const isBelow = (folder: string, path: string) => path !== folder && isWithin(folder, path);

/** The changes that tool calls and git report, joined: those of tools first, the newest first. */
export async function fileChanges(
  edits: Edits,
  changes: Changes | undefined,
  project: ProjectPaths,
  since: Date | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FileChange[]> {
  const byGit = new Map((changes?.files ?? []).map((file) => [project.absoluteGitPath(file.path), file]));
  const edited = [...edits.files.values()]
    .filter(({ last }) => since === undefined || last.at >= since.getTime())
    .sort((a, b) => (isAfter(a.last, b.last) ? -1 : 1));
  const unlisted = edited.filter(({ path }) => !byGit.has(project.absolutePath(path)));
  const tracked = await trackedAmong(
    unlisted.map(({ path }) => project.absolutePath(path)).filter((path) => project.isInRepository(path)),
    changes,
    env,
  );
  const byTools = edited.map((file): FileChange => {
    const full = project.absolutePath(file.path);
    const changed = byGit.get(full);
    byGit.delete(full);
    const by: FileChange['by'] = [
      ...(file.byMain ? ['tool' as const] : []),
      ...(file.bySubagent ? ['subagent' as const] : []),
    ];
    if (!changed)
      return { path: project.displayPath(file.path), how: howWithoutGit(file, full, tracked, project.exists), by };
    const from = changed.from === undefined ? {} : { from: project.displayGitPath(changed.from) };
    return { path: project.displayPath(file.path), how: changed.how, ...from, by: [...by, 'git'] };
  });
  const others = [...byGit.values()].map(
    ({ path, how, from }): FileChange => ({
      path: project.displayGitPath(path),
      how,
      ...(from === undefined ? {} : { from: project.displayGitPath(from) }),
      by: ['git'],
    }),
  );
  return [...byTools, ...others];
}

const MAX_COMPARED_BYTES = 4 * 1024 * 1024;

/** For a file that git does not list: its content before the first change may be known from the call. */
function howWithoutGit(
  { before }: EditedFile,
  full: string,
  tracked: ReadonlySet<string>,
  projectExists: boolean,
): FileChange['how'] {
  // If the project folder is gone, a missing file does not mean that it was deleted.
  const now = projectExists ? currentDigest(full) : undefined;
  if (before !== undefined && now !== undefined && before === now) return 'unchanged';
  if (tracked.has(full)) return 'unchanged';
  if (before === 'absent') return now === undefined ? 'edited' : 'added';
  if (now === 'absent') return 'deleted';
  return before === undefined ? 'edited' : 'modified';
}

/** The hash of a file's content, `absent`, or undefined if it cannot be read. */
export function currentDigest(full: string): string | undefined {
  try {
    if (!lstatSync(full).isFile()) return undefined;
    const content = readRegular(full, { maxBytes: MAX_COMPARED_BYTES });
    return content && content.size <= MAX_COMPARED_BYTES ? sha256(content.bytes) : undefined;
  } catch {
    return 'absent';
  }
}

/** Tracked files: if git lists no difference for one, there is none. */
async function trackedAmong(
  paths: string[],
  changes: Changes | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Set<string>> {
  if (!changes || changes.contentUnread || changes.truncated || paths.length === 0) return new Set();
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
