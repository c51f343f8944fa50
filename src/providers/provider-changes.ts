import type { ConfigChange } from '../config/change-config.ts';
import type { Provider } from '../config/launch-config.ts';
import { isSecret } from '../platform/redact.ts';
import { keySource } from './key-source.ts';
import type { Preset } from './presets.ts';
import { referencesIn } from './references.ts';

export type WantedKey = { kind: 'text'; text: string } | { kind: 'command'; command: string };

/** What somebody asked a provider to be, by flags or in answers. What is undefined stays as it is. */
export interface ProviderRequest {
  preset?: Preset | undefined;
  url?: string | undefined;
  key?: WantedKey | undefined;
  model?: string | undefined;
  smallModel?: string | undefined;
  env?: Record<string, string>;
}

/** The provider as it will be. */
export function providerAsWanted(name: string, wanted: ProviderRequest, existing: Provider | undefined): Provider {
  const env = { ...existing?.env };
  const url = wanted.url ?? wanted.preset?.url;
  if (url !== undefined) env.ANTHROPIC_BASE_URL = url;
  setKey(env, wanted.key);
  Object.assign(env, wanted.preset?.env);
  setModels(env, wanted);
  Object.assign(env, wanted.env);
  const apiKeyCommand =
    wanted.key === undefined ? existing?.apiKeyCommand : wanted.key.kind === 'command' ? wanted.key.command : undefined;
  return { name, env, settings: existing?.settings ?? {}, apiKeyCommand };
}

/** A key has one source: a command takes the place of what was written down. */
function setKey(env: Record<string, string>, key: WantedKey | undefined): void {
  if (key?.kind === 'text') {
    // Anthropic's own keys travel in another header than everybody else's.
    const asApiKey = env.ANTHROPIC_API_KEY ? !env.ANTHROPIC_AUTH_TOKEN : !env.ANTHROPIC_BASE_URL;
    env[asApiKey ? 'ANTHROPIC_API_KEY' : 'ANTHROPIC_AUTH_TOKEN'] = key.text;
  }
  if (key?.kind !== 'command') return;
  delete env.ANTHROPIC_AUTH_TOKEN;
  if (env.ANTHROPIC_API_KEY) delete env.ANTHROPIC_API_KEY;
}

/** The models that were the same as the main one go on being so. Anthropic's own host knows its other models itself. */
function setModels(env: Record<string, string>, { model, smallModel }: ProviderRequest): void {
  const before = env.ANTHROPIC_MODEL;
  if (model !== undefined) {
    env.ANTHROPIC_MODEL = model;
    for (const size of ['HAIKU', 'SONNET', 'OPUS']) {
      const name = `ANTHROPIC_DEFAULT_${size}_MODEL`;
      if (env.ANTHROPIC_BASE_URL && (env[name] === undefined || env[name] === before)) env[name] = model;
    }
  }
  if (smallModel !== undefined) env.ANTHROPIC_DEFAULT_HAIKU_MODEL = smallModel;
}

/** What a new provider needs and was not given. Only Anthropic's own preset, and a cloud, do without URL and key. */
export function missingIn(provider: Provider, preset: Preset | undefined): ('url' | 'key')[] {
  const { from } = keySource(provider, { all: {} });
  if (from === 'cloud') return [];
  if (provider.env.ANTHROPIC_BASE_URL) return from === 'nowhere' ? ['key'] : [];
  if (preset !== undefined && preset.url === undefined) return [];
  return from === 'login' ? ['url', 'key'] : ['url'];
}

/** From the provider as it is in the file to the one that is wanted. */
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

/** The variables that get a secret written out, and did not have that one before. */
export const newlyWrittenSecrets = (next: Provider, existing: Provider | undefined): string[] =>
  Object.entries(next.env)
    .filter(([name, value]) => isSecret(name, value) && referencesIn(value).length === 0 && value !== '')
    .filter(([name, value]) => existing?.env[name] !== value)
    .map(([name]) => name);
