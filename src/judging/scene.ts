import { awaitTranscript, projectOf } from '../claude/transcript.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { isFolder } from '../current-folder.ts';
import type { HookInput } from '../protocol/input.ts';

/** Where an event took place. */
export interface Scene {
  /** The folder that the session belongs to, wherever the worker has gone since. */
  folder: string;
  transcript: string | undefined;
}

export async function sceneOf(input: HookInput, env: Env, paths: Paths, cwd: string): Promise<Scene> {
  const last = { message: input.last_assistant_message, toolUseId: input.tool_use_id };
  const transcript = await awaitTranscript(input.session_id, input.transcript_path, paths.claudeDir, last);
  const candidates = [env.projectDir, transcript && projectOf(transcript), input.cwd, cwd];
  return { transcript, folder: candidates.find((dir): dir is string => !!dir && isFolder(dir)) ?? cwd };
}
