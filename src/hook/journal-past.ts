import { lastLinesWith, piecesWithId } from '../journal/read.ts';
import { ReadLimit } from '../journal/read-limit.ts';
import type { JournalEntry, JournalLine } from '../journal/record.ts';
import { isOtherClientsId } from './rules/other-client.ts';
import type { Past } from './rules/recover.ts';
import { beganAt, isDecision } from './rules/summary.ts';

/** Mostly the last line of a session is within this much of the end: every event of it adds one. */
const FIRST_BYTES = 8 * 1024;

/**
 * What the journal last says of an id; undefined: nothing, as before the first event. Read at once: it is part of every
 * event. Whoever has a shell can push a session's own lines back, so an id of which nothing is found at the end is looked
 * for in the rest too: in the last two parts, and in those before them that have lines of it by the index.
 *
 * If there is more to read than the limit allows, that nothing was found says nothing: then supervision was on. It could
 * otherwise be ended by whoever makes the journal huge.
 */
export function pastOf(journal: string, id: string, limit = new ReadLimit()): Past | undefined {
  // As `JSON.stringify` writes it. Within a text the quotes would be escaped.
  const mark = `"supervisor_id":${JSON.stringify(id)}`;
  let last: JournalLine | undefined;
  for (const piece of piecesWithId(journal, id, limit, FIRST_BYTES)) {
    last ??= lastLine(piece, mark, limit, (line) => line.supervisor_id === id && (isDecision(line) || 'mode' in line));
    if (!last) continue;
    if (!isDecision(last)) return { ...UNCOUNTED, isOn: isOn(last) };
    if (last.cause === 'off') return { ...pastBy(last), isOn: false };
    // A decision that was under way when supervision was turned off comes after that, but does not turn it on again.
    const began = beganAt(last);
    const mode = lastLine(piece, `${mark},"mode":`, limit, (line) => line.supervisor_id === id && 'mode' in line);
    if (mode) return { ...pastBy(last), isOn: began < Date.parse(mode.time) ? isOn(mode) : true };
    if (goesBackTo(piece, began)) break;
  }
  if (last && isDecision(last)) return { ...pastBy(last), isOn: true };
  return limit.isReached ? { ...UNCOUNTED, isOn: true } : undefined;
}

const UNCOUNTED = { count: null, settled: false, promptId: null, sealed: true };

const pastBy = ({ cause, verdict, event, count, prompt_id, ...more }: JournalEntry): Omit<Past, 'isOn'> => ({
  count,
  settled:
    event === 'Stop' &&
    ((verdict === 'allow' && cause === 'review') || cause === 'overruled' || cause === 'impossible'),
  promptId: prompt_id,
  sealed: 'tree' in more,
});

/** Whether a piece begins before this time, so that nothing later is in what comes before it. */
function goesBackTo(piece: Buffer, time: number): boolean {
  const begin = piece.toString('utf8', 0, FIRST_LINE_BYTES);
  return Date.parse(/^\{(?:"v":\d+,)?"time":"([^"]{1,40})"/.exec(begin)?.[1] ?? '') < time;
}

/** Version and time stand at the start of a line. */
const FIRST_LINE_BYTES = 100;

/** What the journal says of a session, whatever its supervision is called. */
interface KnownSession {
  /** The id under which it was last judged or turned on or off; undefined: it never was. */
  supervisorId: string | undefined;
  /** Supervision was on when it began or an API error ended it: otherwise that is not recorded. */
  beganSupervised: boolean;
}

/** If there is more to read than the limit allows, the id is the session's own, of which `pastOf` then says the same. */
export function sessionInJournal(journal: string, sessionId: string, limit = new ReadLimit()): KnownSession {
  const mark = `"session_id":${JSON.stringify(sessionId)}`;
  const isOwn = (line: JournalLine) =>
    line.session_id === sessionId && !isOtherClientsId(line.supervisor_id, sessionId);
  let beganSupervised = false;
  for (const piece of piecesWithId(journal, sessionId, limit, FIRST_BYTES)) {
    for (const line of lastLinesWith(piece, mark, limit)) {
      if (!isOwn(line)) continue;
      if (isDecision(line) || 'mode' in line) return { supervisorId: line.supervisor_id, beganSupervised };
      beganSupervised ||= 'session' in line || 'api_error' in line;
    }
  }
  return { supervisorId: limit.isReached ? sessionId : undefined, beganSupervised };
}

const isOn = (line: JournalLine): boolean => 'mode' in line && line.mode === 'on';

function lastLine(
  piece: Buffer,
  mark: string,
  limit: ReadLimit,
  isWanted: (line: JournalLine) => boolean,
): JournalLine | undefined {
  for (const line of lastLinesWith(piece, mark, limit)) if (isWanted(line)) return line;
  return undefined;
}
