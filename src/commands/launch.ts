import { version } from '../../package.json';
import { isSlashCommand } from '../claude/slash-commands.ts';
import { CLAUDE_SUBCOMMANDS } from '../claude/subcommands.ts';
import { cleanAtLaunch } from '../clean/clean.ts';
import type { Env } from '../config/env.ts';
import { type LaunchConfig, readLaunchConfig } from '../config/launch-config.ts';
import { pathsOf } from '../config/paths.ts';
import { type LaunchMessages, launchMessages } from '../i18n/launch.ts';
import {
  type LaunchRequest,
  misplacedSwitch,
  parseAsClaudeArguments,
  parseLaunchArguments,
} from '../launch/arguments.ts';
import { launch } from '../launch/launch.ts';
import { nearestName } from '../platform/nearest-name.ts';
import { writeStdout } from '../platform/output.ts';
import { UserError } from '../platform/user-error.ts';
import { presetNamed } from '../providers/presets.ts';
import { DECLARATIONS, RESERVED_NAMES } from './declarations/index.ts';
import { helpOn } from './help.ts';

/** `ccc [provider] [claude arguments…]`, and everything else after `ccc` that is not a command. */
export async function run(argv: string[], env: Env): Promise<number> {
  const messages = launchMessages[env.language];
  const paths = () => pathsOf(env);
  const config = () => readLaunchConfig(paths().configFile, env.language);
  const request = await parseRequest(argv, config);
  refuseOptionOfCommand(request, messages);
  refuseMisplaced(request, argv, messages);
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
    case 'launch':
      return launch(request, env, paths(), () => cleanAtLaunch(paths()));
  }
}

/** A word that is a command gets here only behind an option of a launch; some are commands of the client too. */
function refuseOptionOfCommand(request: LaunchRequest, messages: LaunchMessages): void {
  const { kind } = request;
  const isClients = kind === 'pass' && request.dryRun && request.provider === undefined;
  const word = kind === 'unknown' ? request.word : isClients ? request.args[0] : undefined;
  const command = DECLARATIONS.find(({ name }) => name === word);
  if (command === undefined) return;
  if (kind === 'unknown' && request.requireApproval)
    throw new UserError(messages.approvalOfCommand(command.name), messages.runInstead(`ccc ${command.name}`), {
      ...{ code: 'usage', exitCode: 2 },
    });
  const typed = `ccc ${command.name}${command.options?.dryRun ? ' --dry-run' : ''}`;
  throw new UserError(messages.dryRunOfCommand(command.name), messages.runInstead(typed), { code: 'usage' });
}

/** Before the start, because the client would call it unknown. Started as `claude`, no option is ours. */
function refuseMisplaced(request: LaunchRequest, argv: string[], messages: LaunchMessages): void {
  const option =
    request.kind === 'launch' && argv[0] !== '--as-claude' ? misplacedSwitch(argv, request.args) : undefined;
  if (option !== undefined)
    throw new UserError(messages.misplacedOption(option), messages.misplacedOptionFix, { code: 'usage', exitCode: 2 });
}

/** Reads `ccc.json` only where a word could be a provider: help and the client's own commands work without it. */
async function parseRequest(argv: string[], config: () => Promise<LaunchConfig>): Promise<LaunchRequest> {
  const [parse, words] =
    argv[0] === '--as-claude'
      ? ([parseAsClaudeArguments, argv.slice(1)] as const)
      : ([parseLaunchArguments, argv] as const);
  const withoutProviders = parse(words, []);
  if (withoutProviders.kind === 'help' || withoutProviders.kind === 'version') return withoutProviders;
  try {
    return parse(words, [...(await config()).providers.keys()]);
  } catch (error) {
    if (withoutProviders.kind === 'pass' && withoutProviders.provider === undefined) return withoutProviders;
    throw error;
  }
}

function unknownWord(word: string, argv: string[], config: LaunchConfig, messages: LaunchMessages): UserError {
  const providers = [...config.providers.keys()];
  if (word === '') return new UserError(messages.emptyWord, messages.quotePrompt, { code: 'unknown-word' });
  const near = nearestName(word, [...providers, ...RESERVED_NAMES, ...CLAUDE_SUBCOMMANDS]);
  // Not 2, the usual code for wrong usage: in a hook entry it would mean "block", at every stop.
  return new UserError(
    messages.unknownWord(word),
    messages.unknownWordFix(hintFor(word, argv, messages), near, providers),
    { code: 'unknown-word', exitCode: 1 },
  );
}

function hintFor(word: string, argv: string[], messages: LaunchMessages): string | undefined {
  if (presetNamed(word)) return messages.isPreset(word);
  if (isSlashCommand(word)) return messages.isSlashCommand(word);
  const oneOfSeveral = argv.at(-1) !== word && !argv.some((other) => other.startsWith('-'));
  return oneOfSeveral ? messages.quotePrompt : undefined;
}
