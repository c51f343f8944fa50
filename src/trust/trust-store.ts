import { renameSync } from 'node:fs';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { realFolder } from '../platform/folders.ts';
import { withLock } from '../platform/lock.ts';
import { readTextIfExists, replaceFile } from '../platform/private-file.ts';
import { CONFIG_FILE, PROMPT_FILE } from './locate.ts';
import type { RepositoryFiles } from './repository-files.ts';
import { placeOf, type RepositoryPlace } from './worktrees.ts';

/** Only the hash is compared; the text is kept to show later what has changed. */
const FileSchema = v.nullable(v.object({ sha256: v.string(), text: v.string() }));

const RecordSchema = v.object({
  config: FileSchema,
  prompt: FileSchema,
  at: v.string(),
  /** Which repository it was trusted for; absent: none, or trusted before this was recorded. */
  repository: v.optional(v.object({ git: v.string(), path: v.string() })),
});

/** The content of a repository's files that the user trusts. */
export type TrustRecord = v.InferOutput<typeof RecordSchema>;

const StoreSchema = v.pipe(
  v.looseObject({
    /** By the real path of the repository's folder. */
    trusted: v.record(v.string(), RecordSchema),
    /** `notified` in the code: by folder, the contents of which the user has been notified that they are ignored. */
    told: v.record(v.string(), v.array(v.string())),
  }),
  v.transform(({ trusted, told, ...others }) => ({ ...others, trusted, notified: told })),
);

export type TrustStore = v.InferOutput<typeof StoreSchema>;

/** `ccc/trusted.json`. Unless it can be read, nothing is trusted. */
export type TrustStoreFile =
  | { kind: 'read'; store: TrustStore }
  | { kind: 'damaged' }
  | { kind: 'unreadable'; error: unknown };

export function readTrustStore(paths: Pick<Paths, 'trusted'>): TrustStoreFile {
  let text: string | undefined;
  try {
    text = readTextIfExists(paths.trusted);
  } catch (error) {
    return { kind: 'unreadable', error };
  }
  if (text === undefined) return { kind: 'read', store: { trusted: {}, notified: {} } };
  try {
    return { kind: 'read', store: v.parse(StoreSchema, JSON.parse(text)) };
  } catch {
    return { kind: 'damaged' };
  }
}

export const trustRecordOf = (file: TrustStoreFile, root: string): TrustRecord | undefined =>
  file.kind === 'read' && Object.hasOwn(file.store.trusted, root) ? file.store.trusted[root] : undefined;

export interface KnownRecord {
  /** The folder in which it was trusted. */
  root: string;
  record: TrustRecord;
}

/** What was trusted for this folder: in itself first, then in other work trees of the repository, the newest first. */
export function trustRecordsFor(file: TrustStoreFile, root: string): KnownRecord[] {
  if (file.kind !== 'read') return [];
  const own = trustRecordOf(file, root);
  const place = placeOf(root);
  const isSamePlace = (other: RepositoryPlace | undefined) =>
    place !== undefined && other?.git === place.git && other.path === place.path;
  const others = Object.entries(file.store.trusted)
    .filter(([other, { repository }]) => other !== root && isSamePlace(repository ?? placeIfThere(other)))
    .map(([other, record]) => ({ root: other, record }))
    .sort((a, b) => b.record.at.localeCompare(a.record.at));
  return [...(own ? [{ root, record: own }] : []), ...others];
}

const placeIfThere = (root: string) => (realFolder(root) === root ? placeOf(root) : undefined);

/** The record that these files match: the same bytes are trusted in each work tree. */
export const matchingRecord = (records: readonly KnownRecord[], files: RepositoryFiles): KnownRecord | undefined =>
  records.find(({ record }) => matchesRecord(record, files));

/** Both files unchanged, or both still missing. A file that cannot be used never matches. */
export const matchesRecord = (record: TrustRecord, files: RepositoryFiles): boolean =>
  files.unusable.length === 0 && changedFiles(record, files).length === 0;

/** A work tree that does not have what was trusted in another one, as where it is not committed, and differs in nothing else. */
export const isOnlyMissing = ({ root, record }: KnownRecord, files: RepositoryFiles): boolean =>
  root !== files.root &&
  changedFiles(record, files).every(
    (file) =>
      (file === CONFIG_FILE ? files.config : files.prompt) === undefined &&
      !files.unusable.some((other) => other.file === file),
  );

/** Files that are not as they were trusted. */
export function changedFiles(record: TrustRecord, { config, prompt, unusable }: RepositoryFiles): string[] {
  const isChanged = (file: string, before: TrustRecord['config'], now: RepositoryFiles['config']) =>
    before?.sha256 !== now?.sha256 || unusable.some((other) => other.file === file);
  return [
    ...(isChanged(CONFIG_FILE, record.config, config) ? [CONFIG_FILE] : []),
    ...(isChanged(PROMPT_FILE, record.prompt, prompt) ? [PROMPT_FILE] : []),
  ];
}

/**
 * Changes the file under its lock; undefined leaves it as it is. A damaged file is renamed and its new path returned.
 * Throws what the system reports.
 */
export function updateTrustStore(
  paths: Pick<Paths, 'trusted' | 'trustedLock'>,
  change: (current: TrustStore) => TrustStore | undefined,
  waitMs?: number,
): string | undefined {
  return withLock(
    paths.trustedLock,
    (stillHeld) => {
      const file = readTrustStore(paths);
      if (file.kind === 'unreadable') throw file.error;
      const damaged = file.kind === 'damaged' ? renameDamaged(paths.trusted) : undefined;
      const next = change(file.kind === 'read' ? file.store : { trusted: {}, notified: {} });
      if (next !== undefined) replaceFile(paths.trusted, storedText(next), stillHeld);
      return damaged;
    },
    waitMs === undefined ? {} : { waitMs },
  );
}

const storedText = ({ trusted, notified, ...others }: TrustStore): string =>
  `${JSON.stringify({ trusted, told: notified, ...others }, null, 2)}\n`;

function renameDamaged(path: string): string {
  const renamed = `${path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(path, renamed);
  return renamed;
}
