import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

const VERSIONS = join(sep, 'claude', 'versions');

/**
 * Claude Code's own installer keeps each version as a file in `claude/versions/`, and `claude` as a link to one of them.
 * Where it finds something else than its link, it only adds versions (2.1.325 says so in `claude doctor`: "your launcher
 * decides what runs"). So behind our wrapper, the last one added since `link` was put aside is the one that would run.
 */
export function installedSince(link: string): string | undefined {
  try {
    const putAside = lstatSync(link);
    // Also where it leads to nowhere: older installers took away versions that nothing of theirs pointed to.
    const versions = dirname(resolve(dirname(link), readlinkSync(link)));
    if (!versions.endsWith(VERSIONS)) return undefined;
    // The installer makes an empty file first, and has its temporary ones beside it.
    return readdirSync(versions)
      .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
      .map((name) => ({ path: join(versions, name), stat: statSync(join(versions, name)) }))
      .filter(({ stat }) => stat.isFile() && stat.size > 0 && (stat.mode & 0o100) !== 0)
      .filter(({ stat }) => stat.mtimeMs > putAside.ctimeMs)
      .sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs)[0]?.path;
  } catch {
    return undefined;
  }
}
