import type { CheckResult } from '../checks/check.ts';
import type { Config } from '../config/config-file.ts';
import { secretsIn } from '../platform/known-secrets.ts';
import { isUserError } from '../platform/user-error.ts';
import { reviewPrompt } from '../review/prompt.ts';
import {
  failedReview,
  type OverruledReview,
  type Review,
  type Reviewer,
  type ReviewerChoice,
  type ReviewRequest,
} from '../review/review.ts';
import { reviewingProvider } from '../review/reviewer-provider.ts';
import type { ReviewerDependencies } from '../review/run.ts';
import type { ProjectContext } from './judgement.ts';
import type { HookInput } from './protocol/input.ts';
import { transcriptTroubleText } from './rules/begin.ts';
import { deadlinesFor } from './rules/deadlines.ts';
import type { State } from './rules/state.ts';
import { failed } from './rules/verdict.ts';
import { earlierVerdicts } from './verdicts.ts';

export interface AskDependencies extends ReviewerDependencies {
  review: Reviewer;
  /** Called with every key that is read, so that logs and journal redact it. */
  addSecrets(secrets: Iterable<string>): void;
}

interface ReviewerJob {
  input: HookInput;
  config: Config;
  count: number;
  project: ProjectContext;
  state: State | undefined;
  workersProvider?: string | undefined;
  changedSettings?: string[];
  checks?: readonly CheckResult[];
  dependencies: AskDependencies;
}

/** Has the event reviewed, with the provider, model and prompt that the project's rules name. */
export async function askReviewer(
  job: ReviewerJob,
  maxUsd: number | undefined,
  evidence: ReviewRequest['evidence'],
): Promise<Review> {
  const { input, count, project, dependencies } = job;
  const { supervisor, folder, session } = project;
  let choice: ReviewerChoice;
  try {
    choice = await reviewerChoice(job);
  } catch (error) {
    if (isUserError(error)) return failedReview(failed('client', error.text));
    throw error;
  }
  const own = reviewPrompt(dependencies.paths.prompt, dependencies.log);
  const review = await dependencies.review({
    input,
    folder,
    workerSession: project.subagent ?? session,
    count,
    max: supervisor.maxIterations,
    deadlines: deadlinesFor(input.event.form, supervisor),
    prompt: withAddition(own.text, project.trust),
    notes: notesOf(job),
    overruled: overruledIn(job),
    evidence,
    // A fork would be one of the session, and judge by its task.
    context: project.subagent ? 'evidence' : supervisor.context,
    answerQuestions: supervisor.answerQuestions,
    approvesPlans: supervisor.approvePlans,
    choice,
    maxUsd,
  });
  const { unreadable } = own;
  return unreadable === undefined
    ? review
    : { ...review, unreadablePrompt: { path: dependencies.paths.prompt, code: unreadable } };
}

async function reviewerChoice({
  config,
  project,
  workersProvider,
  dependencies,
}: ReviewerJob): Promise<ReviewerChoice> {
  const { env, paths, addSecrets } = dependencies;
  const { provider: own, model, useProjectEnv: usesProjectEnv } = project.supervisor;
  const provider = await reviewingProvider(own || workersProvider, config, env, paths);
  if (provider) addSecrets(secretsIn(provider.env));
  const isOtherService = provider !== undefined && !!own && own !== workersProvider;
  return { provider, isOtherService, model, usesProjectEnv };
}

/** The worker may be the one who changed what the user had trusted, so the reviewer has to know. */
function notesOf({ project: { trust }, state, changedSettings = [], checks = [] }: ReviewerJob): string[] {
  return [
    ...(checks.some(({ changedBefore }) => changedBefore)
      ? [
          'A check fails (see the evidence). The files changed before the user asked for this task, and nothing that the worker ran in it is known to have written any. Send it back for that only if fixing it was asked for, or if the worker did it after all.',
        ]
      : []),
    ...(trust.kind === 'changed'
      ? [`What the user trusted has been changed since, so it did not count here: ${trust.files.join(', ')}.`]
      : []),
    ...(changedSettings.length > 0
      ? [
          `Files that decide how this session is supervised were changed during it, by whom is not known: ${changedSettings.join(', ')}.`,
        ]
      : []),
    ...lostBeginning(state),
  ];
}

/** A fork then knows nothing of the request. */
function lostBeginning(state: State | undefined): string[] {
  const begin = state?.begin?.sessionId === state?.sessionId ? state?.begin : undefined;
  const trouble = begin && transcriptTroubleText(begin);
  if (!begin || !trouble) return [];
  const requests = (begin.requests ?? []).map(({ time, text }) => `- ${time ?? 'at an unknown time'}: ${text}`);
  const asked =
    requests.length > 0
      ? `What the user had asked for, as it was recorded before that:\n${requests.join('\n')}`
      : 'What the user asked for before that was not recorded.';
  return [`Something is missing from what you can see: ${trouble}. ${asked}`];
}

/** The verdict before this one; a review that failed since is none. */
function overruledIn({ input, dependencies }: ReviewerJob): OverruledReview | undefined {
  const last = earlierVerdicts(input.session_id, dependencies.paths).findLast(({ verdict }) => verdict !== 'failed');
  if (!last?.overruled || last.verdict === 'failed') return undefined;
  return { verdict: last.verdict, time: last.time, why: last.overruled.why };
}

/** A trusted repository may add to the review prompt, never replace it. */
function withAddition(own: string, trust: ProjectContext['trust']): string {
  const added = trust.kind === 'trusted' ? trust.prompt?.trim() : undefined;
  return added ? `${own}\n\n## For this repository\n\n${added}` : own;
}
