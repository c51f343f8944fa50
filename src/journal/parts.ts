import { closeSync, fstatSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { journalPartsFolder } from '../config/paths.ts';
import { withLock } from '../platform/lock.ts';
import { ensureDir } from '../platform/private-file.ts';
import { openRegular } from '../platform/regular-file.ts';
import { errorCode } from '../platform/user-error.ts';
import { addToIndex } from './part-index.ts';

/**
 * The journal is one file that grows, and earlier parts of it that are full and do not change any more, numbered in
 * their order. A hook that looks for an id reads the last two parts and an index (docs/adr/0039).
 */
export const PART_BYTES = 4 * 1024 * 1024;

const NUMBERED = /^(\d{6,12})\.jsonl$/;

export interface Part {
  path: string;
  /** Undefined: the file that grows. */
  number: number | undefined;
}

/** The full parts, oldest first. */
export function fullParts(journal: string): (Part & { number: number })[] {
  const folder = journalPartsFolder(journal);
  try {
    return readdirSync(folder)
      .flatMap((name) => {
        const number = Number(NUMBERED.exec(name)?.[1] ?? Number.NaN);
        return Number.isNaN(number) ? [] : [{ path: join(folder, name), number }];
      })
      .sort((a, b) => a.number - b.number);
  } catch {
    // Nothing was ever full, or the folder cannot be read: then what is there counts.
    return [];
  }
}

/**
 * Every part, the newest first, for as long as the caller asks for more. Another process may fill the last one up
 * meanwhile: it is opened before the others are listed, and skipped among them, so that no line is missed or seen twice.
 */
export function* openParts(journal: string): Generator<OpenPart> {
  const current = openPart({ path: journal, number: undefined });
  const seen = current?.inode;
  if (current) {
    try {
      yield current;
    } finally {
      closeSync(current.fd);
    }
  }
  for (const part of fullParts(journal).reverse()) {
    const opened = openPart(part);
    if (!opened) continue;
    try {
      if (opened.inode !== seen) yield opened;
    } finally {
      closeSync(opened.fd);
    }
  }
}

export interface OpenPart extends Part {
  fd: number;
  size: number;
  inode: number;
  /** When it was last written, in milliseconds. */
  changedMs: number;
}

function openPart(part: Part): OpenPart | undefined {
  let fd: number;
  try {
    fd = openRegular(part.path);
  } catch {
    return undefined;
  }
  const { size, ino, mtimeMs } = fstatSync(fd);
  return { ...part, fd, size, inode: ino, changedMs: mtimeMs };
}

/**
 * Puts the journal aside as a full part if it is one. A process that has just opened it writes its line into the part;
 * that is why the newest part is not in the index yet. If anything goes wrong, the next line tries again.
 */
export function rotate(journal: string): void {
  const folder = journalPartsFolder(journal);
  try {
    ensureDir(folder);
    withLock(
      join(folder, 'lock'),
      () => {
        if (statSync(journal).size < PART_BYTES) return;
        const parts = fullParts(journal);
        const next = String((parts.at(-1)?.number ?? 0) + 1).padStart(6, '0');
        renameSync(journal, join(folder, `${next}.jsonl`));
        addToIndex(folder, parts);
      },
      { waitMs: 0 },
    );
  } catch (error) {
    // Held by another process that does the same, or a folder that cannot be written: the line itself is in the file.
    if (errorCode(error) === undefined && !(error instanceof Error)) throw error;
  }
}
