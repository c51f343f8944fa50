import { lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env } from '../config/env.ts';
import { ownFolders } from '../config/paths.ts';
import { readRegular } from '../platform/regular-file.ts';
import { resolveLinks } from '../platform/user-file.ts';

/** The files that a repository may have for ccc, relative to its folder. */
export const CONFIG_FILE = join('.claude', 'ccc.json');
export const PROMPT_FILE = join('.claude', 'SUPERVISOR.md');
export const REPOSITORY_FILES = [CONFIG_FILE, PROMPT_FILE] as const;

/**
 * The folder and its parents up to the top of its git work tree; without git, the folder alone. What lies outside the
 * repository does not apply to it. Does not run git, because the hook calls this at every stop.
 */
export function foldersUpToTop(folder: string): string[] {
  const folders: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    folders.push(current);
    if (isWorkTree(current)) return folders;
    if (dirname(current) === current) return [folder];
  }
}

/** The top of the git work tree, or the folder itself. */
export const topOf = (folder: string): string => foldersUpToTop(folder).at(-1) ?? folder;

/** An empty `.git`, which git does not accept as a repository, must not hide the files of the repository around it. */
function isWorkTree(folder: string): boolean {
  const git = join(folder, '.git');
  try {
    if (statSync(git).isDirectory()) return exists(join(git, 'HEAD'));
    return startsWith(git, 'gitdir:');
  } catch {
    return false;
  }
}

const startsWith = (path: string, text: string) =>
  readRegular(path, { maxBytes: text.length, followsLinks: true })?.bytes.toString('latin1') === text;

/** Which of the two files are in this folder. */
export function repositoryFileNamesIn(folder: string, env: Env): string[] {
  const names = REPOSITORY_FILES.filter((file) => exists(join(folder, file)));
  if (names.length === 0 || isUsersOwn(join(folder, '.claude'), env)) return [];
  return names.filter((file) => !isUsersOwn(join(folder, file), env));
}

/** Dotfiles are often kept in a repository that `~/.claude`, or single files in it, link to: those are the user's own. */
export function isUsersOwn(path: string, env: Env): boolean {
  const real = resolved(path);
  return ownFolders(env).some((own) =>
    [own, join(own, 'ccc.json'), join(own, 'SUPERVISOR.md')].some((candidate) => resolved(candidate) === real),
  );
}

function resolved(path: string): string {
  try {
    return resolveLinks(path);
  } catch {
    return path;
  }
}

/** Also a link that leads nowhere. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
