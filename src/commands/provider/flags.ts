import { flagOf, type Given } from '../../command-line/declaration.ts';
import type { Env } from '../../config/env.ts';
import { processStdin } from '../../hook/stdin.ts';
import { providerAddMessages } from '../../i18n/provider-add.ts';
import { nearestName } from '../../platform/nearest-name.ts';
import { UserError } from '../../platform/user-error.ts';
import { PRESETS, type Preset, presetNamed } from '../../providers/presets.ts';
import type { ProviderRequest, WantedKey } from '../../providers/provider-changes.ts';
import { canBeSent, isBaseUrl } from '../../providers/ready-provider.ts';
import { isVariableName, referencesIn } from '../../providers/references.ts';
import type { providerAdd } from '../declarations/provider.ts';

/** As long as somebody may need to unlock what the key comes from. */
const STDIN_MS = 300_000;

/** What the command line of `ccc provider add` asks for. */
export interface Flags {
  name: string | undefined;
  wanted: ProviderRequest;
  /** Nothing about the provider itself was given. */
  bare: boolean;
  keyInArguments: boolean;
  use: boolean;
  fromSettings: boolean;
  json: boolean;
}

export async function readFlags(given: Given<typeof providerAdd>, env: Env): Promise<Flags> {
  const messages = providerAddMessages[env.language];
  for (const name of ['preset', 'url', 'keyCommand', 'model', 'smallModel'] as const)
    if (given[name]?.trim() === '') throw new UserError(messages.empty(flagOf(name)), messages.emptyFix, 2);
  const name = given.name ?? given.preset;
  if (given.url !== undefined && !isBaseUrl(given.url) && referencesIn(given.url).length === 0)
    throw new UserError(messages.badUrl, messages.badUrlFix, 2);

  const { name: _, json, use, fromSettings, env: variables, keyStdin, ...texts } = given;
  const bare = !keyStdin && variables.length === 0 && Object.values(texts).every((text) => text === undefined);
  if (fromSettings && !bare) throw new UserError(messages.settingsAlone, '', 2);
  const wanted = {
    preset: given.preset === undefined ? undefined : findPreset(given.preset, env),
    url: given.url,
    model: given.model,
    smallModel: given.smallModel,
    env: variablesOf(variables, env),
    key: await keyOf(given, env),
  };
  const keyInArguments = given.key !== undefined || variables.length > 0;
  return { name, wanted, bare, keyInArguments, use, fromSettings, json };
}

/** Names that JSON readers would trip over are left out. */
export const canName = (name: string) =>
  /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(name) && !['__proto__', 'constructor', 'prototype'].includes(name);

function findPreset(name: string, env: Env): Preset {
  const preset = presetNamed(name);
  if (preset) return preset;
  const messages = providerAddMessages[env.language];
  const names = PRESETS.map((known) => known.name);
  throw new UserError(messages.unknownPreset(name), messages.knownPresets(names, nearestName(name, names)), 2);
}

function variablesOf(given: string[], env: Env): Record<string, string> {
  const messages = providerAddMessages[env.language];
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1 || !isVariableName(pair.slice(0, at))) throw new UserError(messages.badEnv, messages.badEnvFix, 2);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

async function keyOf(
  { key: typed, keyCommand, keyStdin }: Given<typeof providerAdd>,
  env: Env,
): Promise<WantedKey | undefined> {
  if (keyCommand !== undefined) return { kind: 'command', command: keyCommand };
  const text = keyStdin ? await keyOnStdin(env) : typed;
  if (text === undefined) return undefined;
  const key = text.trim();
  const wrong = whatIsWrongWith(key);
  if (wrong === undefined) return { kind: 'text', text: key };
  const messages = providerAddMessages[env.language];
  const fix = wrong === 'bareVariable' ? messages.bareVariableFix(key.slice(1)) : messages[`${wrong}Fix`];
  throw new UserError(messages[wrong], fix, 2);
}

export function whatIsWrongWith(key: string): 'emptyKey' | 'bareVariable' | 'oddKey' | undefined {
  if (key === '') return 'emptyKey';
  if (key.startsWith('$') && isVariableName(key.slice(1))) return 'bareVariable';
  return canBeSent(key) && !key.includes(' ') ? undefined : 'oddKey';
}

async function keyOnStdin(env: Env): Promise<string> {
  const messages = providerAddMessages[env.language];
  if (await processStdin.isTerminal()) throw new UserError(messages.stdinTerminal, messages.stdinUnreadFix, 2);
  try {
    return await processStdin.readAll(STDIN_MS);
  } catch (error) {
    throw new UserError(messages.stdinUnread((error as Error).message), messages.stdinUnreadFix);
  }
}
