import { subagentTranscripts } from '../transcript/subagents.ts';
import type { History } from './history.ts';

/**
 * The main transcript, then those of its subagents. Of the main one, what stands before `start` can be left out. In
 * steps, so that something else can go on in between. Returns how many subagents there were.
 */
export function* transcriptReading(
  history: History,
  transcript: string | undefined,
  start = 0,
): Generator<undefined, number> {
  if (transcript === undefined) return 0;
  yield* history.reading(transcript, false, start);
  const subagents = subagentTranscripts(transcript);
  for (const path of subagents) yield* history.reading(path, true);
  return subagents.length;
}

/** The same at once. */
export function readTranscripts(history: History, transcript: string | undefined, start = 0): number {
  const reading = transcriptReading(history, transcript, start);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}
