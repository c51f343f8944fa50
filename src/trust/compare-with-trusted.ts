import { lstatSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { NO_REPOSITORY_CONFIG, type RepositoryConfig, repositoryConfigIn } from '../config/repository-config.ts';
import { realPath } from '../platform/folders.ts';
import { type DiffLine, lineDiff } from './line-diff.ts';
import { CONFIG_FILE, PROMPT_FILE } from './locate.ts';
import { fileNames, type RepositoryFiles, repositoryFilesFor } from './repository-files.ts';
import { matchesRecord, readTrustStore, type TrustRecord, trustRecordOf } from './trust-store.ts';

/** A repository's files, with all that the user should know before trusting them. */
export interface TrustComparison {
  files: RepositoryFiles;
  status: 'trusted' | 'untrusted' | 'changed';
  config: RepositoryConfig & { broken: boolean };
  /** Changes since it was trusted last; undefined if it never was. */
  since: { at: string; changes: FileChange[] } | undefined;
  writableByOthers: string[];
}

export interface FileChange {
  file: string;
  kind: 'new' | 'gone' | 'changed';
  lines: DiffLine[];
}

/** Undefined if the repository has none of the files. */
export async function compareWithTrusted(folder: string, paths: Paths, env: Env): Promise<TrustComparison | undefined> {
  const files = repositoryFilesFor(folder, env);
  if (files === undefined) return undefined;
  const record = trustRecordOf(readTrustStore(paths), files.root);
  const config = files.config ? await repositoryConfigIn(files.config.text) : undefined;
  return {
    files,
    status: record === undefined ? 'untrusted' : matchesRecord(record, files) ? 'trusted' : 'changed',
    config: config ?? { ...NO_REPOSITORY_CONFIG, broken: false },
    since: record && { at: record.at, changes: changesSince(record, files) },
    writableByOthers: writableByOthers(files),
  };
}

/** A file cannot be read, or nothing in ccc.json can be used: then there is nothing to trust. */
export const isUnusable = ({ files, config }: TrustComparison): boolean => files.unusable.length > 0 || config.broken;

function changesSince(record: TrustRecord, { config, prompt }: RepositoryFiles): FileChange[] {
  const changeOf = (file: string, before: TrustRecord['config'], now: RepositoryFiles['config']): FileChange[] => {
    if (before?.sha256 === now?.sha256) return [];
    const kind = !before ? 'new' : !now ? 'gone' : 'changed';
    return [{ file, kind, lines: before && now ? lineDiff(before.text, now.text) : [] }];
  };
  return [...changeOf(CONFIG_FILE, record.config, config), ...changeOf(PROMPT_FILE, record.prompt, prompt)];
}

/** Files, and the folders that they are in, that another user of this machine may change. */
export function writableByOthers(files: RepositoryFiles): string[] {
  const uid = process.getuid?.();
  if (uid === undefined) return [];
  const paths = fileNames(files)
    .map((file) => realPath(join(files.root, file)))
    .flatMap((path) => [path, dirname(path)]);
  return [...new Set([...paths, join(files.root, '.claude'), files.root])].filter((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && !stat.isSymbolicLink() && isWritableByOthers(stat, uid);
  });
}

/** Many systems give each user a group of the same number, which may write: that group is the user alone. */
const isWritableByOthers = ({ uid, gid, mode }: Stats, user: number) =>
  (uid !== user && uid !== 0) || (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== user && gid !== 0);
