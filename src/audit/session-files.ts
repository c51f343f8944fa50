import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { isWithin, realPath } from '../platform/folders.ts';
import { errorCode } from '../platform/user-error.ts';
import { projectFolderOf } from '../transcript/session-info.ts';
import { directoryNameOf } from '../transcript/stored-sessions.ts';

/** A transcript in the client's storage, of which nothing has been read yet. */
export interface SessionFile {
  id: string;
  transcript: string;
  bytes: number;
  /** When it was last written to, in milliseconds. */
  changedAt: number;
}

export interface UnreadableFile {
  path: string;
  /** The system's name for what went wrong, or what is wrong with the content. */
  why: string;
}

export interface SessionFiles {
  /** The latest first. */
  files: SessionFile[];
  unreadable: UnreadableFile[];
}

/** Transcripts of subagents, which older clients keep beside the sessions. They are no sessions of their own. */
const SIDE_FILE = /^agent-/;
/** The client cuts longer directory names and adds a hash. */
const MAX_DIRECTORY_NAME = 200;

/**
 * Every stored session; with `folder` only those in directories that may be of this folder or one below it, which
 * `isSessionOf` has to confirm, because different folders can have the same directory name. A file with two names is
 * listed once. Throws what the system reports if the storage cannot be listed.
 */
export function listSessionFiles(paths: Paths, folder: string | undefined): SessionFiles {
  const projects = join(paths.claudeDir, 'projects');
  const found: SessionFiles = { files: [], unreadable: [] };
  const transcripts = directoriesIn(projects, folder).flatMap((directory) =>
    transcriptsIn(join(projects, directory.name), directory.isSymbolicLink(), found.unreadable),
  );
  // The name of a file itself counts more than that of a link to it.
  transcripts.sort((a, b) => Number(a.isLink) - Number(b.isLink));
  const known = new Set<string>();
  for (const { id, transcript } of transcripts) {
    const stat = statOf(transcript, found.unreadable);
    if (!stat || stat.isDirectory() || known.has(`${stat.dev}:${stat.ino}`)) continue;
    known.add(`${stat.dev}:${stat.ino}`);
    if (stat.isFile()) found.files.push({ id, transcript, bytes: stat.size, changedAt: stat.mtimeMs });
    else found.unreadable.push({ path: transcript, why: 'not a regular file' });
  }
  found.files.sort((a, b) => b.changedAt - a.changedAt || (a.transcript < b.transcript ? -1 : 1));
  return found;
}

/**
 * Whether a session belongs to `folder`: it began there or in a folder below it. Where its transcript does not say, as in
 * one that cannot be read, the name of its directory decides.
 */
export function isSessionOf(folder: string, transcript: string, projectFolder: string | undefined): boolean {
  if (projectFolder === undefined) return namesOf(folder).includes(basename(dirname(transcript)));
  return isWithin(folder, projectFolder) || isWithin(realPath(folder), realPath(projectFolder));
}

/** Whether there is any session of this folder. */
export const hasSessions = (paths: Paths, folder: string): boolean =>
  listSessionFiles(paths, folder).files.some(({ transcript }) =>
    isSessionOf(folder, transcript, projectFolderOf(transcript)),
  );

const namesOf = (folder: string) => [folder, realPath(folder)].map(directoryNameOf);

function directoriesIn(projects: string, folder: string | undefined): Dirent[] {
  const all = existing(() => readdirSync(projects, { withFileTypes: true }));
  if (folder === undefined) return all;
  const beginnings = namesOf(folder).map((name) => name.slice(0, MAX_DIRECTORY_NAME));
  return all.filter(({ name }) => beginnings.some((beginning) => name.startsWith(beginning)));
}

function transcriptsIn(directory: string, isLink: boolean, unreadable: UnreadableFile[]) {
  try {
    return existing(() => readdirSync(directory, { withFileTypes: true })).flatMap((entry) => {
      const id = SIDE_FILE.test(entry.name) ? undefined : /^(.+)\.jsonl$/.exec(entry.name)?.[1];
      const transcript = join(directory, entry.name);
      return id === undefined ? [] : [{ id, transcript, isLink: isLink || entry.isSymbolicLink() }];
    });
  } catch (error) {
    // A file beside the directories is none of the client's.
    if (errorCode(error) !== 'ENOTDIR') unreadable.push({ path: directory, why: errorCode(error) ?? String(error) });
    return [];
  }
}

/** Undefined if there is nothing, as behind a link that leads nowhere. */
function statOf(path: string, unreadable: UnreadableFile[]): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    unreadable.push({ path, why: errorCode(error) ?? String(error) });
    return undefined;
  }
}

/** Empty if there is no such folder. */
function existing(list: () => Dirent[]): Dirent[] {
  try {
    return list();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
