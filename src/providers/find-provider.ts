import type { LaunchConfig, Provider } from '../config/launch-config.ts';
import type { Language } from '../i18n/language.ts';
import { providerMessages } from '../i18n/providers.ts';
import { nearestName } from '../platform/nearest-name.ts';
import { UserError } from '../platform/user-error.ts';
import { presetNamed } from './presets.ts';

/** The provider of that name. The error suggests the nearest name. */
export function findProvider({ providers }: LaunchConfig, name: string, language: Language): Provider {
  const found = providers.get(name);
  if (found) return found;
  const messages = providerMessages[language];
  const names = [...providers.keys()];
  const known = messages.knownProviders(names, nearestName(name, names));
  const preset = presetNamed(name) ? `${messages.presetNotAdded(name)}\n` : '';
  throw new UserError(messages.unknownProvider(name), preset + known, { code: 'unknown-provider' });
}

/** The current provider; undefined if none is set. */
export function currentProvider({ current, providers }: LaunchConfig, language: Language): Provider | undefined {
  if (current === undefined) return undefined;
  const provider = providers.get(current);
  if (provider) return provider;
  const messages = providerMessages[language];
  throw new UserError(messages.currentNotFound(current), messages.knownProviders([...providers.keys()], undefined), {
    code: 'current-provider-missing',
  });
}
