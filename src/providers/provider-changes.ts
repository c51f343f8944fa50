import type { ConfigChange } from '../config/change-config.ts';
import type { Provider } from '../config/launch-config.ts';
import { isSecret } from '../platform/known-secrets.ts';
import { ANTHROPIC_URL, isAnthropicApiKey, isAnthropicHost, type Preset } from './presets.ts';
import { keySource, referencesIn } from './provider-key.ts';

export type RequestedKey = { kind: 'text'; text: string } | { kind: 'command'; command: string };

/** What the user asks for, in flags or in answers. What is undefined stays as it is. */
export interface ProviderRequest {
  preset?: Preset | undefined;
  url?: string | undefined;
  key?: RequestedKey | undefined;
  model?: string | undefined;
  smallModel?: string | undefined;
  env?: Record<string, string>;
}

/** The provider as it will be in the file. */
export function requestedProvider(name: string, request: ProviderRequest, existing: Provider | undefined): Provider {
  const env = { ...existing?.env };
  const url = request.url ?? request.preset?.url;
  if (url !== undefined) env.ANTHROPIC_BASE_URL = url;
  setKey(env, request.key);
  Object.assign(env, request.preset?.env);
  setModels(env, request);
  Object.assign(env, request.env);
  const apiKeyCommand =
    request.key === undefined
      ? existing?.apiKeyCommand
      : request.key.kind === 'command'
        ? request.key.command
        : undefined;
  const provider = { name, env, settings: existing?.settings ?? {}, apiKeyCommand };
  // A key needs a URL that says where it may be sent; the login, which needs none, was Anthropic's too.
  const isAnthropic = request.preset
    ? request.preset.url === undefined
    : existing !== undefined && keySource(existing, NO_VARIABLES).from === 'login';
  const hasKey = ['file', 'variable', 'command'].includes(keySource(provider, NO_VARIABLES).from);
  if (isAnthropic && hasKey && !env.ANTHROPIC_BASE_URL) env.ANTHROPIC_BASE_URL = ANTHROPIC_URL;
  return provider;
}

/** Whether a variable is set does not matter to where a key comes from. */
const NO_VARIABLES = { all: {} };

/** A key has one source: a command replaces a key in the file. */
function setKey(env: Record<string, string>, key: RequestedKey | undefined): void {
  if (key?.kind === 'text') {
    const asApiKey =
      !env.ANTHROPIC_AUTH_TOKEN && (!!env.ANTHROPIC_API_KEY || isAnthropicApiKey(key.text, env.ANTHROPIC_BASE_URL));
    env[asApiKey ? 'ANTHROPIC_API_KEY' : 'ANTHROPIC_AUTH_TOKEN'] = key.text;
  }
  if (key?.kind !== 'command') return;
  delete env.ANTHROPIC_AUTH_TOKEN;
  if (env.ANTHROPIC_API_KEY) delete env.ANTHROPIC_API_KEY;
}

/** Models that were the same as the main one stay the same as it. Anthropic's own host has defaults for the others. */
function setModels(env: Record<string, string>, { model, smallModel }: ProviderRequest): void {
  const before = env.ANTHROPIC_MODEL;
  if (model !== undefined) {
    env.ANTHROPIC_MODEL = model;
    for (const size of ['HAIKU', 'SONNET', 'OPUS']) {
      const name = `ANTHROPIC_DEFAULT_${size}_MODEL`;
      if (!isAnthropicHost(env.ANTHROPIC_BASE_URL) && (env[name] === undefined || env[name] === before))
        env[name] = model;
    }
  }
  if (smallModel !== undefined) env.ANTHROPIC_DEFAULT_HAIKU_MODEL = smallModel;
}

/** What a new provider still needs. Only Anthropic's own preset and a cloud need neither URL nor key. */
export function missingIn(provider: Provider, preset: Preset | undefined): ('url' | 'key')[] {
  const { from } = keySource(provider, NO_VARIABLES);
  if (from === 'cloud') return [];
  if (provider.env.ANTHROPIC_BASE_URL) return from === 'nowhere' ? ['key'] : [];
  if (preset !== undefined && preset.url === undefined) return [];
  return from === 'login' ? ['url', 'key'] : ['url'];
}

/** The changes that turn the provider in the file into the next one. */
export function changesTo(next: Provider, existing: Provider | undefined): ConfigChange[] {
  const command = next.apiKeyCommand === undefined ? {} : { api_key_command: next.apiKeyCommand };
  const at = ['providers', next.name];
  if (existing === undefined) return [{ path: at, value: { ...next.settings, env: next.env, ...command } }];
  const names = new Set([...Object.keys(existing.env), ...Object.keys(next.env)]);
  return [
    ...[...names]
      .filter((name) => existing.env[name] !== next.env[name])
      .map((name) => ({ path: [...at, 'env', name], value: next.env[name] })),
    ...Object.entries(next.settings)
      .filter(([name, value]) => existing.settings[name] !== value)
      .map(([name, value]) => ({ path: [...at, name], value })),
    ...(existing.apiKeyCommand === next.apiKeyCommand
      ? []
      : [{ path: [...at, 'api_key_command'], value: next.apiKeyCommand }]),
  ];
}

/** The variables that now hold a secret in the file, and did not hold that one before. */
export const newlyWrittenSecrets = (next: Provider, existing: Provider | undefined): string[] =>
  Object.entries(next.env)
    .filter(([name, value]) => isSecret(name, value) && referencesIn(value).length === 0 && value !== '')
    .filter(([name, value]) => existing?.env[name] !== value)
    .map(([name]) => name);
