import { journalPartsFolder } from '../config/paths.ts';
import { partsWith } from '../journal/part-index.ts';
import { type OpenPart, openParts } from '../journal/parts.ts';
import { type JournalLine, parseLine } from '../journal/record.ts';
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
const MAX_PARTS = 64;

/**
 * What the journal last says of an id; undefined: nothing, as before the first event. Read at once: it is part of every
 * event. Whoever has a shell can push a session's own lines back, so an id of which nothing is found at the end is looked
 * for in the rest too: in the last two parts, and in those before them that have lines of it by the index.
 */
export function pastOf(journal: string, id: string): Past | undefined {
  let mayHave: ((part: number) => boolean) | undefined;
  let parts = 0;
  for (const part of openParts(journal)) {
    if (++parts > MAX_PARTS) return undefined;
    if (part.number === undefined) {
      const short = pastIn(lastOf(part, SHORT_TAIL_BYTES), id);
      if (short && !short.isOn) return short;
      const past = pastIn(lastOf(part, TAIL_BYTES), id);
      if (past) return past;
      if (part.size <= TAIL_BYTES) continue;
    } else {
      mayHave ??= partsWith(journalPartsFolder(journal), id);
      if (!mayHave(part.number)) continue;
    }
    const past = pastIn(lastOf(part), id);
    if (past) return past;
  }
  return undefined;
}

/** The id under which the journal last knows a session; undefined: it does not, as of a new one. */
export function supervisorIdOf(journal: string, sessionId: string): string | undefined {
  const mark = `"session_id":${JSON.stringify(sessionId)}`;
  const isOwn = (line: JournalLine) =>
    line.session_id === sessionId &&
    (isDecision(line) || 'mode' in line) &&
    !isOtherClientsId(line.supervisor_id, sessionId);
  let mayHave: ((part: number) => boolean) | undefined;
  for (const part of openParts(journal)) {
    if (part.number !== undefined) {
      mayHave ??= partsWith(journalPartsFolder(journal), sessionId);
      if (!mayHave(part.number)) continue;
    }
    const found = lastLine(lastOf(part), mark, isOwn);
    if (found) return found.supervisor_id;
  }
  return undefined;
}

function pastIn(tail: Buffer, id: string): Past | undefined {
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

/** The last bytes of a part. One that was never put aside, as a version before this one left it, may be huge. */
const lastOf = ({ fd, size }: OpenPart, bytes = MAX_PART_BYTES): Buffer =>
  readBytes(fd, Math.max(0, size - bytes), size);

const MAX_PART_BYTES = 256 * 1024 * 1024;
