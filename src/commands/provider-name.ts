import type { Env } from '../config/env.ts';
import { findProvider } from '../config/find-provider.ts';
import type { LaunchConfig, Provider } from '../config/launch-config.ts';
import { Problem } from '../problem.ts';
import { interview, personThere } from '../prompts.ts';
import { providerCommandWords } from '../words/provider-command.ts';

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
