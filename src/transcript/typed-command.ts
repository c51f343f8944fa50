import { parseEntry } from './entry.ts';
import { withTranscript } from './file.ts';
import { typedCommand } from './prompts.ts';

const STEP_BYTES = 1024 * 1024;
/** More than such a line, so that one across two steps is whole in one of them. */
const OVERLAP_BYTES = 64 * 1024;

/**
 * What the user typed after the last slash command of one of these names, if they typed it after `since`. From the end,
 * step by step: memory must not grow with the session. The client writes what its own tools and schedules ask for in
 * another form: the worker cannot make it write such a line.
 */
export function lastTypedArguments(path: string, names: readonly string[], since: string): string | undefined {
  return withTranscript(path, (file) => {
    for (let end = file.bytes; end > 0; end -= STEP_BYTES) {
      const start = Math.max(0, end - STEP_BYTES);
      const lines = file.text(start, end - start + OVERLAP_BYTES).split('\n');
      for (const line of lines.toReversed()) {
        const entry = line.includes('<command-name>') ? parseEntry(line) : null;
        const typed = entry && isAfter(entry.timestamp, since) ? typedCommand(entry) : undefined;
        if (typed && names.includes(typed.name)) return typed.args;
      }
      // Of the first lines of the step, because lines are in the order of time. The very first may be half a line.
      if (lines.slice(1, 10).some((line) => isBefore(parseEntry(line)?.timestamp, since))) return undefined;
    }
    return undefined;
  });
}

const isAfter = (timestamp: unknown, since: string) => typeof timestamp === 'string' && timestamp > since;

const isBefore = (timestamp: unknown, since: string) => typeof timestamp === 'string' && timestamp <= since;
