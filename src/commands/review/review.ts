import type { ParsedArguments } from '../../command-line/declaration.ts';
import type { Config } from '../../config/config-file.ts';
import type { Env } from '../../config/env.ts';
import type { LaunchConfig } from '../../config/launch-config.ts';
import { type Paths, pathsOf } from '../../config/paths.ts';
import { branchOf } from '../../git/branch.ts';
import { decisionOf, type Judgement } from '../../hook/judgement.ts';
import { judgementNotices } from '../../hook/judgement-notices.ts';
import type { HookInput } from '../../hook/protocol/input.ts';
import { StateFiles } from '../../hook/state-file.ts';
import { hookMessages } from '../../i18n/hook.ts';
import { judgementMessages } from '../../i18n/judgement.ts';
import { reviewMessages } from '../../i18n/review.ts';
import { reviewerMessages } from '../../i18n/reviewer.ts';
import { appendJournal } from '../../journal/write.ts';
import { secretsIn } from '../../platform/known-secrets.ts';
import { printJson, writeStderr, writeStdout } from '../../platform/output.ts';
import { type SecretStore, secretStore } from '../../platform/redact.ts';
import { firstSignal } from '../../platform/signals.ts';
import { errorCode, UserError } from '../../platform/user-error.ts';
import { providerName } from '../../providers/provider-name.ts';
import type { ApiWait } from '../../review/patience.ts';
import type { StoredSession } from '../../transcript/stored-sessions.ts';
import type { TrustStatus } from '../../trust/trust-status.ts';
import type { review } from '../declarations/review.ts';
import { selectSession } from '../select-session.ts';
import { hookInputFor, readEvent, readTextFile, storedSessionOf } from './event.ts';
import { exitCodeFor, type ReviewReport, reviewData, reviewText } from './report.ts';
import { printRepositoryProblems, readReviewConfig } from './review-config.ts';

/** `ccc review`: one review by hand, of any session. Writes a line of the journal and no state: no count, no cached check. */
export async function run(given: ParsedArguments<typeof review>, env: Env): Promise<number> {
  const messages = reviewMessages[env.language];
  if (env.insideReview) throw new UserError(messages.insideReview, messages.insideReviewFix, { code: 'inside-review' });
  const own = pathsOf(env);
  const paths = given.prompt === undefined ? own : { ...own, prompt: readTextFile(given.prompt, env).path };
  const event = await readEvent(given.event ?? 'Stop', env);
  const session = selectSession(given.session ?? storedSessionOf(event, paths), paths, env, 'review');
  const input = hookInputFor(event, session, env);
  const { config, launch } = await readReviewConfig(given, paths, env);

  const secrets = secretStore(secretsIn(env.all));
  const result = await judgeByHand({ session, input, config, launch, paths, secrets }, env);
  if (result === 'interrupted') return 130;
  const report = { ...result, session, input, seconds: performance.now() / 1000, redact: secrets.redact };
  recordByHand(report, config, paths, env);
  if (given.json) printJson(reviewData(report));
  else writeStdout(reviewText(report, env.language));
  return exitCodeFor(result.judgement);
}

/** The verdict stands also if it cannot be recorded. */
function recordByHand(
  { session, input, judgement, seconds, redact }: ReviewReport,
  config: Config,
  paths: Paths,
  env: Env,
): void {
  const { outcome } = judgement;
  const review = 'review' in outcome ? outcome.review : undefined;
  const entry = {
    time: new Date().toISOString(),
    session_id: session.id,
    supervisor_id: new StateFiles(paths, env.language).lastOf(session.id)?.id ?? session.id,
    folder: session.folder,
    branch: branchOf(session.folder),
    provider: config.supervisor.provider || providerName(env),
    by_hand: {
      event: input.event.name,
      ...decisionOf(judgement),
      duration_ms: Math.round(seconds * 1000),
      cost_usd: review?.costUsd ?? null,
      tokens: review?.tokens ?? null,
      model: review?.model ?? null,
      context: review?.context ?? null,
      turns: review?.turns ?? null,
    },
  };
  try {
    appendJournal(paths.journal, entry, redact);
  } catch (error) {
    writeStderr(hookMessages[env.language].journalNotWritten(errorCode(error) ?? String(error)));
  }
}

interface ByHand {
  session: StoredSession;
  input: HookInput;
  config: Config;
  launch: LaunchConfig;
  paths: Paths;
  secrets: SecretStore;
}

/** The hook's own judgement, with its progress on stderr. */
async function judgeByHand({ session, input, config, launch, paths, secrets }: ByHand, env: Env) {
  const messages = reviewMessages[env.language];
  const stop = firstSignal();
  const { computeEvidence, judgeEvent, locateProject, sdkReviewer } = await import('../../hook/judge-bundle.ts');
  const surroundings = {
    env: { ...env, projectDir: session.folder },
    paths,
    log: () => {},
    cwd: session.folder,
    elapsedMs: () => performance.now(),
    onWait: (wait: ApiWait, delayMs: number) =>
      writeStderr(reviewerMessages[env.language].waiting(wait, Math.round(delayMs / 1000))),
    interruptedBy: new Promise<string>((resolve) => {
      stop.signal.addEventListener('abort', () => resolve(stop.name ?? 'SIGINT'));
    }),
  };
  const reviewer = sdkReviewer(surroundings);
  const dependencies = {
    ...surroundings,
    addSecrets: secrets.add,
    review: reviewer.review,
    onCheck: ({ name }: { name: string }) => writeStderr(messages.checking(name)),
    onReview: () => writeStderr(messages.reviewing),
  };
  const state = new StateFiles(paths, env.language).lastOf(session.id);
  const request = { input, config, state, count: 1, workersProvider: launch.current, persist: false };
  const project = await locateProject(request, dependencies);
  printTrustProblems(project.trust, env);
  const judgement = await judgeEvent({ ...request, project }, dependencies);
  if (stop.name !== undefined) {
    writeStderr(messages.interrupted);
    await reviewer.end();
    return 'interrupted';
  }
  printNotices(judgement, input.event.form === 'question' ? undefined : project.supervisor.maxTurns, env);
  // Those that the reviewer was told; where it was not asked they are computed for the report.
  const evidence =
    judgement.evidence ??
    (await computeEvidence({ ...request, project, dependencies, abortSignal: stop.signal }, judgement.checks));
  return { judgement, evidence, trust: project.trust };
}

function printTrustProblems(trust: TrustStatus, env: Env): void {
  if (trust.kind === 'trusted') printRepositoryProblems(trust, env);
  else if (trust.kind !== 'nothing') writeStderr(reviewMessages[env.language].notTrusted(trust.files.join(', ')));
}

/** A limit, or a check without a result, with what to change. Files that changed are in the report. */
function printNotices(judgement: Judgement, maxTurns: number | undefined, { language }: Env): void {
  for (const line of judgementNotices(
    { ...judgement, changedDuringReview: [] },
    { maxTurns },
    judgementMessages[language],
  ))
    if (line) writeStderr(line);
}
