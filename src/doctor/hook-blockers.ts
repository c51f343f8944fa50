import { HOOKS_OFF_FLAGS, HOOKS_OFF_VARIABLES } from '../claude/hooks.ts';
import type { SettingsMessages } from '../i18n/doctor-settings.ts';
import { isObject } from '../platform/json/parse.ts';
import type { SettingsFile } from './settings-files.ts';

/** Something that keeps Claude Code from running our hooks. */
export type HookBlocker =
  | { kind: 'setting'; key: string; path: string; byAdministrator: boolean }
  | { kind: 'variable'; name: string; path: string | undefined }
  | { kind: 'argument'; argument: string };

/** What a launch passes to Claude Code from `ccc.json`. */
export interface LaunchPart {
  path: string;
  settings: Record<string, unknown>;
  args: string[];
}

/** Pure: in the settings files, in the environment and in what every launch passes. */
export function hookBlockers(
  files: SettingsFile[],
  variables: Readonly<Record<string, string | undefined>>,
  launch: LaunchPart,
): HookBlocker[] {
  const read = files.filter((file) => file.state === 'read');
  const inLaunch = { scope: 'launch' as const, path: launch.path, value: launch.settings };
  // The strongest file decides; only an administrator's is stronger than a launch.
  const managed = read.filter(({ scope }) => scope === 'managed');
  const places = [...read.filter((file) => !managed.includes(file)), inLaunch, ...managed];
  const disabling = places.filter(({ value }) => typeof value.disableAllHooks === 'boolean').at(-1);
  const settings: HookBlocker[] = [];
  if (disabling?.value.disableAllHooks === true) settings.push(setting('disableAllHooks', disabling));
  for (const file of managed) {
    if (file.value.allowManagedHooksOnly === true) settings.push(setting('allowManagedHooksOnly', file));
    if (locksHooks(file.value.strictPluginOnlyCustomization))
      settings.push(setting('strictPluginOnlyCustomization', file));
  }
  return [
    ...settings,
    ...HOOKS_OFF_VARIABLES.flatMap((name) => variableBlocker(name, places, variables)),
    ...launch.args
      .filter((word) => HOOKS_OFF_FLAGS.includes(word))
      .map((argument): HookBlocker => ({ kind: 'argument', argument })),
  ];
}

const setting = (key: string, { scope, path }: { scope: string; path: string }): HookBlocker => ({
  kind: 'setting',
  key,
  path,
  byAdministrator: scope === 'managed',
});

const locksHooks = (value: unknown) => value === true || (Array.isArray(value) && value.includes('hooks'));

/** Claude Code does not take these variables from `env` of a repository's settings. */
function variableBlocker(
  name: string,
  places: { scope: string; path: string; value: Record<string, unknown> }[],
  variables: Readonly<Record<string, string | undefined>>,
): HookBlocker[] {
  const file = places.find(
    ({ scope, value }) => !['project', 'local'].includes(scope) && isObject(value.env) && isOn(value.env[name]),
  );
  return file || isOn(variables[name]) ? [{ kind: 'variable', name, path: file?.path }] : [];
}

const isOn = (value: unknown) => typeof value === 'string' && !/^(?:|0|false|no|off)$/i.test(value);

export function blockerText(blocker: HookBlocker, messages: SettingsMessages): { what: string; fix: string } {
  const { blocker: what, blockerFix: fix } = messages;
  switch (blocker.kind) {
    case 'setting': {
      const { key, path, byAdministrator } = blocker;
      return { what: what.setting(key, path), fix: byAdministrator ? fix.managed : fix.setting(key, path) };
    }
    case 'variable':
      return { what: what.variable(blocker.name, blocker.path), fix: fix.variable(blocker.name, blocker.path) };
    case 'argument':
      return { what: what.argument(blocker.argument), fix: fix.argument(blocker.argument) };
  }
}
