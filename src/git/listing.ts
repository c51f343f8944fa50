import { type Dirent, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readRegular } from '../platform/regular-file.ts';
import type { Algorithm } from './file-hashes.ts';
import type { GitResult } from './git.ts';
import { gitConfigNamesPrograms } from './git-programs.ts';
import type { GitReader } from './git-reader.ts';

/** The files of a folder; paths are relative to it. */
export interface Listing {
  /** Files that are as git's index has them, with the ids from there. */
  unchanged: [path: string, id: string][];
  /** Files, perhaps gone, that have to be read to know their content. */
  others: Iterable<string>;
  /** Folders that are repositories themselves. */
  nested: string[];
  algorithm: Algorithm;
  /** Ignore rules from outside the work tree. */
  rules: string;
  /** False: there was more. */
  complete: boolean;
}

/** Tracked files, and untracked ones that are not ignored. Git writes and runs nothing. Undefined: git knows nothing. */
export async function gitListing(folder: string, reader: GitReader): Promise<Listing | undefined> {
  const [index, untracked, changed, rules] = await Promise.all([
    // -v marks the files that git was told not to compare.
    reader.git(folder, ['ls-files', '-s', '-v', '-z']),
    reader.git(folder, ['ls-files', '-o', '--exclude-standard', '-z']),
    changedFiles(folder, reader),
    ignoreRules(folder, reader),
  ]);
  const isAnswered = (result: GitResult) => result.code === 0 || result.truncated;
  // No file at all may also mean that a repository around the folder ignores it: then it has to be walked.
  if (!isAnswered(index) || !isAnswered(untracked) || index.stdout.length + untracked.stdout.length === 0)
    return undefined;
  const listing = fromIndex(nulSeparated(index), changed);
  // In a submodule that is not checked out, git answers for the repository around it.
  if (listing.nested.includes('./')) return undefined;
  const others = new Set(listing.others);
  for (const name of nulSeparated(untracked)) {
    if (name.endsWith('/')) listing.nested.push(name.slice(0, -1));
    else others.add(name);
  }
  return { ...listing, others, rules, complete: !index.truncated && !untracked.truncated };
}

/** Undefined: not known, because git would run the clean filters that the repository names. */
async function changedFiles(folder: string, reader: GitReader): Promise<Set<string> | undefined> {
  if (await gitConfigNamesPrograms(folder, reader.env, reader)) return undefined;
  const differing = ['diff-files', '--relative', '--name-only', '-z', '--ignore-submodules=all', '--no-ext-diff'];
  const result = await reader.git(folder, differing);
  return result.code === 0 ? new Set(nulSeparated(result)) : undefined;
}

/** A name that was cut off is left out. */
export const nulSeparated = ({ stdout }: GitResult): string[] => stdout.toString('utf8').split('\0').slice(0, -1);

/** A line of `git ls-files -s -v`: flag (H: compared as usual), mode, id, stage (0: no conflict), path. */
export const INDEX_ENTRY = /^(\S) (\d+) ([0-9a-f]+) (\d)\t([\s\S]+)$/;

function fromIndex(entries: string[], changed: Set<string> | undefined) {
  const unchanged: [string, string][] = [];
  const others: string[] = [];
  const nested: string[] = [];
  let algorithm: Algorithm = 'sha1';
  for (const entry of entries) {
    const [, flag, mode, id, stage, path] = INDEX_ENTRY.exec(entry) ?? [];
    if (path === undefined) continue;
    if (id?.length === 64) algorithm = 'sha256';
    if (mode === '160000') nested.push(path);
    else if (flag === 'H' && stage === '0' && changed && !changed.has(path)) unchanged.push([path, `${mode}:${id}`]);
    else others.push(path);
  }
  return { unchanged, others, nested, algorithm };
}

const MAX_RULE_BYTES = 256 * 1024;

/**
 * Ignore rules in files outside the work tree: adding one hides files without a change in the tree, so they are part of
 * its fingerprint. Empty if there is none.
 */
async function ignoreRules(folder: string, reader: GitReader): Promise<string> {
  const [own, named] = await Promise.all([
    reader.git(folder, ['rev-parse', '--git-path', 'info/exclude']),
    reader.git(folder, ['config', '--type=path', '--get', 'core.excludesFile']),
  ]);
  return [own, named]
    .flatMap((result) => (result.code === 0 ? [rulesIn(resolve(folder, line(result)))] : []))
    .filter((rules) => rules !== '')
    .join('\0');
}

const line = ({ stdout }: GitResult) => stdout.toString('utf8').replace(/\n$/, '');

/** Without comments and empty lines, which git itself puts there. */
function rulesIn(path: string): string {
  const part = readRegular(path, { maxBytes: MAX_RULE_BYTES, followsLinks: true });
  if (part === undefined) return '';
  const rules = part.bytes.toString('utf8').split('\n');
  return rules.filter((rule) => rule.trim() !== '' && !rule.startsWith('#')).join('\n');
}

/** Git's own files, and installed packages. */
export const NOT_ENTERED = new Set(['.git', 'node_modules']);
const MAX_ENTRIES = 100_000;
/** Then the event loop gets a turn, so that signals are handled. */
const FOLDERS_AT_A_TIME = 200;

/** Every file below a folder that is in no repository. Links are not followed. */
export async function walkListing(root: string, reader: GitReader): Promise<Listing> {
  const others: string[] = [];
  const nested: string[] = [];
  let complete = true;
  let entered = 0;
  for (const folders = ['']; folders.length > 0; ) {
    if (++entered % FOLDERS_AT_A_TIME === 0) await new Promise(setImmediate);
    const folder = folders.pop() as string;
    const entries = reader.isTimeUp() ? undefined : readFolder(join(root, folder));
    if (entries === undefined || others.length + entries.length > MAX_ENTRIES) {
      complete = false;
      continue;
    }
    if (folder !== '' && entries.some(({ name }) => name === '.git')) {
      nested.push(folder);
      continue;
    }
    for (const entry of entries) {
      if (NOT_ENTERED.has(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else others.push(path);
    }
  }
  return { unchanged: [], others, nested, algorithm: 'sha1', rules: '', complete };
}

function readFolder(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
