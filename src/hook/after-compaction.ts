import type { Paths } from '../config/paths.ts';
import type { Redact } from '../platform/known-secrets.ts';
import { readRequests, type TypedRequest } from '../transcript/requests.ts';
import { transcriptOf } from '../transcript/wait-for-transcript.ts';
import type { HookInput } from './protocol/input.ts';
import { type HookOutput, MAX_CONTEXT } from './protocol/output.ts';
import type { State } from './rules/state.ts';
import { earlierVerdicts } from './verdicts.ts';

const LAST_REQUESTS = 3;
const MAX_REQUEST = 2_000;
const MAX_OBJECTION = 1_500;

/**
 * A compaction leaves the worker with a summary of its own. What the user asked for, in their words, and what the reviewer
 * still objects to are given back to it.
 */
export function afterCompaction(
  input: HookInput,
  state: State | undefined,
  { paths, redact }: { paths: Paths; redact: Redact },
): HookOutput {
  const requests = requestsOf(input, state, paths).map((request) => ({ ...request, text: redact(request.text) }));
  const objection = openObjection(input, paths);
  const additionalContext = contextText(requests, objection && redact(objection));
  if (additionalContext === undefined) return { exit: 0, stdout: {} };
  return { exit: 0, stdout: { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } } };
}

/** Where something is wrong with the transcript, what was recorded of it counts. */
function requestsOf({ session_id, transcript_path }: HookInput, state: State | undefined, paths: Paths) {
  const begin = state?.begin?.sessionId === session_id ? state.begin : undefined;
  const transcript = transcriptOf(session_id, transcript_path, paths.claudeDir);
  const read = transcript === undefined ? [] : readRequests(transcript, LAST_REQUESTS);
  return read.length === 0 || begin?.trouble ? (begin?.requests ?? read) : read;
}

/** What the work was last sent back for, if it has not been approved since. */
function openObjection({ session_id }: HookInput, paths: Paths): string | undefined {
  const last = earlierVerdicts(session_id, paths).findLast(
    ({ verdict, event }) => verdict !== 'failed' && event === 'Stop',
  );
  return last?.verdict === 'block' && !last.overruled ? last.feedback : undefined;
}

/** Pure: the text for the worker, in at most `MAX_CONTEXT` characters. Undefined: there is nothing to say. */
export function contextText(requests: readonly TypedRequest[], objection: string | undefined): string | undefined {
  if (requests.length === 0 && objection === undefined) return undefined;
  const asked = requests.map(({ time, text }) => `- ${time ? `(${time}) ` : ''}${cut(text, MAX_REQUEST)}`);
  const text = [
    'The conversation above was compacted. This is what the user asked for, so that nothing of it is lost.',
    ...(asked.length > 0
      ? [`What the user asked for, in their own words, the oldest first:\n${asked.join('\n')}`]
      : []),
    ...(objection === undefined
      ? []
      : [`The reviewer sent the work back for this, and has not approved it since:\n${cut(objection, MAX_OBJECTION)}`]),
  ].join('\n\n');
  return cut(text, MAX_CONTEXT);
}

/** Keeps both ends. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor((max - 40) / 2);
  return `${text.slice(0, half)}\n[… shortened …]\n${text.slice(-half)}`;
}
