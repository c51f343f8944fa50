import type { SupervisorConfig } from '../config/supervisor-config.ts';

/**
 * What the reviewer knows of the session. `fork`: the worker's whole conversation. `evidence`: what a program computed from it,
 * and the transcript to search. `fresh`: only the event and the folder, because there is no session.
 */
export type ContextKind = 'fork' | 'evidence' | 'fresh';

/** How the client is started for it: as a fork of the worker's session, or as a session of its own. */
export type ReviewerContext =
  | { kind: 'fork'; sessionId: string; effort: string | undefined }
  | { kind: 'own'; systemPrompt: string; tools: readonly string[] };

/** Above this a fork costs more than it is worth: every request of the reviewer contains the whole conversation. */
const LONG_TOKENS = 100_000;
/** Another model has none of the conversation in its prompt cache, so every token is paid in full. */
const LONG_TOKENS_OTHER_MODEL = 25_000;
/** For services that report no tokens. Resuming a session of this size takes the client about a second. */
const LONG_BYTES = 4 * 1024 * 1024;

export interface SessionSize {
  /** Of the transcript. */
  bytes: number;
  /** Of the worker's last request; zero if unknown. */
  tokens: number;
}

export interface ContextPreferences {
  context: SupervisorConfig['context'];
  /** The reviewer uses another service than the worker. */
  otherProvider: boolean;
  otherModel: boolean;
}

export function chooseContext(
  session: SessionSize | undefined,
  { context, otherProvider, otherModel }: ContextPreferences,
): ContextKind {
  if (!session) return 'fresh';
  if (context !== 'auto') return context;
  if (otherProvider || session.bytes > LONG_BYTES) return 'evidence';
  return session.tokens > (otherModel ? LONG_TOKENS_OTHER_MODEL : LONG_TOKENS) ? 'evidence' : 'fork';
}

/** Small, because it shares `FIRST_REQUEST_BYTES` with the prompt and the evidence. */
export const OWN_CONTEXT: ReviewerContext = {
  kind: 'own',
  tools: ['Read', 'Glob', 'Bash'],
  systemPrompt: `You review the work of another agent, the worker, on a user's software project. You have not seen its conversation.

You read and never change anything. Use Bash only for looking: git diff, git log, grep, ls, cat. Start with the evidence you are given: a program computed it, and it says what is certain and what is not. Then read the files that matter, and the transcript (one JSON object per line; search it, it may be long) where a claim depends on what was actually run or said. A CLAUDE.md in the project says how the user wants work to be done.`,
};

/** The limit for the first request of a reviewer with its own context, however long the session is. */
const FIRST_REQUEST_BYTES = 24_000;
/** Tools, system prompt, the client's description of the machine and the JSON around it all. Measured, with a margin. */
const OVERHEAD_BYTES = 11_000;
const MIN_EVIDENCE_BYTES = 3_000;

/** How many bytes are left for the evidence beside the rest of the prompt. */
export const evidenceBudget = (rest: string): number =>
  Math.max(MIN_EVIDENCE_BYTES, FIRST_REQUEST_BYTES - OVERHEAD_BYTES - bytesInJson(rest));

/** The evidence in at most `budget` bytes of JSON, where line breaks and quotes take two bytes each. */
export function fitEvidence(budget: number, render: (maxBytes: number) => string): string {
  for (let max = budget; max > MIN_EVIDENCE_BYTES; max -= 400) {
    const text = render(max);
    if (bytesInJson(text) <= budget) return text;
  }
  return render(MIN_EVIDENCE_BYTES);
}

const bytesInJson = (text: string) => Buffer.byteLength(JSON.stringify(text));
