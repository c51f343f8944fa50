import { ANSWER_FORMAT } from '../review/prompt.ts';
import { type Reply, textReply } from './messages-format.ts';
import type { ApiRequest, Script } from './scripted-api.ts';

/** Part of every review and of nothing that a worker sends. */
const REVIEW_HEADING = ANSWER_FORMAT.split('\n', 1)[0] as string;

/** Whether a request comes from a reviewer. A fork's messages are the worker's plus the review. */
export const isReviewRequest = (request: ApiRequest): boolean =>
  JSON.stringify(request.body.messages).includes(REVIEW_HEADING);

/** The client's own questions to the model, such as for a session title. They have no tools. */
const isClientRequest = (request: ApiRequest): boolean => !request.body.tools?.length;

type Replies<R> = (R | ((request: ApiRequest) => R))[];

export interface ScriptedReplies<R extends { kind: string } = Reply> {
  worker: Replies<R>;
  reviewer: Replies<R>;
}

/** Gives worker and reviewer their replies in order; the last one is repeated. */
export function repliesByRole<R extends { kind: string } = Reply>(scripted: ScriptedReplies<R>): Script<R | Reply> {
  const given = { worker: 0, reviewer: 0 };
  return (request) => {
    if (isClientRequest(request)) return textReply('title');
    const role = isReviewRequest(request) ? 'reviewer' : 'worker';
    const replies = scripted[role];
    const reply = replies[Math.min(given[role]++, replies.length - 1)];
    if (!reply) throw new Error(`no reply for the ${role}`);
    return typeof reply === 'function' ? reply(request) : reply;
  };
}

export const allow = (feedback = 'fine'): Reply => textReply(JSON.stringify({ allow_stop: true, feedback }));
export const block = (feedback: string): Reply => textReply(JSON.stringify({ allow_stop: false, feedback }));
