import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from '../platform/folders.ts';
import { gitConfigNamesPrograms } from './git-programs.ts';
import { GitReader } from './git-reader.ts';
import { INDEX_ENTRY, nulSeparated } from './listing.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Each costs a few calls to git. */
const MAX_SUBMODULES = 50;

/**
 * Whether `git status`, `git diff` and the like would run programs that the repository names, or one of its submodules:
 * git calls itself in each that is checked out, with the configuration that it finds there. What cannot be looked at
 * counts as naming programs.
 */
export async function gitRunsPrograms(folder: string, env: Env): Promise<boolean> {
  const reader = new GitReader(env);
  const waiting = [folder];
  for (let looked = 0; waiting.length > 0; looked++) {
    const next = waiting.pop() as string;
    if (looked > MAX_SUBMODULES || (await gitConfigNamesPrograms(next, env, reader))) return true;
    const submodules = await submodulesIn(next, reader);
    if (submodules === undefined) return true;
    waiting.push(...submodules);
  }
  return false;
}

/** The folders of a repository's submodules; undefined if git does not say. */
async function submodulesIn(folder: string, reader: GitReader): Promise<string[] | undefined> {
  if (!isFolder(folder)) return [];
  const top = await reader.git(folder, ['rev-parse', '--show-toplevel']);
  // No repository, or none with a work tree.
  if (top.code === 128) return [];
  const root = top.stdout.toString('utf8').replace(/\n$/, '');
  const index = await reader.git(root, ['ls-files', '-s', '-v', '-z']);
  if (top.code !== 0 || index.code !== 0 || index.truncated) return undefined;
  return nulSeparated(index).flatMap((entry) => {
    const [, , mode, , , path] = INDEX_ENTRY.exec(entry) ?? [];
    return mode === '160000' && path !== undefined && existsSync(join(root, path, '.git')) ? [join(root, path)] : [];
  });
}
