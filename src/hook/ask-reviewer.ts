import type { Config } from '../config/config-file.ts';
import { secretsIn } from '../platform/redact.ts';
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
import { earlierVerdicts } from './journal.ts';
import type { ProjectContext } from './judgement.ts';
import type { HookInput } from './protocol/input.ts';
import { deadlinesFor } from './rules/deadlines.ts';
import { failed } from './rules/verdict.ts';

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
  workersProvider?: string | undefined;
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
  return dependencies.review({
    input,
    folder,
    workerSession: session,
    count,
    max: supervisor.maxIterations,
    deadlines: deadlinesFor(input.event.form, supervisor),
    prompt: promptOf(job),
    notes: notesOf(project),
    overruled: overruledIn(job),
    evidence,
    context: supervisor.context,
    choice,
    maxUsd,
  });
}

async function reviewerChoice({
  config,
  project,
  workersProvider,
  dependencies,
}: ReviewerJob): Promise<ReviewerChoice> {
  const { env, paths, addSecrets } = dependencies;
  const { provider: own, model } = project.supervisor;
  const provider = await reviewingProvider(own || workersProvider, config, env, paths);
  if (provider) addSecrets(secretsIn(provider.env));
  return { provider, isOtherService: provider !== undefined && !!own && own !== workersProvider, model };
}

/** The worker may be the one who changed what the user had trusted, so the reviewer has to know. */
function notesOf({ trust }: ProjectContext): string[] {
  if (trust.kind !== 'changed') return [];
  return [`What the user trusted has been changed since, so it did not count here: ${trust.files.join(', ')}.`];
}

/** The verdict before this one; a review that failed since is none. */
function overruledIn({ input, dependencies }: ReviewerJob): OverruledReview | undefined {
  const last = earlierVerdicts(input.session_id, dependencies.paths).findLast(({ verdict }) => verdict !== 'failed');
  if (!last?.overruled || last.verdict === 'failed') return undefined;
  return { verdict: last.verdict, time: last.time, why: last.overruled.why };
}

/** A trusted repository may add to the review prompt, never replace it. */
function promptOf({ project: { trust }, dependencies }: ReviewerJob): string {
  const own = reviewPrompt(dependencies.paths.prompt, dependencies.log);
  const added = trust.kind === 'trusted' ? trust.prompt?.trim() : undefined;
  return added ? `${own}\n\n## For this repository\n\n${added}` : own;
}
