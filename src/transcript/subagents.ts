import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Entry, field } from './entry.ts';

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

/** Where the client keeps the transcript of one of them; undefined if the id is no file name. */
export const subagentTranscript = (transcript: string, agentId: string): string | undefined =>
  /^[\w-]{1,128}$/.test(agentId)
    ? join(transcript.replace(/\.jsonl$/, ''), 'subagents', `agent-${agentId}.jsonl`)
    : undefined;

const FROM_TEAMMATE = /^\s*<teammate-message\b[^>]*>\n?([\s\S]*?)\n?<\/teammate-message>\s*$/;

/**
 * An entry of a subagent's transcript as one of a session of its own: what another agent asks of it is its request, which
 * a teammate gets in a tag.
 */
export function asOwnEntry(entry: Entry): Entry {
  const own = { ...entry, isSidechain: undefined };
  const content = entry.type === 'user' ? field(entry.message, 'content') : undefined;
  const [, task] = typeof content === 'string' ? (FROM_TEAMMATE.exec(content) ?? []) : [];
  return task === undefined ? own : { ...own, message: { ...(entry.message as object), content: task } };
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
