import { journalPartsFolder } from '../config/paths.ts';
import { partsWith } from '../journal/part-index.ts';
import { type OpenPart, openParts } from '../journal/parts.ts';
import { type JournalEntry, type JournalLine, parseLine } from '../journal/record.ts';
import { readBytes } from '../platform/regular-file.ts';
import { isOtherClientsId } from './rules/other-client.ts';
import type { Past } from './rules/recover.ts';
import { beganAt, isDecision } from './rules/summary.ts';

/**
 * The end of the journal that is searched first: about a hundred lines. Every event of a session adds one, so that its
 * last one is further back only after much work of other sessions.
 */
const TAIL_BYTES = 64 * 1024;
/** Mostly the last line is within this much of the end, and says that supervision is off. */
const SHORT_TAIL_BYTES = 8 * 1024;
/** Years of work, where there is no index. */
const MAX_PARTS = 256;

/**
 * What the journal last says of an id; undefined: nothing, as before the first event. Read at once: it is part of every
 * event. Whoever has a shell can push a session's own lines back, so an id of which nothing is found at the end is looked
 * for in the rest too: in the last two parts, and in those before them that have lines of it by the index.
 */
export function pastOf(journal: string, id: string): Past | undefined {
  // As `JSON.stringify` writes it. Within a text the quotes would be escaped.
  const mark = `"supervisor_id":${JSON.stringify(id)}`;
  let last: JournalLine | undefined;
  for (const bytes of endsOf(journal, id)) {
    last ??= lastLine(bytes, mark, (line) => isDecision(line) || 'mode' in line);
    if (!last) continue;
    if (!isDecision(last)) return { isOn: isOn(last), count: null, settled: false, promptId: null, sealed: true };
    if (last.cause === 'off') return { ...pastBy(last), isOn: false };
    // A decision that was under way when supervision was turned off comes after that, but does not turn it on again.
    const began = beganAt(last);
    const mode = lastLine(bytes, `${mark},"mode":`, (line) => 'mode' in line);
    if (mode) return { ...pastBy(last), isOn: began < Date.parse(mode.time) ? isOn(mode) : true };
    if (goesBackTo(bytes, began)) break;
  }
  return last && isDecision(last) ? { ...pastBy(last), isOn: true } : undefined;
}

const pastBy = ({ cause, verdict, event, count, prompt_id, ...more }: JournalEntry): Omit<Past, 'isOn'> => ({
  count,
  settled:
    event === 'Stop' &&
    ((verdict === 'allow' && cause === 'review') || cause === 'overruled' || cause === 'impossible'),
  promptId: prompt_id,
  sealed: 'tree' in more,
});

/** Whether these bytes have a line from before this time, so that nothing later is in the lines before them. */
function goesBackTo(bytes: Buffer, time: number): boolean {
  // They may begin in the middle of a line.
  return [0, bytes.indexOf(10) + 1].some((at) => {
    const begin = bytes.toString('utf8', at, at + FIRST_LINE_BYTES);
    return Date.parse(/^\{(?:"v":\d+,)?"time":"([^"]{1,40})"/.exec(begin)?.[1] ?? '') < time;
  });
}

/** Version and time stand at the start of a line. */
const FIRST_LINE_BYTES = 100;

/** The ends of the journal that may have lines of an id, each further back than the one before it. */
function* endsOf(journal: string, id: string): Generator<Buffer> {
  let parts = 0;
  for (const part of openParts(journal, () => partsWith(journalPartsFolder(journal), id))) {
    if (++parts > MAX_PARTS) return;
    if (part.number === undefined) {
      yield lastOf(part, SHORT_TAIL_BYTES);
      if (part.size > SHORT_TAIL_BYTES) yield lastOf(part, TAIL_BYTES);
      if (part.size <= TAIL_BYTES) continue;
    }
    yield lastOf(part);
  }
}

/** The id under which the journal last knows a session; undefined: it does not, as of a new one. */
export function supervisorIdOf(journal: string, sessionId: string): string | undefined {
  const mark = `"session_id":${JSON.stringify(sessionId)}`;
  const isOwn = (line: JournalLine) =>
    line.session_id === sessionId &&
    (isDecision(line) || 'mode' in line) &&
    !isOtherClientsId(line.supervisor_id, sessionId);
  for (const bytes of endsOf(journal, sessionId)) {
    const found = lastLine(bytes, mark, isOwn);
    if (found) return found.supervisor_id;
  }
  return undefined;
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

/** The last bytes of a part. One that was never put aside, as a version before this one left it, may be huge. */
const lastOf = ({ fd, size }: OpenPart, bytes = MAX_PART_BYTES): Buffer =>
  readBytes(fd, Math.max(0, size - bytes), size);

const MAX_PART_BYTES = 256 * 1024 * 1024;
