import { isReview } from './roles.ts';
import type { SandboxExit } from './run-client.ts';
import type { ApiRequest } from './scripted-api.ts';

/** What a round trip has left behind to judge it by. */
export interface RoundTripTraces {
  ending: SandboxExit;
  /** Those with the round trip's own token. */
  requests: readonly ApiRequest[];
  /** A random word in the reviewer's feedback. */
  word: string;
  /** Whether our hook has written anything. */
  hookRan: boolean;
  /** What the client has recorded about hooks that failed. */
  hookErrors: string[];
  journal: { verdict: string; cause: string; feedback: string }[];
}

/** How far the round trip got: `proved` is the whole way, every other kind names where it broke. */
export type RoundTripOutcome =
  | { kind: 'proved' }
  | { kind: 'interrupted' }
  | { kind: 'not-started'; code: string }
  | { kind: 'no-request' }
  | { kind: 'no-hook'; error: string }
  | { kind: 'no-review'; error: string }
  | { kind: 'no-feedback' }
  | { kind: 'no-verdicts'; found: string[] };

/** Pure. Judged by the API's requests and by the journal; what the client prints does not count. */
export function roundTripOutcome({
  ending,
  requests,
  word,
  hookRan,
  hookErrors,
  journal,
}: RoundTripTraces): RoundTripOutcome {
  if (ending.kind === 'interrupted') return { kind: 'interrupted' };
  if (ending.kind === 'not-started') return { kind: 'not-started', code: ending.code };
  if (!requests.some((request) => !isReview(request))) return { kind: 'no-request' };
  const firstReview = requests.findIndex(isReview);
  if (firstReview === -1) {
    const failure = journal.find((entry) => entry.verdict === 'failed')?.feedback;
    const error = failure ?? hookErrors.at(-1) ?? '';
    return { kind: hookRan ? 'no-review' : 'no-hook', error };
  }
  const gotFeedback = requests.slice(firstReview).some((request) => !isReview(request) && contains(request, word));
  if (!gotFeedback) return { kind: 'no-feedback' };
  const [first, second, ...more] = journal;
  const isComplete =
    more.length === 0 && first?.verdict === 'block' && second?.verdict === 'allow' && second.cause === 'review';
  if (isComplete) return { kind: 'proved' };
  return { kind: 'no-verdicts', found: journal.map(({ verdict, cause }) => `${verdict} (${cause})`) };
}

const contains = (request: ApiRequest, word: string) => JSON.stringify(request.body.messages).includes(word);
