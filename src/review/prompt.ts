import type { ResponseForm } from '../hook/protocol/events.ts';
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
/** After a request for the JSON alone. */
const AS_BEFORE = 'Other keys may be added as described before.';

export const ANSWER_FORMAT = `## Your answer

End with one JSON object and nothing after it:

${ANSWER}

"allow_stop": true lets the event proceed; false sends the worker back with your feedback.`;

const IMPOSSIBLE = `If the task cannot be done as asked, whatever the worker does, because an access is missing that nobody here has, or because the request contradicts itself: add "impossible": true to "allow_stop": true, and say why in the feedback, which the user reads. The worker then stops, and nothing counts as approved. With "allow_stop": false it does not count. Never for work that is only difficult, or that the worker gave up on.`;

const GROUND = {
  evident: `Answer only if the answer is evident from the project or from what the user said, and add where it is: "ground": "<path of a file of the project>" or "ground": "<words of the user, literally>". A program checks that it is there.`,
  always: `Add what you base it on: "ground": "…".`,
};

const answering = (mode: 'evident' | 'always') =>
  `You may answer the question in the user's place: add "answers" to "allow_stop": true, with every question and the label of the option you choose, letter by letter; for a question with several choices a list of labels:

{"allow_stop": true, "feedback": "…", "answers": {"<question>": "<label>"}, "ground": "…"}

${GROUND[mode]} Never answer what deletes, overwrites, publishes, deploys, sends, pays or cannot be undone otherwise: leave that to the user, without "answers". The user and the worker are told that you answered.`;

/** How the verdict is to be written, and what else it may contain for this event. */
export const answerFormat = (form: ResponseForm, answerQuestions: 'never' | 'evident' | 'always'): string =>
  [
    ANSWER_FORMAT,
    form === 'stop' && IMPOSSIBLE,
    form === 'question' && answerQuestions !== 'never' && answering(answerQuestions),
  ]
    .filter(Boolean)
    .join('\n\n');

/** Sent when the first answer has no verdict in it. */
export const JSON_ONLY = `Your answer contains no verdict that can be parsed. Answer now with the JSON object only:

${ANSWER}

${AS_BEFORE}`;

/** Sent when the first answer has verdicts that contradict each other. */
export const ONE_VERDICT = `Your answer contains verdicts that contradict each other, perhaps because it quotes one. Answer now with your own verdict, as the JSON object only. Quote no other verdict, not even in the feedback:

${ANSWER}

${AS_BEFORE}`;

/** Sent when the API answers again after it failed. */
export const CONTINUE = 'The connection to the API failed for a while. Continue the review where you left off.';

const VERDICT_WITHOUT_TOOLS = `Use no more tools. Give your verdict based on what you have seen so far, as the JSON object only:

${ANSWER}

${AS_BEFORE}`;

/** Sent when time runs out. */
export const VERDICT_NOW = `Time is nearly up. ${VERDICT_WITHOUT_TOOLS}`;

/** Sent when the limit of tool rounds is reached. */
export const NO_MORE_TOOLS = `The limit for tool calls is reached. ${VERDICT_WITHOUT_TOOLS}`;

/** The reason for refusing a tool call after that. */
export const TOOL_LIMIT = 'The limit for tool calls is reached: give your verdict now, as the JSON object only.';
