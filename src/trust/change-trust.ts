import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { trustMessages } from '../i18n/trust.ts';
import { realFolder } from '../platform/folders.ts';
import { errorCode, isUserError, UserError } from '../platform/user-error.ts';
import { foldersUpToTop } from './locate.ts';
import { type RepositoryFiles, repositoryFilesIn } from './repository-files.ts';
import { matchesRecord, readTrustStore, type TrustStore, trustRecordsFor, updateTrustStore } from './trust-store.ts';
import { placeOf, type RepositoryPlace } from './worktrees.ts';

/** Trusts exactly this content. Returns where a damaged store was moved to. */
export const trust = ({ root, config, prompt }: RepositoryFiles, paths: Paths, env: Env): string | undefined =>
  change(paths, env, (current) => ({
    ...current,
    trusted: {
      ...current.trusted,
      [root]: {
        ...{ config: config ?? null, prompt: prompt ?? null, at: new Date().toISOString() },
        ...withPlace(placeOf(root)),
      },
    },
  }));

const withPlace = (repository: RepositoryPlace | undefined) => (repository ? { repository } : {});

export interface RemovedTrust {
  /** The folders that were trusted, or the one that was asked about. */
  roots: string[];
  removed: boolean;
  damaged: string | undefined;
}

/** The folder and its files may be gone: trust can be removed all the same. It is removed for all work trees alike. */
export function removeTrust(folder: string, paths: Paths, env: Env): RemovedTrust {
  const store = readTrustStore(paths);
  const real = realFolder(folder);
  const candidates = real === undefined ? [folder] : foldersUpToTop(real);
  const found = candidates.map((candidate) => trustRecordsFor(store, candidate)).find((records) => records.length > 0);
  if (found === undefined) return { roots: [candidates[0] ?? folder], removed: false, damaged: undefined };
  const roots = found.map(({ root }) => root);
  const damaged = change(paths, env, (current) => ({
    ...current,
    trusted: Object.fromEntries(Object.entries(current.trusted).filter(([root]) => !roots.includes(root))),
  }));
  return { roots, removed: true, damaged };
}

export interface TrustedFolder {
  root: string;
  status: 'trusted' | 'changed' | 'gone';
  trustedAt: string;
}

export function trustedFolders(paths: Paths, env: Env): TrustedFolder[] {
  const file = readTrustStore(paths);
  const records = file.kind === 'read' ? Object.entries(file.store.trusted) : [];
  return records.map(([root, record]) => {
    const files = realFolder(root) === root ? repositoryFilesIn(root, env) : undefined;
    const status = files === undefined ? 'gone' : matchesRecord(record, files) ? 'trusted' : 'changed';
    return { root, status, trustedAt: record.at };
  });
}

function change(paths: Paths, env: Env, next: (current: TrustStore) => TrustStore | undefined): string | undefined {
  try {
    return updateTrustStore(paths, next);
  } catch (error) {
    const code = errorCode(error);
    if (isUserError(error) || code === undefined) throw error;
    const messages = trustMessages[env.language];
    throw new UserError(messages.unusable(paths.trusted, code), messages.unusableFix, {
      code: 'trust-store-unusable',
      cause: error,
    });
  }
}
