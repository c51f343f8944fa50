import type { Check, CheckResult } from '../checks/check.ts';
import { failureFeedback } from '../checks/feedback.ts';
import { type CheckSet, runAllChecks } from '../checks/run-all.ts';
import type { Config } from '../config/config-file.ts';
import { effectiveSupervisor } from '../config/repository-config.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import type { Facts } from '../evidence/facts.ts';
import { gatherFacts } from '../evidence/gather.ts';
import { factsText } from '../evidence/render/text.ts';
import type { ReadLimits } from '../git/git-reader.ts';
import { changedBetween, differingIn, readWorkTree, type WorkTree } from '../git/work-tree.ts';
import { reviewerMessages } from '../i18n/reviewer.ts';
import { once } from '../platform/once.ts';
import { secretsIn } from '../platform/redact.ts';
import { isUserError } from '../platform/user-error.ts';
import { reviewPrompt } from '../review/prompt.ts';
import { failedReview, type Review, type Reviewer, type ReviewerChoice, type ReviewRequest } from '../review/review.ts';
import { providerSecrets, reviewingProvider } from '../review/reviewer-provider.ts';
import type { ReviewerDependencies } from '../review/run.ts';
import { type TrustStatus, trustStatusOf } from '../trust/trust-status.ts';
import { earlierVerdicts } from './earlier-verdicts.ts';
import { journalEntries } from './journal-reader.ts';
import type { Judgement, JudgementOutcome } from './judgement.ts';
import type { HookInput } from './protocol/input.ts';
import { type Budget, budgetFor, hasLimit } from './rules/budget.ts';
import { deadlinesFor } from './rules/deadlines.ts';
import type { Exemption, State } from './rules/state.ts';
import { failed, isInterrupted } from './rules/verdict.ts';
import { locateSession, type SessionLocation, supervisedSince } from './session-location.ts';

export interface JudgeDependencies extends ReviewerDependencies {
  reviewer: Reviewer;
  /** Keys that come up on the way, so that they are never written down. */
  learn(secrets: Iterable<string>): void;
  /** For those who wait at a terminal. */
  onCheck?(check: Check): void;
  onReview?(): void;
}

/** What is to be judged, and by which rules. */
export interface JudgeRequest {
  input: HookInput;
  config: Config;
  state: State | undefined;
  /** Where `supervisor.provider` names none: a review by hand has no worker at hand, whose service it could share. */
  workersProvider?: string | undefined;
  /** A review by hand writes nothing down. */
  remembers: boolean;
}

/** Enough for any repository; a home folder with a million files is not worth more of the user’s time. */
const LOOK_MS = 5_000;

/** Checks may take this part of the time; the rest is for the review. */
const FOR_CHECKS = 0.5;

/** One event, from where it took place to what was decided: tree → checks → budget → review → tree. */
export class Hearing {
  /** The user's rules, and those of a repository that they trust. */
  readonly supervisor: SupervisorConfig;
  private readonly abort = new AbortController();

  private constructor(
    private readonly needs: JudgeDependencies,
    private readonly matter: JudgeRequest,
    readonly scene: SessionLocation,
    readonly standing: TrustStatus,
  ) {
    const { config } = matter;
    needs.interrupted.then((signal) => this.abort.abort(signal));
    this.supervisor =
      standing.kind === 'trusted'
        ? effectiveSupervisor(config.supervisor, config.sets, standing.config)
        : config.supervisor;
  }

  static async open(needs: JudgeDependencies, matter: JudgeRequest): Promise<Hearing> {
    const { env, paths, cwd } = needs;
    const scene = await locateSession(matter.input, env, paths, cwd);
    const standing = await trustStatusOf(scene.folder, paths, env, { remember: matter.remembers });
    return new Hearing(needs, matter, scene, standing);
  }

  /** `skip_unchanged`: no tool was used, and no file is different, since a reviewer last allowed a stop. */
  async exemption(): Promise<Exemption | undefined> {
    const { input, state } = this.matter;
    const approved = state?.approved;
    if (!this.supervisor.skipUnchanged || !approved || input.event.name !== 'Stop') return undefined;
    if (this.scene.session === undefined) return undefined;
    const { whole, fingerprint } = await this.tree();
    if (!whole || fingerprint !== approved.tree) return undefined;
    const facts = await this.knownFacts([]);
    // What cannot be told is no reason to look away.
    if (!facts) return undefined;
    const { lastToolUseAt } = facts.session;
    return lastToolUseAt !== null && lastToolUseAt > approved.at ? undefined : 'unchanged';
  }

  async judge(count: number): Promise<Judgement> {
    // A check that starts a supervised session must not start itself over and over.
    const mayCheck = this.matter.input.event.name === 'Stop' && !this.needs.env.insideCheck;
    const checks = mayCheck ? await this.runChecks() : [];
    // Neither is looked at before it is needed: the reviewer's client boots meanwhile.
    const before = once(() => this.tree());
    const settled = this.withoutReview(checks);
    if ('outcome' in settled) {
      const tree = this.abort.signal.aborted ? '' : (await before()).fingerprint;
      return { ...settled, checks, tree, touched: [] };
    }
    this.needs.onReview?.();
    const facts = once(() => this.knownFacts(checks));
    const review = await this.review(count, settled.leftUsd, async () => {
      const [known] = await Promise.all([facts(), before()]);
      return (maxBytes) => (known ? factsText(known, maxBytes) : 'They could not be computed.');
    });
    // There is no time left to look at files.
    if (isInterrupted(review.verdict)) return { outcome: { kind: 'review', review }, checks, tree: '', touched: [] };
    const after = await this.tree(await before());
    const touched = after.whole ? changedBetween(await before(), after) : differingIn(await before(), after);
    return { outcome: { kind: 'review', review }, checks, tree: after.fingerprint, touched };
  }

  /** What is decided before anybody is asked; else what may be spent on asking. */
  private withoutReview(checks: CheckResult[]): { outcome: JudgementOutcome } | { leftUsd: number | undefined } {
    if (this.abort.signal.aborted) {
      const verdict = failed(
        'interrupted',
        reviewerMessages[this.needs.env.language].interrupted(String(this.abort.signal.reason)),
      );
      return { outcome: { kind: 'review', review: failedReview(verdict) } };
    }
    const failing = checks.find(({ outcome }) => outcome.kind === 'failed');
    const feedback = failureFeedback(checks);
    if (failing && feedback) return { outcome: { kind: 'check', failed: failing, feedback } };
    const { reached, leftUsd } = this.budget();
    if (reached) return { outcome: { kind: 'brake', brake: { kind: 'budget', ...reached }, review: undefined } };
    return { leftUsd };
  }

  private tree(before?: WorkTree): Promise<WorkTree> {
    return readWorkTree(this.scene.folder, this.needs.env.all, before, this.bounds());
  }

  /** A look at the files takes a part of the time that is left, and ends with the hook. */
  private bounds(): ReadLimits {
    const left = deadlinesFor(this.matter.input.event.form, this.supervisor).endMs - this.needs.elapsedMs();
    return { signal: this.abort.signal, untilMs: performance.now() + Math.min(LOOK_MS, left / 4) };
  }

  /** The user's own in the project folder, a repository's where it has them written down. */
  private async runChecks(): Promise<CheckResult[]> {
    const { env, paths, elapsedMs, onCheck } = this.needs;
    const { config, remembers } = this.matter;
    const { folder, session } = this.scene;
    const posts: CheckSet[] = [{ folder, checks: config.supervisor.checks }];
    if (this.standing.kind === 'trusted')
      posts.push({ folder: this.standing.root, checks: this.standing.config.values.checks ?? [] });
    if (posts.every(({ checks }) => checks.length === 0)) return [];
    return runAllChecks(posts, {
      env: env.all,
      paths,
      since: supervisedSince(this.scene, this.matter.state),
      timeMs: this.supervisor.timeoutSeconds * 1000 * FOR_CHECKS - elapsedMs(),
      interrupted: this.abort.signal,
      toolsUsedAt: session?.lastToolUseAt,
      secrets: await providerSecrets(paths, env),
      remembers,
      onStart: onCheck,
      bounds: this.bounds(),
    });
  }

  private budget(): Budget {
    if (!hasLimit(this.supervisor)) return { leftUsd: undefined, reached: undefined };
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    const journal = journalEntries(this.needs.paths.journal);
    return budgetFor(this.supervisor, this.matter.input.session_id, midnight.toISOString(), journal);
  }

  /** What happened, as a program can tell. */
  facts(checks: CheckResult[]): Promise<Facts> {
    const { input } = this.matter;
    return gatherFacts({
      transcript: this.scene.session?.transcript,
      folder: this.scene.folder,
      since: supervisedSince(this.scene, this.matter.state),
      env: this.needs.env.all,
      background: input.background_tasks ?? [],
      lastMessage: input.last_assistant_message,
      verdicts: earlierVerdicts(input.session_id, this.needs.paths),
      checks,
      bounds: this.bounds(),
    });
  }

  /** A transcript can hold anything: without facts the reviewer judges by what it sees. */
  private async knownFacts(checks: CheckResult[]): Promise<Facts | undefined> {
    try {
      return await this.facts(checks);
    } catch (error) {
      this.needs.log('the facts could not be computed', { error: (error as Error).stack ?? String(error) });
      return undefined;
    }
  }

  private async review(count: number, maxUsd: number | undefined, facts: ReviewRequest['facts']): Promise<Review> {
    const { input } = this.matter;
    const { supervisor, scene } = this;
    let choice: ReviewerChoice;
    try {
      choice = await this.choice();
    } catch (error) {
      if (isUserError(error)) return failedReview(failed('client', error.text));
      throw error;
    }
    return this.needs.reviewer({
      input,
      ...scene,
      count,
      max: supervisor.maxIterations,
      deadlines: deadlinesFor(input.event.form, supervisor),
      prompt: this.prompt(),
      notes: this.notes(),
      facts,
      context: supervisor.context,
      choice,
      maxUsd,
    });
  }

  private async choice(): Promise<ReviewerChoice> {
    const { env, paths, learn } = this.needs;
    const { provider: own, model } = this.supervisor;
    const provider = await reviewingProvider(own || this.matter.workersProvider, env, paths);
    if (provider) learn(secretsIn(provider.env));
    return { provider, elsewhere: provider !== undefined && !!own && own !== this.matter.workersProvider, model };
  }

  /** The worker may have been the one who changed it. */
  private notes(): string[] {
    const { standing } = this;
    if (standing.kind !== 'changed') return [];
    return [`What the user trusted has been changed since, so it did not count here: ${standing.files.join(', ')}.`];
  }

  /** A repository that is trusted may add to how its work is judged, never take away. */
  private prompt(): string {
    const own = reviewPrompt(this.needs.paths.prompt, this.needs.log);
    const added = this.standing.kind === 'trusted' ? this.standing.prompt?.trim() : undefined;
    return added ? `${own}\n\n## For this repository\n\n${added}` : own;
  }
}
