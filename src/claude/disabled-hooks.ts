import type { LaunchMessages } from '../i18n/launch.ts';
import { ownVariables, type SettingsSource } from './settings-files.ts';

/** Options and variables with which the client leaves every hook out. */
export const HOOKS_OFF_FLAGS = ['--bare', '--safe-mode'];
export const HOOKS_OFF_VARIABLES = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'];

export interface HookSettings {
  sources: SettingsSource[];
  /** The private settings of this launch. */
  settings: Record<string, unknown>;
  args: string[];
  env: Readonly<Record<string, string | undefined>>;
}

/** Why the client will not run our hooks, if it will not. */
export function whyHooksAreOff(
  { sources, settings, args, env }: HookSettings,
  messages: LaunchMessages,
): string | undefined {
  const ours = { scope: 'flag', path: '--settings / ccc.json', value: settings };
  const weakestFirst = [...sources.filter(({ scope }) => scope !== 'managed'), ours, ...sources.filter(isManaged)];
  const deciding = weakestFirst.findLast(({ value }) => value.disableAllHooks !== undefined);
  if (deciding?.value.disableAllHooks === true) return messages.disableAllHooks(deciding.path);
  const managed = sources.find((source) => isManaged(source) && source.value.allowManagedHooksOnly === true);
  if (managed) return messages.onlyManaged(managed.path);
  const option = args.slice(0, args.indexOf('--') >>> 0).find((word) => HOOKS_OFF_FLAGS.includes(word));
  if (option) return option;
  const own = ownVariables(
    sources.filter(({ scope }) => scope === 'user' || scope === 'managed'),
    env,
  );
  return HOOKS_OFF_VARIABLES.find((name) => /^(?:1|true|yes|on)$/i.test(own[name] ?? ''));
}

const isManaged = ({ scope }: SettingsSource) => scope === 'managed';
