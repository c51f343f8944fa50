import { eventOf } from '../../hook/protocol/events.ts';
import { blocksOf, type Entry, parseEntry, stringField } from '../../transcript/entry.ts';

/** The lines of a transcript up to a moment; without one, all of them. */
export function linesUntil(text: string, until: Date | undefined): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  if (until === undefined) return lines;
  const end = lines.findIndex((line) => {
    const at = parseEntry(line)?.timestamp;
    return typeof at === 'string' && Date.parse(at) > until.getTime();
  });
  return end < 0 ? lines : lines.slice(0, end);
}

interface WantedEvent {
  sessionId: string;
  /** As the journal has them. */
  event: string;
  tool: string | null;
  promptId: string | null;
}

/**
 * The event as the client must have sent it: the journal does not keep it, but the transcript has what it says.
 * Undefined: not this kind of event, or not in the transcript.
 */
export function recordedEvent(
  lines: readonly string[],
  { sessionId, event, tool, promptId }: WantedEvent,
): Record<string, unknown> | undefined {
  const entries = lines.flatMap((line) => parseEntry(line) ?? []);
  const common = {
    session_id: sessionId,
    hook_event_name: event,
    cwd: entries.findLast(({ cwd }) => typeof cwd === 'string')?.cwd,
    ...(promptId !== null && { prompt_id: promptId }),
  };
  switch (eventOf(event, tool ?? undefined).form) {
    case 'stop': {
      const message = lastMessage(entries);
      return { ...common, stop_hook_active: false, ...(message && { last_assistant_message: message }) };
    }
    case 'question':
    case 'tool': {
      const call = lastCall(entries, tool);
      return call && { ...common, tool_name: call.name, tool_input: call.input, tool_use_id: call.id };
    }
    default:
      return undefined;
  }
}

/** A message is written block by block: what stands together at the end belongs together. */
function lastMessage(entries: readonly Entry[]): string | undefined {
  const isAnswer = ({ type, isSidechain }: Entry) => type === 'assistant' && isSidechain !== true;
  const last = entries.findLast((entry) => isAnswer(entry) && textOf(entry) !== '');
  if (last === undefined) return undefined;
  const id = stringField(last.message, 'id');
  const parts = id === undefined ? [last] : entries.filter((entry) => stringField(entry.message, 'id') === id);
  return parts.map(textOf).filter(Boolean).join('\n\n');
}

const textOf = ({ message }: Entry): string =>
  blocksOf(message)
    .filter(({ type }) => type === 'text')
    .map((block) => stringField(block, 'text') ?? '')
    .join('\n\n');

function lastCall(entries: readonly Entry[], tool: string | null) {
  const calls = entries
    .filter(({ type }) => type === 'assistant')
    .flatMap(({ message }) => blocksOf(message))
    .filter(({ type, name }) => type === 'tool_use' && (tool === null || name === tool));
  return calls.at(-1);
}
