import { isSwitchedOn } from '../config/cloud.ts';
import type { Variables } from '../config/env.ts';
import { type SettingsSource, variablesIn } from './settings-files.ts';

/** Options and variables with which the client runs no hook at all. */
export const HOOKS_OFF_FLAGS = ['--bare', '--safe-mode'];
export const HOOKS_OFF_VARIABLES = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'];

/** Something that keeps Claude Code from running our hooks. */
export type HookBlocker =
  | { kind: 'setting'; key: string; path: string; byAdministrator: boolean }
  | { kind: 'variable'; name: string; path: string | undefined }
  | { kind: 'argument'; argument: string };

/** What a launch passes to Claude Code. */
export interface LaunchOptions {
  /** Where the settings come from, for messages. */
  path: string;
  settings: Record<string, unknown>;
  args: string[];
}

/** Pure: what in the settings files, in the environment or in a launch turns hooks off. */
export function findHookBlockers(
  sources: SettingsSource[],
  variables: Variables,
  launch: LaunchOptions,
): HookBlocker[] {
  const managed = sources.filter(({ scope }) => scope === 'managed');
  // In order of increasing precedence: only managed settings override those of a launch.
  const ordered: Source[] = [
    ...sources.filter(({ scope }) => scope !== 'managed'),
    { scope: 'launch', path: launch.path, value: launch.settings },
    ...managed,
  ];
  const disabling = ordered.findLast(({ value }) => typeof value.disableAllHooks === 'boolean');
  const settings: HookBlocker[] = [];
  if (disabling?.value.disableAllHooks === true)
    settings.push(setting('disableAllHooks', decisive(disabling, sources)));
  for (const source of managed) {
    if (source.value.allowManagedHooksOnly === true) settings.push(setting('allowManagedHooksOnly', source));
    if (includesHooks(source.value.strictPluginOnlyCustomization))
      settings.push(setting('strictPluginOnlyCustomization', source));
  }
  return [
    ...settings,
    ...HOOKS_OFF_VARIABLES.flatMap((name) => variableBlocker(name, ordered, variables)),
    ...optionsOf(launch.args)
      .filter((word) => HOOKS_OFF_FLAGS.includes(word))
      .map((argument): HookBlocker => ({ kind: 'argument', argument })),
  ];
}

type Source = Omit<SettingsSource, 'scope'> & { scope: SettingsSource['scope'] | 'launch' };

/** Where the user's own settings turn hooks off too: a launch overrides only those of a repository (launch/plan.ts). */
const decisive = (disabling: Source, sources: SettingsSource[]): Source =>
  disabling.scope === 'project' || disabling.scope === 'local'
    ? (sources.find(({ scope, value }) => scope === 'user' && value.disableAllHooks === true) ?? disabling)
    : disabling;

const setting = (key: string, { scope, path }: Source): HookBlocker => ({
  kind: 'setting',
  key,
  path,
  byAdministrator: scope === 'managed',
});

const includesHooks = (value: unknown) => value === true || (Array.isArray(value) && value.includes('hooks'));

/**
 * `env` of settings overrides the process environment, by precedence; Claude Code does not take these variables from the
 * settings of a repository.
 */
function variableBlocker(name: string, ordered: Source[], variables: Variables): HookBlocker[] {
  const source = ordered.findLast(
    ({ scope, value }) => scope !== 'project' && scope !== 'local' && name in variablesIn(value),
  );
  const value = source ? variablesIn(source.value)[name] : variables[name];
  return isSwitchedOn(value) ? [{ kind: 'variable', name, path: source?.path }] : [];
}

/** After `--` there are no options. */
const optionsOf = (args: string[]) => (args.includes('--') ? args.slice(0, args.indexOf('--')) : args);
