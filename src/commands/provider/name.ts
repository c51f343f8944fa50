import type { Env } from '../../config/env.ts';
import type { LaunchConfig, Provider } from '../../config/launch-config.ts';
import { providerCommandWords } from '../../i18n/provider-command.ts';
import { interview, personThere } from '../../platform/prompts.ts';
import { Problem } from '../../platform/user-error.ts';
import { findProvider } from '../../providers/find-provider.ts';

/** The provider a subcommand is about: the named one, else the one that is picked. Undefined if nobody wanted to pick. */
export async function whichProvider(
  subcommand: string,
  name: string | undefined,
  config: LaunchConfig,
  env: Env,
  mayAsk: boolean,
): Promise<Provider | undefined> {
  if (name !== undefined) return findProvider(config, name, env.language);
  const words = providerCommandWords[env.language];
  const names = [...config.providers.keys()];
  if (names.length === 0 || !mayAsk || !personThere())
    throw new Problem(words.whichProvider, words.whichProviderFix(subcommand, names), 2);
  const picked = await interview((prompts) =>
    prompts.choose(
      words.whichQuestion,
      names.map((value) => ({ value, label: value, hint: value === config.current ? words.current : undefined })),
      config.current,
    ),
  );
  return picked === undefined ? undefined : config.providers.get(picked);
}

/** What a shell reports of a program that Ctrl-C ended. */
export const CANCELLED = 130;
