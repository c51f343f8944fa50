import { lstatSync } from 'node:fs';
import type { Env } from '../config/env.ts';
import type { Provider } from '../config/launch-config.ts';
import type { Paths } from '../config/paths.ts';
import { importSettingsMessages } from '../i18n/import-settings.ts';
import { writeStderr } from '../platform/output.ts';
import { writePrivate } from '../platform/private-file.ts';
import { askUser, isInteractive } from '../platform/prompts.ts';
import { errorCode, isUserError } from '../platform/user-error.ts';
import { keySource } from './provider-key.ts';
import { importProvider } from './save-provider.ts';
import { providerInSettings, readClaudeSettings } from './settings-provider.ts';

/** The name of a provider that was imported without one. */
export const IMPORTED_NAME = 'default';

/**
 * At the first launch, offers once to make a provider of what Claude Code's settings.json sets; that file stays as it
 * is. Errors are shown and do not keep the launch from starting. `cancelled`: the user pressed Ctrl-C.
 */
export async function offerImport(env: Env, paths: Paths): Promise<'go on' | 'cancelled'> {
  if (mayExist(paths.configFile) || mayExist(paths.importDeclined) || !isInteractive()) return 'go on';
  try {
    const provider = await providerFromSettings(IMPORTED_NAME, env, paths);
    // Without a key it could not be started.
    if (provider === undefined || keySource(provider, env).from === 'nowhere') return 'go on';
    return await offer(provider, env, paths);
  } catch (error) {
    if (!isUserError(error)) throw error;
    return 'go on';
  }
}

async function offer(provider: Provider, env: Env, paths: Paths): Promise<'go on' | 'cancelled'> {
  const messages = importSettingsMessages[env.language];
  const { ANTHROPIC_BASE_URL: url } = provider.env;
  const host = url && URL.canParse(url) ? new URL(url).host : undefined;
  const yes = await askUser((prompts) =>
    prompts.confirm(messages.question(host, paths.claudeSettings, paths.configFile), messages.yes, messages.no),
  );
  if (yes === undefined) return 'cancelled';
  try {
    if (yes) {
      await importProvider(provider, paths, env.language, 'if-none-is');
      writeStderr(messages.done(provider.name, paths.configFile));
    } else writePrivate(paths.importDeclined, '');
  } catch (error) {
    writeStderr(
      `ccc: ${isUserError(error) ? error.text : messages.answerNotSaved(paths.importDeclined, errorCode(error) ?? String(error))}`,
    );
  }
  return 'go on';
}

/** The provider in settings.json, under this name. Throws a UserError if the file cannot be read. */
export const providerFromSettings = async (name: string, env: Env, paths: Paths): Promise<Provider | undefined> =>
  providerInSettings(name, await readClaudeSettings(paths.claudeSettings, env.language), env.all);

/** Also if it cannot be looked at: then it must not be written. */
function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
