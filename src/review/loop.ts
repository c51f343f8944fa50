import type { Tokens } from '../hook/journal.ts';
import type { Deadlines } from '../hook/rules/deadlines.ts';
import { failed, isInterrupted, type Verdict } from '../hook/rules/verdict.ts';
import type { ReviewerMessages } from '../i18n/reviewer.ts';
import { answerFromProse, type ReviewerAnswer, readAnswer } from './answer.ts';
import { JSON_ONLY, NO_MORE_TOOLS, VERDICT_NOW } from './prompt.ts';
import type { ReviewerMessage, ReviewerSession } from './reviewer-session.ts';

export interface LoopOptions {
  prompt: string;
  deadlines: Deadlines;
  /** Milliseconds since the hook process started: what the deadlines count in. */
  elapsedMs(): number;
  /** Settles with a signal's name when the hook is told to end. */
  interrupted: Promise<string>;
  messages: ReviewerMessages;
}

export interface LoopResult {
  verdict: Verdict;
  /** Why the worker's session cannot be judged as a fork: the client could not take it up, or it does not fit. */
  unforkable: 'unresumable' | 'too-long' | undefined;
  /** It was asked for its verdict because it had used its tools often enough. */
  outOfTurns: boolean;
  /** The client's running total; on a fork it starts from what the worker had spent. */
  totalUsd: number | null;
  tokens: Tokens | null;
  model: string | null;
  turns: number | null;
}

/**
 * Leads one review from the first prompt to a verdict, within its deadlines, and ends the session. Only an interrupted one
 * is left to the caller: ending can take as long as Claude Code waits before it kills the hook (1.5 s), and what was decided
 * has to be written down before. */
export async function reviewLoop(conversation: ReviewerSession, terms: LoopOptions): Promise<LoopResult> {
  const talk = new Talk(conversation, terms);
  const timers: NodeJS.Timeout[] = [];
  const ended = new Promise<Verdict>((end) => {
    const { deadlines, messages } = terms;
    const at = (ms: number, act: () => void) => {
      if (Number.isFinite(ms)) timers.push(setTimeout(act, Math.max(0, ms - terms.elapsedMs())));
    };
    at(deadlines.askMs, () => talk.hurry());
    at(deadlines.endMs, () => end(failed('deadline', messages.deadline(Math.round(deadlines.endMs / 1000)))));
    // Counted from here and not from the start: on a busy machine the client itself can take that long.
    talk.onReady = () =>
      at(terms.elapsedMs() + deadlines.firstWordMs, () => {
        if (talk.facts.model !== null) return;
        end(failed('api', messages.deadApi(Math.round(deadlines.firstWordMs / 1000), talk.lastRetry)));
      });
    terms.interrupted.then((signal) => end(failed('interrupted', messages.interrupted(signal))));
  });
  const verdict = await Promise.race([ended, talk.run()]);
  timers.forEach(clearTimeout);
  if (!isInterrupted(verdict)) await conversation.end();
  return { ...talk.facts, verdict };
}

class Talk {
  readonly facts: Omit<LoopResult, 'verdict'> = {
    unforkable: undefined,
    outOfTurns: false,
    totalUsd: null,
    tokens: null,
    model: null,
    turns: null,
  };
  lastRetry = '';
  onReady = () => {};
  private prose = '';
  private lastSaid = '';
  private asked = 0;
  private ended = 0;
  private toolRounds = 0;
  private hurried = false;
  private aboutToAsk = false;
  private askedForJson = false;

  constructor(
    private readonly conversation: ReviewerSession,
    private readonly terms: LoopOptions,
  ) {}

  async run(): Promise<Verdict> {
    const { messages } = this.terms;
    try {
      this.ask(this.terms.prompt);
      for await (const heard of this.conversation.messages) {
        const verdict = await this.hear(heard);
        if (verdict) return verdict;
      }
      return failed('client', messages.reviewerDied(this.lastRetry));
    } catch (error) {
      return failed('client', messages.reviewerDied((error as Error).message));
    }
  }

  /** Ends the turn, whatever it hangs in, and asks for a verdict on what has been seen. */
  hurry(reminder = VERDICT_NOW): void {
    if (this.hurried) return;
    this.hurried = true;
    this.askedForJson = true;
    this.aboutToAsk = true;
    void this.conversation.interrupt().then(() => this.ask(reminder));
  }

  private async hear(heard: ReviewerMessage): Promise<Verdict | undefined> {
    switch (heard.kind) {
      case 'ready':
        this.onReady();
        return undefined;
      case 'word':
        this.facts.model = heard.model;
        return undefined;
      case 'said':
        this.lastSaid = heard.text;
        return undefined;
      case 'retry':
        this.lastRetry = heard.detail;
        return undefined;
      case 'tool-round':
        this.countRound();
        return undefined;
      case 'error':
        this.account(heard);
        // A turn that we interrupted ourselves says nothing about the session.
        if (this.isWaiting()) return undefined;
        if (heard.at === 'budget') return this.judgeOverBudget();
        // It would not stop looking, so its turn was ended.
        if (this.facts.outOfTurns && heard.at === 'elsewhere') return failed('no-answer', this.terms.messages.noAnswer);
        if (heard.at === 'start') this.facts.unforkable = 'unresumable';
        else if (TOO_LONG.test(heard.detail)) this.facts.unforkable = 'too-long';
        return failed('api', this.terms.messages.apiFailed(heard.detail));
      case 'answer':
        this.account(heard);
        this.facts.turns = (this.facts.turns ?? 0) + heard.turns;
        return this.judge(heard.text);
    }
  }

  /** At the limit it is asked for its verdict, and tools are refused from then on. */
  private countRound(): void {
    this.toolRounds++;
    if (this.hurried || this.toolRounds < this.terms.deadlines.toolRounds) return;
    this.facts.outOfTurns = true;
    this.conversation.forbidTools();
    this.hurry(NO_MORE_TOOLS);
  }

  private async judge(text: string): Promise<Verdict | undefined> {
    const opinion = await readAnswer(text);
    if (opinion) return verdictOf(opinion);
    this.prose ||= text.trim();
    if (this.isWaiting()) return undefined;
    if (!this.askedForJson) {
      this.askedForJson = true;
      this.ask(JSON_ONLY);
      return undefined;
    }
    return this.prose ? verdictOf(answerFromProse(this.prose)) : failed('no-answer', this.terms.messages.noAnswer);
  }

  /** The verdict may have been what used it up: it is paid for, and counts. */
  private async judgeOverBudget(): Promise<Verdict> {
    const opinion = await readAnswer(this.lastSaid);
    return opinion ? verdictOf(opinion) : failed('over-budget', this.terms.messages.budgetUsedUp);
  }

  /** A later question is still unanswered, so the end of an earlier turn settles nothing. */
  private isWaiting(): boolean {
    return this.aboutToAsk || this.ended < this.asked;
  }

  private ask(text: string): void {
    this.asked++;
    this.aboutToAsk = false;
    this.conversation.ask(text);
  }

  private account(turn: { costUsd: number; tokens: Tokens }): void {
    this.ended++;
    this.facts.totalUsd = turn.costUsd;
    const before = this.facts.tokens ?? { input: 0, output: 0, cache_read: 0, cache_write: 0 };
    this.facts.tokens = {
      input: before.input + turn.tokens.input,
      output: before.output + turn.tokens.output,
      cache_read: before.cache_read + turn.tokens.cache_read,
      cache_write: before.cache_write + turn.tokens.cache_write,
    };
  }
}

/** As the API and the client say it, and services that speak like them. */
const TOO_LONG = /prompt is too long|context (?:length|window)|maximum context|too many (?:input )?tokens/i;

const ALLOWED = 'Reviewed: nothing is missing.';
const NO_DETAILS =
  'The reviewer found this not finished, without saying what is missing. Go through the request again point by point, check each point against the files and by running what can be run, and finish what is open.';

/** The reason that the agent reads is never empty. */
function verdictOf({ allow, feedback }: ReviewerAnswer): Verdict {
  return allow ? { kind: 'allow', feedback: feedback || ALLOWED } : { kind: 'block', feedback: feedback || NO_DETAILS };
}
