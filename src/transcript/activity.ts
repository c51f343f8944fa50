import { lstatSync } from 'node:fs';
import { blocksOf, type Entry, entryText, field, parseEntry, stringField } from './entry.ts';
import { type LineCounts, transcriptLines } from './file.ts';
import { subagentTranscripts } from './subagents.ts';

/** They write no file and start no program. Whatever is not listed may do both: the shell, subagents, MCP tools. */
const READ_ONLY_TOOLS: ReadonlySet<string> = new Set([
  ...['Read', 'Grep', 'Glob', 'LS', 'NotebookRead', 'WebFetch', 'WebSearch', 'ToolSearch', 'AskUserQuestion'],
  ...['TodoWrite', 'TodoRead', 'TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet'],
]);

/** They write nothing themselves: what they look at or end was begun by another call. */
const HARMLESS_TOOLS: ReadonlySet<string> = new Set([
  ...['BashOutput', 'KillShell', 'KillBash', 'TaskOutput', 'TaskStop', 'EnterPlanMode', 'ExitPlanMode'],
  ...['ListMcpResourcesTool', 'ReadMcpResourceTool', 'StructuredOutput'],
]);

const SUBAGENT_TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent']);

const EDIT_TOOLS: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/**
 * The moment, in milliseconds, since which nothing in these last lines of a transcript may have written a file or started
 * a program: no such tool was called or returned, nobody typed anything, no background task ended. Undefined: not known.
 */
export function quietSinceIn(tail: readonly string[], isWhole: boolean): number | undefined {
  const readOnlyCalls = new Set<string>();
  let since = isWhole ? 0 : undefined;
  for (const line of tail) {
    const entry = parseEntry(line);
    if (!entry) continue;
    const at = timeOf(entry);
    // What stands before these lines is not known.
    if (since === undefined) since = at;
    if (!mayHaveChangedSomething(entry, readOnlyCalls)) continue;
    if (at === undefined) return undefined;
    since = Math.max(since ?? 0, at);
  }
  return since;
}

const timeOf = ({ timestamp }: Entry): number | undefined => {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
};

function mayHaveChangedSomething(entry: Entry, readOnlyCalls: Set<string>): boolean {
  switch (entry.type) {
    case 'assistant': {
      const calls = blocksOf(entry.message).filter(({ type }) => type === 'tool_use');
      const readOnly = calls.filter(({ name }) => READ_ONLY_TOOLS.has(String(name)));
      for (const { id } of readOnly) if (typeof id === 'string') readOnlyCalls.add(id);
      return readOnly.length < calls.length;
    }
    case 'user': {
      const blocks = blocksOf(entry.message);
      const results = blocks.filter(({ type }) => type === 'tool_result');
      // The call of a result may be missing: the worker can edit the file.
      if (results.some(({ tool_use_id }) => !readOnlyCalls.has(String(tool_use_id)))) return true;
      return results.length === 0 && !isStopFeedback(entry);
    }
    // A prompt, or the end of a background task, that waits for its turn.
    case 'queue-operation':
      return entryText(entry.content).trim() !== '';
    case 'attachment':
      return stringField(entry.attachment, 'type') === 'queued_command';
    // `!command` and slash commands.
    case 'system':
      return entry.subtype === 'local_command';
    default:
      return false;
  }
}

const isStopFeedback = ({ isMeta, message }: Entry): boolean =>
  isMeta === true && /^(?:Stop hook |<system-reminder>\s*Stop hook )/.test(entryText(field(message, 'content')));

/** When a subagent of the session last wrote its transcript, in milliseconds; zero: there is none. */
export function subagentsActiveAt(transcript: string): number {
  const times = subagentTranscripts(transcript).map((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat ? Math.max(stat.mtimeMs, stat.ctimeMs) : Number.POSITIVE_INFINITY;
  });
  return Math.max(0, ...times);
}

/** What a session, with its subagents, did from a moment on. */
export interface ToolUse {
  /** A tool was called that writes files, or may do so, whatever came of it. What the shell ran is in `commands`. */
  mayHaveWritten: boolean;
  /** Command lines of the shell, each once. */
  commands: ReadonlySet<string>;
  /** The worker itself has asked for plan mode. */
  enteredPlanMode: boolean;
}

/** Undefined if the transcript cannot be read. `isIgnored` says which files may be written all the same. */
export function toolUseSince(
  transcript: string,
  since: Date,
  isIgnored: (path: string) => boolean = () => false,
): ToolUse | undefined {
  const counts: LineCounts = { bytes: 0, tooLong: 0 };
  const commands = new Set<string>();
  const use = { mayHaveWritten: false, commands, enteredPlanMode: false };
  const subagents = subagentTranscripts(transcript);
  let subagentCalls = 0;
  for (const path of [transcript, ...subagents])
    for (const line of transcriptLines(path, counts)) {
      if (!line.includes('"tool_use"')) continue;
      const entry = parseEntry(line.toString('utf8'));
      // Half a line, or one without a time, may be anything.
      if (entry === null) use.mayHaveWritten = true;
      if (entry === null || (timeOf(entry) ?? Number.POSITIVE_INFINITY) < since.getTime()) continue;
      for (const { type, name, input } of blocksOf(entry.message)) {
        if (type !== 'tool_use') continue;
        const tool = String(name);
        const file = stringField(input, 'file_path') ?? stringField(input, 'notebook_path');
        const command = tool === 'Bash' ? stringField(input, 'command') : undefined;
        if (command !== undefined) commands.add(command);
        else if (SUBAGENT_TOOLS.has(tool)) subagentCalls++;
        else if (EDIT_TOOLS.has(tool) && file !== undefined && isIgnored(file)) continue;
        else if (!READ_ONLY_TOOLS.has(tool) && !HARMLESS_TOOLS.has(tool)) use.mayHaveWritten = true;
        if (tool === 'EnterPlanMode') use.enteredPlanMode = true;
      }
    }
  // What a subagent did is known only from its own transcript.
  if (subagentCalls > subagents.length) use.mayHaveWritten = true;
  return counts.bytes === 0 || counts.tooLong > 0 ? undefined : use;
}
