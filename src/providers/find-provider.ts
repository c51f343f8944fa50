import type { Language } from '../config/env.ts';
import type { LaunchConfig, Provider } from '../config/launch-config.ts';
import { providerCommandWords } from '../i18n/provider-command.ts';
import { providerWords } from '../i18n/providers.ts';
import { nearest } from '../platform/nearest-name.ts';
import { Problem } from '../platform/user-error.ts';
import { presetNamed } from './presets.ts';

/** The provider of that name, or what could have been meant. */
export function findProvider({ providers }: LaunchConfig, name: string, language: Language): Provider {
  const found = providers.get(name);
  if (found) return found;
  const words = providerWords[language];
  const names = [...providers.keys()];
  const known = words.knownProviders(names, nearest(name, names));
  const preset = presetNamed(name) ? `${providerCommandWords[language].presetNotAdded(name)}\n` : '';
  throw new Problem(words.unknownProvider(name), preset + known);
}
