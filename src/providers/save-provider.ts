import { type ConfigChange, changeConfig, type WrittenConfig } from '../config/change-config.ts';
import type { Provider } from '../config/launch-config.ts';
import type { Paths } from '../config/paths.ts';
import type { Language } from '../i18n/language.ts';
import { findProvider } from './find-provider.ts';
import { changesTo, type ProviderRequest, requestedProvider } from './provider-changes.ts';

const current = (value: string | undefined): ConfigChange => ({ path: ['current_provider'], value });

/** Adds a provider to `ccc.json`, or changes the one of that name. */
export const saveProvider = (
  { name, request, use }: { name: string; request: ProviderRequest; use: boolean },
  paths: Paths,
  language: Language,
): Promise<WrittenConfig> =>
  changeConfig(paths, language, (config) => {
    const existing = config.providers.get(name);
    return [...changesTo(requestedProvider(name, request, existing), existing), ...(use ? [current(name)] : [])];
  });

/** Adds a provider as it is; where there is one of that name, its values are replaced and the rest of it stays. */
export function importProvider(
  provider: Provider,
  paths: Paths,
  language: Language,
  makeCurrent: 'if-none-is' | 'always',
): Promise<WrittenConfig> {
  const { name, env, settings } = provider;
  return changeConfig(paths, language, (config) => {
    const existing = config.providers.get(name);
    const merged = existing
      ? { ...existing, env: { ...existing.env, ...env }, settings: { ...existing.settings, ...settings } }
      : provider;
    const use = makeCurrent === 'always' || config.current === undefined;
    return [...changesTo(merged, existing), ...(use ? [current(name)] : [])];
  });
}

/** Undefined: no provider is current. */
export const setCurrentProvider = (
  name: string | undefined,
  paths: Paths,
  language: Language,
): Promise<WrittenConfig> =>
  changeConfig(paths, language, (config) => [
    current(name === undefined ? undefined : findProvider(config, name, language).name),
  ]);

export const removeProvider = (name: string, paths: Paths, language: Language): Promise<WrittenConfig> =>
  changeConfig(paths, language, (config) => [
    { path: ['providers', findProvider(config, name, language).name], value: undefined },
    ...(config.current === name ? [current(undefined)] : []),
  ]);
