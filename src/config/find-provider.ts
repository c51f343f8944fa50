import { Problem } from '../problem.ts';
import { nearest } from '../words/nearest.ts';
import { providerCommandWords } from '../words/provider-command.ts';
import { providerWords } from '../words/providers.ts';
import type { Language } from './env.ts';
import type { LaunchConfig, Provider } from './launch-config.ts';
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
