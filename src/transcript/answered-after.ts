import type { Paths } from '../config/paths.ts';
import { field, parseEntry } from './entry.ts';
import { transcriptLines, withTranscript } from './file.ts';
import { sessionsLike } from './stored-sessions.ts';

/** A whole turn is mostly shorter. If it is longer, what is left of it was written after `since` too. */
const TAIL_BYTES = 8 * 1024 * 1024;
/** The model of messages that the client writes itself, as about an error of the API. */
const BY_THE_CLIENT = '<synthetic>';

/** Whether the worker answered after this time. Undefined: there is no transcript that could say so. */
export function answeredAfter(path: string, since: string): boolean | undefined {
  const start = withTranscript(path, ({ bytes }) => Math.max(0, bytes - TAIL_BYTES));
  if (start === undefined) return undefined;
  for (const line of transcriptLines(path, { bytes: 0, tooLong: 0 }, { start })) {
    const entry = line.includes('"type":"assistant"') ? parseEntry(line.toString('utf8')) : null;
    if (entry?.type !== 'assistant' || entry.isSidechain === true) continue;
    if (field(entry.message, 'model') === BY_THE_CLIENT) continue;
    if (typeof entry.timestamp === 'string' && entry.timestamp > since) return true;
  }
  return false;
}

/**
 * The same by any transcript of the session: a worker can put a second one into another folder. Undefined: there is
 * none.
 */
export function sessionAnsweredAfter(paths: Paths, session: string, since: string): boolean | undefined {
  const answers = sessionsLike(paths, session)
    .filter(({ id }) => id === session)
    .map(({ transcript }) => answeredAfter(transcript, since));
  return answers.includes(true) ? true : answers.find((answer) => answer !== undefined);
}
