import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { isWithin, realFolder } from '../platform/folders.ts';
import { readRegularOrThrow } from '../platform/regular-file.ts';
import { sha256 } from '../platform/sha256.ts';
import { errorCode } from '../platform/user-error.ts';
import { CONFIG_FILE, foldersUpToTop, PROMPT_FILE, repositoryFileNamesIn } from './locate.ts';

/** A repository's files for ccc, each read once, so that the content that is compared is the content that is used. */
export interface RepositoryFiles {
  /** The real path of the folder that has `.claude`. */
  root: string;
  config: RepositoryFile | undefined;
  prompt: RepositoryFile | undefined;
  /** Files that exist and cannot be used. */
  unusable: UnusableFile[];
}

export interface RepositoryFile {
  text: string;
  /** Of its exact bytes. */
  sha256: string;
}

export interface UnusableFile {
  file: string;
  why: 'outside' | 'not-regular' | 'too-big' | 'not-text' | 'unreadable';
  /** Where a link leads to, or the system's error code. */
  detail: string;
}

export const MAX_BYTES = 256 * 1024;

/** From the nearest folder upwards that has one of them. Undefined: the repository has none. */
export function repositoryFilesFor(folder: string, env: Env): RepositoryFiles | undefined {
  const real = realFolder(folder);
  if (real === undefined) return undefined;
  const root = foldersUpToTop(real).find((candidate) => repositoryFileNamesIn(candidate, env).length > 0);
  return root === undefined ? undefined : repositoryFilesIn(root, env);
}

/** Of this folder alone. */
export function repositoryFilesIn(root: string, env: Env): RepositoryFiles | undefined {
  const names = repositoryFileNamesIn(root, env);
  if (names.length === 0) return undefined;
  const unusable: UnusableFile[] = [];
  const read = (file: string): RepositoryFile | undefined => {
    if (!names.includes(file)) return undefined;
    const result = readRepositoryFile(root, file);
    if (!('why' in result)) return result;
    unusable.push(result);
    return undefined;
  };
  return { root, config: read(CONFIG_FILE), prompt: read(PROMPT_FILE), unusable };
}

function readRepositoryFile(root: string, file: string): RepositoryFile | UnusableFile {
  const unusable = (why: UnusableFile['why'], detail = ''): UnusableFile => ({ file, why, detail });
  try {
    const real = realpathSync.native(join(root, file));
    if (!isWithin(root, real)) return unusable('outside', real);
    // Before it is opened: opening a device may do something.
    if (!lstatSync(real).isFile()) return unusable('not-regular');
    const { bytes, size } = readRegularOrThrow(real, { maxBytes: MAX_BYTES });
    if (size > MAX_BYTES) return unusable('too-big');
    const text = bytes.toString('utf8');
    if (!Buffer.from(text).equals(bytes)) return unusable('not-text');
    return { text, sha256: sha256(bytes) };
  } catch (error) {
    return unusable('unreadable', errorCode(error) ?? String(error));
  }
}

/** Equal only if both files are equal, or both missing, or unusable for the same reason. */
export const contentId = ({ config, prompt, unusable }: RepositoryFiles): string =>
  sha256(JSON.stringify([config?.sha256 ?? null, prompt?.sha256 ?? null, unusable]));

export const fileNames = ({ config, prompt, unusable }: RepositoryFiles): string[] => [
  ...(config ? [CONFIG_FILE] : []),
  ...(prompt ? [PROMPT_FILE] : []),
  ...unusable.map(({ file }) => file),
];
