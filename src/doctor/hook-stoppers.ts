import { isObject } from '../config/jsonc.ts';
import { HOOK_SWITCHES } from '../rehearsal/surroundings.ts';
import type { SettingsFile } from './settings-files.ts';

/** Something known to keep Claude Code from running our hooks. */
export type HookStopper =
  | { kind: 'setting'; key: string; path: string; byAdministrator: boolean }
  | { kind: 'variable'; name: string; path: string | undefined }
  | { kind: 'argument'; argument: string };

/** Arguments of the client that switch hooks off. */
export const HOOKLESS_ARGUMENTS = ['--bare', '--safe-mode'];

/** Pure: from the settings files, the environment and the arguments of every launch. */
export function hookStoppers(
  files: SettingsFile[],
  variables: Readonly<Record<string, string | undefined>>,
  claudeArgs: string[],
): HookStopper[] {
  const read = files.filter((file) => file.state === 'read');
  // The last word on a switch is that of the file which counts most.
  const disabling = read.filter(({ value }) => typeof value.disableAllHooks === 'boolean').at(-1);
  const settings: HookStopper[] = [];
  if (disabling?.value.disableAllHooks === true) settings.push(setting('disableAllHooks', disabling));
  for (const file of read.filter(({ scope }) => scope === 'managed')) {
    if (file.value.allowManagedHooksOnly === true) settings.push(setting('allowManagedHooksOnly', file));
    if (locksHooks(file.value.strictPluginOnlyCustomization))
      settings.push(setting('strictPluginOnlyCustomization', file));
  }
  return [
    ...settings,
    ...HOOK_SWITCHES.flatMap((name) => variableStopper(name, read, variables)),
    ...claudeArgs
      .filter((word) => HOOKLESS_ARGUMENTS.includes(word))
      .map((argument): HookStopper => ({ kind: 'argument', argument })),
  ];
}

const setting = (key: string, { scope, path }: SettingsFile): HookStopper => ({
  kind: 'setting',
  key,
  path,
  byAdministrator: scope === 'managed',
});

const locksHooks = (value: unknown) => value === true || (Array.isArray(value) && value.includes('hooks'));

/** `env` of a repository's settings does not count here: Claude Code does not take these from it. */
function variableStopper(
  name: (typeof HOOK_SWITCHES)[number],
  read: (SettingsFile & { state: 'read' })[],
  variables: Readonly<Record<string, string | undefined>>,
): HookStopper[] {
  const file = read.find(
    ({ scope, value }) => (scope === 'user' || scope === 'managed') && isObject(value.env) && isOn(value.env[name]),
  );
  return file || isOn(variables[name]) ? [{ kind: 'variable', name, path: file?.path }] : [];
}

const isOn = (value: unknown) => typeof value === 'string' && !/^(?:|0|false|no|off)$/i.test(value);
