import { join } from 'node:path';
import type { Given } from '../../command-line/declaration.ts';
import { type Config, type ConfigProblem, launchConfigOf, readConfig } from '../../config/config-file.ts';
import type { Env } from '../../config/env.ts';
import type { LaunchConfig } from '../../config/launch-config.ts';
import { pathsOf } from '../../config/paths.ts';
import type { Judgement } from '../../hook/judgement.ts';
import { judgementNotices } from '../../hook/notices.ts';
import { StateFiles } from '../../hook/state-file.ts';
import { configFaultText } from '../../i18n/config-problems.ts';
import { hookMessages } from '../../i18n/hook.ts';
import { reviewMessages } from '../../i18n/review.ts';
import { printJson, writeStderr, writeStdout } from '../../platform/output.ts';
import { secretStore, secretsIn } from '../../platform/redact.ts';
import { firstSignal } from '../../platform/signals.ts';
import { isUserError, UserError } from '../../platform/user-error.ts';
import { findProvider } from '../../providers/find-provider.ts';
import type { review } from '../declarations/review.ts';
import { wantedSession } from '../session-option.ts';
import { eventIn, inputFor, readable, sessionNamedBy } from './event.ts';
import { asDocument, asText, exitOf } from './report.ts';

/** `ccc review`: one review by hand, of any session. Nothing is written down: no count, no journal, no remembered check. */
export async function run(given: Given<typeof review>, env: Env): Promise<number> {
  const words = reviewMessages[env.language];
  if (env.insideReview) throw new UserError(words.insideReview, words.insideReviewFix);
  const own = pathsOf(env);
  const paths = given.prompt === undefined ? own : { ...own, prompt: readable(given.prompt, env).path };
  const event = await eventIn(given.event ?? 'Stop', env);
  const session = wantedSession(given.session ?? sessionNamedBy(event, paths), paths, env, 'review');
  const input = inputFor(event, session, env);
  const config = withOptions(await readConfig(paths.configFile), given);
  // A file that cannot be read at all ends it here, and is spoken of once.
  const launch = launchConfigOf(config, paths.configFile, env.language);
  tellProblems(paths.configFile, config.problems, env);
  if (given.provider !== undefined) refuseUnknown(given.provider, launch, env);
  const secrets = secretStore(secretsIn(env.all));
  const stop = firstSignal();
  const { computeFacts, judgeEvent, locateProject, sdkReviewer } = await import('../../hook/judge-bundle.ts');
  const around = {
    env: { ...env, projectDir: session.folder },
    paths,
    log: () => {},
    cwd: session.folder,
    elapsedMs: () => performance.now(),
    interrupted: new Promise<string>((resolve) => {
      stop.signal.addEventListener('abort', () => resolve(stop.name ?? 'SIGINT'));
    }),
  };
  const reviewer = sdkReviewer(around);
  const needs = {
    ...around,
    learn: secrets.learn,
    review: reviewer.review,
    onCheck: ({ name }: { name: string }) => writeStderr(words.checking(name)),
    onReview: () => writeStderr(words.reviewing),
  };
  const state = new StateFiles(paths, env.language).lastOf(session.id);
  const request = { input, config, state, count: 1, workersProvider: launch.current, remembers: false };
  const project = await locateProject(request, needs);
  const { trust: standing } = project;
  if (standing.kind === 'trusted')
    tellProblems(join(standing.root, '.claude', 'ccc.json'), standing.config.problems, env);
  else if (standing.kind !== 'nothing') writeStderr(words.notTrusted(standing.files.join(', ')));
  const judged = await judgeEvent({ ...request, project }, needs);
  if (stop.name !== undefined) {
    writeStderr(words.interrupted);
    await reviewer.end();
    return 130;
  }
  tellBesides(judged, { maxTurns: input.event.form === 'question' ? undefined : project.supervisor.maxTurns }, env);
  const seconds = performance.now() / 1000;
  const { redact } = secrets;
  // Those that the reviewer was told; where it was not asked they are computed for the report.
  const facts = judged.facts ?? (await computeFacts({ ...request, project }, needs, judged.checks));
  const told = { session, input, judged, seconds, standing, redact, facts };
  if (given.json) printJson(asDocument(told));
  else writeStdout(asText(told, env.language));
  return exitOf(judged);
}

function tellProblems(file: string, problems: readonly ConfigProblem[], { language }: Env): void {
  const words = reviewMessages[language];
  for (const { key, fault, leftOut } of problems)
    writeStderr(words.configProblem(file, key, configFaultText[language](fault), leftOut === true));
}

/** A limit, or a check without a result, with what to change. Files that changed are in the report. */
function tellBesides(judged: Judgement, limit: { maxTurns: number | undefined }, { language }: Env): void {
  for (const line of judgementNotices({ ...judged, touched: [] }, limit, hookMessages[language]))
    if (line) writeStderr(line);
}

/** A wrong name on the command line is wrong usage, not a review that failed. */
function refuseUnknown(name: string, launch: LaunchConfig, { language }: Env): void {
  try {
    findProvider(launch, name, language);
  } catch (error) {
    throw isUserError(error) ? new UserError(error.message, error.fix, 2) : error;
  }
}

/** What the command line says beats the file. */
function withOptions(config: Config, { context, provider, model }: Given<typeof review>): Config {
  const chosen = { ...(context && { context }), ...(provider && { provider }), ...(model && { model }) };
  return { ...config, supervisor: { ...config.supervisor, ...chosen } };
}
