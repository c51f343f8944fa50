import { accessSync, constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { realPath } from '../platform/folders.ts';
import { readTurnEnd } from '../transcript/session-info.ts';
import { sizeOf, transcriptOf } from '../transcript/wait-for-transcript.ts';
import type { HookInput } from './protocol/input.ts';

/** A real stop is in the transcript within moments; a machine may be slow. Only an event that is not one takes as long. */
const PATIENCE_MS = 8_000;
const POLL_MS = 20;

/**
 * Whether a Stop can be the client's own, by what the client has written. A command of the worker can pass for the client
 * (`exec`, or a hook of its own), but while it runs, its call has not returned. Never false because something is missing:
 * a real stop that is not reviewed is worse than a forged one that is. See docs/adr/0029.
 */
export async function isStopInTranscript(
  input: Pick<HookInput, 'session_id' | 'transcript_path' | 'last_assistant_message'>,
  { claudeDir }: Pick<Paths, 'claudeDir'>,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const path = clientsTranscript(input, claudeDir);
  if (path === undefined) return true;
  const until = Date.now() + patienceMs;
  for (let bytes = -1; ; ) {
    const size = sizeOf(path);
    if (size !== bytes && (readTurnEnd(path, input.last_assistant_message) ?? 'ended') === 'ended') return true;
    bytes = size;
    // The client cannot write into it: then it says nothing.
    if (size === 0 || !isWritable(path)) return true;
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Not another file that the event names: whoever forges one can write a transcript too. */
function clientsTranscript(
  { session_id, transcript_path: named }: Pick<HookInput, 'session_id' | 'transcript_path'>,
  claudeDir: string,
): string | undefined {
  const isClients =
    named !== undefined &&
    basename(named) === `${session_id}.jsonl` &&
    realPath(dirname(dirname(named))) === realPath(join(claudeDir, 'projects'));
  return transcriptOf(session_id, isClients ? named : undefined, claudeDir);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
