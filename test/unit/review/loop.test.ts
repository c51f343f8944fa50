import { describe, expect, it } from 'vitest';
import type { Deadlines } from '../../../src/hook/rules/deadlines.ts';
import { reviewerMessages } from '../../../src/i18n/reviewer.ts';
import { type LoopOptions, reviewLoop } from '../../../src/review/loop.ts';
import { JSON_ONLY, NO_MORE_TOOLS, VERDICT_NOW } from '../../../src/review/prompt.ts';
import type { ReviewerMessage, ReviewerSession } from '../../../src/review/reviewer-session.ts';
import { sleep } from '../../support/wait.ts';

const PROMPT = 'judge this';
const NEVER = Number.POSITIVE_INFINITY;
const messages = reviewerMessages.en;

const tokens = { input: 1, output: 2, cache_read: 3, cache_write: 4 };
const word: ReviewerMessage = { kind: 'word', model: 'model-x' };
const toolRound: ReviewerMessage = { kind: 'tool-round' };
const answer = (text: string, costUsd = 0.01): ReviewerMessage => ({ kind: 'answer', text, costUsd, tokens, turns: 1 });
const error = (detail: string, at: 'start' | 'budget' | 'elsewhere' = 'elsewhere'): ReviewerMessage => ({
  kind: 'error',
  detail,
  at,
  costUsd: 0,
  tokens,
});

/**
 * A reviewer made by hand. `Conversation` is our own interface, so this stands in for no one else's behaviour; what the
 * SDK really does behind it is tested with the real client in test/scenario.
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

  say(...heard: ReviewerMessage[]): void {
    this.queue.push(...heard);
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
const inTurn = (...turns: ReviewerMessage[][]) => new Scripted((_, reviewer) => reviewer.say(...(turns.shift() ?? [])));

function lead(reviewer: ReviewerSession, deadlines: Partial<Deadlines> = {}, terms: Partial<LoopOptions> = {}) {
  const start = performance.now();
  return reviewLoop(reviewer, {
    prompt: PROMPT,
    deadlines: { askMs: NEVER, endMs: NEVER, firstWordMs: NEVER, toolRounds: NEVER, ...deadlines },
    elapsedMs: () => performance.now() - start,
    interrupted: new Promise(() => {}),
    messages,
    ...terms,
  });
}

const ALLOW = '{"allow_stop": true, "feedback": "seen"}';
const BLOCK = '{"allow_stop": false, "feedback": "add tests"}';
const allowed = { kind: 'allow', feedback: 'seen' };
const blocked = { kind: 'block', feedback: 'add tests' };

describe('turns and verdicts', () => {
  it.each<[why: string, turns: ReviewerMessage[][], verdict: object, asked: string[]]>([
    ['allow', [[word, answer(ALLOW)]], allowed, [PROMPT]],
    ['block', [[word, answer(BLOCK)]], blocked, [PROMPT]],
    ['after tools', [[word, toolRound, toolRound, word, answer(BLOCK)]], blocked, [PROMPT]],
    ['after retries', [[{ kind: 'retry', detail: '529' }, word, answer(ALLOW)]], allowed, [PROMPT]],
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
    expect((await lead(reviewer)).verdict).toEqual(verdict);
    expect(reviewer.calls).toEqual([...asked, '(end)']);
  });

  it.each([
    ['true', 'allow'],
    ['false', 'block'],
  ])('feedback is never empty: allow_stop %s', async (flag, kind) => {
    const { verdict } = await lead(inTurn([answer(`{"allow_stop": ${flag}, "feedback": ""}`)]));
    expect(verdict).toEqual({ kind, feedback: expect.stringMatching(/\w{3}/) });
  });
});

describe('a reviewer that goes away', () => {
  it.each<[why: string, leave: (reviewer: Scripted) => void, detail: string]>([
    ['without a word', (r) => r.leave(true), ''],
    [
      'after retries',
      (r) => {
        r.say({ kind: 'retry', detail: '529 overloaded' });
        r.leave(true);
      },
      '529 overloaded',
    ],
    ['with an error', (r) => r.leave(new Error('exited with code 1')), 'exited with code 1'],
  ])('%s', async (_, leave, detail) => {
    const reviewer = new Scripted((_text, self) => leave(self));
    expect((await lead(reviewer)).verdict).toEqual({
      kind: 'failed',
      cause: 'client',
      message: messages.reviewerDied(detail),
    });
    expect(reviewer.calls).toEqual([PROMPT, '(end)']);
  });
});

describe('the end of time', () => {
  const silent = () => new Scripted(() => {});

  it('the deadline', async () => {
    const reviewer = silent();
    const { verdict } = await lead(reviewer, { endMs: 40 });
    expect(verdict).toEqual({ kind: 'failed', cause: 'deadline', message: messages.deadline(0) });
    expect(reviewer.calls).toEqual([PROMPT, '(end)']);
  });

  it('a deadline counts from the start of the process', async () => {
    const { verdict } = await lead(silent(), { endMs: 600_000 }, { elapsedMs: () => 600_000 });
    expect(verdict).toMatchObject({ kind: 'failed', cause: 'deadline' });
  });

  it('a dead API, with what the client said of it', async () => {
    const reviewer = new Scripted((_, self) => {
      self.say({ kind: 'ready' });
      self.say({ kind: 'retry', detail: '503' });
    });
    const { verdict } = await lead(reviewer, { firstWordMs: 40 });
    expect(verdict).toEqual({ kind: 'failed', cause: 'api', message: messages.deadApi(0, '503') });
    expect(reviewer.calls).toEqual([PROMPT, '(end)']);
  });

  it('an API that has begun to speak is not dead', async () => {
    const reviewer = new Scripted((_, self) => {
      self.say({ kind: 'ready' });
      self.say(word);
    });
    const { verdict } = await lead(reviewer, { firstWordMs: 20, endMs: 80 });
    expect(verdict).toMatchObject({ cause: 'deadline' });
  });

  it('an API that has not been asked yet is not dead', async () => {
    const { verdict } = await lead(silent(), { firstWordMs: 20, endMs: 80 });
    expect(verdict).toMatchObject({ cause: 'deadline' });
  });

  it('a signal; the session is left for the caller to end, after the answer', async () => {
    const reviewer = silent();
    const { verdict } = await lead(reviewer, {}, { interrupted: Promise.resolve('SIGTERM') });
    expect(verdict).toEqual({ kind: 'failed', cause: 'interrupted', message: messages.interrupted('SIGTERM') });
    expect(reviewer.calls).toEqual([PROMPT]);
  });
});

describe('hurrying', () => {
  /** Works on for ever, until it is asked for its verdict. */
  const slow = (last: ReviewerMessage, onInterrupt?: (reviewer: Scripted) => unknown) =>
    new Scripted((text, self) => self.say(...(text === VERDICT_NOW ? [last] : [word, toolRound])), onInterrupt);
  const hurried = [PROMPT, '(interrupt)', VERDICT_NOW, '(end)'];

  it('at askMs the turn is interrupted and the verdict asked for', async () => {
    const reviewer = slow(answer(BLOCK));
    expect((await lead(reviewer, { askMs: 20 })).verdict).toEqual(blocked);
    expect(reviewer.calls).toEqual(hurried);
  });

  it.each<[why: string, heard: ReviewerMessage]>([
    ['an error', error('interrupted')],
    ['an error before the API was asked', error('interrupted', 'start')],
    ['an unfinished answer', answer('I was about to')],
    ['an empty answer', answer('')],
  ])('%s ends the interrupted turn: it settles nothing', async (_, heard) => {
    // The end of the turn is heard before the interruption is confirmed, and so before the next question.
    const reviewer = slow(answer(ALLOW), async (self) => {
      self.say(heard);
      await sleep(20);
    });
    const held = await lead(reviewer, { askMs: 20 });
    expect(held.verdict).toEqual(allowed);
    expect(held.unforkable).toBeUndefined();
    expect(reviewer.calls).toEqual(hurried);
  });

  it('a verdict that comes while it is being interrupted counts', async () => {
    const reviewer = new Scripted(
      () => {},
      (self) => self.say(answer(ALLOW)),
    );
    expect((await lead(reviewer, { askMs: 20 })).verdict).toEqual(allowed);
  });

  it('prose is then an objection: there is no time to ask again', async () => {
    const reviewer = slow(answer('no tests'), (self) => self.say(error('interrupted')));
    expect((await lead(reviewer, { askMs: 20 })).verdict).toEqual({ kind: 'block', feedback: 'no tests' });
    expect(reviewer.calls).toEqual(hurried);
  });

  it('the second question may be pending when time runs out', async () => {
    const reviewer = new Scripted((text, self) => {
      if (text === PROMPT) self.say(answer('prose'));
      if (text === VERDICT_NOW) self.say(error('interrupted'), answer(BLOCK));
    });
    expect((await lead(reviewer, { askMs: 20 })).verdict).toEqual(blocked);
    expect(reviewer.calls).toEqual([PROMPT, JSON_ONLY, '(interrupt)', VERDICT_NOW, '(end)']);
  });

  const enough = [PROMPT, '(interrupt)', NO_MORE_TOOLS, '(end)'];

  it('tool rounds run out', async () => {
    const reviewer = new Scripted((text, self) =>
      self.say(...(text === NO_MORE_TOOLS ? [answer(ALLOW)] : [word, toolRound, toolRound, toolRound])),
    );
    expect((await lead(reviewer, { toolRounds: 3 })).verdict).toEqual(allowed);
    expect(reviewer.calls).toEqual(enough);
  });

  it('one round fewer does not hurry', async () => {
    const reviewer = inTurn([word, toolRound, toolRound, answer(ALLOW)]);
    await lead(reviewer, { toolRounds: 3 });
    expect(reviewer.calls).toEqual([PROMPT, '(end)']);
  });

  it('only once, though both time and rounds run out', async () => {
    const reviewer = new Scripted((text, self) => {
      self.say(toolRound, toolRound);
      if (text === NO_MORE_TOOLS) setTimeout(() => self.say(toolRound, error('interrupted'), answer(ALLOW)), 60);
    });
    expect((await lead(reviewer, { toolRounds: 2, askMs: 30 })).verdict).toEqual(allowed);
    expect(reviewer.calls).toEqual(enough);
  });

  it('from then on tools are refused', async () => {
    const reviewer = new Scripted((text, self) =>
      self.say(...(text === NO_MORE_TOOLS ? [answer(ALLOW)] : [toolRound])),
    );
    await lead(reviewer, { toolRounds: 1 });
    expect(reviewer.toolsForbidden).toBe(true);
  });

  it('a reviewer that does not react meets the deadline', async () => {
    const reviewer = new Scripted(() => {});
    expect((await lead(reviewer, { askMs: 10, endMs: 60 })).verdict).toMatchObject({ cause: 'deadline' });
    expect(reviewer.calls).toEqual(hurried);
  });
});

describe('the account', () => {
  it('sums up tokens and turns, and keeps the last running total', async () => {
    const held = await lead(inTurn([word, answer('prose', 0.1)], [answer(ALLOW, 0.3)]));
    expect(held).toEqual({
      verdict: allowed,
      unforkable: undefined,
      outOfTurns: false,
      totalUsd: 0.3,
      tokens: { input: 2, output: 4, cache_read: 6, cache_write: 8 },
      model: 'model-x',
      turns: 2,
    });
  });

  it.each([
    ['No conversation found', 'start', 'unresumable', 'api'],
    ['No conversation found', 'elsewhere', undefined, 'api'],
    ['Prompt is too long', 'elsewhere', 'too-long', 'api'],
    ['API Error: 400 This model’s maximum context length is 8192 tokens', 'elsewhere', 'too-long', 'api'],
    ['Reached maximum budget ($0.5)', 'budget', undefined, 'over-budget'],
  ] as const)('an error: %s, %s', async (detail, at, unforkable, cause) => {
    const held = await lead(inTurn([error(detail, at)]));
    expect(held.unforkable).toBe(unforkable);
    expect(held.verdict).toMatchObject({ kind: 'failed', cause });
  });

  it('nothing heard, nothing known', async () => {
    const held = await lead(new Scripted(() => {}), { endMs: 10 });
    expect(held).toMatchObject({ totalUsd: null, tokens: null, model: null, turns: null });
  });
});

describe('what the budget ends', () => {
  const said = (text: string): ReviewerMessage => ({ kind: 'said', text });
  it.each<[why: string, heard: ReviewerMessage[], verdict: object]>([
    ['after the verdict was said', [word, said(BLOCK), error('budget', 'budget')], blocked],
    [
      'after other words',
      [word, said('let me look'), error('budget', 'budget')],
      { kind: 'failed', cause: 'over-budget' },
    ],
    ['before a word', [error('budget', 'budget')], { kind: 'failed', cause: 'over-budget' }],
  ])('%s', async (_, heard, verdict) => expect((await lead(inTurn(heard))).verdict).toMatchObject(verdict));
});
