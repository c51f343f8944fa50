import type { Log } from '../platform/log.ts';
import { readIfThere } from '../platform/private-file.ts';
import builtIn from './prompt.md' with { type: 'text' };

/** The review prompt: `SUPERVISOR.md` in the config dir if there is one, else ours. One text for every event. */
export function reviewPrompt(path: string, log: Log): string {
  try {
    const own = readIfThere(path)?.trim();
    if (own) return own;
  } catch (error) {
    log('SUPERVISOR.md could not be read; the built-in prompt is used', { path, error: String(error) });
  }
  return builtIn.trim();
}

export const ANSWER_FORMAT = `## Your answer

End with one JSON object and nothing after it:

{"allow_stop": true or false, "feedback": "…"}

"allow_stop": true lets the event happen as it is; false sends the worker back with your feedback.`;

/** Sent when the first answer had no verdict in it. */
export const JSON_ONLY = `That answer has no verdict that can be read. Answer now with the JSON object alone, no other words:

{"allow_stop": true or false, "feedback": "…"}`;

const ON_WHAT_YOU_HAVE = `Use no more tools. Give your verdict on what you have seen so far, as the JSON object alone:

{"allow_stop": true or false, "feedback": "…"}`;

/** Sent when time runs out. */
export const VERDICT_NOW = `Time is nearly up. ${ON_WHAT_YOU_HAVE}`;

/** Sent when it has used its tools as often as it may. */
export const NO_MORE_TOOLS = `That is enough looking. ${ON_WHAT_YOU_HAVE}`;
