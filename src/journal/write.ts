import { type Redact, redactedJson } from '../platform/known-secrets.ts';
import { appendLine } from '../platform/private-file.ts';
import { PART_BYTES, rotate } from './parts.ts';
import { JOURNAL_VERSION, type JournalLine } from './record.ts';

/** Returns the line as it was written, without keys. */
export function appendJournal(journal: string, entry: JournalLine, redact: Redact, partBytes = PART_BYTES): string {
  const line = redactedJson({ v: JOURNAL_VERSION, ...entry }, redact);
  if (appendLine(journal, line) >= partBytes) rotate(journal, partBytes);
  return line;
}
