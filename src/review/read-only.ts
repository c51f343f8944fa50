import { namesCredentials } from './credential-files.ts';
import { gitCalls } from './git-calls.ts';

/**
 * The tools a reviewer may call. The client's `dontAsk` mode already refuses everything that is not read-only; this list
 * also covers rules that an administrator may have added, background work and subagents. Refusing a call leaves the tool
 * list as it is: a different list would miss the prompt cache.
 */
const READING_TOOLS = new Set(['Read', 'Grep', 'Glob', 'LS', 'Bash', 'BashOutput', 'NotebookRead', 'ToolSearch']);

const GIT_RUNS_PROGRAMS =
  'The git configuration of this repository, or of one inside it, names programs that git would run (diff, filter, merge or monitor). Read the files themselves instead.';

const HOLDS_CREDENTIALS = 'A review needs no credentials: this path holds some. Read something else.';

export interface Surroundings {
  /** Where the reviewer's shell may be. */
  folders: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Whether git commands that only read would run a program of the repository around a folder. */
  gitRunsPrograms(folder: string): Promise<boolean>;
}

/** Why the call is refused, for the reviewer to read; undefined leaves it to the client's own permission check. */
export async function refusalReason(tool: string, input: unknown, around: Surroundings): Promise<string | undefined> {
  if (!READING_TOOLS.has(tool)) return `A review is read-only: ${tool} is not available.`;
  const given = (input ?? {}) as Record<string, unknown>;
  if (given.run_in_background === true) return 'A review is read-only: nothing may run in the background.';
  if (namesCredentials(given, around.folders, around.env)) return HOLDS_CREDENTIALS;
  const calls = typeof given.command === 'string' ? gitCalls(given.command, around.folders) : undefined;
  if (!calls || calls.refused !== undefined) return calls?.refused;
  const answers = await Promise.all(calls.folders.map((folder) => around.gitRunsPrograms(folder)));
  return answers.includes(true) ? GIT_RUNS_PROGRAMS : undefined;
}
