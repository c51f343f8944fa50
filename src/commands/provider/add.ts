import { CLAUDE_SUBCOMMANDS } from '../../claude/subcommands.ts';
import { OUR_WORDS } from '../../command-names.ts';
import { changeConfig, type Written } from '../../config/change-config.ts';
import type { Env } from '../../config/env.ts';
import { type LaunchConfig, type Provider, readLaunchConfig } from '../../config/launch-config.ts';
import { type Paths, pathsOf } from '../../config/paths.ts';
import { wordsIn } from '../../i18n/messages.ts';
import { providerAddWords } from '../../i18n/provider-add.ts';
import { providerCommandWords } from '../../i18n/provider-command.ts';
import { takeOverWords } from '../../i18n/take-over.ts';
import { printJson, tell } from '../../platform/output.ts';
import { interview, personThere } from '../../platform/prompts.ts';
import { Problem } from '../../platform/user-error.ts';
import { keySource } from '../../providers/key-source.ts';
import { maskedProvider } from '../../providers/mask.ts';
import { presetNamed } from '../../providers/presets.ts';
import { changesTo, missingIn, newlyWrittenSecrets, providerAsWanted } from '../../providers/provider-changes.ts';
import { fromSettings, TAKEN_OVER, writeProvider } from '../../providers/take-over.ts';
import { canName, type Flags, readFlags } from './flags.ts';
import { CANCELLED } from './name.ts';
import { type Answers, askForProvider, askKey, askUrl } from './questions.ts';
import { tellTightened } from './use.ts';

export async function add(argv: string[], env: Env): Promise<number> {
  const flags = await readFlags(argv, env);
  const paths = pathsOf(env, wordsIn(env.language));
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
  const say = providerAddWords[env.language];
  throw new Problem(say.badName(name), say.badNameFix, 2);
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
  const words = takeOverWords[env.language];
  const provider = await fromSettings(name, env, paths);
  if (provider === undefined) throw new Problem(words.nothing(paths.claudeSettings), words.nothingFix);
  return { name, written: await writeProvider(provider, env, paths, use ? 'always' : 'if none is') };
}

/** What was asked for, with what is missing asked of the person who is there. Undefined if they wanted no more. */
async function complete(flags: Flags, config: LaunchConfig, env: Env): Promise<Answers | undefined> {
  const say = providerAddWords[env.language];
  const mayAsk = !flags.json && personThere();
  const { name, use } = flags;
  if (name === undefined) {
    if (!mayAsk || !flags.bare) throw new Problem(say.noName, say.noNameFix, 2);
    return interview((prompts) => askForProvider(prompts, config, env));
  }
  const existing = config.providers.get(name);
  if (existing) {
    if (flags.bare && !use) throw new Problem(say.nothing(name), say.nothingFix, 2);
    return { name, wanted: flags.wanted, use };
  }
  const wanted = { ...flags.wanted, preset: flags.wanted.preset ?? presetNamed(name) };
  const missing = missingIn(providerAsWanted(name, wanted, undefined), wanted.preset);
  if (missing.length === 0) return { name, wanted, use };
  if (!mayAsk) {
    const flagsFor = missing.map((what) => (what === 'url' ? say.urlFlags : say.keyFlags));
    throw new Problem(say.missing(name, missing), say.missingFix(flagsFor), 2);
  }
  return interview(async (prompts) => {
    const url = missing.includes('url') ? await askUrl(prompts, env) : wanted.url;
    const key = missing.includes('key') ? await askKey(prompts, name, true, env) : wanted.key;
    return { name, wanted: { ...wanted, url, key }, use };
  });
}

function report({ name, written }: Done, before: LaunchConfig, flags: Flags, env: Env, paths: Paths): void {
  const say = providerAddWords[env.language];
  const existing = before.providers.get(name);
  const provider = written.config.providers.get(name) as Provider;
  const current = written.config.current === name;
  const key = keySource(provider, env);
  tellTightened(written, paths, env);
  if (newlyWrittenSecrets(provider, existing).length > 0) tell(say.keyInFile(name, flags.keyInArguments));
  if (flags.json) {
    printJson({ name, added: existing === undefined, current, key, ...maskedProvider(provider) });
    return;
  }
  const lines = [existing ? say.updated(name, paths.configFile) : say.added(name, paths.configFile)];
  if (current && before.current !== name) lines.push(providerCommandWords[env.language].nowCurrent(name));
  if (key.from === 'variable' && !key.set) lines.push(say.variableUnset(key.variable));
  if (provider.env.ANTHROPIC_BASE_URL && !provider.env.ANTHROPIC_MODEL && !provider.settings.model)
    lines.push(say.noModel(name));
  const taken = OUR_WORDS.includes(name) ? 'ccc' : CLAUDE_SUBCOMMANDS.includes(name) ? 'claude' : undefined;
  lines.push(taken ? say.startTaken(name, taken) : say.startIt(name));
  tell(lines.join('\n'));
}
