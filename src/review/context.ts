import type { SupervisorConfig } from '../config/supervisor-config.ts';
import type { ReviewerContext } from './agent-sdk.ts';

/** Beyond this much conversation a fork costs more than it shows: every request of the reviewer carries all of it. */
const LONG_TOKENS = 100_000;
/** Another model or another service has nothing of it in its cache, so every token is paid in full. */
const LONG_TOKENS_ELSEWHERE = 25_000;
/** Services that count no tokens still have a file that grows; taking up a session of this size takes a second. */
const LONG_BYTES = 4 * 1024 * 1024;

export type ContextKind = 'fork' | 'evidence' | 'fresh';

export interface Session {
  /** Of the transcript. */
  bytes: number;
  /** What the worker's last request held; zero if nothing is known. */
  tokens: number;
}

export interface ContextPreferences {
  context: SupervisorConfig['context'];
  /** The reviewer is on another service than the worker. */
  otherProvider: boolean;
  otherModel: boolean;
}

/** Pure: what the reviewer is to have before it. `fresh`: there is no session to go by. */
export function chooseContext(session: Session | undefined, wish: ContextPreferences): ContextKind {
  if (!session) return 'fresh';
  if (wish.context !== 'auto') return wish.context;
  if (wish.otherProvider || session.bytes > LONG_BYTES) return 'evidence';
  return session.tokens > (wish.otherModel ? LONG_TOKENS_ELSEWHERE : LONG_TOKENS) ? 'evidence' : 'fork';
}

/** A place of its own, with little in it: what it is handed has to fit into `FIRST_REQUEST` with it. */
export const OWN_CONTEXT: ReviewerContext = {
  kind: 'own',
  tools: ['Read', 'Glob', 'Bash'],
  systemPrompt: `You review the work of another agent, the worker, on somebody's software project. You have not seen its conversation.

You read and never change anything. Bash is there for looking: git diff, git log, grep, ls, cat. Begin with the facts you are given: a program computed them and they hold. Then look at the files that matter, and at the transcript (one JSON object a line; search it, it may be long) where a claim hangs on what was really run or said. A CLAUDE.md in the project tells how its user wants work to be done.`,
};

/** In bytes, for a reviewer in a place of its own, however long the session is. */
const FIRST_REQUEST = 24_000;
/** Tools, system prompt, a description of the machine, and the marks of JSON around all of it. Measured, with a margin. */
const AROUND = 11_000;
const LEAST_FACTS = 3_000;

/** How many bytes the facts may have beside the rest of the prompt. */
export const roomForFacts = (rest: string): number => Math.max(LEAST_FACTS, FIRST_REQUEST - AROUND - sentBytes(rest));

/** The facts within so many bytes as they are sent: line breaks and quotes take two there. */
export function fitFacts(room: number, facts: (maxBytes: number) => string): string {
  for (let max = room; max > LEAST_FACTS; max -= 400) {
    const text = facts(max);
    if (sentBytes(text) <= room) return text;
  }
  return facts(LEAST_FACTS);
}

const sentBytes = (text: string) => Buffer.byteLength(JSON.stringify(text));
