import { lstatSync, readdirSync, type Stats, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { backgroundJobUses, launchesIn, runningLaunches } from '../launch/launch-files.ts';
import { runningClients } from '../launch/running-sessions.ts';
import { withLock } from '../platform/lock.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { hostTag, isRunning } from '../platform/process-alive.ts';
import { errorCode } from '../platform/user-error.ts';
import {
  type FileGroup,
  type FileKind,
  type FoundFile,
  groupFiles,
  oldFiles,
  ownerOfLaunch,
  ownerOfReviewer,
  ownerOfSession,
  type RecognizedFile,
  recognize,
} from './old-files.ts';

export const DEFAULT_AGE_MS = 30 * 24 * 60 * 60 * 1000;

export interface CleanOptions {
  /** Removes what has not changed for this long. */
  ageMs: number;
  dryRun?: boolean;
  maxFiles?: number;
  /** Of processor time: on a busy machine the clock alone would leave everything to the next launch, again and again. */
  maxCpuMs?: number;
  /** Supervisor ids that are in use although no running client says so. */
  alsoRunning?: readonly string[];
}

export interface CleanResult {
  /** What was, or with `dryRun` would be, removed. */
  removed: { kind: FileKind; name: string; bytes: number }[];
  failed: { path: string; code: string }[];
}

/** At a launch: only so much that nobody notices it. What is left is removed by the next launches. */
export function cleanAtLaunch(paths: Paths): void {
  try {
    removeOldFiles(paths, { ageMs: DEFAULT_AGE_MS, maxFiles: 500, maxCpuMs: 50 });
  } catch {
    // Old files harm nobody: no reason to disturb a session.
  }
}

/** Removes the files of sessions and launches that ended long ago. Recognizes them by name; never follows a link. */
export function removeOldFiles(paths: Paths, options: CleanOptions): CleanResult {
  const { ageMs, dryRun = false, maxFiles = Number.POSITIVE_INFINITY, maxCpuMs = Number.POSITIVE_INFINITY } = options;
  const startedAt = Date.now();
  const cpuAtStart = cpuMs();
  const beforeMs = startedAt - ageMs;
  const result: CleanResult = { removed: [], failed: [] };
  const names = fileNamesIn(paths.dir);
  const launches = launchesIn(paths);
  const launchIds = new Map(
    launches.flatMap(({ tag, record }) => (record ? [[tag, record.supervisor_id] as const] : [])),
  );
  const running = runningOwners(paths, names, launches, options.alsoRunning ?? []);
  for (const group of rotated(groupFiles(names, launchIds))) {
    if (result.removed.length >= maxFiles || cpuMs() - cpuAtStart > maxCpuMs) break;
    const found = withStats(paths.dir, group);
    // It may be running under another Claude folder or in a container, and without its state it would not be supervised.
    const limitMs = isSupervised(paths.dir, found) ? Math.min(beforeMs, startedAt - DEFAULT_AGE_MS) : beforeMs;
    const old = oldFiles(found, running, limitMs);
    if (old.length === 0) continue;
    if (dryRun) result.removed.push(...old.map(({ kind, name, bytes }) => ({ kind, name, bytes })));
    else removeGroup(paths, old, result);
  }
  return result;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A random start, so that a launch that runs out of time does not look at the same files as the one before. */
function rotated<T>(items: T[]): T[] {
  const start = Math.floor(Math.random() * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}

function withStats(dir: string, { owner, files }: FileGroup): FileGroup<FoundFile> {
  return {
    owner,
    files: files.flatMap((file) => {
      const stat = lstatSync(join(dir, file.name), { throwIfNoEntry: false });
      return stat ? [{ ...file, type: typeOf(stat), changedMs: stat.mtimeMs, bytes: stat.size }] : [];
    }),
  };
}

/** A look at the text is enough here: reading a state sets a damaged one aside. */
const isSupervised = (dir: string, { files }: FileGroup<FoundFile>) =>
  files.some(
    ({ kind, type, name }) =>
      kind === 'state' && type === 'file' && /"enabled":\s*true/.test(readTextIfExists(join(dir, name)) ?? ''),
  );

const typeOf = (stat: Stats) => (stat.isSymbolicLink() ? 'link' : stat.isFile() ? 'file' : 'other');

function removeGroup(paths: Paths, old: FoundFile[], result: CleanResult): void {
  const [id] = old.flatMap((file) => (file.kind === 'state' || file.kind === 'lock' ? [file.id] : []));
  const removeAll = () => {
    if (old.every((file) => isUnchanged(paths.dir, file))) for (const file of old) remove(paths.dir, file, result);
  };
  if (id === undefined) {
    removeAll();
    return;
  }
  try {
    // A hook may be about to change the state. Releasing the lock also removes what a killed process has left of it.
    withLock(paths.lock(id), removeAll, { waitMs: 0, siblings: old.map(({ name }) => name) });
  } catch (error) {
    // Without a code it is held: then a hook is running.
    const code = errorCode(error);
    if (code !== undefined) result.failed.push({ path: paths.state(id), code });
  }
}

/** A lock is not compared: by now it is our own. */
const isUnchanged = (dir: string, { name, kind, changedMs }: FoundFile) =>
  kind === 'lock' || lstatSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs === changedMs;

function remove(dir: string, { name, kind, bytes }: FoundFile, { removed, failed }: CleanResult): void {
  const path = join(dir, name);
  try {
    if (kind !== 'lock') unlinkSync(path);
    removed.push({ kind, name, bytes });
  } catch (error) {
    failed.push({ path, code: errorCode(error) ?? String(error) });
  }
}

/** The owners of files that a process on this machine uses, or that a background session of the client may still need. */
function runningOwners(
  paths: Paths,
  names: string[],
  launches: ReturnType<typeof launchesIn>,
  alsoRunning: readonly string[],
): Set<string> {
  const isRunningHere = (tag: string) => {
    const dot = tag.lastIndexOf('.');
    return tag.slice(0, dot) === hostTag() && isRunning(Number(tag.slice(dot + 1)));
  };
  const reviewers = names.map(recognize).filter((file): file is RecognizedFile => file?.kind === 'reviewer');
  const usedByBackgroundJob = backgroundJobUses(paths);
  const used = launches.filter(({ tag, settings }) => isRunningHere(tag) || usedByBackgroundJob(settings));
  const sessions = [
    ...runningClients(paths).flatMap(({ supervisorId, sessionId }) => [supervisorId, sessionId ?? supervisorId]),
    ...runningLaunches(paths).map(({ supervisor_id }) => supervisor_id),
    ...used.flatMap(({ record }) => record?.supervisor_id ?? []),
    ...alsoRunning,
  ];
  return new Set([
    ...sessions.map(ownerOfSession),
    ...used.map(({ tag }) => ownerOfLaunch(tag)),
    ...reviewers.filter(({ id }) => isRunningHere(id)).map(({ id }) => ownerOfReviewer(id)),
  ]);
}

function fileNamesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
