/**
 * The tools a reviewer may call. The client's `dontAsk` mode already refuses everything that is not read-only; this list
 * also covers rules that an administrator may have added, background work and subagents. Refusing a call leaves the tool
 * list as it is: a different list would miss the prompt cache.
 */
const READING_TOOLS = new Set(['Read', 'Grep', 'Glob', 'LS', 'Bash', 'BashOutput', 'NotebookRead', 'ToolSearch']);

const GIT_RUNS_PROGRAMS =
  'The git configuration of this repository names programs that git would run (diff, filter or monitor). Read the files themselves instead.';

/** Why the call is refused, for the reviewer to read; undefined leaves it to the client's own permission check. */
export function refusalReason(tool: string, input: unknown, git: { runsPrograms: boolean }): string | undefined {
  if (!READING_TOOLS.has(tool)) return `A review is read-only: ${tool} is not available.`;
  const { run_in_background, command } = (input ?? {}) as { run_in_background?: unknown; command?: unknown };
  if (run_in_background === true) return 'A review is read-only: nothing may run in the background.';
  if (git.runsPrograms && typeof command === 'string' && /\bgit\b/.test(command)) return GIT_RUNS_PROGRAMS;
  return undefined;
}
