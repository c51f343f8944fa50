import type { Deadlines } from '../hook/rules/deadlines.ts';
import { failed, isInterrupted, type Verdict } from '../hook/rules/verdict.ts';
import type { ReviewerMessages } from '../i18n/reviewer.ts';
import { answerFromProse, type Reading, type ReviewerAnswer, readAnswer } from './answer.ts';
import { type ApiWait, isTemporary, Patience } from './patience.ts';
import { CONTINUE, JSON_ONLY, NO_MORE_TOOLS, ONE_VERDICT, VERDICT_NOW } from './prompt.ts';
import type { Tokens } from './review.ts';
import type { ReviewerMessage, ReviewerSession } from './session.ts';

export interface LoopOptions {
  prompt: string;
  deadlines: Deadlines;
  /** Milliseconds since the hook process started, which is what the deadlines count from. */
  elapsedMs(): number;
  /** Resolves with the name of the signal that interrupts the hook. */
  interruptedBy: Promise<string>;
  messages: ReviewerMessages;
  /** The review waits for the API. */
  onWait?(wait: ApiWait, delayMs: number): void;
}

export interface LoopResult {
  verdict: Verdict;
  /** Why the worker's session cannot be reviewed as a fork. */
  unforkable: 'unresumable' | 'too-long' | undefined;
  /** The limit of tool rounds was reached. */
  outOfToolRounds: boolean;
  /** Asked twice, it gave no verdict: its words were taken as an objection. */
  fromProse?: boolean;
  /** The client's running total; on a fork it includes what the worker had spent. */
  totalUsd: number | null;
  tokens: Tokens | null;
  model: string | null;
  turns: number | null;
  /** How long it had to wait for the API; null: not at all. */
  wait: ApiWait | null;
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
    at(deadlines.giveUpMs, () => conversation.patience.isOutage && end(conversation.gaveUp()));
    at(deadlines.endMs, () => end(failed('deadline', messages.deadline(Math.round(deadlines.endMs / 1000)))));
    // Counted from `ready` and not from the start: on a busy machine, booting the client alone can take that long.
    let firstByte: NodeJS.Timeout | undefined;
    conversation.expectFirstByte = (delayMs) => {
      clearTimeout(firstByte);
      if (delayMs === undefined || !Number.isFinite(deadlines.firstByteMs)) return;
      const message = messages.apiTimeout(Math.round(deadlines.firstByteMs / 1000), conversation.lastRetry);
      firstByte = setTimeout(() => end(failed('api', message)), delayMs + deadlines.firstByteMs);
    };
    void options.interruptedBy.then((signal) => end(failed('interrupted', messages.interrupted(signal))));
  });
  const verdict = await Promise.race([ended, conversation.run()]);
  timers.forEach(clearTimeout);
  conversation.stopWaiting();
  if (!isInterrupted(verdict)) await session.end();
  return { ...conversation.result, wait: conversation.patience.wait(), verdict };
}

class Conversation {
  readonly result: Omit<LoopResult, 'verdict' | 'wait'> = {
    unforkable: undefined,
    outOfToolRounds: false,
    totalUsd: null,
    tokens: null,
    model: null,
    turns: null,
  };
  readonly patience: Patience;
  lastRetry = '';
  /** The first byte is due after `delayMs` and the usual time; undefined: none is due. */
  expectFirstByte = (_delayMs: number | undefined) => {};
  private firstProse = '';
  /** The feedback of the verdict that blocks, in an answer that also had one that allows. */
  private contradicted: string | undefined;
  private lastFinished = '';
  private pause: NodeJS.Timeout | undefined;
  /** What the API said when the client last gave up; its retries only have a status. */
  private lastFailure = '';
  /** The client has tried again in this turn. */
  private hasRetried = false;
  private promptsSent = 0;
  private turnsEnded = 0;
  private toolRounds = 0;
  private askedForVerdict = false;
  private isInterrupting = false;
  private askedForJson = false;

  constructor(
    private readonly session: ReviewerSession,
    private readonly options: LoopOptions,
  ) {
    const { deadlines, elapsedMs } = options;
    this.patience = new Patience({ patienceMs: deadlines.patienceMs, untilMs: deadlines.giveUpMs, elapsedMs });
  }

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
    clearTimeout(this.pause);
    void this.session.interrupt().then(() => this.ask(reminder));
  }

  /** Returns a verdict if the message ends the review. */
  private async handleMessage(message: ReviewerMessage): Promise<Verdict | undefined> {
    switch (message.kind) {
      case 'ready':
        if (this.result.model === null) this.expectFirstByte(0);
        return undefined;
      case 'response-started':
        this.result.model = message.model;
        this.lastFinished = '';
        this.patience.recordResponse();
        this.expectFirstByte(undefined);
        return undefined;
      case 'finished-message':
        this.lastFinished = message.text;
        this.patience.recordProgress();
        return undefined;
      case 'retry':
        return this.verdictAfterRetry(message);
      case 'tool-round':
        this.countToolRound();
        return undefined;
      case 'error':
        this.addUsage(message);
        return this.verdictAfterError(message);
      case 'answer':
        this.addUsage(message);
        this.addTurns(message);
        return this.verdictFromAnswer(message);
    }
  }

  stopWaiting(): void {
    clearTimeout(this.pause);
    this.expectFirstByte(undefined);
  }

  private countToolRound(): void {
    this.toolRounds++;
    this.patience.recordProgress();
    if (this.askedForVerdict || this.toolRounds < this.options.deadlines.toolRounds) return;
    this.result.outOfToolRounds = true;
    this.session.forbidTools();
    this.askForVerdictNow(NO_MORE_TOOLS);
  }

  /** The client itself waits and tries again; here it is only ended if that would take too long. */
  private verdictAfterRetry({
    status,
    detail,
    delayMs,
    isHang,
  }: Extract<ReviewerMessage, { kind: 'retry' }>): Verdict | undefined {
    this.lastRetry = detail;
    this.hasRetried = true;
    // A request that nobody answers is ended by the deadline for the first byte.
    if (isHang) return undefined;
    if (this.result.model === null) this.expectFirstByte(delayMs);
    if (status !== null && !isTemporary(status)) return undefined;
    this.patience.recordFailure(status);
    if (status !== null && !this.patience.allows(delayMs)) return this.gaveUp();
    this.reportWait(delayMs);
    return undefined;
  }

  /** The client has given up, which it does after three attempts: the session can be asked to go on all the same. */
  private verdictWhenUnavailable({
    status,
    detail,
    turns,
  }: Extract<ReviewerMessage, { kind: 'error' }>): Verdict | undefined {
    this.expectFirstByte(undefined);
    this.lastFailure = detail;
    this.patience.recordFailure(status);
    // A `retry-after` of more than a minute is not known here: the client gives up without a second attempt.
    const pauseMs = this.patience.nextPauseMs(status === 429 && !this.hasRetried);
    if (pauseMs === undefined) return this.gaveUp(detail);
    this.addTurns({ turns });
    this.hasRetried = false;
    this.reportWait(pauseMs);
    this.pause = setTimeout(() => this.ask(CONTINUE), pauseMs);
    return undefined;
  }

  gaveUp(detail = this.lastFailure || this.lastRetry): Verdict {
    const { messages } = this.options;
    const wait = this.patience.wait();
    return failed('api', messages.apiFailed(wait && wait.ms >= 1000 ? messages.afterWaiting(detail, wait) : detail));
  }

  private reportWait(delayMs: number): void {
    const wait = this.patience.wait();
    if (wait) this.options.onWait?.(wait, delayMs);
  }

  private async verdictAfterError(error: Extract<ReviewerMessage, { kind: 'error' }>): Promise<Verdict | undefined> {
    const { messages } = this.options;
    const { reason, detail } = error;
    // The end of a turn that we interrupted says nothing about the session.
    if (this.isAnswerPending()) return undefined;
    if (reason === 'unavailable') return this.verdictWhenUnavailable(error);
    if (reason === 'over-budget') {
      // The verdict itself may have used up the budget: it is paid for, so it counts.
      const reading = await this.readAnswer(this.lastFinished);
      if (reading.kind === 'verdict') return verdictOf(reading.answer);
      // Without one it cannot be asked again.
      const wasAsked = this.askedForJson && this.lastFinished.trim() !== '';
      return (
        (wasAsked || this.contradicted !== undefined ? this.objection() : undefined) ??
        failed('over-budget', messages.budgetUsedUp)
      );
    }
    // It kept calling tools, so its turn was ended.
    if (this.result.outOfToolRounds && reason === 'other') return failed('no-answer', messages.noAnswer);
    if (reason === 'not-started') this.result.unforkable = 'unresumable';
    else if (TOO_LONG.test(detail)) this.result.unforkable = 'too-long';
    return failed('api', messages.apiFailed(detail));
  }

  private async verdictFromAnswer({
    text,
    isFinished,
  }: Extract<ReviewerMessage, { kind: 'answer' }>): Promise<Verdict | undefined> {
    // What was cut off, or goes on with a tool call, may end in another verdict.
    const reading = await this.readAnswer(text, isFinished);
    if (reading.kind === 'verdict') return verdictOf(reading.answer);
    if (this.isAnswerPending()) return undefined;
    if (!this.askedForJson) {
      this.askedForJson = true;
      this.ask(reading.kind === 'contradiction' ? ONE_VERDICT : JSON_ONLY);
      return undefined;
    }
    return this.objection() ?? failed('no-answer', this.options.messages.noAnswer);
  }

  /** Keeps what an answer says that is no verdict. */
  private async readAnswer(text: string, isFinished = true): Promise<Reading> {
    const reading: Reading = isFinished ? await readAnswer(text, { isAlone: this.askedForJson }) : { kind: 'none' };
    if (reading.kind === 'contradiction') this.contradicted ||= reading.feedback;
    else if (reading.kind === 'none') this.firstProse ||= text.trim();
    return reading;
  }

  /** What was said instead of a verdict. */
  private objection(): Verdict | undefined {
    if (this.contradicted !== undefined) return verdictOf({ allow: false, feedback: this.contradicted });
    if (!this.firstProse) return undefined;
    this.result.fromProse = true;
    return verdictOf(answerFromProse(this.firstProse));
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

  private addTurns({ turns }: { turns: number }): void {
    this.result.turns = (this.result.turns ?? 0) + turns;
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
const NO_FEEDBACK_IMPOSSIBLE = 'The reviewer did not say why.';
const NO_FEEDBACK_BLOCKED =
  'The reviewer found this unfinished but did not say what is missing. Go through the request again point by point, check each point against the files and by running what can be run, and finish what is open.';

/** The agent acts on the feedback, so it is never empty. */
function verdictOf({ allow, feedback, isImpossible, proposed }: ReviewerAnswer): Verdict {
  if (!allow) return { kind: 'block', feedback: feedback || NO_FEEDBACK_BLOCKED };
  if (isImpossible) return { kind: 'impossible', feedback: feedback || NO_FEEDBACK_IMPOSSIBLE };
  return { kind: 'allow', feedback: feedback || NO_FEEDBACK_ALLOWED, ...(proposed && { proposed }) };
}
