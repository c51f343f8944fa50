import type { Algorithm } from './file-hashes.ts';
import type { GitResult } from './git.ts';
import { gitNamesPrograms } from './git-programs.ts';
import type { GitReader } from './git-reader.ts';
import { ignoreRules } from './ignore-rules.ts';

/** What there is in a folder; paths are relative to it. */
export interface Listing {
  /** Files that are as git's index has them, with the ids from there. */
  unchanged: [path: string, id: string][];
  /** Files, perhaps gone, whose content is not known without a look. */
  others: Iterable<string>;
  /** Folders that are repositories of their own. */
  nested: string[];
  algorithm: Algorithm;
  /** What is ignored without a file of the work tree saying so. */
  rules: string;
  /** False: there was more. */
  whole: boolean;
}

/** Tracked, or untracked and not ignored, as git says without writing or running anything. Undefined: it knows nothing. */
export async function gitListing(folder: string, looking: GitReader): Promise<Listing | undefined> {
  const [index, untracked, changed, rules] = await Promise.all([
    // -v tells apart what the user asked git not to look at.
    looking.git(folder, ['ls-files', '-s', '-v', '-z']),
    looking.git(folder, ['ls-files', '-o', '--exclude-standard', '-z']),
    changedFiles(folder, looking),
    ignoreRules(folder, looking),
  ]);
  const heard = (said: GitResult) => said.code === 0 || said.cut;
  // Nothing at all is also what is said of a folder that a repository around it ignores: that needs another look.
  if (!heard(index) || !heard(untracked) || index.stdout.length + untracked.stdout.length === 0) return undefined;
  const listing = fromIndex(namesIn(index), changed);
  // In a submodule that is there in name only, git speaks of the repository around it.
  if (listing.nested.includes('./')) return undefined;
  const others = new Set(listing.others);
  for (const name of namesIn(untracked)) {
    if (name.endsWith('/')) listing.nested.push(name.slice(0, -1));
    else others.add(name);
  }
  return { ...listing, others, rules, whole: !index.cut && !untracked.cut };
}

/** Undefined: not known. To compare, git would run the clean filters that a repository names. */
async function changedFiles(folder: string, looking: GitReader): Promise<Set<string> | undefined> {
  if (await gitNamesPrograms(folder, looking.env, looking)) return undefined;
  const differing = ['diff-files', '--relative', '--name-only', '-z', '--ignore-submodules=all', '--no-ext-diff'];
  const said = await looking.git(folder, differing);
  return said.code === 0 ? new Set(namesIn(said)) : undefined;
}

/** What was cut off in the middle of a name is left out. */
export const namesIn = ({ stdout }: GitResult): string[] => stdout.toString('utf8').split('\0').slice(0, -1);

/** A line for each entry: how git looks at it (H: as usual), mode, id, stage (0: no conflict), path. */
export const ENTRY = /^(\S) (\d+) ([0-9a-f]+) (\d)\t([\s\S]+)$/;

function fromIndex(entries: string[], changed: Set<string> | undefined) {
  const unchanged: [string, string][] = [];
  const others: string[] = [];
  const nested: string[] = [];
  let algorithm: Algorithm = 'sha1';
  for (const entry of entries) {
    const [, look, mode, id, stage, path] = ENTRY.exec(entry) ?? [];
    if (path === undefined) continue;
    if (id?.length === 64) algorithm = 'sha256';
    if (mode === '160000') nested.push(path);
    else if (look === 'H' && stage === '0' && changed && !changed.has(path)) unchanged.push([path, `${mode}:${id}`]);
    else others.push(path);
  }
  return { unchanged, others, nested, algorithm };
}
