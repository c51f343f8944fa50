import { closeSync, fstatSync, lstatSync, readdirSync, renameSync, rmSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { journalPartsFolder } from '../config/paths.ts';
import { withLock } from '../platform/lock.ts';
import { ensureDir } from '../platform/private-file.ts';
import { openNoFollow, openRegular } from '../platform/regular-file.ts';
import { errorCode, isUserError } from '../platform/user-error.ts';
import { addToIndex, indexedParts, lastIndexed } from './part-index.ts';

/**
 * The journal is one file that grows, and earlier parts of it that are full and do not change any more, numbered in
 * their order. A hook that looks for an id reads the last two parts and an index (docs/adr/0039).
 */
export const PART_BYTES = 1024 * 1024;

const DIGITS = 6;
const NUMBERED = /^\d{6}\.jsonl$/;
const MAX_NUMBER = 999_999;
/** So many parts may have been removed. A higher number is not ours: after 999999 nothing could be put aside any more. */
const MAX_REMOVED = 100_000;

export interface FullPart {
  path: string;
  number: number;
}

/**
 * The full parts, oldest first. A folder or a link may have such a name; `openPart` returns undefined for it. Throws what
 * the system reports if their folder is there and cannot be read.
 */
export function fullParts(journal: string): FullPart[] {
  const folder = journalPartsFolder(journal);
  // Many events list them, in a process in which nothing is warm: `join`, or asking for the type of each entry, takes
  // milliseconds for a thousand names.
  const names = namesIn(folder);
  return names
    .filter((name) => NUMBERED.test(name))
    .sort()
    .map((name) => ({ path: `${folder}/${name}`, number: Number(name.slice(0, DIGITS)) }))
    .filter(({ number }) => number <= MAX_REMOVED + names.length);
}

const pathOf = (folder: string, number: number) => `${folder}/${String(number).padStart(DIGITS, '0')}.jsonl`;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // ENOTDIR: something else has the name. Then no part was ever put there.
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return [];
    throw error;
  }
}

export interface OpenPart {
  path: string;
  /** Undefined: the file that grows. */
  number: number | undefined;
  fd: number;
  size: number;
  /** As a bigint: on some file systems numbers of neighbouring files differ only in bits that a double does not have. */
  inode: bigint;
  /** In milliseconds, when anything about the file was changed last. No program can set it, unlike the other times. */
  changedAt: number;
}

/** Undefined: it is not there, or cannot be read. */
export function openPart(path: string, number?: number): OpenPart | undefined {
  try {
    const fd = number === undefined ? openRegular(path) : openNoFollow(path);
    const { size, ino, ctimeMs } = fstatSync(fd, { bigint: true });
    return { path, number, fd, size: Number(size), inode: ino, changedAt: Number(ctimeMs) };
  } catch {
    return undefined;
  }
}

/**
 * Every part, the newest first, for as long as the caller asks for more. What cannot be read counts as empty:
 * `assertReadable` is for those who must know. With `since` those that may have a line of that time or a later one.
 */
export const openParts = (journal: string, since?: string): Generator<OpenPart> =>
  newestPartFirst(journal, partsBefore, since);

/** The same of those that may have lines of an id. */
export const openPartsOf = (journal: string, id: string): Generator<OpenPart> =>
  newestPartFirst(journal, (journal, current) => partsOfBefore(journal, current, id));

function* newestPartFirst(journal: string, before: typeof partsBefore, since?: string): Generator<OpenPart> {
  const current = openPart(journal);
  try {
    if (current) yield current;
    for (const { path, number } of before(journal, current).reverse()) {
      for (const part of opened(path, number)) {
        if (isOver(part.changedAt, since)) return;
        yield part;
      }
    }
  } finally {
    if (current) closeSync(current.fd);
  }
}

/** More ids are mostly in all parts. */
const MAX_IDS = 1_000;

/** The parts that may have lines of one of these ids, oldest first. */
export function* openPartsOfInOrder(journal: string, ids: readonly string[]): Generator<OpenPart> {
  const current = openPart(journal);
  try {
    const found =
      ids.length > MAX_IDS ? partsBefore(journal, current) : ids.flatMap((id) => partsOfBefore(journal, current, id));
    const parts = new Map(found.map(({ number, path }) => [number, path]));
    for (const [number, path] of [...parts].sort(([a], [b]) => a - b)) yield* opened(path, number);
    if (current) yield current;
  } finally {
    if (current) closeSync(current.fd);
  }
}

/** File systems keep times that are some milliseconds old, and the clock of a network drive is another one. */
const CLOCK_MARGIN_MS = 60 * 60 * 1000;

/**
 * Whether a part was finished before that time, so that neither it nor one before it has a line of that time. The times
 * of its lines do not say so: anybody can append one with an early time. To rename, copy or restore a file makes the time
 * at which it was changed later, never earlier.
 */
const isOver = (changedAt: number, since: string | undefined): boolean =>
  since !== undefined && changedAt < Date.parse(since) - CLOCK_MARGIN_MS;

/** Whoever asks for the last bytes is not to look through thousands of parts that somebody has left empty. */
const MAX_AT_END = 256;

/**
 * The parts that hold the last bytes, oldest first, each with where to begin. `total` is how much there is to read. With
 * `since` those that may have a line of that time or a later one.
 */
export function* openPartsInOrder(
  journal: string,
  lastBytes = Number.POSITIVE_INFINITY,
  since?: string,
): Generator<{ part: OpenPart; from: number; total: number }> {
  const current = openPart(journal);
  try {
    const parts: { path: string; number: number | undefined; size: number; from: number }[] = [];
    let left = lastBytes;
    const take = (path: string, number: number | undefined, size: number) => {
      parts.push({ path, number, size, from: Math.max(0, size - left) });
      left -= size;
    };
    if (current) take(journal, undefined, current.size);
    const earlier = left > 0 ? partsBefore(journal, current).reverse() : [];
    for (const { path, number } of lastBytes < Number.POSITIVE_INFINITY ? earlier.slice(0, MAX_AT_END) : earlier) {
      if (left <= 0) break;
      const { size, ctimeMs } = statOf(path);
      if (isOver(ctimeMs, since)) break;
      take(path, number, size);
    }
    parts.reverse();
    const total = parts.reduce((sum, { size, from }) => sum + size - from, 0);
    for (const { path, number, from } of parts) {
      if (number === undefined) yield { part: current as OpenPart, from, total };
      else for (const part of opened(path, number)) yield { part, from, total };
    }
  } finally {
    if (current) closeSync(current.fd);
  }
}

function* opened(path: string, number: number): Generator<OpenPart> {
  const part = openPart(path, number);
  if (!part) return;
  try {
    yield part;
  } finally {
    closeSync(part.fd);
  }
}

/** Of a part. A link is none: it may lead to a file that is older than any of them. */
const statOf = (path: string): { size: number; ctimeMs: number } => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? stat : { size: 0, ctimeMs: Number.POSITIVE_INFINITY };
};

/**
 * The full parts from before the file that grows was opened, oldest first. Another process may have put it aside since,
 * and even what came after it. The file is still open, so that no other one can have its inode.
 */
function partsBefore(journal: string, current: OpenPart | undefined): FullPart[] {
  let parts: FullPart[];
  try {
    parts = fullParts(journal);
  } catch {
    return [];
  }
  if (!current || inodeOf(journal) === current.inode) return parts;
  const own = parts.findLastIndex(({ path }) => inodeOf(path) === current.inode);
  return own < 0 ? parts : parts.slice(0, own);
}

/** A session is in fewer parts. An index that says otherwise was made up, and its parts need not be there. */
const MAX_NAMED = 1_000;

/** Those that may have lines of an id. Every event asks, so the list of all parts, which grows, is mostly not read. */
function partsOfBefore(journal: string, current: OpenPart | undefined, id: string): FullPart[] {
  const folder = journalPartsFolder(journal);
  const indexed = indexedParts(folder, id);
  if (!indexed) return partsBefore(journal, current);
  const { lastPart, numbers } = indexed;
  // As putting a part aside leaves it: the newest alone is not in the index, and nothing was put aside since.
  const isUsual = current && inodeOf(journal) === current.inode && inodeOf(pathOf(folder, lastPart + 2)) === undefined;
  if (isUsual && numbers.length <= MAX_NAMED)
    return [...numbers, lastPart + 1].map((number) => ({ path: pathOf(folder, number), number }));
  const named = new Set(numbers);
  return partsBefore(journal, current).filter(({ number }) => number > lastPart || named.has(number));
}

const inodeOf = (path: string): bigint | undefined => {
  try {
    return statSync(path, { bigint: true }).ino;
  } catch {
    return undefined;
  }
};

/**
 * Puts the journal aside as a full part if it is one. A process that has just opened it writes its line into the part;
 * that is why the newest part is not in the index yet.
 */
export function rotate(journal: string, partBytes = PART_BYTES): void {
  const folder = journalPartsFolder(journal);
  try {
    ensureDir(folder);
    const lock = lockOf(journal);
    moveAway(lock, (stat) => !stat.isSymbolicLink());
    withLock(
      lock,
      (assertHeld) => {
        const stat = lstatSync(journal);
        // No part is a link: one that leads elsewhere goes on to grow there.
        if (stat.isSymbolicLink() || stat.size < partBytes) return;
        const parts = fullParts(journal).filter(({ path }) => isFile(path));
        const last = parts.at(-1)?.number ?? 0;
        // Parts that the user has removed may still be in the index: their numbers are not used again.
        const indexed = lastIndexed(folder);
        const isAbsurd = indexed > MAX_REMOVED + parts.length;
        const number = Math.max(last, isAbsurd ? 0 : indexed) + 1;
        if (number > MAX_NUMBER) return;
        const part = pathOf(folder, number);
        moveAway(part);
        assertHeld();
        renameSync(journal, part);
        if (isAbsurd) rmSync(join(folder, 'index'));
        for (const name of ['index', 'index.tmp']) moveAway(join(folder, name), (stat) => stat.isDirectory());
        addToIndex(folder, parts);
      },
      { waitMs: 0 },
    );
  } catch (error) {
    // The line is in the file, and the next one tries again: the lock is held by a process that does the same, or the
    // system refuses something.
    if (!isUserError(error) && errorCode(error) === undefined) throw error;
  }
}

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Held by whoever puts the journal aside. */
export const lockOf = (journal: string): string => join(journalPartsFolder(journal), 'lock');

/** What is not ours and has the name of something of ours is kept under another one: it would end this for ever. */
function moveAway(path: string, isForeign: (stat: Stats) => boolean = () => true): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat && isForeign(stat)) renameSync(path, `${path}-moved-${Date.now().toString(36)}`);
}
