import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { version } from '../../package.json';
import { isSlashCommand, writeSlashCommands } from '../claude/slash-commands.ts';
import { CLAUDE_SUBCOMMANDS } from '../claude/subcommands.ts';
import { OUR_WORDS } from '../command-names.ts';
import type { Env } from '../config/env.ts';
import { type LaunchConfig, NO_LAUNCH_CONFIG, readLaunchConfig } from '../config/launch-config.ts';
import { slashProgram } from '../config/own-program.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import type { Summary } from '../hook/rules/summary.ts';
import { helpOn } from '../i18n/help.ts';
import { type LaunchWords, launchWords } from '../i18n/launch.ts';
import { wordsIn } from '../i18n/messages.ts';
import { type Request, readRequest, readRequestAsClaude } from '../launch/arguments.ts';
import { describe } from '../launch/dry-run.ts';
import { LaunchFiles } from '../launch/files.ts';
import { type Prepared, prepare } from '../launch/prepare.ts';
import { type Ending, endLike, Relay, runClient } from '../launch/run-client.ts';
import { currentFolder } from '../platform/folders.ts';
import { nearest } from '../platform/nearest-name.ts';
import { print, tell } from '../platform/output.ts';
import { codeOf, Problem } from '../platform/user-error.ts';
import { presetNamed } from '../providers/presets.ts';
import { offerTakeOver } from '../providers/take-over.ts';
import { summaries } from './status.ts';

const NOTICE_MS = 2000;
const JOURNAL_TAIL = 1024 * 1024;

/** `ccc [provider] [claude arguments…]`: read the request, prepare, start the client, tidy up, end as it ended. */
export async function run(argv: string[], env: Env): Promise<number> {
  const words = launchWords[env.language];
  const config = () => readLaunchConfig(paths().configFile, env.language);
  const paths = () => pathsOf(env, wordsIn(env.language));
  const request = await requestIn(argv, config);
  switch (request.kind) {
    case 'help':
      if (request.topic !== undefined && !OUR_WORDS.includes(request.topic)) throw unknownTopic(request.topic, words);
      print(helpOn(request.topic, env.language));
      return 0;
    case 'version':
      print(`${version}\n`);
      return 0;
    case 'unknown':
      throw unknownWord(request.word, argv, await config(), words);
    case 'pass':
    case 'launch': {
      if (!request.dryRun && (await offerTakeOver(env, paths())) === 'cancelled') return 130;
      const known = request.kind === 'launch' || request.provider !== undefined ? await config() : NO_LAUNCH_CONFIG;
      const prepared = await prepare(request, known, env, paths());
      if (!request.dryRun) return carryOut(prepared, env, paths(), words);
      print(describe(prepared, env));
      return 0;
    }
  }
}

/** Only a word that could be a provider's name needs `ccc.json`: help, and claude's own commands, work without it. */
async function requestIn(argv: string[], config: () => Promise<LaunchConfig>): Promise<Request> {
  const [read, words] =
    argv[0] === '--as-claude' ? ([readRequestAsClaude, argv.slice(1)] as const) : ([readRequest, argv] as const);
  const blind = read(words, []);
  if (blind.kind === 'help' || blind.kind === 'version') return blind;
  try {
    return read(words, [...(await config()).providers.keys()]);
  } catch (error) {
    if (blind.kind === 'pass' && blind.provider === undefined) return blind;
    throw error;
  }
}

async function carryOut(prepared: Prepared, env: Env, paths: Paths, words: LaunchWords): Promise<number> {
  prepared.notices.forEach(tell);
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
    const code = codeOf(error) ?? String(error);
    throw new Problem(words.notWritable(files.settings, code), words.notWritableFix(code));
  }
  slashCommands(paths, env, words);
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
async function close({ args, supervisorId }: Prepared, begun: string, env: Env, paths: Paths): Promise<void> {
  if (!args.some((word) => word === '-p' || word === '--print')) return;
  const run = (await summaries(paths, env, { lastBytes: JOURNAL_TAIL, since: begun }))(supervisorId);
  if (run.mode === 'off') return;
  for (const notice of run.notices) tell(`ccc: ${notice}`);
  const line = closingLine(run, launchWords[env.language]);
  if (line) tell(line);
}

function closingLine(
  { mode, last, lastCause, reviews, decisions, max, costUsd }: Summary,
  words: LaunchWords,
): string | undefined {
  const why = last?.feedback.split('\n')[0] ?? '';
  if (decisions === 0) return words.closingNoStop;
  if (mode === 'paused') return words.closingPaused(max, last?.verdict === 'block' ? why : '');
  if (lastCause === 'unchanged') return words.closingUnchanged;
  switch (last?.outcome) {
    case undefined:
      return undefined;
    case 'stall':
      return words.closingStalled(why);
    case 'budget':
      return words.closingBudget;
    case 'failed':
      return words.closingFailed(why);
    case 'block':
      return words.closingSentBack(why);
    case 'allow':
      return words.closingAllowed(reviews, costUsd > 0 ? `, $${costUsd.toFixed(3)}` : '');
  }
}

function ended(ending: Ending, env: Env): number {
  if ('notStarted' in ending) throw new Problem(wordsIn(env.language).notStarted(ending.notStarted), '');
  if ('code' in ending) return ending.code;
  endLike(ending.signal);
  return 1;
}

/** Without them everything else works, so a folder that cannot be written is told and no more. */
function slashCommands(paths: Paths, env: Env, words: LaunchWords): void {
  try {
    writeSlashCommands(paths.claudeCommands, slashProgram(env.path, paths.programLink), env.language);
  } catch (error) {
    tell(words.commandsNotWritten(paths.claudeCommands, codeOf(error) ?? String(error)));
  }
}

function unknownWord(word: string, argv: string[], config: LaunchConfig, words: LaunchWords): Problem {
  const providers = [...config.providers.keys()];
  if (word === '') return new Problem(words.emptyWord, words.quoteIt);
  const hint = presetNamed(word)
    ? words.isPreset(word)
    : isSlashCommand(word)
      ? words.isSlashCommand(word)
      : argv.at(-1) === word || argv.some((other) => other.startsWith('-'))
        ? undefined
        : words.quoteIt;
  const near = nearest(word, [...providers, ...OUR_WORDS, ...CLAUDE_SUBCOMMANDS]);
  // Not 2, the usual code for wrong usage: in a hook entry it would mean "block", at every stop.
  return new Problem(words.unknownWord(word), words.unknownWordFix(hint, near, providers), 1);
}

function unknownTopic(topic: string, words: LaunchWords): Problem {
  return new Problem(words.unknownTopic(topic), words.unknownTopicFix(nearest(topic, OUR_WORDS)));
}
