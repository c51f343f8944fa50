import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { branchOf } from '../git/branch.ts';
import { journalLines } from '../journal/read.ts';
import type { ApiErrorEntry, SessionEntry } from '../journal/record.ts';
import { appendJournal } from '../journal/write.ts';
import type { Redact } from '../platform/known-secrets.ts';
import type { Log } from '../platform/log.ts';
import { providerName } from '../providers/provider-name.ts';
import { endingApiError } from '../transcript/api-error.ts';
import { readRequests } from '../transcript/requests.ts';
import { transcriptOf } from '../transcript/wait-for-transcript.ts';
import type { HookInput } from './protocol/input.ts';
import { firstLineOf } from './task-request.ts';

interface RecordContext {
  id: string;
  env: Env;
  paths: Paths;
  redact: Redact;
  log: Log;
  /** Tells others of a line that was written. */
  deliver(written: string): void;
}

/** A session that began or ended, or a turn that ended in an error of the API: what never reaches a verdict is recorded too. */
export async function recordSession(
  input: HookInput,
  { id, env, paths, redact, log, deliver }: RecordContext,
): Promise<void> {
  // In print mode the client ends the hook of an error within milliseconds; on the screen there is time.
  if (input.event.name === 'StopFailure' && env.isAttended) await requestIsWritten(input, paths);

  const folder = env.projectDir ?? input.cwd ?? null;
  const place = {
    time: new Date().toISOString(),
    session_id: input.session_id,
    supervisor_id: id,
    folder,
    branch: folder && branchOf(folder),
    provider: providerName(env),
    client_pid: env.clientPid ?? null,
  };
  try {
    const missed = input.event.name === 'SessionEnd' ? missedApiError(input, paths, redact) : undefined;
    if (missed) deliver(appendJournal(paths.journal, { ...place, ...missed }, redact));
    deliver(appendJournal(paths.journal, { ...place, ...whatHappened(input, paths, redact) }, redact));
  } catch (error) {
    // Nobody sees what a hook says here; the next decision reports a journal that cannot be written.
    log('the journal could not be written', { error: String(error) });
  }
}

const REQUEST_MS = 1000;
const POLL_MS = 15;

/** The client writes the transcript a little later: in the first turn there may be no request in it yet. */
async function requestIsWritten({ session_id, transcript_path }: HookInput, { claudeDir }: Paths): Promise<void> {
  for (const until = Date.now() + REQUEST_MS; Date.now() < until; ) {
    const transcript = transcriptOf(session_id, transcript_path, claudeDir);
    if (transcript !== undefined && readRequests(transcript, 1).length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

type ApiErrorFields = 'api_error' | 'prompt_id' | 'message' | 'request';
type WhatHappened = Pick<SessionEntry, 'session' | 'why'> | Pick<ApiErrorEntry, ApiErrorFields>;

const MAX_MESSAGE = 2_000;

/** A secret is found only while it is whole: first it is redacted, then cut. */
function whatHappened(input: HookInput, paths: Paths, redact: Redact): WhatHappened {
  const { source, reason, error } = input.details;
  const text = (value: unknown) => (typeof value === 'string' ? redact(value).slice(0, MAX_MESSAGE) : '');
  if (input.event.name === 'SessionStart') return { session: 'started', why: text(source) };
  if (input.event.name === 'SessionEnd') return { session: 'ended', why: text(reason) };
  return {
    api_error: text(error) || 'unknown',
    prompt_id: input.prompt_id ?? null,
    message: text(input.last_assistant_message),
    request: lastRequest(input, paths, redact),
  };
}

/** The end of the journal in which the line of the same error would be. */
const TAIL_BYTES = 256 * 1024;

/**
 * In print mode the client ends its StopFailure hook within milliseconds, but waits for this one: an error that the
 * session ended in, and of which there is no line.
 */
function missedApiError(
  input: HookInput,
  paths: Paths,
  redact: Redact,
): Pick<ApiErrorEntry, ApiErrorFields> | undefined {
  const { session_id, transcript_path } = input;
  const transcript = transcriptOf(session_id, transcript_path, paths.claudeDir);
  const ended = transcript === undefined ? undefined : endingApiError(transcript);
  if (!ended) return undefined;
  const isThere = [...journalLines(paths.journal, TAIL_BYTES)].some(
    (line) => 'api_error' in line && line.session_id === session_id && line.time >= ended.time,
  );
  if (isThere) return undefined;
  const message = redact(ended.message).slice(0, MAX_MESSAGE);
  const request = lastRequest(input, paths, redact);
  return { api_error: ended.error, prompt_id: input.prompt_id ?? null, message, request };
}

function lastRequest({ session_id, transcript_path }: HookInput, { claudeDir }: Paths, redact: Redact): string | null {
  const transcript = transcriptOf(session_id, transcript_path, claudeDir);
  const text = (transcript === undefined ? [] : readRequests(transcript, 1)).at(-1)?.text;
  return firstLineOf(text === undefined ? undefined : redact(text));
}
