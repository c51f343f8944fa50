/**
 * What a reviewer may call. The client's `dontAsk` mode already refuses everything that is not read-only; this list is
 * the second lock, for rules that an administrator may have added, for background work, and for agents of its own.
 * Refusing leaves the tool list as it is: a different list would cost the prompt cache.
 */
const READING = new Set(['Read', 'Grep', 'Glob', 'LS', 'Bash', 'BashOutput', 'NotebookRead', 'ToolSearch']);

/** Undefined if the call may go on to the client's own check; else why not, for the reviewer to read. */
export function refusal(tool: string, input: unknown): string | undefined {
  if (!READING.has(tool)) return `A reviewer only reads: ${tool} is not available in a review.`;
  const inBackground = (input as { run_in_background?: unknown } | null)?.run_in_background === true;
  return inBackground ? 'A reviewer runs nothing in the background.' : undefined;
}
