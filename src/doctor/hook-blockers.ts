import { HOOKS_OFF_FLAGS, HOOKS_OFF_VARIABLES } from '../claude/hooks.ts';
import { isObject } from '../platform/json/parse.ts';
import type { SettingsFile } from './settings-files.ts';

/** Something known to keep Claude Code from running our hooks. */
export type HookBlocker =
  | { kind: 'setting'; key: string; path: string; byAdministrator: boolean }
  | { kind: 'variable'; name: string; path: string | undefined }
  | { kind: 'argument'; argument: string };

/** What of `ccc.json` a launch hands to the client. */
export interface LaunchPart {
  path: string;
  settings: Record<string, unknown>;
  args: string[];
}

/** Pure: from the settings files, the environment and what every launch adds to them. */
export function hookBlockers(
  files: SettingsFile[],
  variables: Readonly<Record<string, string | undefined>>,
  launch: LaunchPart,
): HookBlocker[] {
  const read = files.filter((file) => file.state === 'read');
  const inLaunch = { scope: 'launch' as const, path: launch.path, value: launch.settings };
  // The last word on a switch is that of the place which counts most; only an administrator's counts more than a launch.
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
    ...HOOKS_OFF_VARIABLES.flatMap((name) => variableStopper(name, places, variables)),
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

/** `env` of a repository's settings does not count here: Claude Code does not take these from it. */
function variableStopper(
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
