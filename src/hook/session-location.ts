import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { isFolder } from '../platform/folders.ts';
import { readAndFindStep, type SessionInfo } from '../transcript/session-info.ts';
import { subagentTranscript } from '../transcript/subagents.ts';
import { sizeOf, waitForTranscript } from '../transcript/wait-for-transcript.ts';
import type { HookInput } from './protocol/input.ts';
import type { State } from './rules/state.ts';

/** Where an event took place. */
export interface SessionLocation {
  /** The project folder, wherever the worker has changed to since. */
  folder: string;
  /** From its transcript; undefined: there is none. */
  session: SessionInfo | undefined;
  /** From the transcript of the subagent or teammate that the event is about, if it is about one. */
  subagent?: SessionInfo | undefined;
}

export async function locateSession(input: HookInput, env: Env, paths: Paths, cwd: string): Promise<SessionLocation> {
  const last = { message: input.last_assistant_message, toolUseId: input.tool_use_id };
  const session = await waitForTranscript(input.session_id, input.transcript_path, paths.claudeDir, last);
  const candidates = [env.projectDir, session?.projectFolder, input.cwd, cwd];
  return {
    session,
    subagent: subagentOf(input, session),
    folder: candidates.find((dir): dir is string => !!dir && isFolder(dir)) ?? cwd,
  };
}

/** The client names it at SubagentStop; at other events inside a subagent it lies where the client keeps them. */
function subagentOf(input: HookInput, session: SessionInfo | undefined): SessionInfo | undefined {
  if (!input.agent_id) return undefined;
  const paths = [input.agent_transcript_path, session && subagentTranscript(session.transcript, input.agent_id)];
  const path = paths.find((one) => one !== undefined && sizeOf(one) > 0);
  const last = { message: input.last_assistant_message, toolUseId: input.tool_use_id };
  return path === undefined ? undefined : readAndFindStep(path, last)?.info;
}

/**
 * When supervision began; undefined: with the session, whose start is not known. The worker can edit the transcript, so
 * what was recorded of its beginning counts, and a start that is later than the creation of the file is not believed.
 */
export function supervisedSince({ session }: SessionLocation, state: State | undefined): Date | undefined {
  if (state?.since) return dateOf(state.since);
  if (state?.begin?.at && state.begin.sessionId === state.sessionId) return dateOf(state.begin.at);
  if (session === undefined) return undefined;
  const startedAt = dateOf(session.startedAt ?? '');
  const createdAt = session.createdAt;
  return startedAt && createdAt && startedAt > createdAt ? createdAt : (startedAt ?? createdAt);
}

function dateOf(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
