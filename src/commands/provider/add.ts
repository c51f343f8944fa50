import { CLAUDE_SUBCOMMANDS } from '../../claude/subcommands.ts';
import type { Given } from '../../command-line/declaration.ts';
import { changeConfig, type Written } from '../../config/change-config.ts';
import { readLaunchConfig } from '../../config/config-file.ts';
import type { Env } from '../../config/env.ts';
import type { LaunchConfig, Provider } from '../../config/launch-config.ts';
import { type Paths, pathsOf } from '../../config/paths.ts';
import { providerAddMessages } from '../../i18n/provider-add.ts';
import { providerCommandMessages } from '../../i18n/provider-command.ts';
import { takeOverMessages } from '../../i18n/take-over.ts';
import { printJson, writeStderr } from '../../platform/output.ts';
import { askUser, isInteractive } from '../../platform/prompts.ts';
import { UserError } from '../../platform/user-error.ts';
import { keySource } from '../../providers/key-source.ts';
import { maskedProvider } from '../../providers/mask.ts';
import { presetNamed } from '../../providers/presets.ts';
import { changesTo, missingIn, newlyWrittenSecrets, providerAsWanted } from '../../providers/provider-changes.ts';
import { fromSettings, TAKEN_OVER, writeProvider } from '../../providers/take-over.ts';
import { RESERVED_NAMES } from '../declarations/index.ts';
import type { providerAdd } from '../declarations/provider.ts';
import { canName, type Flags, readFlags } from './flags.ts';
import { CANCELLED } from './name.ts';
import { type Answers, askForProvider, askKey, askUrl } from './questions.ts';
import { tellTightened } from './use.ts';

export async function add(given: Given<typeof providerAdd>, env: Env): Promise<number> {
  const flags = await readFlags(given, env);
  const paths = pathsOf(env);
  const before = await readLaunchConfig(paths.configFile, env.language);
  refuseBadName(flags.name, before, env);
  const done = flags.fromSettings ? await takeOver(flags, env, paths) : await addAsked(flags, before, env, paths);
  if (done === undefined) return CANCELLED;
  report(done, before, flags, env, paths);
  return 0;
}

/** One that is there may have any name; somebody wrote it by hand. */
function refuseBadName(name: string | undefined, config: LaunchConfig, env: Env): void {
  if (name === undefined || config.providers.has(name) || canName(name)) return;
  const messages = providerAddMessages[env.language];
  throw new UserError(messages.badName(name), messages.badNameFix, 2);
}

interface Done {
  name: string;
  written: Written;
}

async function addAsked(flags: Flags, before: LaunchConfig, env: Env, paths: Paths): Promise<Done | undefined> {
  const asked = await complete(flags, before, env);
  if (asked === undefined) return undefined;
  const { name, wanted, use } = asked;
  const written = await changeConfig(paths, env.language, (config) => {
    const existing = config.providers.get(name);
    const makeCurrent = use ? [{ path: ['current_provider'], value: name }] : [];
    return [...changesTo(providerAsWanted(name, wanted, existing), existing), ...makeCurrent];
  });
  return { name, written };
}

async function takeOver({ name = TAKEN_OVER, use }: Flags, env: Env, paths: Paths): Promise<Done> {
  const messages = takeOverMessages[env.language];
  const provider = await fromSettings(name, env, paths);
  if (provider === undefined) throw new UserError(messages.nothing(paths.claudeSettings), messages.nothingFix);
  return { name, written: await writeProvider(provider, env, paths, use ? 'always' : 'if none is') };
}

/** What was asked for, with what is missing asked of the person who is there. Undefined if they wanted no more. */
async function complete(flags: Flags, config: LaunchConfig, env: Env): Promise<Answers | undefined> {
  const messages = providerAddMessages[env.language];
  const mayAsk = !flags.json && isInteractive();
  const { name, use } = flags;
  if (name === undefined) {
    if (!mayAsk || !flags.bare) throw new UserError(messages.noName, messages.noNameFix, 2);
    return askUser((prompts) => askForProvider(prompts, config, env));
  }
  const existing = config.providers.get(name);
  if (existing) {
    if (flags.bare && !use) throw new UserError(messages.nothing(name), messages.nothingFix, 2);
    return { name, wanted: flags.wanted, use };
  }
  const wanted = { ...flags.wanted, preset: flags.wanted.preset ?? presetNamed(name) };
  const missing = missingIn(providerAsWanted(name, wanted, undefined), wanted.preset);
  if (missing.length === 0) return { name, wanted, use };
  if (!mayAsk) {
    const flagsFor = missing.map((what) => (what === 'url' ? messages.urlFlags : messages.keyFlags));
    throw new UserError(messages.missing(name, missing), messages.missingFix(flagsFor), 2);
  }
  return askUser(async (prompts) => {
    const url = missing.includes('url') ? await askUrl(prompts, env) : wanted.url;
    const key = missing.includes('key') ? await askKey(prompts, name, true, env) : wanted.key;
    return { name, wanted: { ...wanted, url, key }, use };
  });
}

function report({ name, written }: Done, before: LaunchConfig, flags: Flags, env: Env, paths: Paths): void {
  const messages = providerAddMessages[env.language];
  const existing = before.providers.get(name);
  const provider = written.config.providers.get(name) as Provider;
  const current = written.config.current === name;
  const key = keySource(provider, env);
  tellTightened(written, paths, env);
  if (newlyWrittenSecrets(provider, existing).length > 0) writeStderr(messages.keyInFile(name, flags.keyInArguments));
  if (flags.json) {
    printJson({ name, added: existing === undefined, current, key, ...maskedProvider(provider) });
    return;
  }
  const lines = [existing ? messages.updated(name, paths.configFile) : messages.added(name, paths.configFile)];
  if (current && before.current !== name) lines.push(providerCommandMessages[env.language].nowCurrent(name));
  if (key.from === 'variable' && !key.set) lines.push(messages.variableUnset(key.variable));
  if (provider.env.ANTHROPIC_BASE_URL && !provider.env.ANTHROPIC_MODEL && !provider.settings.model)
    lines.push(messages.noModel(name));
  const taken = RESERVED_NAMES.includes(name) ? 'ccc' : CLAUDE_SUBCOMMANDS.includes(name) ? 'claude' : undefined;
  lines.push(taken ? messages.startTaken(name, taken) : messages.startIt(name));
  writeStderr(lines.join('\n'));
}
