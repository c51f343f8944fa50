import { join } from 'node:path';
import type { ParsedArguments } from '../../command-line/declaration.ts';
import type { Config } from '../../config/config-file.ts';
import type { Env } from '../../config/env.ts';
import type { LaunchConfig } from '../../config/launch-config.ts';
import { type Paths, pathsOf } from '../../config/paths.ts';
import type { Judgement } from '../../hook/judgement.ts';
import { judgementNotices } from '../../hook/notices.ts';
import type { HookInput } from '../../hook/protocol/input.ts';
import { StateFiles } from '../../hook/state-file.ts';
import { hookMessages } from '../../i18n/hook.ts';
import { reviewMessages } from '../../i18n/review.ts';
import { printJson, writeStderr, writeStdout } from '../../platform/output.ts';
import { type SecretStore, secretStore, secretsIn } from '../../platform/redact.ts';
import { firstSignal } from '../../platform/signals.ts';
import { UserError } from '../../platform/user-error.ts';
import type { StoredSession } from '../../transcript/stored-sessions.ts';
import type { TrustStatus } from '../../trust/trust-status.ts';
import type { review } from '../declarations/review.ts';
import { selectSession } from '../select-session.ts';
import { hookInputFor, readEvent, readTextFile, storedSessionOf } from './event.ts';
import { exitCodeFor, reviewData, reviewText } from './report.ts';
import { printConfigProblems, readReviewConfig } from './review-config.ts';

/** `ccc review`: one review by hand, of any session. Writes no state: no count, no journal, no cached check. */
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
  if (given.json) printJson(reviewData(report));
  else writeStdout(reviewText(report, env.language));
  return exitCodeFor(result.judgement);
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
  if (trust.kind === 'trusted')
    printConfigProblems(join(trust.root, '.claude', 'ccc.json'), trust.config.problems, env);
  else if (trust.kind !== 'nothing') writeStderr(reviewMessages[env.language].notTrusted(trust.files.join(', ')));
}

/** A limit, or a check without a result, with what to change. Files that changed are in the report. */
function printNotices(judgement: Judgement, maxTurns: number | undefined, { language }: Env): void {
  for (const line of judgementNotices({ ...judgement, changedDuringReview: [] }, { maxTurns }, hookMessages[language]))
    if (line) writeStderr(line);
}
