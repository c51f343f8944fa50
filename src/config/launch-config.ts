import { codeOf, Problem } from '../problem.ts';
import { readIfThere } from '../store/private-file.ts';
import { type ProviderWords, providerWords } from '../words/providers.ts';
import type { Language } from './env.ts';
import { isObject, parseJsonc, placesOf } from './jsonc.ts';

/** One service that speaks the Anthropic API, as `ccc.json` describes it. Nothing is expanded yet. */
export interface Provider {
  name: string;
  env: Record<string, string>;
  /** Everything else in it is Claude Code's own settings. */
  settings: Record<string, unknown>;
  /** Prints the key; run by a shell when the key is needed. */
  apiKeyCommand: string | undefined;
}

/** What of `ccc.json` concerns starting Claude Code. */
export interface LaunchConfig {
  /** Claude Code settings for every launch. */
  settings: Record<string, unknown>;
  claudeArgs: string[];
  current: string | undefined;
  providers: Map<string, Provider>;
}

export const NO_LAUNCH_CONFIG: LaunchConfig = {
  settings: {},
  claudeArgs: [],
  current: undefined,
  providers: new Map(),
};

/**
 * Reads the launch part of `ccc.json`. The hook falls back to defaults where the file is wrong; a launch does not: it
 * could start under another provider than the one that was meant.
 */
export async function readLaunchConfig(path: string, language: Language): Promise<LaunchConfig> {
  const words = providerWords[language];
  let text: string | undefined;
  try {
    text = readIfThere(path);
  } catch (error) {
    throw new Problem(words.configUnreadable(path, codeOf(error) ?? String(error)), words.configUnreadableFix);
  }
  // An empty file is one that somebody has just made.
  if (text === undefined || text.trim() === '') return NO_LAUNCH_CONFIG;
  const parsed = await parseJsonc(text);
  if (parsed.broken !== undefined) {
    const { line, column } = parsed.at;
    throw new Problem(words.configBroken(path, line, column, parsed.broken), words.configBrokenFix);
  }
  const source = text;
  return launchConfigOf(parsed.value, words, async (key, fix) => {
    const [at] = await placesOf(source, [key]);
    throw new Problem(words.configWrong(path, at, key), fix);
  });
}

type Complain = (key: string, fix: string) => Promise<never>;

async function launchConfigOf(file: unknown, words: ProviderWords, complain: Complain): Promise<LaunchConfig> {
  if (!isObject(file)) return complain('', words.writeObject);
  const { settings = {}, claude_args = [], current_provider: current, providers = {} } = file;
  if (!isObject(settings)) return complain('settings', words.writeObject);
  if (!Array.isArray(claude_args) || claude_args.some((word) => typeof word !== 'string'))
    return complain('claude_args', words.writeStrings);
  if (current !== undefined && current !== null && typeof current !== 'string')
    return complain('current_provider', words.writeName);
  if (!isObject(providers)) return complain('providers', words.writeObject);
  const known = new Map<string, Provider>();
  for (const [name, value] of Object.entries(providers))
    known.set(name, await providerOf(name, value, words, complain));
  return { settings, claudeArgs: claude_args, current: current || undefined, providers: known };
}

async function providerOf(name: string, value: unknown, words: ProviderWords, complain: Complain): Promise<Provider> {
  const key = `providers.${name}`;
  if (!isObject(value)) return complain(key, words.writeObject);
  const { env = {}, api_key_command: apiKeyCommand, ...settings } = value;
  if (!isObject(env)) return complain(`${key}.env`, words.writeObject);
  if (apiKeyCommand !== undefined && typeof apiKeyCommand !== 'string')
    return complain(`${key}.api_key_command`, words.writeCommand);
  const variables: Record<string, string> = {};
  for (const [variable, inner] of Object.entries(env)) {
    if (!['string', 'number', 'boolean'].includes(typeof inner))
      return complain(`${key}.env.${variable}`, words.writeString);
    variables[variable] = String(inner);
  }
  return { name, env: variables, settings, apiKeyCommand };
}
