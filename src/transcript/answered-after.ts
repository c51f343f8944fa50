import type { Paths } from '../config/paths.ts';
import { type Entry, field, parseEntry } from './entry.ts';
import { transcriptLines, withTranscript } from './file.ts';
import { promptIn } from './prompts.ts';
import { sessionsLike } from './stored-sessions.ts';

/** A whole turn is mostly shorter. If it is longer, what is left of it was written after `since` too. */
const TAIL_BYTES = 8 * 1024 * 1024;
/** The model of messages that the client writes itself, as about an error of the API. */
const BY_THE_CLIENT = '<synthetic>';

/** Whether the worker answered after this time. Undefined: there is no transcript that could say so. */
export const answeredAfter = (path: string, since: string): boolean | undefined =>
  hasEntryAfter(path, since, (line) => line.includes('"type":"assistant"'), isAnswer);

/** The same, or whether the user asked for something: a client that is ended while the API fails leaves no answer. */
export const askedOrAnsweredAfter = (path: string, since: string): boolean | undefined =>
  hasEntryAfter(
    path,
    since,
    (line) => !line.includes('"tool_result"') || line.includes('"type":"assistant"'),
    (entry) => isAnswer(entry) || promptIn(entry) !== undefined,
  );

function hasEntryAfter(
  path: string,
  since: string,
  mayBeOne: (line: Buffer) => boolean,
  isOne: (entry: Entry) => boolean,
): boolean | undefined {
  const start = withTranscript(path, ({ bytes }) => Math.max(0, bytes - TAIL_BYTES));
  if (start === undefined) return undefined;
  for (const line of transcriptLines(path, { bytes: 0, tooLong: 0 }, { start })) {
    const entry = mayBeOne(line) ? parseEntry(line.toString('utf8')) : null;
    if (entry && typeof entry.timestamp === 'string' && entry.timestamp > since && isOne(entry)) return true;
  }
  return false;
}

const isAnswer = ({ type, isSidechain, message }: Entry): boolean =>
  type === 'assistant' && isSidechain !== true && field(message, 'model') !== BY_THE_CLIENT;

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
