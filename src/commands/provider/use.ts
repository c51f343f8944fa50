import type { ParsedArguments } from '../../command-line/declaration.ts';
import type { WrittenConfig } from '../../config/change-config.ts';
import type { Env } from '../../config/env.ts';
import { readLaunchConfig } from '../../config/launch-config.ts';
import { type Paths, pathsOf } from '../../config/paths.ts';
import { providerCommandMessages } from '../../i18n/provider-command.ts';
import { printJson, writeStderr } from '../../platform/output.ts';
import { removeProvider, setCurrentProvider } from '../../providers/save-provider.ts';
import type { providerRemove, providerUse } from '../declarations/provider.ts';
import { usageError } from './flags.ts';
import { CANCELLED, pickProvider } from './pick.ts';

export async function use(given: ParsedArguments<typeof providerUse>, env: Env): Promise<number> {
  const messages = providerCommandMessages[env.language];
  if (given.none && given.name !== undefined) throw usageError(messages.eitherNameOrNone, '');
  const paths = pathsOf(env);
  let name: string | undefined;
  if (!given.none) {
    const config = await readLaunchConfig(paths.configFile, env.language);
    name = (await pickProvider('use', given.name, config, env, !given.json))?.name;
    if (name === undefined) return CANCELLED;
  }
  const written = await setCurrentProvider(name, paths, env.language);
  reportPrivateMode(written, paths, env);
  if (given.json) printJson({ current: name ?? null });
  else writeStderr(name === undefined ? messages.noneCurrent : messages.nowCurrent(name));
  return 0;
}

export async function remove(given: ParsedArguments<typeof providerRemove>, env: Env): Promise<number> {
  const messages = providerCommandMessages[env.language];
  const paths = pathsOf(env);
  const before = await readLaunchConfig(paths.configFile, env.language);
  const name = (await pickProvider('remove', given.name, before, env, !given.json))?.name;
  if (name === undefined) return CANCELLED;
  const written = await removeProvider(name, paths, env.language);
  reportPrivateMode(written, paths, env);
  if (given.json) printJson({ removed: name, current: written.config.current ?? null });
  else
    writeStderr(before.current === name ? `${messages.removed(name)} ${messages.noneCurrent}` : messages.removed(name));
  return 0;
}

/** `ccc.json` may hold keys: a change makes it private, and the user is told. */
export function reportPrivateMode({ previousMode }: WrittenConfig, { configFile }: Paths, env: Env): void {
  if (previousMode === undefined) return;
  const mode = previousMode.toString(8).padStart(4, '0');
  writeStderr(providerCommandMessages[env.language].tightened(configFile, mode));
}
