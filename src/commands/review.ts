import type { Env } from '../config/env.ts';
import { type Config, readConfig } from '../config/file.ts';
import { readLaunchConfig } from '../config/launch-config.ts';
import { pathsOf } from '../config/paths.ts';
import { SUPERVISOR } from '../config/schema.ts';
import { Problem } from '../problem.ts';
import { firstSignal } from '../signals.ts';
import { print, printJson, tell } from '../speech.ts';
import { StateFiles } from '../store/state-file.ts';
import { type ReviewWords, reviewWords } from '../words/review.ts';
import { reviewHelp } from '../words/review-help.ts';
import { translated } from '../words/translated.ts';
import { wordsIn } from '../words/words.ts';
import { readArguments } from './command.ts';
import { inputFor, readable } from './review-event.ts';
import { asDocument, asText, exitOf } from './review-report.ts';
import { wantedSession } from './wanted-session.ts';

export const help = reviewHelp;

const OPTIONS = {
  session: { type: 'string' },
  last: { type: 'boolean' },
  event: { type: 'string' },
  context: { type: 'string' },
  provider: { type: 'string' },
  model: { type: 'string' },
  prompt: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** `ccc review`: one review by hand, of any session. Nothing is written down: no count, no journal, no remembered check. */
export async function run(argv: string[], env: Env): Promise<number> {
  const { values } = readArguments('review', argv, { options: OPTIONS, words: { min: 0, max: 0 } }, env);
  const words = reviewWords[env.language];
  if (values.session !== undefined && values.last) throw new Problem(words.oneOfBoth, words.seeHelp, 2);
  if (env.insideReview) throw new Problem(words.insideReview, words.insideReviewFix);
  const own = pathsOf(env, wordsIn(env.language));
  const paths = values.prompt === undefined ? own : { ...own, prompt: readable(values.prompt, env).path };
  const session = wantedSession(values.session, paths, env, 'review');

  const input = await inputFor(values.event ?? 'Stop', session, env);
  const config = withWishes(await readConfig(paths.configFile), values, words);
  for (const { key, fix } of config.problems)
    tell(words.configProblem(paths.configFile, key, translated(fix, env.language)));
  const stop = firstSignal();
  const { Hearing, sdkReviewer } = await import('../judging/judging.ts');
  const around = {
    env: { ...env, projectDir: session.folder },
    paths,
    words: wordsIn(env.language),
    log: () => {},
    cwd: session.folder,
    elapsedMs: () => performance.now(),
    interrupted: new Promise<string>((resolve) => {
      stop.signal.addEventListener('abort', () => resolve(stop.name ?? 'SIGINT'));
    }),
  };
  const needs = {
    ...around,
    learn: () => {},
    reviewer: sdkReviewer(around),
    onCheck: ({ name }: { name: string }) => tell(words.checking(name)),
    onReview: () => tell(words.reviewing),
  };
  const state = new StateFiles(paths, wordsIn(env.language)).lastOf(session.id);
  const { current: workersProvider } = await readLaunchConfig(paths.configFile, env.language);
  const hearing = await Hearing.open(needs, { input, config, state, workersProvider, remembers: false });
  if (hearing.standing.kind === 'untrusted' || hearing.standing.kind === 'changed')
    tell(words.notTrusted(hearing.standing.files.join(', ')));
  const judged = await hearing.judge(1);
  if (stop.name !== undefined) {
    tell(words.interrupted);
    return 130;
  }
  const seconds = performance.now() / 1000;
  const told = { session, input, judged, seconds, facts: await hearing.facts(judged.checks) };
  if (values.json) printJson(asDocument(told));
  else print(asText(told, env.language));
  return exitOf(judged);
}

interface Wishes {
  context?: string | undefined;
  provider?: string | undefined;
  model?: string | undefined;
}

/** What the command line says beats the file. */
function withWishes(config: Config, { context, provider, model }: Wishes, words: ReviewWords): Config {
  const known = SUPERVISOR.context.choices.find((choice) => choice === context);
  if (context !== undefined && known === undefined) throw new Problem(words.unknownContext(context), words.contexts, 2);
  const wished = { ...(known && { context: known }), ...(provider && { provider }), ...(model && { model }) };
  return { ...config, supervisor: { ...config.supervisor, ...wished } };
}
