/**
 * What a reviewer may call. The client's `dontAsk` mode already refuses everything that is not read-only; this list is
 * the second lock, for rules that an administrator may have added, for background work, and for agents of its own.
 * Refusing leaves the tool list as it is: a different list would cost the prompt cache.
 */
const READING = new Set(['Read', 'Grep', 'Glob', 'LS', 'Bash', 'BashOutput', 'NotebookRead', 'ToolSearch']);

const GIT_RUNS_PROGRAMS =
  'The git configuration of this repository names programs that git would run (diff, filter or monitor). Read the files themselves instead.';

/** Undefined if the call may go on to the client's own check; else why not, for the reviewer to read. */
export function refusalReason(tool: string, input: unknown, git: { runsPrograms: boolean }): string | undefined {
  if (!READING.has(tool)) return `A reviewer only reads: ${tool} is not available in a review.`;
  const { run_in_background, command } = (input ?? {}) as { run_in_background?: unknown; command?: unknown };
  if (run_in_background === true) return 'A reviewer runs nothing in the background.';
  if (git.runsPrograms && typeof command === 'string' && /\bgit\b/.test(command)) return GIT_RUNS_PROGRAMS;
  return undefined;
}
