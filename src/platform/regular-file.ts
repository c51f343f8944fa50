import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

export interface FilePart {
  bytes: Buffer;
  /** Of the whole file. */
  size: number;
}

interface Wanted {
  most: number;
  /** Which part of a file that is longer. */
  from?: 'start' | 'end';
  followsLink?: boolean;
}

/**
 * What a repository has in a place may be anything: a pipe nobody writes to, a link to a device without an end. Nothing
 * but a regular file is read, and that within bounds. Undefined: it is none, or may not be read.
 */
export function readRegular(path: string, { most, from = 'start', followsLink = false }: Wanted): FilePart | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(
      path,
      constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (followsLink ? 0 : (constants.O_NOFOLLOW ?? 0)),
    );
    const stat = fstatSync(fd);
    if (!stat.isFile()) return undefined;
    const buffer = Buffer.allocUnsafe(Math.min(most, stat.size));
    const begin = from === 'end' ? stat.size - buffer.length : 0;
    let length = 0;
    for (let read = -1; length < buffer.length && read !== 0; length += read)
      read = readSync(fd, buffer, length, buffer.length - length, begin + length);
    return { bytes: buffer.subarray(0, length), size: stat.size };
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
