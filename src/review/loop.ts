import type { Deadlines } from '../hook/rules/deadlines.ts';
import { failed, isInterrupted, type Verdict } from '../hook/rules/verdict.ts';
import type { ReviewerMessages } from '../i18n/reviewer.ts';
import { answerFromProse, type ReviewerAnswer, readAnswer } from './answer.ts';
import { JSON_ONLY, NO_MORE_TOOLS, VERDICT_NOW } from './prompt.ts';
import type { Tokens } from './review.ts';

/** A running reviewer. Only `agent-sdk.ts` knows that the SDK is behind it. */
export interface ReviewerSession {
  messages: AsyncIterable<ReviewerMessage>;
  ask(text: string): void;
  /** Refuses every tool call from now on. */
  forbidTools(): void;
  /** Ends the current turn; the session continues. */
  interrupt(): Promise<void>;
  /** Ends the session and its processes. */
  end(): Promise<void>;
}

export type ReviewerMessage =
  /** The client is up and about to call the API. */
  | { kind: 'ready' }
  /** The API has begun to answer. */
  | { kind: 'response-started'; model: string }
  /** Text of the reviewer; whether it is the last one is only known at the end of the turn. */
  | { kind: 'text'; text: string }
  /** A tool has run and the reviewer continues. */
  | { kind: 'tool-round' }
  /** The client retries the API. */
  | { kind: 'retry'; detail: string }
  /** The end of a turn. The cost is the running total, the tokens are this turn's. */
  | { kind: 'answer'; text: string; costUsd: number; tokens: Tokens; turns: number }
  /**
   * The end of a turn without an answer: `not-started`, before the API was called (as when a session cannot be resumed),
   * `over-budget`, because the budget was used up, or for any `other` reason.
   */
  | { kind: 'error'; detail: string; reason: ErrorReason; costUsd: number; tokens: Tokens };

export type ErrorReason = 'not-started' | 'over-budget' | 'other';

export interface LoopOptions {
  prompt: string;
  deadlines: Deadlines;
  /** Milliseconds since the hook process started, which is what the deadlines count from. */
  elapsedMs(): number;
  /** Resolves with the name of the signal that interrupts the hook. */
  interruptedBy: Promise<string>;
  messages: ReviewerMessages;
}

export interface LoopResult {
  verdict: Verdict;
  /** Why the worker's session cannot be reviewed as a fork. */
  unforkable: 'unresumable' | 'too-long' | undefined;
  /** The limit of tool rounds was reached. */
  outOfToolRounds: boolean;
  /** The client's running total; on a fork it includes what the worker had spent. */
  totalUsd: number | null;
  tokens: Tokens | null;
  model: string | null;
  turns: number | null;
}

/**
 * Runs one review from the first prompt to a verdict, within its deadlines, and ends the session. An interrupted session is
 * left to the caller: ending it can take as long as Claude Code waits before it kills the hook (1.5 s), and the verdict has
 * to be journalled before that.
 */
export async function reviewLoop(session: ReviewerSession, options: LoopOptions): Promise<LoopResult> {
  const conversation = new Conversation(session, options);
  const timers: NodeJS.Timeout[] = [];
  const ended = new Promise<Verdict>((end) => {
    const { deadlines, messages } = options;
    const at = (ms: number, act: () => void) => {
      if (Number.isFinite(ms)) timers.push(setTimeout(act, Math.max(0, ms - options.elapsedMs())));
    };
    at(deadlines.askMs, () => conversation.askForVerdictNow());
    at(deadlines.endMs, () => end(failed('deadline', messages.deadline(Math.round(deadlines.endMs / 1000)))));
    // Counted from `ready` and not from the start: on a busy machine, booting the client alone can take that long.
    conversation.onReady = () =>
      at(options.elapsedMs() + deadlines.firstByteMs, () => {
        if (conversation.result.model !== null) return;
        end(failed('api', messages.apiTimeout(Math.round(deadlines.firstByteMs / 1000), conversation.lastRetry)));
      });
    void options.interruptedBy.then((signal) => end(failed('interrupted', messages.interrupted(signal))));
  });
  const verdict = await Promise.race([ended, conversation.run()]);
  timers.forEach(clearTimeout);
  if (!isInterrupted(verdict)) await session.end();
  return { ...conversation.result, verdict };
}

class Conversation {
  readonly result: Omit<LoopResult, 'verdict'> = {
    unforkable: undefined,
    outOfToolRounds: false,
    totalUsd: null,
    tokens: null,
    model: null,
    turns: null,
  };
  lastRetry = '';
  onReady = () => {};
  private firstProse = '';
  private lastText = '';
  private promptsSent = 0;
  private turnsEnded = 0;
  private toolRounds = 0;
  private askedForVerdict = false;
  private isInterrupting = false;
  private askedForJson = false;

  constructor(
    private readonly session: ReviewerSession,
    private readonly options: LoopOptions,
  ) {}

  async run(): Promise<Verdict> {
    const { messages } = this.options;
    try {
      this.ask(this.options.prompt);
      for await (const message of this.session.messages) {
        const verdict = await this.handleMessage(message);
        if (verdict) return verdict;
      }
      return failed('client', messages.reviewerExited(this.lastRetry));
    } catch (error) {
      return failed('client', messages.reviewerExited((error as Error).message));
    }
  }

  /** Interrupts the current turn and asks for a verdict on what has been seen so far. */
  askForVerdictNow(reminder = VERDICT_NOW): void {
    if (this.askedForVerdict) return;
    this.askedForVerdict = true;
    this.askedForJson = true;
    this.isInterrupting = true;
    void this.session.interrupt().then(() => this.ask(reminder));
  }

  /** Returns a verdict if the message ends the review. */
  private async handleMessage(message: ReviewerMessage): Promise<Verdict | undefined> {
    switch (message.kind) {
      case 'ready':
        this.onReady();
        return undefined;
      case 'response-started':
        this.result.model = message.model;
        return undefined;
      case 'text':
        this.lastText = message.text;
        return undefined;
      case 'retry':
        this.lastRetry = message.detail;
        return undefined;
      case 'tool-round':
        this.countToolRound();
        return undefined;
      case 'error':
        this.addUsage(message);
        return this.verdictAfterError(message);
      case 'answer':
        this.addUsage(message);
        this.result.turns = (this.result.turns ?? 0) + message.turns;
        return this.verdictFromAnswer(message.text);
    }
  }

  private countToolRound(): void {
    this.toolRounds++;
    if (this.askedForVerdict || this.toolRounds < this.options.deadlines.toolRounds) return;
    this.result.outOfToolRounds = true;
    this.session.forbidTools();
    this.askForVerdictNow(NO_MORE_TOOLS);
  }

  private async verdictAfterError({
    reason,
    detail,
  }: Extract<ReviewerMessage, { kind: 'error' }>): Promise<Verdict | undefined> {
    const { messages } = this.options;
    // The end of a turn that we interrupted says nothing about the session.
    if (this.isAnswerPending()) return undefined;
    if (reason === 'over-budget') {
      // The verdict itself may have used up the budget: it is paid for, so it counts.
      const answer = await readAnswer(this.lastText);
      return answer ? verdictOf(answer) : failed('over-budget', messages.budgetUsedUp);
    }
    // It kept calling tools, so its turn was ended.
    if (this.result.outOfToolRounds && reason === 'other') return failed('no-answer', messages.noAnswer);
    if (reason === 'not-started') this.result.unforkable = 'unresumable';
    else if (TOO_LONG.test(detail)) this.result.unforkable = 'too-long';
    return failed('api', messages.apiFailed(detail));
  }

  private async verdictFromAnswer(text: string): Promise<Verdict | undefined> {
    const answer = await readAnswer(text);
    if (answer) return verdictOf(answer);
    this.firstProse ||= text.trim();
    if (this.isAnswerPending()) return undefined;
    if (!this.askedForJson) {
      this.askedForJson = true;
      this.ask(JSON_ONLY);
      return undefined;
    }
    if (this.firstProse) return verdictOf(answerFromProse(this.firstProse));
    return failed('no-answer', this.options.messages.noAnswer);
  }

  /** A later prompt is still to be answered, so the end of an earlier turn decides nothing. */
  private isAnswerPending(): boolean {
    return this.isInterrupting || this.turnsEnded < this.promptsSent;
  }

  private ask(text: string): void {
    this.promptsSent++;
    this.isInterrupting = false;
    this.session.ask(text);
  }

  private addUsage({ costUsd, tokens }: { costUsd: number; tokens: Tokens }): void {
    this.turnsEnded++;
    this.result.totalUsd = costUsd;
    const before = this.result.tokens ?? { input: 0, output: 0, cache_read: 0, cache_write: 0 };
    this.result.tokens = {
      input: before.input + tokens.input,
      output: before.output + tokens.output,
      cache_read: before.cache_read + tokens.cache_read,
      cache_write: before.cache_write + tokens.cache_write,
    };
  }
}

/** The wording of the API, of the client, and of services that are compatible with them. */
const TOO_LONG = /prompt is too long|context (?:length|window)|maximum context|too many (?:input )?tokens/i;

const NO_FEEDBACK_ALLOWED = 'Reviewed: nothing is missing.';
const NO_FEEDBACK_BLOCKED =
  'The reviewer found this unfinished but did not say what is missing. Go through the request again point by point, check each point against the files and by running what can be run, and finish what is open.';

/** The agent acts on the feedback, so it is never empty. */
function verdictOf({ allow, feedback }: ReviewerAnswer): Verdict {
  return allow
    ? { kind: 'allow', feedback: feedback || NO_FEEDBACK_ALLOWED }
    : { kind: 'block', feedback: feedback || NO_FEEDBACK_BLOCKED };
}
