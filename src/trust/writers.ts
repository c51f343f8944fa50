import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesOf, type RepositoryFiles } from './repository-files.ts';

/** Files, or folders they are in, that somebody else may change. */
export function writableByOthers(brought: RepositoryFiles): string[] {
  const me = process.getuid?.();
  if (me === undefined) return [];
  const paths = filesOf(brought).flatMap((file) => {
    const real = realOf(join(brought.root, file));
    return real === undefined ? [] : [real, dirname(real)];
  });
  return [...new Set([...paths, join(brought.root, '.claude'), brought.root])].filter((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && !stat.isSymbolicLink() && isOpen(stat, me);
  });
}

/** A group of the same number as the user is theirs alone: many systems make one for each, and let it write. */
const isOpen = ({ uid, gid, mode }: Stats, me: number) =>
  (uid !== me && uid !== 0) || (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== me && gid !== 0);

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
