import { ANSWER_FORMAT } from '../review/prompt.ts';
import { type Reply, say } from './messages-format.ts';
import type { ApiRequest, Script } from './scripted-api.ts';

/** The review prompt's own heading: no worker ever says it. */
const MARK = ANSWER_FORMAT.split('\n', 1)[0] as string;

/** Whether a request comes from a reviewer. A fork's messages are the worker's plus the review. */
export const isReview = (request: ApiRequest): boolean => JSON.stringify(request.body.messages).includes(MARK);

/** A question to the model that is neither worker nor reviewer (titles, topics): it has no tools. */
const isSideTalk = (request: ApiRequest): boolean => !request.body.tools?.length;

type Lines<R> = (R | ((request: ApiRequest) => R))[];

export interface Roles<R extends { kind: string } = Reply> {
  worker: Lines<R>;
  reviewer: Lines<R>;
}

/** Worker and reviewer each say their lines in order; the last line is repeated. */
export function scriptedRoles<R extends { kind: string } = Reply>(roles: Roles<R>): Script<R | Reply> {
  const said = { worker: 0, reviewer: 0 };
  return (request) => {
    if (isSideTalk(request)) return say('title');
    const role = isReview(request) ? 'reviewer' : 'worker';
    const lines = roles[role];
    const line = lines[Math.min(said[role]++, lines.length - 1)];
    if (!line) throw new Error(`the ${role} has no line`);
    return typeof line === 'function' ? line(request) : line;
  };
}

export const allow = (feedback = 'fine'): Reply => say(JSON.stringify({ allow_stop: true, feedback }));
export const block = (feedback: string): Reply => say(JSON.stringify({ allow_stop: false, feedback }));
