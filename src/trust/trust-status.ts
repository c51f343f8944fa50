import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { NO_REPOSITORY_CONFIG, type RepositoryConfig, repositoryConfigIn } from '../config/repository-config.ts';
import { realFolder } from '../platform/folders.ts';
import { foldersUpToTop } from './locate.ts';
import {
  contentId,
  fileNames,
  type RepositoryFiles,
  repositoryFilesFor,
  repositoryFilesIn,
} from './repository-files.ts';
import {
  changedFiles,
  isOnlyMissing,
  matchingRecord,
  readTrustStore,
  type TrustStore,
  type TrustStoreFile,
  trustRecordOf,
  trustRecordsFor,
  updateTrustStore,
} from './trust-store.ts';

/** Which of a repository's own files apply to a session in this folder. */
export type TrustStatus =
  | { kind: 'nothing' }
  | { kind: 'trusted'; root: string; config: RepositoryConfig; prompt: string | undefined }
  | {
      kind: 'untrusted' | 'changed';
      /** Where the files are, or should be. */
      root: string;
      /** A repository that was made inside `root` after that was trusted. */
      nested?: string;
      /** The other work tree in which the files were trusted, if they are just not in this one. */
      missingFrom?: string;
      /** `untrusted`: all of them. `changed`: those that are not as they were trusted, or are gone. */
      files: string[];
      /** The user has not been notified of exactly this content yet. */
      notify: boolean;
      /** `trusted.json` was damaged, and was renamed to this path. */
      damaged?: string | undefined;
    };

/** The hook has a deadline of its own: notifying twice is better than waiting. */
const LOCK_WAIT_MS = 1000;
const NOTICES_PER_FOLDER = 20;
const MAX_FOLDERS = 300;

/**
 * Reads each file once and returns what it read and compared. Never throws. With `recordNotice`, the user is
 * notified once of each content; if that cannot be stored, more than once.
 */
export async function trustStatusOf(
  folder: string,
  paths: Paths,
  env: Env,
  { recordNotice }: { recordNotice: boolean } = { recordNotice: true },
): Promise<TrustStatus> {
  const real = realFolder(folder);
  if (real === undefined) return { kind: 'nothing' };
  const storeFile = readTrustStore(paths);
  const folders = foldersUpToTop(real);
  const recordsOf = new Map(folders.map((candidate) => [candidate, trustRecordsFor(storeFile, candidate)]));
  // A trusted folder wins over a nearer, untrusted one that was added later.
  const trustedRoot = folders.find((candidate) => recordsOf.get(candidate)?.length);
  const above = trustedRoot === undefined ? trustedRootAbove(folders.at(-1) ?? real, storeFile) : undefined;
  if (above)
    return {
      kind: 'changed',
      ...above,
      ...notifyOnce(above.root, above.files.join(' '), storeFile, paths, recordNotice),
    };
  const found = trustedRoot === undefined ? repositoryFilesFor(folder, env) : repositoryFilesIn(trustedRoot, env);
  const root = trustedRoot ?? found?.root;
  if (root === undefined) return { kind: 'nothing' };
  const records = recordsOf.get(root) ?? [];
  if (found && matchingRecord(records, found)) return { kind: 'trusted', root, ...(await parseFiles(found)) };
  const known = records[0];
  const files = found ?? { root, config: undefined, prompt: undefined, unusable: [] };
  return {
    kind: known ? 'changed' : 'untrusted',
    root,
    files: known ? changedFiles(known.record, files) : fileNames(files),
    ...(known && isOnlyMissing(known, files) ? { missingFrom: known.root } : {}),
    ...notifyOnce(root, contentId(files), storeFile, paths, recordNotice),
  };
}

/** A repository created later inside a trusted one would end the search before the trusted root. */
function trustedRootAbove(
  top: string,
  storeFile: TrustStoreFile,
): { root: string; nested: string; files: string[] } | undefined {
  const git = join(top, '.git');
  const createdMs = statSync(git, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  for (let folder = dirname(top); folder !== dirname(folder); folder = dirname(folder)) {
    const record = trustRecordOf(storeFile, folder);
    if (record && createdMs > Date.parse(record.at))
      return { root: folder, nested: top, files: [relative(folder, git)] };
  }
  return undefined;
}

async function parseFiles({ config, prompt }: RepositoryFiles) {
  return { config: config ? await repositoryConfigIn(config.text) : NO_REPOSITORY_CONFIG, prompt: prompt?.text };
}

const wasNotified = ({ notified }: TrustStore, root: string, noticeKey: string) =>
  Object.hasOwn(notified, root) && (notified[root] ?? []).includes(noticeKey);

/** Whether the user has still to be notified; with `recordNotice` it is stored that they were. */
function notifyOnce(
  root: string,
  noticeKey: string,
  storeFile: TrustStoreFile,
  paths: Paths,
  recordNotice: boolean,
): { notify: boolean; damaged?: string | undefined } {
  if (storeFile.kind === 'read' && wasNotified(storeFile.store, root, noticeKey)) return { notify: false };
  if (!recordNotice) return { notify: true };
  let notify = true;
  try {
    const damaged = updateTrustStore(
      paths,
      (current) => {
        // Of two hooks that run at the same time only one notifies.
        notify = !wasNotified(current, root, noticeKey);
        return notify ? withNotified(current, root, noticeKey) : undefined;
      },
      LOCK_WAIT_MS,
    );
    return damaged === undefined ? { notify } : { notify, damaged };
  } catch {
    return { notify: true };
  }
}

function withNotified(store: TrustStore, root: string, noticeKey: string): TrustStore {
  const { [root]: before = [], ...others } = store.notified;
  const noticeKeys = [...before, noticeKey].slice(-NOTICES_PER_FOLDER);
  const kept = Object.entries(others).slice(1 - MAX_FOLDERS);
  return { ...store, notified: { ...Object.fromEntries(kept), [root]: noticeKeys } };
}
