import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from './history.ts';

const MAX_SUBAGENTS = 200;
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 4;

/**
 * The main transcript, then those of its subagents, which the client keeps in a folder named after the session. The ones
 * of a compaction repeat the conversation and are left out. Of the main one, what stands before `start` can be left out.
 * In steps, so that something else can go on in between. Returns how many subagents there were.
 */
export function* transcriptReading(
  history: History,
  transcript: string | undefined,
  start = 0,
): Generator<undefined, number> {
  if (transcript === undefined) return 0;
  yield* history.reading(transcript, false, start);
  const folder = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
  const names = filesBelow(folder)
    .filter((name) => /(?:^|\/)agent-(?!acompact)[^/]+\.jsonl$/.test(name))
    .slice(0, MAX_SUBAGENTS);
  for (const name of names) yield* history.reading(join(folder, name), true);
  return names.length;
}

/** The same at once. */
export function readTranscripts(history: History, transcript: string | undefined, start = 0): number {
  const reading = transcriptReading(history, transcript, start);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}

/** Links are not followed: they may form a loop. */
function filesBelow(folder: string, depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .slice(0, MAX_ENTRIES)
      .flatMap((entry) => {
        if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
        return filesBelow(join(folder, entry.name), depth + 1).map((name) => join(entry.name, name));
      })
      .sort();
  } catch {
    return [];
  }
}
