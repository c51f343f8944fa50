import { type Entry, entryText, field, stringField } from '../../transcript/entry.ts';
import type { RunOutcome } from '../evidence.ts';
import { copyOfEnd, copyOfStart } from '../limits.ts';

/** A command, and the folder that the shell was in, if known. */
export interface CommandCall {
  command: string;
  cwd: string | undefined;
}

/** How a Bash call ended as a whole, and the start and the end of what it printed. */
export interface CommandEnd {
  outcome: RunOutcome;
  output: string;
}

/** A summary stands at the end; an error that stopped everything may stand at the start. */
const KEPT_LENGTH = 16_000;

export function commandEnd(entry: Entry, block: Record<string, unknown>): CommandEnd {
  const text = entryText(block.content);
  const stdout = stringField(entry.toolUseResult, 'stdout');
  const printed = text.startsWith('<persisted-output>') && stdout !== undefined ? stdout : text;
  return { outcome: outcomeOf(entry, block, text), output: startAndEnd(printed) };
}

export const startAndEnd = (printed: string) =>
  printed.length <= 2 * KEPT_LENGTH
    ? printed
    : `${copyOfStart(printed, KEPT_LENGTH)}\n${copyOfEnd(printed, KEPT_LENGTH)}`;

const NOT_RUN =
  /^(?:The user doesn't want|Permission to use|Claude requested permissions|This (?:Bash )?command requires|This tool use|<tool_use_error>|\S+:\S+ hook |\w+ hook (?:error|blocking)|Error: \w+ hook|User rejected|InputValidationError|Cancelled|Blocked|Hook \S+ denied|Request (?:denied|rejected)|Denied|Operation denied|Tool use (?:was )?(?:denied|rejected))/;

function outcomeOf(entry: Entry, block: Record<string, unknown>, text: string): RunOutcome {
  const result = entry.toolUseResult;
  if (field(result, 'interrupted') === true) return { kind: 'interrupted' };
  if (typeof field(result, 'backgroundTaskId') === 'string') return { kind: 'background' };
  if (block.is_error !== true) {
    // A subagent's transcript has only the text.
    return /^Command (?:running in background|did not complete within)/.test(text)
      ? { kind: 'background' }
      : { kind: 'ok' };
  }
  const exit = /^(?:<tool_use_error>)?(?:Error: )?Exit code (\d+)/.exec(text)?.[1];
  if (/^(?:Exit code \d+\s+)?(?:Error: )?Command timed out after/.test(text)) return { kind: 'interrupted' };
  if (exit !== undefined) return { kind: 'failed', exit: Number(exit) };
  // Esc while a command runs is recorded like a refusal, but without a permission decision.
  const isRefused = field(entry.permissionDecision, 'decision') === 'reject';
  if (
    !isRefused &&
    /^The user doesn't want to proceed|^\[Request interrupted|was interrupted|aborted by user/.test(text)
  )
    return { kind: 'interrupted' };
  return NOT_RUN.test(text) || writesExitLine(stringField(entry, 'version'))
    ? { kind: 'denied' }
    : { kind: 'failed', exit: null };
}

/** Clients up to 2.0.5 give the output of a failed command without a line that says so. */
function writesExitLine(version: string | undefined): boolean {
  const [major = 0, minor = 0, patch = 0] = (version ?? '9').split('.').map(Number);
  return major > 2 || (major === 2 && (minor > 0 || patch > 5));
}

/** How a background command ended, by the notification that the client writes. The newest name only the task. */
export function notificationIn(text: string): { id: string; outcome: RunOutcome } | undefined {
  const id = /<tool-use-id>([^<]+)<\/tool-use-id>/.exec(text)?.[1] ?? /<task-id>([^<]+)<\/task-id>/.exec(text)?.[1];
  const status = /<status>([^<]+)<\/status>/.exec(text)?.[1];
  if (id === undefined || status === undefined) return undefined;
  const exit = Number(/exit code (\d+)/.exec(text)?.[1]);
  if (exit > 0) return { id, outcome: { kind: 'failed', exit } };
  if (status === 'completed') return { id, outcome: { kind: 'ok' } };
  return { id, outcome: status === 'failed' ? { kind: 'failed', exit: null } : { kind: 'interrupted' } };
}
