import { lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env } from '../config/env.ts';
import { ownFolders } from '../config/paths.ts';
import { readRegular } from '../platform/regular-file.ts';
import { resolveLinks } from '../platform/user-file.ts';

/** What a repository may bring, as named from its folder. */
export const CONFIG_FILE = join('.claude', 'ccc.json');
export const PROMPT_FILE = join('.claude', 'SUPERVISOR.md');
export const REPOSITORY_FILES = [CONFIG_FILE, PROMPT_FILE] as const;

/**
 * The folder and those above it up to the top of its git work tree; without git, the folder alone. What lies outside the
 * repository has no say in it. Nothing is run: the hook asks at every stop.
 */
export function foldersOf(real: string): string[] {
  const folders: string[] = [];
  for (let folder = real; ; folder = dirname(folder)) {
    folders.push(folder);
    if (isWorkTree(folder)) return folders;
    if (dirname(folder) === folder) return [real];
  }
}

/** The top of the git work tree, or the folder itself. */
export const topOf = (real: string): string => foldersOf(real).at(-1) ?? real;

/** What git would not take for a repository (an empty `.git`) is none: neither a top, nor a way to hide what is above. */
function isWorkTree(folder: string): boolean {
  const git = join(folder, '.git');
  try {
    if (statSync(git).isDirectory()) return lookAt(join(git, 'HEAD')) !== undefined;
    return beginsWith(git, 'gitdir:');
  } catch {
    return false;
  }
}

const beginsWith = (path: string, text: string) =>
  readRegular(path, { maxBytes: text.length, followsLinks: true })?.bytes.toString('latin1') === text;

/** Which of the files are in this folder: the nearest that has one of them decides. */
export function filesIn(folder: string, env: Env): string[] {
  const there = REPOSITORY_FILES.filter((file) => lookAt(join(folder, file)) !== undefined);
  if (there.length === 0 || isUsersOwn(join(folder, '.claude'), env)) return [];
  return there.filter((file) => !isUsersOwn(join(folder, file), env));
}

/** Dotfiles are kept in a repository and linked to, folder by folder or file by file: those are the user's own. */
export function isUsersOwn(path: string, env: Env): boolean {
  const real = realOf(path);
  return ownFolders(env).some((own) =>
    [own, join(own, 'ccc.json'), join(own, 'SUPERVISOR.md')].some((candidate) => realOf(candidate) === real),
  );
}

/** Also of what is not there yet. */
function realOf(path: string): string {
  try {
    return resolveLinks(path);
  } catch {
    return path;
  }
}

function lookAt(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
