import { isReview } from './roles.ts';
import type { SandboxExit } from './run-client.ts';
import type { ApiRequest } from './scripted-api.ts';

/** What is left of a rehearsal to judge it by. */
export interface HookTraces {
  ending: SandboxExit;
  /** The API's own log, of those who had the token. */
  requests: readonly ApiRequest[];
  /** The made-up word of the feedback. */
  word: string;
  /** Whether our hook left any trace of itself. */
  hookRan: boolean;
  /** What the client wrote down about a hook that failed. */
  hookErrors: string[];
  journal: { verdict: string; cause: string; feedback: string }[];
}

/** How far the round trip came: the last step is `proved`, every other one names where it broke. */
export type RoundTripOutcome =
  | { kind: 'proved' }
  | { kind: 'interrupted' }
  | { kind: 'not-started'; code: string }
  | { kind: 'no-request' }
  | { kind: 'no-hook'; error: string }
  | { kind: 'no-review'; error: string }
  | { kind: 'no-feedback' }
  | { kind: 'no-verdicts'; found: string[] };

/** Pure: step by step, from the API's log and the journal. The client's own word counts for nothing. */
export function roundTripOutcome({
  ending,
  requests,
  word,
  hookRan,
  hookErrors,
  journal,
}: HookTraces): RoundTripOutcome {
  if (ending.kind === 'interrupted') return { kind: 'interrupted' };
  if (ending.kind === 'not-started') return { kind: 'not-started', code: ending.code };
  if (!requests.some((request) => !isReview(request))) return { kind: 'no-request' };
  const firstReview = requests.findIndex(isReview);
  if (firstReview === -1) {
    const failure = journal.find((entry) => entry.verdict === 'failed')?.feedback;
    const error = failure ?? hookErrors.at(-1) ?? '';
    return { kind: hookRan ? 'no-review' : 'no-hook', error };
  }
  const heard = requests.slice(firstReview).some((request) => !isReview(request) && holds(request, word));
  if (!heard) return { kind: 'no-feedback' };
  const found = journal.map(({ verdict, cause }) => `${verdict} (${cause})`);
  const [first, second] = journal;
  const whole = journal.length === 2 && first?.verdict === 'block' && second?.verdict === 'allow';
  return whole && second.cause === 'review' ? { kind: 'proved' } : { kind: 'no-verdicts', found };
}

const holds = (request: ApiRequest, word: string) => JSON.stringify(request.body.messages).includes(word);
