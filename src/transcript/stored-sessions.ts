import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { realPath } from '../platform/folders.ts';
import { projectFolderOf } from './session-info.ts';

/** A session in the client's storage. */
export interface StoredSession {
  id: string;
  transcript: string;
  /** The project folder that it belongs to. */
  folder: string;
}

interface StoredTranscript {
  id: string;
  transcript: string;
  /** When it was last written to. */
  at: Date;
}

/** By its id or a unique beginning of it; or the latest of a folder. */
export function findSession(paths: Paths, wanted: { id: string } | { folder: string }): StoredSession | undefined {
  if ('folder' in wanted) return latestIn(paths, wanted.folder);
  const found = sessionsLike(paths, wanted.id);
  return found.find(({ id }) => id === wanted.id) ?? (found.length === 1 ? found[0] : undefined);
}

/** Every stored session, of any project, whose id starts with `beginning`. An empty one (a variable that is not set) matches none. */
export function sessionsLike(paths: Paths, beginning: string): StoredSession[] {
  if (beginning === '') return [];
  const projects = join(paths.claudeDir, 'projects');
  return fileNamesIn(projects).flatMap((project) =>
    transcriptsIn(join(projects, project), beginning).map(({ id, transcript }) => ({
      id,
      transcript,
      folder: projectFolderOf(transcript) ?? '',
    })),
  );
}

/** The client names the directory for a folder's transcripts after its path, with a dash for all but letters and digits. */
export const directoryNameOf = (folder: string): string => folder.replaceAll(/[^A-Za-z0-9]/g, '-');

/** The sessions of a folder, the latest first. */
export function sessionsIn(paths: Paths, folder: string): StoredTranscript[] {
  const stored = [...new Set([folder, realPath(folder)])].flatMap((path) =>
    transcriptsIn(join(paths.claudeDir, 'projects', directoryNameOf(path))),
  );
  return stored.sort((a, b) => b.at.getTime() - a.at.getTime());
}

function latestIn(paths: Paths, folder: string): StoredSession | undefined {
  const [newest] = sessionsIn(paths, folder);
  return (
    newest && { id: newest.id, transcript: newest.transcript, folder: projectFolderOf(newest.transcript) ?? folder }
  );
}

function transcriptsIn(dir: string, beginning = ''): StoredTranscript[] {
  return fileNamesIn(dir).flatMap((name) => {
    const id = name.startsWith(beginning) ? /^(.+)\.jsonl$/.exec(name)?.[1] : undefined;
    const transcript = join(dir, name);
    const at = id === undefined ? undefined : changedAt(transcript);
    return id !== undefined && at ? [{ id, transcript, at }] : [];
  });
}

/** Undefined: it is no file. A link that leads to itself makes `statSync` throw. */
function changedAt(path: string): Date | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? stat.mtime : undefined;
  } catch {
    return undefined;
  }
}

/** Empty if the folder cannot be read. */
export function fileNamesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
