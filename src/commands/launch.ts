import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { version } from '../../package.json';
import { isSlashCommand, writeSlashCommands } from '../claude/slash-commands.ts';
import { CLAUDE_SUBCOMMANDS } from '../claude/subcommands.ts';
import type { Env } from '../config/env.ts';
import { type LaunchConfig, NO_LAUNCH_CONFIG, readLaunchConfig } from '../config/launch-config.ts';
import { slashProgram } from '../config/own-program.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import type { Summary } from '../hook/rules/summary.ts';
import { type LaunchMessages, launchMessages } from '../i18n/launch.ts';
import { programMessages } from '../i18n/program.ts';
import { type LaunchRequest, parseAsClaudeArguments, parseLaunchArguments } from '../launch/arguments.ts';
import { describe } from '../launch/dry-run.ts';
import { LaunchFiles } from '../launch/files.ts';
import { type PreparedLaunch, prepareLaunch } from '../launch/prepare.ts';
import { type ClientExit, exitLike, Relay, runClient } from '../launch/run-client.ts';
import { currentFolder } from '../platform/folders.ts';
import { nearest } from '../platform/nearest-name.ts';
import { writeStderr, writeStdout } from '../platform/output.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { presetNamed } from '../providers/presets.ts';
import { offerTakeOver } from '../providers/take-over.ts';
import { RESERVED_NAMES } from './declarations/index.ts';
import { helpOn } from './help.ts';
import { summaries } from './status.ts';

const NOTICE_MS = 2000;
const JOURNAL_TAIL = 1024 * 1024;

/** `ccc [provider] [claude arguments…]`: read the request, prepare, start the client, tidy up, end as it ended. */
export async function run(argv: string[], env: Env): Promise<number> {
  const messages = launchMessages[env.language];
  const config = () => readLaunchConfig(paths().configFile, env.language);
  const paths = () => pathsOf(env);
  const request = await requestIn(argv, config);
  switch (request.kind) {
    case 'help':
      writeStdout(helpOn(request.topic === undefined ? [] : [request.topic], env.language));
      return 0;
    case 'version':
      writeStdout(`${version}\n`);
      return 0;
    case 'unknown':
      throw unknownWord(request.word, argv, await config(), messages);
    case 'pass':
    case 'launch': {
      if (!request.dryRun && (await offerTakeOver(env, paths())) === 'cancelled') return 130;
      const known = request.kind === 'launch' || request.provider !== undefined ? await config() : NO_LAUNCH_CONFIG;
      const prepared = await prepareLaunch(request, known, env, paths());
      if (!request.dryRun) return carryOut(prepared, env, paths(), messages);
      writeStdout(describe(prepared, env));
      return 0;
    }
  }
}

/** Only a word that could be a provider's name needs `ccc.json`: help, and claude's own commands, work without it. */
async function requestIn(argv: string[], config: () => Promise<LaunchConfig>): Promise<LaunchRequest> {
  const [read, words] =
    argv[0] === '--as-claude'
      ? ([parseAsClaudeArguments, argv.slice(1)] as const)
      : ([parseLaunchArguments, argv] as const);
  const blind = read(words, []);
  if (blind.kind === 'help' || blind.kind === 'version') return blind;
  try {
    return read(words, [...(await config()).providers.keys()]);
  } catch (error) {
    if (blind.kind === 'pass' && blind.provider === undefined) return blind;
    throw error;
  }
}

async function carryOut(prepared: PreparedLaunch, env: Env, paths: Paths, messages: LaunchMessages): Promise<number> {
  prepared.notices.forEach(writeStderr);
  // The client's screen will cover what was just said.
  if (prepared.notices.length > 0 && isatty(1)) await setTimeout(NOTICE_MS);
  const variables = { ...env.all, ...prepared.env };
  const { settings, claude, args } = prepared;
  if (!settings) return ended(await runClient(claude, args, variables), env);
  const relay = new Relay();

  const files = new LaunchFiles(paths);
  try {
    files.write(settings);
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    throw new UserError(messages.notWritable(files.settings, code), messages.notWritableFix(code));
  }
  slashCommands(paths, env, messages);
  const begun = new Date().toISOString();
  try {
    const ending = await runClient(claude, args, variables, {
      relay,
      onStart: (pid) =>
        files.record({
          supervisor_id: prepared.supervisorId,
          client_pid: pid,
          cwd: currentFolder(),
          provider: prepared.provider ?? null,
          started_at: begun,
        }),
    });
    files.remove();
    await close(prepared, begun, env, paths);
    return ended(ending, env);
  } finally {
    files.remove();
  }
}

/** `-p` shows nobody what the hook said; without this an unreviewed run would look like a reviewed one. */
async function close({ args, supervisorId }: PreparedLaunch, begun: string, env: Env, paths: Paths): Promise<void> {
  if (!args.some((word) => word === '-p' || word === '--print')) return;
  const run = (await summaries(paths, env, { lastBytes: JOURNAL_TAIL, since: begun }))(supervisorId);
  if (run.mode === 'off') return;
  for (const notice of run.notices) writeStderr(`ccc: ${notice}`);
  const line = closingLine(run, launchMessages[env.language]);
  if (line) writeStderr(line);
}

function closingLine(
  { mode, last, lastCause, reviews, decisions, max, costUsd }: Summary,
  messages: LaunchMessages,
): string | undefined {
  const why = last?.feedback.split('\n')[0] ?? '';
  if (decisions === 0) return messages.closingNoStop;
  if (mode === 'paused') return messages.closingPaused(max, last?.verdict === 'block' ? why : '');
  if (lastCause === 'unchanged') return messages.closingUnchanged;
  switch (last?.outcome) {
    case undefined:
      return undefined;
    case 'stall':
      return messages.closingStalled(why);
    case 'budget':
      return messages.closingBudget;
    case 'failed':
      return messages.closingFailed(why);
    case 'block':
      return messages.closingSentBack(why);
    case 'allow':
      return messages.closingAllowed(reviews, costUsd > 0 ? `, $${costUsd.toFixed(3)}` : '');
  }
}

function ended(ending: ClientExit, env: Env): number {
  if ('notStarted' in ending) throw new UserError(programMessages[env.language].notStarted(ending.notStarted), '');
  if ('code' in ending) return ending.code;
  exitLike(ending.signal);
  return 1;
}

/** Without them everything else works, so a folder that cannot be written is told and no more. */
function slashCommands(paths: Paths, env: Env, messages: LaunchMessages): void {
  try {
    writeSlashCommands(paths.claudeCommands, slashProgram(env.path, paths.programLink), env.language);
  } catch (error) {
    writeStderr(messages.commandsNotWritten(paths.claudeCommands, errorCode(error) ?? String(error)));
  }
}

function unknownWord(word: string, argv: string[], config: LaunchConfig, messages: LaunchMessages): UserError {
  const providers = [...config.providers.keys()];
  if (word === '') return new UserError(messages.emptyWord, messages.quoteIt);
  const hint = presetNamed(word)
    ? messages.isPreset(word)
    : isSlashCommand(word)
      ? messages.isSlashCommand(word)
      : argv.at(-1) === word || argv.some((other) => other.startsWith('-'))
        ? undefined
        : messages.quoteIt;
  const near = nearest(word, [...providers, ...RESERVED_NAMES, ...CLAUDE_SUBCOMMANDS]);
  // Not 2, the usual code for wrong usage: in a hook entry it would mean "block", at every stop.
  return new UserError(messages.unknownWord(word), messages.unknownWordFix(hint, near, providers), 1);
}
