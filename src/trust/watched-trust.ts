import { join } from 'node:path';
import { fileChecksum, type WatchedFiles } from '../claude/watched-files.ts';
import type { Paths } from '../config/paths.ts';
import { realFolder } from '../platform/folders.ts';
import { sha256 } from '../platform/sha256.ts';
import { foldersUpToTop, REPOSITORY_FILES } from './locate.ts';
import { readTrustStore, trustRecordsFor } from './trust-store.ts';

/**
 * A checksum of what the user trusts for a session in this folder, and of the repository's files that this is about.
 * Records of other repositories are none of its business: another session may be the one that trusts them.
 */
export function readWatchedTrust(paths: Paths, folder: string): WatchedFiles {
  const store = readTrustStore(paths);
  const real = realFolder(folder);
  const known = (real === undefined ? [] : foldersUpToTop(real)).map((root) => ({
    root,
    records: trustRecordsFor(store, root),
  }));
  const records = new Map(known.flatMap((each) => each.records.map(({ root, record }) => [root, record])));
  const trustedRoot = known.find((each) => each.records.length > 0)?.root;
  const files = trustedRoot === undefined ? [] : REPOSITORY_FILES.map((file) => join(trustedRoot, file));
  return Object.fromEntries([
    [paths.trusted, records.size === 0 ? '' : sha256(JSON.stringify([...records].sort())).slice(0, 16)],
    ...files.map((path) => [path, fileChecksum(path)]),
  ]);
}
