import { accessSync, closeSync, constants } from 'node:fs';
import { isDecision } from '../hook/rules/summary.ts';
import { openRegular, readBytes } from '../platform/regular-file.ts';
import { errorCode } from '../platform/user-error.ts';
import type { FollowedFrom } from './follow.ts';
import { fullParts, type OpenPart, openParts, openPartsInOrder, openPartsOf, openPartsOfInOrder } from './parts.ts';
import { noLimit, ReadLimit } from './read-limit.ts';
import { type JournalEntry, type JournalLine, parseLine } from './record.ts';

const CHUNK = 256 * 1024;
/** The last fifty lines are mostly within this much of the end. */
const FIRST_CHUNK = 64 * 1024;
/** Feedback of 20,000 characters, escaped, and twenty paths are far below it. A longer line is skipped. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;

/** Throws what the system reports if there is a journal that cannot be read: an empty list must not stand for it. */
export function assertReadable(journal: string): void {
  const mayBeMissing = (look: () => void) => {
    try {
      look();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  };
  for (const { path } of fullParts(journal)) mayBeMissing(() => accessSync(path, constants.R_OK));
  mayBeMissing(() => closeSync(openRegular(journal)));
}

/** The decisions in the journal. */
export function* journalEntries(journal: string, lastBytes?: number): Generator<JournalEntry> {
  for (const line of journalLines(journal, lastBytes)) if (isDecision(line)) yield line;
}

/**
 * The lines of the journal, oldest first; with `lastBytes` only those in its last bytes. Read in chunks, because it grows
 * forever. A line that cannot be parsed (cut by a full disk, or edited) is skipped: the others still count.
 */
export function* journalLines(journal: string, lastBytes = Number.POSITIVE_INFINITY): Generator<JournalLine> {
  for (const { text } of rawLines(journal, lastBytes)) {
    const line = parseLine(text);
    if (line) yield line;
  }
}

/** More text than all that is recorded while the client runs once. */
const MAX_SINCE = 256 * 1024 * 1024;

/**
 * The lines from `since` on, oldest first. Throws what the system reports if there is a journal that cannot be read, and
 * EFBIG if there are more than fit in memory.
 */
export function journalSince(journal: string, since: string, maxText = MAX_SINCE): JournalLine[] {
  assertReadable(journal);
  const limit = new ReadLimit(maxText, { read: 0, open: 0, parse: 1 });
  const found = [...newestFirst(journal, limit, since)];
  if (limit.isReached)
    throw Object.assign(new Error(`EFBIG: too many lines since ${since}, read '${journal}'`), { code: 'EFBIG' });
  return found.reverse();
}

/** The lines from that time on, or all, oldest first. */
export function* linesSince(journal: string, since: string | undefined): Generator<JournalLine> {
  for (const { part, from } of openPartsInOrder(journal, Number.POSITIVE_INFINITY, since)) {
    for (const { bytes } of chunks(part, from)) {
      for (const text of textLines(bytes)) {
        const line = isBefore(since, text) ? undefined : parseLine(text);
        if (line && isFrom(since, line)) yield line;
      }
    }
  }
}

/**
 * The lines of the journal, newest first: only as much of its end is read as the caller asks for. With `since` those from
 * that time on. The time of a line ends nothing: what is before it may be later.
 */
export function* newestFirst(journal: string, limit = noLimit(), since?: string): Generator<JournalLine> {
  for (const part of openParts(journal, since)) {
    for (const piece of piecesOf(part, limit, FIRST_CHUNK)) {
      const lines = textLines(piece);
      for (let at = lines.length - 1; at >= 0; at--) {
        const text = lines[at] as string;
        const line = isBefore(since, text) ? undefined : parsed(text, limit);
        if (line && isFrom(since, line)) yield line;
      }
    }
    if (limit.isReached) return;
  }
}

/** What every line of ours begins with. A part of an older version can be as large as the journal: it is not all parsed. */
const TIME = /^\{(?:"v":\d{1,3},)?"time":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/;

function isBefore(since: string | undefined, text: string): boolean {
  if (since === undefined) return false;
  const time = TIME.exec(text)?.[1];
  return time !== undefined && time < since;
}

const isFrom = (since: string | undefined, { time }: JournalLine) => since === undefined || time >= since;

function parsed(text: string, limit: ReadLimit): JournalLine | undefined {
  limit.takeParse(text.length);
  return limit.isReached ? undefined : parseLine(text);
}

/**
 * The parts that may have lines of an id in pieces of whole lines, the newest piece first. `firstBytes` are read of each
 * part at first: mostly they have what is looked for.
 */
export function* piecesWithId(journal: string, id: string, limit: ReadLimit, firstBytes: number): Generator<Buffer> {
  for (const part of openPartsOf(journal, id)) {
    yield* piecesOf(part, limit, firstBytes);
    if (limit.isReached) return;
  }
}

/** The lines of a piece in which this text stands, the last one first. Only those are parsed, and each once. */
export function* lastLinesWith(piece: Buffer, text: string, limit: ReadLimit): Generator<JournalLine> {
  for (let before = piece.length; before > 0; ) {
    const at = piece.lastIndexOf(text, before - 1);
    if (at < 0) return;
    const begin = piece.lastIndexOf(10, at) + 1;
    const end = piece.indexOf(10, at);
    const line = end - begin <= MAX_LINE_BYTES ? parsed(piece.toString('utf8', begin, end), limit) : undefined;
    if (line) yield line;
    if (limit.isReached) return;
    before = begin - 1;
  }
}

function* piecesOf({ fd, size }: OpenPart, limit: ReadLimit, firstBytes: number): Generator<Buffer> {
  limit.takeOpen();
  let end = size;
  /** The end of a line that begins in an earlier chunk, with its line end. */
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  // What follows the last line end is being written.
  let isCut = true;
  for (let length = firstBytes; end > 0 && !limit.isReached; length = Math.min(CHUNK, length * 8)) {
    const start = end - limit.takeRead(Math.min(end, length));
    const read = readBytes(fd, start, end);
    end = start;
    const bytes: Buffer = isCut ? read.subarray(0, read.lastIndexOf(10) + 1) : Buffer.concat([read, rest]);
    if (bytes.length === 0) continue;
    const first: number = start === 0 ? 0 : bytes.indexOf(10) + 1;
    // No line is that long: without a bound each chunk would be added to all after it.
    isCut = first > MAX_LINE_BYTES;
    rest = isCut ? Buffer.alloc(0) : bytes.subarray(0, first);
    if (first < bytes.length) yield bytes.subarray(first);
  }
}

/** Whole lines as texts, without those that are empty or too long. */
function textLines(bytes: Buffer): string[] {
  const lines = bytes.toString('utf8').split('\n').filter(Boolean);
  return bytes.length <= MAX_LINE_BYTES ? lines : lines.filter((text) => Buffer.byteLength(text) <= MAX_LINE_BYTES);
}

/**
 * The lines in which this text stands, oldest first. Only those are parsed, so that one session is found in a journal of
 * any size.
 */
export function* linesWith(
  journal: string,
  text: string,
  lastBytes = Number.POSITIVE_INFINITY,
): Generator<JournalLine> {
  for (const { part, from } of openPartsInOrder(journal, lastBytes)) yield* linesIn(part, text, from);
}

/** The lines that name this id as that of the session or of its supervision, newest first. Parts without are not read. */
export function* newestOfId(journal: string, id: string, limit = noLimit()): Generator<JournalLine> {
  const text = JSON.stringify(id);
  for (const piece of piecesWithId(journal, id, limit, FIRST_CHUNK))
    for (const line of lastLinesWith(piece, text, limit)) if (isOfId(line, id)) yield line;
}

const isOfId = ({ session_id, supervisor_id }: JournalLine, id: string) => session_id === id || supervisor_id === id;

/** More than any session has: the lines of one that somebody has made up need not fit in memory. */
const MAX_OF_ID = 64 * 1024 * 1024;

/** The same lines, oldest first: the newest ones, as many as fit in memory. */
export function linesOfId(journal: string, id: string, { maxText = MAX_OF_ID, limit = noLimit() } = {}): JournalLine[] {
  const found: JournalLine[] = [];
  let length = 0;
  for (const line of newestOfId(journal, id, limit)) {
    length += JSON.stringify(line).length;
    if (length > maxText) break;
    found.push(line);
  }
  return found.reverse();
}

/** All of them, oldest first. */
export function* allLinesOfId(journal: string, id: string): Generator<JournalLine> {
  const text = JSON.stringify(id);
  for (const part of openPartsOfInOrder(journal, [id]))
    for (const line of linesIn(part, text, 0)) if (isOfId(line, id)) yield line;
}

/** The same of many sessions, in one pass: whoever asks for each of them would read the newest parts every time. */
export function* allLinesOfSessions(journal: string, sessions: ReadonlySet<string>): Generator<JournalLine> {
  if (sessions.size === 0) return;
  for (const part of openPartsOfInOrder(journal, [...sessions])) {
    for (const { bytes } of chunks(part, 0)) {
      for (const text of textLines(bytes)) {
        const id = SESSION_ID.exec(text.slice(0, ID_BYTES))?.[1];
        const line = id !== undefined && sessions.has(id) ? parseLine(text) : undefined;
        if (line && sessions.has(line.session_id)) yield line;
      }
    }
  }
}

/** As `JSON.stringify` writes it, or an editor. Within a text the quotes would be escaped. */
const SESSION_ID = /"session_id"\s*:\s*"([^"\\]{1,300})"/;
/** More than a line up to its ids. */
const ID_BYTES = 2_000;

function* linesIn(part: OpenPart, text: string, from: number): Generator<JournalLine> {
  for (const { bytes } of chunks(part, from)) {
    for (let at = bytes.indexOf(text); at >= 0; ) {
      const begin = bytes.lastIndexOf(10, at) + 1;
      const end = bytes.indexOf(10, at);
      const isBounded = end - begin <= MAX_LINE_BYTES;
      const line = end > begin && isBounded ? parseLine(bytes.toString('utf8', begin, end)) : undefined;
      if (line) yield line;
      at = end < 0 ? -1 : bytes.indexOf(text, end + 1);
    }
  }
}

export interface RawLine {
  text: string;
  /** How much of the journal has been read, and how much is to be read in all: for a progress bar. */
  read: number;
  total: number;
}

/** The lines as text, oldest first; with `followed` without those that its follower gets. */
export function* rawLines(
  journal: string,
  lastBytes = Number.POSITIVE_INFINITY,
  followed?: FollowedFrom,
): Generator<RawLine> {
  let readBefore = 0;
  for (const { part, from, total } of openPartsInOrder(journal, lastBytes)) {
    const size = followed ? sizeBefore(followed, part) : part.size;
    for (const { bytes, end } of chunks({ ...part, size }, from)) {
      const read = readBefore + end - from;
      // So that whoever reads can be interrupted where there is no line for long.
      if (bytes.length === 0) yield { text: '', read, total };
      for (const text of textLines(bytes)) yield { text, read, total };
    }
    readBefore += Math.max(0, size - from);
  }
}

/** A file that was not there when the journal began to be followed is the follower's from its first line on. */
function sizeBefore({ lastNumber, ends }: FollowedFrom, { inode, number, size }: OpenPart): number {
  const isNew = number === undefined || number > lastNumber;
  return ends.get(inode) ?? (isNew ? 0 : size);
}

/** Whole lines, some hundred kilobytes at a time, and how far the file is read; none if no line ends in them. */
function* chunks({ fd, size }: OpenPart, from: number): Generator<{ bytes: Buffer; end: number }> {
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let isWhole = from === 0;
  for (let at = from; at < size; ) {
    const read = readBytes(fd, at, Math.min(size, at + CHUNK));
    if (read.length === 0) break;
    at += read.length;
    const bytes = rest.length > 0 ? Buffer.concat([rest, read]) : read;
    const end = bytes.lastIndexOf(10) + 1;
    // No line is that long: without a bound each chunk would be added to all before it.
    if (end === 0) {
      if (bytes.length > MAX_LINE_BYTES) isWhole = false;
      rest = bytes.length > MAX_LINE_BYTES ? Buffer.alloc(0) : bytes;
      yield { bytes: Buffer.alloc(0), end: at };
      continue;
    }
    const begin = isWhole ? 0 : bytes.indexOf(10) + 1;
    isWhole = true;
    rest = Buffer.from(bytes.subarray(end));
    if (begin < end) yield { bytes: bytes.subarray(begin, end), end: at };
  }
}
