import { lstatSync } from 'node:fs';
import { changeConfig, type Written } from '../config/change-config.ts';
import type { Env } from '../config/env.ts';
import type { LaunchConfig, Provider } from '../config/launch-config.ts';
import type { Paths } from '../config/paths.ts';
import { takeOverMessages } from '../i18n/take-over.ts';
import { writeStderr } from '../platform/output.ts';
import { writePrivate } from '../platform/private-file.ts';
import { askUser, isInteractive } from '../platform/prompts.ts';
import { errorCode, isUserError } from '../platform/user-error.ts';
import { keySource } from './key-source.ts';
import { changesTo } from './provider-changes.ts';
import { providerInSettings } from './settings-provider.ts';
import { readClaudeSettings } from './user-settings.ts';

/** The name a set-up gets that had none. */
export const TAKEN_OVER = 'default';

/**
 * At the first start, offers to make a provider of what Claude Code's settings.json says; asks once. That file is left
 * alone. What goes wrong here is told and does not keep anybody from starting. `cancelled`: they want to go no further.
 */
export async function offerTakeOver(env: Env, paths: Paths): Promise<'go on' | 'cancelled'> {
  if (isThere(paths.configFile) || isThere(paths.takeOverAsked) || !isInteractive()) return 'go on';
  try {
    const provider = await fromSettings(TAKEN_OVER, env, paths);
    // Without a key it could not be started, and there would be nothing gained.
    if (provider === undefined || keySource(provider, env).from === 'nowhere') return 'go on';
    return await offer(provider, env, paths);
  } catch (error) {
    if (!isUserError(error)) throw error;
    return 'go on';
  }
}

async function offer(provider: Provider, env: Env, paths: Paths): Promise<'go on' | 'cancelled'> {
  const messages = takeOverMessages[env.language];
  const { ANTHROPIC_BASE_URL: url } = provider.env;
  const host = url && URL.canParse(url) ? new URL(url).host : undefined;
  const yes = await askUser((prompts) =>
    prompts.confirm(messages.question(host, paths.claudeSettings, paths.configFile), messages.yes, messages.no),
  );
  if (yes === undefined) return 'cancelled';
  try {
    if (yes) {
      await writeProvider(provider, env, paths, 'if none is');
      writeStderr(messages.done(provider.name, paths.configFile));
    } else writePrivate(paths.takeOverAsked, '');
  } catch (error) {
    writeStderr(
      `ccc: ${isUserError(error) ? error.text : messages.notNoted(paths.takeOverAsked, errorCode(error) ?? String(error))}`,
    );
  }
  return 'go on';
}

/** The provider in settings.json, for whoever asks for it by name. Throws a Problem if it cannot be read. */
export const fromSettings = async (name: string, env: Env, paths: Paths): Promise<Provider | undefined> =>
  providerInSettings(name, await readClaudeSettings(paths.claudeSettings, env.language), env.all);

/** Adds it, or its values where there is one of its name. */
export function writeProvider(
  provider: Provider,
  env: Env,
  paths: Paths,
  makeCurrent: 'if none is' | 'always',
): Promise<Written> {
  const merged = (existing: Provider | undefined): Provider =>
    existing
      ? {
          ...existing,
          env: { ...existing.env, ...provider.env },
          settings: { ...existing.settings, ...provider.settings },
        }
      : provider;
  const becomesCurrent = (config: LaunchConfig) => makeCurrent === 'always' || config.current === undefined;
  return changeConfig(paths, env.language, (config) => {
    const existing = config.providers.get(provider.name);
    return [
      ...changesTo(merged(existing), existing),
      ...(becomesCurrent(config) ? [{ path: ['current_provider'], value: provider.name }] : []),
    ];
  });
}

/** Also what cannot be looked at: then it is not ours to write. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
