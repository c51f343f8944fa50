import {
  accessSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { replaceThrough } from './private-file.ts';
import { readBytesIfExists } from './regular-file.ts';
import { errorCode } from './user-error.ts';

/** The path with every link resolved, also where the file is missing. Dotfile managers link: the target is written, the link stays. */
export function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const target = linkTarget(path);
  if (target !== undefined) return resolveLinks(resolve(dirname(path), target));
  const folder = dirname(path);
  return folder === path ? path : join(resolveLinks(folder), basename(path));
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The text of a file of the user's; undefined if there is none. Throws if writing it back would change its bytes. */
export function readUsersFile(path: string): string | undefined {
  const bytes = readBytesIfExists(path);
  if (bytes === undefined) return undefined;
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) throw Object.assign(new Error(`EILSEQ: ${path}`), { code: 'EILSEQ', path });
  return text;
}

/** Replacing a file needs only a writable folder, so a file that is read-only on purpose has to be checked for. */
export function assertWritable(path: string): void {
  if (existsSync(path)) accessSync(path, constants.W_OK);
  accessSync(dirname(missingFolder(path) ?? path), constants.W_OK);
}

/**
 * Replaces a file of the user's and keeps its mode and, where possible, its owner; a new one is private. `lastCheck` is
 * called right before the rename. The caller holds a lock.
 */
export function replaceUsersFile(path: string, text: string, lastCheck: () => void): void {
  const old = statSync(path, { throwIfNoEntry: false });
  replaceThrough(`${path}.ccc-tmp`, path, text, lastCheck, (fd) => {
    if (!old) return;
    keepOwner(fd, old);
    fchmodSync(fd, old.mode & 0o7777);
  });
}

function keepOwner(fd: number, { uid, gid }: { uid: number; gid: number }): void {
  try {
    fchownSync(fd, uid, gid);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error;
  }
}

/** The topmost of the folders that have to be created for this file. */
export function missingFolder(path: string): string | undefined {
  let missing: string | undefined;
  for (let dir = dirname(path); !existsSync(dir); dir = dirname(dir)) missing = dir;
  return missing;
}

/** Removes a file, and its parent folders up to `topmost` as far as they are empty. */
export function removeUsersFile(path: string, topmost: string | undefined, lastCheck: () => void): void {
  lastCheck();
  rmSync(path);
  for (let dir = dirname(path); topmost !== undefined && dir.length >= topmost.length; dir = dirname(dir)) {
    try {
      rmdirSync(dir);
    } catch {
      return;
    }
  }
}
