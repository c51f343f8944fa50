import { entryText, field, parseEntry, stringField } from './entry.ts';
import { transcriptLines, withTranscript } from './file.ts';

export interface ApiError {
  /** As the client calls it: `rate_limit`, `server_error`, … */
  error: string;
  /** What the client showed. */
  message: string;
  time: string;
}

/** The last turn, with its requests, is mostly within this much of the end. */
const TAIL_BYTES = 1024 * 1024;

/** The error of the API that a session ended in; undefined: it ended in another way, or there is no transcript. */
export function endingApiError(path: string): ApiError | undefined {
  const start = withTranscript(path, ({ bytes }) => Math.max(0, bytes - TAIL_BYTES));
  if (start === undefined) return undefined;
  let last: ApiError | undefined;
  for (const line of transcriptLines(path, { bytes: 0, tooLong: 0 }, { start })) {
    if (!line.includes('"type":"assistant"') && !line.includes('"type":"user"')) continue;
    const entry = parseEntry(line.toString('utf8'));
    if (!entry || entry.isSidechain === true || (entry.type !== 'assistant' && entry.type !== 'user')) continue;
    last =
      entry.isApiErrorMessage === true && typeof entry.timestamp === 'string'
        ? {
            error: stringField(entry, 'error') ?? 'unknown',
            message: entryText(field(entry.message, 'content')),
            time: entry.timestamp,
          }
        : undefined;
  }
  return last;
}
