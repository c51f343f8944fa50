import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { fileState } from '../transcript/answer-lookup.ts';
import { directoryNameOf } from '../transcript/stored-sessions.ts';

interface Session {
  id: string;
  folder: string | null;
  lastAt: string;
}

/** What was asked last of a session, by its transcript; null: not known. */
export type RequestLookup = (session: Session) => string | null;

/** Keeps what it found, and reads again only if the transcript has changed, or the journal has a new line of the session. */
export function requestLookup(
  { claudeDir }: Pick<Paths, 'claudeDir'>,
  read: (sessionId: string) => string | null,
): RequestLookup {
  const found = new Map<string, { state: string; request: string | null }>();
  return ({ id, folder, lastAt }) => {
    // Somebody may have written the line by hand: it must not lead out of the folders.
    if (!/^[\w-]+$/.test(id)) return null;
    const transcript = folder && join(claudeDir, 'projects', directoryNameOf(folder), `${id}.jsonl`);
    const state = `${lastAt} ${transcript && fileState(transcript)}`;
    const known = found.get(id);
    if (known?.state === state) return known.request;
    const request = readOrNull(read, id);
    found.set(id, { state, request });
    return request;
  };
}

function readOrNull(read: (sessionId: string) => string | null, id: string): string | null {
  try {
    return read(id);
  } catch {
    return null;
  }
}
