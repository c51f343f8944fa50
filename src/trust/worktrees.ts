import { lstatSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { realFolder, realPath } from '../platform/folders.ts';
import { readRegular } from '../platform/regular-file.ts';
import { topOf } from './locate.ts';

/** A folder as a place in a repository: the same in each of its work trees. */
export interface RepositoryPlace {
  /** The real path of the git folder that all work trees of the repository share. */
  git: string;
  /** The folder relative to the top of its work tree. */
  path: string;
}

const MAX_BYTES = 4096;

/** Undefined: in no repository, or in one that is not certain. Does not run git, because the hook calls this at every stop. */
export function placeOf(root: string): RepositoryPlace | undefined {
  const top = topOf(root);
  const git = sharedGitFolder(top);
  return git === undefined ? undefined : { git, path: relative(top, root) };
}

/** The top of the work tree that a path is in, if that is another one of the same repository than the folder's. */
export function otherWorkTree(folder: string, path: string | undefined): string | undefined {
  const [here, there] = [realFolder(folder), path === undefined ? undefined : realFolder(path)];
  if (here === undefined || there === undefined || topOf(here) === topOf(there)) return undefined;
  const git = placeOf(there)?.git;
  return git !== undefined && git === placeOf(here)?.git ? topOf(there) : undefined;
}

/**
 * A folder can name any repository in its `.git`. It is a work tree of that one only if the repository names the folder
 * too, and that is written in its own git folder. A link in place of `.git` names no work tree at all.
 */
function sharedGitFolder(top: string): string | undefined {
  const dotGit = join(top, '.git');
  const stat = lstatSync(dotGit, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return dotGit;
  const gitFolder = folderIn(dotGit, top, /^gitdir: (.+)\n*$/);
  const shared = gitFolder && folderIn(join(gitFolder, 'commondir'), gitFolder);
  if (!shared || join(shared, 'worktrees', basename(gitFolder)) !== gitFolder) return undefined;
  const back = textOf(join(gitFolder, 'gitdir'));
  return back !== undefined && realPath(resolve(gitFolder, back)) === dotGit ? shared : undefined;
}

function folderIn(file: string, base: string, pattern = /^(.+)\n*$/): string | undefined {
  const path = pattern.exec(readText(file) ?? '')?.[1];
  return path === undefined ? undefined : realFolder(resolve(base, path));
}

const textOf = (file: string): string | undefined => readText(file)?.replace(/\n+$/, '');

function readText(file: string): string | undefined {
  const content = readRegular(file, { maxBytes: MAX_BYTES });
  return content && content.size <= MAX_BYTES ? content.bytes.toString('utf8') : undefined;
}
