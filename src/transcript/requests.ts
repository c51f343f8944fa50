import { type Entry, parseEntry } from './entry.ts';
import { type LineCounts, transcriptLines } from './file.ts';
import { promptIn } from './prompts.ts';

export interface TypedRequest {
  time: string | null;
  text: string;
  /** It has what the client gives every entry: a line that was added by hand may lack it. */
  isMarked?: boolean;
}

/** What the user typed: the first request, and the last ones, oldest first. Empty if the transcript cannot be read. */
export function readRequests(path: string, last: number): TypedRequest[] {
  const counts: LineCounts = { bytes: 0, tooLong: 0 };
  const found: TypedRequest[] = [];
  try {
    for (const line of transcriptLines(path, counts)) {
      // Most lines of the user are results of tools.
      if (!(line.includes('"user"') || line.includes('"queued_command"')) || line.includes('"tool_result"')) continue;
      const entry = parseEntry(line.toString('utf8'));
      const text = entry ? promptIn(entry) : undefined;
      if (text === undefined) continue;
      found.push({
        time: typeof entry?.timestamp === 'string' ? entry.timestamp : null,
        text,
        isMarked: isMarked(entry),
      });
      if (found.length > last + 1) found.splice(1, 1);
    }
  } catch {
    // What was read so far is better than nothing.
  }
  return found;
}

const isMarked = (entry: Entry | null | undefined): boolean =>
  typeof entry?.uuid === 'string' && typeof entry.timestamp === 'string';
