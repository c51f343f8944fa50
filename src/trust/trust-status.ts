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
  matchesRecord,
  readTrustStore,
  type TrustStore,
  type TrustStoreFile,
  trustRecordOf,
  updateTrustStore,
} from './trust-store.ts';

/** Which of a repository's own files apply to a session in this folder. */
export type TrustStatus =
  | { kind: 'nothing' }
  | { kind: 'trusted'; root: string; config: RepositoryConfig; prompt: string | undefined }
  | {
      kind: 'untrusted' | 'changed';
      root: string;
      /** `untrusted`: all of them. `changed`: those that are not as they were trusted, or are gone. */
      files: string[];
      /** The user has not been notified of exactly this content yet. */
      notify: boolean;
      /** `trusted.json` was damaged, and was renamed to this path. */
      damaged?: string | undefined;
    };

/** The hook has a deadline of its own: notifying twice is better than waiting. */
const LOCK_WAIT_MS = 1000;
const CONTENTS_PER_FOLDER = 20;
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
  const store = readTrustStore(paths);
  const folders = foldersUpToTop(real);
  // A trusted folder comes before one nearer by that appeared since and that nobody has looked at.
  const trustedRoot = folders.find((candidate) => trustRecordOf(store, candidate) !== undefined);
  const hidden = trustedRoot === undefined ? hiddenByNewRepository(folders.at(-1) ?? real, store) : undefined;
  if (hidden)
    return {
      kind: 'changed',
      ...hidden,
      ...notifyOnce(hidden.root, hidden.files.join(' '), store, paths, recordNotice),
    };
  const found = trustedRoot === undefined ? repositoryFilesFor(folder, env) : repositoryFilesIn(trustedRoot, env);
  const root = trustedRoot ?? found?.root;
  if (root === undefined) return { kind: 'nothing' };
  const record = trustRecordOf(store, root);
  if (record && found && matchesRecord(record, found)) return { kind: 'trusted', root, ...(await parsed(found)) };
  const files = found ?? { root, config: undefined, prompt: undefined, unusable: [] };
  return {
    kind: record ? 'changed' : 'untrusted',
    root,
    files: record ? changedFiles(record, files) : fileNames(files),
    ...notifyOnce(root, contentId(files), store, paths, recordNotice),
  };
}

/** A repository that was created inside a trusted one since: the search upwards would end at it. */
function hiddenByNewRepository(top: string, store: TrustStoreFile): { root: string; files: string[] } | undefined {
  const git = join(top, '.git');
  const createdMs = statSync(git, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  for (let folder = dirname(top); folder !== dirname(folder); folder = dirname(folder)) {
    const record = trustRecordOf(store, folder);
    if (record && createdMs > Date.parse(record.at)) return { root: folder, files: [relative(folder, git)] };
  }
  return undefined;
}

async function parsed({ config, prompt }: RepositoryFiles) {
  return { config: config ? await repositoryConfigIn(config.text) : NO_REPOSITORY_CONFIG, prompt: prompt?.text };
}

const wasNotified = ({ told: notified }: TrustStore, root: string, content: string) =>
  Object.hasOwn(notified, root) && (notified[root] ?? []).includes(content);

/** Whether the user has still to be notified; with `recordNotice` it is stored that they were. */
function notifyOnce(
  root: string,
  content: string,
  file: TrustStoreFile,
  paths: Paths,
  recordNotice: boolean,
): { notify: boolean; damaged?: string | undefined } {
  if (file.kind === 'read' && wasNotified(file.store, root, content)) return { notify: false };
  if (!recordNotice) return { notify: true };
  let notify = true;
  try {
    const damaged = updateTrustStore(
      paths,
      (current) => {
        // Of two hooks that run at the same time only one notifies.
        notify = !wasNotified(current, root, content);
        return notify ? withNotified(current, root, content) : undefined;
      },
      LOCK_WAIT_MS,
    );
    return damaged === undefined ? { notify } : { notify, damaged };
  } catch {
    return { notify: true };
  }
}

function withNotified(store: TrustStore, root: string, content: string): TrustStore {
  const { [root]: before = [], ...others } = store.told;
  const contents = [...before, content].slice(-CONTENTS_PER_FOLDER);
  const kept = Object.entries(others).slice(1 - MAX_FOLDERS);
  return { ...store, told: { ...Object.fromEntries(kept), [root]: contents } };
}
