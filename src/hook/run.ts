import { readConfig } from '../config/config-file.ts';
import { configSecrets } from '../config/config-secrets.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { hookMessages } from '../i18n/hook.ts';
import type { Language } from '../i18n/language.ts';
import { fileLog } from '../platform/log.ts';
import { writeStderr, writeStdout } from '../platform/output.ts';
import { errorCode, isUserError } from '../platform/user-error.ts';
import { type HookDependencies, processDependencies } from './dependencies.ts';
import type { EventContext } from './event-context.ts';
import { clientOf, isForged, ownerOf } from './event-owner.ts';
import type { Judge, JudgeRequest } from './judge.ts';
import { knownState } from './known-state.ts';
import { inputErrorText, joinNotices, pendingNoticeLines } from './notices.ts';
import { eventOf, IDLE_NOTIFICATION, RECORDED_EVENTS, type ResponseForm } from './protocol/events.ts';
import { type HookInput, InputError, inputForSession, parseInput } from './protocol/input.ts';
import { formatOutput, type HookOutput } from './protocol/output.ts';
import { journalUnusableState, respondUnjudged } from './respond.ts';
import { nextStep } from './rules/next-step.ts';
import { changedSettings } from './rules/pending-notice.ts';
import type { FoundState } from './rules/recover.ts';
import { ruleInputFrom } from './rules/rule-input.ts';
import { type Exemption, isEnabled, type State } from './rules/state.ts';
import { changedSoFar } from './rules/watched.ts';
import { StateFiles } from './state-file.ts';
import { forgetNotices, keepNotice, noteApiStatus, noteEventByHand } from './state-notices.ts';
import type { Stdin } from './stdin.ts';
import { taskRequest } from './task-request.ts';

const STDIN_MS = 10_000;
const STDIN_INSIDE_REVIEW_MS = 2_000;

/**
 * The first half of the data path: guard → input → owner → configuration → known state → count. Every stage may be the last.
 * The second half, for an event that is judged, is `judge-and-respond.ts`.
 */
export async function handleEvent(
  sessionId: string | undefined,
  dependencies: HookDependencies,
  mode: HookMode = 'wait',
): Promise<HookOutput> {
  const { env, redact, stdin, loadRedactionPatterns } = dependencies;
  if (env.insideReview) return allowed(await formOnStdin(stdin), 'already inside a review');

  const input = sessionId === undefined ? await readInput(stdin) : inputForSession(sessionId);
  const isRecordedOrTold = isRecorded(input) || isWaiting(input);
  if (input.event.form === 'none' && !isRecordedOrTold) return allowed('none', notJudged(input));

  const paths = dependencies.paths();
  const states = new StateFiles(paths, env.language);
  const { id, isByHand, launcher } = await ownerOf(input, env, paths, states);
  const log = fileLog(paths.log(id), redact);
  const config = await readConfig(paths.configFile);
  // Not for an event that is let through: it writes no text of anybody.
  const prepareRedaction = () => {
    dependencies.addSecrets?.(configSecrets(config.file, env, paths));
    return loadRedactionPatterns();
  };
  if (config.problems.length > 0) {
    await prepareRedaction();
    const { problemFields } = await import('../config/problem-fields.ts');
    for (const problem of config.problems)
      log('ccc.json: a default is used', { file: paths.configFile, ...problemFields(problem) });
  }

  const tellOthers = (written: string) => dependencies.deliver?.(written, { config, paths });
  const rules = { ...config.supervisor, enabledByDefault: env.startsSupervised ?? config.supervisor.enabled };
  const { enabledByDefault } = rules;
  const known = knownState({ id, sessionId: input.session_id, enabledByDefault, paths, states });
  const recorded = <T>(act: () => T) =>
    recordingFailure(act, async (why) => {
      if (!isEnabled(known.from(undefined), rules)) return;
      await prepareRedaction();
      journalUnusableState(why, { input, id, config, paths }, dependencies);
    });
  // What is only recorded or told goes on without a state that cannot be used: at the next stop that is reported.
  const before = known.from(isRecordedOrTold ? states.readIfUsable(id) : await recorded(() => states.read(id)));
  const enabled = isEnabled(before, rules);
  // A session in which supervision was turned off ends too.
  const isLastLine = input.event.name === 'SessionEnd' && before !== undefined;
  if (enabled || isLastLine) await prepareRedaction();
  // What is told once must not be told to the worker's own shell.
  const mattersWhoAsks = enabled || isLastLine || before?.offNoticePending === true;
  if (isByHand || (mattersWhoAsks && ((await isForged(env)) || !(await mayBeStop(input, paths))))) {
    if (enabled) noteEventByHand({ states, id, known, log }, input.session_id, env.clientPid);
    return allowed(input.event.form, 'not sent by Claude Code');
  }
  if (isRecordedOrTold) {
    if (!enabled && !isLastLine) return allowed('none', 'supervisor mode disabled');
    const { afterCompaction, apiErrorNotification, lateNotification, recordSession } = await import(
      './judge-bundle.ts'
    );
    if (isWaiting(input)) {
      const { supervisor } = config;
      const sequence = lateNotification(input, { supervisor, journal: paths.journal, state: before }, env);
      return formatOutput('none', { kind: 'allow', reason: notJudged(input) }, { terminalSequence: sequence });
    }
    // The same session goes on: that is no beginning.
    if (isCompacted(input)) return afterCompaction(input, before, { paths, redact });
    await recordSession(input, { id, env, paths, redact, log, deliver: tellOthers });
    const sequence = apiErrorNotification(input, config.supervisor, env);
    const reason = `${input.event.name} is recorded`;
    return formatOutput('none', { kind: 'allow', reason }, { terminalSequence: sequence });
  }
  if (mode === 'tell')
    return input.event.name === 'UserPromptSubmit'
      ? tellPending(before, { states, id, log }, env.language)
      : allowed(input.event.form, 'nothing to tell here');

  const client = enabled ? await clientOf(env) : undefined;
  if (enabled) {
    const { recordTypedOverrule } = await import('./judge-bundle.ts');
    await recordTypedOverrule(input, { id, paths, language: env.language, redact, log, deliver: tellOthers });
  }
  const settings = enabled ? await dependencies.seeSettings?.(paths, input.cwd) : undefined;
  const stepFor = (found: FoundState | undefined, exemption?: Exemption, isLocked = false) =>
    nextStep({ found, current: known.from(found, isLocked) }, ruleInputFrom(input, exemption, process.pid), rules, {
      ...{ client, settings, now: new Date().toISOString() },
    });

  const loadJudge = () => dependencies.judge(log, paths, ({ status }) => noteApiStatus(status, { states, id, log }));
  // With `skip_unchanged`, look for changes before counting: a stop without changes must not use up a round.
  const baseRequest: JudgeRequest = { input, config, state: undefined, count: 0, persist: true };
  const expected = config.supervisor.skipUnchanged ? stepFor(states.read(id)) : undefined;
  const precheck =
    expected?.action.kind === 'judge' && expected.next
      ? await checkUnchanged({ ...baseRequest, state: expected.next }, await loadJudge())
      : undefined;

  // A round that is counted gets its journal line, also if a signal comes in between.
  dependencies.handleSignals();
  // Written before the review: a hook that is killed has used up its round all the same.
  const step = await recorded(() =>
    states.update(id, (found, isLocked) => stepFor(found, precheck?.exemption, isLocked)),
  );
  const { action, next, overruled } = step;
  const told = [...(step.notices ?? [])];
  const isForked =
    action.kind === 'off' &&
    known.isNew() &&
    (await (await import('./fork-origin.ts')).isForkOfSupervised(input, states));
  const event = {
    input,
    id,
    launcher,
    config,
    action,
    paths,
    overruled,
    told,
    changedSettings: [...new Set([...changedSoFar((next ?? before)?.watched), ...changedSettings(told)])],
    isForked,
    request: action.kind === 'off' ? null : taskRequest(next ?? before, input.session_id),
    background: mode === 'background' ? backgroundOf(input, env, { states, id, log }) : undefined,
    states,
    client,
    lastUsedAt: before?.updatedAt,
    log,
  };
  let output: HookOutput;
  if (action.kind === 'judge') {
    const judge = precheck?.judge ?? (await loadJudge());
    const request = { ...baseRequest, state: next as State, count: action.count, project: precheck?.project };
    // An event that is not judged does not load this.
    const { judgeAndRespond } = await import('./judge-bundle.ts');
    output = await judgeAndRespond(request, judge, event, dependencies);
  } else output = await respondUnjudged(action, event, dependencies);
  // Only now: what a killed hook or a failed review could not tell is told at the next stop.
  if (output.exit === 0 && told.length > 0 && mode !== 'background') forgetNotices(told, { states, id, log });
  return output;
}

const isRecorded = ({ event }: HookInput) => (RECORDED_EVENTS as readonly string[]).includes(event.name);

const isWaiting = ({ event, details }: HookInput) =>
  event.name === 'Notification' && details.notification_type === IDLE_NOTIFICATION;

const notJudged = ({ event }: HookInput) => `${event.name} is not judged`;

const isCompacted = ({ event, details }: HookInput) => event.name === 'SessionStart' && details.source === 'compact';

/** What a review in the background came to, at a moment at which the user sees it. The rest is told and recorded at a stop. */
function tellPending(
  state: State | undefined,
  context: Parameters<typeof forgetNotices>[1],
  language: Language,
): HookOutput {
  const pending = (state?.pendingNotices ?? []).filter(({ kind }) => kind === 'reviewed');
  const systemMessage = joinNotices(pendingNoticeLines(pending, hookMessages[language]));
  if (pending.length > 0) forgetNotices(pending, context);
  return { exit: 0, stdout: systemMessage ? { systemMessage } : {} };
}

/** In print mode nobody sees a later prompt: the line at the end of the run says what came of it. */
function backgroundOf(
  { event }: HookInput,
  { isAttended }: Env,
  context: Parameters<typeof keepNotice>[1],
): EventContext['background'] {
  if (event.name !== 'Stop') return undefined;
  return {
    keepForUser: (what) => {
      if (what && isAttended) keepNotice({ kind: 'reviewed', at: new Date().toISOString(), what }, context);
    },
  };
}

/** What goes wrong for a reason that can be told is recorded before it is reported. */
async function recordingFailure<T>(act: () => T, record: (why: string) => Promise<void>): Promise<T> {
  try {
    return act();
  } catch (error) {
    // A full disk would leave an empty journal behind.
    if (isUserError(error) && !['ENOSPC', 'EDQUOT'].includes(errorCode(error.cause) ?? '')) await record(error.message);
    throw error;
  }
}

/** Loaded only for a session that is supervised. */
const mayBeStop = async (input: HookInput, paths: Paths) =>
  input.event.name !== 'Stop' || (await import('./judge-bundle.ts')).isStopInTranscript(input, paths);

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
  const exit = print(await answer(args, dependencies));
  // Last: Claude Code kills an interrupted hook after 1.5 s, and ending a client can take as long.
  await dependencies.end();
  return exit;
}

async function answer({ sessionId, mode }: HookArgs, dependencies: HookDependencies): Promise<HookOutput> {
  try {
    return await handleEvent(sessionId, dependencies, mode);
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

/**
 * `background`: Claude Code goes on without the answer, and wakes the worker if the exit code is 2. `tell`: nothing is
 * judged; the user is told what a review in the background came to.
 */
export type HookMode = 'wait' | 'background' | 'tell';

interface HookArgs {
  sessionId?: string;
  mode?: HookMode;
  unknown?: string;
}

/** Without an argument parser: loading one would take longer than the rest of the hook. */
function parseArgs(argv: string[]): HookArgs {
  const [first, second, ...rest] = argv;
  if (first === undefined) return {};
  if (first === '--background' && second === undefined) return { mode: 'background' };
  if (first === '--tell' && second === undefined) return { mode: 'tell' };
  if (first.startsWith('--session-id=') && second === undefined) return { sessionId: first.slice(13) };
  if (first === '--session-id' && rest.length === 0) return { sessionId: second ?? '' };
  return { unknown: argv.find((word) => !word.startsWith('--session-id')) ?? first };
}
