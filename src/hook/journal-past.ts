import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegular } from '../platform/regular-file.ts';
import { type JournalLine, parseLine } from './journal.ts';
import { isOtherClientsId } from './rules/other-client.ts';
import type { Past } from './rules/recover.ts';
import { beganAt, isDecision } from './rules/summary.ts';

/**
 * The end of the journal that is searched: about a hundred lines. Every event of a session adds one, so that its last one
 * is further back only after much work of other sessions.
 */
const TAIL_BYTES = 64 * 1024;
/** Mostly the last line is within this much of the end, and says that supervision is off. */
const SHORT_TAIL_BYTES = 8 * 1024;
/**
 * Whoever has a shell can push a session's own lines back. So an id of which nothing is found is looked for in the rest
 * too, part by part: half a millisecond for each megabyte, at the first event of a session, which then has a line.
 */
const PART_BYTES = 4 * 1024 * 1024;
/** More than a line, so that one across two parts is whole in one of them. */
const OVERLAP_BYTES = 256 * 1024;
/** Years of work. */
const MAX_BYTES = 256 * 1024 * 1024;

/** What the journal last says of an id; undefined: nothing, as before the first event. Read at once: it is part of every event. */
export function pastOf(journal: string, id: string): Past | undefined {
  const short = pastIn(tailOf(journal, SHORT_TAIL_BYTES), id);
  if (short && !short.isOn) return short;
  const tail = tailOf(journal, TAIL_BYTES);
  const past = pastIn(tail, id);
  if (past || (tail?.length ?? 0) < TAIL_BYTES) return past;
  for (let skipped = 0; skipped < MAX_BYTES; skipped += PART_BYTES) {
    const part = tailOf(journal, PART_BYTES + OVERLAP_BYTES, skipped);
    const found = pastIn(part, id);
    if (found || (part?.length ?? 0) < PART_BYTES) return found;
  }
  return undefined;
}

/** A session that is resumed is mostly one of the last few thousand events. */
const SESSION_BYTES = 16 * 1024 * 1024;

/** The id under which the journal last knows a session; undefined: it does not, as of a new one. */
export function supervisorIdOf(journal: string, sessionId: string): string | undefined {
  const mark = `"session_id":${JSON.stringify(sessionId)}`;
  const isOwn = (line: JournalLine) =>
    line.session_id === sessionId &&
    (isDecision(line) || 'mode' in line) &&
    !isOtherClientsId(line.supervisor_id, sessionId);
  for (let skipped = 0; skipped < SESSION_BYTES; skipped += PART_BYTES) {
    const part = tailOf(journal, PART_BYTES + OVERLAP_BYTES, skipped);
    const found = part && lastLine(part, mark, isOwn);
    if (found || (part?.length ?? 0) < PART_BYTES) return found?.supervisor_id;
  }
  return undefined;
}

function pastIn(tail: Buffer | undefined, id: string): Past | undefined {
  if (!tail) return undefined;
  // As `JSON.stringify` writes it. Within a text the quotes would be escaped.
  const mark = `"supervisor_id":${JSON.stringify(id)}`;
  const last = lastLine(tail, mark, (line) => isDecision(line) || 'mode' in line);
  if (!last) return undefined;
  if (!isDecision(last)) return { isOn: isOn(last), count: null, settled: false, promptId: null, sealed: true };
  const { cause, verdict, event, count, prompt_id } = last;
  const past = {
    count,
    settled:
      event === 'Stop' &&
      ((verdict === 'allow' && cause === 'review') || cause === 'overruled' || cause === 'impossible'),
    promptId: prompt_id,
    sealed: 'tree' in last,
  };
  if (cause === 'off') return { ...past, isOn: false };
  // A decision that was under way when supervision was turned off comes after that, but does not turn it on again.
  const mode = lastLine(tail, `${mark},"mode":`, (line) => 'mode' in line);
  const wasUnderWay = mode !== undefined && beganAt(last) < Date.parse(mode.time);
  return { ...past, isOn: wasUnderWay ? isOn(mode) : true };
}

const isOn = (line: JournalLine): boolean => 'mode' in line && line.mode === 'on';

function lastLine(tail: Buffer, mark: string, isWanted: (line: JournalLine) => boolean): JournalLine | undefined {
  for (let at = tail.lastIndexOf(mark); at >= 0; at = at > 0 ? tail.lastIndexOf(mark, at - 1) : -1) {
    const end = tail.indexOf(10, at);
    const line = end < 0 ? undefined : parseLine(tail.toString('utf8', tail.lastIndexOf(10, at) + 1, end));
    if (line && isWanted(line)) return line;
  }
  return undefined;
}

/** The last bytes but those that are skipped. */
function tailOf(path: string, bytes: number, skipped = 0): Buffer | undefined {
  let fd: number;
  try {
    fd = openRegular(path);
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(fd);
    const end = Math.max(0, size - skipped);
    const length = Math.min(end, bytes);
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(fd, buffer, 0, length, end - length));
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}
