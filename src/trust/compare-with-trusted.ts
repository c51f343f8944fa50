import { lstatSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { NO_REPOSITORY_CONFIG, type RepositoryConfig, repositoryConfigIn } from '../config/repository-config.ts';
import { realFolder, realPath } from '../platform/folders.ts';
import { type DiffLine, lineDiff } from './line-diff.ts';
import { CONFIG_FILE, foldersUpToTop, PROMPT_FILE } from './locate.ts';
import { fileNames, type RepositoryFiles, repositoryFilesFor } from './repository-files.ts';
import {
  isOnlyMissing,
  matchingRecord,
  readTrustStore,
  type TrustRecord,
  type TrustStoreFile,
  trustRecordsFor,
} from './trust-store.ts';

/** A repository's files, with all that the user should know before trusting them. */
export interface TrustComparison {
  files: RepositoryFiles;
  status: 'trusted' | 'untrusted' | 'changed';
  config: RepositoryConfig & { broken: boolean };
  /** Changes since it was trusted last; undefined if it never was. `root`: in which work tree of the repository. */
  since: { root: string; at: string; changes: FileChange[] } | undefined;
  /** They are just not in this work tree, but were trusted in another one. */
  onlyMissing: boolean;
  writableByOthers: string[];
}

export interface FileChange {
  file: string;
  kind: 'new' | 'gone' | 'changed';
  lines: DiffLine[];
}

/** Undefined if the repository has none of the files, and none were trusted. */
export async function compareWithTrusted(folder: string, paths: Paths, env: Env): Promise<TrustComparison | undefined> {
  const store = readTrustStore(paths);
  const files = repositoryFilesFor(folder, env) ?? missingFiles(folder, store);
  if (files === undefined) return undefined;
  const records = trustRecordsFor(store, files.root);
  const matching = matchingRecord(records, files);
  const known = matching ?? records[0];
  const config = files.config ? await repositoryConfigIn(files.config.text) : undefined;
  return {
    files,
    status: known === undefined ? 'untrusted' : matching ? 'trusted' : 'changed',
    config: config ?? { ...NO_REPOSITORY_CONFIG, broken: false },
    since: known && { root: known.root, at: known.record.at, changes: changesSince(known.record, files) },
    onlyMissing: known !== undefined && matching === undefined && isOnlyMissing(known, files),
    writableByOthers: writableByOthers(files),
  };
}

/** None of the trusted files is left: in a work tree without them, or after they were removed. */
function missingFiles(folder: string, store: TrustStoreFile): RepositoryFiles | undefined {
  const real = realFolder(folder);
  const root = real && foldersUpToTop(real).find((candidate) => trustRecordsFor(store, candidate).length > 0);
  return root === undefined ? undefined : { root, config: undefined, prompt: undefined, unusable: [] };
}

/** Nothing is left to be trusted. */
export const isGone = ({ files }: TrustComparison): boolean => fileNames(files).length === 0;

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
