import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../problem.ts';

const FILE_MODE = 0o600;
const DIR_MODE = 0o700;

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Readers see the old text or the new one, never a part. The caller holds a lock on `path`: the temporary file has a
 * fixed name, so that one left by a killed process is overwritten and not collected.
 */
export function replaceFile(path: string, text: string, lastCheck: () => void = () => {}): void {
  const temporary = `${path}.tmp`;
  ensureDir(dirname(path));
  try {
    rmSync(temporary, { force: true });
    const fd = openSync(temporary, 'wx', FILE_MODE);
    try {
      writeFileSync(fd, text);
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

/** One write call at the end of the file, so that lines of several processes do not mix. */
export function appendLine(path: string, line: string): void {
  const append = () => appendFileSync(path, `${line}\n`, { mode: FILE_MODE });
  try {
    append();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    ensureDir(dirname(path));
    append();
  }
}

export function writePrivate(path: string, text: string): void {
  ensureDir(dirname(path));
  writeFileSync(path, text, { mode: FILE_MODE });
}

export function ensureDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: DIR_MODE });
}
