import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { errorCode } from './user-error.ts';

interface ReadOptions {
  maxBytes: number;
  /** Which part of a file that is longer. */
  from?: 'start' | 'end';
  /** Whether a link is followed; otherwise it does not count as a regular file. */
  followsLinks?: boolean;
}

/**
 * Opens a file that may be anything: a pipe that nobody writes to would block forever, and a device has no end. Throws
 * what the system reports, EISDIR for a folder and ENOTSUP for anything else that is not a regular file.
 */
export function openRegular(path: string, flags: number = constants.O_RDONLY, mode?: number): number {
  const fd = openSync(path, flags | (constants.O_NONBLOCK ?? 0), mode);
  const stat = fstatSync(fd);
  if (stat.isFile()) return fd;
  closeSync(fd);
  const code = stat.isDirectory() ? 'EISDIR' : 'ENOTSUP';
  throw Object.assign(new Error(`${code}: not a regular file, open '${path}'`), { code });
}

/** The same, but not through a link: whoever puts one there would decide what is read. */
export const openNoFollow = (path: string): number =>
  openRegular(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));

/** No file of ours, and no settings file, comes near it. Reading gigabytes would hold the hook past its deadline. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024;

/** All of a regular file; undefined if there is none. Throws as `openRegular` does, and EFBIG for one that is too large. */
export function readBytesIfExists(path: string): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openRegular(path);
    if (fstatSync(fd).size > MAX_WHOLE_BYTES)
      throw Object.assign(new Error(`EFBIG: larger than 16 MB, read '${path}'`), { code: 'EFBIG' });
    return readFileSync(fd);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** At most `maxBytes` of a file, with the size of all of it. Undefined if it is not a regular file, or cannot be read. */
export function readRegular(path: string, options: ReadOptions): { bytes: Buffer; size: number } | undefined {
  try {
    return readRegularOrThrow(path, options);
  } catch {
    return undefined;
  }
}

/** The same; throws as `openRegular` does. */
export function readRegularOrThrow(
  path: string,
  { maxBytes, from = 'start', followsLinks = false }: ReadOptions,
): { bytes: Buffer; size: number } {
  const fd = followsLinks ? openRegular(path) : openNoFollow(path);
  try {
    const { size } = fstatSync(fd);
    const length = Math.min(maxBytes, size);
    const start = from === 'end' ? size - length : 0;
    return { bytes: readBytes(fd, start, start + length), size };
  } finally {
    closeSync(fd);
  }
}

/** These bytes, or as many of them as there are. */
export function readBytes(fd: number, from: number, to: number): Buffer {
  const buffer = Buffer.allocUnsafe(Math.max(0, to - from));
  let length = 0;
  for (let read = -1; length < buffer.length && read !== 0; length += read)
    read = readSync(fd, buffer, length, buffer.length - length, from + length);
  return buffer.subarray(0, length);
}
