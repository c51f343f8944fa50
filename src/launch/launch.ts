import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { writeSlashCommands } from '../claude/slash-commands.ts';
import { NO_CONFIG, readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { launchConfigOf } from '../config/launch-config.ts';
import { slashProgram } from '../config/own-program.ts';
import type { Paths } from '../config/paths.ts';
import { overruleNotice } from '../hook/notices.ts';
import { readSummaries } from '../hook/summaries.ts';
import { hookMessages } from '../i18n/hook.ts';
import { type LaunchMessages, launchMessages } from '../i18n/launch.ts';
import { programMessages } from '../i18n/program.ts';
import { currentFolder } from '../platform/folders.ts';
import { writeStderr, writeStdout } from '../platform/output.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { offerImport } from '../providers/import-settings.ts';
import { LaunchFiles } from './launch-files.ts';
import { type PreparedLaunch, prepareLaunch, type StartRequest } from './prepare.ts';
import { closingLine, dryRunText } from './report.ts';
import { type ClientExit, killSelf, runClient, SignalRelay } from './run-client.ts';

/** How long a notice can be read before the client's screen covers it. */
const NOTICE_MS = 2000;
const JOURNAL_TAIL = 1024 * 1024;

/**
 * One launch, from the parsed arguments to the client's exit code. `afterStart` runs once the client process exists, so
 * that it does not delay the start.
 */
export async function launch(request: StartRequest, env: Env, paths: Paths, afterStart: () => void): Promise<number> {
  const messages = launchMessages[env.language];
  if (!request.dryRun && (await offerImport(env, paths)) === 'cancelled') return 130;
  const usesConfig = request.kind === 'launch' || request.provider !== undefined;
  const config = usesConfig ? await readConfig(paths.configFile) : NO_CONFIG;
  const launchConfig = await launchConfigOf(config, paths.configFile, env.language);
  // Reads settings files and environment; the plan itself (plan.ts) is pure.
  const prepared = await prepareLaunch(request, { launch: launchConfig, supervisor: config.supervisor }, env, paths);
  if (request.dryRun) {
    writeStdout(dryRunText(prepared, env));
    return 0;
  }
  await showNotices(prepared.notices);
  const { claude, args, settings, supervisorId, provider } = prepared;
  const variables = { ...env.all, ...prepared.env };
  if (!settings) return exitLikeClient(await runClient(claude, args, variables), env);

  // From here on no signal may end us before the private file is removed again.
  const relay = new SignalRelay();
  const files = new LaunchFiles(paths);
  writePrivateSettings(files, settings, messages);
  updateSlashCommands(paths, env, messages);
  const startedAt = new Date().toISOString();
  try {
    const onStart = (clientPid: number) => {
      files.record({
        supervisor_id: supervisorId,
        client_pid: clientPid,
        cwd: currentFolder(),
        provider: provider ?? null,
        started_at: startedAt,
      });
      // Runs once the client process exists, so that it does not delay the start.
      setImmediate(afterStart);
    };
    const exit = await runClient(claude, args, variables, { relay, onStart });
    files.remove();
    await printClosingLine(prepared, startedAt, env, paths);
    return exitLikeClient(exit, env);
  } finally {
    files.remove();
  }
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

/** With `-p` the hook's messages are shown nowhere, so an unreviewed run would look like a reviewed one. */
async function printClosingLine(
  { args, supervisorId }: PreparedLaunch,
  since: string,
  env: Env,
  paths: Paths,
): Promise<void> {
  if (!args.some((word) => word === '-p' || word === '--print')) return;
  const summary = (await readSummaries(paths, env, { lastBytes: JOURNAL_TAIL, since }))(supervisorId);
  // Also if supervision is off by now: the worker may have done both.
  for (const overrule of summary.overrules)
    writeStderr(`ccc: ${overruleNotice(overrule, overrule.overruled, hookMessages[env.language])}`);
  if (summary.mode === 'off') return;
  for (const notice of summary.notices) writeStderr(`ccc: ${notice}`);
  const line = closingLine(summary, launchMessages[env.language]);
  if (line) writeStderr(line);
}

/** Returns the client's exit code. If a signal ended the client, ends this process with the same signal. */
function exitLikeClient(exit: ClientExit, env: Env): number {
  if ('notStarted' in exit)
    throw new UserError(programMessages[env.language].notStarted(exit.notStarted), '', { code: 'client-not-started' });
  if ('code' in exit) return exit.code;
  killSelf(exit.signal);
  return 1;
}
