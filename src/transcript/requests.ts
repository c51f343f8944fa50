import { type Entry, parseEntry } from './entry.ts';
import { type LineCounts, transcriptLines, withTranscript } from './file.ts';
import { promptIn } from './prompts.ts';

export interface TypedRequest {
  time: string | null;
  text: string;
  /** It has what the client gives every entry: a line that was added by hand may lack it. */
  isMarked?: boolean;
}

/**
 * Of each end of a transcript. Sessions of months are smaller; a file with a hole may be larger than any disk, and hooks,
 * commands and the page wait for this.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/** What the user typed: the first request, and the last ones, oldest first. Empty if the transcript cannot be read. */
export function readRequests(path: string, last: number, maxBytes = MAX_BYTES): TypedRequest[] {
  const found: TypedRequest[] = [];
  try {
    for (const line of linesOfBothEnds(path, maxBytes)) {
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

const CHUNK_BYTES = 1024 * 1024;

function* linesOfBothEnds(path: string, maxBytes: number): Generator<Buffer> {
  const counts: LineCounts = { bytes: 0, tooLong: 0 };
  const size = withTranscript(path, ({ bytes }) => bytes) ?? 0;
  // Of the first end up to twice as much is read.
  if (size <= 3 * maxBytes) yield* transcriptLines(path, counts);
  else {
    yield* transcriptLines(path, counts, { maxBytes, chunkBytes: Math.min(maxBytes, CHUNK_BYTES) });
    yield* transcriptLines(path, counts, { start: size - maxBytes });
  }
}

const isMarked = (entry: Entry | null | undefined): boolean =>
  typeof entry?.uuid === 'string' && typeof entry.timestamp === 'string';
