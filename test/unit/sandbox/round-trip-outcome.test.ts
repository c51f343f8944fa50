import { describe, expect, it } from 'vitest';
import { ANSWER_FORMAT } from '../../../src/review/prompt.ts';
import { type RoundTripTraces, roundTripOutcome } from '../../../src/sandbox/round-trip-outcome.ts';
import type { ApiRequest } from '../../../src/sandbox/scripted-api.ts';

const WORD = 'word-4711';
const request = (text: string) => ({ body: { messages: [{ role: 'user', content: text }] } }) as ApiRequest;
const first = request('go');
const review = request(`… ${ANSWER_FORMAT}`);
const sentBack = request(`go … First say ${WORD}`);
const entry = (verdict: string, cause = 'review', feedback = '') => ({ verdict, cause, feedback });
const [blocked, allowed] = [entry('block'), entry('allow')];

const proof: RoundTripTraces = {
  ending: { kind: 'exited', code: 0, signal: null },
  requests: [first, review, sentBack, review],
  word: WORD,
  hookRan: true,
  hookErrors: [],
  journal: [blocked, allowed],
};

describe('how far a round trip came', () => {
  it('all the way', () => expect(roundTripOutcome(proof)).toEqual({ kind: 'proved' }));

  it.each<[what: string, evidence: Partial<RoundTripTraces>, outcome: object]>([
    ['interrupted', { ending: { kind: 'interrupted' } }, { kind: 'interrupted' }],
    ['no program', { ending: { kind: 'not-started', code: 'EACCES' } }, { kind: 'not-started', code: 'EACCES' }],
    ['a client that says nothing', { requests: [] }, { kind: 'no-request' }],
    ['a reviewer without a worker', { requests: [review] }, { kind: 'no-request' }],
    ['no hook', { requests: [first], hookRan: false, journal: [] }, { kind: 'no-hook', error: '' }],
    [
      'a hook that could not be started',
      { requests: [first], hookRan: false, hookErrors: ['sh: not found'], journal: [] },
      { kind: 'no-hook', error: 'sh: not found' },
    ],
    [
      'a hook without a reviewer',
      { requests: [first], journal: [entry('failed', 'start', 'no client')], hookErrors: ['sdk failed'] },
      { kind: 'no-review', error: 'no client' },
    ],
    ['supervision off', { requests: [first], journal: [entry('allow', 'off')] }, { kind: 'no-review', error: '' }],
    ['feedback that went nowhere', { requests: [first, review] }, { kind: 'no-feedback' }],
    ['other feedback', { requests: [first, review, request('go … on')] }, { kind: 'no-feedback' }],
    ['the word before the review', { requests: [sentBack, review] }, { kind: 'no-feedback' }],
    [
      'the word to the reviewer only',
      { requests: [first, review, request(`${ANSWER_FORMAT} ${WORD}`)] },
      { kind: 'no-feedback' },
    ],
    ['nothing in the journal', { journal: [] }, { kind: 'no-verdicts', found: [] }],
    ['never let go', { journal: [blocked] }, { kind: 'no-verdicts', found: ['block (review)'] }],
    [
      'let go unjudged',
      { journal: [blocked, entry('allow', 'limit')] },
      { kind: 'no-verdicts', found: ['block (review)', 'allow (limit)'] },
    ],
    [
      'reviewed twice',
      { journal: [blocked, allowed, allowed] },
      { kind: 'no-verdicts', found: ['block (review)', 'allow (review)', 'allow (review)'] },
    ],
  ])('%s', (_, evidence, outcome) => expect(roundTripOutcome({ ...proof, ...evidence })).toEqual(outcome));
});
