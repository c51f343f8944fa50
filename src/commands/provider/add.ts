import { CLAUDE_SUBCOMMANDS } from '../../claude/subcommands.ts';
import type { ParsedArguments } from '../../command-line/declaration.ts';
import type { WrittenConfig } from '../../config/change-config.ts';
import type { Env } from '../../config/env.ts';
import { type LaunchConfig, type Provider, readLaunchConfig } from '../../config/launch-config.ts';
import { type Paths, pathsOf } from '../../config/paths.ts';
import { importSettingsMessages } from '../../i18n/import-settings.ts';
import { providerAddMessages } from '../../i18n/provider-add.ts';
import { providerCommandMessages } from '../../i18n/provider-command.ts';
import { printJson, writeStderr } from '../../platform/output.ts';
import { askUser, isInteractive } from '../../platform/prompts.ts';
import { UserError } from '../../platform/user-error.ts';
import { IMPORTED_NAME, providerFromSettings } from '../../providers/import-settings.ts';
import { maskProvider } from '../../providers/mask.ts';
import { isAnthropicHost, presetNamed } from '../../providers/presets.ts';
import { missingIn, newlyWrittenSecrets, requestedProvider } from '../../providers/provider-changes.ts';
import { keySource, keyVariableFor } from '../../providers/provider-key.ts';
import { importProvider, saveProvider } from '../../providers/save-provider.ts';
import { RESERVED_NAMES } from '../declarations/index.ts';
import type { providerAdd } from '../declarations/provider.ts';
import { canName, type Flags, readFlags, usageError } from './flags.ts';
import { CANCELLED } from './pick.ts';
import { type Answers, askForProvider, askKey, askUrl } from './questions.ts';
import { reportPrivateMode } from './use.ts';

export async function add(given: ParsedArguments<typeof providerAdd>, env: Env): Promise<number> {
  const flags = await readFlags(given, env);
  const paths = pathsOf(env);
  const before = await readLaunchConfig(paths.configFile, env.language);
  refuseBadName(flags.name, before, env);
  const saved = flags.fromSettings ? await importSettings(flags, env, paths) : await save(flags, before, env, paths);
  if (saved === undefined) return CANCELLED;
  report(saved, before, flags, env, paths);
  return 0;
}

/** A provider that is in the file may have any name: it may have been written by hand. */
function refuseBadName(name: string | undefined, config: LaunchConfig, env: Env): void {
  if (name === undefined || config.providers.has(name) || canName(name)) return;
  const messages = providerAddMessages[env.language];
  throw usageError(messages.badName(name), messages.badNameFix);
}

interface Saved {
  name: string;
  written: WrittenConfig;
}

async function save(flags: Flags, before: LaunchConfig, env: Env, paths: Paths): Promise<Saved | undefined> {
  const answers = await complete(flags, before, env);
  return answers && { name: answers.name, written: await saveProvider(answers, paths, env.language) };
}

async function importSettings({ name = IMPORTED_NAME, use }: Flags, env: Env, paths: Paths): Promise<Saved> {
  const messages = importSettingsMessages[env.language];
  const provider = await providerFromSettings(name, env, paths);
  if (provider === undefined)
    throw new UserError(messages.nothing(paths.claudeSettings), messages.nothingFix, {
      code: 'settings-without-provider',
    });
  return { name, written: await importProvider(provider, paths, env.language, use ? 'always' : 'if-none-is') };
}

/** The request, with what is missing asked for if there is a terminal. Undefined if the user pressed Ctrl-C. */
async function complete(flags: Flags, config: LaunchConfig, env: Env): Promise<Answers | undefined> {
  const messages = providerAddMessages[env.language];
  const mayAsk = !flags.json && isInteractive();
  const { name, use } = flags;
  if (name === undefined) {
    if (!mayAsk || !flags.bare) throw usageError(messages.noName, messages.noNameFix);
    return askUser((prompts) => askForProvider(prompts, config, env));
  }
  if (config.providers.has(name)) {
    if (flags.bare && !use) throw usageError(messages.nothing(name), messages.nothingFix);
    return { name, request: flags.request, use };
  }
  const request = { ...flags.request, preset: flags.request.preset ?? presetNamed(name) };
  const missing = missingIn(requestedProvider(name, request, undefined), request.preset);
  if (missing.length === 0) return { name, request, use };
  if (!mayAsk) {
    const flagsFor = missing.map((what) =>
      what === 'url' ? messages.urlFlags : messages.keyFlags(keyVariableFor(name)),
    );
    throw usageError(messages.missing(name, missing), messages.missingFix(flagsFor));
  }
  return askUser(async (prompts) => {
    const url = missing.includes('url') ? await askUrl(prompts, env) : request.url;
    const key = missing.includes('key') ? await askKey(prompts, name, true, env) : request.key;
    return { name, request: { ...request, url, key }, use };
  });
}

function report({ name, written }: Saved, before: LaunchConfig, flags: Flags, env: Env, paths: Paths): void {
  const messages = providerAddMessages[env.language];
  const existing = before.providers.get(name);
  const provider = written.config.providers.get(name) as Provider;
  const current = written.config.current === name;
  const key = keySource(provider, env);
  reportPrivateMode(written, paths, env);
  if (newlyWrittenSecrets(provider, existing).length > 0)
    writeStderr(messages.keyInFile(name, keyVariableFor(name), flags.keyInArguments));
  if (flags.json) {
    printJson({ name, added: existing === undefined, current, key, ...maskProvider(provider) });
    return;
  }
  const lines = [existing ? messages.updated(name, paths.configFile) : messages.added(name, paths.configFile)];
  if (current && before.current !== name) lines.push(providerCommandMessages[env.language].nowCurrent(name));
  if (key.from === 'variable' && !key.set) lines.push(messages.variableUnset(key.variable));
  if (!isAnthropicHost(provider.env.ANTHROPIC_BASE_URL) && !provider.env.ANTHROPIC_MODEL && !provider.settings.model)
    lines.push(messages.noModel(name));
  const taken = RESERVED_NAMES.includes(name) ? 'ccc' : CLAUDE_SUBCOMMANDS.includes(name) ? 'claude' : undefined;
  lines.push(taken ? messages.nameIsCommand(name, taken) : messages.startIt(name));
  writeStderr(lines.join('\n'));
}
