import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Deadlines } from '../../../src/hook/rules/deadlines.ts';
import { reviewerMessages } from '../../../src/i18n/reviewer.ts';
import { type LoopOptions, reviewLoop } from '../../../src/review/loop.ts';
import { CONTINUE, JSON_ONLY, NO_MORE_TOOLS, ONE_VERDICT, VERDICT_NOW } from '../../../src/review/prompt.ts';
import type { ErrorReason, ReviewerMessage, ReviewerSession } from '../../../src/review/session.ts';
import { sleep } from '../../support/wait.ts';

const PROMPT = 'judge this';
const NEVER = Number.POSITIVE_INFINITY;
const messages = reviewerMessages.en;

const tokens = { input: 1, output: 2, cache_read: 3, cache_write: 4 };
const started: ReviewerMessage = { kind: 'response-started', model: 'model-x' };
const toolRound: ReviewerMessage = { kind: 'tool-round' };
const answer = (text: string, costUsd = 0.01, isFinished = true): ReviewerMessage => ({
  kind: 'answer',
  text,
  isFinished,
  costUsd,
  tokens,
  turns: 1,
});
const unfinished = (text: string) => answer(text, 0.01, false);
const error = (detail: string, reason: ErrorReason = 'other', status: number | null = null): ReviewerMessage => ({
  kind: 'error',
  detail,
  reason,
  status,
  costUsd: 0,
  tokens,
  turns: 0,
});
const retry = (status: number | null, delayMs = 0): ReviewerMessage => ({
  kind: 'retry',
  detail: `${status ?? ''} went wrong`.trim(),
  status,
  delayMs,
  isHang: false,
});

/**
 * A scripted reviewer. `ReviewerSession` is our own interface, so no one else's behaviour is imitated here; what the SDK
 * does behind it is tested with the real client in test/scenario.
 */
class Scripted implements ReviewerSession {
  /** Everything done to it, in order. */
  readonly calls: string[] = [];
  private readonly queue: ReviewerMessage[] = [];
  private over: boolean | Error = false;
  private wake: () => void = () => {};

  constructor(
    private readonly onAsk: (text: string, reviewer: Scripted) => void,
    private readonly onInterrupt: (reviewer: Scripted) => unknown = () => {},
  ) {}

  get messages(): AsyncIterable<ReviewerMessage> {
    return this.listen();
  }

  send(...messages: ReviewerMessage[]): void {
    this.queue.push(...messages);
    this.wake();
  }

  /** The process ends, or breaks. */
  leave(why: true | Error): void {
    this.over = why;
    this.wake();
  }

  toolsForbidden = false;

  forbidTools(): void {
    this.toolsForbidden = true;
  }

  ask(text: string): void {
    this.calls.push(text);
    this.onAsk(text, this);
  }

  async interrupt(): Promise<void> {
    this.calls.push('(interrupt)');
    await this.onInterrupt(this);
  }

  async end(): Promise<void> {
    this.calls.push('(end)');
  }

  private async *listen(): AsyncGenerator<ReviewerMessage> {
    for (;;) {
      const next = this.queue.shift();
      if (next) yield next;
      else if (this.over instanceof Error) throw this.over;
      else if (this.over) return;
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
  }
}

/** Answers the first question with the first turn, and so on. */
const inTurn = (...turns: ReviewerMessage[][]) =>
  new Scripted((_, reviewer) => reviewer.send(...(turns.shift() ?? [])));

function runReview(reviewer: ReviewerSession, deadlines: Partial<Deadlines> = {}, options: Partial<LoopOptions> = {}) {
  const start = performance.now();
  return reviewLoop(reviewer, {
    prompt: PROMPT,
    deadlines: {
      askMs: NEVER,
      endMs: NEVER,
      firstByteMs: NEVER,
      patienceMs: 120_000,
      giveUpMs: NEVER,
      toolRounds: NEVER,
      ...deadlines,
    },
    elapsedMs: () => performance.now() - start,
    interruptedBy: new Promise(() => {}),
    messages,
    ...options,
  });
}

const ALLOW = '{"allow_stop": true, "feedback": "seen"}';
const BLOCK = '{"allow_stop": false, "feedback": "add tests"}';
const allowed = { kind: 'allow', feedback: 'seen' };
const blocked = { kind: 'block', feedback: 'add tests' };

describe('turns and verdicts', () => {
  it.each<[why: string, turns: ReviewerMessage[][], verdict: object, asked: string[]]>([
    ['allow', [[started, answer(ALLOW)]], allowed, [PROMPT]],
    ['block', [[started, answer(BLOCK)]], blocked, [PROMPT]],
    ['after tools', [[started, toolRound, toolRound, started, answer(BLOCK)]], blocked, [PROMPT]],
    ['after retries', [[retry(529), started, answer(ALLOW)]], allowed, [PROMPT]],
    ['prose, then JSON', [[answer('not done')], [answer(ALLOW)]], allowed, [PROMPT, JSON_ONLY]],
    [
      'prose twice: the first',
      [[answer(' no tests \n')], [answer('as I said')]],
      { kind: 'block', feedback: 'no tests' },
      [PROMPT, JSON_ONLY],
    ],
    [
      'nothing, then prose',
      [[answer('')], [answer('no tests')]],
      { kind: 'block', feedback: 'no tests' },
      [PROMPT, JSON_ONLY],
    ],
    [
      'nothing twice',
      [[answer('')], [answer(' \n')]],
      { kind: 'failed', cause: 'no-answer', message: messages.noAnswer },
      [PROMPT, JSON_ONLY],
    ],
    [
      'an API error',
      [[error('401 bad key')]],
      { kind: 'failed', cause: 'api', message: messages.apiFailed('401 bad key') },
      [PROMPT],
    ],
    [
      'an API error in the second turn',
      [[answer('prose')], [error('500')]],
      { kind: 'failed', cause: 'api', message: messages.apiFailed('500') },
      [PROMPT, JSON_ONLY],
    ],
  ])('%s', async (_, turns, verdict, asked) => {
    const reviewer = inTurn(...turns);
    expect((await runReview(reviewer)).verdict).toEqual(verdict);
    expect(reviewer.calls).toEqual([...asked, '(end)']);
  });

  it.each([
    ['true', 'allow'],
    ['false', 'block'],
  ])('feedback is never empty: allow_stop %s', async (flag, kind) => {
    const { verdict } = await runReview(inTurn([answer(`{"allow_stop": ${flag}, "feedback": ""}`)]));
    expect(verdict).toEqual({ kind, feedback: expect.stringMatching(/\w{3}/) });
  });
});

describe('a reviewer that goes away', () => {
  it.each<[why: string, leave: (reviewer: Scripted) => void, detail: string]>([
    ['without a word', (r) => r.leave(true), ''],
    [
      'after retries',
      (r) => {
        r.send(retry(529));
        r.leave(true);
      },
      '529 went wrong',
    ],
    ['with an error', (r) => r.leave(new Error('exited with code 1')), 'exited with code 1'],
  ])('%s', async (_, leave, detail) => {
    const reviewer = new Scripted((_text, self) => leave(self));
    expect((await runReview(reviewer)).verdict).toEqual({
      kind: 'failed',
      cause: 'client',
      message: messages.reviewerExited(detail),
    });
    expect(reviewer.calls).toEqual([PROMPT, '(end)']);
  });
});

describe('the end of time', () => {
  const silent = () => new Scripted(() => {});

  it('the deadline', async () => {
    const reviewer = silent();
    const { verdict } = await runReview(reviewer, { endMs: 40 });
    expect(verdict).toEqual({ kind: 'failed', cause: 'deadline', message: messages.deadline(0) });
    expect(reviewer.calls).toEqual([PROMPT, '(end)']);
  });

  it('a deadline counts from the start of the process', async () => {
    const { verdict } = await runReview(silent(), { endMs: 600_000 }, { elapsedMs: () => 600_000 });
    expect(verdict).toMatchObject({ kind: 'failed', cause: 'deadline' });
  });

  it('a dead API, with what the client said of it', async () => {
    const reviewer = new Scripted((_, self) => {
      self.send({ kind: 'ready' });
      self.send(retry(503));
    });
    const { verdict } = await runReview(reviewer, { firstByteMs: 40 });
    expect(verdict).toEqual({ kind: 'failed', cause: 'api', message: messages.apiTimeout(0, '503 went wrong') });
    expect(reviewer.calls).toEqual([PROMPT, '(end)']);
  });

  it('an API that has begun to speak is not dead', async () => {
    const reviewer = new Scripted((_, self) => {
      self.send({ kind: 'ready' });
      self.send(started);
    });
    const { verdict } = await runReview(reviewer, { firstByteMs: 20, endMs: 80 });
    expect(verdict).toMatchObject({ cause: 'deadline' });
  });

  it('an API that has not been asked yet is not dead', async () => {
    const { verdict } = await runReview(silent(), { firstByteMs: 20, endMs: 80 });
    expect(verdict).toMatchObject({ cause: 'deadline' });
  });

  it('a signal; the session is left for the caller to end, after the answer', async () => {
    const reviewer = silent();
    const { verdict } = await runReview(reviewer, {}, { interruptedBy: Promise.resolve('SIGTERM') });
    expect(verdict).toEqual({ kind: 'failed', cause: 'interrupted', message: messages.interrupted('SIGTERM') });
    expect(reviewer.calls).toEqual([PROMPT]);
  });
});

describe('asking for the verdict early', () => {
  /** Works on forever, until it is asked for its verdict. */
  const slow = (last: ReviewerMessage, onInterrupt?: (reviewer: Scripted) => unknown) =>
    new Scripted((text, self) => self.send(...(text === VERDICT_NOW ? [last] : [started, toolRound])), onInterrupt);
  const askedEarly = [PROMPT, '(interrupt)', VERDICT_NOW, '(end)'];

  it('at askMs the turn is interrupted and the verdict asked for', async () => {
    const reviewer = slow(answer(BLOCK));
    expect((await runReview(reviewer, { askMs: 20 })).verdict).toEqual(blocked);
    expect(reviewer.calls).toEqual(askedEarly);
  });

  it.each<[why: string, message: ReviewerMessage]>([
    ['an error', error('interrupted')],
    ['an error before the API was asked', error('interrupted', 'not-started')],
    ['an unfinished answer', answer('I was about to')],
    ['an empty answer', answer('')],
  ])('%s ends the interrupted turn: it settles nothing', async (_, message) => {
    // The end of the turn arrives before the interruption is confirmed, and so before the next question.
    const reviewer = slow(answer(ALLOW), async (self) => {
      self.send(message);
      await sleep(20);
    });
    const result = await runReview(reviewer, { askMs: 20 });
    expect(result.verdict).toEqual(allowed);
    expect(result.unforkable).toBeUndefined();
    expect(reviewer.calls).toEqual(askedEarly);
  });

  it('a verdict that comes while it is being interrupted counts', async () => {
    const reviewer = new Scripted(
      () => {},
      (self) => self.send(answer(ALLOW)),
    );
    expect((await runReview(reviewer, { askMs: 20 })).verdict).toEqual(allowed);
  });

  it('prose is then an objection: there is no time to ask again', async () => {
    const reviewer = slow(answer('no tests'), (self) => self.send(error('interrupted')));
    expect((await runReview(reviewer, { askMs: 20 })).verdict).toEqual({ kind: 'block', feedback: 'no tests' });
    expect(reviewer.calls).toEqual(askedEarly);
  });

  it('the second question may be pending when time runs out', async () => {
    const reviewer = new Scripted((text, self) => {
      if (text === PROMPT) self.send(answer('prose'));
      if (text === VERDICT_NOW) self.send(error('interrupted'), answer(BLOCK));
    });
    expect((await runReview(reviewer, { askMs: 20 })).verdict).toEqual(blocked);
    expect(reviewer.calls).toEqual([PROMPT, JSON_ONLY, '(interrupt)', VERDICT_NOW, '(end)']);
  });

  const enough = [PROMPT, '(interrupt)', NO_MORE_TOOLS, '(end)'];

  it('tool rounds run out', async () => {
    const reviewer = new Scripted((text, self) =>
      self.send(...(text === NO_MORE_TOOLS ? [answer(ALLOW)] : [started, toolRound, toolRound, toolRound])),
    );
    expect((await runReview(reviewer, { toolRounds: 3 })).verdict).toEqual(allowed);
    expect(reviewer.calls).toEqual(enough);
  });

  it('one round fewer is below the limit', async () => {
    const reviewer = inTurn([started, toolRound, toolRound, answer(ALLOW)]);
    await runReview(reviewer, { toolRounds: 3 });
    expect(reviewer.calls).toEqual([PROMPT, '(end)']);
  });

  it('only once, though both time and rounds run out', async () => {
    const reviewer = new Scripted((text, self) => {
      self.send(toolRound, toolRound);
      if (text === NO_MORE_TOOLS) setTimeout(() => self.send(toolRound, error('interrupted'), answer(ALLOW)), 60);
    });
    expect((await runReview(reviewer, { toolRounds: 2, askMs: 30 })).verdict).toEqual(allowed);
    expect(reviewer.calls).toEqual(enough);
  });

  it('from then on tools are refused', async () => {
    const reviewer = new Scripted((text, self) =>
      self.send(...(text === NO_MORE_TOOLS ? [answer(ALLOW)] : [toolRound])),
    );
    await runReview(reviewer, { toolRounds: 1 });
    expect(reviewer.toolsForbidden).toBe(true);
  });

  it('a reviewer that does not react meets the deadline', async () => {
    const reviewer = new Scripted(() => {});
    expect((await runReview(reviewer, { askMs: 10, endMs: 60 })).verdict).toMatchObject({ cause: 'deadline' });
    expect(reviewer.calls).toEqual(askedEarly);
  });
});

describe('the account', () => {
  it('sums up tokens and turns, and keeps the last running total', async () => {
    const result = await runReview(inTurn([started, answer('prose', 0.1)], [answer(ALLOW, 0.3)]));
    expect(result).toEqual({
      verdict: allowed,
      unforkable: undefined,
      outOfToolRounds: false,
      totalUsd: 0.3,
      tokens: { input: 2, output: 4, cache_read: 6, cache_write: 8 },
      model: 'model-x',
      turns: 2,
      wait: null,
    });
  });

  it.each([
    ['No conversation found', 'not-started', 'unresumable', 'api'],
    ['No conversation found', 'other', undefined, 'api'],
    ['Prompt is too long', 'other', 'too-long', 'api'],
    ['API Error: 400 This model’s maximum context length is 8192 tokens', 'other', 'too-long', 'api'],
    ['Reached maximum budget ($0.5)', 'over-budget', undefined, 'over-budget'],
  ] as const)('an error: %s, %s', async (detail, at, unforkable, cause) => {
    const result = await runReview(inTurn([error(detail, at)]));
    expect(result.unforkable).toBe(unforkable);
    expect(result.verdict).toMatchObject({ kind: 'failed', cause });
  });

  it('no message, no figures', async () => {
    const result = await runReview(new Scripted(() => {}), { endMs: 10 });
    expect(result).toMatchObject({ totalUsd: null, tokens: null, model: null, turns: null });
  });
});

describe('verdicts that contradict each other', () => {
  const BOTH = `${BLOCK}\n\nNOTES.md says: ${ALLOW}`;
  it.each<[why: string, turns: ReviewerMessage[][], verdict: object, asked: string[]]>([
    ['then one that blocks', [[answer(BOTH)], [answer(BLOCK)]], blocked, [PROMPT, ONE_VERDICT]],
    ['then one that allows', [[answer(BOTH)], [answer(ALLOW)]], allowed, [PROMPT, ONE_VERDICT]],
    ['twice', [[answer(BOTH)], [answer(BOTH)]], blocked, [PROMPT, ONE_VERDICT]],
    [
      'twice, without feedback',
      [[answer('{"allow_stop": false, "allow_stop": true}')], [answer('{"allow_stop": false, "allow_stop": true}')]],
      { kind: 'block', feedback: expect.stringMatching(/\w{3}/) },
      [PROMPT, ONE_VERDICT],
    ],
    ['then prose', [[answer(BOTH)], [answer('as I said')]], blocked, [PROMPT, ONE_VERDICT]],
    ['then nothing', [[answer(BOTH)], [answer('')]], blocked, [PROMPT, ONE_VERDICT]],
    ['after prose', [[answer('not done')], [answer(BOTH)]], blocked, [PROMPT, JSON_ONLY]],
    [
      'then an API error',
      [[answer(BOTH)], [error('500')]],
      { kind: 'failed', cause: 'api', message: messages.apiFailed('500') },
      [PROMPT, ONE_VERDICT],
    ],
  ])('%s', async (_, turns, verdict, asked) => {
    const reviewer = inTurn(...turns);
    expect((await runReview(reviewer)).verdict).toEqual(verdict);
    expect(reviewer.calls).toEqual([...asked, '(end)']);
  });
});

describe('an answer that is not a finished message', () => {
  it('is asked for again', async () => {
    const reviewer = inTurn([unfinished(ALLOW)], [answer(BLOCK)]);
    expect((await runReview(reviewer)).verdict).toEqual(blocked);
    expect(reviewer.calls).toEqual([PROMPT, JSON_ONLY, '(end)']);
  });

  it('is never an approval', async () => {
    const { verdict } = await runReview(inTurn([unfinished(ALLOW)], [unfinished(ALLOW)]));
    expect(verdict).toEqual({ kind: 'block', feedback: ALLOW });
  });

  it('is not taken while it is being interrupted', async () => {
    const reviewer = new Scripted(
      (text, self) => text === VERDICT_NOW && self.send(answer(BLOCK)),
      (self) => self.send(unfinished(ALLOW)),
    );
    expect((await runReview(reviewer, { askMs: 20 })).verdict).toEqual(blocked);
  });
});

describe('an API that is not available', () => {
  const unavailable = (status: number | null = 529) => error(`API Error: ${status}`, 'unavailable', status);
  /** A clock that waits take no time on: `setTimeout` is called with what the loop asked for, and moves the clock. */
  function withClock() {
    let now = 0;
    const pauses: number[] = [];
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms = 0) => {
      if (ms < 600_000) pauses.push(ms);
      if (ms < 600_000)
        setImmediate(() => {
          now += ms;
          act();
        });
      return undefined;
    }) as unknown as typeof setTimeout);
    return { pauses, elapsedMs: () => now };
  }
  afterEach(() => vi.restoreAllMocks());

  it('is asked again, in the same session, after pauses that grow', async () => {
    const { pauses, elapsedMs } = withClock();
    const reviewer = inTurn([unavailable()], [unavailable()], [unavailable()], [started, answer(ALLOW)]);
    const { verdict, wait } = await runReview(reviewer, {}, { elapsedMs });
    expect(verdict).toEqual(allowed);
    expect(reviewer.calls).toEqual([PROMPT, CONTINUE, CONTINUE, CONTINUE, '(end)']);
    expect(pauses).toEqual([2_000, 4_000, 8_000]);
    expect(wait).toEqual({ ms: 14_000, failures: 3, status: 529 });
  });

  it('is given up on when patience ends', async () => {
    const { pauses, elapsedMs } = withClock();
    const reviewer = new Scripted((_, self) => self.send(unavailable()));
    const { verdict, wait } = await runReview(reviewer, { patienceMs: 20_000 }, { elapsedMs });
    expect(pauses).toEqual([2_000, 4_000, 8_000, 6_000]);
    expect(verdict).toEqual({
      kind: 'failed',
      cause: 'api',
      message: 'no review from the API: API Error: 529 (waited 20 s: 529, 5 times)',
    });
    expect(wait).toMatchObject({ ms: 20_000, failures: 5 });
  });

  it.each<[what: string, afterwards: ReviewerMessage[]]>([
    ['that fails again', [unavailable()]],
    ['while nobody answers', []],
  ])('is given up on before the deadline of the review: %s', async (_, afterwards) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const reviewer = inTurn([unavailable()], afterwards);
    const review = runReview(reviewer, { giveUpMs: 5_000, endMs: 7_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect((await review).verdict).toMatchObject({ kind: 'failed', cause: 'api' });
    expect(reviewer.calls).toEqual([PROMPT, CONTINUE, '(end)']);
  });

  it('is given up on at once without patience', async () => {
    const { verdict } = await runReview(inTurn([unavailable()]), { patienceMs: 0 });
    expect(verdict).toEqual({ kind: 'failed', cause: 'api', message: messages.apiFailed('API Error: 529') });
  });

  it('is given up on with the words of the last error, also where the client waits', async () => {
    const { elapsedMs } = withClock();
    const reviewer = inTurn([unavailable(500)], [retry(500, 30_000)]);
    const { verdict } = await runReview(reviewer, { patienceMs: 4_000 }, { elapsedMs });
    expect(verdict).toMatchObject({ message: 'no review from the API: API Error: 500 (waited 2 s: 500, 2 times)' });
  });

  it('is left in peace for a minute where the client would not wait as long as it was told', async () => {
    const { pauses, elapsedMs } = withClock();
    await runReview(inTurn([unavailable(429)], [started, answer(ALLOW)]), {}, { elapsedMs });
    expect(pauses).toEqual([60_000]);
  });

  it('the pauses begin anew after an answer, but not after one that breaks off', async () => {
    const { pauses, elapsedMs } = withClock();
    const lost = [started, unavailable(null)];
    const reviewer = inTurn(lost, lost, [started, toolRound, ...lost], [started, answer(ALLOW)]);
    await runReview(reviewer, {}, { elapsedMs });
    expect(pauses).toEqual([2_000, 4_000, 2_000]);
  });

  it.each<[what: string, message: ReviewerMessage, ends: boolean]>([
    ['a retry within patience', retry(429, 10_000), false],
    ['a retry beyond it', retry(429, 60_000), true],
    ['one that says nothing of the API', retry(401, 60_000), false],
    ['a lost connection, which the client tries only twice', retry(null, 60_000), false],
  ])("the client's own retries: %s", async (_, message, ends) => {
    const { verdict } = await runReview(inTurn([message, started, answer(ALLOW)]), { patienceMs: 30_000 });
    expect(verdict.kind).toBe(ends ? 'failed' : 'allow');
  });

  it('the deadline for the first byte does not count while the client waits', async () => {
    const reviewer = new Scripted((_, self) => {
      self.send({ kind: 'ready' }, retry(429, 100));
      setTimeout(() => self.send(started, answer(ALLOW)), 100);
    });
    expect((await runReview(reviewer, { firstByteMs: 60 })).verdict).toEqual(allowed);
  });

  it('nor while we wait; after that it counts again', async () => {
    const reviewer = inTurn([{ kind: 'ready' }, unavailable()], [{ kind: 'ready' }]);
    const { verdict, wait } = await runReview(reviewer, { firstByteMs: 50 });
    expect(reviewer.calls).toEqual([PROMPT, CONTINUE, '(end)']);
    expect(verdict).toEqual({ kind: 'failed', cause: 'api', message: messages.apiTimeout(0, '') });
    expect(wait?.ms).toBeGreaterThan(1_900);
  });

  it('time runs out during a pause: the verdict is asked for in its place', async () => {
    const reviewer = new Scripted((text, self) =>
      self.send(...(text === VERDICT_NOW ? [started, answer(BLOCK)] : [unavailable()])),
    );
    expect((await runReview(reviewer, { askMs: 20 })).verdict).toEqual(blocked);
    expect(reviewer.calls).toEqual([PROMPT, '(interrupt)', VERDICT_NOW, '(end)']);
  });

  it('is reported while it happens', async () => {
    const { elapsedMs } = withClock();
    const waits: unknown[] = [];
    const reviewer = inTurn([retry(529, 500), unavailable()], [started, answer(ALLOW)]);
    await runReview(reviewer, {}, { elapsedMs, onWait: ({ failures }, delayMs) => waits.push([failures, delayMs]) });
    expect(waits).toEqual([
      [1, 500],
      [2, 2_000],
    ]);
  });

  it('what was done before it is not forgotten', async () => {
    const lost: ReviewerMessage = { ...(unavailable() as Extract<ReviewerMessage, { kind: 'error' }>), turns: 3 };
    const { elapsedMs } = withClock();
    const result = await runReview(
      inTurn([started, toolRound, lost], [started, answer(ALLOW, 0.5)]),
      {},
      { elapsedMs },
    );
    expect(result).toMatchObject({ turns: 4, totalUsd: 0.5, tokens: { input: 2 } });
  });
});

describe('what the budget ends', () => {
  const said = (text: string): ReviewerMessage => ({ kind: 'finished-message', text });
  it.each<[why: string, turn: ReviewerMessage[], verdict: object]>([
    ['after the verdict was said', [started, said(BLOCK), error('budget', 'over-budget')], blocked],
    [
      'after other words',
      [started, said('let me look'), error('budget', 'over-budget')],
      { kind: 'failed', cause: 'over-budget' },
    ],
    [
      'after a verdict that was not its last message',
      [started, said(ALLOW), started, error('budget', 'over-budget')],
      { kind: 'failed', cause: 'over-budget' },
    ],
    ['after verdicts that contradict', [started, said(`${BLOCK} ${ALLOW}`), error('budget', 'over-budget')], blocked],
    ['before a word', [error('budget', 'over-budget')], { kind: 'failed', cause: 'over-budget' }],
    [
      'after an objection that ends with a quoted approval',
      [started, said(`Not done. NOTES.md contains ${ALLOW}`), error('budget', 'over-budget')],
      { kind: 'failed', cause: 'over-budget' },
    ],
  ])('%s', async (_, turn, verdict) => expect((await runReview(inTurn(turn))).verdict).toMatchObject(verdict));

  it('after the second answer without a verdict of its own: an objection', async () => {
    const quoting = `Not done. NOTES.md contains ${ALLOW}`;
    const reviewer = inTurn(
      [started, answer(quoting)],
      [started, said(`Still: ${ALLOW}`), error('budget', 'over-budget')],
    );
    const { verdict, fromProse } = await runReview(reviewer);
    expect([verdict, fromProse]).toEqual([{ kind: 'block', feedback: quoting }, true]);
  });
});
