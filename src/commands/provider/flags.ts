import { flagOf, type ParsedArguments } from '../../command-line/declaration.ts';
import type { Env } from '../../config/env.ts';
import { inputErrorText } from '../../hook/notices.ts';
import { InputError } from '../../hook/protocol/input.ts';
import { processStdin } from '../../hook/stdin.ts';
import { providerAddMessages } from '../../i18n/provider-add.ts';
import { nearestName } from '../../platform/nearest-name.ts';
import { UserError } from '../../platform/user-error.ts';
import { PRESETS, type Preset, presetNamed } from '../../providers/presets.ts';
import type { ProviderRequest, RequestedKey } from '../../providers/provider-changes.ts';
import { canBeSent, isVariableName, referencesIn } from '../../providers/provider-key.ts';
import { isBaseUrl } from '../../providers/ready-provider.ts';
import type { providerAdd } from '../declarations/provider.ts';

/** Long enough for the user to unlock what prints the key. */
const STDIN_MS = 300_000;

/** The command line of `ccc provider add`. */
export interface Flags {
  name: string | undefined;
  request: ProviderRequest;
  /** No option about the provider itself was given. */
  bare: boolean;
  keyInArguments: boolean;
  use: boolean;
  fromSettings: boolean;
  json: boolean;
}

export const usageError = (message: string, fix: string) => new UserError(message, fix, { code: 'usage', exitCode: 2 });

export async function readFlags(given: ParsedArguments<typeof providerAdd>, env: Env): Promise<Flags> {
  const messages = providerAddMessages[env.language];
  for (const name of ['preset', 'url', 'keyCommand', 'model', 'smallModel'] as const)
    if (given[name]?.trim() === '') throw usageError(messages.empty(flagOf(name)), messages.emptyFix);
  const name = given.name ?? given.preset;
  if (given.url !== undefined && !isBaseUrl(given.url) && referencesIn(given.url).length === 0)
    throw usageError(messages.badUrl, messages.badUrlFix);

  const { name: _, json, use, fromSettings, env: variables, keyStdin, ...texts } = given;
  const bare = !keyStdin && variables.length === 0 && Object.values(texts).every((text) => text === undefined);
  if (fromSettings && !bare) throw usageError(messages.onlyWithUseAndJson, '');
  const request = {
    preset: given.preset === undefined ? undefined : findPreset(given.preset, env),
    url: given.url,
    model: given.model,
    smallModel: given.smallModel,
    env: variablesOf(variables, env),
    key: await keyOf(given, env),
  };
  const keyInArguments = given.key !== undefined || variables.length > 0;
  return { name, request, bare, keyInArguments, use, fromSettings, json };
}

/** Without the names that mean something else in JavaScript. */
export const canName = (name: string) =>
  /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(name) && !['__proto__', 'constructor', 'prototype'].includes(name);

function findPreset(name: string, env: Env): Preset {
  const preset = presetNamed(name);
  if (preset) return preset;
  const messages = providerAddMessages[env.language];
  const names = PRESETS.map((known) => known.name);
  throw usageError(messages.unknownPreset(name), messages.knownPresets(names, nearestName(name, names)));
}

function variablesOf(given: string[], env: Env): Record<string, string> {
  const messages = providerAddMessages[env.language];
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1 || !isVariableName(pair.slice(0, at))) throw usageError(messages.badEnv, messages.badEnvFix);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

async function keyOf(
  { key: typed, keyCommand, keyStdin }: ParsedArguments<typeof providerAdd>,
  env: Env,
): Promise<RequestedKey | undefined> {
  if (keyCommand !== undefined) return { kind: 'command', command: keyCommand };
  const text = keyStdin ? await keyOnStdin(env) : typed;
  if (text === undefined) return undefined;
  const key = text.trim();
  const wrong = keyError(key);
  if (wrong === undefined) return { kind: 'text', text: key };
  const messages = providerAddMessages[env.language];
  const fix = wrong === 'bareVariable' ? messages.bareVariableFix(key.slice(1)) : messages[`${wrong}Fix`];
  throw usageError(messages[wrong], fix);
}

export function keyError(key: string): 'emptyKey' | 'bareVariable' | 'invalidKey' | undefined {
  if (key === '') return 'emptyKey';
  if (key.startsWith('$') && isVariableName(key.slice(1))) return 'bareVariable';
  return canBeSent(key) && !key.includes(' ') ? undefined : 'invalidKey';
}

async function keyOnStdin(env: Env): Promise<string> {
  const messages = providerAddMessages[env.language];
  if (await processStdin.isTerminal()) throw usageError(messages.stdinTerminal, messages.stdinUnreadFix);
  try {
    return await processStdin.readAll(STDIN_MS);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new UserError(messages.stdinUnread(inputErrorText(error.problem, env.language)), messages.stdinUnreadFix, {
      code: 'key-unreadable',
    });
  }
}
