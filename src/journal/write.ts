import { type Redact, redactedJson } from '../platform/known-secrets.ts';
import { appendLine } from '../platform/private-file.ts';
import { PART_BYTES, rotate } from './parts.ts';
import { JOURNAL_VERSION, type JournalLine, type ModeEntry } from './record.ts';

/** Returns the line as it was written, without keys. */
export const appendJournal = (journal: string, line: JournalLine, redact: Redact, partBytes = PART_BYTES): string =>
  append(journal, redactedJson({ v: JOURNAL_VERSION, ...line }, redact), partBytes);

/** `pastOf` looks for these keys in this order. No text in it needs to be redacted. */
export const appendMode = (journal: string, { time, session_id, supervisor_id, mode }: ModeEntry): string =>
  append(journal, JSON.stringify({ v: JOURNAL_VERSION, time, session_id, supervisor_id, mode }));

function append(journal: string, line: string, partBytes = PART_BYTES): string {
  if (appendLine(journal, line) >= partBytes) rotate(journal, partBytes);
  return line;
}
