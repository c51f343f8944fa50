import type { Env } from '../../config/env.ts';
import type { LaunchConfig, Provider } from '../../config/launch-config.ts';
import { providerCommandMessages } from '../../i18n/provider-command.ts';
import { askUser, isInteractive } from '../../platform/prompts.ts';
import { UserError } from '../../platform/user-error.ts';
import { findProvider } from '../../providers/find-provider.ts';

/** The named provider, else the one the user picks from a list. Undefined if they pressed Ctrl-C. */
export async function pickProvider(
  subcommand: string,
  name: string | undefined,
  config: LaunchConfig,
  env: Env,
  mayAsk: boolean,
): Promise<Provider | undefined> {
  if (name !== undefined) return findProvider(config, name, env.language);
  const messages = providerCommandMessages[env.language];
  const names = [...config.providers.keys()];
  if (names.length === 0 || !mayAsk || !isInteractive())
    throw new UserError(messages.whichProvider, messages.whichProviderFix(subcommand, names), {
      code: 'usage',
      exitCode: 2,
    });
  const picked = await askUser((prompts) =>
    prompts.choose(
      messages.whichQuestion,
      names.map((value) => ({ value, label: value, ...(value === config.current && { hint: messages.current }) })),
      config.current,
    ),
  );
  return picked === undefined ? undefined : config.providers.get(picked);
}

/** The exit code of a shell for a program that Ctrl-C ended. */
export const CANCELLED = 130;
