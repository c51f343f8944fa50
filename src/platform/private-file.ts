import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { openRegular, readBytes, readBytesIfExists } from './regular-file.ts';
import { errorCode } from './user-error.ts';

const FILE_MODE = 0o600;
const DIR_MODE = 0o700;

export const readTextIfExists = (path: string): string | undefined => readBytesIfExists(path)?.toString('utf8');

/**
 * Readers see the old text or the new one, never a part of it. The caller holds a lock on `path`: the temporary file has
 * a fixed name, so that one left by a killed process is overwritten and does not pile up.
 */
export function replaceFile(path: string, text: string | Buffer, lastCheck: () => void = () => {}): void {
  replaceThrough(`${path}.tmp`, path, text, lastCheck);
}

/** The same without a lock, where the last writer may win: each process has a temporary file of its own. */
export function replaceUnlocked(path: string, text: string): void {
  replaceThrough(`${path}.${process.pid}.tmp`, path, text, () => {});
}

/** `onOpen` can set owner and mode before the file is visible; `lastCheck` is called right before the rename. */
export function replaceThrough(
  temporary: string,
  path: string,
  text: string | Buffer,
  lastCheck: () => void,
  onOpen: (fd: number) => void = () => {},
): void {
  ensureDir(dirname(path));
  try {
    rmSync(temporary, { force: true });
    const fd = openSync(temporary, 'wx', FILE_MODE);
    try {
      writeFileSync(fd, text);
      onOpen(fd);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    lastCheck();
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true, recursive: false });
    throw error;
  }
}

/**
 * One write call at the end of the file, so that lines of several processes do not mix. Ends a partial line first. Returns
 * how large the file is now.
 */
export function appendLine(path: string, line: string): number {
  const append = () => {
    const fd = openRegular(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, FILE_MODE);
    try {
      for (;;) {
        const { size } = fstatSync(fd);
        const text = Buffer.from(`${endsInsideLine(fd, size) ? '\n' : ''}${line}\n`);
        writeFileSync(fd, text);
        const { size: after } = fstatSync(fd);
        // Another process wrote meanwhile. If it was killed within its line, ours is now the end of that one.
        if (after === size + text.length || beginsLine(readBytes(fd, Math.max(0, size - 1), after), text)) return after;
      }
    } finally {
      closeSync(fd);
    }
  };
  try {
    return append();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    ensureDir(dirname(path));
    return append();
  }
}

function beginsLine(bytes: Buffer, text: Buffer): boolean {
  const at = bytes.lastIndexOf(text);
  // Not there: the file was emptied or edited meanwhile.
  return at <= 0 || text[0] === 10 || bytes[at - 1] === 10;
}

/** A full disk may have cut the last line off. */
function endsInsideLine(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 10;
}

/** A new file, in the place of whatever has its name: a pipe of that name would block whoever opened it. */
export function writePrivate(path: string, text: string): void {
  ensureDir(dirname(path));
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  writeFileSync(path, text, { mode: FILE_MODE, flag: 'wx' });
}

/**
 * A file with this text that no longer has a name, to be read from its beginning. `path` has to be one that nobody could
 * foresee: what is there already is left alone, and an error.
 */
export function openUnnamed(path: string, text: string): number {
  ensureDir(dirname(path));
  // With O_EXCL a link is not followed, and nothing that is there is opened.
  const writer = openSync(path, 'wx', FILE_MODE);
  try {
    const reader = openAndUnlink(path);
    try {
      writeFileSync(writer, text);
    } catch (error) {
      closeSync(reader);
      throw error;
    }
    return reader;
  } finally {
    closeSync(writer);
  }
}

function openAndUnlink(path: string): number {
  try {
    return openRegular(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } finally {
    unlinkSync(path);
  }
}

export function ensureDir(dir: string): void {
  // One by one: with `recursive`, Node loops forever below /proc and misreports a read-only file system.
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(dir) !== dir) ensureDir(dirname(dir));
  try {
    mkdirSync(dir, { mode: DIR_MODE });
  } catch (error) {
    // Another process may have been faster.
    if (errorCode(error) !== 'EEXIST' || !statSync(dir).isDirectory()) throw error;
  }
}
