import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { writeSlashCommands } from '../claude/slash-commands.ts';
import { readWatchedFiles } from '../claude/watched-files.ts';
import { type Config, NO_CONFIG, readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { type LaunchConfig, launchConfigOf } from '../config/launch-config.ts';
import { slashProgram } from '../config/own-program.ts';
import type { Paths } from '../config/paths.ts';
import { exportedSignals, problemsOf, telemetryHere, telemetryVariables } from '../config/telemetry.ts';
import { configNotice } from '../hook/config-notice.ts';
import type { Summary } from '../hook/rules/summary.ts';
import { summaryOf } from '../hook/summaries.ts';
import { configProblemLines } from '../i18n/config-problems.ts';
import { settingsMessages, telemetryProblemText } from '../i18n/doctor-settings.ts';
import { hookMessages } from '../i18n/hook.ts';
import { type LaunchMessages, launchMessages } from '../i18n/launch.ts';
import { programMessages } from '../i18n/program.ts';
import { currentFolder } from '../platform/folders.ts';
import { nearestName } from '../platform/nearest-name.ts';
import { writeStderr, writeStdout } from '../platform/output.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { findProvider } from '../providers/find-provider.ts';
import { offerImport } from '../providers/import-settings.ts';
import { readWatchedTrust } from '../trust/watched-trust.ts';
import { goesToBackground, isWithoutScreen } from './arguments.ts';
import { endReport } from './end-of-run.ts';
import { LaunchFiles } from './launch-files.ts';
import { type PreparedLaunch, prepareLaunch, type StartRequest } from './prepare.ts';
import { dryRunText } from './report.ts';
import { type ClientExit, killSelf, runClient, SignalRelay } from './run-client.ts';
import { approvalExitCode, NOT_REVIEWED } from './run-outcome.ts';

/** How long a notice can be read before the client's screen covers it. */
const NOTICE_MS = 2000;

/**
 * One launch, from the parsed arguments to the exit code. `afterStart` runs once the client process exists, so that it does
 * not delay the start.
 */
export async function launch(request: StartRequest, env: Env, paths: Paths, afterStart: () => void): Promise<number> {
  const messages = launchMessages[env.language];
  if (!request.dryRun && (await offerImport(env, paths)) === 'cancelled') return 130;
  const usesConfig = request.kind === 'launch' || request.provider !== undefined;
  const config = usesConfig ? await readConfig(paths.configFile) : NO_CONFIG;
  const launchConfig = await launchConfigOf(config, paths.configFile, env.language);
  // Reads settings files and environment; the plan itself (plan.ts) is pure.
  const prepared = await prepareLaunch(request, { launch: launchConfig, supervisor: config.supervisor }, env, paths);
  const { claude, args, settings, supervisorId, provider } = prepared;
  const isSession = settings !== undefined;
  const mode = isSession ? summaryOf({ id: supervisorId }, () => [], config.supervisor, env, paths).mode : 'off';
  const beganSupervised = mode !== 'off';
  const requiresApproval = request.requireApproval || (request.kind === 'launch' && env.requiresApproval);
  const found = isSession
    ? [
        ...mistakes(config, env, paths),
        ...unknownReviewer(config, launchConfig, env),
        ...(beganSupervised ? telemetryMistakes(config, env, paths) : []),
      ]
    : [];
  const mayBeOffByMistake = config.problems.some(mayTurnOff) || isUnclear(env);
  const whyOff = isSession && mayBeOffByMistake && !beganSupervised ? [messages.notSupervised] : [];
  if (request.dryRun) {
    [...found, ...whyOff].forEach(writeStderr);
    writeStdout(dryRunText(prepared, env));
    return 0;
  }
  if (requiresApproval) {
    assertReviewable(request, prepared, { mode, found, mayBeOffByMistake }, messages);
    // It would only be known at the end of the first review, which costs the whole work.
    const reviewer = config.supervisor.provider;
    if (reviewer && reviewer !== provider) findProvider(launchConfig, reviewer, env.language);
  }
  await showNotices([...found, ...whyOff, ...prepared.notices]);
  const variables = { ...env.all, ...prepared.env };
  if (!isSession) return exitLikeClient(await runClient(claude, args, variables), env);

  // From here on no signal may end us before the private file is removed again.
  const relay = new SignalRelay();
  const files = new LaunchFiles(paths);
  writePrivateSettings(files, settings, messages);
  updateSlashCommands(paths, env, messages);
  // In the client's own environment, which nothing in the session can change.
  const watched = JSON.stringify({
    ...(await readWatchedFiles(paths, currentFolder(), files.settings)),
    ...readWatchedTrust(paths, currentFolder()),
  });
  const startedAt = new Date().toISOString();
  let clientPid = 0;
  try {
    const onStart = (pid: number) => {
      clientPid = pid;
      files.record({
        supervisor_id: supervisorId,
        client_pid: pid,
        cwd: currentFolder(),
        provider: provider ?? null,
        started_at: startedAt,
        // The client hands none of them to its hooks.
        otel: telemetryVariables(env.all),
      });
      // Runs once the client process exists, so that it does not delay the start.
      setImmediate(afterStart);
    };
    const exit = await runClient(claude, args, { ...variables, CCC_WATCHED: watched }, { relay, onStart });
    const filesRemoved = !files.areThere();
    files.remove();
    if (goesToBackground(args)) return exitLikeClient(exit, env);
    const configLine = configNotice(paths.configFile, config.problems, hookMessages[env.language], env.language);
    const run = {
      supervisorId,
      clientPid,
      startedAt,
      beganSupervised,
      filesRemoved,
      withoutScreen: requiresApproval || isWithoutScreen(args, isatty(1)),
      onTerminal: isatty(2),
      namedProvider: request.provider,
      alreadyTold: configLine === undefined ? [] : [configLine],
    };
    const { lines, outcome } = await endReport(run, env, paths);
    lines.forEach(writeStderr);
    const code = exitLikeClient(exit, env);
    // A client that failed keeps its own code, which is none of success either.
    return code === 0 && requiresApproval ? approvalExitCode(outcome ?? { kind: 'no-stop', called: false }) : code;
  } finally {
    files.remove();
  }
}

/** Nothing is started, and nothing spent, if it is known beforehand that there can be no approval. */
function assertReviewable(
  request: StartRequest,
  { hooksOff, reviewsStops, args }: PreparedLaunch,
  { mode, found, mayBeOffByMistake }: { mode: Summary['mode']; found: string[]; mayBeOffByMistake: boolean },
  messages: LaunchMessages,
): void {
  const refuse = (message: string, fix: string, exitCode: 1 | 2 | typeof NOT_REVIEWED) => {
    throw new UserError(message, fix, { code: 'approval-impossible', exitCode });
  };
  if (request.kind === 'pass') refuse(messages.approvalOfCommand(request.args[0] ?? ''), '', 2);
  if (goesToBackground(args)) refuse(messages.approvalInBackground, messages.approvalInBackgroundFix, 2);
  if (mode === 'off') {
    found.forEach(writeStderr);
    const fix = mayBeOffByMistake ? messages.approvalNeedsSupervisionMistake : messages.approvalNeedsSupervisionFix;
    refuse(messages.approvalNeedsSupervision, fix, 1);
  }
  if (mode === 'paused' && !args.some((word) => /^\/supervisor(?!\S)/.test(word)))
    refuse(messages.approvalPaused, messages.approvalPausedFix, NOT_REVIEWED);
  if (hooksOff !== undefined)
    refuse(messages.approvalNeedsHooks(hooksOff), messages.approvalNeedsHooksFix, NOT_REVIEWED);
  if (!reviewsStops) refuse(messages.approvalNeedsStop, messages.approvalNeedsStopFix, NOT_REVIEWED);
}

/** What is wrong in `ccc.json` or in `CCC_SUPERVISOR`: it may be why nothing is supervised, and nobody would know. */
function mistakes(config: Config, env: Env, paths: Paths): string[] {
  const messages = launchMessages[env.language];
  const setting = env.all.CCC_SUPERVISOR;
  return [
    ...configProblemLines(paths.configFile, config.problems, env.language),
    ...(setting && isUnclear(env) ? [messages.unclearSupervisor(setting)] : []),
  ];
}

/** Reviews would fail one by one, each after the work was done. */
function unknownReviewer({ supervisor }: Config, config: LaunchConfig, { language }: Env): string[] {
  try {
    if (supervisor.provider) findProvider(config, supervisor.provider, language);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [launchMessages[language].reviewerNotFound(error.message)];
  }
}

/** Nothing is exported then, and only a log of the hook would say so. */
function telemetryMistakes({ file }: Config, env: Env, paths: Paths): string[] {
  const signals = exportedSignals(telemetryHere(file, env, paths));
  const { telemetryProblem } = launchMessages[env.language];
  return problemsOf(signals).map((problem) =>
    telemetryProblem(...telemetryProblemText(problem, settingsMessages[env.language])),
  );
}

const isUnclear = ({ all, startsSupervised }: Env) => !!all.CCC_SUPERVISOR && startsSupervised === undefined;

/** Whether supervision may be off because of it: a wrong `max_iterations` turns nothing off. */
function mayTurnOff({ key, cause }: Config['problems'][number]): boolean {
  if (cause.code !== 'unknown-key') return ['', 'supervisor', 'supervisor.enabled'].includes(key);
  return [undefined, 'supervisor', 'enabled'].includes(nearestName(cause.name, cause.known));
}

async function showNotices(notices: string[]): Promise<void> {
  notices.forEach(writeStderr);
  if (notices.length > 0 && isatty(1)) await setTimeout(NOTICE_MS);
}

function writePrivateSettings(files: LaunchFiles, settings: object, messages: LaunchMessages): void {
  try {
    files.write(settings);
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    throw new UserError(messages.notWritable(files.settings, code), messages.notWritableFix(code), {
      code: 'launch-settings-not-written',
    });
  }
}

/** Everything else works without them, so a folder that cannot be written is only reported. */
function updateSlashCommands(paths: Paths, env: Env, messages: LaunchMessages): void {
  try {
    writeSlashCommands(paths.claudeCommands, slashProgram(env.path, paths.programLink), env.language);
  } catch (error) {
    writeStderr(messages.commandsNotWritten(paths.claudeCommands, errorCode(error) ?? String(error)));
  }
}

/** Returns the client's exit code. If a signal ended the client, ends this process with the same signal. */
function exitLikeClient(exit: ClientExit, env: Env): number {
  if ('notStarted' in exit)
    throw new UserError(programMessages[env.language].notStarted(exit.notStarted), '', { code: 'client-not-started' });
  if ('code' in exit) return exit.code;
  killSelf(exit.signal);
  return 1;
}
