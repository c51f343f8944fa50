import { problemFields, readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { hookMessages } from '../i18n/hook.ts';
import { fileLog } from '../platform/log.ts';
import { writeStderr, writeStdout } from '../platform/output.ts';
import { applyVerdict } from './apply-verdict.ts';
import { type HookDependencies, type Judge, processDependencies } from './dependencies.ts';
import type { JudgeRequest } from './judge.ts';
import { inputErrorText } from './notices.ts';
import { recordTypedOverrule } from './overrule.ts';
import { eventOf, type ResponseForm } from './protocol/events.ts';
import { type HookInput, InputError, inputForSession, parseInput } from './protocol/input.ts';
import { formatOutput, type HookOutput } from './protocol/output.ts';
import { respondJudged, respondUnjudged } from './respond.ts';
import { ruleInputFrom } from './rules/rule-input.ts';
import { decide, type Exemption, isEnabled, type State } from './rules/state.ts';
import { parseSupervisorId, StateFiles } from './state-file.ts';
import type { Stdin } from './stdin.ts';

const STDIN_MS = 10_000;
const STDIN_INSIDE_REVIEW_MS = 2_000;

/** The data path: guard → input → state → judgement → state → answer. Every stage may be the last. */
export async function handleEvent(sessionId: string | undefined, dependencies: HookDependencies): Promise<HookOutput> {
  const { env, redact, stdin } = dependencies;
  if (env.insideReview) return allowed(await formOnStdin(stdin), 'already inside a review');

  const input = sessionId === undefined ? await readInput(stdin) : inputForSession(sessionId);
  if (input.event.form === 'none') return allowed('none', `${input.event.name} is not judged`);

  const paths = dependencies.paths();
  const id = env.supervisorId === undefined ? input.session_id : parseSupervisorId(env.supervisorId, env.language);
  const log = fileLog(paths.log(id), redact);
  const config = await readConfig(paths.configFile);
  for (const problem of config.problems)
    log('ccc.json: a default is used', { file: paths.configFile, ...problemFields(problem) });

  const states = new StateFiles(paths, env.language);
  const rules = { ...config.supervisor, enabledByDefault: env.startsSupervised ?? config.supervisor.enabled };
  const nextStep = (current: State | undefined, exemption?: Exemption) =>
    decide(current, ruleInputFrom(input, exemption), rules, new Date().toISOString());

  if (isEnabled(states.read(id), rules))
    await recordTypedOverrule(input, { id, paths, language: env.language, redact, log });

  // With `skip_unchanged`, look for changes before counting: a stop without changes must not use up a round.
  const baseRequest: JudgeRequest = { input, config, state: undefined, count: 0, persist: true };
  const state = config.supervisor.skipUnchanged ? states.read(id) : undefined;
  const precheck =
    state && nextStep(state).action.kind === 'judge'
      ? await checkUnchanged({ ...baseRequest, state }, await dependencies.judge(log, paths))
      : undefined;

  // A round that is counted gets its journal line, also if a signal comes in between.
  dependencies.handleSignals();
  // Written before the review: a hook that is killed has used up its round all the same.
  const { action, next, overruled } = states.update(id, (current) => nextStep(current, precheck?.exemption));
  const event = { input, id, config, action, paths, overruled };
  if (action.kind !== 'judge') return respondUnjudged(action, event, dependencies);

  log('judging begins', { event: input.event.name, count: action.count });
  const { judge, project } = precheck ?? { judge: await dependencies.judge(log, paths), project: undefined };
  const judged = await judge.judgeEvent({ ...baseRequest, state: next, count: action.count, project });
  const loggedChecks = judged.checks.map(({ name, outcome, ms }) => ({ name, outcome, ms }));
  log('judging ended', {
    outcome: judged.outcome,
    checks: loggedChecks,
    tree: judged.treeFingerprint,
    touched: judged.changedDuringReview,
  });

  const judgement = applyVerdict(judged, { states, id, input, redact, log });
  return respondJudged(judgement, event, dependencies);
}

/** The judgement reuses `project`: locating it again would lose a trust notice, which is given only once. */
async function checkUnchanged(request: JudgeRequest, judge: Judge) {
  const project = await judge.locateProject(request);
  const exemption: Exemption | undefined = (await judge.isUnchanged({ ...request, project })) ? 'unchanged' : undefined;
  return { judge, project, exemption };
}

const allowed = (form: ResponseForm, reason: string): HookOutput => formatOutput(form, { kind: 'allow', reason });

async function readInput(stdin: Stdin): Promise<HookInput> {
  if (await stdin.isTerminal()) throw new InputError({ code: 'terminal' });
  return parseInput(await stdin.readAll(STDIN_MS));
}

/** Inside a review only the form of the answer matters; input that cannot be read gets that of a Stop. */
async function formOnStdin(stdin: Stdin): Promise<ResponseForm> {
  if (await stdin.isTerminal()) return 'stop';
  try {
    const fields = JSON.parse(await stdin.readAll(STDIN_INSIDE_REVIEW_MS));
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    return eventOf(text(fields?.hook_event_name), text(fields?.tool_name)).form;
  } catch {
    return 'stop';
  }
}

/** `ccc supervisor-hook`: handles one event and prints the answer. */
export async function run(argv: string[], env: Env): Promise<number> {
  const args = parseArgs(argv);
  const messages = hookMessages[env.language];
  // Inside a review every call is answered, even a wrong one: a reviewer must never be held up by its own supervisor.
  if (args.unknown !== undefined && !env.insideReview) {
    writeStderr(`ccc: ${messages.unknownArgument(args.unknown)}\n${messages.hookUsage}`);
    // Not exit 2: Claude Code reads that as "block".
    return 1;
  }
  const dependencies = processDependencies(env);
  const exit = print(await answer(args.sessionId, dependencies));
  // Last: Claude Code kills an interrupted hook after 1.5 s, and ending a client can take as long.
  await dependencies.end();
  return exit;
}

async function answer(sessionId: string | undefined, dependencies: HookDependencies): Promise<HookOutput> {
  try {
    return await handleEvent(sessionId, dependencies);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { language } = dependencies.env;
    return { exit: 2, stderr: `failed to parse hook input: ${inputErrorText(error.problem, language)}` };
  }
}

/** Returns the exit code: 1 if a decision could not be written, for then Claude Code has none. */
function print(output: HookOutput): number {
  if (output.exit === 0) return writeStdout(`${JSON.stringify(output.stdout)}\n`) ? 0 : 1;
  writeStderr(output.stderr);
  return output.exit;
}

interface HookArgs {
  sessionId?: string;
  unknown?: string;
}

/** Without an argument parser: loading one would take longer than the rest of the hook. */
function parseArgs(argv: string[]): HookArgs {
  const [first, second, ...rest] = argv;
  if (first === undefined) return {};
  if (first.startsWith('--session-id=') && second === undefined) return { sessionId: first.slice(13) };
  if (first === '--session-id' && rest.length === 0) return { sessionId: second ?? '' };
  return { unknown: argv.find((word) => !word.startsWith('--session-id')) ?? first };
}
