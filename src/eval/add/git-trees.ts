import type { GitReader } from '../../git/git-reader.ts';
import { nulSeparated } from '../../git/listing.ts';
import type { StoredFile, StoredFiles } from '../read-case.ts';

/** A file of a commit. */
interface TreeFile {
  path: string;
  id: string;
  bytes: number;
  executable: boolean;
}

const TREE_LINE = /^100(644|755) blob ([0-9a-f]+) +(\d+)\t([\s\S]+)$/;

/** The regular files of a commit. */
export async function treeOf(root: string, commit: string, reader: GitReader): Promise<TreeFile[]> {
  const listing = await reader.git(root, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit]);
  return nulSeparated(listing).flatMap((line) => {
    const [, mode, id, bytes, path] = TREE_LINE.exec(line) ?? [];
    return id && path ? [{ path, id, bytes: Number(bytes), executable: mode === '755' }] : [];
  });
}

/** Their contents as they were committed: no filter is run. */
export async function contentsOf(root: string, files: readonly TreeFile[], reader: GitReader): Promise<StoredFiles> {
  const input = files.map(({ id }) => `${id}\n`).join('');
  const { stdout } = await reader.git(root, ['cat-file', '--batch'], { input });
  const contents = new Map<string, StoredFile>();
  let at = 0;
  // One by one, each after a line of `ID blob BYTES`, and with a line break behind it.
  for (const { path, bytes, executable } of files) {
    const start = stdout.indexOf(10, at) + 1;
    if (start === 0) break;
    contents.set(path, { bytes: stdout.subarray(start, start + bytes), executable });
    at = start + bytes + 1;
  }
  return contents;
}

export interface CommitInfo {
  id: string;
  date: string;
  message: string;
}

/** The commits from `base` to HEAD, the oldest first. Without a base: all of them. */
export async function commitsSince(root: string, base: string | null, reader: GitReader): Promise<CommitInfo[]> {
  const range = base === null ? ['HEAD'] : [`${base}..HEAD`];
  const log = await reader.git(root, [
    'log',
    '--first-parent',
    '--reverse',
    '-z',
    '--format=%H %cI %B',
    ...range,
    '--',
  ]);
  return log.stdout
    .toString('utf8')
    .split('\0')
    .flatMap((text) => {
      const [, id, date, message = ''] = /^([0-9a-f]+) (\S+) ([\s\S]*)$/.exec(text) ?? [];
      return id && date ? [{ id, date, message: message.trim() }] : [];
    });
}
