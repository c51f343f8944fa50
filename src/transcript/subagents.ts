import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const MAX_SUBAGENTS = 200;
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 4;

/**
 * The transcripts of a session's subagents, which the client keeps in a folder named after the session. The ones of a
 * compaction repeat the conversation and are left out.
 */
export function subagentTranscripts(transcript: string): string[] {
  const folder = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
  return filesBelow(folder)
    .filter((name) => /(?:^|\/)agent-(?!acompact)[^/]+\.jsonl$/.test(name))
    .slice(0, MAX_SUBAGENTS)
    .map((name) => join(folder, name));
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
