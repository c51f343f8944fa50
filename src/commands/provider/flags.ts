import type { Env } from '../../config/env.ts';
import { processStdin } from '../../hook/stdin.ts';
import { providerAddMessages } from '../../i18n/provider-add.ts';
import { nearest } from '../../platform/nearest-name.ts';
import { UserError } from '../../platform/user-error.ts';
import { PRESETS, type Preset, presetNamed } from '../../providers/presets.ts';
import type { ProviderRequest, WantedKey } from '../../providers/provider-changes.ts';
import { canBeSent, isBaseUrl } from '../../providers/ready-provider.ts';
import { isVariableName, referencesIn } from '../../providers/references.ts';
import { readArguments } from '../command.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  preset: text,
  url: text,
  key: text,
  'key-command': text,
  'key-stdin': flag,
  model: text,
  'small-model': text,
  env: { type: 'string', multiple: true },
  use: flag,
  'from-settings': flag,
  json: flag,
} as const;

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

export async function readFlags(argv: string[], env: Env): Promise<Flags> {
  const messages = providerAddMessages[env.language];
  const shape = { options: OPTIONS, words: { min: 0, max: Number.POSITIVE_INFINITY } };
  const { values, words } = readArguments('provider add', argv, shape, env);
  // Not shown: it may be a key that lacks its flag.
  if (words.length > 1) throw new UserError(messages.tooManyWords, messages.tooManyWordsFix, 2);
  for (const name of ['preset', 'url', 'key-command', 'model', 'small-model'] as const)
    if (values[name]?.trim() === '') throw new UserError(messages.empty(`--${name}`), messages.emptyFix, 2);
  if ([values.key !== undefined, values['key-command'] !== undefined, values['key-stdin']].filter(Boolean).length > 1)
    throw new UserError(messages.oneKey, '', 2);
  const name = words[0] ?? values.preset;
  if (values.url !== undefined && !isBaseUrl(values.url) && referencesIn(values.url).length === 0)
    throw new UserError(messages.badUrl, messages.badUrlFix, 2);

  const { json = false, use = false, 'from-settings': fromSettings = false, ...about } = values;
  const bare = Object.keys(about).length === 0;
  if (fromSettings && !bare) throw new UserError(messages.settingsAlone, '', 2);
  const wanted = {
    preset: values.preset === undefined ? undefined : findPreset(values.preset, env),
    url: values.url,
    model: values.model,
    smallModel: values['small-model'],
    env: variablesOf(values.env ?? [], env),
    key: await keyOf(values, env),
  };
  const keyInArguments = values.key !== undefined || values.env !== undefined;
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
  throw new UserError(messages.unknownPreset(name), messages.knownPresets(names, nearest(name, names)), 2);
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

type KeyFlags = { key?: string; 'key-command'?: string; 'key-stdin'?: boolean };

async function keyOf(values: KeyFlags, env: Env): Promise<WantedKey | undefined> {
  if (values['key-command'] !== undefined) return { kind: 'command', command: values['key-command'] };
  const given = values['key-stdin'] ? await keyOnStdin(env) : values.key;
  if (given === undefined) return undefined;
  const key = given.trim();
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
