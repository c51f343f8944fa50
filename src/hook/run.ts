import { problemFields, readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { hookMessages } from '../i18n/hook.ts';
import { currentFolder } from '../platform/folders.ts';
import { fileLog, type Log } from '../platform/log.ts';
import { writeStderr, writeStdout } from '../platform/output.ts';
import { type Redact, secretStore, secretsIn } from '../platform/redact.ts';
import { UserError } from '../platform/user-error.ts';
import type { SdkReviewer } from '../review/run.ts';
import { applyVerdict } from './apply-verdict.ts';
import type { Hearing, JudgeRequest } from './judge.ts';
import { inputErrorText } from './notices.ts';
import { eventOf, type ResponseForm } from './protocol/events.ts';
import { parseId } from './protocol/id.ts';
import { type HookInput, InputError, inputForSession, parseInput } from './protocol/input.ts';
import { formatOutput, type HookOutput } from './protocol/output.ts';
import { Desk } from './respond.ts';
import { ruleInputFrom } from './rules/rule-input.ts';
import { decide, type Exemption, type State } from './rules/state.ts';
import { StateFiles } from './state-file.ts';
import { processStdin, type Stdin } from './stdin.ts';

/** Everything the hook needs from outside; `run` below hands in the real things. */
export interface HookDependencies {
  env: Env;
  /** Asked for only behind the guard: there may be none. */
  paths(): Paths;
  stdin: Stdin;
  redact: Redact;
  elapsedMs(): number;
  /** Opened only when there is something to judge: it loads what looks at files and starts the client. */
  hearing(matter: JudgeRequest, log: Log, paths: Paths): Promise<Hearing>;
}

const STDIN_MS = 10_000;
const GUARD_STDIN_MS = 300;

/** The data path: guard → parse → state → checks and review → verdict → answer. Every stage may end the walk. */
export async function handleEvent(sessionId: string | undefined, needs: HookDependencies): Promise<HookOutput> {
  const { env } = needs;
  if (env.insideReview) return pass(await shapeOnStdin(needs.stdin), 'already inside a review');

  const input = sessionId === undefined ? await readInput(needs) : inputForSession(sessionId);
  if (input.event.form === 'none') return pass('none', `${input.event.name} is not judged`);

  const paths = needs.paths();
  const id = supervisorId(env, input);
  const log = fileLog(paths.log(id), needs.redact);
  const config = await readConfig(paths.configFile);
  for (const problem of config.problems)
    log('ccc.json: a default is used', { file: paths.configFile, ...problemFields(problem) });

  const states = new StateFiles(paths, env.language);
  const rules = { ...config.supervisor, enabledByDefault: env.startsSupervised ?? config.supervisor.enabled };
  const ruleOn = (found?: Exemption) => (current: State | undefined) =>
    decide(current, ruleInputFrom(input, found), rules, now());
  const state = states.read(id);
  const open = () => needs.hearing({ input, config, state, remembers: true }, log, paths);
  // A look at files and transcript comes before the count only where it may spare both.
  const maySpare = config.supervisor.skipUnchanged && ruleOn()(state).ruling.kind === 'review';
  const early = maySpare ? await open() : undefined;
  const { ruling } = states.update(id, ruleOn(await early?.exemption()));
  const file = { input, id, config, ruling, paths };
  if (ruling.kind !== 'review') return new Desk(needs, file).unreviewed(ruling);

  log('judging begins', { event: input.event.name, count: ruling.count });
  const hearing = early ?? (await open());
  const { supervisor, standing } = hearing;
  const found = await hearing.judge(ruling.count);
  log('judging ended', { ...found, checks: found.checks.map(({ name, outcome, ms }) => ({ name, outcome, ms })) });
  const judged = applyVerdict(found, { states, id, input, rules: supervisor, redact: needs.redact, log });
  return new Desk(needs, file).judged(judged, supervisor, standing);
}

function pass(shape: ResponseForm, reason: string): HookOutput {
  return formatOutput(shape, { kind: 'allow', reason });
}

async function readInput({ stdin }: HookDependencies): Promise<HookInput> {
  if (await stdin.isTerminal()) throw new InputError({ code: 'terminal' });
  return parseInput(await stdin.readAll(STDIN_MS));
}

/** Inside a review only the form of the answer is wanted; whatever cannot be read has the form of a Stop. */
async function shapeOnStdin(stdin: Stdin): Promise<ResponseForm> {
  if (await stdin.isTerminal()) return 'stop';
  try {
    const fields = JSON.parse(await stdin.readAll(GUARD_STDIN_MS));
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    return eventOf(text(fields?.hook_event_name), text(fields?.tool_name)).form;
  } catch {
    return 'stop';
  }
}

function supervisorId(env: Env, input: HookInput): string {
  const messages = hookMessages[env.language];
  if (env.supervisorId === undefined) return input.session_id;
  const id = parseId(env.supervisorId);
  if (id === undefined)
    throw new UserError(messages.badSupervisorId(env.supervisorId.slice(0, 200)), messages.badSupervisorIdFix);
  return id;
}

const now = () => new Date().toISOString();

/** The verb: reads the arguments, hands in the real world, prints the answer. */
export async function run(argv: string[], env: Env): Promise<number> {
  const args = parseArgs(argv);
  let reviewer: SdkReviewer | undefined;
  const answer = await answerOf(args, env, (started) => {
    reviewer = started;
  });
  if (answer.exit !== 0) writeStderr(answer.stderr);
  // A decision that could not be written is no decision.
  const exit = answer.exit !== 0 || writeStdout(`${JSON.stringify(answer.stdout)}\n`) ? answer.exit : 1;
  // Only now: Claude Code kills an interrupted hook after 1.5 s, and ending a client can take as long.
  await reviewer?.end();
  return exit;
}

async function answerOf(args: HookArgs, env: Env, onReviewer: (reviewer: SdkReviewer) => void): Promise<HookOutput> {
  const messages = hookMessages[env.language];
  // The guard answers whatever it was called with: a reviewer must never be held up by its own supervisor.
  if (args.unknown !== undefined && !env.insideReview) {
    return { exit: 1, stderr: `ccc: ${messages.unknownArgument(args.unknown)}\n${messages.hookUsage}` };
  }
  const elapsedMs = () => performance.now();
  const secrets = secretStore(secretsIn(env.all));
  try {
    return await handleEvent(args.sessionId, {
      env,
      paths: () => pathsOf(env),
      stdin: processStdin,
      redact: secrets.redact,
      elapsedMs,
      hearing: async (matter, log, paths) => {
        const { Hearing, sdkReviewer } = await import('./judge-bundle.ts');
        const around = { env, paths, log, cwd: currentFolder(), elapsedMs, interrupted: nextSignal() };
        const reviewer = sdkReviewer(around);
        onReviewer(reviewer);
        return Hearing.open({ ...around, learn: secrets.learn, reviewer: reviewer.review }, matter);
      },
    });
  } catch (error) {
    if (error instanceof InputError)
      return { exit: 2, stderr: `failed to parse hook input: ${inputErrorText(error.problem, env.language)}` };
    throw error;
  }
}

interface HookArgs {
  sessionId?: string;
  unknown?: string;
}

/** By hand, because an argument parser would cost the hook more than all the rest. Exit 2 would mean "block" here. */
function parseArgs(argv: string[]): HookArgs {
  const [first, second, ...rest] = argv;
  if (first === undefined) return {};
  if (first.startsWith('--session-id=') && second === undefined) return { sessionId: first.slice(13) };
  if (first === '--session-id' && rest.length === 0) return { sessionId: second ?? '' };
  return { unknown: argv.find((word) => !word.startsWith('--session-id')) ?? first };
}

/** Every signal that would end the process by itself and can be caught. */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGALRM', 'SIGUSR2', 'SIGXCPU'] as const;

/** From here on a signal ends the review, not the process: first the reviewer has to go. */
function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ENDING) process.on(signal, () => resolve(signal));
  });
}
