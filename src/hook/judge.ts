import type { Check, CheckResult } from '../checks/check.ts';
import { failureFeedback } from '../checks/feedback.ts';
import { type CheckSet, runAllChecks } from '../checks/run-checks.ts';
import type { Config } from '../config/config-file.ts';
import { effectiveSupervisor } from '../config/repository-config.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { gatherEvidence } from '../evidence/gather.ts';
import { renderEvidence } from '../evidence/render/text.ts';
import type { ReadLimits } from '../git/git-reader.ts';
import { changedFiles, readWorkTree, type WorkTree } from '../git/work-tree.ts';
import { reviewerMessages } from '../i18n/reviewer.ts';
import { failedReview, type Review } from '../review/review.ts';
import { providerSecrets } from '../review/reviewer-provider.ts';
import { trustStatusOf } from '../trust/trust-status.ts';
import { type AskDependencies, askReviewer } from './ask-reviewer.ts';
import { earlierVerdicts, journalEntries } from './journal.ts';
import type { Judgement, JudgementOutcome, ProjectContext } from './judgement.ts';
import type { HookInput } from './protocol/input.ts';
import { type Budget, budgetFor, hasLimit } from './rules/budget.ts';
import { deadlinesFor } from './rules/deadlines.ts';
import type { State } from './rules/state.ts';
import { failed, isInterrupted } from './rules/verdict.ts';
import { locateSession, supervisedSince } from './session-location.ts';

export interface JudgeDependencies extends AskDependencies {
  /** Progress, for a user who waits at a terminal. */
  onCheck?(check: Check): void;
  onReview?(): void;
}

export interface JudgeRequest {
  input: HookInput;
  config: Config;
  state: State | undefined;
  /** Which round of the task this is. */
  count: number;
  /** Whether notices and check results are stored; not for a review by hand, which leaves no trace. */
  persist: boolean;
  /** The worker's provider. Only for a review by hand, which cannot read it from the session's environment. */
  workersProvider?: string | undefined;
  /** If the caller has located the event already. */
  project?: ProjectContext | undefined;
}

/** Enough for any repository; a home folder with a million files must not use up the time of the review. */
const READ_TREE_MS = 5_000;

/** Checks get this part of the time limit; the rest is for the review. */
const TIME_FOR_CHECKS = 0.5;

/** Judges one event: locate it → checks → budget → review → what the review left changed. Every stage may decide. */
export async function judgeEvent(request: JudgeRequest, dependencies: JudgeDependencies): Promise<Judgement> {
  const project = request.project ?? (await locateProject(request, dependencies));
  const interrupted = abortedBy(dependencies.interrupted);
  const task: Task = { ...request, project, dependencies, interrupted };

  const checks = await runChecks(task);
  const decided = (outcome: JudgementOutcome, more: Partial<Judgement> = {}): Judgement => ({
    ...{ outcome, project, checks, tree: '', changedDuringReview: [], evidence: undefined },
    ...more,
  });
  if (interrupted.aborted) return decided({ kind: 'review', review: interruptedReview(task) });
  const failing = checks.find(({ outcome }) => outcome.kind === 'failed');
  const feedback = failureFeedback(checks);
  if (failing && feedback)
    return decided({ kind: 'check', failed: failing, feedback }, { tree: (await readTree(task)).fingerprint });

  const { reached, leftUsd } = budgetOf(task);
  if (reached) return decided({ kind: 'limit', limit: { kind: 'budget', ...reached }, review: undefined });

  dependencies.onReview?.();
  let reading: Promise<{ evidence: Evidence | undefined; before: WorkTree }> | undefined;
  const review = await askReviewer(task, leftUsd, async () => {
    // A callback, and not a stage before the review: the client needs a second to boot, and evidence and work tree are
    // read meanwhile. A reviewer that has to start over asks again.
    reading ??= readEvidenceAndTree(task, checks);
    const { evidence } = await reading;
    return (maxBytes) => (evidence ? renderEvidence(evidence, maxBytes) : 'It could not be computed.');
  });
  // Claude Code kills the hook soon: what was decided has to be written before that.
  if (isInterrupted(review.verdict)) return decided({ kind: 'review', review });

  const { evidence, before } = (await reading) ?? {};
  const after = await readTree(task, before);
  const changedDuringReview = before ? changedFiles(before, after) : [];
  return decided({ kind: 'review', review }, { tree: after.fingerprint, changedDuringReview, evidence });
}

/** Everything that the stages share. */
interface Task extends JudgeRequest {
  project: ProjectContext;
  dependencies: JudgeDependencies;
  interrupted: AbortSignal;
}

/** Finds the session's folder and transcript, and which of the repository's own rules the user trusts. */
export async function locateProject(
  { input, config, persist }: Pick<JudgeRequest, 'input' | 'config' | 'persist'>,
  { env, paths, cwd }: Pick<JudgeDependencies, 'env' | 'paths' | 'cwd'>,
): Promise<ProjectContext> {
  const location = await locateSession(input, env, paths, cwd);
  const trust = await trustStatusOf(location.folder, paths, env, { recordNotice: persist });
  const supervisor =
    trust.kind === 'trusted' ? effectiveSupervisor(config.supervisor, config.sets, trust.config) : config.supervisor;
  return { ...location, trust, supervisor };
}

/** For `skip_unchanged`: no tool was used, and no file differs, since a reviewer last approved a stop. */
export async function isUnchanged(
  request: JudgeRequest & { project: ProjectContext },
  dependencies: JudgeDependencies,
): Promise<boolean> {
  const { input, state, project } = request;
  const approved = state?.approved;
  if (!project.supervisor.skipUnchanged || !approved || input.event.name !== 'Stop') return false;
  if (project.session === undefined) return false;
  const task = { ...request, dependencies, interrupted: abortedBy(dependencies.interrupted) };
  const { complete, fingerprint } = await readTree(task);
  if (!complete || fingerprint !== approved.tree) return false;
  const evidence = await evidenceOrUndefined(task, []);
  // Without evidence nothing shows that no tool was used.
  if (!evidence) return false;
  const { lastToolUseAt } = evidence.session;
  return lastToolUseAt === null || lastToolUseAt <= approved.at;
}

/** What happened in the session, from its transcript and git. */
export function computeEvidence(
  request: JudgeRequest & { project: ProjectContext },
  dependencies: JudgeDependencies,
  checks: CheckResult[],
): Promise<Evidence> {
  return evidenceFor({ ...request, dependencies, interrupted: abortedBy(dependencies.interrupted) }, checks);
}

function abortedBy(interrupted: Promise<string>): AbortSignal {
  const controller = new AbortController();
  void interrupted.then((signal) => controller.abort(signal));
  return controller.signal;
}

function interruptedReview({ dependencies, interrupted }: Task): Review {
  const { interrupted: message } = reviewerMessages[dependencies.env.language];
  return failedReview(failed('interrupted', message(String(interrupted.reason))));
}

/** Reading files may take a part of the time that is left, and ends with the hook. */
function readLimits({ input, project, dependencies, interrupted }: Task): ReadLimits {
  const left = deadlinesFor(input.event.form, project.supervisor).endMs - dependencies.elapsedMs();
  return { signal: interrupted, untilMs: performance.now() + Math.min(READ_TREE_MS, left / 4) };
}

function readTree(task: Task, before?: WorkTree): Promise<WorkTree> {
  return readWorkTree(task.project.folder, task.dependencies.env.all, before, readLimits(task));
}

/** The user's checks run in the project folder, a repository's where its configuration is. */
async function runChecks(task: Task): Promise<CheckResult[]> {
  const { input, config, state, persist, project, dependencies, interrupted } = task;
  const { env, paths, elapsedMs, onCheck } = dependencies;
  // Inside a check there are none: one that starts a supervised session would start itself over and over.
  if (input.event.name !== 'Stop' || env.insideCheck) return [];
  const { folder, session, trust, supervisor } = project;
  const sets: CheckSet[] = [{ folder, checks: config.supervisor.checks }];
  if (trust.kind === 'trusted') sets.push({ folder: trust.root, checks: trust.config.values.checks ?? [] });
  if (sets.every(({ checks }) => checks.length === 0)) return [];
  return runAllChecks(sets, {
    env: env.all,
    paths,
    since: supervisedSince(project, state),
    timeMs: supervisor.timeoutSeconds * 1000 * TIME_FOR_CHECKS - elapsedMs(),
    abortSignal: interrupted,
    toolsUsedAt: session?.lastToolUseAt,
    secrets: await providerSecrets(config, env, paths),
    keepsResults: persist,
    onStart: onCheck,
    readLimits: readLimits(task),
  });
}

/** What is left of the limits on cost. The journal is read only if there is one. */
function budgetOf({ input, project, dependencies }: Task): Budget {
  if (!hasLimit(project.supervisor)) return { leftUsd: undefined, reached: undefined };
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  const journal = journalEntries(dependencies.paths.journal);
  return budgetFor(project.supervisor, input.session_id, midnight.toISOString(), journal);
}

async function readEvidenceAndTree(task: Task, checks: CheckResult[]) {
  const [evidence, before] = await Promise.all([evidenceOrUndefined(task, checks), readTree(task)]);
  return { evidence, before };
}

function evidenceFor(task: Task, checks: CheckResult[]): Promise<Evidence> {
  const { input, state, project, dependencies } = task;
  return gatherEvidence({
    transcript: project.session?.transcript,
    folder: project.folder,
    since: supervisedSince(project, state),
    env: dependencies.env.all,
    background: input.background_tasks ?? [],
    lastMessage: input.last_assistant_message,
    verdicts: earlierVerdicts(input.session_id, dependencies.paths),
    checks,
    readLimits: readLimits(task),
  });
}

/** A transcript can hold anything: without evidence the reviewer judges by what it sees. */
async function evidenceOrUndefined(task: Task, checks: CheckResult[]): Promise<Evidence | undefined> {
  try {
    return await evidenceFor(task, checks);
  } catch (error) {
    task.dependencies.log('the evidence could not be computed', { error: (error as Error).stack ?? String(error) });
    return undefined;
  }
}
