import {
  accessSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { replaceThrough } from './private-file.ts';
import { errorCode } from './user-error.ts';

/** The file itself, whatever links lead to it. Dotfile managers link; the link must stay and its target be written. */
export function throughLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const leadsTo = linkAt(path);
  if (leadsTo !== undefined) return throughLinks(resolve(dirname(path), leadsTo));
  const folder = dirname(path);
  return folder === path ? path : join(throughLinks(folder), basename(path));
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The text of a file that is not ours; undefined if there is none. Fails where writing it back would change its bytes. */
export function readUsersFile(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  if (!stat.isFile()) throw failure(stat.isDirectory() ? 'EISDIR' : 'ENOTSUP', path);
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) throw failure('EILSEQ', path);
  return text;
}

/** To be asked before anything is written: a file that was made read-only on purpose could be replaced all the same. */
export function refuseReadOnly(path: string): void {
  if (existsSync(path)) accessSync(path, constants.W_OK);
  accessSync(dirname(missingFolder(path) ?? path), constants.W_OK);
}

/**
 * Replaces a file that is not ours, with its mode and where possible its owner; a new one is private. `lastCheck` is
 * called when everything is ready. The caller holds a lock.
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

/** The topmost of the folders that would have to be made for this file. */
export function missingFolder(path: string): string | undefined {
  let missing: string | undefined;
  for (let dir = dirname(path); !existsSync(dir); dir = dirname(dir)) missing = dir;
  return missing;
}

/** Removes a file, and the folders around it up to `topmost`, as far as nothing else is in them. */
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

const failure = (code: string, path: string) => Object.assign(new Error(`${code}: ${path}`), { code, path });
