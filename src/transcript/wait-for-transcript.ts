import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type LastStep, readAndFindStep, type SessionInfo } from './session-info.ts';
import { fileNamesIn } from './stored-sessions.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const POLL_MS = 15;

/** Where a stored session is; undefined: nowhere, or it is none. */
export const transcriptOf = (sessionId: string, named: string | undefined, claudeDir: string): string | undefined =>
  UUID.test(sessionId) ? (named ?? search(sessionId, claudeDir)) : undefined;

/**
 * The worker's transcript, if the client could resume it: that takes the UUID of a stored session. The client writes the
 * transcript asynchronously: a fast hook starts before the last step, or even the file, is on disk. So this waits a
 * moment for that step, and then takes what there is.
 */
export async function waitForTranscript(
  sessionId: string,
  named: string | undefined,
  claudeDir: string,
  last: LastStep,
  patienceMs = 1000,
): Promise<SessionInfo | undefined> {
  if (!UUID.test(sessionId)) return undefined;
  const until = Date.now() + patienceMs;
  let bytes = 0;
  let read: ReturnType<typeof readAndFindStep>;
  for (;;) {
    const path = transcriptOf(sessionId, named, claudeDir);
    const size = path === undefined ? 0 : sizeOf(path);
    // Opened again only after it has changed.
    if (size !== bytes) read = path === undefined || size === 0 ? undefined : readAndFindStep(path, last);
    bytes = size;
    if (read?.isStepWritten || Date.now() > until || named === undefined) return read?.info;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function search(sessionId: string, claudeDir: string): string | undefined {
  const projects = join(claudeDir, 'projects');
  return fileNamesIn(projects)
    .map((project) => join(projects, project, `${sessionId}.jsonl`))
    .find((path) => sizeOf(path) > 0);
}

/** Zero if it is not a file: the path comes from the input and may be anything. */
export function sizeOf(path: string): number {
  try {
    const stat = statSync(path);
    return stat.isFile() ? stat.size : 0;
  } catch {
    return 0;
  }
}
