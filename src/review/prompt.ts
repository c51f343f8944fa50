import type { Log } from '../platform/log.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { errorCode } from '../platform/user-error.ts';
import builtIn from './prompt.md' with { type: 'text' };

interface ReviewPrompt {
  text: string;
  /** Why the user's own could not be read. */
  unreadable?: string;
}

/** The review prompt, the same for every event: `SUPERVISOR.md` in the config folder, or the built-in one. */
export function reviewPrompt(path: string, log: Log): ReviewPrompt {
  try {
    const own = readTextIfExists(path)?.trim();
    if (own) return { text: own };
  } catch (error) {
    log('SUPERVISOR.md could not be read; the built-in prompt is used', { path, error: String(error) });
    return { text: builtIn.trim(), unreadable: errorCode(error) ?? String(error) };
  }
  return { text: builtIn.trim() };
}

const ANSWER = '{"allow_stop": true or false, "feedback": "…"}';

export const ANSWER_FORMAT = `## Your answer

End with one JSON object and nothing after it:

${ANSWER}

"allow_stop": true lets the event proceed; false sends the worker back with your feedback.`;

/** Sent when the first answer has no verdict in it. */
export const JSON_ONLY = `Your answer contains no verdict that can be parsed. Answer now with the JSON object only:

${ANSWER}`;

/** Sent when the first answer has verdicts that contradict each other. */
export const ONE_VERDICT = `Your answer contains verdicts that contradict each other, perhaps because it quotes one. Answer now with your own verdict, as the JSON object only. Quote no other verdict, not even in the feedback:

${ANSWER}`;

/** Sent when the API answers again after it failed. */
export const CONTINUE = 'The connection to the API failed for a while. Continue the review where you left off.';

const VERDICT_WITHOUT_TOOLS = `Use no more tools. Give your verdict based on what you have seen so far, as the JSON object only:

${ANSWER}`;

/** Sent when time runs out. */
export const VERDICT_NOW = `Time is nearly up. ${VERDICT_WITHOUT_TOOLS}`;

/** Sent when the limit of tool rounds is reached. */
export const NO_MORE_TOOLS = `The limit for tool calls is reached. ${VERDICT_WITHOUT_TOOLS}`;

/** The reason for refusing a tool call after that. */
export const TOOL_LIMIT = 'The limit for tool calls is reached: give your verdict now, as the JSON object only.';
