import { type Check, type CheckResult, isBlocking } from '../checks/check.ts';
import { failureFeedback } from '../checks/feedback.ts';
import { type CheckSet, runAllChecks } from '../checks/run-checks.ts';
import { mayHaveProcesses } from '../checks/session-processes.ts';
import type { Config } from '../config/config-file.ts';
import { configSecrets } from '../config/config-secrets.ts';
import type { Paths } from '../config/paths.ts';
import { claimsFeedback, falseClaims } from '../evidence/claims/feedback.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { gatherEvidence } from '../evidence/gather.ts';
import { renderEvidence } from '../evidence/render/text.ts';
import type { ReadLimits } from '../git/git-reader.ts';
import { changedFiles, readWorkTree, type WorkTree } from '../git/work-tree.ts';
import { reviewerMessages } from '../i18n/reviewer.ts';
import { failedReview, type Review } from '../review/review.ts';
import { projectRules } from '../trust/project-rules.ts';
import { otherWorkTree } from '../trust/worktrees.ts';
import { answerQuestion, type QuestionAnswer } from './answer-question.ts';
import { type AskDependencies, askReviewer } from './ask-reviewer.ts';
import { budgetOf } from './budget.ts';
import type { Judgement, JudgementOutcome, ProjectContext } from './judgement.ts';
import type { HookInput } from './protocol/input.ts';
import { type Begin, transcriptTroubleText } from './rules/begin.ts';
import { deadlinesFor } from './rules/deadlines.ts';
import type { State } from './rules/state.ts';
import { failed, isInterrupted } from './rules/verdict.ts';
import { locateSession, supervisedSince } from './session-location.ts';
import { taskOf } from './task.ts';
import { earlierVerdicts, lastApproval } from './verdicts.ts';

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
  /** Whether notices and check results are stored; not for `ccc review`, which writes no state. */
  persist: boolean;
  /** The worker's provider. Only for `ccc review`, which cannot read it from the session's environment. */
  workersProvider?: string | undefined;
  /** The project folder is a copy whose mtimes were restored; only for `ccc eval`. */
  folderIsCopy?: boolean;
  /** What decides how the session is supervised and was changed during it. */
  changedSettings?: string[];
  /** Set if the caller has already called `locateProject`. */
  project?: ProjectContext | undefined;
}

/** The functions of this file with their dependencies. */
export interface Judge {
  locateProject(request: JudgeRequest): Promise<ProjectContext>;
  isUnchanged(request: JudgeRequest & { project: ProjectContext }): Promise<boolean>;
  judgeEvent(request: JudgeRequest): Promise<Judgement>;
}

/** Enough for any repository; a home folder with a million files must not use up the time of the review. */
const READ_TREE_MS = 5_000;

/** Checks get this part of the time limit; the rest is for the review. */
const TIME_FOR_CHECKS = 0.5;

/** Judges one event: locate it → checks → budget → claims → review → what the review left changed. Every stage may decide. */
export async function judgeEvent(request: JudgeRequest, dependencies: JudgeDependencies): Promise<Judgement> {
  const project = request.project ?? (await locateProject(request, dependencies));
  const abortSignal = abortSignalFrom(dependencies.interruptedBy);
  const context: JudgeContext = { ...request, project, dependencies, abortSignal };
  // The hook has done so already, a review by hand has not.
  dependencies.addSecrets(secretsOf(context));

  const editedResults: string[] = [];
  const checks = await runChecks(context, (file) => editedResults.push(file));
  const mayChangeLater = checks.length > 0 && (await mayHaveProcesses(sessionOf(context)));
  const decided = (outcome: JudgementOutcome, more: Partial<Judgement> = {}): Judgement => ({
    ...{ outcome, project, checks, editedResults, mayChangeLater },
    ...{ treeFingerprint: '', changedDuringReview: [], evidence: undefined },
    ...more,
  });
  if (abortSignal.aborted) return decided({ kind: 'review', review: interruptedReview(context) });
  const failing = checks.find(isBlocking);
  const feedback = failureFeedback(checks);
  if (failing && feedback)
    return decided(
      { kind: 'check', failed: failing, feedback },
      { treeFingerprint: (await readTree(context)).fingerprint },
    );

  const { reached, leftUsd } = budgetOf(project.supervisor, request.input.session_id, dependencies.paths.journal);
  if (reached) return decided({ kind: 'limit', limit: { kind: 'budget', ...reached }, review: undefined });

  const { outcome: claimed, evidence: known } = await judgeClaims(context, checks);
  if (abortSignal.aborted) return decided({ kind: 'review', review: interruptedReview(context) });
  if (claimed) return decided(claimed, { evidence: known, treeFingerprint: (await readTree(context)).fingerprint });

  dependencies.onReview?.();
  let reading: Promise<{ evidence: Evidence | undefined; before: WorkTree }> | undefined;
  const review = await askReviewer({ ...context, checks }, leftUsd, async () => {
    // A callback, and not a stage before the review: the client needs a second to boot, and evidence and work tree are
    // read meanwhile. A reviewer that has to start over asks again.
    reading ??= readEvidenceAndTree(context, checks, known);
    const { evidence } = await reading;
    return (maxBytes) => (evidence ? renderEvidence(evidence, maxBytes) : 'The evidence could not be computed.');
  });
  // Claude Code kills the hook soon: what was decided has to be written before that.
  if (isInterrupted(review.verdict)) return decided({ kind: 'review', review });

  const { evidence, before } = (await reading) ?? {};
  const after = await readTree(context, before);
  const changedDuringReview = before ? changedFiles(before, after) : [];
  // What was reviewed, and not what was there when the review ended.
  const { fingerprint: treeFingerprint } = before ?? after;
  const answer = answerTo(context, review);
  return decided({ kind: 'review', review, answer }, { treeFingerprint, changedDuringReview, evidence });
}

/** The reviewer may have answered the worker's question in the user's place. */
function answerTo({ input, project, dependencies }: JudgeContext, { verdict }: Review): QuestionAnswer | undefined {
  if (input.event.form !== 'question' || verdict.kind !== 'allow' || !verdict.proposed) return undefined;
  const answer = answerQuestion(project.supervisor.answerQuestions, {
    ...{ toolInput: input.tool_input, proposed: verdict.proposed, feedback: verdict.feedback },
    ...{ folder: project.folder, transcript: project.session?.transcript },
  });
  if (answer.kind === 'left') dependencies.log('the answer of the reviewer is not given', { why: answer.why });
  return answer;
}

/** Everything that the stages share. */
interface JudgeContext extends JudgeRequest {
  project: ProjectContext;
  dependencies: JudgeDependencies;
  abortSignal: AbortSignal;
}

/** Finds the session's folder and transcript, and which of the repository's own rules the user trusts. */
export async function locateProject(
  { input, config, persist }: Pick<JudgeRequest, 'input' | 'config' | 'persist'>,
  { env, paths, cwd }: Pick<JudgeDependencies, 'env' | 'paths' | 'cwd'>,
): Promise<ProjectContext> {
  const location = await locateSession(input, env, paths, cwd);
  const rules = await projectRules(location.folder, config, { paths, env, recordNotice: persist });
  return { ...location, ...rules, elsewhere: otherWorkTree(location.folder, input.cwd) };
}

/** For `skip_unchanged`: no tool was used, and no file differs, since a reviewer last approved a stop. */
export async function isUnchanged(
  request: JudgeRequest & { project: ProjectContext },
  dependencies: JudgeDependencies,
): Promise<boolean> {
  const { input, state, project } = request;
  const approved = state?.approved;
  if (!project.supervisor.skipUnchanged || !approved || input.event.name !== 'Stop') return false;
  if (project.session === undefined || project.session.startsInMiddle) return false;
  // The state may be forged, and under its id there may have been another session: what the journal says counts.
  if (lastApproval(input.session_id, dependencies.paths)?.tree !== approved.treeFingerprint) return false;
  const context = { ...request, dependencies, abortSignal: abortSignalFrom(dependencies.interruptedBy) };
  const { complete, fingerprint } = await readTree(context);
  if (!complete || fingerprint !== approved.treeFingerprint) return false;
  const evidence = await tryComputeEvidence(context, []);
  // Without evidence nothing shows that no tool was used.
  if (!evidence) return false;
  const { lastToolUseAt } = evidence.session;
  return lastToolUseAt === null || lastToolUseAt <= approved.at;
}

/** What happened in the session, from its transcript and git. */
export function computeEvidence(context: JudgeContext, checks: CheckResult[]): Promise<Evidence> {
  const { input, state, project, dependencies } = context;
  const begin = project.subagent ? undefined : beginIn(state);
  return gatherEvidence({
    transcript: (project.subagent ?? project.session)?.transcript,
    isSubagent: project.subagent !== undefined,
    folder: project.folder,
    since: project.subagent ? undefined : supervisedSince(project, state),
    env: dependencies.env.all,
    secrets: secretsOf(context),
    background: input.background_tasks ?? [],
    lastMessage: input.last_assistant_message,
    // Of a subagent's own rounds its transcript has the feedback.
    verdicts: project.subagent ? [] : verdictsOnWorker(input.session_id, dependencies.paths),
    checks,
    transcriptTrouble: begin && transcriptTroubleText(begin),
    keptRequests: begin?.trouble ? begin.requests : undefined,
    runners: project.supervisor.runners,
    folderIsCopy: context.folderIsCopy,
    readLimits: readLimits(context),
  });
}

/** What subagents and teammates were told is not the worker's. */
const verdictsOnWorker = (sessionId: string, paths: Paths) =>
  earlierVerdicts(sessionId, paths).filter(
    ({ event }) => !['SubagentStop', 'TeammateIdle', 'TaskCompleted'].includes(event),
  );

/** Of the session that is judged: under the same id there may have been another. */
const beginIn = (state: State | undefined): Begin | undefined =>
  state?.begin?.sessionId === state?.sessionId ? state?.begin : undefined;

function abortSignalFrom(interruptedBy: Promise<string>): AbortSignal {
  const controller = new AbortController();
  void interruptedBy.then((signal) => controller.abort(signal));
  return controller.signal;
}

function interruptedReview({ dependencies, abortSignal }: JudgeContext): Review {
  const { interrupted: message } = reviewerMessages[dependencies.env.language];
  return failedReview(failed('interrupted', message(String(abortSignal.reason))));
}

/** Reading files may take a part of the time that is left, and ends with the hook. */
function readLimits({ input, project, dependencies, abortSignal }: JudgeContext): ReadLimits {
  const left = deadlinesFor(input.event.form, project.supervisor).endMs - dependencies.elapsedMs();
  return { signal: abortSignal, untilMs: performance.now() + Math.min(READ_TREE_MS, left / 4) };
}

function readTree(context: JudgeContext, before?: WorkTree): Promise<WorkTree> {
  return readWorkTree(context.project.folder, context.dependencies.env.all, before, readLimits(context));
}

/** Keys of the user's own files, which a check or the worker may have printed. */
const secretsOf = ({ config, dependencies: { env, paths } }: Pick<JudgeContext, 'config' | 'dependencies'>) =>
  configSecrets(config.file, env, paths);

/** The user's checks run in the project folder, a repository's where its configuration is. */
async function runChecks(context: JudgeContext, onEditedResults: (file: string) => void): Promise<CheckResult[]> {
  const { input, config, state, persist, project, dependencies, abortSignal } = context;
  const { env, paths, elapsedMs, onCheck } = dependencies;
  // No checks inside a check: a check that starts a supervised session would run itself again, without end.
  if (input.event.name !== 'Stop' || env.insideCheck) return [];
  const { folder, session, trust, supervisor } = project;
  const checkSets: CheckSet[] = [{ folder, checks: config.supervisor.checks }];
  if (trust.kind === 'trusted') checkSets.push({ folder: trust.root, checks: trust.config.values.checks ?? [] });
  if (checkSets.every(({ checks }) => checks.length === 0)) return [];
  return runAllChecks(checkSets, {
    env: env.all,
    paths,
    since: supervisedSince(project, state),
    timeMs: supervisor.timeoutSeconds * 1000 * TIME_FOR_CHECKS - elapsedMs(),
    abortSignal,
    quietSince: (await isBusy(context)) ? undefined : session?.quietSince,
    runs: state?.checkRuns,
    task: persist ? taskOf({ input, state, project, paths, checkSets }) : undefined,
    secrets: secretsOf(context),
    keepsResults: persist,
    onEditedResults,
    onStart: onCheck,
    readLimits: readLimits(context),
  });
}

/** What still runs in the background may write or run anything at any moment. Asked only if there is a result to reuse. */
const isBusy = async (context: JudgeContext) =>
  hasBackgroundWork(context.input) ||
  ((context.state?.checkRuns ?? []).some(({ outcome }) => outcome === 'passed') &&
    (await mayHaveProcesses(sessionOf(context))));

const sessionOf = ({ input, dependencies }: JudgeContext) => ({
  ...{ id: input.session_id, clientPid: dependencies.env.clientPid },
});

const hasBackgroundWork = ({ background_tasks = [] }: HookInput) =>
  background_tasks.some(({ status }) => status === undefined || status === 'running');

/** With `claims: "block"`: what the last message claims, if the session contradicts it. Else the evidence can wait. */
async function judgeClaims(
  context: JudgeContext,
  checks: CheckResult[],
): Promise<{ outcome?: JudgementOutcome; evidence?: Evidence | undefined }> {
  if (context.project.supervisor.claims !== 'block' || context.input.event.name !== 'Stop') return {};
  const evidence = await tryComputeEvidence(context, checks);
  const claims = falseClaims(evidence?.claims ?? []);
  if (claims.length === 0) return { evidence };
  return { evidence, outcome: { kind: 'claims', claims, feedback: claimsFeedback(claims) } };
}

async function readEvidenceAndTree(context: JudgeContext, checks: CheckResult[], known: Evidence | undefined) {
  const [evidence, before] = await Promise.all([known ?? tryComputeEvidence(context, checks), readTree(context)]);
  return { evidence, before };
}

/** Logs instead of throwing: a review without evidence is better than none. */
async function tryComputeEvidence(context: JudgeContext, checks: CheckResult[]): Promise<Evidence | undefined> {
  try {
    return await computeEvidence(context, checks);
  } catch (error) {
    context.dependencies.log('the evidence could not be computed', { error: (error as Error).stack ?? String(error) });
    return undefined;
  }
}
