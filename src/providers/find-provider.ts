import type { LaunchConfig, Provider } from '../config/launch-config.ts';
import type { Language } from '../i18n/language.ts';
import { providerCommandMessages } from '../i18n/provider-command.ts';
import { providerMessages } from '../i18n/providers.ts';
import { nearestName } from '../platform/nearest-name.ts';
import { UserError } from '../platform/user-error.ts';
import { presetNamed } from './presets.ts';

/** The provider of that name, or what could have been meant. */
export function findProvider({ providers }: LaunchConfig, name: string, language: Language): Provider {
  const found = providers.get(name);
  if (found) return found;
  const messages = providerMessages[language];
  const names = [...providers.keys()];
  const known = messages.knownProviders(names, nearestName(name, names));
  const preset = presetNamed(name) ? `${providerCommandMessages[language].presetNotAdded(name)}\n` : '';
  throw new UserError(messages.unknownProvider(name), preset + known);
}
