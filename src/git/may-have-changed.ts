import { relative } from 'node:path';
import { changedSince, foldersChangedSince, folderTime, lastFileChange } from './changed-since.ts';
import { changesSince } from './changes.ts';
import type { ReadLimits } from './git-reader.ts';
import { type Coverage, unlistedChangedSince } from './unlisted-files.ts';
import type { WorkTree } from './work-tree.ts';

type Covers = (path: string) => boolean;

export interface ChangeQuestion {
  since: Date;
  env: Readonly<Record<string, string | undefined>>;
  limits?: ReadLimits | undefined;
}

/** Whether a covered file may have changed since a moment, or be gone. When in doubt, yes. */
export async function mayHaveChanged(tree: WorkTree, coverage: Coverage, question: ChangeQuestion): Promise<boolean> {
  const { covers } = coverage;
  if (changedSince(tree, covers, question.since) || unlistedChangedSince(tree, coverage, question.since)) return true;
  // With `**/*.py` a file may be gone from any folder, and files that are not covered come and go there too.
  return coversAnyFolder(tree, covers) && isMissing(tree, covers, question);
}

/**
 * When a file of the folder last changed or went, in milliseconds, if one did since a moment. Infinity: perhaps, but
 * nobody can say when. A test run leaves a cache and so changes a folder: that alone is no change, if git misses no file.
 */
export async function lastChangeSince(
  tree: WorkTree,
  counts: Covers,
  question: ChangeQuestion,
): Promise<number | undefined> {
  const changed = lastFileChange(tree, counts, question.since);
  if (changed === Number.POSITIVE_INFINITY || !foldersChangedSince(tree, () => true, question.since)) return changed;
  const listed = await coveredChanges(tree, counts, question);
  if (listed === undefined) return Number.POSITIVE_INFINITY;
  const gone = listed.filter((path) => !tree.files.has(path)).map((path) => folderTime(tree, path));
  return gone.length === 0 ? changed : Math.max(changed ?? 0, ...gone);
}

/** Some folder has changed, and git lists a covered file as changed, or cannot tell. It does not know untracked files. */
async function isMissing(tree: WorkTree, covers: Covers, question: ChangeQuestion): Promise<boolean> {
  if (!foldersChangedSince(tree, () => true, question.since)) return false;
  const listed = await coveredChanges(tree, covers, question);
  return listed === undefined || listed.length > 0;
}

/** Covered files that git lists as changed, also by the name that they had before. Undefined: it cannot tell. */
async function coveredChanges(
  tree: WorkTree,
  covers: Covers,
  { since, env, limits }: ChangeQuestion,
): Promise<string[] | undefined> {
  const changes = await changesSince(tree.root, since, env, limits);
  if (changes === undefined || changes.base === null || changes.truncated) return undefined;
  return changes.files
    .flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))
    .map((path) => relative(tree.root, `${changes.root}/${path}`))
    .filter((below) => !below.startsWith('..') && covers(below));
}

/** Whether a covered file would be covered in another folder at the top too. */
const coversAnyFolder = ({ files }: WorkTree, covers: Covers): boolean =>
  [...files.keys()].some((path) => path.includes('/') && covers(path) && covers(path.replace(/^[^/]+/, 'elsewhere')));
